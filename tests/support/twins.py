"""Pairs of positions that differ only in what a seat may not know, and everything that the seat can ask for in them."""

from __future__ import annotations

import contextlib
import io
import json
import random
from collections import defaultdict
from collections.abc import Iterator

from custumal.dsl.base.types import Number, Seat, Truth, bare
from custumal.interpreter.api import Game
from custumal.interpreter.engine import Engine
from custumal.interpreter.keys.views import view
from custumal.interpreter.position.knowledge import sight
from custumal.interpreter.position.mutation import lying_at, swap_things
from custumal.interpreter.position.state import CHANCE, DECISION, OVER, Position
from custumal.interpreter.program import ChoiceTuple, Point
from custumal.interpreter.reference.visibility import sees_kept, sees_thing
from custumal.interpreter.runs.bots import bot
from custumal.interpreter.search.levels import Budget
from custumal.interpreter.search.search import Search
from custumal.interpreter.setup.layout import BOX, MASKS, PLACES, PositionLayout
from custumal.ui.draw.detail import detail
from custumal.ui.draw.position import scene
from custumal.ui.draw.readings import readings
from custumal.ui.scene.describe import Describer, slots_of, things_of
from custumal.ui.scene.display_hints import hints_of
from custumal.ui.scene.look import Look
from custumal.ui.story.changes import narrated
from custumal.ui.story.session import HUMAN, Session
from custumal.ui.story.undo import no_undo
from custumal.ui.svg.table import table_svg
from custumal.ui.terminal.play.commands import Commands
from custumal.ui.terminal.screen.console import Console

WIDE = 100
THINKS = 6
"""So many tries of a search."""
MOST_CHOICES = 12
"""Of more choices so many are put into words."""
MOST_FOLLOWED = 2
"""So many choices are made in both of two positions."""
MOST_WAYS, MOST_OUTCOMES = 12, 4
"""So many ways chance may take behind one, and so many of what it can bring at once."""
MOST_ZONES = 12
"""Of more zones so many are asked for."""


# ---------------------------------------------------------------- positions


def twin(engine: Engine, state: Position, seat: int, chance: random.Random) -> Position | None:
    """The position with other hidden things; None if nothing is hidden from the seat."""
    found = state.copy()
    changed = _exchanged(engine, state, found, seat, chance)
    changed |= _kept_otherwise(engine, state, found, seat, chance)
    return found if changed else None


def _exchanged(engine: Engine, state: Position, found: Position, seat: int, chance: random.Random) -> bool:
    """Things that the seat doesn't see change places with others of their kind that it doesn't see."""
    layout = engine.instance.layout
    hidden = {zone.zone.holds for zone in engine.instance.zones.values() if zone.zone.visibility.kind != "all"}
    kinds: dict[str, list[int]] = defaultdict(list)
    for thing, component in enumerate(engine.instance.things):
        if component.kind in hidden and not sees_thing(engine.evaluator, state, seat, thing):
            kinds[component.kind].append(thing)
    swapped = 0
    for things in kinds.values():
        for _ in range(min(len(things) // 2, 8)):
            one, other = chance.sample(things, 2)
            if found.c[PLACES][one] != BOX != found.c[PLACES][other]:
                known = found.known[:]
                swap_things(layout, found, one, other)
                _swap_riders(layout, found, one, other)
                found.known = known
                swapped += engine.reference.equivalence.appearance[one] != engine.reference.equivalence.appearance[other]
    return swapped > 0


def _swap_riders(layout: PositionLayout, found: Position, one: int, other: int) -> None:
    """What lies on each of two things lies on the other one instead: it can be seen where it lies, if not on which thing."""
    for here, there in zip(layout.carried[one], layout.carried[other], strict=True):
        near, far = layout.zone_at[here], layout.zone_at[there]
        at, beyond = here - near.base, there - far.base
        riders = [(thing, there) for thing in lying_at(layout, found, here)] + [(thing, here) for thing in lying_at(layout, found, there)]
        if near.content >= 0:
            contents = found.c[near.content]
            contents[at], contents[beyond] = contents[beyond], contents[at]
        else:
            piles, this, that = found.piles, near.piles + at, near.piles + beyond
            piles[this], piles[that] = piles[that], piles[this]
        if near.masks >= 0 and at % near.cells == 0:
            masks, this, that = found.c[MASKS], near.masks + at // near.cells, near.masks + beyond // near.cells
            masks[this], masks[that] = masks[that], masks[this]
        for thing, location in riders:
            found.c[PLACES][thing] = location


def _kept_otherwise(engine: Engine, state: Position, found: Position, seat: int, chance: random.Random) -> bool:
    """Kept values that the seat may not know are others."""
    changed = False
    for name, layout in engine.instance.kept.items():
        kept = engine.instance.game.kept[name]
        of = bare(kept.type)
        if kept.visibility.kind == "all" or not isinstance(of, Number | Truth):
            continue
        for index in range(layout.base, layout.base + layout.size):
            if not sees_kept(engine.evaluator, state, seat, kept, layout.arguments(index)):
                low, high = (layout.low or 0), layout.high
                value = chance.random() < 0.5 if isinstance(of, Truth) else chance.randint(low, low + 4 if high is None else high)
                changed = changed or value != found.c[layout.column][index]
                found.c[layout.column][index] = value
    return changed


def unseen_twins(session: Session, chance: random.Random) -> Iterator[tuple[Position, Position, int]]:
    """Where all choose unseen: the positions behind two choices of a seat, and a seat that may not tell them apart."""
    engine, before = session.engine, session.position
    if before.kind != DECISION or before.seat is None or session.sealed.step(before) is None:
        return
    choices = engine.choices(before)
    one, other = (engine.after(before, chance.choice(choices)) for _ in range(2))
    if one != other and all(session.sealed.leads_to(before, after) for after in (one, other)):
        for seat in engine.instance.seats:
            if seat != before.seat:
                yield one, other, seat


def unseen_moves(session: Session, chance: random.Random) -> Iterator[tuple[ChoiceTuple, ChoiceTuple, int]]:
    """Two choices of a seat that differ only in which thing goes from where another seat can't see it to where it can't either, and
    that seat."""
    engine, before = session.engine, session.position
    point = engine.reference.point(before)
    if point is None or session.sealed.step(before) is not None:
        return
    moving = [choice for choice in engine.choices(before) if choice[0] >= 0 and _things_of(point, choice)]
    for one in chance.sample(moving, min(3, len(moving))):
        alike = [other for other in moving if other != one and _without_things(point, other) == _without_things(point, one)]
        if not alike:
            continue
        other = chance.choice(alike)
        for seat in engine.instance.seats:
            if all(_goes_unseen(engine, before, choice, _things_of(point, choice), seat) for choice in (one, other)):
                yield one, other, seat


def _things_of(point: Point, choice: ChoiceTuple) -> list[int]:
    return [
        thing for slot, value in zip(slots_of(point.choosings[choice[0]]), choice[1:], strict=True) for thing in things_of(slot.type, value)
    ]


def _without_things(point: Point, choice: ChoiceTuple) -> list[object]:
    slots = slots_of(point.choosings[choice[0]])
    rest = [value for slot, value in zip(slots, choice[1:], strict=True) if not any(True for _ in things_of(slot.type, value))]
    return [choice[0], *rest]


def _goes_unseen(engine: Engine, before: Position, choice: ChoiceTuple, things: list[int], seat: int) -> bool:
    after, layout = engine.after(before, choice), engine.instance.layout
    if after.kind in (CHANCE, OVER) or seat == before.seat:
        return False
    if any(lying_at(layout, before, location) for thing in things for location in layout.carried[thing]):
        return False  # that can be seen to go along
    ends = [(before.c[PLACES][thing], after.c[PLACES][thing]) for thing in things]
    seen = [sight(layout, before, start) | sight(layout, after, end) for start, end in ends]
    return all(start != end for start, end in ends) and not any(mask >> seat & 1 for mask in seen)


# ---------------------------------------------------------------- what can be asked for


def session_at(game: Game, players: int, position: Position) -> Session:
    """A game that stands at a position."""
    found = Session(game, [HUMAN] * players, 1)
    found.position = position
    return found


def answers(game: Game, players: int, state: Position, seat: int, chance: random.Random) -> dict[str, str]:
    """Everything that a seat is shown, and what it is told if it asks some questions, of each kind some."""
    engine = game.engine(players)
    session, describer = session_at(game, players, state), Describer(engine, "en")
    look = Look(engine, hints_of(game.model.display), state, seat, "en")
    found = {
        "view": json.dumps(view(engine.evaluator, state, seat)),
        "seen": _written(engine.essence(engine.eyes.seen(state, seat))),  # what is left over is read by nothing that could tell it
        "screen": "\n".join(str(line) for line in scene(look, WIDE)),
        "picture": table_svg(look),
        "readings": repr(readings(look)),
        "scores": repr(engine.scores_seen(state, seat)),
    }
    zones = sorted(engine.instance.zones)
    for zone in zones if len(zones) <= MOST_ZONES else chance.sample(zones, MOST_ZONES):
        found[f"show {zone}"] = repr(detail(look, look.name(zone)))
    commands = Commands(Console("en", color=False, interactive=False), session, describer, lambda: look)
    for question in _questions(engine, state, chance):
        found[f"why {question}"] = _said(commands, question)
    for name in chance.sample(sorted(engine.instance.game.definitions), min(3, len(engine.instance.game.definitions))):
        found[f"explain {name}"] = _explained(engine, state, seat, name, chance)
    if state.kind == DECISION and state.seat == seat:
        found |= _choosing(engine, commands, describer, state, chance)
    return found


def _written(state: Position) -> str:
    return repr((state.c, state.piles, state.known, state.frame, state.stack, state.pc, state.rng, state.kind, state.seat))


def _questions(engine: Engine, state: Position, chance: random.Random) -> list[str]:
    """Names of values, with seats for those that ask for one, of actions, and of kept values."""
    game = engine.instance.game
    point = engine.reference.point(state)
    actions = [] if point is None else [choosing.name for choosing in point.choosings]
    pools = (_values(engine, chance), sorted(game.kept), actions, sorted(game.actions))
    return [chance.choice(pool) for pool in pools if pool]


def _values(engine: Engine, chance: random.Random) -> list[str]:
    found = []
    for name, definition in sorted(engine.instance.game.definitions.items()):
        types = [local.type for local in definition.parameters]
        if all(isinstance(of, Seat) for of in types):
            seats = ", ".join(f"p{chance.choice(engine.instance.seats) + 1}" for _ in types)
            found.append(f"{name}({seats})" if types else name)
    return found


def _said(commands: Commands, question: str) -> str:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        commands("why", question)
    return out.getvalue()


def _explained(engine: Engine, state: Position, seat: int, name: str, chance: random.Random) -> str:
    definition = engine.instance.game.definitions[name]
    args: dict[str, object] = {
        local.name: f"p{chance.choice(engine.instance.seats) + 1}" if isinstance(local.type, Seat) else str(chance.randrange(5))
        for local in definition.parameters
    }
    try:
        return repr(engine.explain(state, name, args, viewer=seat))
    except ValueError as error:
        return str(error)


def _choosing(engine: Engine, commands: Commands, describer: Describer, state: Position, chance: random.Random) -> dict[str, str]:
    """What a seat that has to choose is shown, told when it asks of its choices, and what bots choose for it."""
    seat = state.seat
    assert seat is not None
    choices = engine.choices(state)
    found = {"choices": repr([engine.key(state, choice) for choice in choices])}
    some: list[ChoiceTuple] = chance.sample(choices, min(MOST_CHOICES, len(choices)))
    found["labels"] = repr([(engine.label(state, one, "en"), describer.choice(state, one)) for one in some])
    found["greedy"], found["searching"] = (str(bot(name, 1, 1, seat).pick(engine, state, choices)) for name in ("greedy", "mcts:3"))
    for one in some[:2]:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            commands.preview(one)
            commands.why_offered([one])
        found[f"preview {engine.key(state, one)}"] = out.getvalue()
        found[f"undo {engine.key(state, one)}"] = repr(_taken_back(commands.session, state, one))
    refused = ["nonsense", f"{engine.key(state, some[0])}(1)", *(engine.key(state, one)[:-2] + "9)" for one in some[:2])]
    found["refused"] = repr([engine.why_not(state, key, "en", seat) for key in refused])
    return found


def _taken_back(session: Session, state: Position, choice: ChoiceTuple) -> str | None:
    """Why a choice could not be taken back once it is made."""
    made = Session(session.game, session.seats, 1)
    made.position = state
    made.play(choice)
    assert state.seat is not None
    return no_undo(made, state.seat)


def walk(game: Game, players: int, seed: int, chance: random.Random) -> Iterator[Session]:
    """A random game at each of its decisions, and at its end."""
    session = Session(game, [HUMAN] * players, seed)
    session.settle()
    while not session.is_over:
        yield session
        session.play(chance.choice(session.engine.choices(session.position)))
        session.settle()


def told_behind(game: Game, players: int, before: Position, choice: ChoiceTuple, seat: int, chance: random.Random) -> dict[str, str]:
    """All answers behind a choice, with what the log says of it."""
    session = session_at(game, players, before)
    session.play(choice)
    log = narrated(session, Describer(session.engine, "en"), seat, WIDE)
    found = answers(game, players, session.position, seat, chance) | {"log": "\n".join(map(str, log))}
    return found | {"thought": _thought(session)} if session.position.kind == DECISION and session.position.seat == seat else found


def told_alike(game: Game, players: int, pair: tuple[Position, Position], seat: int, chance: random.Random) -> Iterator[Difference]:
    """Where two positions that a seat can't tell apart lead by one choice, and chance, to others that it can't tell apart, and nothing on
    the way told it more: what is said of both, if it is not the same."""
    engine = game.engine(players)
    keys = [{engine.key(state, choice): choice for choice in engine.choices(state)} for state in pair]
    common = sorted(keys[0].keys() & keys[1].keys())
    for key in chance.sample(common, min(MOST_FOLLOWED, len(common))):
        ways = [list(_ways(game, players, state, of_key[key], seat)) for state, of_key in zip(pair, keys, strict=True)]
        met = dict(ways[0])
        alike = next(((met[witnessed], session) for witnessed, session in ways[1] if witnessed in met), None)
        if alike is None:
            continue
        question = chance.random()
        told = [_told_at(game, players, session, seat, random.Random(question)) for session in alike]
        if found := differing(*told):
            yield key, found


Difference = tuple[str, dict[str, tuple[str, str | None]]]


def _ways(game: Game, players: int, before: Position, choice: ChoiceTuple, seat: int) -> Iterator[tuple[str, Session]]:
    """A choice with some outcomes of chance behind it, and with each all that a seat sees on the way, one thing after the other."""
    waiting = [(session_at(game, players, before), choice, [_in_sight(game.engine(players), before, seat)])]
    for _ in range(MOST_WAYS):
        if not waiting:
            return
        session, taken, witnessed = waiting.pop()
        engine = session.engine
        witnessed = witnessed + _witnessed(engine, session.position, taken, seat)
        session.play(taken)
        if session.position.kind == OVER:
            continue  # then all points are known
        if session.position.kind != CHANCE:
            yield "\n".join(one for one, last in zip(witnessed, ["", *witnessed], strict=False) if one != last), session
            continue
        for _, outcome in engine.outcomes(session.position)[:MOST_OUTCOMES]:
            other = session_at(game, players, before)
            other.events, other.position = session.events[:], session.position
            waiting.append((other, outcome, witnessed))


def _witnessed(engine: Engine, before: Position, choice: ChoiceTuple, seat: int) -> list[str]:
    """What a seat sees at each step while a choice, or an outcome, is carried out."""
    found, position, machine = [_in_sight(engine, before, seat)], before.copy(), engine.reference
    last = position.copy()

    def look(_: str) -> None:
        nonlocal last
        if (position.c, position.piles, position.known, position.frame) != (last.c, last.piles, last.known, last.frame):
            last = position.copy()
            found.append(_in_sight(engine, position, seat))

    machine.on_step = machine.statements.on_step = look
    try:
        machine.apply(position, choice)
    finally:
        machine.on_step = machine.statements.on_step = None
    look("")
    return found


def _in_sight(engine: Engine, position: Position, seat: int) -> str:
    """What lies and is kept, as a seat sees it, wherever the course of play stands."""
    seen = engine.eyes.seen(position, seat)
    return repr((seen.c, seen.piles, seen.known, json.dumps(view(engine.evaluator, position, seat)["zones"])))


def _told_at(game: Game, players: int, session: Session, seat: int, chance: random.Random) -> dict[str, str]:
    log = narrated(session, Describer(session.engine, "en"), seat, WIDE)
    definitions = {name: _explained(session.engine, session.position, seat, name, chance) for name in sorted(game.model.definitions)}
    return answers(game, players, session.position, seat, chance) | {"log": "\n".join(map(str, log))} | definitions


def _thought(session: Session) -> str:
    """What a search finds for the seat that has to choose, which goes by all that the seat has seen, as `hint` and bots do."""
    engine = session.engine
    if len(engine.choices(session.position)) < 2:
        return ""
    search = Search(engine, session.position, 7, session.course())
    search.run(Budget(THINKS))
    return repr([(engine.key(session.position, one.choice), one.visits, one.value) for one in search.ranked()])


def differing(one: dict[str, str], other: dict[str, str]) -> dict[str, tuple[str, str | None]]:
    """The answers that are not equal."""
    return {name: (text, other.get(name)) for name, text in one.items() if other.get(name) != text}
