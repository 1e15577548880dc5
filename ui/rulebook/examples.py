"""Worked examples: scenarios, with their positions drawn, what is chosen, and what then is so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass

from custumal.dsl.base.types import Cell, Seat, Thing
from custumal.dsl.model import Expectation, Expr, Forbidden, Kept, Scenario
from custumal.interpreter.cache.instances import lowered
from custumal.interpreter.engine import Engine
from custumal.interpreter.keys.syntax import Node, Word, read_key
from custumal.interpreter.position.contents import things_in
from custumal.interpreter.position.state import CHANCE, DECISION, Position
from custumal.interpreter.program import ChoiceTuple
from custumal.interpreter.reference.machine import Machine
from custumal.interpreter.runs.scenarios import acting, play_scenario, speaks_of_nobody
from custumal.interpreter.setup.errors import PlayError
from custumal.interpreter.setup.layout import ZoneLayout
from custumal.ui.draw.boards import drawing_of
from custumal.ui.draw.places import place_items
from custumal.ui.rulebook.blocks import Block, BulletList, Heading, Paragraph, Picture, PlaceContents
from custumal.ui.rulebook.edition import Edition
from custumal.ui.scene.describe import Describer
from custumal.ui.scene.display_hints import hints_of
from custumal.ui.scene.facts import FactWording
from custumal.ui.scene.look import Look
from custumal.ui.svg.table import places_svg
from custumal.ui.text.phrases import capital
from custumal.ui.text.style import Line, Piece, line

MOST = 24
"""So many examples are printed: those that show most rules that no other one shows."""
MOST_TABLES = 4
"""Of so many sorts at most, by players, options and where they begin: each sort has to be made ready to play."""
_WIDTH = 88
_Sort = tuple[int, tuple[tuple[str, object], ...], str | None]


@dataclass(frozen=True, slots=True)
class Example:
    """A scenario that is printed, with its number and the numbered rules that it shows."""

    number: int
    scenario: Scenario
    rules: tuple[str, ...]


def examples_of(edition: Edition) -> list[Example]:
    """The scenarios that are printed, in file order."""
    rulebook = edition.rulebook
    known = {entry.id for entry in (*rulebook.section("rules"), *rulebook.section("rulings"))} if rulebook is not None else set()
    broken = {one.source.address for one in edition.game.model.accepted}
    scenarios = [s for s in edition.game.model.scenarios if s.source.address not in broken and _shows_something(s)]
    chosen = _chosen(edition, scenarios)
    ordered = [s for s in scenarios if s in chosen]
    return [Example(n, s, tuple(r for r in s.source.rules if r in known)) for n, s in enumerate(ordered, start=1)]


def _shows_something(scenario: Scenario) -> bool:
    """Somebody chooses something, or may or may not: what only computes is for tests."""
    return bool(scenario.when) or any(isinstance(one.that, Forbidden) for one in scenario.then)


def _chosen(edition: Edition, scenarios: list[Scenario]) -> list[Scenario]:
    """Greedily those with most rules that are not yet shown; without numbered rules the first ones."""
    sorts: set[_Sort] = set()
    shown: set[str] = set()
    chosen: list[Scenario] = []
    waiting = list(scenarios)
    while waiting and len(chosen) < MOST:
        free = [s for s in waiting if len(sorts) < MOST_TABLES or _sort(edition, s) in sorts]
        best = max(free, key=lambda s: (len(set(s.source.rules) - shown), _sort(edition, s) in sorts), default=None)
        if best is None or (chosen and best.source.rules and set(best.source.rules) <= shown):
            break
        chosen.append(best)
        waiting.remove(best)
        sorts.add(_sort(edition, best))
        shown |= set(best.source.rules)
    return chosen


def _sort(edition: Edition, scenario: Scenario) -> _Sort:
    return (scenario.players or edition.game.players[0], scenario.options, scenario.start)


# ---------------------------------------------------------------- on paper


def examples_chapter(edition: Edition, examples: list[Example]) -> Iterator[Block]:
    """Each example with its drawings."""
    if not examples:
        return
    yield Heading(2, edition.word("examples"), "examples")
    engines: dict[object, Engine] = {}
    for example in examples:
        blocks = list(_Staged(edition, example.scenario, _engine(edition, example.scenario, engines), engines).blocks())
        if blocks:
            yield Heading(3, f"{edition.word('example')} {example.number}. {_title(edition, example)}", f"example-{example.number}")
            if example.rules:
                yield Paragraph(_about(edition, example), remark=True)
            yield from blocks


def _about(edition: Edition, example: Example) -> str:
    """Which numbered rules an example shows, and whose it is."""
    return f"{edition.word('shows', rules=', '.join(example.rules))}; {edition.word(f'shown-by-{example.scenario.origin}')}."


def _title(edition: Edition, example: Example) -> str:
    """What a scenario says it is. Its id speaks the language in which the game was written; in others its rules have to do."""
    said = edition.said_with_names(example.scenario.source.say)
    name = capital(example.scenario.source.id.replace("-", " "))
    foreign = edition.language != edition.game.model.languages[0] and example.rules
    return said or (", ".join(example.rules) if foreign else name)


def _engine(edition: Edition, scenario: Scenario, engines: dict[object, Engine]) -> Engine:
    """The engine for a scenario. A few choices are made sooner by the plain machine than code is generated for it."""
    sort = _sort(edition, scenario)
    if sort not in engines:
        players, options, begin = sort
        instance, program = lowered(edition.game.model, players, dict(options), edition.game.cache_key, begin)
        engines[sort] = Engine(instance, compiled=False, machine=Machine(instance, program, displace=True))
        # Scenarios keep apart the engines on which much and little is played; this one is for both.
        engines |= {(*sort, many): engines[sort] for many in (False, True)}
    return engines[sort]


class _Staged:
    """One scenario, played."""

    def __init__(self, edition: Edition, scenario: Scenario, engine: Engine, engines: dict[object, Engine]) -> None:
        self.edition = edition
        self.scenario = scenario
        self.engine = engine
        self.engines = engines
        self.describer = Describer(engine, edition.language)
        self.hints = hints_of(edition.game.model.display)

    def blocks(self) -> Iterator[Block]:
        """The position, the choices, the position afterwards, and what is expected."""
        try:
            bare = self.engine.reference.set_up(self.scenario.seed, run=self.scenario.setup)
            _, states, failures = play_scenario(self.edition.game.model, self.scenario, self.engines, lambda _: nullcontext())
        except PlayError:
            return
        if failures or not states:
            return
        yield from self._drawn("before", states[0], (bare, states[-1]))
        made = self.scenario.when[len(self.scenario.when) + 1 - len(states) :]  # what chance brought before them stands in the position
        moves = [self._move(state, key) for state, key in zip(states, made, strict=False)]
        if moves:
            yield BulletList(tuple(moves))
        if len(states) > 1:
            yield from self._drawn("after", states[-1], (states[0],))
        yield BulletList(tuple(self._expected(states[-1], one) for one in self.scenario.then))

    # ------------------------------------------------------------ drawings

    def _drawn(self, title: str, state: Position, others: Sequence[Position]) -> Iterator[Block]:
        """The places of a position in which something is different in one of the others."""
        drawings: list[list[Line]] = []
        listings: list[PlaceContents] = []
        shown: list[tuple[Look, ZoneLayout, int]] = []
        for zone in self.engine.instance.zones.values():
            draw = drawing_of(zone)
            for instance in range(zone.instances) if self._is_shown(zone) else ():
                if not any(self._differs(zone, instance, state, other) for other in others):
                    continue
                look = self._look(state, zone, instance)
                place = self._title(look, zone, instance)
                shown.append((look, zone, instance))
                if draw is not None:
                    drawings.append([place, *draw(look, zone, instance, _WIDTH)])
                else:
                    listings.append(PlaceContents(place[0].text, tuple(place_items(look, zone, instance)[1])))
        if drawings or listings:
            said = self.edition.word(title)
            yield Paragraph(said, remark=True)
            yield Picture(tuple(map(tuple, drawings)), tuple(listings), places_svg(shown, said))

    def _is_shown(self, zone: ZoneLayout) -> bool:
        """What lies on other things is drawn with them, and of a bag only the number could be told."""
        on_things = any(isinstance(of, Thing) for of in zone.zone.parameters)
        return zone.name not in self.hints.hidden and zone.zone.shape.form != "bag" and not on_things

    def _look(self, state: Position, zone: ZoneLayout, instance: int) -> Look:
        """Whoever reads an example sees what a seat has as this seat sees it, all else as whoever is asked."""
        owned = [value for of, value in zip(zone.zone.parameters, zone.arguments(instance), strict=True) if isinstance(of, Seat)]
        seat = owned[0] if owned else state.seat if state.kind == DECISION else None
        return Look(self.engine, self.hints, state, seat, self.edition.language)

    def _title(self, look: Look, zone: ZoneLayout, instance: int) -> Line:
        words = [look.value(value, of) for of, value in zip(zone.zone.parameters, zone.arguments(instance), strict=True)]
        return line(Piece(" - ".join([look.name(zone.name), *words]), "underline"))

    def _differs(self, zone: ZoneLayout, instance: int, old: Position, new: Position) -> bool:
        if zone.zone.holds is not None and tuple(things_in(zone, old, instance)) != tuple(things_in(zone, new, instance)):
            return True
        if any(
            self._kept(one, thing, old) != self._kept(one, thing, new)
            for one in self._of_things(zone)
            for thing in things_in(zone, new, instance)
        ):
            return True
        kept = (one for one in self.engine.instance.game.kept.values() if one.parameters == (Cell(zone.name),))
        return any(self._kept(one, cell, old) != self._kept(one, cell, new) for one in kept for cell in zone.cell_range(instance))

    def _of_things(self, zone: ZoneLayout) -> list[Kept]:
        """What is kept of the things in a place, and told with them there."""
        kept = self.engine.instance.game.kept.values() if zone.zone.holds is not None and zone.zone.holds not in self.hints.things else ()
        return [one for one in kept if one.parameters == (Thing(str(zone.zone.holds)),) and one.name not in self.hints.hidden]

    def _kept(self, kept: Kept, of: int, state: Position) -> object:
        return self.engine.evaluator.kept(kept.name, (of,), state)

    # ------------------------------------------------------------ words

    def _move(self, state: Position, key: str) -> str:
        """What was chosen, or what chance brought."""
        if state.kind == CHANCE and self.engine.find_any_copy(state, key) is not None:
            return self.edition.word("chance", choice=self._spelled(read_key(key)))
        if state.kind == CHANCE:
            state = self.engine.settled(state.copy())
        seat = "" if state.seat is None else self.describer.seat(state.seat)
        return self.edition.word("chooses", seat=seat, choice=self._choice(state, key))

    def _expected(self, state: Position, expectation: Expectation) -> str:
        that = expectation.that
        if not isinstance(that, Forbidden):
            return self.edition.word("then", what=self._fact(state, expectation, that))
        said = self.edition.word("allowed" if that.allowed else "forbidden", choice=self._choice(state, that.key))
        because = self._because(that.because)
        return f"{said} - {because}" if because else said

    def _fact(self, state: Position, expectation: Expectation, that: Expr) -> str:
        """What holds, in words; its id is one more sentence in the language in which the game was written."""
        is_known = not speaks_of_nobody(self.scenario, state, expectation)
        told = FactWording(self.describer, state, acting(self.scenario, state)).sentence(that) if is_known else None
        name = expectation.source.id.replace("-", " ")
        if told is None:
            return f"{name}: `{expectation.text}`" if expectation.text else name
        return f"{name} ({told})" if self.edition.language == self.edition.game.model.languages[0] else told

    def _choice(self, state: Position, key: str) -> str:
        """A choice in words, be it possible or not."""
        point = self.engine.reference.point(state) if state.kind == DECISION else None
        choices: list[ChoiceTuple] = [] if point is None else self.engine.reader.read(key, point, state)
        choice = choices[0] if choices else self.engine.find_any_copy(state, key) if point is not None else None
        return self._read(state, key) if choice is None else self.describer.choice(state, choice)

    def _read(self, state: Position, key: str) -> str:
        """A choice that is none here, with as many of its values as mean something."""
        node, why = read_key(key), self.engine.why
        choosing = why.choosings.get(node.name) if isinstance(node, Word) else None
        if not isinstance(node, Word) or choosing is None:
            return self._spelled(node)
        values = []
        for pick, argument in zip(choosing.picks, node.arguments, strict=False):
            try:
                read = why.arguments.entries(state, choosing, {pick.local.name: argument})
            except ValueError:
                continue
            values.append(self.describer.value(read[pick.local.name], pick.local.type, state))
        said = self.describer.action(state, choosing).replace("...", "…")
        return f"{said}: {', '.join(values)}" if values else said

    def _spelled(self, node: Node | None) -> str:
        """A key in words: `roll 3`."""
        if not isinstance(node, Word):
            return "…" if node is None else str(node)
        return " ".join([self.describer.labels.name(node.name, self.edition.language), *map(self._spelled, node.arguments)])

    def _because(self, address: str | None) -> str:
        source = self.edition.game.model.sources.get(address or "")
        return "" if source is None else self.edition.said_with_names(source.because)
