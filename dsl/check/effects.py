"""One thing that happens: verbs with what they take."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from custumal.dsl import syntax as sx
from custumal.dsl.check import coerce
from custumal.dsl.check.context import Context
from custumal.dsl.check.functions import dotted
from custumal.dsl.check.places import holds_unknown
from custumal.dsl.check.scope import Scope, facts_of
from custumal.dsl.check.walk import every_expression
from custumal.dsl.check.wording import a
from custumal.dsl.model import (
    Build,
    Const,
    Draw,
    Effect,
    Exit,
    Expr,
    Kept,
    Move,
    Op,
    Perform,
    Reveal,
    Roll,
    Shuffle,
    Swap,
    Trade,
    Write,
)
from custumal.dsl.suggest import nearest
from custumal.dsl.types import (
    BUNDLE,
    SEAT,
    Anything,
    Bundle,
    Cell,
    Empty,
    Maybe,
    Number,
    Place,
    Pose,
    Set,
    Symbol,
    Thing,
    Type,
    bare,
    maybe,
)


@dataclass(frozen=True, slots=True)
class Verb:
    """What a verb takes: whether an object, and which prepositions (those in `optional` may be missing)."""

    build: Callable[[Context, sx.Effect, Scope, Expr | None], Effect | None]
    takes_object: bool
    prepositions: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    shape: str = ""


def effect(cx: Context, node: sx.Effect, scope: Scope, *, in_scenario: bool = False) -> Effect | None:
    """The typed effect, or None after a report."""
    condition = None if node.condition is None else cx.ex.truth(node.condition, scope)
    inside = scope if condition is None else scope.knowing(facts_of(condition))
    word = node.verb.text
    if word in cx.words.procedures:
        return _perform(cx, node, inside, condition)
    verb = VERBS.get(word)
    if verb is None or (word == "build" and not in_scenario):
        known = [*VERBS, *cx.words.procedures]
        guess = nearest(word, known)
        help_ = f"; did you mean `{guess}`?" if guess else "; verbs are " + ", ".join(f"`{v}`" for v in VERBS if v != "build") + "."
        cx.report.error("unknown-verb", node.verb.span, f"There is no verb or procedure `{word}`{help_}", guess)
        return None
    if not _fits(cx, node, verb):
        return None
    return verb.build(cx, node, inside, condition)


def _fits(cx: Context, node: sx.Effect, verb: Verb) -> bool:
    """Does the sentence have the parts that its verb takes?"""
    given = [p.preposition for p in node.parts]
    wanted = list(verb.prepositions)
    missing = [p for p in wanted if p not in given and p not in verb.optional]
    wrong = [p for p in node.parts if p.preposition not in wanted or given.count(p.preposition) > 1]
    if node.arguments is None and (node.object is not None) == verb.takes_object and not missing and not wrong:
        return True
    span = wrong[0].span if wrong else node.span
    cx.report.error("wrong-phrase", span, f"`{node.verb.text}` is written `{verb.shape}`.")
    return False


def _part(node: sx.Effect, preposition: str) -> sx.Expression:
    return next(p.value for p in node.parts if p.preposition == preposition)


def _has(node: sx.Effect, preposition: str) -> bool:
    return any(p.preposition == preposition for p in node.parts)


# ---------------------------------------------------------------- things


def things(cx: Context, node: sx.Expression, scope: Scope) -> Expr:
    """A thing, maybe a thing, or a set of things."""
    expr = cx.ex.check(node, scope)
    inner = bare(expr.type)
    if isinstance(inner, Place | Cell) and cx.words.zones[inner.zone].holds is not None:
        if isinstance(inner, Cell) and cx.words.zones[inner.zone].one:
            return coerce.content_of(cx.words, expr)
        if coerce.holds_one_unshaped(cx.words, expr.type):
            return coerce.content_of(cx.words, expr)
        return coerce.as_set(cx.words, expr) or expr
    element = inner.inner if isinstance(inner, Set) else inner
    if not isinstance(element, Thing | Anything | Empty):
        return cx.ex.error("type-mismatch", expr.span, f"Things are expected here, but this is {a(expr.type)}.")
    return expr


def _target(cx: Context, node: sx.Expression, scope: Scope) -> tuple[Expr, bool]:
    """Where something goes, and whether below the pile."""
    if isinstance(node, sx.Apply) and node.word.text == "bottom" and len(node.arguments) == 1:
        under = cx.ex.check(node.arguments[0], scope)
        if isinstance(bare(under.type), Place):
            return under, True
    expr = cx.ex.check(node, scope)
    if not isinstance(bare(expr.type), Place | Cell | Pose | Anything | Empty):
        return cx.ex.error("type-mismatch", expr.span, f"A zone, a cell or a pose is expected here, but this is {a(expr.type)}."), False
    return expr, False


def _kind_fits(cx: Context, moved: Expr, target: Expr) -> None:
    inner = bare(moved.type)
    element = inner.inner if isinstance(inner, Set) else inner
    place = bare(target.type)
    if not isinstance(element, Thing) or not isinstance(place, Place | Cell | Pose):
        return
    holds = cx.words.zones[place.zone].holds
    if holds_unknown(cx, cx.words.zones[place.zone]):
        return
    if holds not in element.kind.split("|"):
        cx.report.error("type-mismatch", target.span, f"`{place.zone}` holds {holds or 'nothing'}, but this moves {element}.")


def _move(cx: Context, node: sx.Effect, scope: Scope, condition: Expr | None) -> Effect:
    assert node.object is not None
    moved = things(cx, node.object, scope)
    target, bottom = _target(cx, _part(node, "to"), scope)
    _kind_fits(cx, moved, target)
    return Move(condition, node.span, moved, target, bottom)


def _discard(cx: Context, node: sx.Effect, scope: Scope, condition: Expr | None) -> Effect:
    assert node.object is not None
    return Move(condition, node.span, things(cx, node.object, scope), None)


def _draw(cx: Context, node: sx.Effect, scope: Scope, condition: Expr | None) -> Effect:
    assert node.object is not None
    count = cx.ex.number(node.object, scope)
    origin = cx.ex.check(_part(node, "from"), scope)
    if not isinstance(origin.type, Place | Anything):
        origin = cx.ex.error("type-mismatch", origin.span, f"A zone is drawn from, but this is {a(origin.type)}.")
    target, _ = _target(cx, _part(node, "to"), scope)
    if isinstance(origin.type, Place):
        holds = cx.words.zones[origin.type.zone].holds
        if holds is not None:
            _kind_fits(cx, replace(origin, type=Set(Thing(holds))), target)
    return Draw(condition, node.span, count, origin, target)


def _swap(cx: Context, node: sx.Effect, scope: Scope, condition: Expr | None) -> Effect:
    assert node.object is not None
    first, second = things(cx, node.object, scope), things(cx, _part(node, "with"), scope)
    return Swap(condition, node.span, first, second)


def _shuffle(cx: Context, node: sx.Effect, scope: Scope, condition: Expr | None) -> Effect:
    assert node.object is not None
    place = cx.ex.check(node.object, scope)
    zone = cx.words.zones.get(getattr(place.type, "zone", ""))
    if (zone is None or zone.shape.form != "pile") and place.type != Anything():
        cx.report.error("type-mismatch", place.span, f"A pile is shuffled, but this is {a(place.type)}.")
    return Shuffle(condition, node.span, place)


def _reveal(cx: Context, node: sx.Effect, scope: Scope, condition: Expr | None) -> Effect:
    assert node.object is not None
    shown = things(cx, node.object, scope)
    seats = None
    if _has(node, "to"):
        seats = cx.ex.check(_part(node, "to"), scope)
        if seats.type == SEAT:
            seats = _just(seats)
    return Reveal(condition, node.span, shown, seats)


def _just(expr: Expr) -> Expr:
    """The set of one value."""
    return Op(Set(expr.type, filled=True), expr.span, "list", (expr,))


# ---------------------------------------------------------------- kept values


def _written(cx: Context, node: sx.Expression, scope: Scope) -> tuple[Kept, tuple[Expr, ...]] | None:
    """The kept value that an effect writes, with its arguments; an argument may be a set (then each)."""
    word = node.word if isinstance(node, sx.Apply) else node
    if not isinstance(word, sx.Name) or word.text not in cx.words.kept:
        text = word.text if isinstance(word, sx.Name) else ""
        guess = nearest(text, cx.words.kept)
        span = word.span
        what = f"`{text}` is no kept value or resource, so it can't be changed" if text else "Only a kept value or resource can be changed"
        cx.report.error("not-kept", span, what + (f"; did you mean `{guess}`?" if guess else "."), guess)
        return None
    kept = cx.words.kept[word.text]
    cx.written.add(kept.name)
    given = node.arguments if isinstance(node, sx.Apply) else ()
    if len(given) != len(kept.parameters):
        cx.report.error("arity", node.span, f"`{kept.name}` is of {len(kept.parameters)} things, not {len(given)}.")
        return None
    return kept, tuple(_each_of(cx, g, p, scope) for g, p in zip(given, kept.parameters, strict=True))


def _each_of(cx: Context, node: sx.Expression, parameter: Type, scope: Scope) -> Expr:
    expr = cx.ex.check(node, scope)
    fitted = coerce.fits(cx.words, parameter, expr)
    if fitted is not None:
        return fitted
    collected = coerce.as_set(cx.words, expr)
    if collected is not None and isinstance(collected.type, Set) and coerce.same_kind(cx.words, collected.type.inner, parameter):
        return collected
    return cx.ex.require(expr, parameter)


def _set(cx: Context, node: sx.Effect, scope: Scope, condition: Expr | None) -> Effect | None:
    assert node.object is not None
    target = _written(cx, node.object, scope)
    if target is None:
        cx.ex.check(_part(node, "to"), scope)
        return None
    kept, arguments = target
    value = cx.ex.check(_part(node, "to"), scope, kept.type)
    return Write(condition, node.span, kept.name, arguments, "set", value)


def _change(mode: str) -> Callable[[Context, sx.Effect, Scope, Expr | None], Effect | None]:
    def build(cx: Context, node: sx.Effect, scope: Scope, condition: Expr | None) -> Effect | None:
        assert node.object is not None
        target = _written(cx, node.object, scope)
        amount = cx.ex.number(_part(node, "by"), scope)
        if target is None:
            return None
        kept, arguments = target
        if not isinstance(bare(kept.type), Number | Anything):
            cx.report.error("type-mismatch", node.object.span, f"Only numbers are raised and lowered; `{kept.name}` is {a(kept.type)}.")
        return Write(condition, node.span, kept.name, arguments, mode, amount)

    return build


def _reset(cx: Context, node: sx.Effect, scope: Scope, condition: Expr | None) -> Effect | None:
    assert node.object is not None
    target = _written(cx, node.object, scope)
    return None if target is None else Write(condition, node.span, target[0].name, target[1], "reset", None)


def _roll(cx: Context, node: sx.Effect, scope: Scope, condition: Expr | None) -> Effect | None:
    assert node.object is not None
    target = _written(cx, node.object, scope)
    if target is None:
        return None
    kept, arguments = target
    if len(arguments) != 1 or not isinstance(kept.type, Number) or kept.type.low is None or kept.type.high is None:
        cx.report.error(
            "wrong-phrase", node.object.span, "`roll F of S` gives F, a number from … to …, a chance value for every thing of S."
        )
        return None
    of = arguments[0] if isinstance(arguments[0].type, Set) else _just(arguments[0])
    return Roll(condition, node.span, kept.name, of)


# ---------------------------------------------------------------- resources, steps, procedures


def _trade(mode: str) -> Callable[[Context, sx.Effect, Scope, Expr | None], Effect | None]:
    def build(cx: Context, node: sx.Effect, scope: Scope, condition: Expr | None) -> Effect | None:
        assert node.object is not None
        bundle = cx.ex.plain(node.object, scope, BUNDLE)
        if isinstance(bundle.type, Symbol | Bundle | Anything | Empty) or isinstance(bare(bundle.type), Bundle):
            bundle = bundle if isinstance(bundle.type, Maybe | Empty) else cx.ex.require(bundle, BUNDLE)
        else:
            bundle = cx.ex.require(bundle, maybe(BUNDLE))
        for name in _resources(cx, bundle):
            cx.written.add(name)
        if _has(node, "for"):
            seat = cx.ex.check(_part(node, "for"), scope, SEAT)
        elif "me" in scope.names:
            seat = replace(scope.names["me"], span=node.verb.span)
        else:
            cx.report.error("no-actor", node.verb.span, f"Nobody acts here; say for whom: `{mode} … for s`.")
            return None
        return Trade(condition, node.span, mode, bundle, seat)

    return build


def _resources(cx: Context, bundle: Expr) -> set[str]:
    found = {e.value for e in (bundle, *every_expression(bundle)) if isinstance(e, Const) and e.type == Symbol("resource")}
    names = {cx.words.resources[v] for v in found if isinstance(v, int)}
    return names or set(cx.words.resources)


def _exit(mode: str) -> Callable[[Context, sx.Effect, Scope, Expr | None], Effect | None]:
    def build(cx: Context, node: sx.Effect, scope: Scope, condition: Expr | None) -> Effect | None:
        assert node.object is not None
        word = dotted(node.object)
        if word is None:
            cx.report.error("unknown-step", node.object.span, f"`{mode}` takes the name of a step.")
            return None
        address = cx.ex.step(word, node.object.span, around=scope.step)
        if address is None:
            return None
        cx.exits.add((mode, address))
        return Exit(condition, node.span, mode, address)

    return build


def _perform(cx: Context, node: sx.Effect, scope: Scope, condition: Expr | None) -> Effect | None:
    deed = cx.words.procedures[node.verb.text]
    cx.ex.note_use(node.verb.text)
    given = node.arguments or ()
    if node.object is not None or node.parts or len(given) != len(deed.parameters):
        shape = f"{node.verb.text}({', '.join(p.name for p in deed.parameters)})" if deed.parameters else node.verb.text
        cx.report.error("arity", node.span, f"The procedure is carried out as `{shape}`.")
        return None
    arguments = tuple(cx.ex.check(g, scope, p.type) for g, p in zip(given, deed.parameters, strict=True))
    return Perform(condition, node.span, node.verb.text, arguments)


def _build(cx: Context, node: sx.Effect, scope: Scope, condition: Expr | None) -> Effect | None:
    assert node.object is not None
    place = cx.ex.check(node.object, scope)
    heights = _heights(cx, _part(node, "to"))
    zone = cx.words.zones.get(getattr(place.type, "zone", ""))
    if zone is None or zone.shape.form != "cubes":
        cx.report.error("type-mismatch", place.span, f"`build` fills a board of cubes, but this is {a(place.type)}.")
        return None
    return Build(condition, node.span, place, tuple(heights))


def _heights(cx: Context, rows: sx.Expression) -> list[int]:
    """The numbers of a list of lists of numbers; what is something else is reported."""
    found: list[int] = []
    for row in rows.items if isinstance(rows, sx.ListOf) else (rows,):
        for number in row.items if isinstance(row, sx.ListOf) else (row,):
            if isinstance(number, sx.Number):
                found.append(number.value)
            else:
                cx.report.error("wrong-shape", number.span, "Heights are written as rows of numbers: [[1, 0], [2, 1]].")
    return found


VERBS: dict[str, Verb] = {
    "move": Verb(_move, takes_object=True, prepositions=("to",), shape="move X to P"),
    "draw": Verb(_draw, takes_object=True, prepositions=("from", "to"), shape="draw n from P to Q"),
    "discard": Verb(_discard, takes_object=True, shape="discard X"),
    "swap": Verb(_swap, takes_object=True, prepositions=("with",), shape="swap A with B"),
    "shuffle": Verb(_shuffle, takes_object=True, shape="shuffle P"),
    "roll": Verb(_roll, takes_object=True, shape="roll F of S"),
    "reveal": Verb(_reveal, takes_object=True, prepositions=("to",), optional=("to",), shape="reveal X [to S]"),
    "set": Verb(_set, takes_object=True, prepositions=("to",), shape="set V to E"),
    "raise": Verb(_change("raise"), takes_object=True, prepositions=("by",), shape="raise V by n"),
    "lower": Verb(_change("lower"), takes_object=True, prepositions=("by",), shape="lower V by n"),
    "reset": Verb(_reset, takes_object=True, shape="reset V"),
    "gain": Verb(_trade("gain"), takes_object=True, prepositions=("for",), optional=("for",), shape="gain B [for s]"),
    "lose": Verb(_trade("lose"), takes_object=True, prepositions=("for",), optional=("for",), shape="lose B [for s]"),
    "leave": Verb(_exit("leave"), takes_object=True, shape="leave STEP"),
    "finish": Verb(_exit("finish"), takes_object=True, shape="finish STEP"),
    "stop": Verb(_exit("stop"), takes_object=True, shape="stop STEP"),
    "build": Verb(_build, takes_object=True, prepositions=("to",), shape="build ZONE to [[heights]]"),
}
