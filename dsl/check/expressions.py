"""Sentences to typed expressions: names, arithmetic, comparisons, truths. Folds and members have files of their own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from custumal.dsl import syntax as sx
from custumal.dsl.check import coerce, folds, members
from custumal.dsl.check.scope import Locals, Scope, facts_of, narrowed
from custumal.dsl.check.vocabulary import DeedInfo, Vocabulary
from custumal.dsl.diagnostic import Report, Span
from custumal.dsl.model import Call, Can, Const, Expr, Fold, IfElse, Op, Read, SeatNumber, TheThing
from custumal.dsl.suggest import nearest
from custumal.dsl.types import (
    ANYTHING,
    BUNDLE,
    EMPTY,
    NUMBER,
    SEAT,
    TRUTH,
    Anything,
    Bundle,
    Cell,
    Empty,
    Maybe,
    Number,
    Place,
    Row,
    Set,
    Symbol,
    Table,
    Thing,
    Truth,
    Type,
    bare,
    maybe,
)

LARGEST = 2**63 - 1


class Expressions:
    """Types the expressions of one game. Every problem is reported once; what can't be typed gets the type Anything."""

    def __init__(self, words: Vocabulary, report: Report, locals_: Locals) -> None:
        self.words = words
        self.report = report
        self.locals = locals_
        self.define: Callable[[str], Expr | None] = lambda _: None
        self.reading: list[set[str]] = []
        self.attribute_types: dict[tuple[str, str], Type] = {}

    # ------------------------------------------------------------ entry points

    def check(self, node: sx.Expression, scope: Scope, wanted: Type | None = None) -> Expr:
        """The typed expression; with `wanted` it is of that type or an error is reported."""
        expr = narrowed(self._plain(node, scope, wanted), scope)
        return expr if wanted is None else self.require(expr, wanted)

    def truth(self, node: sx.Expression, scope: Scope) -> Expr:
        return self.check(node, scope, TRUTH)

    def number(self, node: sx.Expression, scope: Scope) -> Expr:
        return self.check(node, scope, NUMBER)

    def set_of(self, node: sx.Expression, scope: Scope, hint: Type | None = None) -> Expr:
        """The expression as a set (a place or cell stands for the things in it)."""
        expr = narrowed(self._plain(node, scope, None if hint is None else Set(hint)), scope)
        collected = coerce.as_set(self.words, expr)
        if collected is not None:
            return collected
        if isinstance(expr.type, Empty):
            return Const(Set(hint or EMPTY), expr.span, ())
        self.report.error("type-mismatch", expr.span, f"A set is expected here, but this is {a(expr.type)}.")
        return self.unknown(expr.span)

    def require(self, expr: Expr, wanted: Type) -> Expr:
        fitted = coerce.fits(self.words, wanted, expr)
        if fitted is not None:
            return fitted
        found = expr.type
        if coerce.holds_one_unshaped(self.words, found):
            found = maybe(coerce.content_of(self.words, expr).type)
        if isinstance(found, Maybe | Empty) and coerce.same_kind(self.words, found, wanted):
            self.report.error(
                "may-be-none",
                expr.span,
                f"This may be nothing, but {a(wanted)} is needed here; test it first (`… is not none`) or give a value with `otherwise`.",
            )
        else:
            self.report.error("type-mismatch", expr.span, f"{a(wanted).capitalize()} is expected here, but this is {a(found)}.")
        return self.unknown(expr.span)

    def unknown(self, span: Span) -> Expr:
        return Const(ANYTHING, span, None)

    def error(self, code: str, span: Span, message: str, suggestion: str | None = None) -> Expr:
        self.report.error(code, span, message, suggestion)
        return self.unknown(span)

    def agree(self, first: Type, second: Type) -> bool:
        """Can values of both types stand in one column?"""
        return coerce.join(self.words, first, second) is not None

    def step(self, word: str, span: Span) -> str | None:
        """The address of the step that a word or address means; None after a report."""
        found = self.words.steps_named(word)
        if len(found) == 1:
            return found[0].address
        if found:
            several = ", ".join(f"`{s.address}`" for s in found)
            self.report.error("ambiguous-step", span, f"`{word}` could be {several}; write enough of the address.")
        else:
            ends = [s.address.rsplit(".", 1)[-1] for s in self.words.steps.values()]
            self.report.error("unknown-step", span, f"No step is called `{word}`.", nearest(word, [*ends, *self.words.steps]))
        return None

    # ------------------------------------------------------------ by form

    def _plain(self, node: sx.Expression, scope: Scope, wanted: Type | None) -> Expr:
        match node:
            case sx.Number(value, span):
                return Const(Number(value, value), span, value)
            case sx.Truth(value, span):
                return Const(TRUTH, span, value)
            case sx.Nothing(span):
                return Const(EMPTY, span, None)
            case sx.Name():
                return self.name(node, scope, wanted)
            case sx.Units(amount, word, span):
                return self._units(amount, word, span)
            case sx.Apply():
                return folds.fold(self, node, scope, wanted) or members.apply(self, node, scope, wanted)
            case sx.ListOf(items, span):
                return self._list(items, span, scope, wanted)
            case sx.Negative(operand, span):
                return self._negative(operand, span, scope)
            case sx.Arithmetic():
                return self._arithmetic(node, scope, wanted)
            case sx.Compare():
                return self._compare(node, scope)
            case sx.Both() | sx.Either():
                return self._connect(node, scope)
            case sx.Negate(operand, span):
                return Op(TRUTH, span, "not", (self.truth(operand, scope),))
            case sx.Fallback():
                return self._fallback(node, scope, wanted)
            case sx.IfElse():
                return self._if(node, scope, wanted)
            case sx.Range(low, high, span):
                return self._range(low, high, span, scope)
            case sx.Selection():
                return folds.selection(self, node, scope, wanted)
            case sx.Quantified():
                return folds.quantified(self, node, scope)
            case sx.Can():
                return self._can(node, scope)
            case sx.EachOf(_, _, span):
                return self.error("misplaced-for", span, "`… for …` stands only inside sum(…), max(…), min(…) or union(…).")
            case sx.Closure(_, _, _, _, span):
                return self.error("misplaced-through", span, "`… through …` stands only inside reach(…).")

    # ------------------------------------------------------------ names

    def name(self, node: sx.Name, scope: Scope, wanted: Type | None = None) -> Expr:
        """A bare word: something bound here, a member of the element of a selection, or something the game declares."""
        word = node.text
        if word in scope.names:
            return replace(scope.names[word], span=node.span)
        member = None
        if scope.element is not None:
            member = members.member(self, node, (replace(scope.element, span=node.span),), scope, quiet=True)
        outside = self._global(node, scope, wanted)
        if member is not None:
            if outside is not None and not isinstance(outside.type, Symbol):
                return self.error(
                    "two-meanings",
                    node.span,
                    f"`{word}` is a member of {a(scope.element.type)} here and also {a(outside.type)} of the game; "
                    "give the selection a name (`x in … where …`) and write which is meant.",
                )
            return member
        return outside if outside is not None else self._unknown_name(node, scope)

    def _unknown_name(self, node: sx.Name, scope: Scope) -> Expr:
        if node.text == "me" and scope.no_actor:
            return self.error("no-actor", node.span, "Nobody acts here, so there is no `me`; give the definition a seat as parameter.")
        known = [*scope.names, *self.words.words()]
        if scope.element is not None:
            known += self.words.member_words()
        guess = nearest(node.text, known)
        help_ = f"; did you mean `{guess}`?" if guess else "."
        return self.error("unknown-name", node.span, f"Nothing is called `{node.text}` here{help_}", guess)

    def _global(self, node: sx.Name, scope: Scope, wanted: Type | None) -> Expr | None:
        word, span, words = node.text, node.span, self.words
        self.note_use(word)
        if word in words.options:
            return Op(words.options[word].type, span, "option", (), word)
        if word in words.definitions and not words.definitions[word].parameters:
            return self.call(word, (), span)
        if word in words.kept and not words.kept[word].parameters:
            return self.read(word, (), span)
        if word in words.zones and not words.zones[word].parameters:
            return Op(Place(word), span, "place", (), word)
        found = self._builtin_name(word, span, scope)
        return found or self._symbol(node, wanted) or self._row(node, wanted)

    def _builtin_name(self, word: str, span: Span, scope: Scope) -> Expr | None:
        if word == "players":
            return Op(Number(*self.words.players), span, "players", ())
        if word == "seats":
            return Op(Set(SEAT, filled=True, at_most=self.words.players[1]), span, "seats", ())
        if word == "house-seats" and self.words.house_seats:
            return Op(Set(SEAT), span, "house-seats", ())
        if word in self.words.house_seats:
            return SeatNumber(SEAT, span, -1, word)
        if scope.seats_by_number and word[:1] == "p" and word[1:].isdigit() and 1 <= int(word[1:]) <= self.words.players[1]:
            return SeatNumber(SEAT, span, int(word[1:]) - 1)
        return None

    def _symbol(self, node: sx.Name, wanted: Type | None) -> Expr | None:
        word = node.text
        found = self.words.symbol_lists(word)
        if not found:
            return None
        target = element_of(wanted)
        if isinstance(target, Symbol):
            root = self.words.root(target.list)
            hit = next((f for f in found if f[0] == root), None)
            if hit is not None:
                sub = self.words.lists.get(target.list)
                inside = sub is None or sub.among is None or hit[1] in sub.members
                return Const(Symbol(target.list if inside else root), node.span, hit[1])
        if isinstance(target, Bundle) and word in self.words.resources:
            return Const(Symbol("resource"), node.span, self.words.resources.index(word))
        if len(found) > 1 and not isinstance(target, Symbol):
            lists = " and ".join(f"`{name}`" for name, _ in found)
            return self.error("two-meanings", node.span, f"`{word}` is a word of {lists}; nothing here says which is meant.")
        return Const(Symbol(found[0][0]), node.span, found[0][1])

    def _row(self, node: sx.Name, wanted: Type | None) -> Expr | None:
        found = self.words.rows_named(node.text)
        target = element_of(wanted)
        if isinstance(target, Row | Thing):
            found = [f for f in found if f[0] == target.kind] or found
        if not found:
            return None
        kind, index = found[0]
        if isinstance(target, Row) or not self.words.kinds[kind].rows[index].single:
            return Const(Row(kind), node.span, index)
        return TheThing(Thing(kind), node.span, kind, index)

    def note_use(self, word: str) -> None:
        self.words.used.add(word)

    # ------------------------------------------------------------ reading state and definitions

    def read(self, kept: str, arguments: tuple[Expr, ...], span: Span) -> Expr:
        of = self.words.kept[kept].type
        for seen in self.reading:
            seen.add(kept)
        return Read(self.lift(of, arguments, self.words.kept[kept].parameters), span, kept, arguments)

    def call(self, name: str, arguments: tuple[Expr, ...], span: Span) -> Expr:
        body = self.define(name)
        parameters = tuple(p.type for p in self.words.definitions[name].parameters)
        of = ANYTHING if body is None else body.type
        return Call(self.lift(of, arguments, parameters), span, name, arguments)

    def lift(self, of: Type, arguments: tuple[Expr, ...], parameters: tuple[Type, ...] = ()) -> Type:
        """A member of what may be nothing may be nothing (truths and sets are then false and empty)."""
        wants_maybe = bool(parameters) and isinstance(parameters[0], Maybe)
        if arguments and isinstance(arguments[0].type, Maybe) and not wants_maybe:
            if isinstance(of, Truth):
                return of
            return Set(of.inner) if isinstance(of, Set) else maybe(of)
        return of

    # ------------------------------------------------------------ numbers and bundles

    def _units(self, amount: int, word: sx.Name, span: Span) -> Expr:
        self.note_use(word.text)
        if word.text not in self.words.resources:
            guess = nearest(word.text, self.words.resources)
            return self.error("unknown-resource", word.span, f"`{word.text}` is no resource of this game.", guess)
        unit = Const(Symbol("resource"), word.span, self.words.resources.index(word.text))
        return Op(BUNDLE, span, "b-unit", (unit, Const(Number(amount, amount), span, amount)))

    def _negative(self, operand: sx.Expression, span: Span, scope: Scope) -> Expr:
        inner = self.number(operand, scope)
        low, high = bounds(inner.type)
        return Op(Number(None if high is None else -high, None if low is None else -low), span, "neg", (inner,))

    def _arithmetic(self, node: sx.Arithmetic, scope: Scope, wanted: Type | None) -> Expr:
        hint = wanted if isinstance(element_of(wanted), Bundle | Symbol | Thing | Row) or isinstance(wanted, Set) else None
        left = narrowed(self._plain(node.left, scope, hint), scope)
        right = narrowed(self._plain(node.right, scope, hint), scope)
        if node.operator in ("+", "-"):
            special = self._join_or_bundles(node, left, right)
            if special is not None:
                return special
        if node.operator == "*":
            scaled = self._scaled(node, left, right)
            if scaled is not None:
                return scaled
        left, right = self.require(left, NUMBER), self.require(right, NUMBER)
        if node.operator in ("div", "mod"):
            low, high = bounds(right.type)
            known = isinstance(right.type, Number)
            if known and (low is None or low <= 0) and (high is None or high >= 0):
                self.report.error("division-by-zero", right.span, "The divisor could be 0 here.")
        name = {"+": "add", "-": "sub", "*": "mul", "div": "div", "mod": "mod"}[node.operator]
        return Op(interval(name, left.type, right.type), node.span, name, (left, right))

    def _join_or_bundles(self, node: sx.Arithmetic, left: Expr, right: Expr) -> Expr | None:
        resource_words = [isinstance(e.type, Bundle) or (isinstance(e.type, Symbol) and e.type.list == "resource") for e in (left, right)]
        if all(resource_words):
            pair = (self.require(left, BUNDLE), self.require(right, BUNDLE))
            return Op(BUNDLE, node.span, "b-add" if node.operator == "+" else "b-sub", pair)
        sets = [coerce.as_set(self.words, e) for e in (left, right)]
        if sets[0] is None or sets[1] is None or isinstance(left.type, Anything) or isinstance(right.type, Anything):
            return None
        a_type, b_type = sets[0].type, sets[1].type
        joined = coerce.join(self.words, a_type, b_type)
        if joined is None and isinstance(a_type, Set) and isinstance(b_type, Set):
            joined = self._mixed_things(a_type.inner, b_type.inner)
        if joined is None:
            return self.error("type-mismatch", node.span, f"{a(left.type).capitalize()} and {a(right.type)} can't be joined.")
        if node.operator == "-" and isinstance(joined, Set):
            joined = Set(joined.inner)
        elif isinstance(joined, Set):
            joined = Set(joined.inner, filled=any(isinstance(s.type, Set) and s.type.filled for s in (sets[0], sets[1])))
        return Op(joined, node.span, "join" if node.operator == "+" else "minus", (sets[0], sets[1]))

    def _mixed_things(self, first: Type, second: Type) -> Type | None:
        """Two kinds may stand in one set; only members of both can be read then."""
        if isinstance(first, Thing) and isinstance(second, Thing):
            return Set(Thing("|".join(sorted({*first.kind.split("|"), *second.kind.split("|")}))))
        return None

    def _scaled(self, node: sx.Arithmetic, left: Expr, right: Expr) -> Expr | None:
        for number, other in ((left, right), (right, left)):
            is_bundle = isinstance(other.type, Bundle) or (isinstance(other.type, Symbol) and other.type.list == "resource")
            if is_bundle:
                return Op(BUNDLE, node.span, "b-scale", (self.require(number, NUMBER), self.require(other, BUNDLE)))
        return None

    def _list(self, items: tuple[sx.Expression, ...], span: Span, scope: Scope, wanted: Type | None) -> Expr:
        hint = element_of(wanted) if isinstance(wanted, Set) else None
        parts = [self.check(item, scope) if hint is None else narrowed(self._plain(item, scope, hint), scope) for item in items]
        of: Type = hint or EMPTY
        for i, part in enumerate(parts):
            joined = part.type if i == 0 else coerce.join(self.words, of, part.type)
            if joined is None:
                return self.error("type-mismatch", part.span, f"The items of a list are of one type: {a(of)} before, {a(part.type)} here.")
            of = joined
        if isinstance(of, Set):
            return self.error("type-mismatch", span, "There are no sets of sets.")
        if not isinstance(bare(of), Anything):
            of = bare(of)
        return Op(Set(of, filled=bool(items), at_most=len(items)), span, "list", tuple(parts))

    def _range(self, low: sx.Expression, high: sx.Expression, span: Span, scope: Scope) -> Expr:
        first, last = self.number(low, scope), self.number(high, scope)
        least, most = bounds(first.type)[0], bounds(last.type)[1]
        sure = bounds(first.type)[1], bounds(last.type)[0]
        filled = sure[0] is not None and sure[1] is not None and sure[0] <= sure[1]
        size = None if least is None or most is None else max(0, most - least + 1)
        return Op(Set(Number(least, most), filled, size), span, "range", (first, last))

    # ------------------------------------------------------------ truths

    def _connect(self, node: sx.Both | sx.Either, scope: Scope) -> Expr:
        is_and = isinstance(node, sx.Both)
        left = self.truth(node.left, scope)
        right = self.truth(node.right, scope.knowing(facts_of(left, holds=is_and)))
        return Op(TRUTH, node.span, "and" if is_and else "or", (left, right))

    def _compare(self, node: sx.Compare, scope: Scope) -> Expr:
        if node.operator in ("is", "is not"):
            same = self._same(node, scope)
            return same if node.operator == "is" else Op(TRUTH, node.span, "not", (same,))
        if node.operator in ("is in", "is not in", "are in"):
            return self._membership(node, scope)
        left = narrowed(self._plain(node.left, scope, None), scope)
        right = narrowed(self._plain(node.right, scope, None), scope)
        name = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}[node.operator]
        if isinstance(left.type, Bundle) and isinstance(right.type, Bundle):
            pair = (left, right) if name in ("le", "lt") else (right, left)
            return Op(TRUTH, node.span, "b-le", pair)
        return Op(TRUTH, node.span, name, (self.require(left, NUMBER), self.require(right, NUMBER)))

    def _membership(self, node: sx.Compare, scope: Scope) -> Expr:
        many = node.operator == "are in"
        left = self.set_of(node.left, scope) if many else narrowed(self._plain(node.left, scope, None), scope)
        if not many and coerce.holds_one_unshaped(self.words, left.type):
            left = coerce.content_of(self.words, left)
        hint = element_of(left.type) if many else bare(left.type)
        right = self.set_of(node.right, scope, hint)
        if (
            not many
            and isinstance(left.type, Symbol)
            and isinstance(right.type, Set)
            and left.type.list != getattr(right.type.inner, "list", None)
        ):
            left = self._retry(node.left, scope, right.type.inner, left)
        inside = element_of(right.type)
        found = element_of(left.type) if many else left.type
        if inside is not None and found is not None and not coerce.same_kind(self.words, found, inside):
            return self.error("type-mismatch", node.span, f"{a(found).capitalize()} is never in {a(right.type)}.")
        test = Op(TRUTH, node.span, "subset" if many else "in", (left, right))
        return Op(TRUTH, node.span, "not", (test,)) if node.operator == "is not in" else test

    def _retry(self, node: sx.Expression, scope: Scope, wanted: Type, found: Expr) -> Expr:
        """A bare symbol again, now that the type it is compared with is known."""
        return narrowed(self._plain(node, scope, wanted), scope) if isinstance(node, sx.Name) else found

    def _same(self, node: sx.Compare, scope: Scope) -> Expr:
        left = self._left_of_is(node, scope)
        if isinstance(node.right, sx.Nothing):
            if coerce.holds_one_unshaped(self.words, left.type):
                left = coerce.content_of(self.words, left)
            is_something = Op(TRUTH, node.span, "some-value", (left,))
            return Op(TRUTH, node.span, "not", (is_something,))
        if isinstance(node.right, sx.Name) and node.right.text not in scope.names:
            quality = self._quality(node.right, left, scope)
            if quality is not None:
                return replace(quality, span=node.span)
        right = narrowed(self._plain(node.right, scope, bare(left.type)), scope)
        return self._equal(node, left, right)

    def _left_of_is(self, node: sx.Compare, scope: Scope) -> Expr:
        left = narrowed(self._plain(node.left, scope, None), scope)
        if isinstance(node.left, sx.Name) and isinstance(left.type, Symbol) and not isinstance(node.right, sx.Name | sx.Nothing):
            right = self._plain(node.right, scope, left.type)
            return self._retry(node.left, scope, bare(right.type), left)
        return left

    def _quality(self, word: sx.Name, left: Expr, scope: Scope) -> Expr | None:
        """`x is WORD` where the word is an adjective, or a row of the kind of `x`."""
        subject = left
        if coerce.holds_one_unshaped(self.words, left.type):
            subject = coerce.content_of(self.words, left)
        inner = bare(subject.type)
        if isinstance(inner, Thing):
            for kind in inner.kind.split("|"):
                row = self.words.kinds[kind].row_index(word.text)
                if row is not None:
                    self.note_use(word.text)
                    return Op(TRUTH, word.span, "same-row", (subject, Const(Row(kind), word.span, row)))
        for candidate in (left, subject):
            found = members.member(self, word, (candidate,), scope, quiet=True)
            if found is not None and isinstance(found.type, Truth):
                return found
        return None

    def _equal(self, node: sx.Compare, left: Expr, right: Expr) -> Expr:
        if coerce.holds_one_unshaped(self.words, left.type) and not isinstance(bare(right.type), Place):
            left = coerce.content_of(self.words, left)
        if coerce.holds_one_unshaped(self.words, right.type) and not isinstance(bare(left.type), Place):
            right = coerce.content_of(self.words, right)
        if isinstance(bare(left.type), Set) or isinstance(bare(right.type), Set):
            left, right = coerce.as_set(self.words, left) or left, coerce.as_set(self.words, right) or right
        if not coerce.same_kind(self.words, left.type, right.type):
            hint = self._adjective_hint(node)
            return self.error("type-mismatch", node.span, f"{a(left.type).capitalize()} is never the same as {a(right.type)}.{hint}")
        if isinstance(left.type, Maybe) and isinstance(right.type, Maybe):
            self.report.warn(
                "both-may-be-none",
                node.span,
                "Both sides may be nothing, and nothing is the same as nothing; test one with `is not none` if that is not meant.",
            )
        if isinstance(bare(left.type), Bundle) != isinstance(bare(right.type), Bundle):
            left, right = self.require(left, BUNDLE), self.require(right, BUNDLE)
        return Op(TRUTH, node.span, "eq", (left, right))

    def _adjective_hint(self, node: sx.Compare) -> str:
        return f" `{node.right.text}` is no quality of it either." if isinstance(node.right, sx.Name) else ""

    def _fallback(self, node: sx.Fallback, scope: Scope, wanted: Type | None) -> Expr:
        main = narrowed(self._plain(node.main, scope, wanted), scope)
        if coerce.holds_one_unshaped(self.words, main.type):
            main = coerce.content_of(self.words, main)
        other = narrowed(self._plain(node.other, scope, wanted or bare(main.type)), scope)
        joined = coerce.join(self.words, bare(main.type), other.type)
        if joined is None:
            return self.error(
                "type-mismatch", other.span, f"After `otherwise` {a(bare(main.type))} is expected, but this is {a(other.type)}."
            )
        return Op(joined, node.span, "otherwise", (main, other))

    def _if(self, node: sx.IfElse, scope: Scope, wanted: Type | None) -> Expr:
        condition = self.truth(node.condition, scope)
        then = narrowed(self._plain(node.then, scope.knowing(facts_of(condition)), wanted), scope.knowing(facts_of(condition)))
        rest = scope.knowing(facts_of(condition, holds=False))
        other = narrowed(self._plain(node.other, rest, wanted or bare(then.type)), rest)
        if isinstance(wanted, Set):
            then, other = self._both_sets(then, other)
        joined = coerce.join(self.words, then.type, other.type)
        if joined is None:
            both = [coerce.as_set(self.words, e) for e in (then, other)]
            if both[0] is not None and both[1] is not None:
                then, other = both[0], both[1]
                joined = coerce.join(self.words, then.type, other.type)
        if joined is None:
            return self.error(
                "type-mismatch", other.span, f"Both answers of an `if` are of one type: {a(then.type)} before, {a(other.type)} here."
            )
        return IfElse(joined, node.span, condition, then, other)

    def _both_sets(self, then: Expr, other: Expr) -> tuple[Expr, Expr]:
        return coerce.as_set(self.words, then) or then, coerce.as_set(self.words, other) or other

    def _can(self, node: sx.Can, scope: Scope) -> Expr:
        deed = self.words.actions.get(node.action.text)
        if deed is None:
            guess = nearest(node.action.text, self.words.actions)
            return self.error("unknown-action", node.action.span, f"No action is called `{node.action.text}`.", guess)
        known = {*deed.entries, *deed.restrictions, "cost", "limit", "consent"}
        for word in node.ignoring:
            if word.text not in known:
                guess = nearest(word.text, known)
                self.report.error(
                    "unknown-restriction", word.span, f"`{node.action.text}` has no restriction or entry `{word.text}`.", guess
                )
        arguments = None
        if node.arguments is not None:
            chosen = [n for n in deed.entries if n not in deed.lets]
            if len(node.arguments) > len(chosen):
                return self.error("arity", node.span, f"`{node.action.text}` chooses {len(chosen)} things, not {len(node.arguments)}.")
            arguments = tuple(self._argument(deed, n, e, scope) for n, e in zip(chosen, node.arguments, strict=False))
        ignoring = tuple(w.text for w in node.ignoring)
        if "me" in scope.names:
            return Can(TRUTH, node.span, node.action.text, scope.names["me"], arguments, ignoring)
        somebody = self.locals.new("me", SEAT, node.span)
        test = Can(TRUTH, node.span, node.action.text, somebody, arguments, ignoring)
        return Fold(TRUTH, node.span, "some", somebody, Op(Set(SEAT, filled=True), node.span, "seats", ()), test, None)

    def _argument(self, deed: DeedInfo, name: str, node: sx.Expression, scope: Scope) -> Expr:
        wanted = deed.names[name].type if name in deed.names else ANYTHING
        return self.check(node, scope, wanted)


# ---------------------------------------------------------------- helpers


def bounds(of: Type) -> tuple[int | None, int | None]:
    inner = bare(of)
    return (inner.low, inner.high) if isinstance(inner, Number) else (None, None)


def interval(name: str, left: Type, right: Type) -> Number:
    """The bounds of a result from those of the operands."""
    (a1, a2), (b1, b2) = bounds(left), bounds(right)
    if name == "add":
        return Number(_sum(a1, b1), _sum(a2, b2))
    if name == "sub":
        return Number(_sum(a1, None if b2 is None else -b2), _sum(a2, None if b1 is None else -b1))
    if name == "mod" and b1 is not None and b1 > 0:
        return Number(0, None if b2 is None else b2 - 1)
    if None in (a1, a2, b1, b2):
        return (
            Number(0, None)
            if name in ("mul", "div") and (a1 or 0) >= 0 and a1 is not None and (b1 or 0) >= 0 and b1 is not None
            else NUMBER
        )
    assert a1 is not None
    assert a2 is not None
    assert b1 is not None
    assert b2 is not None
    if name == "div":
        if b1 <= 0 <= b2:
            return NUMBER
        corners = [x // y for x in (a1, a2) for y in (b1, b2)]
    else:
        corners = [x * y for x in (a1, a2) for y in (b1, b2)]
    return Number(min(corners), max(corners))


def _sum(x: int | None, y: int | None) -> int | None:
    return None if x is None or y is None else x + y


def element_of(of: Type | None) -> Type | None:
    """The type of the members of a set type, else the type itself without maybe."""
    if of is None:
        return None
    inner = bare(of)
    return bare(inner.inner) if isinstance(inner, Set) else inner


def a(of: Type) -> str:
    """`a number`, `an orange-type`, `nothing`: a type as part of a sentence."""
    match of:
        case Truth():
            return "a truth (yes or no)"
        case Empty():
            return "nothing"
        case Place(zone):
            return f"the place `{zone}`"
        case Cell(zone):
            return f"a cell of `{zone}`"
        case Symbol(list_):
            return f"a word of `{list_}`"
        case Maybe(inner):
            return f"maybe {a(inner)}"
        case Set(inner):
            return f"a set of {str(inner).removeprefix('maybe ')}"
        case Table(key, value):
            return f"a {value} per {key}"
        case Anything():
            return "something unknown"
    text = str(of)
    return ("an " if text[:1] in "aeiou" else "a ") + text
