"""Indices over the whole game: its steps, rules by target, ends, limits, gathered once before lowering."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from custumal.dsl.base.types import SEAT, Cell, Maybe, Type
from custumal.dsl.model import Can, Decision, End, Exit, GameModel, Kept, Limit, Op, Rule, Step
from custumal.dsl.model.memo import Memoised, memoised
from custumal.dsl.model.node_walk import nodes
from custumal.interpreter.lowering.assembly.statics import Statics
from custumal.interpreter.program import Counter
from custumal.interpreter.setup.instance import Instance

_ASKED = ("passes", "running", "occurrences", "turns", "index")
HEADS = ("instead", "before", "after")


class GameIndices:
    """Indices over one game for these players and options. Rules that can never be in force are left out everywhere.

    Attributes:
        steps: every step by address; rules: standing rules in the order of the file; ends: `end` entries by step.
        wanted: actions of which `can` asks.
        counted: steps whose passes are asked for; watched: steps of which `running` or a tidy end is needed.
        recalled: steps of which `occurrences` are asked for; tallied: those of which `turns` are.
        stops, finishes, leaves: steps that an effect of this kind names.
        lives, allowances: kept values by the step at whose passes they change; counters: by the step that resets them.
        indexed: zones whose `index` some rule reads.
    """

    def __init__(self, instance: Instance, statics: Statics) -> None:
        game = instance.game
        self.instance = instance
        self.rules = tuple(rule for rule in game.standing if self._possible(rule, statics))
        self._on = self._by_target()
        self.steps: dict[str, Step] = {}
        self._limited: list[tuple[str, Limit]] = []
        self.counted: set[str] = set()
        self.asked: set[str] = set()
        self.recalled: set[str] = set()
        self.tallied: set[str] = set()
        self.wanted: set[str] = set()
        self.exits: dict[str, set[str]] = {"stop": set(), "finish": set(), "leave": set()}
        self.indexed: set[str] = set()
        self._scan(game)
        self.ends = self._ends(game, statics)
        self.lives = _by_step(kept for kept in game.kept.values() if kept.amount is None)
        self.allowances = _by_step(kept for kept in game.kept.values() if kept.amount is not None)
        self.counter_size = 0
        self.counters: dict[str, list[Counter]] = defaultdict(list)
        self._counter_of: dict[tuple[str, int], Counter] = {}
        self._count_limits(game)
        self.asked.update(rule.any_time for rule in self.rules if rule.any_time is not None)
        self.asked.update(action.any_time for action in game.actions.values() if action.any_time is not None)
        self.watched = self.asked | set(self.lives) | set(self.allowances)

    # ------------------------------------------------------------ rules

    def rules_on(self, head: str, target: str, *, whole: bool = False) -> tuple[Rule, ...]:
        """The rules with this head on this address or built-in effect, by rank, then those of the game, then by address; `whole`: on
        all passes of a step together."""
        return self._on.get((head, target, whole), ())

    def _by_target(self) -> dict[tuple[str, str, bool], tuple[Rule, ...]]:
        found: dict[tuple[str, str, bool], list[Rule]] = defaultdict(list)
        for rule in sorted(self.rules, key=lambda rule: (rule.rank, rule.carrier is not None, rule.source.address)):
            for target in dict.fromkeys(rule.targets):
                found[rule.head, target, rule.whole].append(rule)
        return {key: tuple(rules) for key, rules in found.items()}

    def hooked(self, target: str) -> bool:
        return any(self.rules_on(head, target, whole=whole) for head in HEADS for whole in (False, True))

    def counter(self, address: str, limit: Limit) -> Counter:
        """The counter of this limit at this address (of an action, step or rule). Steps without names have the address of what they
        stand in, but each has a limit, and so a counter, of its own."""
        return self._counter_of[address, id(limit)]

    def _possible(self, rule: Rule, statics: Statics) -> bool:
        if rule.carrier is not None and rule.carrier.row not in self.instance.rows[rule.carrier.kind]:
            return False
        return statics.truth(rule.condition) is not False

    # ------------------------------------------------------------ scanning

    def _scan(self, game: GameModel) -> None:
        for node in (*memoised(game, _in_play), *_of_all(self.rules)):
            match node:
                case Step(source=source):
                    if not node.unnamed or source.address not in self.steps:
                        self.steps[source.address] = node
                    if node.decision is not None and node.decision.limit is not None:
                        self._limited.append((source.address, node.decision.limit))
                case Exit(mode=mode, step=step):
                    self.exits[mode].add(step)
                case Can(action=action):
                    self.wanted.add(action.rsplit(".", 1)[-1])
                case Op():
                    self._note(node)
        self.counted.update(step.source.address for step in game.play)
        for node in memoised(game, _beside_play):
            if isinstance(node, Op):
                self._note(node)

    def _note(self, asked: Op) -> None:
        """What is asked about the course of play."""
        match asked:
            case Op(name="passes", data=str(step)):
                self.counted.add(step)
            case Op(name="running", data=str(step)):
                self.asked.add(step)
            case Op(name="occurrences", data=(str(step), *_)):
                self.recalled.add(step)
            case Op(name="turns", data=str(step)):
                self.tallied.add(step)
            case Op(name="index", arguments=(argument,)) if isinstance(argument.type, Cell):
                self.indexed.add(argument.type.zone)

    def _ends(self, game: GameModel, statics: Statics) -> dict[str, list[tuple[int, End]]]:
        found: dict[str, list[tuple[int, End]]] = defaultdict(list)
        for number, end in enumerate(game.end):
            if statics.truth(end.applies) is not False:
                found[end.after].append((number, end))
        return found

    # ------------------------------------------------------------ limits

    def _count_limits(self, game: GameModel) -> None:
        told: dict[str, int] = defaultdict(int)
        for address, limit in self._limits(game):
            if (address, id(limit)) in self._counter_of:
                continue  # the same sentence, come upon once more
            told[address] += 1
            types: tuple[Type, ...] = (Maybe(SEAT), *(local.type for local in limit.each))
            sizes = tuple(self.instance.domain(of).size + isinstance(of, Maybe) for of in types)
            counter = Counter(f"{address} {told[address]}", self.counter_size, types, sizes)
            size = 1
            for part in sizes:
                size *= part
            self.counter_size += size
            self._counter_of[address, id(limit)] = counter
            self.counters[limit.step].append(counter)

    def _limits(self, game: GameModel) -> Iterator[tuple[str, Limit]]:
        for action in game.actions.values():
            yield from _limit(action.source.address, action.decision)
        yield from self._limited
        by_address = {action.source.address: action for action in game.actions.values()}
        for rule in self.rules:
            own = [*_limit(rule.source.address, rule.decision)]
            if own or rule.head != "offer":
                yield from own
                continue
            for target in rule.targets:
                yield from _limit(f"{rule.source.address} {target}", by_address[target].decision)


def _limit(address: str, decision: Decision | None) -> Iterator[tuple[str, Limit]]:
    """The limit of what stands at this address, if it has one."""
    if decision is not None and decision.limit is not None:
        yield address, decision.limit


def _in_play(game: GameModel) -> tuple[object, ...]:
    """What `GameIndices` looks at in all that happens, but for standing rules, of which some may never be in force."""
    steps, named = (*game.setup, *game.play), (game.actions, game.procedures, game.definitions, game.kept)
    return tuple(_of_all((*steps, *(entry for entries in named for entry in entries.values()), *game.end)))


def _beside_play(game: GameModel) -> tuple[object, ...]:
    """The same in what is only asked, not done."""
    texts = [text.by_language for source in game.sources.values() for text in (source.say, source.because)]
    return tuple(_of_all((game.scoring, game.ranking, game.ladder, game.invariants, *game.scenarios, game.kinds, game.teams, texts)))


def _of_all(entries: Iterable[object]) -> Iterator[object]:
    for entry in entries:
        yield from memoised(entry, _of_interest) if isinstance(entry, Memoised) else _of_interest(entry)


def _of_interest(entry: object) -> tuple[object, ...]:
    return tuple(node for node in nodes(entry) if isinstance(node, Step | Exit | Can) or (isinstance(node, Op) and node.name in _ASKED))


def _by_step(kept: Iterable[Kept]) -> dict[str, list[Kept]]:
    found: dict[str, list[Kept]] = defaultdict(list)
    for value in kept:
        if value.until is not None:
            found[value.until].append(value)
    return found


def seat_first(kept: Kept) -> bool:
    """Whether the first parameter of a kept value is a seat, so that a seat's turn touches only that seat's entries."""
    return bool(kept.parameters) and kept.parameters[0] == SEAT
