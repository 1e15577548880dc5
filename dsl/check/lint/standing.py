"""What standing rules do to each other: two that set one value, hooks and procedures that go round in circles."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise

from custumal.dsl.base.types import SEAT
from custumal.dsl.check.entries.context import Context
from custumal.dsl.check.typing.equality import exclude
from custumal.dsl.diagnostics.catalogue.standing import goes_round, narrowing_waived, never_asked, two_sets
from custumal.dsl.diagnostics.catalogue.values import procedures_in_a_circle
from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.model import Const, Draw, Expr, Fold, GameModel, Give, Local, Move, Op, Perform, Roll, Rule, Source, Trade
from custumal.dsl.model.expression_walk import Body, conjuncts, effects_in, every_effect, resources_in, steps_in, unbounded_effects_in
from custumal.dsl.model.refilled import refilled_by

Graph = dict[str, dict[str, Span]]
"""From each node to the nodes that it sets going, with the place where it does."""


def lint(cx: Context, game: GameModel) -> None:
    """Report all circles and contradictions."""
    _two_sets(cx, game)
    _narrowing_waived(cx, game)
    _draws_from_nothing(cx, game)
    actions, free = _action_graph(game)
    _recursion(cx, actions, game)
    _hook_circles(cx, game, actions, free)


# ---------------------------------------------------------------- two rules that set one value


def _two_sets(cx: Context, game: GameModel) -> None:
    setting = [r for r in game.standing if any(operation == "set" for operation, _ in r.changes)]
    for first, second in combinations(setting, 2):
        shared = set(first.targets) & set(second.targets)
        if shared and first.rank == second.rank and not exclude(first, second):
            cx.report.tell(second.source.span, two_sets(first.source.id, second.source.id, min(shared), first.source.span))


# ---------------------------------------------------------------- draws from nothing


def _draws_from_nothing(cx: Context, game: GameModel) -> None:
    """A draw from an empty place is none, so that a rule before it that waits for the place to be empty is never asked."""
    origins = [act.origin for act in every_effect(game) if isinstance(act, Draw)]
    for rule in game.standing:
        for part in conjuncts(rule.applies) if rule.head in ("before", "instead") and rule.targets == ("draw",) else ():
            zone = _emptied(part)
            if zone is not None and all(_is_place(origin, zone) for origin in origins):
                cx.report.tell(part.span, never_asked(zone))


def _emptied(part: Expr) -> str | None:
    """The zone of which a condition says that nothing lies in it."""
    match part:
        case (
            Fold(kind="no", where=None, source=source)
            | Op(name="eq", arguments=(Fold(kind="count", where=None, source=source), Const(value=0)))
        ):
            return _zone_of(source)
    return None


def _zone_of(things: Expr) -> str | None:
    """The one place of a zone of which these are the things."""
    match things:
        case Op(name="things", arguments=(Op(name="place", arguments=(), data=str(zone)),)):
            return zone
    return None


def _is_place(expr: Expr, zone: str) -> bool:
    return isinstance(expr, Op) and expr.name == "place" and expr.data == zone


# ---------------------------------------------------------------- restrictions on which types rest


def _narrowing_waived(cx: Context, game: GameModel) -> None:
    """A restriction that makes sure that something is there can't be set aside."""
    places = [(t, r.source.span) for r in game.standing if r.head == "waive" for t in r.targets] + cx.findings.ignored
    for address, span in places:
        if address in cx.findings.needed:
            sure = game.sources.get(address)
            cx.report.tell(span, narrowing_waived(address, None if sure is None else sure.span))


# ---------------------------------------------------------------- circles


def _action_graph(game: GameModel) -> tuple[Graph, set[str]]:
    """Which action carries out which, by procedures and menus; and the nodes that a limit keeps from going round for ever."""
    graph: Graph = {}
    limited: set[str] = set()
    offered: dict[str, list[str]] = {}
    for action in game.actions.values():
        for window in action.windows:
            offered.setdefault(window, []).append(action.source.address)
        graph[action.source.address] = dict(_sets_going(game, action.body, offered))
        if action.decision.limit is not None:
            limited.add(action.source.address)
    for procedure in game.procedures.values():
        graph[procedure.source.address] = {}
    for procedure in game.procedures.values():
        graph[procedure.source.address] = dict(_sets_going(game, procedure.body, offered))
    return graph, limited


def _sets_going(game: GameModel, body: Body, offered: dict[str, list[str]]) -> Iterator[tuple[str, Span]]:
    for act in unbounded_effects_in(body):
        if isinstance(act, Perform):
            yield game.procedures[act.procedure].source.address, act.span
    for step in steps_in(body):
        if step.offer is not None and step.offer.window is not None:
            for address in offered.get(step.offer.window, ()):
                yield address, step.source.span


def _recursion(cx: Context, graph: Graph, game: GameModel) -> None:
    for circle in _circles(graph):
        if not any(node.startswith("procedures.") for node in circle):
            continue
        names = [n.split(".", 1)[1] for n in circle]
        start = game.sources[circle[0]].span if circle[0] in game.sources else graph[circle[0]][circle[1]]
        cx.report.tell(start, procedures_in_a_circle(names, [graph[a][b] for a, b in pairwise(circle)]))


def _circles(graph: Graph) -> list[list[str]]:
    """One circle for each node that is first on one, closed (the first node again at the end)."""
    found: list[list[str]] = []
    done: set[str] = set()
    for start in graph:
        if start in done:
            continue
        path = _way_back(graph, start)
        if path is not None:
            found.append(path)
            done.update(path)
    return found


def _way_back(graph: Graph, start: str) -> list[str] | None:
    """The shortest way from a node to itself."""
    came: dict[str, str] = {}
    waiting = [start]
    while waiting:
        node = waiting.pop(0)
        for following in graph.get(node, {}):
            if following == start:
                path = [start]
                while node != start:
                    path.append(node)
                    node = came[node]
                return [*path, start][::-1]
            if following not in came:
                came[following] = node
                waiting.append(following)
    return None


# ---------------------------------------------------------------- hooks


def _hook_circles(cx: Context, game: GameModel, actions: Graph, limited: set[str]) -> None:
    """An action, a hook on it, and again the action: without a limit this never ends."""
    graph: Graph = {node: dict(edges) for node, edges in actions.items()}
    names: dict[str, Source] = {}
    for action in game.actions.values():
        graph[action.source.address] |= _primitive(game, action.body)
    for procedure in game.procedures.values():
        graph[procedure.source.address] |= _primitive(game, procedure.body)
    for rule in game.standing:
        if rule.head not in ("before", "after") or (rule.decision is not None and rule.decision.limit is not None):
            continue
        address = rule.source.address
        names[address] = rule.source
        graph[address] = dict(_sets_going(game, rule.body, {})) | _primitive(game, rule.body)
        for target in rule.targets:
            for node in _hooked(game, rule, target, graph):
                graph.setdefault(node, {})[address] = rule.source.span
    for node in limited:
        graph.pop(node, None)
    for circle in _circles(graph):
        hooks = [n for n in circle if n in names]
        if hooks:
            chain = " → ".join(n.split(".", 1)[-1] if n in names else n for n in circle)
            cx.report.tell(names[hooks[0]].span, goes_round(chain))


def _primitive(game: GameModel, body: Body) -> dict[str, Span]:
    found: dict[str, Span] = {}
    for act in effects_in(body):
        match act:
            case Trade(mode=mode, bundle=bundle):
                found |= {f"{mode} {r}": act.span for r in _resources(game, bundle)}
            case Move():
                found["move"] = act.span
            case Give(taker=taker) if taker.type != SEAT:
                found["move"] = act.span
            case Draw():
                found |= dict.fromkeys(("draw", "move") if refilled_by(game, act) else ("draw",), act.span)
            case Roll():
                found["roll"] = act.span
    return found


def _resources(game: GameModel, bundle: Expr) -> set[str]:
    return {game.resources[number] for number in resources_in(bundle)} or set(game.resources)


def _hooked(game: GameModel, rule: Rule, target: str, graph: Graph) -> list[str]:
    """The nodes after (or before) which the rule acts; gains and losses by resource, where its `if` names one."""
    if target not in ("gain", "lose"):
        return [target] if target in graph or target in ("move", "draw", "roll") else []
    named = {game.resources[v] for c in conjuncts(rule.applies) if (v := _resource_named(c)) is not None}
    return [f"{target} {r}" for r in (named or game.resources)]


def _resource_named(expr: Expr) -> int | None:
    if isinstance(expr, Op) and expr.name == "eq" and isinstance(expr.arguments[0], Local) and expr.arguments[0].name == "resource":
        value = getattr(expr.arguments[1], "value", None)
        return value if isinstance(value, int) else None
    return None
