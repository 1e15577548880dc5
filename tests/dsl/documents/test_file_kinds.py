"""What sort of file a file is: by its keys, near ones included, the same wherever it lies and whoever asks."""

from __future__ import annotations

from pathlib import Path

import pytest

from custumal.dsl.documents.file_kinds import kind_of
from tests.conftest import Cli

GAME = """
custumal: 1
game: counting
players: 2
kept: {n: {is: 0 to 9, until: end}}
play: {turn: {rounds: seats, until: n is 9, offer: turn}}
actions: {count-on: {offered: turn, do: raise n by 1}}
scoring: {n: n}
ranking: {n: {most: my total}}
"""
VARIANT = "custumal: 1\nvariant: quick\nof: counting\nedits: {two: {set: actions.count-on.do, was: raise n by 1, to: raise n by 2}}\n"
SCENARIOS = "custumal: 1\nof: counting\nscenarios: {one: {when: [count-on], then: {one: n is 1}}}\n"
PLACES = ("beside", "counting", "counting/variants", "counting/scenarios")


def placed(tmp_path: Path, place: str, text: str) -> str:
    """A file near the game, seen from the folder in which one works."""
    (tmp_path / "counting").mkdir()
    (tmp_path / "counting" / "game.yaml").write_text(GAME, encoding="utf-8")
    folder = tmp_path if place == "beside" else tmp_path / place
    folder.mkdir(exist_ok=True)
    (folder / "mine.yaml").write_text(text, encoding="utf-8")
    return (folder / "mine.yaml").relative_to(tmp_path).as_posix()


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (VARIANT, "variant"),
        (VARIANT.replace("variant:", '"variant" :'), "variant"),
        (VARIANT.replace("variant:", "varaint:"), "variant"),
        (VARIANT.replace("variant: quick\n", ""), "variant"),
        (f"{VARIANT}scenarios: {{}}\n".replace("variant: quick\n", ""), "variant"),
        (SCENARIOS, "scenarios"),
        (SCENARIOS.replace("scenarios:", "scenario:"), "scenarios"),
        ("custumal: 1\nof: counting\n", "scenarios"),
        (GAME, "game"),
        (GAME.replace("game:", "gmae:"), "game"),
        (f"{GAME}scenarios: {{}}\n".replace("game: counting\n", ""), None),
        ("custumal: 1\ncomponents: {}\n", None),
        ("custumal: 1\nrulebook: counting\n", None),
    ],
)
def test_by_what_stands_at_the_top(text: str, kind: str | None, tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(text, encoding="utf-8")
    assert kind_of(tmp_path / "mine.yaml") == kind


@pytest.mark.parametrize("place", PLACES)
def test_a_misspelt_variant_is_named_with_what_was_meant_wherever_it_lies(
    place: str, tmp_path: Path, call: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = placed(tmp_path, place, VARIANT.replace("variant:", "varient:"))
    told = {call(command, path)[0::2] for command in ("check", "test", "play", "simulate", "coverage", "diff", "show")}
    assert len(told) == 1
    code, said = told.pop()
    assert code == 1
    assert f"{path}:2:1" in said
    assert said.count("did you mean `variant`?") == 1
    assert said.count("error[") == 1, "one cause, one message"


@pytest.mark.parametrize("place", PLACES)
def test_a_variant_without_its_id_is_told_that_it_is_missing(
    place: str, tmp_path: Path, call: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = placed(tmp_path, place, VARIANT.replace("variant: quick\n", ""))
    code, _, said = call("check", path)
    assert (code, "a variant file needs `variant`" in said, said.count("error[")) == (1, True, 1)


@pytest.mark.parametrize("place", PLACES)
def test_a_quoted_key_is_a_key(place: str, tmp_path: Path, call: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = placed(tmp_path, place, VARIANT.replace("variant:", '"variant":'))
    found = [call(command, path, *options)[0] for command, *options in (("check",), ("simulate", "--games", "1"), ("test",))]
    assert found == ([1] * 3 if place.endswith("scenarios") else [0] * 3)


def test_a_variant_of_another_game_is_judged_with_that_game(tmp_path: Path, call: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though it lies in the folder of one."""
    monkeypatch.chdir(tmp_path)
    text = "custumal: 1\nvariant: misere-now\nof: nim\nedits: {now: {set: options.misere.default, was: true, to: false}}\n"
    path = placed(tmp_path, "counting", text)
    assert [call(command, path, *options)[0] for command, *options in (("check",), ("simulate", "--games", "1"))] == [0, 0]


@pytest.mark.parametrize("place", ["beside", "counting/scenarios"])
def test_a_file_of_scenarios_that_has_none_is_judged_alike(place: str, tmp_path: Path, call: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = placed(tmp_path, place, SCENARIOS.replace("scenarios:", "# scenarios:"))
    code, _, said = call("check", path)
    assert (code, "a scenario file needs `scenarios`" in said) == (1, True)
    assert (code, said) == call("test", path)[0::2]


@pytest.mark.parametrize("place", ["beside", "counting/scenarios"])
def test_a_file_of_scenarios_is_judged_with_its_whole_game(place: str, tmp_path: Path, call: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that what is wrong with other scenarios of the game, or with a variant, is told there, too."""
    monkeypatch.chdir(tmp_path)
    path = placed(tmp_path, place, SCENARIOS)
    assert [call(command, path)[0] for command in ("check", "test")] == [0, 0]
    (tmp_path / "slip.yaml").write_text(VARIANT.replace("raise n by 2", "raise m by 2"), encoding="utf-8")
    code, _, said = call("test", path, "--variant", "slip.yaml")
    assert (code, said) == call("check", "slip.yaml")[0::2]
    (tmp_path / "counting" / "scenarios").mkdir(exist_ok=True)
    (tmp_path / "counting" / "scenarios" / "other.yaml").write_text(
        SCENARIOS.replace("one: {", "two: {").replace("n is", "m is"), encoding="utf-8"
    )
    code, _, said = call("test", path)
    assert code == 1
    assert (code, said) == call("check", path)[0::2]


def test_what_a_variant_contradicts_in_a_file_of_scenarios_is_accepted_there(
    tmp_path: Path, call: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = placed(tmp_path, "counting/scenarios", SCENARIOS)
    (tmp_path / "quick.yaml").write_text(VARIANT, encoding="utf-8")
    assert call("test", path, "--variant", "quick.yaml")[0] == 1
    (tmp_path / "quick.accepted.yaml").write_text(
        "custumal: 1\naccepted: quick\nscenarios: {one: {then: {one: n is 2}}}\n", encoding="utf-8"
    )
    code, out, _ = call("test", path, "--variant", "quick.yaml")
    assert (code, "1 changed on purpose" in out) == (0, True)
