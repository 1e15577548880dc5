"""Numbers: never enough to choose from, changing under a board, and what a sentence may cost."""

from __future__ import annotations

from collections.abc import Iterator

from custumal.dsl.base.types import Row, Set, Thing, bare
from custumal.dsl.check.declarations.sizes import at_most
from custumal.dsl.check.entries.context import Context
from custumal.dsl.check.lint.cost import MULTIPLIED, Costs
from custumal.dsl.check.lint.twice import rules_of
from custumal.dsl.check.typing.intervals import bounds
from custumal.dsl.diagnostics.catalogue.numbers import costly, too_costly
from custumal.dsl.diagnostics.catalogue.things import changing_size
from custumal.dsl.diagnostics.catalogue.turns import never_enough
from custumal.dsl.model import Action, Call, ChoiceEntry, Expr, GameModel, Op, Read, Rule, Step
from custumal.dsl.model.expression_walk import every_expression, every_step, parts
from custumal.dsl.model.memo import Memoised, memoised

_CHANGING = frozenset({
    "things", "content", "filled", "empty", "free", "passes", "running", "occurrences", "turns", "amount", "supply", "stock",
})  # fmt: skip
BUDGET = 1_000_000_000
"""Steps that one sentence should take at the worst."""

LIMIT = 10_000 * BUDGET
"""Steps above which a sentence is refused: it would keep a machine busy for weeks."""


def lint(cx: Context, game: GameModel) -> None:
    """All checks of numbers."""
    _candidates(cx, game)
    _changing(cx, game)
    _costs(cx, game)


# ---------------------------------------------------------------- never enough


def _candidates(cx: Context, game: GameModel) -> None:
    """Choices for which there is never enough to choose from."""
    deeds: tuple[Action | Step | Rule, ...] = (*game.actions.values(), *every_step(game), *game.standing)
    for entry in (entry for deed in deeds if deed.decision is not None for entry in deed.decision.entries):
        needed, found = _needed(entry), at_most(cx.declared, bare(entry.among.type))
        if found is not None and found < needed and not (found == 0 and _is_of_things(entry)):
            cx.report.tell(entry.among.span, never_enough(needed, found))


def _is_of_things(entry: ChoiceEntry) -> bool:
    """Whether things are chosen: that there are none of a kind is told at the kind."""
    of = bare(entry.among.type)
    return isinstance(of.inner if isinstance(of, Set) else of, Thing | Row)


def _needed(entry: ChoiceEntry) -> int:
    """How many candidates it takes at the least."""
    if entry.form == "exactly":
        return bounds(entry.amount.type)[0] or 0 if entry.amount is not None else 0
    return 1 if entry.form == "one" else 0


# ---------------------------------------------------------------- boards and bounds that would change


def _changing(cx: Context, game: GameModel) -> None:
    """What is taken at the start may hang on options and players only."""
    for what, expr in (*_of_places(game), *_of_things(game), *_of_options(game)):
        if expr is not None:
            _settled(cx, game, expr, what)


def _of_places(game: GameModel) -> Iterator[tuple[str, Expr | None]]:
    for zone in game.zones.values():
        yield from (("The size of a board", size) for size in zone.shape.sizes)
        yield "The room of a zone", zone.room
    for kept in game.kept.values():
        what = "The bound of a kept value" if kept.resource is None else "The bound of a resource"
        yield from ((what, bound) for bound in (kept.low, kept.high))
        yield "The supply of a resource", kept.supply


def _of_things(game: GameModel) -> Iterator[tuple[str, Expr | None]]:
    for table in game.components.values():
        yield "Which components are in the game", table.condition
        yield from (("Which components are in the game", domain) for _, domain, _ in table.for_each)
    for row in (row for kind in game.kinds.values() for row in kind.rows):
        yield "Which components are in the game", row.condition
        yield "How many copies there are", row.copies


def _of_options(game: GameModel) -> Iterator[tuple[str, Expr | None]]:
    yield from (("Whether an option is offered", option.condition) for option in game.options.values())
    yield from (("Whether a seat is held by the game", seat.condition) for seat in game.house_seats)


def _settled(cx: Context, game: GameModel, expr: Expr, what: str) -> None:
    why = _changes(game, expr, ())
    if why is not None:
        cx.report.tell(expr.span, changing_size(what, why))


def _changes(game: GameModel, expr: Expr, seen: tuple[str, ...]) -> str | None:
    match expr:
        case Read(kept=kept):
            return f"`{kept}`"
        case Op(name=name) if name in _CHANGING:
            return "what it reads"
        case Call(definition=name) if name not in seen:
            return _definition_changes(game, name, (*seen, name))
    return next((why for part in parts(expr) if (why := _changes(game, part, seen)) is not None), None)


def _definition_changes(game: GameModel, name: str, seen: tuple[str, ...]) -> str | None:
    definition = game.definitions[name]
    if _changes(game, definition.body, seen) is not None:
        return f"`{name}`"
    for rule in game.standing:
        if rule.head == "modify" and definition.source.address in rule.targets and _rule_changes(game, rule, seen):
            return f"`{name}`, which `{rule.source.address}` modifies,"
    return None


def _rule_changes(game: GameModel, rule: Rule, seen: tuple[str, ...]) -> bool:
    if rule.carrier is not None:
        return True
    read = [e for e in (rule.condition, rule.applies, *(v for _, v in rule.changes)) if e is not None]
    return any(_changes(game, e, seen) is not None for e in read)


# ---------------------------------------------------------------- cost


def _costs(cx: Context, game: GameModel) -> None:
    costs = Costs(cx.declared, game)
    for _, node in (*rules_of(game), *((d.source.address, d) for d in game.definitions.values())):
        for expr in memoised(node, _multiplied):
            worst = costs.of(expr)
            if worst > BUDGET:
                blamed = _blamed(costs, expr)
                cx.report.tell(blamed.span, (too_costly if worst > LIMIT else costly)(worst))


def _multiplied(node: Memoised) -> tuple[Expr, ...]:
    """The sentences of a rule that may take more steps than they are long."""
    return tuple(expr for expr in parts(node) if any(isinstance(part, MULTIPLIED) for part in (expr, *every_expression(expr))))


def _blamed(costs: Costs, expr: Expr) -> Expr:
    """The innermost phrase that is too costly by itself."""
    worst = max(parts(expr), key=costs.of, default=None)
    return expr if worst is None or costs.of(worst) <= BUDGET else _blamed(costs, worst)
