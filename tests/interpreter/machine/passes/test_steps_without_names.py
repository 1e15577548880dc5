"""Steps without names are no passes of what they stand in: everything goes as if each had a name of its own."""

from __future__ import annotations

from itertools import product

import pytest

import tests.support.small_games
from tests.support.compiled_twins import TwinMachine
from tests.support.small_games import Play

FRAME = """
kept:
  hits: {{is: 0 to 999, until: end}}
  done: {{is: 0 to 999, until: end}}
  here: {{is: 0 to 99, until: turn}}
procedures:
  work: {work}
play:
  day:
    repeat: 3
    do:
      turn:
        players: seats
        do: {turn}
      evening: {{do: [raise hits by here]}}
actions:
  toil: {{offered: market, limit: once per turn, do: {toil}}}
  rest: {{offered: market, do: raise here by 1}}
{watching}
"""
STEPS = {
    "conditions": ("if: done < 90, do: raise done by 1", "if: done < 80, do: raise done by 1"),
    "names": ("let: {n: done + 1}, do: set done to n", "let: {n: done + 1}, do: set done to n"),
    "loops": ("repeat: 3, do: raise done by 1", "each: s in seats, do: raise done by 1"),
    "going round": ("players: seats, do: raise done by 1", "rounds: seats, until: done > 5, do: raise done by 1"),
    "inside of each other": (
        "if: done < 90, do: [{repeat: 2, do: raise done by 1}, {if: done < 5, do: raise done by 2}]",
        "do: raise done by 1",
    ),
    "limits": ("limit: once per turn, do: raise done by 1", "limit: once per turn, do: raise done by 1"),
    "other limits": ("repeat: 5, limit: 2 per turn, do: raise done by 1", "repeat: 9, limit: 4 per day, do: raise done by 1"),
}
WATCHING = (
    "standing: {{w: {{after: {deed}, do: raise hits by 1}}}}",
    "standing: {{w: {{before: {deed}, do: raise hits by done}}}}",
    "standing: {{w: {{instead: {deed}, if: done > 3, do: raise hits by 1}}}}",
    "standing: {{w: {{after: {deed}, limit: 2 per turn, do: raise hits by 1}}}}",
)
OF_TURNS = (
    "standing: {w: {after: turn, whole: true, do: raise hits by 1}}",
    "standing: {w: {waive: play.day.turn, if: done > 3}}",
    "standing: {w: {before: evening, do: raise hits by passes(turn) + turns(turn)}}",
    "end: {w: {after: turn, if: done > 7, do: finish turn}}",
    "end: {w: {after: turn, if: done > 7, do: stop turn}}",
    "end: {w: {after: turn, if: true, do: stop day}}",
)
PLACES = ("turn", "work", "toil")


def body(steps: tuple[str, str], *, named: bool) -> str:
    """The two with the menu between them, as a list, or each with a name."""
    first, second = steps
    if named:
        return f"{{one: {{{first}}}, menu: {{offer: market}}, two: {{{second}}}}}"
    return f"[{{{first}}}, {{offer: market}}, {{{second}}}]"


def course(place: str, steps: tuple[str, str], watching: str, *, named: bool) -> list[tuple[object, ...]]:
    """What can be chosen at each decision, and what has come of it, where the first is chosen each time."""
    bodies = {"turn": "[{offer: market}, work]", "work": "raise done by 1", "toil": "work"}
    bodies[place] = (
        body(steps, named=named) if place == "turn" else body(steps, named=named).replace("{offer: market}", "{do: raise done by 1}")
    )
    game, seen = Play(FRAME.format(**bodies, watching=watching)), list[tuple[object, ...]]()
    while not game.over and len(seen) < 40:
        seen.append((game.seat, game.keys, game.kept("hits"), game.kept("done"), game.kept("here")))
        game.do(game.keys[0])
    return [*seen, (game.kept("hits"), game.kept("done"))]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("sort", STEPS)
def test_names_of_steps_change_nothing(sort: str, place: str) -> None:
    deeds = {"turn": "play.day.turn", "work": "procedures.work", "toil": "actions.toil"}
    watchers = [each.format(deed=deeds[place]) for each in WATCHING] + ([*OF_TURNS] if place == "turn" else [])
    for watching in ("", *watchers):
        assert course(place, STEPS[sort], watching, named=False) == course(place, STEPS[sort], watching, named=True), watching


@pytest.mark.parametrize(("head", "whole"), [*product(("before", "after"), (False, True))])
def test_a_rule_acts_once_for_each_pass_of_its_step(head: str, whole: bool) -> None:
    rule = f"standing: {{w: {{{head}: turn, whole: {str(whole).lower()}, do: raise hits by 1}}}}"
    seen = course("turn", STEPS["conditions"], rule.replace("raise hits by 1", "raise done by 100"), named=False)
    done = seen[-1][1]
    assert isinstance(done, int)
    assert done // 100 == (3 if whole else 6)  # three days of two turns


@pytest.mark.parametrize(
    ("work", "hits"),
    [
        ("do: raise done by 1", 1),
        ("do: [{if: done < 90, do: raise done by 1}, {let: {n: done}, do: set done to n}]", 1),
        ("if: done < 90, do: raise done by 1", 1),
        ("if: done > 90, do: raise done by 1", 0),
        ("let: {n: done + 1}, do: set done to n", 1),
        ("limit: once per turn, do: raise done by 1", 1),
        ("repeat: 3, do: raise done by 1", 3),
        ("do: {repeat: 3, do: raise done by 1}", 1),
        ("each: s in seats, do: raise done by 1", 2),
        ("choose: {n: 1 to 1}, do: raise done by n", 1),
        ("choose: {n: 1 to done where done > 90}, do: raise done by n", 0),
    ],
)
@pytest.mark.parametrize("head", ["before", "after", "instead"])
def test_a_procedure_is_hooked_once_where_it_is_called_or_in_each_of_its_passes(head: str, work: str, hits: int) -> None:
    rule = f"standing: {{w: {{{head}: procedures.work, do: raise hits by 1}}}}"
    text = FRAME.format(work=f"{{{work}}}", turn="[work, {offer: market}]", toil="raise done by 1", watching=rule)
    assert Play(text).kept("hits") == hits


LIMITED = """
kept:
  first: {is: 0 to 99, until: end}
  second: {is: 0 to 99, until: end}
play:
  turn:
    players: seats
    do: {repeat: 5, do: [{offer: market}, evening]}
procedures:
  evening: {evening}
actions:
  toil: {offered: market, {toil}}
  rest: {offered: market, do: raise first by 0}
{standing}
"""
ONCE, THRICE = "{limit: once per turn, do: raise first by 1}", "{limit: 3 per turn, do: raise second by 1}"
CHOSEN = (
    "{choose: {n: 1 to 2}, limit: once per turn, do: raise first by n}",
    "{choose: {n: 1 to 2}, limit: 2 per turn, do: raise second by n}",
)
OWNED = {
    "a procedure": (f"[{ONCE}, {THRICE}]", "do: raise first by 0", "", 2, 6),
    "the other way round": (f"[{THRICE}, {ONCE}]", "do: raise first by 0", "", 2, 6),
    "chosen": (f"[{', '.join(CHOSEN)}]", "do: raise first by 0", "", 2, 4),
    "inside of each other": (f"[{{do: [{ONCE}]}}, {{if: true, do: [{THRICE}]}}]", "do: raise first by 0", "", 2, 6),
    "in a step that has one": (f"{{limit: 2 per turn, do: [{ONCE}, {THRICE}]}}", "do: raise first by 0", "", 2, 4),
    "in an action that has one": ("raise first by 0", f"limit: 4 per turn, do: [{ONCE}, {THRICE}]", "", 2, 6),
    "in a rule": ("raise first by 0", "do: raise first by 0", f"standing: {{w: {{after: actions.toil, do: [{ONCE}, {THRICE}]}}}}", 2, 6),
    "in a rule that has one": (
        "raise first by 0",
        "do: raise first by 0",
        f"standing: {{w: {{after: actions.toil, limit: 2 per turn, do: [{ONCE}, {THRICE}]}}}}",
        2,
        4,
    ),
    "the same text twice": (f"[&one {ONCE}, *one, *one]", "do: raise first by 0", "", 6, 0),
    "in a list that is repeated": (f"[{{do: &two [{ONCE}, {THRICE}, {ONCE}]}}, {{do: *two}}]", "do: raise first by 0", "", 8, 12),
}


@pytest.mark.parametrize("machine", ["reference", "generated", "wasm"])
@pytest.mark.parametrize("owner", OWNED)
def test_each_step_without_a_name_has_a_limit_of_its_own(owner: str, machine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if machine == "generated":
        monkeypatch.setattr(tests.support.small_games, "Machine", TwinMachine)
    if machine == "wasm":
        pytest.importorskip("wasmtime", reason="wasmtime is not installed")
        from tests.support.wasm_twins import WasmTwin  # noqa: PLC0415  # it needs wasmtime

        monkeypatch.setattr(tests.support.small_games, "Machine", WasmTwin)
    evening, toil, standing, first, second = OWNED[owner]
    game = Play(LIMITED.replace("{evening}", evening).replace("{toil}", toil).replace("{standing}", standing))
    while not game.over:
        game.do(game.keys[0])
    assert (game.kept("first"), game.kept("second")) == (first, second)
