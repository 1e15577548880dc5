"""A key names one choice: no part of a key is one, unless it is a key itself."""

from __future__ import annotations

import itertools
import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from textwrap import dedent

import pytest

from custumal import Game, IllegalChoice, State, load_game
from custumal.dsl.base.limits import LIMITS
from custumal.dsl.check.loose_scenarios import check_scenarios
from custumal.dsl.model import Forbidden
from custumal.dsl.sentences.words import RESERVED_WORDS
from custumal.interpreter.engine import Engine
from custumal.interpreter.library import shipped
from custumal.interpreter.program import Chance
from custumal.interpreter.program.instructions import DrawOne, RollOne, ShuffleOne
from custumal.interpreter.runs.records import Record
from custumal.interpreter.runs.scenarios import run_scenarios
from custumal.ui.story.session import DivergedRecord, Session
from tests.support.scale import FULL
from tests.support.small_games import machine_for, meant

GAMES = [name for name, _ in shipped()]
STOPS, CHOICES, MOST = (60, 6, 400) if FULL else (10, 2, 150)
"""Stops of a game, keys at a stop, and choices at a stop at which all that is listed is looked at."""
RECORDED, DAMAGED = (400, 40) if FULL else (24, 3)
"""Choices of a recorded game, and how many of them are damaged, each in a record of its own."""
COPY = re.compile(r", \d+\)")


def parts(key: str) -> Iterator[str]:
    """Texts that leave out something of a key: ends, words, values, numbers."""
    yield from (key[:end] for end in range(1, len(key)))
    yield from re.findall(r"[\w-]+", key)
    yield from re.findall(r"\w+", key)
    yield from (key[: found.start()] + ")" + key[found.end() :] for found in COPY.finditer(key))
    yield key.partition("(")[2]


def stops(name: str) -> Iterator[tuple[State, list[str]]]:
    """Stops of a random game, chance included, with the keys of all that can be chosen or come there."""
    chooser = random.Random(11)
    game = load_game(name)
    state = game.start(players=game.players[1], seed=11, auto_chance=False)
    for _ in range(STOPS):
        if state.is_over:
            return
        choices = state.choices() or tuple(outcome for _, outcome in state.outcomes())
        if len(choices) <= MOST:
            yield state, [choice.key for choice in choices]
        state = state.play(chooser.choice(choices))


@pytest.mark.parametrize("name", GAMES)
def test_a_part_of_a_key_is_refused_and_every_key_is_played(name: str) -> None:
    chooser = random.Random(12)
    refused = 0
    for state, keys in stops(name):
        legal = set(keys)
        for key in chooser.sample(keys, min(CHOICES, len(keys))):
            assert state.play(key) is not None
            left = sorted({part.strip() for part in parts(key)} - legal - {""})
            for part in left if FULL else chooser.sample(left, min(12, len(left))):
                with pytest.raises(IllegalChoice):
                    state.play(part)
                refused += 1
    assert refused


NUMBER = re.compile(r"(?<![\w-])-?\d+(?![\w-])")
ATOM = re.compile(r"(?<=[(\[, ])[a-z0-9]+(?:-[a-z0-9]+)*(?=[,)\]])")
CALL = re.compile(r"(?<![\w-])([\w-]+)\(([^()\[\],]+)\)")
OF = re.compile(r"(?<![\w-])([\w-]+) of ([\w-]+)")
MEMBER = re.compile(r"(?<![\w-])([\w-]+)\(([\w-]+), ")
TURN = re.compile(r"(\]\]), 0\)")
SET = re.compile(r"\[[^\[\]]*[a-z][^\[\]]*\]")
CELLS = re.compile(r"(\[\[)\d+")


def said_otherwise(key: str) -> Iterator[str]:
    """Texts that say in sentences what a key says, each by one change of it."""
    for one in NUMBER.finditer(key):
        number = one.group()
        for other in (f"({number})", f"0 + {number}", f"{number} * 1", f"max({number}, {number})", f"0{number}"):
            yield _put(key, one, other)
    for one in ATOM.finditer(key):
        yield _put(key, one, f"({one.group()})")
    for one in CALL.finditer(key):
        yield _put(key, one, f"{one.group(1)} of {one.group(2)}")
    for one in OF.finditer(key):
        yield _put(key, one, f"{one.group(1)}({one.group(2)})")
        yield _put(key, one, f"{one.group(2)}.{one.group(1)}")
    for one in MEMBER.finditer(key):
        if one.start():
            yield _put(key, one, f"{one.group(2)}.{one.group(1)}(")
    for one in TURN.finditer(key):
        yield _put(key, one, f"{one.group(1)})")
    for one in SET.finditer(key):
        yield _put(key, one, f"({one.group()})")
    if " + " in key:
        head, _, rest = key.partition("(")
        yield f"{head}({' + '.join(reversed(rest[:-1].split(' + ')))})"
    yield f"{key}()" if "(" not in key else key.replace("(", "((", 1) + ")"
    yield f"({key})"


def never_keys(key: str) -> Iterator[str]:
    """Texts that can be no key in a game in which this is one."""
    for one in SET.finditer(key):
        inside = one.group()[1:-1]
        yield _put(key, one, f"[{', '.join([inside] * 40)}]")
    for one in CELLS.finditer(key):
        yield _put(key, one, f"{one.group(1)}99")
    if key.endswith(")"):
        yield f"{key[:-1]}, none)"
        yield f"{key[:-1]}, 7, 7)"
    yield f"{key}.it"


def _put(key: str, one: re.Match[str], text: str) -> str:
    return key[: one.start()] + text + key[one.end() :]


def normal(text: str) -> str:
    """A text without blanks that mean nothing, and with its sets in one order."""
    text = re.sub(r"\s*([()\[\],+])\s*", r"\1", " ".join(text.split()))
    return re.sub(r"\[([^\[\]]*[a-z][^\[\]]*)\]", lambda found: f"[{','.join(sorted(_members(found.group(1))))}]", text)


def _members(text: str) -> list[str]:
    """What stands between the commas of a list that are in no bracket of their own."""
    found, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        found = [*found, ""] if letter == "," and not depth else [*found[:-1], found[-1] + letter]
    return found


def rewritings(name: str) -> Iterator[tuple[list[str], State, str]]:
    """Texts that are no key at a stop of a random game, some of which say what can be chosen there; with the way to that stop."""
    chooser = random.Random(16)
    game = load_game(name)
    state = game.start(players=game.players[1], seed=11, auto_chance=False)
    past: list[str] = []
    stops = 0
    while stops < (STOPS if FULL else 4) and not state.is_over and len(past) < RECORDED * 10:
        choices = state.choices() or tuple(outcome for _, outcome in state.outcomes())
        listed = [choice.key for choice in choices] if len(choices) <= MOST else []
        if state.choices() and listed:
            stops += 1
            legal = {normal(key) for key in listed}
            keys = chooser.sample(listed, min(CHOICES, len(listed)))
            texts = sorted({text for key in keys for text in (*said_otherwise(key), *never_keys(key)) if normal(text) not in legal})
            for text in chooser.sample(texts, min(60 if FULL else 8, len(texts))):
                yield past, state, text
        key = chooser.choice(choices).key
        past = [*past, key]
        state = state.play(key)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_written_otherwise_is_no_key_and_never_forbidden_for_that(name: str, tmp_path: Path) -> None:
    """Whoever plays is refused; a scenario is refused by `check`, or fails when it is run."""
    rows: list[str] = []
    for number, (past, state, text) in enumerate(rewritings(name)):
        with pytest.raises(IllegalChoice):
            state.play(text)
        begun = f"players: {state.players}, seed: 11, after: {json.dumps(past)}"
        rows.append(f"  s{number}: {{{begun}, then: {{it: {{forbidden: {json.dumps(text)}}}}}}}")
    assert rows
    assert silently_passed(dict(shipped())[name], name, rows, tmp_path / "otherwise.yaml") == []


def silently_passed(path: Path, name: str, rows: list[str], file: Path) -> list[str]:
    """The keys of scenarios, one a row, that are neither refused nor fail."""
    head = f"custumal: 1\nof: {name}\nscenarios:\n"
    file.write_text(head + "".join(f"{row}\n" for row in rows), encoding="utf-8")
    refused = {one.span.line - 4 for one in check_scenarios(path, name, (), file).diagnostics if one.is_error}
    left = [row for number, row in enumerate(rows) if number not in refused]
    if not left:
        return []
    file.write_text(head + "".join(f"{row}\n" for row in left), encoding="utf-8")
    checked = check_scenarios(path, name, (), file)
    assert checked.game is not None
    own = [one for one in checked.game.scenarios if one.source.span.file.endswith(file.name)]
    assert len(own) == len(left)
    passed = [result.scenario for result in run_scenarios(checked.game, own) if result.passed]
    return [one.that.key for scenario in passed for one in scenario.then if isinstance(one.that, Forbidden)]


ALIKE = """
custumal: 1
game: wax
title: Wax
players: 2
kinds: {candle: {}}
components: {candles: {kind: candle, in: shelf, copies: 5}}
zones: {shelf: candle, sill: candle}
kept: {burnt(candle): {is: 0 to 3, until: end}}
define: {left: count(c in shelf where burnt of c is 0)}
play: {round: {repeat: 2, do: {turn: {players: seats, offer: turn}}}}
actions:
  light: {offered: turn, choose: {candle: shelf}, do: raise burnt of candle by 1}
  carry: {offered: turn, choose: {two: exactly 2 among shelf}, do: move two to sill}
ranking: {first: {most: left}}
"""
"""Five candles, told apart only by how far each has burnt."""


def test_of_things_that_are_alike_the_first_stands_for_all(tmp_path: Path) -> None:
    """In keys, too: what nobody can tell apart is one choice, which has one key."""
    (tmp_path / "game.yaml").write_text(ALIKE, encoding="utf-8")
    state = load_game(str(tmp_path)).start(players=2, seed=1).play("light(candles)")
    one = [f"light(candles({number}))" for number in range(1, 6)]
    two = [f"carry([candles({first}), candles({second})])" for first, second in itertools.combinations(range(1, 6), 2)]
    listed = {"light(candles(1))", "light(candles(2))", "carry([candles(1), candles(2)])", "carry([candles(2), candles(3)])"}
    assert {choice.key for choice in state.choices()} == listed
    for key in (*one, *two):
        if key in listed:
            assert state.play(key) is not None
            continue
        with pytest.raises(IllegalChoice) as refused:
            state.play(key)
        assert [reason.text for reason in refused.value.reasons] == [
            "Something just like it is listed in its place: the choice would be the same."
        ]


def recorded(name: str) -> Record:
    """A random game, or its beginning, as it is recorded."""
    chooser = random.Random(13)
    game = load_game(name)
    session = Session(game, ["random"] * game.players[0], 13)
    while not session.is_over and len(session.events) < RECORDED:
        session.settle()
        if not session.is_over:
            session.play(chooser.choice(session.engine.choices(session.position)))
    return session.record()


def replayed(record: Record) -> Session:
    session = Session(load_game(record.game), record.seats, record.seed)
    session.replay(record)
    return session


def misspelt(key: str, chooser: random.Random) -> str:
    """The key without one of its letters, or with a letter or digit changed."""
    at = chooser.choice([at for at, letter in enumerate(key) if letter.isalnum()])
    return key[:at] + chooser.choice(["", "x", "7"]) + key[at + 1 :]


@pytest.mark.parametrize("name", GAMES)
def test_a_record_is_verified_step_by_step_chance_included(name: str) -> None:
    """Wherever one key is damaged, the record is refused at its step, unless a seat can just as well choose what it now says."""
    chooser = random.Random(14)
    record = recorded(name)
    whole = replayed(record)
    assert [event.key for event in whole.events] == record.choices
    for step in chooser.sample(range(len(record.choices)), min(DAMAGED, len(record.choices))):
        stop = whole.events[step]
        listed = {whole.engine.key(stop.before, choice) for choice in whole.engine.choices(stop.before)} if stop.seat is not None else set()
        broken = misspelt(stop.key, chooser)
        if broken in listed:
            continue
        with pytest.raises(DivergedRecord) as refused:
            replayed(replace(record, choices=[*record.choices[:step], broken, *record.choices[step + 1 :]]))
        error = refused.value
        assert (error.step, error.key) == (step + 1, broken)
        assert error.reasons or error.instead or "chance brings" in error.why
        assert all(reason.text and reason.address for reason in error.reasons)


DICE = """
    custumal: 1
    game: dice
    title: Dice
    players: 1
    kinds: {die: {}}
    components: {dice: {kind: die, in: table}}
    zones: {table: die}
    kept: {shows(die): 1 to 6, pips(seat): {is: 0 to 60}}
    play: {turn: {repeat: endless, until: sum(pips of s for s in seats) > 40, do: {one: {players: seats, offer: turn}}}}
    actions:
      cast: {offered: turn, do: [roll shows of table, raise my pips by sum(shows for table)]}
      rest: {offered: turn}
    scoring: {points: my pips}
    ranking: {most: {most: my total}}
"""


def test_chance_is_what_the_seed_brings_unless_it_was_drawn_by_other_rules(tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    file.write_text(dedent(DICE), encoding="utf-8")
    game = load_game(str(file))
    session = Session(game, ["human"], 3)
    for _ in range(3):
        session.play(session.engine.choices(session.position)[0])
        session.settle()
    record = session.record()
    fallen = record.choices[1]
    other = next(f"roll({pips})" for pips in range(1, 7) if f"roll({pips})" != fallen)
    forged = replace(record, choices=[record.choices[0], other, *record.choices[2:]])
    with pytest.raises(DivergedRecord, match=re.escape(f"step 2, {other}: with the seed 3 chance brings `{fallen}` here")):
        Session(game, ["human"], 3).replay(forged)
    with pytest.raises(DivergedRecord, match=r"step 2, .*: with the seed 4 chance brings"):
        Session(game, ["human"], 4).replay(record)
    adopted = Session(game, ["human"], 3)
    adopted.replay(replace(forged, rules_hash="of older rules", rules={}))
    with pytest.raises(DivergedRecord, match="with the seed 3 chance brings"):
        Session(game, ["human"], 3).replay(replace(forged, rules_hash="of rules that say the same"))
    kept = adopted.record()
    assert (kept.adopted, kept.choices) == (6, forged.choices)
    again = Session(game, ["human"], 3)
    again.replay(Record.from_json(kept.to_json()))
    assert again.position == adopted.position


UNSURE = {"pass", "pay"}
"""Words that are keys in some positions only: passing, and how a cost is shared."""
CHANCES = {DrawOne: "draw", RollOne: "roll", ShuffleOne: "shuffle"}


def askable(game: Game) -> set[str]:
    """The words with which a key can begin in a game for any number of players."""
    found: set[str] = set()
    for players in range(game.players[0], game.players[1] + 1):
        engine = game.engine(players, compiled=False)
        found |= set(engine.why.choosings)
        for code in engine.program.code:
            found |= {choosing.name for choosing in code.point.choosings} if isinstance(code, Chance) else set()
            found |= {CHANCES[type(code)]} if isinstance(code, tuple(CHANCES)) else set()
    return found


@pytest.mark.parametrize("name", GAMES)
def test_check_refuses_just_the_words_that_begin_no_key(name: str, tmp_path: Path) -> None:
    """A `forbidden` of something that could never be chosen would hold without a word."""
    game, path = load_game(name), dict(shipped())[name]
    ids = {address.rpartition(".")[2] for address in game.model.sources} | {*CHANCES.values(), "yes", "no", "dance"}
    words = sorted(word for word in ids if re.fullmatch(r"[a-z-]+", word) and word not in RESERVED_WORDS - {"no"})
    words = random.Random(15).sample(words, min(len(words), LIMITS.problems // 2))
    file = tmp_path / "words.yaml"
    rows = "".join(f"  {word}-x: {{then: {{it: {{forbidden: '{word}'}}}}}}\n" for word in words)
    file.write_text(f"custumal: 1\nof: {name}\nscenarios:\n{rows}", encoding="utf-8")
    found = check_scenarios(path, name, (), file).diagnostics
    refused = {words[one.span.line - 4] for one in found if one.code == "unknown-action"}
    assert set(words) - refused - UNSURE == set(words) & askable(game) - UNSURE


BEGINNINGS = """
    kept: {a: {is: 0 to 9}, b: {is: 0 to 9}}
    kinds: {die: {}}
    components: {dice: {kind: die, in: table, copies: 2}}
    zones: {table: die, shelf: die}
    setup: {shown: {do: move first(table) to shelf}}
    play: {turn: {players: seats, offer: turn}}
    actions:
      lay: {offered: turn, require: {never: {that: a is 9, because: Only at nine.}}, do: raise a by 1}
      lay-down: {offered: turn, do: raise b by 1}
      pick: {offered: turn, choose: {which: all(die)}, do: raise b by 1}
    scenarios:
      played: {when: [KEY], then: {one: b is 1}}
      allowed: {then: {it: {allowed: KEY}}}
      forbidden: {then: {it: {forbidden: KEY}}}
"""


def held(key: str) -> dict[str, str]:
    """What fails of the scenarios of the game with this key in them; empty texts for what holds."""
    game = machine_for(BEGINNINGS.replace("KEY", f'"{key}"')).instance.game
    return {result.scenario.source.id: "; ".join(failure.message for failure in result.failures) for result in run_scenarios(game)}


def test_in_scenarios_a_key_is_whole() -> None:
    assert held("lay-down") == {"played": "", "allowed": "", "forbidden": "`lay-down` is allowed."}
    begun = held("lay")
    assert begun["forbidden"] == ""
    assert "Only at nine." in begun["played"]
    assert "Only at nine." in begun["allowed"]


def test_only_a_scenario_may_leave_out_which_copy() -> None:
    assert held("pick(dice)") == {"played": "", "allowed": "", "forbidden": "`pick(dice)` is allowed."}
    machine = machine_for(BEGINNINGS.replace("KEY", "lay-down"))
    state = machine.start(1)
    assert meant(machine, state, "pick(dice(1))") is not None
    assert meant(machine, state, "pick(dice)") is None


CHOSEN = """
    kinds: {stone: {owned: true}, tile: {printed: {edges: edge per side}}}
    lists: {edge: [grass, path]}
    options: {size: {is: 1 to 5, default: 3}}
    components:
      stones: {kind: stone, in: stack of owner, for-each: {owner: seat}, copies: 4, rows: {pebble: {}, brick: {}}}
      tiles:
        kind: tile
        in: bag
        rows:
          bend: {edges: {north: path, east: path, south: grass, west: grass}, copies: 2}
          way: {edges: {north: path, east: path, south: path, west: grass}, copies: 2}
    zones:
      stack(seat): stone
      bag: tile
      board: {holds: one stone, shape: {grid: [size, size]}}
      meadow: {holds: one tile, shape: {grid: open, edges: edge, turns: quarter}}
    kept: {pot: {is: 0 to 9}}
    play: {turn: {players: seats, offer: turn}}
    actions:
      bid: {offered: turn, choose: {n: 1 to 3}, do: set pot to n}
      put: {offered: turn, choose: {s: my stack, c: cells of board where empty}, do: move s to c}
      pair: {offered: turn, choose: {ss: exactly 2 among my stack}, do: discard ss}
      few: {offered: turn, choose: {ss: up to 2 among my stack}, do: discard ss}
      lay: {offered: turn, choose: {tile: bag, pose: "poses(tile, [middle of meadow])"}, do: move tile to pose}
    scenarios:
      forbidden: {players: 2, then: {it: {forbidden: KEY}}}
"""


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("put(pebble(p1), at(board, 3, 3))", "is allowed"),
        ("put(pebble(p1), at(board, 4, 4))", "could never be a key"),
        ("put(pebble(p3), at(board, 1, 1))", "could never be a key"),
        ("put(pebble(p1, 2), at(board, 1, 1))", "is listed in its place"),
        ("pair([pebble(p1, 3), pebble(p1, 2)])", "is listed in its place"),
        ("lay(bend, pose-at(meadow, bend, [[32, 32]], 0))", "is allowed"),
        ("lay(bend, pose-at(meadow, bend, [[31, 32]], 0))", None),
        ("put(pebble(p2), at(board, 1, 1))", None),
    ],
)
def test_a_scenario_fails_where_what_it_forbids_is_no_key_here(key: str, said: str | None) -> None:
    """What only the options, the players or the position tell: outside of the board, something just like it."""
    game = machine_for(CHOSEN.replace("KEY", f'"{key}"')).instance.game
    (result,) = run_scenarios(game)
    assert [said is not None and said in failure.message for failure in result.failures] == ([] if said is None else [True])


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("pair([pebble(p1)])", "2 of “ss” have to be chosen, not 1."),
        ("pair([pebble(p1), brick(p1), brick(p1)])", "2 of “ss” have to be chosen, not 3."),
        ("few([pebble(p1), brick(p1), brick(p1)])", "At most 2 of “ss” can be chosen, not 3."),
        ("bid of 2", "`bid of 2` can't be read as a choice. Choices are written like `bid(1)`."),
        ("bid(1 + 1)", "`bid(1 + 1)` can't be read as a choice. Choices are written like `bid(1)`."),
    ],
)
def test_why_says_what_is_wrong_with_a_set_or_with_how_a_key_is_written(key: str, said: str) -> None:
    machine = machine_for(CHOSEN.replace("KEY", "bid(1)"))
    engine, state = Engine(machine.instance, compiled=False, machine=machine), machine.start(1)
    assert engine.find(state, key) is None
    assert [reason.text for reason in engine.why_not(state, key)] == [said]
