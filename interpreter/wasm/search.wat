;; The iterations of a search, tree and all: what `interpreter/search/plain.py` does, to the last bit.
;; The numbers of places in memory are the globals that begin with $at_; functions of the game are made in `play/searching.py`.
;;
;; A node: 0 visits, 8 width, 16 passed (the iteration that came here last), 20 the last of its edges, 24 rewards that are proven (0: none).
;; An edge: 0 its key, 8 visits, 16 total, 24 offered, 32 prior, 40 the node below, 44 stamp, 48 rewards that are proven,
;; 52 whether its prior is known, 56 the edge before it. What one seat sees of others is an edge, too, of which only the node below counts.

(global $heap (export "heap") (mut i32) (i32.const 0))
(global $table (mut i32) (i32.const 0))
(global $table_mask (mut i32) (i32.const 0))
(global $table_count (mut i32) (i32.const 0))
(global $names (mut i32) (i32.const 0))
(global $firsts (mut i32) (i32.const 0))
(global $aside (mut i32) (i32.const 0))
(global $way (mut i32) (i32.const 0))
(global $steps (mut i32) (i32.const 0))
(global $iteration (mut i32) (i32.const 0))
(global $root (mut i32) (i32.const 0))
(global $race (mut i32) (i32.const 0))
(global $open (mut i32) (i32.const 0))
(global $scale (mut f64) (f64.const 1))
(global $level (mut f64) (f64.const 0))
(global $stake (mut f64) (f64.const 0))
(global $exploring (export "exploring") (mut f64) (f64.const 0))
(global $racing (export "racing") (mut f64) (f64.const 0))
(global $widest (export "widest") (mut f64) (f64.const 1))
(global $first_sight (export "first_sight") (mut f64) (f64.const 0))
(global $most_at_sight (export "most_at_sight") (mut i32) (i32.const 0))
(global $looked_at (export "looked_at") (mut i64) (i64.const 0))
(global $by_margin (export "by_margin") (mut f64) (f64.const 0))
(global $joins (export "joins") (mut i32) (i32.const 0))
(global $most (mut i32) (i32.const 0))
(global $cut (mut i32) (i32.const 0))
(global $pass (mut i32) (i32.const 0))
(global $habitual (export "habitual") (mut f64) (f64.const 0))
(global $draws (export "draws") (mut i32) (i32.const 1))
(global $sure (export "sure") (mut f64) (f64.const 1))
(global $asked (export "asked") (mut i32) (i32.const 1))
(global $notes (mut i32) (i32.const 0))
(global $noted (mut i32) (i32.const 0))
(global $chosen_record (mut i32) (i32.const 0))
(global $is_fresh (mut i32) (i32.const 0))
(global $unseen (mut i32) (i32.const 0))
(global $unseen_name (mut i64) (i64.const 0))

;; ---------------------------------------------------------------- room

;; So many bytes, all of them 0.
(func $search.alloc (param $size i32) (result i32) (local $at i32)
 (local.set $at (global.get $heap))
 (global.set $heap (i32.add (local.get $at) (i32.and (i32.add (local.get $size) (i32.const 7)) (i32.const -8))))
 (if (i32.lt_u (global.get $heap) (local.get $at)) (then (unreachable)))
 (if (i32.gt_u (i32.shr_u (global.get $heap) (i32.const 16)) (i32.sub (memory.size) (i32.const 1))) (then
  (if (i32.eq (memory.grow (i32.add (i32.const 64)
    (i32.sub (i32.shr_u (global.get $heap) (i32.const 16)) (i32.sub (memory.size) (i32.const 1))))) (i32.const -1))
   (then (unreachable)))))
 (memory.fill (local.get $at) (i32.const 0) (local.get $size))
 (local.get $at))

(func $search.new_node (result i32) (call $search.alloc (i32.const 32)))

;; Where an edge with a key stands in the table, or would.
(func $search.slot (param $key i64) (result i32) (local $i i32) (local $edge i32) (local $at i32)
 (local.set $i (i32.wrap_i64 (local.get $key)))
 (loop $next (result i32)
  (local.set $at (i32.add (global.get $table) (i32.shl (i32.and (local.get $i) (global.get $table_mask)) (i32.const 2))))
  (local.set $edge (i32.load (local.get $at)))
  (if (i32.eqz (local.get $edge)) (then (return (local.get $at))))
  (if (i64.eq (i64.load (local.get $edge)) (local.get $key)) (then (return (local.get $at))))
  (local.set $i (i32.add (local.get $i) (i32.const 1)))
  (br $next)))

(func $search.key (param $node i32) (param $name i64) (result i64)
 (call $absorb (i64.extend_i32_u (local.get $node)) (local.get $name)))

;; The edge of a node with a name, 0 if there is none.
(func $search.edge_of (param $node i32) (param $name i64) (result i32)
 (i32.load (call $search.slot (call $search.key (local.get $node) (local.get $name)))))

;; The same; made if there is none.
(func $search.edge_made (param $node i32) (param $name i64) (result i32) (local $key i64) (local $at i32) (local $edge i32)
 (local.set $key (call $search.key (local.get $node) (local.get $name)))
 (local.set $at (call $search.slot (local.get $key)))
 (local.set $edge (i32.load (local.get $at)))
 (if (local.get $edge) (then (return (local.get $edge))))
 (local.set $edge (call $search.alloc (i32.const 64)))
 (i64.store (local.get $edge) (local.get $key))
 (i32.store (local.get $at) (local.get $edge))
 (global.set $table_count (i32.add (global.get $table_count) (i32.const 1)))
 (if (i32.gt_u (i32.shl (global.get $table_count) (i32.const 1)) (global.get $table_mask)) (then (call $search.larger_table)))
 (local.get $edge))

(func $search.larger_table (local $old i32) (local $end i32) (local $edge i32)
 (local.set $old (global.get $table))
 (local.set $end (i32.add (local.get $old) (i32.shl (i32.add (global.get $table_mask) (i32.const 1)) (i32.const 2))))
 (global.set $table_mask (i32.add (i32.shl (global.get $table_mask) (i32.const 2)) (i32.const 3)))
 (global.set $table (call $search.alloc (i32.shl (i32.add (global.get $table_mask) (i32.const 1)) (i32.const 2))))
 (loop $next
  (local.set $edge (i32.load (local.get $old)))
  (if (local.get $edge) (then (i32.store (call $search.slot (i64.load (local.get $edge))) (local.get $edge))))
  (local.set $old (i32.add (local.get $old) (i32.const 4)))
  (br_if $next (i32.lt_u (local.get $old) (local.get $end)))))

(func $search.below_edge (param $edge i32) (result i32)
 (if (i32.eqz (i32.load offset=40 (local.get $edge))) (then (i32.store offset=40 (local.get $edge) (call $search.new_node))))
 (i32.load offset=40 (local.get $edge)))

;; How the game ends behind an edge with best play: the address of the rewards, 0 where that is not proven.
(func $search.known_of (param $edge i32) (result i32) (local $node i32)
 (if (i32.load offset=48 (local.get $edge)) (then (return (i32.load offset=48 (local.get $edge)))))
 (local.set $node (i32.load offset=40 (local.get $edge)))
 (if (i32.eqz (local.get $node)) (then (return (i32.const 0))))
 (i32.load offset=24 (local.get $node)))

;; ---------------------------------------------------------------- chance

(func $search.next64 (result i64)
 (i64.store (global.get $at_dice) (i64.add (i64.load (global.get $at_dice)) (i64.const 0x9E3779B97F4A7C15)))
 (call $mix (i64.load (global.get $at_dice))))

;; ---------------------------------------------------------------- a search

;; The tree is empty; `seed` is the state of the generator, `seat` who thinks.
(func $search.begin (export "search_begin") (param $seed i64) (param $seat i32) (param $heap i32) (local $at i32)
 (global.set $heap (local.get $heap))
 (i64.store (global.get $at_dice) (local.get $seed))
 (global.set $table_mask (i32.const 4095))
 (global.set $table_count (i32.const 0))
 (global.set $table (call $search.alloc (i32.const 16384)))
 (global.set $names (call $search.alloc (i32.const 524288)))
 (global.set $firsts (call $search.alloc (i32.const 262144)))
 (global.set $way (call $search.alloc (i32.const 49152)))
 (global.set $notes (call $search.alloc (i32.const 65536)))
 (global.set $noted (i32.const 0))
 (global.set $race (i32.const 0))
 (global.set $aside (call $search.alloc (global.get $size_of_position)))
 (global.set $iteration (i32.const 0))
 (loop $next
  (i32.store (i32.add (global.get $at_roots) (i32.shl (local.get $at) (i32.const 2))) (call $search.new_node))
  (local.set $at (i32.add (local.get $at) (i32.const 1)))
  (br_if $next (i32.lt_u (local.get $at) (global.get $seats))))
 (global.set $root (i32.load (i32.add (global.get $at_roots)
  (select (i32.shl (local.get $seat) (i32.const 2)) (i32.const 0) (global.get $hides))))))

(func $search.scale (export "search_scale") (param $race i32) (param $scale f64) (param $level f64) (param $stake f64)
 (param $most i32) (param $cut i32) (param $pass i32)
 (global.set $pass (local.get $pass))
 (global.set $race (local.get $race))
 (global.set $scale (local.get $scale))
 (global.set $level (local.get $level))
 (global.set $stake (local.get $stake))
 (global.set $most (local.get $most))
 (global.set $cut (local.get $cut))
 (global.set $open (i32.eqz (i32.or (local.get $race) (global.get $hides)))))

(func $search.room (export "search_room") (param $size i32) (result i32) (call $search.alloc (local.get $size)))

;; Begin a trial at a position.
(func $search.trial (param $world i32)
 (call $reset)
 (call $put_position (local.get $world))
 (global.set $kind (i32.const 0))
 (i64.store (global.get $at_rng) (call $search.next64)))

;; ---------------------------------------------------------------- playouts

;; Play on from the position here, all seats with one generator: until the end, until so many decisions have been made (`most`), or until
;; there have been `cut` of them, every seat has made one, and, if `pass` says so, the outermost steps are in another pass. Gives how many
;; there were.
(func $search.rollout (param $seed i64) (param $most i32) (param $cut i32) (param $pass i32) (result i32)
 (local $decisions i32) (local $waiting i64) (local $first i64)
 (i64.store (global.get $at_bots) (local.get $seed))
 (local.set $first (call $passes))
 (local.set $waiting (i64.sub (i64.shl (i64.const 1) (i64.extend_i32_u (global.get $seats))) (i64.const 1)))
 (block $over (loop $again
  (if (i32.eq (global.get $kind) (i32.const 1)) (then
   (call $draw)
   (call $apply (global.get $list_base))
   (br $again)))
  (br_if $over (i32.eq (global.get $kind) (i32.const 2)))
  (br_if $over (i32.ge_u (local.get $decisions) (local.get $most)))
  (br_if $over (i32.and (i32.and (i32.ge_u (local.get $decisions) (local.get $cut)) (i64.eqz (local.get $waiting)))
   (i32.or (i32.eqz (local.get $pass)) (i64.ne (call $passes) (local.get $first)))))
  (local.set $waiting (i64.and (local.get $waiting) (i64.xor (i64.shl (i64.const 1) (i64.load (global.get $at_seat))) (i64.const -1))))
  (local.set $decisions (i32.add (local.get $decisions) (i32.const 1)))
  (call $apply (call $search.likely))
  (br $again)))
 (local.get $decisions))

;; What the seat here chooses in a playout: of some choices that are drawn the one that has done best so far, wherever it was chosen.
(func $search.likely (result i32)
 (local $seat i64) (local $count i64) (local $draws i32) (local $record i32) (local $best i32) (local $most f64) (local $promise f64)
 (local.set $count (i64.extend_i32_s (call $counted)))
 (if (i64.le_s (local.get $count) (i64.const 1)) (then (return (call $picked (i32.const 0)))))
 (if (i32.eqz (global.get $race)) (then
  (return (call $picked (i32.wrap_i64 (call $below (global.get $at_bots) (local.get $count)))))))
 (drop (call $listed))
 (local.set $seat (i64.load (global.get $at_seat)))
 (local.set $draws (global.get $draws))
 (loop $next
  (local.set $record (call $search.drawn (local.get $count)))
  (local.set $promise (call $search.promise (local.get $seat) (local.get $record) (call $name (local.get $record) (local.get $seat))))
  (if (i32.or (i32.eqz (local.get $best)) (f64.gt (local.get $promise) (local.get $most))) (then
   (local.set $best (local.get $record))
   (local.set $most (local.get $promise))))
  (local.set $draws (i32.sub (local.get $draws) (i32.const 1)))
  (br_if $next (i32.gt_s (local.get $draws) (i32.const 0))))
 (call $search.note (local.get $seat) (local.get $best))
 (local.get $best))

;; One of the choices here.
(func $search.drawn (param $count i64) (result i32)
 (i32.add (global.get $list_base) (i32.mul (i32.wrap_i64 (call $below (global.get $at_bots) (local.get $count))) (call $width_here))))

;; ---------------------------------------------------------------- habits: how choices have done, wherever they were chosen

;; The edges of habits belong to no node but to a seat: of its choices at all (0), of a kind of choice, of a choice by its name.
(func $search.kind_of (param $record i32) (result i64)
 (call $absorb (call $absorb (i64.const 0x4AB17) (i64.load (global.get $at_pc))) (i64.load (local.get $record))))

;; The mean reward of what an edge stands for, starting out from what was expected before anything was known.
(func $search.expected (param $edge i32) (param $before f64) (result f64)
 (if (i32.eqz (local.get $edge)) (then (return (local.get $before))))
 (f64.div (f64.add (f64.load offset=16 (local.get $edge)) (local.get $before))
  (f64.convert_i64_s (i64.add (i64.load offset=8 (local.get $edge)) (i64.const 1)))))

;; What is expected of a choice: of all that the seat does, then of its kind, then of just this.
(func $search.promise (param $seat i64) (param $record i32) (param $name i64) (result f64) (local $who i32) (local $kind i64)
 (local.set $who (i32.add (i32.wrap_i64 (local.get $seat)) (i32.const 1)))
 (local.set $kind (call $search.kind_of (local.get $record)))
 (call $search.expected (call $search.edge_of (local.get $who) (call $absorb (local.get $kind) (local.get $name)))
  (call $search.expected (call $search.edge_of (local.get $who) (local.get $kind))
   (call $search.expected (call $search.edge_of (local.get $who) (i64.const 0)) (f64.const 0.5)))))

;; A choice is made in this iteration.
(func $search.note (param $seat i64) (param $record i32) (local $who i32) (local $kind i64) (local $at i32)
 (if (i32.eqz (global.get $race)) (then (return)))
 (if (i32.ge_u (global.get $noted) (i32.const 4096)) (then (return)))
 (local.set $at (i32.add (global.get $notes) (i32.shl (global.get $noted) (i32.const 4))))
 (local.set $who (i32.add (i32.wrap_i64 (local.get $seat)) (i32.const 1)))
 (local.set $kind (call $search.kind_of (local.get $record)))
 (i32.store (local.get $at) (call $search.edge_made (local.get $who)
  (call $absorb (local.get $kind) (call $name (local.get $record) (local.get $seat)))))
 (i32.store offset=4 (local.get $at) (call $search.edge_made (local.get $who) (local.get $kind)))
 (i32.store offset=8 (local.get $at) (call $search.edge_made (local.get $who) (i64.const 0)))
 (i32.store offset=12 (local.get $at) (i32.wrap_i64 (local.get $seat)))
 (global.set $noted (i32.add (global.get $noted) (i32.const 1))))

;; How the iteration has ended is counted for all that was chosen in it.
(func $search.count_notes (local $at i32) (local $end i32) (local $reward f64)
 (local.set $at (global.get $notes))
 (local.set $end (i32.add (local.get $at) (i32.shl (global.get $noted) (i32.const 4))))
 (block $done (loop $next
  (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
  (local.set $reward (f64.load (i32.add (global.get $at_rewards) (i32.shl (i32.load offset=12 (local.get $at)) (i32.const 3)))))
  (call $search.count_edge (i32.load (local.get $at)) (local.get $reward))
  (call $search.count_edge (i32.load offset=4 (local.get $at)) (local.get $reward))
  (call $search.count_edge (i32.load offset=8 (local.get $at)) (local.get $reward))
  (local.set $at (i32.add (local.get $at) (i32.const 16)))
  (br $next))))

(func $search.count_edge (param $edge i32) (param $reward f64)
 (i64.store offset=8 (local.get $edge) (i64.add (i64.load offset=8 (local.get $edge)) (i64.const 1)))
 (f64.store offset=16 (local.get $edge) (f64.add (f64.load offset=16 (local.get $edge)) (local.get $reward))))

;; Where the ends of some playouts from a position stand: whether the game is over, and the totals of all seats as they are.
(func $search.tried (export "search_tried") (param $world i32) (param $playouts i32) (param $most i32) (param $cut i32) (param $pass i32)
 (result i32) (local $size i32) (local $to i32) (local $done i32)
 (local.set $size (i32.shl (global.get $seats) (i32.const 3)))
 (local.set $to (call $search.alloc (i32.mul (local.get $playouts) (i32.add (local.get $size) (i32.const 8)))))
 (loop $next
  (call $search.trial (local.get $world))
  (drop (call $search.rollout (call $search.next64) (local.get $most) (local.get $cut) (local.get $pass)))
  (call $totals)
  (i64.store (local.get $to) (i64.extend_i32_u (i32.eq (global.get $kind) (i32.const 2))))
  (memory.copy (i32.add (local.get $to) (i32.const 8)) (global.get $at_margins) (local.get $size))
  (local.set $to (i32.add (local.get $to) (i32.add (local.get $size) (i32.const 8))))
  (local.set $done (i32.add (local.get $done) (i32.const 1)))
  (br_if $next (i32.lt_u (local.get $done) (local.get $playouts))))
 (i32.sub (local.get $to) (i32.mul (local.get $playouts) (i32.add (local.get $size) (i32.const 8)))))

;; So many iterations of all that are left, less where nothing can change what is best any more; gives how many there were.
(func $search.run (export "search_run") (param $world i32) (param $iterations i32) (param $left i32) (param $seat i32) (result i32)
 (local $done i32)
 (block $enough (loop $again
  (br_if $enough (i32.ge_u (local.get $done) (local.get $iterations)))
  (br_if $enough (if (result i32) (global.get $open)
   (then (i32.ne (call $search.proven (global.get $root) (local.get $seat)) (i32.const 0)))
   (else (call $search.is_sure (i32.sub (local.get $left) (local.get $done))))))
  (call $search.trial (local.get $world))
  (call $search.iterate)
  (local.set $done (i32.add (local.get $done) (i32.const 1)))
  (br $again)))
 (local.get $done))

;; Whether a choice stays the one that was tried most, asked now and then.
(func $search.is_sure (param $left i32) (result i32) (local $edge i32) (local $visits i64) (local $most i64) (local $second i64)
 (if (i32.rem_u (global.get $iteration) (global.get $asked)) (then (return (i32.const 0))))
 (local.set $edge (i32.load offset=20 (global.get $root)))
 (block $done (loop $next
  (br_if $done (i32.eqz (local.get $edge)))
  (local.set $visits (i64.load offset=8 (local.get $edge)))
  (if (i64.gt_s (local.get $visits) (local.get $most))
   (then (local.set $second (local.get $most)) (local.set $most (local.get $visits)))
   (else (local.set $second (call $max (local.get $second) (local.get $visits)))))
  (local.set $edge (i32.load offset=56 (local.get $edge)))
  (br $next)))
 (f64.gt (f64.convert_i64_s (i64.sub (local.get $most) (local.get $second)))
  (f64.mul (global.get $sure) (f64.convert_i32_u (local.get $left)))))

;; What was found of each choice of the position here: its edge (0: it was not tried, or a seat can't tell it from one before it), its
;; visits, its total, the rewards that are proven; 64 bits each. Gives where.
(func $search.found (export "search_found") (param $seat i64) (result i32)
 (local $count i32) (local $at i32) (local $to i32) (local $edge i32)
 (local.set $count (call $listed))
 (local.set $to (call $search.alloc (i32.shl (local.get $count) (i32.const 5))))
 (global.set $iteration (i32.add (global.get $iteration) (i32.const 1)))
 (loop $next
  (local.set $edge (call $search.edge_of (global.get $root)
   (call $name (i32.add (global.get $list_base) (i32.mul (local.get $at) (call $width_here))) (local.get $seat))))
  (if (call $search.is_tried (local.get $edge)) (then
   (if (i32.ne (i32.load offset=44 (local.get $edge)) (global.get $iteration)) (then
    (i32.store offset=44 (local.get $edge) (global.get $iteration))
    (i64.store (local.get $to) (i64.extend_i32_u (local.get $edge)))
    (i64.store offset=8 (local.get $to) (i64.load offset=8 (local.get $edge)))
    (f64.store offset=16 (local.get $to) (f64.load offset=16 (local.get $edge)))
    (i64.store offset=24 (local.get $to) (i64.extend_i32_u (call $search.known_of (local.get $edge))))))))
  (local.set $to (i32.add (local.get $to) (i32.const 32)))
  (local.set $at (i32.add (local.get $at) (i32.const 1)))
  (br_if $next (i32.lt_u (local.get $at) (local.get $count))))
 (i32.sub (local.get $to) (i32.shl (local.get $count) (i32.const 5))))

;; ---------------------------------------------------------------- one iteration

(func $search.iterate (local $seat i64) (local $node i32) (local $edge i32) (local $known i32)
 (global.set $iteration (i32.add (global.get $iteration) (i32.const 1)))
 (global.set $steps (i32.const 0))
 (global.set $noted (i32.const 0))
 (global.set $unseen (i32.const 0))
 (global.set $unseen_name (i64.const 0))
 (memory.copy (global.get $at_eyes) (global.get $at_roots) (i32.shl (global.get $seats) (i32.const 2)))
 (block $search.end (loop $next
  (br_if $search.end (i32.eqz (call $search.to_a_choice)))
  (local.set $seat (i64.load (global.get $at_seat)))
  (local.set $node (call $search.node_here (local.get $seat)))
  (br_if $search.end (i32.eq (i32.load offset=16 (local.get $node)) (global.get $iteration)))
  (i32.store offset=16 (local.get $node) (global.get $iteration))
  (local.set $edge (call $search.select (local.get $node) (local.get $seat)))
  (call $search.step (local.get $node) (local.get $edge) (local.get $seat))
  (local.set $known (call $search.known_of (local.get $edge)))
  (call $search.note (local.get $seat) (global.get $chosen_record))
  (if (i32.eqz (local.get $known)) (then
   (call $search.chosen (local.get $seat) (global.get $chosen_record) (local.get $edge))
   (call $search.applied (global.get $chosen_record))))
  (if (i32.and (global.get $is_fresh) (global.get $open)) (then
   (if (call $search.to_a_choice) (then (call $search.join (local.get $edge))))))
  (local.set $known (call $search.known_of (local.get $edge)))
  (if (local.get $known) (then
   (i32.store offset=48 (local.get $edge) (local.get $known))
   (memory.copy (global.get $at_rewards) (local.get $known) (i32.shl (global.get $seats) (i32.const 3)))
   (call $search.count_way)
   (call $search.prove (local.get $known))
   (return)))
  (br_if $next (i32.eqz (global.get $is_fresh)))))
 (call $search.end))

;; What was reached is played out, unless it is an end already, and counts for all choices on the way.
(func $search.end (local $ended i32) (local $kept i32)
 (local.set $ended (i32.eqz (call $search.to_a_choice)))
 (if (i32.eqz (local.get $ended)) (then
  (drop (call $search.rollout (call $search.next64) (global.get $most) (global.get $cut) (global.get $pass)))))
 (call $rewards)
 (call $search.count_way)
 (if (i32.and (i32.and (local.get $ended) (global.get $open)) (i32.ne (global.get $steps) (i32.const 0))) (then
  (local.set $kept (call $search.alloc (i32.shl (global.get $seats) (i32.const 3))))
  (memory.copy (local.get $kept) (global.get $at_rewards) (i32.shl (global.get $seats) (i32.const 3)))
  (call $search.prove (local.get $kept)))))

;; One more step of the way: node, edge, seat.
(func $search.step (param $node i32) (param $edge i32) (param $seat i64) (local $at i32)
 (if (i32.ge_u (global.get $steps) (i32.const 3072)) (then (unreachable)))
 (local.set $at (i32.add (global.get $way) (i32.shl (global.get $steps) (i32.const 4))))
 (i32.store (local.get $at) (local.get $node))
 (i32.store offset=4 (local.get $at) (local.get $edge))
 (i64.store offset=8 (local.get $at) (local.get $seat))
 (global.set $steps (i32.add (global.get $steps) (i32.const 1))))

;; A choice, and what chance does then.
(func $search.applied (param $record i32) (local $before i64)
 (local.set $before (i64.load (global.get $at_rng)))
 (call $apply (local.get $record))
 (block $done (loop $next
  (br_if $done (i32.ne (global.get $kind) (i32.const 1)))
  (call $draw)
  (call $apply (global.get $list_base))
  (br $next)))
 (if (i64.ne (i64.load (global.get $at_rng)) (local.get $before)) (then (global.set $open (i32.const 0)))))

;; Play on to the next decision that leaves a choice; 0 at the end.
(func $search.to_a_choice (result i32)
 (loop $next (result i32)
  (if (i32.eq (global.get $kind) (i32.const 2)) (then (return (i32.const 0))))
  (if (i32.gt_s (call $listed) (i32.const 1)) (then (return (i32.const 1))))
  (call $search.chosen (i64.load (global.get $at_seat)) (global.get $list_base) (i32.const 0))
  (call $search.applied (global.get $list_base))
  (br $next)))

;; ---------------------------------------------------------------- what seats see

(func $search.eye (param $seat i64) (result i32)
 (i32.add (global.get $at_eyes) (i32.shl (i32.wrap_i64 (local.get $seat)) (i32.const 2))))

;; Where a seat decides.
(func $search.node_here (param $seat i64) (result i32)
 (if (i32.eqz (global.get $hides)) (then (return (i32.load (global.get $at_eyes)))))
 (call $search.opened_picks)
 (i32.load (call $search.eye (local.get $seat))))

;; What was chosen unseen is seen once all have chosen.
(func $search.opened_picks (local $seat i64)
 (if (i32.eqz (global.get $unseen)) (then (return)))
 (if (i64.gt_s (call $made_unseen) (i64.const 0)) (then (return)))
 (loop $next
  (call $search.sees (local.get $seat) (i64.const -3) (global.get $unseen_name))
  (local.set $seat (i64.add (local.get $seat) (i64.const 1)))
  (br_if $next (i64.lt_u (local.get $seat) (i64.extend_i32_u (global.get $seats)))))
 (global.set $unseen (i32.const 0))
 (global.set $unseen_name (i64.const 0)))

;; A seat goes on in its tree by what it sees another one do.
(func $search.sees (param $seat i64) (param $who i64) (param $name i64) (local $eye i32)
 (local.set $eye (call $search.eye (local.get $seat)))
 (i32.store (local.get $eye) (call $search.below_edge (call $search.edge_made (i32.load (local.get $eye))
  (call $absorb (call $absorb (i64.const 0x5EE5) (local.get $who)) (local.get $name))))))

;; A seat chooses; without an edge it had no other choice.
(func $search.chosen (param $seat i64) (param $record i32) (param $edge i32) (local $other i64) (local $sealed i32)
 (if (i32.eqz (global.get $hides)) (then
  (if (local.get $edge) (then (i32.store (global.get $at_eyes) (call $search.below_edge (local.get $edge)))))
  (return)))
 (call $search.opened_picks)
 (local.set $sealed (i64.ge_s (call $made_unseen) (i64.const 0)))
 (if (local.get $sealed) (then
  (global.set $unseen (i32.const 1))
  (global.set $unseen_name (call $absorb (call $absorb (global.get $unseen_name) (local.get $seat))
   (call $name (local.get $record) (local.get $seat))))))
 (loop $next
  (if (i64.eq (local.get $other) (local.get $seat))
   (then (if (local.get $edge) (then (i32.store (call $search.eye (local.get $seat)) (call $search.below_edge (local.get $edge))))))
   (else (if (i32.eqz (local.get $sealed)) (then
    (call $search.sees (local.get $other) (local.get $seat) (call $name (local.get $record) (local.get $other)))))))
  (local.set $other (i64.add (local.get $other) (i64.const 1)))
  (br_if $next (i64.lt_u (local.get $other) (i64.extend_i32_u (global.get $seats))))))

;; ---------------------------------------------------------------- what is tried

(func $search.name_at (param $index i32) (result i32) (i32.add (global.get $names) (i32.shl (local.get $index) (i32.const 3))))

;; The edge of the choice to try now; its record and whether it was never tried before are told in globals.
(func $search.select (param $node i32) (param $seat i64) (result i32)
 (local $at i32) (local $count i32) (local $edge i32) (local $known i64) (local $untried i32) (local $width i32) (local $name i64)
 (i64.store (local.get $node) (i64.add (i64.load (local.get $node)) (i64.const 1)))
 (local.set $count (call $listed))
 (local.set $width (call $width_here))
 (i64.store offset=8 (local.get $node) (i64.extend_i32_u (local.get $count)))
 (loop $next
  (local.set $name (call $name (i32.add (global.get $list_base) (i32.mul (local.get $at) (local.get $width))) (local.get $seat)))
  (i64.store (call $search.name_at (local.get $at)) (local.get $name))
  (local.set $edge (call $search.edge_of (local.get $node) (local.get $name)))
  (if (call $search.is_tried (local.get $edge))
   (then (if (i32.ne (i32.load offset=44 (local.get $edge)) (global.get $iteration)) (then
    (i32.store offset=44 (local.get $edge) (global.get $iteration))
    (i64.store offset=24 (local.get $edge) (i64.add (i64.load offset=24 (local.get $edge)) (i64.const 1)))
    (local.set $known (i64.add (local.get $known) (i64.const 1))))))
   (else (local.set $untried (i32.add (local.get $untried) (i32.const 1)))))
  (local.set $at (i32.add (local.get $at) (i32.const 1)))
  (br_if $next (i32.lt_u (local.get $at) (local.get $count))))
 (global.set $is_fresh (i32.const 0))
 (if (local.get $untried) (then
  (if (i32.eqz (global.get $race)) (then (global.set $is_fresh (i32.const 1))))
  (if (call $search.may_widen (local.get $known) (i64.load (local.get $node))) (then (global.set $is_fresh (i32.const 1))))))
 (if (global.get $is_fresh)
  (then
   (local.set $at (call $search.first (local.get $node) (local.get $seat) (local.get $count) (local.get $untried)))
   (local.set $edge (call $search.edge_made (local.get $node) (i64.load (call $search.name_at (local.get $at)))))
   (i64.store offset=24 (local.get $edge) (i64.const 1))
   (i32.store offset=44 (local.get $edge) (global.get $iteration))
   (i32.store offset=56 (local.get $edge) (i32.load offset=20 (local.get $node)))
   (i32.store offset=20 (local.get $node) (local.get $edge)))
  (else
   (local.set $at (call $search.best (local.get $node) (local.get $seat) (local.get $count)))
   (local.set $edge (call $search.edge_of (local.get $node) (i64.load (call $search.name_at (local.get $at)))))))
 (global.set $chosen_record (i32.add (global.get $list_base) (i32.mul (local.get $at) (local.get $width))))
 (local.get $edge))

(func $search.is_tried (param $edge i32) (result i32)
 (if (i32.eqz (local.get $edge)) (then (return (i32.const 0))))
 (i64.ne (i64.load offset=8 (local.get $edge)) (i64.const 0)))

;; Whether a further choice is tried at a decision that has been visited so often, of which so many choices are known.
(func $search.may_widen (param $known i64) (param $visits i64) (result i32) (local $part f64)
 (local.set $part (f64.div (f64.convert_i64_s (local.get $known)) (global.get $widest)))
 (f64.lt (f64.mul (f64.mul (local.get $part) (local.get $part)) (f64.sqrt (local.get $part))) (f64.convert_i64_s (local.get $visits))))

;; The natural logarithm of a number from 1 on, on straight lines between the powers of two.
(func $search.log (param $number i64) (result f64) (local $exponent i64)
 (local.set $exponent (i64.sub (i64.const 63) (i64.clz (local.get $number))))
 (f64.mul (f64.sub (f64.add (f64.convert_i64_s (local.get $exponent))
   (f64.div (f64.convert_i64_s (local.get $number)) (f64.convert_i64_s (i64.shl (i64.const 1) (local.get $exponent))))) (f64.const 1))
  (f64.const 0.6931471805599453)))

;; What speaks for trying a choice again.
(func $search.worth (param $edge i32) (param $promise f64) (result f64) (local $visits f64)
 (local.set $visits (f64.convert_i64_s (i64.load offset=8 (local.get $edge))))
 (f64.add
  (f64.add (f64.div (f64.load offset=16 (local.get $edge)) (local.get $visits))
   (f64.mul (select (global.get $racing) (global.get $exploring) (global.get $race)) (f64.sqrt (f64.div (call $search.log (i64.load offset=24 (local.get $edge))) (local.get $visits)))))
  (f64.div (f64.add (f64.mul (global.get $first_sight) (f64.load offset=32 (local.get $edge)))
    (f64.mul (global.get $habitual) (local.get $promise)))
   (f64.add (f64.const 1) (local.get $visits)))))

;; Of the choices that are known the one for which most speaks, of those that are not settled if there are any.
(func $search.best (param $node i32) (param $seat i64) (param $count i32) (result i32)
 (local $at i32) (local $edge i32) (local $found i32) (local $most f64) (local $worth f64) (local $settled i32) (local $is i32)
 (local.set $found (i32.const -1))
 (local.set $settled (i32.const 1))
 (loop $next
  (local.set $edge (call $search.edge_of (local.get $node) (i64.load (call $search.name_at (local.get $at)))))
  (if (call $search.is_tried (local.get $edge)) (then
   (local.set $is (i32.ne (call $search.known_of (local.get $edge)) (i32.const 0)))
   (local.set $worth (call $search.worth (local.get $edge) (call $search.promise_at (local.get $seat) (local.get $at))))
   (if (i32.or (i32.lt_u (local.get $is) (local.get $settled)) (i32.and (i32.eq (local.get $is) (local.get $settled))
     (i32.or (i32.lt_s (local.get $found) (i32.const 0)) (f64.gt (local.get $worth) (local.get $most))))) (then
    (local.set $found (local.get $at))
    (local.set $most (local.get $worth))
    (local.set $settled (local.get $is))))))
  (local.set $at (i32.add (local.get $at) (i32.const 1)))
  (br_if $next (i32.lt_u (local.get $at) (local.get $count))))
 (local.get $found))

;; What a choice of the list promises by habit; 0 where points say nothing during play.
(func $search.promise_at (param $seat i64) (param $at i32) (result f64)
 (if (i32.eqz (global.get $race)) (then (return (f64.const 0))))
 (call $search.promise (local.get $seat) (i32.add (global.get $list_base) (i32.mul (local.get $at) (call $width_here)))
  (i64.load (call $search.name_at (local.get $at)))))

;; Which of the choices that were not tried yet comes next: the best at first sight, of those the most promising, of those any.
(func $search.first (param $node i32) (param $seat i64) (param $count i32) (param $untried i32) (result i32)
 (local $at i32) (local $edge i32) (local $sight f64) (local $promise f64) (local $best f64) (local $most f64) (local $left i32)
 (local $looks i32) (local $number i32)
 (local.set $looks (i32.and (global.get $race) (i32.and (i32.le_u (local.get $untried) (global.get $most_at_sight))
   (i32.or (i32.eq (local.get $node) (global.get $root)) (i64.ge_s (i64.load (local.get $node)) (global.get $looked_at))))))
 (if (local.get $looks) (then (call $search.look (local.get $node) (local.get $seat) (local.get $count))))
 (loop $next
  (local.set $edge (call $search.edge_of (local.get $node) (i64.load (call $search.name_at (local.get $at)))))
  (if (i32.eqz (call $search.is_tried (local.get $edge))) (then
   (local.set $sight (if (result f64) (local.get $looks) (then (f64.load offset=32 (local.get $edge))) (else (f64.const 0))))
   (if (i32.or (i32.eqz (local.get $left)) (f64.ge (local.get $sight) (local.get $best))) (then
    (local.set $promise (call $search.promise_at (local.get $seat) (local.get $at)))
    (if (i32.or (i32.eqz (local.get $left)) (i32.or (f64.gt (local.get $sight) (local.get $best)) (f64.gt (local.get $promise) (local.get $most))))
     (then
      (local.set $best (local.get $sight))
      (local.set $most (local.get $promise))
      (local.set $left (i32.const 0))))
    (if (f64.eq (local.get $promise) (local.get $most)) (then
     (i32.store (call $search.first_at (local.get $left)) (local.get $at))
     (local.set $left (i32.add (local.get $left) (i32.const 1)))))))))
  (local.set $at (i32.add (local.get $at) (i32.const 1)))
  (br_if $next (i32.lt_u (local.get $at) (local.get $count))))
 (local.set $number (i32.wrap_i64 (call $below (global.get $at_dice) (i64.extend_i32_u (local.get $left)))))
 (i32.load (call $search.first_at (local.get $number))))

;; Where the numbers of choices stand of which one comes next.
(func $search.first_at (param $index i32) (result i32) (i32.add (global.get $firsts) (i32.shl (local.get $index) (i32.const 2))))

;; What the choices that were neither tried nor looked at are worth at first sight: the margin of points right after each, in standard
;; deviations from their mean.
(func $search.look (param $node i32) (param $seat i64) (param $count i32)
 (local $at i32) (local $edge i32) (local $width i32) (local $looked f64) (local $total f64) (local $spread f64) (local $mean f64)
 (local $list i32) (local $sets i32) (local $arena i32) (local $begun i32)
 (local.set $width (call $width_here))
 (local.set $list (global.get $list_base))
 (local.set $sets (global.get $sets_base))
 (local.set $arena (global.get $arena_base))
 (loop $next
  (local.set $edge (call $search.edge_made (local.get $node) (i64.load (call $search.name_at (local.get $at)))))
  (if (i32.eqz (i32.load offset=52 (local.get $edge))) (then
   (if (i32.eqz (call $search.is_tried (local.get $edge))) (then
    (if (i32.eqz (local.get $begun)) (then
     (local.set $begun (i32.const 1))
     (call $keep_position (global.get $aside))
     ;; What is listed meanwhile stands behind what is looked at.
     (global.set $list_base (i32.add (local.get $list) (i32.mul (local.get $count) (local.get $width))))
     (global.set $list_next (global.get $list_base))
     (global.set $sets_base (global.get $sets))))
    (call $apply (i32.add (local.get $list) (i32.mul (local.get $at) (local.get $width))))
    (call $margins)
    (f64.store offset=32 (local.get $edge) (f64.load (i32.add (global.get $at_margins) (i32.shl (i32.wrap_i64 (local.get $seat)) (i32.const 3)))))
    (i32.store offset=52 (local.get $edge) (i32.const 2))
    (local.set $looked (f64.add (local.get $looked) (f64.const 1)))
    (local.set $total (f64.add (local.get $total) (f64.load offset=32 (local.get $edge))))
    (call $put_position (global.get $aside))
    (global.set $kind (i32.const 0))
    (global.set $list_next (global.get $list_base))))))
  (local.set $at (i32.add (local.get $at) (i32.const 1)))
  (br_if $next (i32.lt_u (local.get $at) (local.get $count))))
 (if (i32.eqz (local.get $begun)) (then (return)))
 (global.set $list_next (global.get $list_base))
 (global.set $list_base (local.get $list))
 (global.set $sets (global.get $sets_base))
 (global.set $sets_base (local.get $sets))
 (global.set $count (local.get $count))
 (local.set $mean (f64.div (local.get $total) (local.get $looked)))
 (local.set $at (i32.const 0))
 (loop $next
  (local.set $edge (call $search.edge_of (local.get $node) (i64.load (call $search.name_at (local.get $at)))))
  (if (i32.eq (i32.load offset=52 (local.get $edge)) (i32.const 2)) (then
   (i32.store offset=52 (local.get $edge) (i32.const 3))
   (local.set $spread (f64.add (local.get $spread) (f64.mul
    (f64.sub (f64.load offset=32 (local.get $edge)) (local.get $mean)) (f64.sub (f64.load offset=32 (local.get $edge)) (local.get $mean)))))))
  (local.set $at (i32.add (local.get $at) (i32.const 1)))
  (br_if $next (i32.lt_u (local.get $at) (local.get $count))))
 (local.set $spread (f64.sqrt (f64.div (local.get $spread) (local.get $looked))))
 (local.set $at (i32.const 0))
 (loop $next
  (local.set $edge (call $search.edge_of (local.get $node) (i64.load (call $search.name_at (local.get $at)))))
  (if (i32.eq (i32.load offset=52 (local.get $edge)) (i32.const 3)) (then
   (i32.store offset=52 (local.get $edge) (i32.const 1))
   (f64.store offset=32 (local.get $edge) (if (result f64) (f64.eq (local.get $spread) (f64.const 0))
    (then (f64.const 0))
    (else (f64.div (f64.sub (f64.load offset=32 (local.get $edge)) (local.get $mean)) (local.get $spread)))))))
  (local.set $at (i32.add (local.get $at) (i32.const 1)))
  (br_if $next (i32.lt_u (local.get $at) (local.get $count)))))

;; ---------------------------------------------------------------- what is learnt

(func $search.count_way (local $at i32) (local $step i32)
 (call $search.count_notes)
 (block $done (loop $next
  (br_if $done (i32.ge_u (local.get $at) (global.get $steps)))
  (local.set $step (i32.add (global.get $way) (i32.shl (local.get $at) (i32.const 4))))
  (call $search.count_edge (i32.load offset=4 (local.get $step))
   (f64.load (i32.add (global.get $at_rewards) (i32.shl (i32.wrap_i64 (i64.load offset=8 (local.get $step))) (i32.const 3)))))
  (local.set $at (i32.add (local.get $at) (i32.const 1)))
  (br $next))))

;; The last choice of the way ends the game so; what follows from it for those before.
(func $search.prove (param $known i32) (local $at i32) (local $step i32)
 (local.set $at (global.get $steps))
 (block $done (loop $next
  (br_if $done (i32.eqz (local.get $at)))
  (local.set $at (i32.sub (local.get $at) (i32.const 1)))
  (local.set $step (i32.add (global.get $way) (i32.shl (local.get $at) (i32.const 4))))
  (i32.store offset=48 (i32.load offset=4 (local.get $step)) (local.get $known))
  (local.set $known (call $search.proven (i32.load (local.get $step)) (i32.wrap_i64 (i64.load offset=8 (local.get $step)))))
  (br_if $done (i32.eqz (local.get $known)))
  (i32.store offset=24 (i32.load (local.get $step)) (local.get $known))
  (br $next))))

;; How a decision ends with best play of the seat that decides: the address of the rewards, 0 where that is not proven.
(func $search.proven (param $node i32) (param $seat i32) (result i32)
 (local $edge i32) (local $known i32) (local $count i64) (local $best i32) (local $most f64) (local $one f64)
 (local.set $edge (i32.load offset=20 (local.get $node)))
 (block $done (loop $next
  (br_if $done (i32.eqz (local.get $edge)))
  (local.set $known (call $search.known_of (local.get $edge)))
  (if (local.get $known) (then
   (local.set $count (i64.add (local.get $count) (i64.const 1)))
   (local.set $one (f64.load (i32.add (local.get $known) (i32.shl (local.get $seat) (i32.const 3)))))
   ;; Of equal ones the first that was tried: it is the last in this chain.
   (if (i32.or (i32.eqz (local.get $best)) (f64.ge (local.get $one) (local.get $most))) (then
    (local.set $best (local.get $known))
    (local.set $most (local.get $one))))))
  (local.set $edge (i32.load offset=56 (local.get $edge)))
  (br $next)))
 (if (i32.eqz (local.get $best)) (then (return (i32.const 0))))
 (if (f64.ge (local.get $most) (f64.const 1)) (then (return (local.get $best))))
 (if (i64.eq (local.get $count) (i64.load offset=8 (local.get $node))) (then (return (local.get $best))))
 (i32.const 0))

;; Positions that are reached in several ways are one decision.
(func $search.join (param $edge i32) (local $found i32)
 (if (i32.eqz (global.get $joins)) (then (return)))
 (local.set $found (call $search.edge_made (i32.const 0) (call $essence)))
 (if (i32.eqz (i32.load offset=40 (local.get $found))) (then
  (i32.store offset=40 (local.get $found) (call $search.below_edge (local.get $edge)))))
 (i32.store offset=40 (local.get $edge) (i32.load offset=40 (local.get $found))))
