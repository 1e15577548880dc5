"""Scenarios that begin with a recorded game: the position of that step, whatever it is, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from custumal import load_game
from custumal.dsl.check.game import check_game
from custumal.dsl.check.loose_scenarios import check_scenarios
from custumal.dsl.diagnostics.diagnostic import Report
from custumal.dsl.overlay.combine import combine
from custumal.dsl.overlay.flatten import flat_tree, flatten
from custumal.interpreter.cache import models
from custumal.interpreter.library import GAMES
from custumal.interpreter.reference.scores import scores
from custumal.interpreter.runs.scenarios import run_scenarios
from custumal.ui.story.session import Session

PIG = GAMES / "classics" / "pig" / "game.yaml"
SEED = 3


def played(game: str, seats: list[str], options: dict[str, object] | None = None) -> Session:
    """A game played to its end by bots."""
    session = Session(load_game(game, options=options), seats, SEED)
    session.settle()
    while not session.is_over:
        session.play_bot()
        session.settle()
    return session


@pytest.fixture(scope="module")
def pig() -> Session:
    return played("pig", ["random"] * 3)


def failures(folder: Path, text: str, session: Session) -> list[str]:
    """What fails in a file of scenarios of `pig` beside the record; first of all what the checker says."""
    session.record().save(folder / "kept" / "long.json")
    (folder / "mine.yaml").write_text(f"custumal: 1\nof: pig\nscenarios:\n{text}", encoding="utf-8")
    checked = check_scenarios(PIG, "pig", [], folder / "mine.yaml")
    if checked.game is None:
        return [f"{d.code} {d.span.line}:{d.span.column} {d.message}" for d in checked.diagnostics]
    own = [s for s in checked.game.scenarios if s.source.span.file.endswith("mine.yaml")]
    assert own
    return [f.message for r in run_scenarios(checked.game, own) for f in r.failures]


def test_the_position_is_that_of_the_step(pig: Session, tmp_path: Path) -> None:
    count, text = len(pig.events), ""
    for step in range(1, count, max(1, count // 25)):
        points = scores(pig.engine.evaluator, pig.after(step - 1))
        then = {"all": "players is 3"} | {"abc"[seat]: f"saved of p{seat + 1} is {points[seat]}" for seat in range(3)}
        text += f"  after-{'x' * step}: {json.dumps({'record': {'file': 'kept/long.json', 'step': step}, 'then': then})}\n"
    assert text.count("record") > 10
    assert failures(tmp_path, text, pig) == []


def test_without_a_step_the_whole_game_is_played(pig: Session, tmp_path: Path) -> None:
    text = "  over:\n    record: kept/long.json\n    then: {won: some s in seats where saved of s >= 100, over: not running(round)}\n"
    assert failures(tmp_path, text, pig) == []


def test_chance_goes_on_as_in_the_recorded_game(pig: Session, tmp_path: Path) -> None:
    """What the generator gave after many rolls comes again without being said."""
    rolls = [number for number, event in enumerate(pig.events) if event.seat is None]
    number = next(n for n in rolls[5:] if pig.events[n].key != "roll(1)")
    shown = pig.events[number].key.removeprefix("roll").strip("()")
    then = f"some d in all(die) where shows of d is {shown}"
    text = f"  on:\n    record: {{file: kept/long.json, step: {number - 1}}}\n    when: [roll-on]\n    then: {{shown: {then}}}\n"
    assert failures(tmp_path, text, pig) == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"game": "nim"}, "it is a game of `nim`"),
        ({"players": 9, "seats": ["random"] * 9}, "for 2 to 6 players, not 9"),
        ({"players": 2}, "players: it says 2, but under `seats` stand 3"),
        ({"options": {"size": 3}}, "no option `size`"),
        ({"choices": ["hold", "holdd"]}, "choice 2, `holdd`: No action is called `holdd`"),
        ({"choices": ["hold", "hold("]}, "choice 2, `hold(`"),
        ({"choices": "hold"}, "`choices` should be a list, but the text `hold` stands there"),
        ({"choices": ["hold", 3]}, "`choices[1]` should be a text, but the number `3` stands there"),
        ({"seed": None}, "`seed` should be a whole number, but `null` stands there"),
        ({"zeal": 3}, "`zeal` is no key of a record"),
    ],
)
def test_a_record_that_does_not_fit(change: dict[str, object], said: str, pig: Session, tmp_path: Path) -> None:
    pig.record().save(tmp_path / "kept.json")
    data = json.loads((tmp_path / "kept.json").read_text(encoding="utf-8")) | change
    (tmp_path / "bad.json").write_text(json.dumps(data), encoding="utf-8")
    (found,) = failures(tmp_path, "  one:\n    record: bad.json\n    then: {all: players is 3}\n", pig)
    assert found.startswith("bad-record 5:13 ")
    assert said in found


@pytest.mark.parametrize(
    ("record", "place"),
    [
        ("gone.json", "bad-record 5:13"),
        ("../kept.json", "bad-record 5:13"),
        ("/etc/passwd", "bad-record 5:13"),
        ("mine.yaml", "bad-record 5:13"),
        ("{file: kept/long.json, step: 0}", "out-of-range 5:42"),
        ("{file: kept/long.json, step: 9999}", "out-of-range 5:42"),
        ("{step: 3}", "missing-key 5:5"),
        ("kept/long.json\n    seed: 3", "clashing-keys 6:5"),
        ("kept/long.json\n    after: [hold]", "clashing-keys 6:5"),
    ],
)
def test_what_is_wrong_is_told_where_the_record_is_named(record: str, place: str, pig: Session, tmp_path: Path) -> None:
    (found,) = failures(tmp_path, f"  one:\n    record: {record}\n    then: {{all: players is 3}}\n", pig)
    assert found.startswith(place)


def test_a_link_out_of_the_folder_is_not_followed(pig: Session, tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    pig.record().save(tmp_path / "kept.json")
    try:
        (inner / "link.json").symlink_to(tmp_path / "kept.json")
    except OSError:
        pytest.skip("links are not allowed here")
    (found,) = failures(inner, "  one:\n    record: link.json\n    then: {all: players is 3}\n", pig)
    assert "by a link" in found


def test_a_choice_that_is_not_possible_any_more(pig: Session, tmp_path: Path) -> None:
    record = pig.record()
    record.choices[2:2] = ["hold", "roll(3)"]
    record.save(tmp_path / "bad.json")
    (found,) = failures(tmp_path, "  one:\n    record: bad.json\n    then: {all: players is 3}\n", pig)
    assert "`roll(3)`, choice 4 of those before, can't be chosen" in found


def test_a_flat_file_needs_no_record(pig: Session, tmp_path: Path) -> None:
    pig.record().save(tmp_path / "kept.json")
    begun = "\nscenarios:\n  begun: {record: {file: kept.json, step: 9}, then: {all: players is 3}}\n"
    base = PIG.read_text(encoding="utf-8").replace("\nscenarios:\n", begun)
    (tmp_path / "game.yaml").write_text(base, encoding="utf-8")
    (tmp_path / "flat").mkdir()
    report = Report()
    (tmp_path / "flat" / "game.yaml").write_text(
        flatten(flat_tree(combine(tmp_path / "game.yaml", "game.yaml", [], report)), {}), encoding="utf-8"
    )
    checked = check_game(tmp_path / "flat" / "game.yaml")
    assert [d for d in checked.diagnostics if d.is_error] == []
    assert checked.game is not None
    found = next(s for s in checked.game.scenarios if s.source.id == "begun")
    assert (found.players, list(found.after)) == (3, pig.record().choices[:9])
    assert run_scenarios(checked.game, [found])[0].passed


def test_a_changed_record_is_another_game_for_the_cache(pig: Session, tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("scenarios:\n  a: {record: kept.json}\n", encoding="utf-8")
    pig.record().save(tmp_path / "kept.json")
    before = models.key_of([tmp_path / "game.yaml"], "a")
    assert models.key_of([tmp_path / "game.yaml"], "a") == before
    (tmp_path / "kept.json").write_text("{}", encoding="utf-8")
    assert models.key_of([tmp_path / "game.yaml"], "a") != before
