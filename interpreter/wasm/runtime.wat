;; What every module has: arithmetic that stays within 64 bits, sets in memory, the generator, the record of a game.
;; A tuple stands at an address: its length, then its members, 64 bits each. -2^63 stands for nothing. Whatever can't go on
;; here is a trap, and the game is played again by the reference.

;; ---------------------------------------------------------------- numbers

(func $add (param $a i64) (param $b i64) (result i64) (local $r i64)
 (local.set $r (i64.add (local.get $a) (local.get $b)))
 (if (i64.lt_s (i64.and (i64.xor (local.get $a) (local.get $r)) (i64.xor (local.get $b) (local.get $r))) (i64.const 0)) (then (unreachable)))
 (if (i64.eq (local.get $r) (i64.const -9223372036854775808)) (then (unreachable)))
 (local.get $r))

(func $sub (param $a i64) (param $b i64) (result i64) (local $r i64)
 (local.set $r (i64.sub (local.get $a) (local.get $b)))
 (if (i64.lt_s (i64.and (i64.xor (local.get $a) (local.get $b)) (i64.xor (local.get $a) (local.get $r))) (i64.const 0)) (then (unreachable)))
 (if (i64.eq (local.get $r) (i64.const -9223372036854775808)) (then (unreachable)))
 (local.get $r))

;; Factors of more than 31 bits are left to the reference.
(func $mul (param $a i64) (param $b i64) (result i64)
 (if (i64.ne (local.get $a) (i64.extend32_s (local.get $a))) (then (unreachable)))
 (if (i64.ne (local.get $b) (i64.extend32_s (local.get $b))) (then (unreachable)))
 (i64.mul (local.get $a) (local.get $b)))

;; Rounded down, as the rest has the sign of the divisor.
(func $div (param $a i64) (param $b i64) (result i64) (local $q i64)
 (if (i64.eqz (local.get $b)) (then (unreachable)))
 (if (i64.eq (local.get $b) (i64.const -1)) (then (return (call $sub (i64.const 0) (local.get $a)))))
 (local.set $q (i64.div_s (local.get $a) (local.get $b)))
 (if (i32.and (i64.lt_s (i64.xor (local.get $a) (local.get $b)) (i64.const 0))
              (i64.ne (i64.mul (local.get $q) (local.get $b)) (local.get $a)))
  (then (return (i64.sub (local.get $q) (i64.const 1)))))
 (local.get $q))

(func $mod (param $a i64) (param $b i64) (result i64) (local $r i64)
 (if (i64.eqz (local.get $b)) (then (unreachable)))
 (if (i64.eq (local.get $b) (i64.const -1)) (then (return (i64.const 0))))
 (local.set $r (i64.rem_s (local.get $a) (local.get $b)))
 (if (i32.and (i64.ne (local.get $r) (i64.const 0)) (i64.lt_s (i64.xor (local.get $r) (local.get $b)) (i64.const 0)))
  (then (return (i64.add (local.get $r) (local.get $b)))))
 (local.get $r))

(func $max (param $a i64) (param $b i64) (result i64)
 (select (local.get $a) (local.get $b) (i64.gt_s (local.get $a) (local.get $b))))

(func $min (param $a i64) (param $b i64) (result i64)
 (select (local.get $a) (local.get $b) (i64.lt_s (local.get $a) (local.get $b))))

;; A range of no more numbers than a set may have.
(func $few (param $low i64) (param $high i64)
 (if (i64.ge_s (i64.sub (local.get $high) (local.get $low)) (i64.const 65536)) (then (unreachable))))

;; ---------------------------------------------------------------- sets

;; Room for something in the making.
(func $room (param $size i32) (result i32) (local $at i32)
 (local.set $at (global.get $arena))
 (global.set $arena (i32.add (local.get $at) (local.get $size)))
 (if (i32.gt_u (global.get $arena) (global.get $arena_end)) (then (unreachable)))
 (local.get $at))

;; So many bytes, none of them marked.
(func $marks (param $size i32) (result i32) (local $at i32)
 (local.set $at (call $room (i32.and (i32.add (local.get $size) (i32.const 7)) (i32.const -8))))
 (call $clear (local.get $at) (global.get $arena))
 (local.get $at))

;; Zeros from one address up to another, whole entries.
(func $clear (param $at i32) (param $end i32)
 (if (i32.gt_u (i32.sub (local.get $end) (local.get $at)) (i32.const 256)) (then
  (memory.fill (local.get $at) (i32.const 0) (i32.sub (local.get $end) (local.get $at)))
  (return)))
 (block $done (loop $next
  (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
  (i64.store (local.get $at) (i64.const 0))
  (local.set $at (i32.add (local.get $at) (i32.const 8)))
  (br $next))))

;; Whether a number is among the members from a tuple's first up to an address.
(func $held (param $tuple i32) (param $end i32) (param $one i64) (result i32)
 (local.set $tuple (i32.add (local.get $tuple) (i32.const 8)))
 (block $done (loop $next
  (br_if $done (i32.ge_u (local.get $tuple) (local.get $end)))
  (if (i64.eq (i64.load (local.get $tuple)) (local.get $one)) (then (return (i32.const 1))))
  (local.set $tuple (i32.add (local.get $tuple) (i32.const 8)))
  (br $next)))
 (i32.const 0))

(func $end_of (param $tuple i32) (result i32)
 (i32.add (i32.add (local.get $tuple) (i32.const 8)) (i32.shl (i32.wrap_i64 (i64.load (local.get $tuple))) (i32.const 3))))

(func $contains (param $tuple i32) (param $one i64) (result i32) (local $end i32)
 (local.set $end (i32.add (local.get $tuple) (i32.shl (i32.wrap_i64 (i64.load (local.get $tuple))) (i32.const 3))))
 (block $done (loop $next
  (br_if $done (i32.ge_s (local.get $tuple) (local.get $end)))
  (if (i64.eq (i64.load offset=8 (local.get $tuple)) (local.get $one)) (then (return (i32.const 1))))
  (local.set $tuple (i32.add (local.get $tuple) (i32.const 8)))
  (br $next)))
 (i32.const 0))

;; Whether two tuples, or nothing (0), have the same entries.
(func $same (param $a i32) (param $b i32) (result i32) (local $end i32)
 (if (i32.eq (local.get $a) (local.get $b)) (then (return (i32.const 1))))
 (if (i32.or (i32.eqz (local.get $a)) (i32.eqz (local.get $b))) (then (return (i32.const 0))))
 (local.set $end (call $end_of (local.get $a)))
 (block $done (loop $next
  (if (i64.ne (i64.load (local.get $a)) (i64.load (local.get $b))) (then (return (i32.const 0))))
  (local.set $a (i32.add (local.get $a) (i32.const 8)))
  (local.set $b (i32.add (local.get $b) (i32.const 8)))
  (br_if $next (i32.lt_u (local.get $a) (local.get $end)))))
 (i32.const 1))

;; Whether two sets have the same members.
(func $alike (param $a i32) (param $b i32) (result i32) (local $end i32)
 (if (i64.ne (i64.load (local.get $a)) (i64.load (local.get $b))) (then (return (i32.const 0))))
 (local.set $end (call $end_of (local.get $a)))
 (local.set $a (i32.add (local.get $a) (i32.const 8)))
 (block $done (loop $next
  (br_if $done (i32.ge_s (local.get $a) (local.get $end)))
  (if (i32.eqz (call $contains (local.get $b) (i64.load (local.get $a)))) (then (return (i32.const 0))))
  (local.set $a (i32.add (local.get $a) (i32.const 8)))
  (br $next)))
 (i32.const 1))

(func $reverse (param $tuple i32) (local $high i32) (local $t i64)
 (local.set $high (i32.sub (call $end_of (local.get $tuple)) (i32.const 8)))
 (local.set $tuple (i32.add (local.get $tuple) (i32.const 8)))
 (block $done (loop $next
  (br_if $done (i32.ge_s (local.get $tuple) (local.get $high)))
  (local.set $t (i64.load (local.get $tuple)))
  (i64.store (local.get $tuple) (i64.load (local.get $high)))
  (i64.store (local.get $high) (local.get $t))
  (local.set $tuple (i32.add (local.get $tuple) (i32.const 8)))
  (local.set $high (i32.sub (local.get $high) (i32.const 8)))
  (br $next))))

;; Sort the members of a tuple by the entries of another one; equal ones stay as they are.
(func $sort (param $tuple i32) (param $keys i32) (local $at i32) (local $end i32) (local $to i32) (local $one i64) (local $key i64)
 (local.set $end (i32.sub (call $end_of (local.get $tuple)) (local.get $tuple)))
 (local.set $at (i32.const 16))
 (block $done (loop $next
  (br_if $done (i32.ge_s (local.get $at) (local.get $end)))
  (local.set $one (i64.load (i32.add (local.get $tuple) (local.get $at))))
  (local.set $key (i64.load (i32.add (local.get $keys) (local.get $at))))
  (local.set $to (local.get $at))
  (block $placed (loop $shift
   (br_if $placed (i32.le_s (local.get $to) (i32.const 8)))
   (br_if $placed (i64.le_s (i64.load (i32.sub (i32.add (local.get $keys) (local.get $to)) (i32.const 8))) (local.get $key)))
   (i64.store (i32.add (local.get $keys) (local.get $to)) (i64.load (i32.sub (i32.add (local.get $keys) (local.get $to)) (i32.const 8))))
   (i64.store (i32.add (local.get $tuple) (local.get $to)) (i64.load (i32.sub (i32.add (local.get $tuple) (local.get $to)) (i32.const 8))))
   (local.set $to (i32.sub (local.get $to) (i32.const 8)))
   (br $shift)))
  (i64.store (i32.add (local.get $tuple) (local.get $to)) (local.get $one))
  (i64.store (i32.add (local.get $keys) (local.get $to)) (local.get $key))
  (local.set $at (i32.add (local.get $at) (i32.const 8)))
  (br $next))))

;; Turn a tuple until it begins with a member or, without it, with the next after it: the smallest greater one, else the smallest.
(func $turn_to (param $tuple i32) (param $start i64)
 (local $end i32) (local $at i32) (local $first i32) (local $copy i32) (local $one i64) (local $best i64) (local $behind i32)
 (if (i64.eq (local.get $start) (i64.const -9223372036854775808)) (then (return)))
 (if (i64.le_s (i64.load (local.get $tuple)) (i64.const 1)) (then (return)))
 (local.set $end (call $end_of (local.get $tuple)))
 (local.set $at (i32.add (local.get $tuple) (i32.const 8)))
 (block $found (loop $next
  (local.set $one (i64.load (local.get $at)))
  (if (i64.eq (local.get $one) (local.get $start)) (then (local.set $first (local.get $at)) (br $found)))
  (if (i32.or (i32.eqz (local.get $first))
       (if (result i32) (i32.eq (i64.lt_s (local.get $one) (local.get $start)) (local.get $behind))
        (then (i64.lt_s (local.get $one) (local.get $best)))
        (else (local.get $behind))))
   (then (local.set $first (local.get $at)) (local.set $best (local.get $one))
         (local.set $behind (i64.lt_s (local.get $one) (local.get $start)))))
  (local.set $at (i32.add (local.get $at) (i32.const 8)))
  (br_if $next (i32.lt_u (local.get $at) (local.get $end)))))
 (local.set $at (i32.add (local.get $tuple) (i32.const 8)))
 (local.set $copy (call $room (i32.sub (local.get $end) (local.get $at))))
 (memory.copy (local.get $copy) (local.get $first) (i32.sub (local.get $end) (local.get $first)))
 (memory.copy (i32.add (local.get $copy) (i32.sub (local.get $end) (local.get $first))) (local.get $at) (i32.sub (local.get $first) (local.get $at)))
 (memory.copy (local.get $at) (local.get $copy) (i32.sub (local.get $end) (local.get $at)))
 (global.set $arena (local.get $copy)))

;; Store a tuple where so many members have room.
(func $store_tuple (param $to i32) (param $tuple i32) (param $room i64)
 (if (i32.eqz (local.get $tuple)) (then (i64.store (local.get $to) (i64.const -1)) (return)))
 (if (i64.gt_s (i64.load (local.get $tuple)) (local.get $room)) (then (unreachable)))
 (memory.copy (local.get $to) (local.get $tuple) (i32.sub (call $end_of (local.get $tuple)) (local.get $tuple))))

;; A tuple that stays as it is while its original is written.
(func $copied (param $tuple i32) (result i32) (local $size i32) (local $at i32)
 (local.set $size (i32.sub (call $end_of (local.get $tuple)) (local.get $tuple)))
 (if (i32.le_s (local.get $size) (i32.const 0)) (then (return (local.get $tuple))))
 (local.set $at (call $room (local.get $size)))
 (memory.copy (local.get $at) (local.get $tuple) (local.get $size))
 (local.get $at))

;; The next set of so many candidates by their numbers, or the first one; whether there is one. Of candidates that are alike a set
;; takes the first ones: with each number that stands in `before` for it.
(func $next_subset (param $chosen i32) (param $before i32) (param $count i64) (param $size i64) (param $first i32) (result i32)
 (local $at i64) (local $next i64)
 (if (i64.gt_s (local.get $size) (local.get $count)) (then (return (i32.const 0))))
 (if (i64.eqz (local.get $size)) (then (return (local.get $first))))
 (if (local.get $first)
  (then (local.set $at (i64.const 0)) (local.set $next (i64.const 0)))
  (else (local.set $at (i64.sub (local.get $size) (i64.const 1)))
        (local.set $next (i64.add (i64.load (i32.add (local.get $chosen) (i32.shl (i32.wrap_i64 (local.get $at)) (i32.const 3)))) (i64.const 1)))))
 (loop $try
  (global.set $fuel (i32.sub (global.get $fuel) (i32.const 1)))
  (if (i32.lt_s (global.get $fuel) (i32.const 0)) (then (unreachable)))
  (block $taken
   (loop $candidate
    (if (i64.lt_s (local.get $next) (local.get $count)) (then
     (br_if $taken (i64.lt_s (i64.load (i32.add (local.get $before) (i32.shl (i32.wrap_i64 (local.get $next)) (i32.const 3)))) (i64.const 0)))
     (br_if $taken (call $may_be_taken (local.get $chosen) (local.get $at) (i64.load (i32.add (local.get $before) (i32.shl (i32.wrap_i64 (local.get $next)) (i32.const 3))))))
     (local.set $next (i64.add (local.get $next) (i64.const 1)))
     (br $candidate))))
   (if (i64.eqz (local.get $at)) (then (return (i32.const 0))))
   (local.set $at (i64.sub (local.get $at) (i64.const 1)))
   (local.set $next (i64.add (i64.load (i32.add (local.get $chosen) (i32.shl (i32.wrap_i64 (local.get $at)) (i32.const 3)))) (i64.const 1)))
   (br $try))
  (i64.store (i32.add (local.get $chosen) (i32.shl (i32.wrap_i64 (local.get $at)) (i32.const 3))) (local.get $next))
  (local.set $at (i64.add (local.get $at) (i64.const 1)))
  (local.set $next (i64.add (local.get $next) (i64.const 1)))
  (br_if $try (i64.lt_s (local.get $at) (local.get $size))))
 (i32.const 1))

;; The next set of so many of some members, by their addresses in `chosen`, in the order of these; whether there is one.
(func $next_of_all (param $chosen i32) (param $size i32) (param $last i32) (result i32) (local $at i32) (local $end i32) (local $one i32)
 (local.set $end (i32.add (local.get $chosen) (i32.shl (local.get $size) (i32.const 2))))
 (local.set $at (local.get $end))
 (block $none (loop $try
  (br_if $none (i32.le_u (local.get $at) (local.get $chosen)))
  (local.set $at (i32.sub (local.get $at) (i32.const 4)))
  (local.set $one (i32.load (local.get $at)))
  (if (i32.lt_u (local.get $one) (local.get $last)) (then
   (loop $fill
    (local.set $one (i32.add (local.get $one) (i32.const 8)))
    (i32.store (local.get $at) (local.get $one))
    (local.set $at (i32.add (local.get $at) (i32.const 4)))
    (br_if $fill (i32.lt_u (local.get $at) (local.get $end))))
   (return (i32.const 1))))
  (local.set $last (i32.sub (local.get $last) (i32.const 8)))
  (br $try)))
 (i32.const 0))

;; The first of these sets; whether there are so many members.
(func $first_of_all (param $chosen i32) (param $size i32) (param $members i32) (param $last i32) (result i32) (local $end i32)
 (local.set $members (i32.add (local.get $members) (i32.const 8)))
 (local.set $end (i32.add (local.get $chosen) (i32.shl (local.get $size) (i32.const 2))))
 (block $done (loop $next
  (br_if $done (i32.ge_u (local.get $chosen) (local.get $end)))
  (if (i32.gt_u (local.get $members) (local.get $last)) (then (return (i32.const 0))))
  (i32.store (local.get $chosen) (local.get $members))
  (local.set $chosen (i32.add (local.get $chosen) (i32.const 4)))
  (local.set $members (i32.add (local.get $members) (i32.const 8)))
  (br $next)))
 (i32.const 1))

;; The members at these addresses, as a tuple that stays until the next list.
(func $set_of_all (param $chosen i32) (param $size i32) (result i32) (local $at i32) (local $to i32) (local $end i32)
 (local.set $at (global.get $sets))
 (local.set $to (i32.add (local.get $at) (i32.const 8)))
 (local.set $end (i32.add (local.get $to) (i32.shl (local.get $size) (i32.const 3))))
 (if (i32.gt_u (local.get $end) (global.get $sets_end)) (then (unreachable)))
 (global.set $sets (local.get $end))
 (i64.store (local.get $at) (i64.extend_i32_u (local.get $size)))
 (block $done (loop $next
  (br_if $done (i32.ge_u (local.get $to) (local.get $end)))
  (i64.store (local.get $to) (i64.load (i32.load (local.get $chosen))))
  (local.set $to (i32.add (local.get $to) (i32.const 8)))
  (local.set $chosen (i32.add (local.get $chosen) (i32.const 4)))
  (br $next)))
 (local.get $at))

;; How many sets of so many there are of so many members; more than a list may have are too many.
(func $sets_among (param $members i64) (param $size i64) (result i64) (local $found i64) (local $at i64)
 (if (i64.gt_s (local.get $size) (local.get $members)) (then (return (i64.const 0))))
 (local.set $found (i64.const 1))
 (if (i64.gt_s (i64.shl (local.get $size) (i64.const 1)) (local.get $members)) (then
  (local.set $size (i64.sub (local.get $members) (local.get $size)))))
 (block $done (loop $next
  (br_if $done (i64.ge_s (local.get $at) (local.get $size)))
  (local.set $found (i64.mul (local.get $found) (i64.sub (local.get $members) (local.get $at))))
  (local.set $at (i64.add (local.get $at) (i64.const 1)))
  (local.set $found (i64.div_u (local.get $found) (local.get $at)))
  (if (i64.gt_u (local.get $found) (i64.const 65536)) (then (unreachable)))
  (br $next)))
 (local.get $found))

;; How many there are of all sizes from one up to another.
(func $sets_of (param $members i32) (param $least i64) (param $most i64) (result i64) (local $found i64)
 (local.set $most (call $min (local.get $most) (i64.load (local.get $members))))
 (block $done (loop $next
  (br_if $done (i64.gt_s (local.get $least) (local.get $most)))
  (local.set $found (i64.add (local.get $found) (call $sets_among (i64.load (local.get $members)) (local.get $least))))
  (if (i64.gt_u (local.get $found) (i64.const 65536)) (then (unreachable)))
  (local.set $least (i64.add (local.get $least) (i64.const 1)))
  (br $next)))
 (local.get $found))

;; The one of these sets which has this number, as the list of all of them would have it.
(func $set_with_number (param $members i32) (param $size i64) (param $left i64) (result i32)
 (local $count i64) (local $all i64) (local $at i32) (local $to i32) (local $one i64)
 (local.set $all (i64.load (local.get $members)))
 (block $found (loop $next
  (local.set $count (call $sets_among (local.get $all) (local.get $size)))
  (br_if $found (i64.lt_u (local.get $left) (local.get $count)))
  (local.set $left (i64.sub (local.get $left) (local.get $count)))
  (local.set $size (i64.add (local.get $size) (i64.const 1)))
  (br $next)))
 (local.set $at (global.get $sets_base))
 (local.set $to (i32.add (local.get $at) (i32.const 8)))
 (global.set $sets (i32.add (local.get $to) (i32.shl (i32.wrap_i64 (local.get $size)) (i32.const 3))))
 (if (i32.gt_u (global.get $sets) (global.get $sets_end)) (then (unreachable)))
 (i64.store (local.get $at) (local.get $size))
 (block $done (loop $member
  (br_if $done (i64.eqz (local.get $size)))
  (local.set $one (i64.add (local.get $one) (i64.const 1)))
  (local.set $count (call $sets_among (i64.sub (local.get $all) (local.get $one)) (i64.sub (local.get $size) (i64.const 1))))
  (if (i64.lt_u (local.get $left) (local.get $count))
   (then
    (i64.store (local.get $to) (i64.load (i32.add (local.get $members) (i32.shl (i32.wrap_i64 (local.get $one)) (i32.const 3)))))
    (local.set $to (i32.add (local.get $to) (i32.const 8)))
    (local.set $size (i64.sub (local.get $size) (i64.const 1))))
   (else (local.set $left (i64.sub (local.get $left) (local.get $count)))))
  (br $member)))
 (local.get $at))

(func $number_at (param $numbers i32) (param $index i64) (result i64)
 (i64.load (i32.add (local.get $numbers) (i32.shl (i32.wrap_i64 (local.get $index)) (i32.const 3)))))

;; Whether the one before it is among the first numbers that are chosen, or there is none before it.
(func $may_be_taken (param $chosen i32) (param $count i64) (param $before i64) (result i32)
 (if (i64.lt_s (local.get $before) (i64.const 0)) (then (return (i32.const 1))))
 (call $held (i32.sub (local.get $chosen) (i32.const 8))
  (i32.add (local.get $chosen) (i32.shl (i32.wrap_i64 (local.get $count)) (i32.const 3))) (local.get $before)))

;; The members with these numbers, as a tuple that stays until the next list.
(func $chosen_set (param $members i32) (param $chosen i32) (param $size i64) (result i32) (local $at i32) (local $to i32)
 (local.set $at (global.get $sets))
 (local.set $to (i32.add (local.get $at) (i32.const 8)))
 (global.set $sets (i32.add (local.get $to) (i32.shl (i32.wrap_i64 (local.get $size)) (i32.const 3))))
 (if (i32.gt_u (global.get $sets) (global.get $sets_end)) (then (unreachable)))
 (i64.store (local.get $at) (local.get $size))
 (block $done (loop $next
  (br_if $done (i32.ge_u (local.get $to) (global.get $sets)))
  (i64.store (local.get $to) (i64.load offset=8 (i32.add (local.get $members) (i32.shl (i32.wrap_i64 (i64.load (local.get $chosen))) (i32.const 3)))))
  (local.set $to (i32.add (local.get $to) (i32.const 8)))
  (local.set $chosen (i32.add (local.get $chosen) (i32.const 8)))
  (br $next)))
 (local.get $at))

;; A tuple as an entry of a choice: it stays until the next list.
(func $kept (param $tuple i32) (result i32) (local $at i32) (local $size i32)
 (if (i32.eqz (local.get $tuple)) (then (return (i32.const 0))))
 (local.set $at (global.get $sets))
 (local.set $size (i32.sub (call $end_of (local.get $tuple)) (local.get $tuple)))
 (global.set $sets (i32.add (local.get $at) (local.get $size)))
 (if (i32.gt_u (global.get $sets) (global.get $sets_end)) (then (unreachable)))
 (memory.copy (local.get $at) (local.get $tuple) (local.get $size))
 (local.get $at))

;; A hook that is to act, in its place by its key among those before it.
(func $insert_hook (param $items i32) (param $keys i32) (param $room i64) (param $key i64)
 (param $number i64) (param $this i64) (param $owner i64) (param $copies i64) (local $at i32) (local $row i32)
 (if (i64.ge_s (i64.load (local.get $items)) (local.get $room)) (then (unreachable)))
 (local.set $at (i32.add (local.get $keys) (i32.shl (i32.wrap_i64 (i64.load (local.get $items))) (i32.const 3))))
 (local.set $row (i32.add (i32.add (local.get $items) (i32.const 8)) (i32.shl (i32.wrap_i64 (i64.load (local.get $items))) (i32.const 5))))
 (block $placed (loop $shift
  (br_if $placed (i32.le_u (local.get $at) (local.get $keys)))
  (br_if $placed (i64.le_s (i64.load (i32.sub (local.get $at) (i32.const 8))) (local.get $key)))
  (i64.store (local.get $at) (i64.load (i32.sub (local.get $at) (i32.const 8))))
  (memory.copy (local.get $row) (i32.sub (local.get $row) (i32.const 32)) (i32.const 32))
  (local.set $at (i32.sub (local.get $at) (i32.const 8)))
  (local.set $row (i32.sub (local.get $row) (i32.const 32)))
  (br $shift)))
 (i64.store (local.get $at) (local.get $key))
 (i64.store (local.get $row) (local.get $number))
 (i64.store offset=8 (local.get $row) (local.get $this))
 (i64.store offset=16 (local.get $row) (local.get $owner))
 (i64.store offset=24 (local.get $row) (local.get $copies))
 (i64.store (local.get $items) (i64.add (i64.load (local.get $items)) (i64.const 1))))

;; ---------------------------------------------------------------- chance

;; Where the one of the bits that are set stands which has this number.
(func $nth_bit (param $bits i64) (param $number i64) (result i64) (local $count i64) (local $behind i64) (local $at i64)
 (local.set $count (i64.popcnt (i64.and (local.get $bits) (i64.const 0xFFFFFFFF))))
 (local.set $behind (i64.extend_i32_u (i64.ge_u (local.get $number) (local.get $count))))
 (local.set $number (i64.sub (local.get $number) (i64.mul (local.get $count) (local.get $behind))))
 (local.set $at (i64.shl (local.get $behind) (i64.const 5)))
 (local.set $count (i64.popcnt (i64.and (i64.shr_u (local.get $bits) (local.get $at)) (i64.const 0xFFFF))))
 (local.set $behind (i64.extend_i32_u (i64.ge_u (local.get $number) (local.get $count))))
 (local.set $number (i64.sub (local.get $number) (i64.mul (local.get $count) (local.get $behind))))
 (local.set $at (i64.add (local.get $at) (i64.shl (local.get $behind) (i64.const 4))))
 (local.set $count (i64.popcnt (i64.and (i64.shr_u (local.get $bits) (local.get $at)) (i64.const 0xFF))))
 (local.set $behind (i64.extend_i32_u (i64.ge_u (local.get $number) (local.get $count))))
 (local.set $number (i64.sub (local.get $number) (i64.mul (local.get $count) (local.get $behind))))
 (local.set $at (i64.add (local.get $at) (i64.shl (local.get $behind) (i64.const 3))))
 (local.set $bits (i64.shr_u (local.get $bits) (local.get $at)))
 (block $found (loop $next
  (br_if $found (i64.eqz (local.get $number)))
  (local.set $bits (i64.and (local.get $bits) (i64.sub (local.get $bits) (i64.const 1))))
  (local.set $number (i64.sub (local.get $number) (i64.const 1)))
  (br $next)))
 (i64.add (local.get $at) (i64.ctz (local.get $bits))))

(func $mix (param $x i64) (result i64)
 (local.set $x (i64.mul (i64.xor (local.get $x) (i64.shr_u (local.get $x) (i64.const 30))) (i64.const 0xBF58476D1CE4E5B9)))
 (local.set $x (i64.mul (i64.xor (local.get $x) (i64.shr_u (local.get $x) (i64.const 27))) (i64.const 0x94D049BB133111EB)))
 (i64.xor (local.get $x) (i64.shr_u (local.get $x) (i64.const 31))))

(func $absorb (param $state i64) (param $word i64) (result i64)
 (call $mix (i64.xor (i64.add (local.get $state) (i64.const 0x9E3779B97F4A7C15)) (local.get $word))))

;; A number below 2^63 as a part of a name.
(func $absorb_part (param $state i64) (param $number i64) (result i64)
 (call $absorb (call $absorb (call $absorb (local.get $state) (i64.const 0)) (i64.const 1)) (local.get $number)))

;; A seed of any 64 bits, without a sign.
(func $absorb_seed (param $seed i64) (result i64)
 (if (i64.lt_s (local.get $seed) (i64.const 0))
  (then (return (call $absorb (call $absorb (call $absorb (i64.const 0) (i64.const 2)) (local.get $seed)) (i64.const 0)))))
 (call $absorb (call $absorb (i64.const 0) (i64.const 1)) (local.get $seed)))

;; The upper 64 bits of a product without signs.
(func $upper (param $a i64) (param $b i64) (result i64) (local $low i64) (local $mid i64) (local $cross i64)
 (if (i64.lt_u (local.get $b) (i64.const 0x80000000)) (then
  (return (i64.shr_u (i64.add (i64.mul (i64.shr_u (local.get $a) (i64.const 32)) (local.get $b))
                              (i64.shr_u (i64.mul (i64.and (local.get $a) (i64.const 0xFFFFFFFF)) (local.get $b)) (i64.const 32)))
                     (i64.const 32)))))
 (local.set $low (i64.mul (i64.and (local.get $a) (i64.const 0xFFFFFFFF)) (i64.and (local.get $b) (i64.const 0xFFFFFFFF))))
 (local.set $mid (i64.add (i64.mul (i64.shr_u (local.get $a) (i64.const 32)) (i64.and (local.get $b) (i64.const 0xFFFFFFFF)))
                          (i64.shr_u (local.get $low) (i64.const 32))))
 (local.set $cross (i64.add (i64.mul (i64.and (local.get $a) (i64.const 0xFFFFFFFF)) (i64.shr_u (local.get $b) (i64.const 32)))
                            (i64.and (local.get $mid) (i64.const 0xFFFFFFFF))))
 (i64.add (i64.add (i64.mul (i64.shr_u (local.get $a) (i64.const 32)) (i64.shr_u (local.get $b) (i64.const 32)))
                   (i64.shr_u (local.get $mid) (i64.const 32)))
          (i64.shr_u (local.get $cross) (i64.const 32))))

;; A number below a bound, by the generator whose state stands at an address; every one exactly equally likely.
(func $below (param $at i32) (param $bound i64) (result i64) (local $state i64) (local $x i64) (local $rejected i64)
 (if (i64.le_s (local.get $bound) (i64.const 0)) (then (unreachable)))
 (local.set $state (i64.add (i64.load (local.get $at)) (i64.const 0x9E3779B97F4A7C15)))
 ;; $mix and, for what is below 2^31, $upper, written down here
 (local.set $x (i64.mul (i64.xor (local.get $state) (i64.shr_u (local.get $state) (i64.const 30))) (i64.const 0xBF58476D1CE4E5B9)))
 (local.set $x (i64.mul (i64.xor (local.get $x) (i64.shr_u (local.get $x) (i64.const 27))) (i64.const 0x94D049BB133111EB)))
 (local.set $x (i64.xor (local.get $x) (i64.shr_u (local.get $x) (i64.const 31))))
 (if (i64.lt_u (i64.mul (local.get $x) (local.get $bound)) (local.get $bound)) (then
  (local.set $rejected (i64.rem_u (i64.sub (i64.const 0) (local.get $bound)) (local.get $bound)))
  (block $done (loop $again
   (br_if $done (i64.ge_u (i64.mul (local.get $x) (local.get $bound)) (local.get $rejected)))
   (local.set $state (i64.add (local.get $state) (i64.const 0x9E3779B97F4A7C15)))
   (local.set $x (call $mix (local.get $state)))
   (br $again)))))
 (i64.store (local.get $at) (local.get $state))
 (if (i64.lt_u (local.get $bound) (i64.const 0x80000000)) (then
  (return (i64.shr_u (i64.add (i64.mul (i64.shr_u (local.get $x) (i64.const 32)) (local.get $bound))
                              (i64.shr_u (i64.mul (i64.and (local.get $x) (i64.const 0xFFFFFFFF)) (local.get $bound)) (i64.const 32)))
                     (i64.const 32)))))
 (call $upper (local.get $x) (local.get $bound)))

;; ---------------------------------------------------------------- records

(func $say (param $byte i32)
 (if (i32.ge_u (global.get $out) (global.get $out_end)) (then (unreachable)))
 (i32.store8 (global.get $out) (local.get $byte))
 (global.set $out (i32.add (global.get $out) (i32.const 1))))

;; A number without a sign in decimals.
(func $say_unsigned (param $n i64) (local $at i32) (local $digits i32) (local $m i64)
 (if (i64.lt_u (local.get $n) (i64.const 10)) (then (call $say (i32.add (i32.wrap_i64 (local.get $n)) (i32.const 48))) (return)))
 (local.set $m (local.get $n))
 (loop $count
  (local.set $digits (i32.add (local.get $digits) (i32.const 1)))
  (local.set $m (i64.div_u (local.get $m) (i64.const 10)))
  (br_if $count (i64.ne (local.get $m) (i64.const 0))))
 (local.set $at (i32.add (global.get $out) (local.get $digits)))
 (if (i32.ge_u (local.get $at) (global.get $out_end)) (then (unreachable)))
 (global.set $out (local.get $at))
 (loop $write
  (local.set $at (i32.sub (local.get $at) (i32.const 1)))
  (local.set $m (i64.div_u (local.get $n) (i64.const 10)))
  (i32.store8 (local.get $at) (i32.add (i32.wrap_i64 (i64.sub (local.get $n) (i64.mul (local.get $m) (i64.const 10)))) (i32.const 48)))
  (local.set $n (local.get $m))
  (br_if $write (i64.ne (local.get $n) (i64.const 0)))))

;; A number, or null.
(func $say_number (param $n i64)
 (if (i64.eq (local.get $n) (i64.const -9223372036854775808)) (then
  (call $say (i32.const 110)) (call $say (i32.const 117)) (call $say (i32.const 108)) (call $say (i32.const 108)) (return)))
 (if (i64.lt_s (local.get $n) (i64.const 0)) (then (call $say (i32.const 45)) (local.set $n (i64.sub (i64.const 0) (local.get $n)))))
 (call $say_unsigned (local.get $n)))

(func $say_truth (param $n i64)
 (if (i64.eqz (local.get $n)) (then
  (call $say (i32.const 102)) (call $say (i32.const 97)) (call $say (i32.const 108)) (call $say (i32.const 115)) (call $say (i32.const 101)) (return)))
 (call $say (i32.const 116)) (call $say (i32.const 114)) (call $say (i32.const 117)) (call $say (i32.const 101)))

;; The numbers of a tuple.
(func $say_tuple (param $tuple i32) (local $end i32)
 (local.set $end (call $end_of (local.get $tuple)))
 (local.set $tuple (i32.add (local.get $tuple) (i32.const 8)))
 (call $say (i32.const 91))
 (block $done (loop $next
  (br_if $done (i32.ge_u (local.get $tuple) (local.get $end)))
  (call $say_number (i64.load (local.get $tuple)))
  (local.set $tuple (i32.add (local.get $tuple) (i32.const 8)))
  (br_if $done (i32.ge_u (local.get $tuple) (local.get $end)))
  (call $say (i32.const 44))
  (br $next)))
 (call $say (i32.const 93)))

;; ---------------------------------------------------------------- bundles

(func $zeros (param $count i32) (result i32) (local $at i32)
 (local.set $at (call $room (i32.shl (i32.add (local.get $count) (i32.const 1)) (i32.const 3))))
 (memory.fill (local.get $at) (i32.const 0) (i32.shl (i32.add (local.get $count) (i32.const 1)) (i32.const 3)))
 (i64.store (local.get $at) (i64.extend_i32_u (local.get $count)))
 (local.get $at))

(func $add_to (param $to i32) (param $bundle i32) (local $end i32)
 (local.set $end (call $end_of (local.get $to)))
 (block $done (loop $next
  (local.set $to (i32.add (local.get $to) (i32.const 8)))
  (local.set $bundle (i32.add (local.get $bundle) (i32.const 8)))
  (br_if $done (i32.ge_u (local.get $to) (local.get $end)))
  (i64.store (local.get $to) (call $add (i64.load (local.get $to)) (i64.load (local.get $bundle))))
  (br $next))))


;; Bundles of the same resources.

(func $bundle_add (param $a i32) (param $b i32) (result i32) (local $at i32) (local $to i32) (local $end i32)
 (local.set $at (call $copied (local.get $a)))
 (local.set $to (local.get $at))
 (local.set $end (call $end_of (local.get $at)))
 (block $done (loop $next
  (local.set $to (i32.add (local.get $to) (i32.const 8)))
  (local.set $b (i32.add (local.get $b) (i32.const 8)))
  (br_if $done (i32.ge_u (local.get $to) (local.get $end)))
  (i64.store (local.get $to) (call $add (i64.load (local.get $to)) (i64.load (local.get $b))))
  (br $next)))
 (local.get $at))

(func $bundle_mul (param $a i32) (param $b i32) (result i32) (local $at i32) (local $to i32) (local $end i32)
 (local.set $at (call $copied (local.get $a)))
 (local.set $to (local.get $at))
 (local.set $end (call $end_of (local.get $at)))
 (block $done (loop $next
  (local.set $to (i32.add (local.get $to) (i32.const 8)))
  (local.set $b (i32.add (local.get $b) (i32.const 8)))
  (br_if $done (i32.ge_u (local.get $to) (local.get $end)))
  (i64.store (local.get $to) (call $mul (i64.load (local.get $to)) (i64.load (local.get $b))))
  (br $next)))
 (local.get $at))

(func $bundle_max (param $a i32) (param $b i32) (result i32) (local $at i32) (local $to i32) (local $end i32)
 (local.set $at (call $copied (local.get $a)))
 (local.set $to (local.get $at))
 (local.set $end (call $end_of (local.get $at)))
 (block $done (loop $next
  (local.set $to (i32.add (local.get $to) (i32.const 8)))
  (local.set $b (i32.add (local.get $b) (i32.const 8)))
  (br_if $done (i32.ge_u (local.get $to) (local.get $end)))
  (i64.store (local.get $to) (call $max (i64.load (local.get $to)) (i64.load (local.get $b))))
  (br $next)))
 (local.get $at))

(func $bundle_min (param $a i32) (param $b i32) (result i32) (local $at i32) (local $to i32) (local $end i32)
 (local.set $at (call $copied (local.get $a)))
 (local.set $to (local.get $at))
 (local.set $end (call $end_of (local.get $at)))
 (block $done (loop $next
  (local.set $to (i32.add (local.get $to) (i32.const 8)))
  (local.set $b (i32.add (local.get $b) (i32.const 8)))
  (br_if $done (i32.ge_u (local.get $to) (local.get $end)))
  (i64.store (local.get $to) (call $min (i64.load (local.get $to)) (i64.load (local.get $b))))
  (br $next)))
 (local.get $at))

(func $bundle_sub (param $a i32) (param $b i32) (result i32) (local $at i32) (local $to i32) (local $end i32)
 (local.set $at (call $copied (local.get $a)))
 (local.set $to (local.get $at))
 (local.set $end (call $end_of (local.get $at)))
 (block $done (loop $next
  (local.set $to (i32.add (local.get $to) (i32.const 8)))
  (local.set $b (i32.add (local.get $b) (i32.const 8)))
  (br_if $done (i32.ge_u (local.get $to) (local.get $end)))
  (i64.store (local.get $to) (call $sub (i64.load (local.get $to)) (i64.load (local.get $b))))
  (br $next)))
 (local.get $at))

(func $bundle_scale (param $n i64) (param $a i32) (result i32) (local $at i32) (local $to i32) (local $end i32)
 (local.set $at (call $copied (local.get $a)))
 (local.set $to (local.get $at))
 (local.set $end (call $end_of (local.get $at)))
 (block $done (loop $next
  (local.set $to (i32.add (local.get $to) (i32.const 8)))
  (br_if $done (i32.ge_u (local.get $to) (local.get $end)))
  (i64.store (local.get $to) (call $mul (local.get $n) (i64.load (local.get $to))))
  (br $next)))
 (local.get $at))

;; A bundle with no more parts than a set may have.
(func $few_parts (param $bundle i32) (param $most i64) (local $end i32) (local $parts i64)
 (local.set $parts (i64.const 1))
 (local.set $end (call $end_of (local.get $bundle)))
 (block $done (loop $next
  (local.set $bundle (i32.add (local.get $bundle) (i32.const 8)))
  (br_if $done (i32.ge_u (local.get $bundle) (local.get $end)))
  (local.set $parts (call $mul (local.get $parts)
   (i64.add (call $max (i64.load (local.get $bundle)) (i64.const 0)) (i64.const 1))))
  (if (i64.gt_s (local.get $parts) (local.get $most)) (then (unreachable)))
  (br $next))))

;; The next part of a bundle, the last entry going up first; whether there is one.
(func $next_part (param $part i32) (param $bundle i32) (result i32) (local $at i32)
 (local.set $at (i32.shl (i32.wrap_i64 (i64.load (local.get $part))) (i32.const 3)))
 (block $done (loop $next
  (br_if $done (i32.le_s (local.get $at) (i32.const 0)))
  (if (i64.lt_s (i64.load (i32.add (local.get $part) (local.get $at))) (i64.load (i32.add (local.get $bundle) (local.get $at)))) (then
   (i64.store (i32.add (local.get $part) (local.get $at))
    (i64.add (i64.load (i32.add (local.get $part) (local.get $at))) (i64.const 1)))
   (return (i32.const 1))))
  (i64.store (i32.add (local.get $part) (local.get $at)) (i64.const 0))
  (local.set $at (i32.sub (local.get $at) (i32.const 8)))
  (br $next)))
 (i32.const 0))

;; Whether no entry of the first is greater than that of the second.
(func $bundle_le (param $a i32) (param $b i32) (result i32) (local $end i32)
 (local.set $end (call $end_of (local.get $a)))
 (block $done (loop $next
  (local.set $a (i32.add (local.get $a) (i32.const 8)))
  (local.set $b (i32.add (local.get $b) (i32.const 8)))
  (br_if $done (i32.ge_u (local.get $a) (local.get $end)))
  (if (i64.gt_s (i64.load (local.get $a)) (i64.load (local.get $b))) (then (return (i32.const 0))))
  (br $next)))
 (i32.const 1))


;; A set with those of another one that it has not, behind its own.
(func $with (param $a i32) (param $b i32) (result i32) (local $at i32) (local $to i32) (local $end i32)
 (local.set $end (call $end_of (local.get $a)))
 (local.set $at (call $room (i32.add (i32.sub (local.get $end) (local.get $a)) (i32.sub (call $end_of (local.get $b)) (local.get $b)))))
 (memory.copy (local.get $at) (local.get $a) (i32.sub (local.get $end) (local.get $a)))
 (local.set $to (i32.add (local.get $at) (i32.sub (local.get $end) (local.get $a))))
 (local.set $end (call $end_of (local.get $b)))
 (local.set $b (i32.add (local.get $b) (i32.const 8)))
 (block $done (loop $next
  (br_if $done (i32.ge_u (local.get $b) (local.get $end)))
  (if (i32.eqz (call $contains (local.get $a) (i64.load (local.get $b))))
   (then (i64.store (local.get $to) (i64.load (local.get $b))) (local.set $to (i32.add (local.get $to) (i32.const 8)))))
  (local.set $b (i32.add (local.get $b) (i32.const 8)))
  (br $next)))
 (i64.store (local.get $at) (i64.extend_i32_u (i32.shr_u (i32.sub (i32.sub (local.get $to) (local.get $at)) (i32.const 8)) (i32.const 3))))
 (local.get $at))

;; A set without those of another one.
(func $without (param $a i32) (param $b i32) (result i32) (local $at i32) (local $to i32) (local $end i32)
 (local.set $end (call $end_of (local.get $a)))
 (local.set $at (call $room (i32.sub (local.get $end) (local.get $a))))
 (local.set $to (i32.add (local.get $at) (i32.const 8)))
 (local.set $a (i32.add (local.get $a) (i32.const 8)))
 (block $done (loop $next
  (br_if $done (i32.ge_u (local.get $a) (local.get $end)))
  (if (i32.eqz (call $contains (local.get $b) (i64.load (local.get $a))))
   (then (i64.store (local.get $to) (i64.load (local.get $a))) (local.set $to (i32.add (local.get $to) (i32.const 8)))))
  (local.set $a (i32.add (local.get $a) (i32.const 8)))
  (br $next)))
 (i64.store (local.get $at) (i64.extend_i32_u (i32.shr_u (i32.sub (i32.sub (local.get $to) (local.get $at)) (i32.const 8)) (i32.const 3))))
 (local.get $at))

;; Whether the return address of a trial (-1) is among those of a stack from one depth up to another.
(func $leaves_trial (param $stack i32) (param $from i64) (param $to i64) (result i32)
 (local.set $from (call $max (local.get $from) (i64.const 0)))
 (block $done (loop $next
  (br_if $done (i64.ge_s (local.get $from) (local.get $to)))
  (if (i64.eq (call $number_at (local.get $stack) (local.get $from)) (i64.const -1)) (then (return (i32.const 1))))
  (local.set $from (i64.add (local.get $from) (i64.const 1)))
  (br $next)))
 (i32.const 0))

;; ---------------------------------------------------------------- noted positions

;; One more row of a seat and a digest.
(func $note (param $log i32) (param $room i64) (param $seat i64) (param $digest i64) (local $at i32)
 (if (i64.ge_s (i64.load (local.get $log)) (local.get $room)) (then (unreachable)))
 (local.set $at (i32.add (local.get $log) (i32.shl (i32.wrap_i64 (i64.load (local.get $log))) (i32.const 4))))
 (i64.store offset=8 (local.get $at) (local.get $seat))
 (i64.store offset=16 (local.get $at) (local.get $digest))
 (i64.store (local.get $log) (i64.add (i64.load (local.get $log)) (i64.const 1))))

;; How many rows have this digest.
(func $stood (param $log i32) (param $digest i64) (result i64) (local $end i32) (local $found i64)
 (local.set $end (i32.add (local.get $log) (i32.shl (i32.wrap_i64 (i64.load (local.get $log))) (i32.const 4))))
 (block $done (loop $next
  (br_if $done (i32.ge_u (local.get $log) (local.get $end)))
  (local.set $found (i64.add (local.get $found) (i64.extend_i32_u (i64.eq (i64.load offset=16 (local.get $log)) (local.get $digest)))))
  (local.set $log (i32.add (local.get $log) (i32.const 16)))
  (br $next)))
 (local.get $found))

;; How many rows have this digest and this seat.
(func $stood_with (param $log i32) (param $digest i64) (param $seat i64) (result i64) (local $end i32) (local $found i64)
 (local.set $end (i32.add (local.get $log) (i32.shl (i32.wrap_i64 (i64.load (local.get $log))) (i32.const 4))))
 (block $done (loop $next
  (br_if $done (i32.ge_u (local.get $log) (local.get $end)))
  (local.set $found (i64.add (local.get $found) (i64.extend_i32_u (i32.and
   (i64.eq (i64.load offset=16 (local.get $log)) (local.get $digest)) (i64.eq (i64.load offset=8 (local.get $log)) (local.get $seat))))))
  (local.set $log (i32.add (local.get $log) (i32.const 16)))
  (br $next)))
 (local.get $found))

;; ---------------------------------------------------------------- bounds

;; Take from what may still be done before the next stop.
(func $spend (param $steps i32)
 (global.set $fuel (i32.sub (global.get $fuel) (local.get $steps)))
 (if (i32.lt_s (global.get $fuel) (i32.const 0)) (then (unreachable))))

;; ---------------------------------------------------------------- choices that are kept

;; Room for a choice in the making: where its numbers begin.
(func $pack_room (param $most i32) (result i32)
 (i32.add (call $room (i32.shl (i32.add (local.get $most) (i32.const 1)) (i32.const 3))) (i32.const 8)))

;; One number more.
(func $pack_number (param $to i32) (param $end i32) (param $one i64) (result i32)
 (if (i32.ge_u (local.get $to) (local.get $end)) (then (unreachable)))
 (i64.store (local.get $to) (local.get $one))
 (i32.add (local.get $to) (i32.const 8)))

;; A tuple, or nothing (0), with its length before it.
(func $pack_tuple (param $to i32) (param $end i32) (param $tuple i32) (result i32) (local $size i32)
 (if (i32.eqz (local.get $tuple)) (then (return (call $pack_number (local.get $to) (local.get $end) (i64.const -1)))))
 (local.set $size (i32.sub (call $end_of (local.get $tuple)) (local.get $tuple)))
 (if (i32.gt_u (i32.add (local.get $to) (local.get $size)) (local.get $end)) (then (unreachable)))
 (memory.copy (local.get $to) (local.get $tuple) (local.get $size))
 (i32.add (local.get $to) (local.get $size)))

;; The length of what was made since then is written before it; its address.
(func $packed (param $start i32) (param $to i32) (result i32)
 (i64.store (i32.sub (local.get $start) (i32.const 8))
  (i64.extend_i32_u (i32.shr_u (i32.sub (local.get $to) (local.get $start)) (i32.const 3))))
 (global.set $arena (local.get $to))
 (i32.sub (local.get $start) (i32.const 8)))

;; The address behind a tuple that may be nothing.
(func $behind (param $tuple i32) (result i32)
 (if (i64.lt_s (i64.load (local.get $tuple)) (i64.const 0)) (then (return (i32.add (local.get $tuple) (i32.const 8)))))
 (call $end_of (local.get $tuple)))

;; A choice more among those that are kept one behind the other.
(func $append_packed (param $to i32) (param $packed i32) (param $room i64) (local $used i64) (local $size i32)
 (local.set $used (call $max (i64.load (local.get $to)) (i64.const 0)))
 (local.set $size (i32.sub (call $end_of (local.get $packed)) (local.get $packed)))
 (if (i64.gt_s (i64.add (local.get $used) (i64.extend_i32_u (i32.shr_u (local.get $size) (i32.const 3)))) (local.get $room)) (then (unreachable)))
 (memory.copy (i32.add (local.get $to) (i32.shl (i32.wrap_i64 (i64.add (local.get $used) (i64.const 1))) (i32.const 3)))
  (local.get $packed) (local.get $size))
 (i64.store (local.get $to) (i64.add (local.get $used) (i64.extend_i32_u (i32.shr_u (local.get $size) (i32.const 3))))))

;; Whether a choice is among those that are kept one behind the other.
(func $holds_packed (param $kept i32) (param $packed i32) (result i32) (local $end i32)
 (local.set $end (call $behind (local.get $kept)))
 (local.set $kept (i32.add (local.get $kept) (i32.const 8)))
 (block $done (loop $next
  (br_if $done (i32.ge_u (local.get $kept) (local.get $end)))
  (if (call $same (local.get $kept) (local.get $packed)) (then (return (i32.const 1))))
  (local.set $kept (call $end_of (local.get $kept)))
  (br $next)))
 (i32.const 0))

;; The address behind some groups.
(func $behind_groups (param $groups i32) (result i32) (local $left i64)
 (local.set $left (i64.load (local.get $groups)))
 (local.set $groups (i32.add (local.get $groups) (i32.const 8)))
 (block $done (loop $next
  (br_if $done (i64.eqz (local.get $left)))
  (local.set $groups (call $end_of (local.get $groups)))
  (local.set $left (i64.sub (local.get $left) (i64.const 1)))
  (br $next)))
 (local.get $groups))

;; The first of the group to which a member belongs; itself where it belongs to none.
(func $first_alike (param $groups i32) (param $one i64) (result i64) (local $left i64)
 (local.set $left (i64.load (local.get $groups)))
 (local.set $groups (i32.add (local.get $groups) (i32.const 8)))
 (block $done (loop $next
  (br_if $done (i64.eqz (local.get $left)))
  (if (call $contains (local.get $groups) (local.get $one)) (then (return (i64.load offset=8 (local.get $groups)))))
  (local.set $groups (call $end_of (local.get $groups)))
  (local.set $left (i64.sub (local.get $left) (i64.const 1)))
  (br $next)))
 (local.get $one))

;; A tuple of the first ones of all members, in their order.
(func $all_first_alike (param $groups i32) (param $tuple i32) (result i32) (local $at i32) (local $end i32)
 (local.set $tuple (call $copied (local.get $tuple)))
 (local.set $at (i32.add (local.get $tuple) (i32.const 8)))
 (local.set $end (call $end_of (local.get $tuple)))
 (block $done (loop $next
  (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
  (i64.store (local.get $at) (call $first_alike (local.get $groups) (i64.load (local.get $at))))
  (local.set $at (i32.add (local.get $at) (i32.const 8)))
  (br $next)))
 (call $sort (local.get $tuple) (call $copied (local.get $tuple)))
 (local.get $tuple))

;; ---------------------------------------------------------------- ways to pay

;; Of what covers a cost each source is a row: its rank, what it takes, what it covers, how much at most.
(func $source_at (param $sources i32) (param $number i32) (result i32)
 (i32.add (i32.add (local.get $sources) (i32.const 8)) (i32.shl (local.get $number) (i32.const 5))))

;; Whether a later source of the same rank covers the same.
(func $is_shared (param $sources i32) (param $number i32) (param $count i32) (result i32) (local $row i32) (local $other i32)
 (local.set $row (call $source_at (local.get $sources) (local.get $number)))
 (block $done (loop $next
  (local.set $number (i32.add (local.get $number) (i32.const 1)))
  (br_if $done (i32.ge_u (local.get $number) (local.get $count)))
  (local.set $other (call $source_at (local.get $sources) (local.get $number)))
  (if (i64.eq (i64.load (local.get $other)) (i64.load (local.get $row))) (then
   (if (i64.eq (i64.load offset=16 (local.get $other)) (i64.load offset=16 (local.get $row))) (then (return (i32.const 1))))))
  (br $next)))
 (i32.const 0))

;; One source more, behind those before it.
(func $add_source (param $sources i32) (param $rank i64) (param $takes i64) (param $covers i64) (param $most i64) (local $row i32)
 (local.set $row (call $room (i32.const 32)))
 (i64.store (local.get $row) (local.get $rank))
 (i64.store offset=8 (local.get $row) (local.get $takes))
 (i64.store offset=16 (local.get $row) (local.get $covers))
 (i64.store offset=24 (local.get $row) (local.get $most))
 (i64.store (local.get $sources) (i64.add (i64.load (local.get $sources)) (i64.const 4))))

(func $some_left (param $due i32) (result i32) (local $end i32)
 (local.set $end (call $end_of (local.get $due)))
 (block $done (loop $next
  (local.set $due (i32.add (local.get $due) (i32.const 8)))
  (br_if $done (i32.ge_u (local.get $due) (local.get $end)))
  (if (i64.ne (i64.load (local.get $due)) (i64.const 0)) (then (return (i32.const 1))))
  (br $next)))
 (i32.const 0))

(func $entry (param $tuple i32) (param $number i64) (result i32)
 (i32.add (i32.add (local.get $tuple) (i32.const 8)) (i32.shl (i32.wrap_i64 (local.get $number)) (i32.const 3))))

(func $change (param $at i32) (param $by i64)
 (i64.store (local.get $at) (i64.add (i64.load (local.get $at)) (local.get $by))))

;; Ways to cover what is due from the source of this number on, the usual one first: the first one ($ways is 0), which then stands in
;; `spent`, or all, as addresses behind each other, each once. Whether it is done.
(func $spread (param $sources i32) (param $number i32) (param $held i32) (param $due i32) (param $spent i32) (param $ways i32) (result i32)
 (local $row i32) (local $units i64) (local $least i64)
 (call $spend (i32.const 3))
 (if (i32.ge_u (local.get $number) (i32.wrap_i64 (i64.load (local.get $spent)))) (then
  (if (call $some_left (local.get $due)) (then (return (i32.const 0))))
  (if (i32.eqz (local.get $ways)) (then (return (i32.const 1))))
  (call $add_way (local.get $ways) (local.get $spent))
  (return (i32.const 0))))
 (local.set $row (call $source_at (local.get $sources) (local.get $number)))
 (local.set $units (call $max (i64.const 0) (call $min
  (i64.load (call $entry (local.get $held) (i64.load offset=8 (local.get $row))))
  (i64.load (call $entry (local.get $due) (i64.load offset=16 (local.get $row)))))))
 (if (i64.ne (i64.load offset=24 (local.get $row)) (i64.const -9223372036854775808)) (then
  (local.set $units (call $min (local.get $units) (call $max (i64.load offset=24 (local.get $row)) (i64.const 0))))))
 (local.set $least (local.get $units))
 (if (call $is_shared (local.get $sources) (local.get $number) (i32.wrap_i64 (i64.load (local.get $spent)))) (then (local.set $least (i64.const 0))))
 (block $done (loop $next
  (br_if $done (i64.lt_s (local.get $units) (local.get $least)))
  (call $change (call $entry (local.get $held) (i64.load offset=8 (local.get $row))) (i64.sub (i64.const 0) (local.get $units)))
  (call $change (call $entry (local.get $due) (i64.load offset=16 (local.get $row))) (i64.sub (i64.const 0) (local.get $units)))
  (i64.store (call $entry (local.get $spent) (i64.extend_i32_u (local.get $number))) (local.get $units))
  (if (call $spread (local.get $sources) (i32.add (local.get $number) (i32.const 1)) (local.get $held) (local.get $due) (local.get $spent) (local.get $ways))
   (then (return (i32.const 1))))
  (call $change (call $entry (local.get $held) (i64.load offset=8 (local.get $row))) (local.get $units))
  (call $change (call $entry (local.get $due) (i64.load offset=16 (local.get $row))) (local.get $units))
  (local.set $units (i64.sub (local.get $units) (i64.const 1)))
  (br $next)))
 (i32.const 0))

;; One way more, unless it is there.
(func $add_way (param $ways i32) (param $spent i32) (local $at i32) (local $end i32)
 (local.set $end (call $end_of (local.get $ways)))
 (local.set $at (i32.add (local.get $ways) (i32.const 8)))
 (block $done (loop $next
  (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
  (if (call $same (i32.wrap_i64 (i64.load (local.get $at))) (local.get $spent)) (then (return)))
  (local.set $at (i32.add (local.get $at) (i32.const 8)))
  (br $next)))
 (if (i64.ge_s (i64.load (local.get $ways)) (i64.const 1024)) (then (unreachable)))
 (i64.store (local.get $end) (i64.extend_i32_u (call $copied (local.get $spent))))
 (i64.store (local.get $ways) (i64.add (i64.load (local.get $ways)) (i64.const 1))))

;; ---------------------------------------------------------------- names

;; A name with the members of a tuple, or with nothing (0).
(func $absorb_tuple (param $name i64) (param $tuple i32) (result i64) (local $end i32)
 (if (i32.eqz (local.get $tuple)) (then (return (call $absorb (local.get $name) (i64.const -9223372036854775808)))))
 (local.set $end (call $end_of (local.get $tuple)))
 (loop $next
  (local.set $name (call $absorb (local.get $name) (i64.load (local.get $tuple))))
  (local.set $tuple (i32.add (local.get $tuple) (i32.const 8)))
  (br_if $next (i32.lt_u (local.get $tuple) (local.get $end))))
 (local.get $name))
