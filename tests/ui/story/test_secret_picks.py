"""Numbers, words, seats and cells that go only into what a seat doesn't see: it is not told what was chosen."""

from pathlib import Path

import pytest

from custumal import load_game
from custumal.ui.scene.describe import Describer
from custumal.ui.story.changes import narrated
from custumal.ui.story.session import HUMAN, Session

GAME = """\
custumal: 1
game: secrets
players: 3
lists:
  colour: [red, blue, green]
kinds:
  stone: {{printed: {{v: 1 to 3}}}}
components:
  stones: {{kind: stone, in: heap, for-each: {{v: 1 to 3}}}}
zones:
  board: {{holds: one stone, shape: {{grid: [2, 2]}}}}
  heap: stone
  chest: {{holds: stone, seen-by: nobody}}
kept:
  secret: {{is: 0 to 9, seen-by: nobody}}
  second: {{is: 0 to 9, seen-by: nobody}}
  code(seat): {{is: 0 to 9, seen-by: owner}}
  hue(seat): {{is: maybe colour, seen-by: owner}}
  foe(seat): {{is: maybe seat, seen-by: owner}}
  spot(seat): {{is: maybe cell of board, seen-by: owner}}
  mark: {{is: maybe stone, seen-by: nobody}}
  grudge(s seat, t seat): {{is: 0 to 9, seen-by: "[s]"}}
  shown: 0 to 9
  point(seat): 0 to 99
procedures:
  note(what number): {{do: {{write: set secret to what}}}}
play:
  begin: {{players: seats, offer: idle, pick: up to 1}}
  act: {act}
  turn: {{rounds: seats, until: passes(turn) > 5, offer: turn}}
actions:
  idle: {{offered: idle, do: []}}
  deed: {deed}
  guess: {{offered: turn, choose: {{g: 1 to 3}}, do: raise my point by 1 if g is secret or g is second or g is code(next of me)}}
scoring: {{point: my point}}
ranking: {{most: {{most: my total}}}}
"""
BY_CHANCE = "{seat: chance, CHOICE}"
TOGETHER = "{together: seats, CHOICE}"
BY_STEP = "{seat: first(seats), CHOICE}"
BY_ACTION = "{offered: turn, CHOICE}"
HIDDEN_FROM_ALL = (
    "choose: {n: 1 to 3}, do: set secret to n",
    "choose: {n: 1 to 3}, do: [set secret to n, raise second by n * 2 if n > 1]",
    "choose: {n: 1 to 3}, do: {later: {let: {m: n + 1}, do: set secret to m}}",
    "choose: {n: 1 to 3}, do: note(n)",
    "choose: {n: heap}, do: set mark to n",
)
HIDDEN_FROM_OTHERS = (
    "choose: {n: 1 to 3}, do: set code(me) to n",
    "choose: {n: all(colour)}, do: set hue(me) to n",
    "choose: {n: seats}, do: set foe(me) to n",
    "choose: {n: cells of board}, do: set spot(me) to n",
)
TOLD = (
    "choose: {n: 1 to 3}, do: [set secret to n, set shown to n]",
    "choose: {n: 1 to 3}, do: [set secret to n, set shown to 1 if n > 2]",
    "choose: {n: 1 to 3}, do: {some: {do: set secret to n}, more: {if: n > 2, do: set shown to 1}}",
    "choose: {n: 1 to 3}, do: {later: {let: {m: n + 1}, do: [set secret to m, set shown to m]}}",
    "choose: {n: 1 to 3, k: 0 to n}, do: [set secret to n, set shown to k]",
    "choose: {n: heap}, do: [set mark to n, move n to board]",
)


def session_of(way: str, choice: str, folder: Path) -> Session:
    act, deed = (BY_STEP, "{offered: turn, do: raise my point by 1}")
    said = way.replace("CHOICE", choice)
    words = {"act": act.replace("CHOICE", "do: raise shown by 0"), "deed": said} if way == BY_ACTION else {"act": said, "deed": deed}
    file = folder / "game.yaml"
    file.write_text(GAME.format(**words), encoding="utf-8")
    return Session(load_game(str(file)), [HUMAN] * 3, 1)


def logs(way: str, choice: str, viewer: int | None, folder: Path) -> set[str]:
    """What the log says to a viewer of what is chosen, for each of what can be."""
    session = session_of(way, choice, folder)
    for _ in session.seats:
        session.play((-1,))
    begun, found = session.position, set()
    outcomes = [one for _, one in session.engine.outcomes(begun)] if session.seat is None else session.engine.choices(begun)
    for one in outcomes:
        if session.seat is not None and session.engine.action(begun, one) == "guess":
            continue
        session.position = begun
        session.events.clear()
        session.play(one)
        while session.sealed.step(session.position) is not None:  # the others choose likewise
            session.play(session.engine.choices(session.position)[0])
        found.add("\n".join(map(str, narrated(session, Describer(session.engine, "en"), viewer, 100))))
    assert len(outcomes) > 2
    return found


@pytest.mark.parametrize("viewer", [0, 1, None])
@pytest.mark.parametrize("choice", HIDDEN_FROM_ALL)
@pytest.mark.parametrize("way", [BY_CHANCE, TOGETHER, BY_STEP, BY_ACTION])
def test_what_nobody_sees_is_known_to_whoever_chose_it(way: str, choice: str, viewer: int | None, tmp_path: Path) -> None:
    chose = viewer == 0 and way != BY_CHANCE
    found = logs(way, choice, viewer, tmp_path)
    assert (len(found) > 1) == chose, found


@pytest.mark.parametrize("viewer", [0, 1, None])
@pytest.mark.parametrize("choice", HIDDEN_FROM_OTHERS)
@pytest.mark.parametrize("way", [TOGETHER, BY_STEP, BY_ACTION])
def test_what_only_its_owner_sees_is_told_to_it_alone(way: str, choice: str, viewer: int | None, tmp_path: Path) -> None:
    found = logs(way, choice, viewer, tmp_path)
    assert (len(found) > 1) == (viewer == 0), found


@pytest.mark.parametrize("viewer", [0, 1, None])
@pytest.mark.parametrize("choice", TOLD)
@pytest.mark.parametrize("way", [BY_CHANCE, TOGETHER, BY_STEP, BY_ACTION])
def test_what_matters_where_all_see_it_is_told(way: str, choice: str, viewer: int | None, tmp_path: Path) -> None:
    assert len(logs(way, choice, viewer, tmp_path)) > 1
