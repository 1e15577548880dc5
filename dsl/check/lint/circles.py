"""What has to be known to know something: no circles through rules and questions, and no more levels than can be gone through."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from custumal.dsl.base.frozen import dataclass, field
from custumal.dsl.check.entries.context import Context
from custumal.dsl.diagnostics.catalogue.values import defined_too_deep, needs_itself
from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.model import Action, Call, Can, Decision, Expr, GameModel, Op, Perform, RankKey, Rule, ScoreLine, Source
from custumal.dsl.model.expression_walk import effects_in, parts
from custumal.dsl.model.memo import memoised

MOST_LEVELS = 150
"""Expressions inside each other, through all definitions; real games have twenty."""

Node = tuple[str, str, tuple[str, ...]]
"""A definition, an action asked for with `can` (the last are the parts set aside), a procedure, or an outcome (`total`, `winner`)."""

TOTAL: Node = ("outcome", "total", ())
PLACES: Node = ("outcome", "winner", ())
_OUTCOMES = {"total": TOTAL, "is-winner": PLACES, "winners": PLACES, "seat-place": PLACES, "decided-by": PLACES}


def lint(cx: Context, game: GameModel) -> None:
    """Report every circle, and what lies too deep."""
    graph = _Graph(game, _by_target(game))
    for name in game.definitions:
        _search(cx, graph, ("definition", name, ()))
    for name in game.actions:
        _search(cx, graph, ("action", name, ()))
    for name in game.procedures:
        _search(cx, graph, ("procedure", name, ()))
    if game.scoring:
        _search(cx, graph, TOTAL)
    if game.ranking:
        _search(cx, graph, PLACES)


@dataclass(slots=True)
class _Graph:
    """What is needed by what: for every node that has been looked at, the next ones with their place and depth, and its own depth."""

    game: GameModel
    rules: dict[tuple[str, str], list[Rule]]
    next: dict[Node, list[tuple[Node, Span, int]]] = field(default_factory=dict)
    levels: dict[Node, int] = field(default_factory=dict)

    def needs(self, node: Node) -> list[tuple[Node, Span, int]]:
        if node not in self.next:
            found = [memoised(root, _needed) for root in self._roots(node)]
            self.levels[node] = max((deepest for _, deepest in found), default=0)
            self.next[node] = [each for needed, _ in found for each in needed]
            self.next[node] += [(("procedure", name, ()), span, 1) for name, span in self._performed(node)]
        return self.next[node]

    def source(self, node: Node) -> Source:
        kind, name, _ = node
        if kind == "definition":
            return self.game.definitions[name].source
        if kind == "outcome":
            told: tuple[ScoreLine | RankKey, ...] = self.game.scoring if node == TOTAL else self.game.ranking
            return Source(name, told[0].source.span)
        return self.game.actions[name].source if kind == "action" else self.game.procedures[name].source

    def _performed(self, node: Node) -> Iterator[tuple[str, Span]]:
        if node[0] == "procedure":
            for act in effects_in(self.game.procedures[node[1]].body):
                if isinstance(act, Perform):
                    yield act.procedure, act.span

    def _roots(self, node: Node) -> Iterator[Expr]:
        kind, name, aside = node
        if kind == "definition":
            definition = self.game.definitions[name]
            yield from _there(definition.body, definition.low, definition.high)
            yield from self._of_rules("modify", definition.source.address)
        elif kind == "action":
            yield from self._of_action(self.game.actions[name], aside)
        elif node == TOTAL:
            yield from (line.points for line in self.game.scoring)
        elif node == PLACES:
            yield from (key.value for key in self.game.ranking)
            teams = self.game.teams
            yield from () if teams is None else _there(teams.condition, teams.partners)

    def _of_action(self, action: Action, aside: tuple[str, ...]) -> Iterator[Expr]:
        yield from _of_decision(action.decision, aside)
        for head in ("restrict", "waive"):
            yield from self._of_rules(head, action.source.address)

    def _of_rules(self, head: str, address: str) -> Iterator[Expr]:
        """What the rules read that change something at an address or below it."""
        for rule in self.rules.get((head, address), ()):
            yield from self._of_rule(rule)

    def _of_rule(self, rule: Rule) -> Iterator[Expr]:
        yield from _there(rule.condition, rule.applies, rule.seats, *(value for _, value in rule.changes))
        if rule.that is not None:
            yield from _there(rule.that.that, rule.that.unless)
        if rule.carrier is not None:
            yield from _there(self.game.kinds[rule.carrier.kind].active)


def _by_target(game: GameModel) -> dict[tuple[str, str], list[Rule]]:
    """The rules by their head and by each address at or below which they change something."""
    found: dict[tuple[str, str], list[Rule]] = {}
    for rule in game.standing:
        for address in dict.fromkeys(around for target in rule.targets for around in accumulate(target.split("."), "{}.{}".format)):
            found.setdefault((rule.head, address), []).append(rule)
    return found


def _there(*exprs: Expr | None) -> Iterator[Expr]:
    return (expr for expr in exprs if expr is not None)


def _of_decision(decision: Decision, aside: tuple[str, ...]) -> Iterator[Expr]:
    """What decides whether there is a choice, without the parts that are set aside."""
    for entry in decision.entries:
        if entry.source.id not in aside:
            yield from _there(entry.among, entry.amount)
    for require in (*decision.require, *decision.ensure):
        if require.source.id not in aside:
            yield from _there(require.that, require.unless)
    if "cost" not in aside:
        yield from _there(decision.cost)
    if "limit" not in aside and decision.limit is not None:
        yield from _there(decision.limit.count)
    if "consent" not in aside:
        yield from _there(decision.consent)


def _needed(root: Expr) -> tuple[tuple[tuple[Node, Span, int], ...], int]:
    """What the parts of an expression need, each with its place and level, and the deepest level."""
    waiting, found, deepest = [(root, 1)], list[tuple[Node, Span, int]](), 1
    while waiting:
        expr, level = waiting.pop()
        deepest = max(deepest, level)
        waiting += [(part, level + 1) for part in parts(expr)]
        if isinstance(expr, Call):
            found.append((("definition", expr.definition, ()), expr.span, level))
        elif isinstance(expr, Can):
            found.append((("action", expr.action, tuple(sorted(expr.ignoring))), expr.span, level))
        elif isinstance(expr, Op) and expr.name in _OUTCOMES:
            found.append((_OUTCOMES[expr.name], expr.span, level))
    return tuple(found), deepest


def _search(cx: Context, graph: _Graph, start: Node) -> None:
    """Goes through everything that a node needs, the innermost first, without recursion of our own."""
    if start in graph.next:
        return
    open_: dict[Node, Span] = {start: graph.source(start).span}
    waiting = [iter(graph.needs(start))]
    while waiting:
        step = next(waiting[-1], None)
        if step is None:
            waiting.pop()
            _count_levels(cx, graph, open_.popitem()[0])
        elif step[0] in open_:
            _report_circle(cx, graph, open_, step)
        elif step[0] not in graph.next:
            open_[step[0]] = step[1]
            waiting.append(iter(graph.needs(step[0])))


def _count_levels(cx: Context, graph: _Graph, node: Node) -> None:
    deepest = max((level + graph.levels[target] for target, _, level in graph.next[node]), default=0)
    graph.levels[node] = max(graph.levels[node], deepest)
    if graph.levels[node] > MOST_LEVELS:
        source = graph.source(node)
        cx.report.tell(source.span, defined_too_deep(source.id, graph.levels[node], MOST_LEVELS))
        graph.levels[node] = 0  # said once, not again for all that reads it


def _report_circle(cx: Context, graph: _Graph, open_: dict[Node, Span], closing: tuple[Node, Span, int]) -> None:
    nodes = list(open_)
    circle = [*nodes[nodes.index(closing[0]) :], closing[0]]
    if all(kind == "procedure" for kind, _, _ in circle):
        return  # `standing.py` knows which of them a limit ends
    spans = [*(open_[node] for node in circle[1:-1]), closing[1]]
    names = [graph.source(node).id for node in circle]
    cx.report.tell(graph.source(closing[0]).span, needs_itself(names, spans))
