"""House rules at the command line: a person's own file beside the shipped games, from the first check to a game that is gone on with."""

import json
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from custumal import load_game
from custumal.interpreter.library import GAMES
from custumal.interpreter.setup.errors import PlayError

pytestmark = pytest.mark.slow

Cli = Callable[..., tuple[int, str, str]]

FEW = """\
custumal: 1
variant: few
of: nim
title: {en: Three at most, fr: Trois au plus}
edits:
  heap: {set: options.h1.default, was: 1, to: 2}
  at-most-three:
    add: actions.take.require.at-most-three
    with: {that: taken <= 3, because: {en: Three at most., fr: Trois au plus.}}
scenarios:
  four-are-too-many:
    then:
      four: {forbidden: "take(D, 4)", because: actions.take.require.at-most-three}
      three: {allowed: "take(D, 3)"}
"""
ACCEPTED = """# What is so with this variant where scenarios of the game say something else; `custumal test … --accept` keeps it true.
custumal: 1
accepted: few
scenarios:
  one-heap-at-a-time:
    when: []
    then:
      refused:
        forbidden: take(D, 7)
        because: actions.take.require.at-most-three
"""


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def few(tmp_path: Path) -> Path:
    """A person's own variant of a shipped game, in a folder of its own."""
    file = tmp_path / "few.yaml"
    file.write_text(FEW, encoding="utf-8")
    (tmp_path / "few.accepted.yaml").write_text(ACCEPTED, encoding="utf-8")
    return file


def leaves(call: Cli, *arguments: str | Path) -> int:
    code, out, err = call("perft", *arguments, "--json")
    assert (code, err) == (0, "")
    return int(json.loads(out)["leaves"])


# ---------------------------------------------------------------- choosing variants


def test_a_variant_is_a_game_wherever_a_game_is_wanted(call: Cli, few: Path) -> None:
    # Heaps of 1, 3, 5 and 7: any number of one heap. With the variant heaps of 2, 3, 5 and 7, three at most.
    assert leaves(call, "nim", "--depth", "1") == 1 + 3 + 5 + 7
    assert leaves(call, few, "--depth", "1") == 2 + 3 + 3 + 3
    assert leaves(call, "nim", "--variant", few, "--depth", "1") == 2 + 3 + 3 + 3
    assert leaves(call, few, "--set", "h1=1", "--depth", "1") == 1 + 3 + 3 + 3


def test_a_shipped_variant_goes_by_its_id(call: Cli) -> None:
    # Rolling or holding; a die has six sides, and after each of them (a 1 ends the turn) there are two choices again.
    assert leaves(call, "pig", "--depth", "3") == 6 * 2 + (6 + 2)
    assert leaves(call, "pig", "--variant", "two-dice", "--depth", "3") == 6 * 6 + (6 + 2)
    assert leaves(call, GAMES / "classics" / "pig" / "variants" / "two-dice.yaml", "--depth", "3") == 6 * 6 + (6 + 2)


def test_a_variant_that_is_not_there_is_2(call: Cli) -> None:
    code, out, err = call("perft", "pig", "--variant", "two-dices", "--depth", "1")
    assert (code, out) == (2, "")
    assert "`two-dice`" in err
    code, _, err = call("play", "two-dice")
    assert code == 2
    assert "pig --variant two-dice" in err


def test_variants_at_odds_are_told_with_both_places(call: Cli, few: Path) -> None:
    other = few.with_name("other.yaml")
    other.write_text(FEW.replace("variant: few", "variant: other"), encoding="utf-8")
    code, out, err = call("simulate", few, "--variant", other, "--games", "1")
    assert (code, out) == (1, "")
    assert "overlay-conflict" in err
    assert f"{few}:6:" in err
    assert f"{other}:6:" in err


# ---------------------------------------------------------------- looking


@pytest.mark.slow
def test_list_names_variants_with_their_titles(call: Cli) -> None:
    code, out, _ = call("list")
    assert code == 0
    assert "two-dice (Two dice)" in out
    by_id = {entry["id"]: entry for entry in json.loads(call("list", "--json")[1])}
    assert by_id["pig"]["variants"] == ["two-dice"]
    assert by_id["pig"]["variant_details"][0]["title"] == "Two dice"
    assert by_id["nim"]["variants"] == []


def test_show_tells_what_a_variant_changes(call: Cli, few: Path) -> None:
    data = json.loads(call("show", few, "--json")[1])
    assert data["variants"] == ["few"]
    changes = {one["address"]: (one["kind"], one["old"], one["new"]) for one in data["changes"]}
    assert changes["options.h1.default"] == ("changed", "1", "2")
    assert changes["actions.take.require.at-most-three"][0] == "added"
    assert len(changes) == 2
    (variant,) = data["variant_details"]
    assert variant["options_set"] == {"h1": "2"}
    assert variant["in_force"] is True
    code, out, _ = call("show", few)
    assert code == 0
    assert out.startswith("Nim + few (nim), 2 players\n")
    assert "changed options.h1.default: 1 -> 2" in out
    assert "few - Three at most (h1 = 2) [in force]" in out
    assert "changes by variants" not in call("show", "pig")[1]
    assert "two-dice - Two dice\n" in call("show", "pig")[1]


def test_explain_tells_who_changed_an_element(call: Cli, few: Path) -> None:
    code, out, _ = call("explain", few, "options.h1")
    assert code == 0
    assert f"changed at {few}:6: options.h1.default is 2, was 1" in " ".join(out.split())
    code, out, _ = call("explain", "nim", "actions.take.require.at-most-three", "--variant", few)
    assert code == 0
    assert "Trois au plus." in out
    assert call("explain", "nim", "actions.take.require.at-most-three")[0] == 2


# ---------------------------------------------------------------- differences


def test_diff_of_a_variant_alone_and_with_its_game(call: Cli, few: Path) -> None:
    code, out, err = call("diff", few)
    assert (code, err) == (0, "")
    assert out == call("diff", "nim", "--variant", few)[1] == call("diff", "nim", few)[1]
    assert f"~ options.h1.default  ({few}:6)\n    was: 1\n    now: 2\n" in out
    assert "+ actions.take.require.at-most-three" in out
    data = json.loads(call("diff", few, "--json")[1])["differences"]
    assert [(one["kind"], one["address"], one["line"]) for one in data] == [
        ("changed", "options.h1.default", 6),
        ("added", "actions.take.require.at-most-three", 8),
    ]
    assert "| `options.h1.default` | `1` | `2` |" in call("diff", few, "--markdown")[1]


def test_diff_tells_the_sentence_of_the_rulebook(call: Cli) -> None:
    out = call("diff", "monolyth", "--variant", "gentle-giants")[1]
    assert "values.height-limit" in out
    assert "MLY-PLACE-04: A monolith may be 4 cubes high with 3-4 players, 5 cubes with 1-2 players." in out


CASH_IN = """\
custumal: 1
variant: cash-in
of: pig
edits:
  a-point-more: {set: actions.hold.do, to: {keep: {do: raise my saved by pot + 1}, over: {do: stop rolls}}}
  sums-first: {move: actions.roll-on.count, before: throw}
  no-loss: {remove: actions.roll-on.one}
  bonus: {add: actions.roll-on.bonus, after: throw, with: raise pot by 1}
"""


def test_what_went_away_and_where_new_steps_stand_is_told(call: Cli, tmp_path: Path) -> None:
    (tmp_path / "cash-in.yaml").write_text(CASH_IN, encoding="utf-8")
    found = json.loads(call("diff", "cash-in.yaml", "--json")[1])["differences"]
    assert [(one["kind"], one["address"], one["old"], one["new"], one["after"]) for one in found] == [
        ("removed", "actions.roll-on.one", "{if: some table where shows is 1, do: stop rolls}", None, None),
        ("added", "actions.roll-on.bonus", None, "raise pot by 1", "throw"),
        ("moved", "actions.roll-on.count", None, "first", ""),
        (
            "changed",
            "actions.hold.do",
            "[raise my saved by pot, stop rolls]",
            "{keep: {do: raise my saved by pot + 1}, over: {do: stop rolls}}",
            None,
        ),
    ]
    assert "    after throw\n" in call("diff", "cash-in.yaml")[1]


def test_explain_tells_what_was_added_and_what_is_gone(call: Cli, tmp_path: Path) -> None:
    (tmp_path / "cash-in.yaml").write_text(CASH_IN, encoding="utf-8")
    out = " ".join(call("explain", "cash-in.yaml", "actions.roll-on")[1].split())
    assert "added at cash-in.yaml:8: actions.roll-on.bonus is raise pot by 1" in out
    assert "actions.roll-on.count stands first" in out
    code, out, _ = call("explain", "cash-in.yaml", "actions.roll-on.one")
    assert code == 0
    assert "was {if: some table where shows is 1, do: stop rolls}" in " ".join(out.split())


def test_diff_of_equal_rules_says_so_and_prints_nothing(call: Cli, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(GAMES / "classics" / "nim", copy)
    file = copy / "game.yaml"
    text = file.read_text(encoding="utf-8")
    file.write_text("\n\n".join(text.split("\n\n")[::1]).replace("# ", "#   ") + "\n# A last remark.\n", encoding="utf-8")
    code, out, err = call("diff", "nim", copy)
    assert (code, out) == (0, "")
    assert "no difference" in err
    assert json.loads(call("diff", "nim", copy, "--json")[1]) == {"differences": []}
    assert call("diff", "nim", copy, "--json", "--markdown")[0] == 2


def test_diff_of_a_variant_that_can_not_be_applied(call: Cli, few: Path) -> None:
    few.write_text(FEW.replace("options.h1.default", "options.h9.default"), encoding="utf-8")
    code, out, err = call("diff", few)
    assert (code, out) == (1, "")
    assert f"{few}:6:" in err
    assert "edit-misses" in err


# ---------------------------------------------------------------- one file


def test_flattened_is_a_game_that_plays_alike(call: Cli, few: Path, tmp_path: Path) -> None:
    target = tmp_path / "flat" / "game.yaml"
    assert call("flatten", few, "-o", target) == (0, f"{target}\n", "")
    text = target.read_text(encoding="utf-8")
    assert re.search(r"^ +default: 2 +# few:6$", text, re.MULTILINE)
    assert text == call("flatten", "nim", "--variant", few)[1]
    assert call("check", target, "--strict")[0] == 0
    games = ("--games", "20", "--seed", "5", "--json")
    digests = {json.loads(call("simulate", game, *games)[1])["digest"] for game in (few, target)}
    assert len(digests) == 1
    assert digests != {json.loads(call("simulate", "nim", *games)[1])["digest"]}


LISTS = """\
custumal: 1
game: lists
title: Lists
players: 2
includes: [sizes.yaml]
lists:
  colour: [red, blue]
  shape:
    - round
    - square
play: {turn: {players: seats, offer: turn}}
actions:
  choose:
    offered: turn
    choose: {colour: all(colour), size: all(size), shape: all(shape)}
    do:
      - raise count of me by 1
kept: {count(seat): {is: 0 to 9, until: end}}
scoring: {count: count of me}
ranking: {most: {most: my total}}
"""
LISTS_CHANGED = """\
custumal: 1
variant: more
of: lists
edits:
  three:
    set: lists.colour
    to: [red, blue, green]
  shapes:
    set: lists.shape
    to:
      - round
      - oval
  twice:
    set: actions.choose.do
    to:
      - raise count of me by 1
      - raise count of me by 1 if size is large
"""


def test_flattened_says_who_replaced_a_list(call: Cli, tmp_path: Path) -> None:
    (tmp_path / "variants").mkdir()
    (tmp_path / "game.yaml").write_text(LISTS, encoding="utf-8")
    (tmp_path / "sizes.yaml").write_text("custumal: 1\nlists: {size: [small, large]}\n", encoding="utf-8")
    variant = tmp_path / "variants" / "more.yaml"
    variant.write_text(LISTS_CHANGED, encoding="utf-8")
    code, out, err = call("flatten", variant)
    assert (code, err) == (0, "")
    remarks = {line.split("#")[0].strip(): line.partition("#")[2].strip() for line in out.splitlines()[2:] if "#" in line}
    assert remarks == {
        "colour: [red, blue, green]": "more:7",
        "shape:": "more:11",
        "- round": "more:11",
        "- oval": "more:12",
        "do:": "more:16",
        "- raise count of me by 1": "more:16",
        "- raise count of me by 1 if size is large": "more:17",
    }


def test_flatten_never_writes_over_a_file(call: Cli, few: Path, tmp_path: Path) -> None:
    target = tmp_path / "there.yaml"
    target.write_text("mine", encoding="utf-8")
    code, out, err = call("flatten", few, "-o", target)
    assert (code, out) == (1, "")
    assert "--force" in err
    assert target.read_text(encoding="utf-8") == "mine"
    assert call("flatten", few, "-o", target, "--force")[0] == 0
    assert target.read_text(encoding="utf-8") != "mine"
    assert call("flatten", few, "-o", tmp_path)[0] == 2
    code, _, err = call("flatten", "nim")
    assert code == 2
    assert "--variant" in err


KEYS = """\
custumal: 1
variant: keys
of: monolyth
players: 2 to 3
edits:
  card: {set: options.structure-choice.default, was: none, to: STR10}
  order: {set: play.round.turn.players, was: seats from first-player, to: seats}
  high: {set: zones.monolith.shape.cubes, to: [4, 4, 6]}
  step: {set: ladder.steps.46, to: Better}
  named: {set: names.ring, to: circle}
  blue: {set: display.colours.blue, was: blue, to: cyan}
  cost: {set: components.level-tokens.level-ten.value, was: 10, to: 11}
  said: {set: rulebook.rules.MLY-MOVE-01.text, to: Move on.}
"""


@pytest.mark.parametrize("variant", ["keys.yaml", "gentle-giants", "long-walk", "no-cliffs"])
def test_whatever_diff_names_can_be_explained(call: Cli, tmp_path: Path, variant: str) -> None:
    (tmp_path / "keys.yaml").write_text(KEYS, encoding="utf-8")
    game = [variant] if variant.endswith(".yaml") else ["monolyth", "--variant", variant]
    addresses = [one["address"] for one in json.loads(call("diff", *game, "--json")[1])["differences"]]
    assert addresses
    for address in addresses:
        code, out, _ = call("explain", *game[:1], address, *game[1:])
        assert code == 0, address
        assert out.startswith((address, "removed at "))


def test_a_key_is_added_to_an_entry_that_has_none_yet(call: Cli, tmp_path: Path) -> None:
    text = "custumal: 1\nvariant: called\nof: pig\nedits: {name: {add: kinds.die.say, with: {en: cube, fr: cube}}}\n"
    (tmp_path / "called.yaml").write_text(text, encoding="utf-8")
    assert call("check", "called.yaml")[0] == 0
    assert load_game("called.yaml").model.kinds["die"].source.say.plain("en", ("en", "fr")) == "cube"


def test_a_variant_of_one_that_lies_beside_it_is_explained(call: Cli, tmp_path: Path) -> None:
    head = "custumal: 1\nvariant: {}\nof: {}\nedits: {}\n"
    (tmp_path / "first.yaml").write_text(head.format("first", "pig", "{goal: {set: values.target, to: 90}}"), encoding="utf-8")
    (tmp_path / "second.yaml").write_text(head.format("second", "first", "{most: {add: values.target.most, with: 99}}"), encoding="utf-8")
    code, out, _ = call("explain", "second.yaml", "values.target")
    assert code == 0
    assert "first.yaml:4" in out
    assert "second.yaml:4" in out


def test_explain_names_the_rules_that_change_something_from_elsewhere(call: Cli) -> None:
    code, out, _ = call("explain", "monolyth", "values.longest-walk", "--variant", "long-walk")
    assert code == 0
    assert re.search(r"^  see also standing\.longer-legs  \(\S*long-walk\.yaml:\d+\), which has `modify` for this$", out, re.MULTILINE)


def test_what_diff_calls_a_value_an_edit_can_name(call: Cli, tmp_path: Path) -> None:
    text = "custumal: 1\nvariant: walk\nof: monolyth\nedits:\n  far: {set: values.longest-walk, was: 4, to: 6}\n"
    (tmp_path / "walk.yaml").write_text(text, encoding="utf-8")
    (found,) = json.loads(call("diff", "walk.yaml", "--json")[1])["differences"]
    assert (found["address"], found["old"], found["new"]) == ("values.longest-walk", "4", "6")
    assert found["rules"][0]["id"] == "MLY-MOVE-01"


# ---------------------------------------------------------------- checking


def test_check_points_into_the_variant(call: Cli, few: Path) -> None:
    assert call("check", few, "--strict")[0] == 0
    few.write_text(FEW.replace("taken <= 3", "taking <= 3"), encoding="utf-8")
    code, out, _ = call("check", few, "--format", "json")
    assert code == 1
    (found,) = json.loads(out)["diagnostics"]
    assert (found["file"], found["line"], found["column"], found["end_column"]) == (str(few), 9, 18, 24)
    assert found["code"] == "unknown-name"
    assert found["suggestion"] == "taken"


def test_check_of_a_folder_takes_the_variants_in_it(call: Cli, few: Path, tmp_path: Path) -> None:
    few.write_text(FEW.replace("was: 1", "was: 4"), encoding="utf-8")
    folder = tmp_path / "own"
    shutil.copytree(GAMES / "classics" / "pig", folder)
    two = folder / "variants" / "two-dice.yaml"
    two.write_text(two.read_text(encoding="utf-8").replace("before: one", "before: two"), encoding="utf-8")
    code, out, _ = call("check", tmp_path, "--format", "json")
    assert code == 1
    found = {(Path(one["file"]).name, one["code"]) for one in json.loads(out)["diagnostics"] if one["severity"] == "error"}
    assert found == {("few.yaml", "edit-was"), ("two-dice.yaml", "edit-misses")}
    assert {Path(one["file"]).name for one in json.loads(call("check", folder, "--format", "json")[1])["diagnostics"]} == {"two-dice.yaml"}


def test_check_of_a_variant_of_nothing(call: Cli, few: Path) -> None:
    few.write_text(FEW.replace("of: nim", "of: nimm"), encoding="utf-8")
    code, out, _ = call("check", few, "--format", "json")
    assert code == 1
    (found,) = json.loads(out)["diagnostics"]
    assert (found["code"], found["line"], found["column"], found["end_column"]) == ("variant-of", 3, 5, 9)
    assert found["suggestion"] == "nim"
    code, out, err = call("test", few)
    assert code == 1
    assert "`nim`" in err


# ---------------------------------------------------------------- scenarios


def test_the_scenarios_of_a_variant_and_of_its_game(call: Cli, few: Path) -> None:
    code, out, _ = call("test", few, "-v")
    assert code == 0
    assert "four-are-too-many" in out
    assert "games/classics/nim/game.yaml:\n" in out
    data = json.loads(call("test", "nim", "--variant", few, "--json")[1])
    assert data["failed"] == 0
    assert data["passed"] == json.loads(call("test", "nim", "--json")[1])["passed"] + 2


def test_what_fails_is_told_with_the_values_behind_it(call: Cli, few: Path) -> None:
    few.write_text(FEW + '  two-left:\n    when: ["take(C, 3)"]\n    then: {left: stones of C + h1 is 5}\n', encoding="utf-8")
    code, out, err = call("test", few)
    assert code == 1
    assert "FAILED two-left" in out
    assert "failed-scenario" in err
    assert f"{few}:17:" in err
    assert "two-left: Expected `stones of C + h1 is 5`, but `stones of C + h1` is 4, not 5." in err
    assert "    stones of C = 2\n" in err
    assert "    h1 = 2\n" in err
    data = json.loads(call("test", few, "--json")[1])
    (failed,) = [scenario for scenario in data["scenarios"] if not scenario["passed"]]
    assert failed["failures"][0]["values"]["stones of C"] == "2"


def test_a_scenario_of_the_game_that_fails_is_shown_and_then_accepted(call: Cli, few: Path) -> None:
    accepted = few.with_name("few.accepted.yaml")
    accepted.unlink()
    code, out, err = call("test", few)
    assert code == 1
    assert re.findall(r"^  FAILED (\S+)$", out, re.MULTILINE) == ["one-heap-at-a-time"]
    assert "[actions.take.require.at-most-three]" in err
    assert f"    custumal test {few} --accept\n" in err
    code, out, err = call("test", few, "--accept")
    assert code == 0
    assert "[actions.take.require.at-most-three]" in err
    assert f"{accepted}: 1 written" in out
    assert accepted.read_text(encoding="utf-8") == ACCEPTED
    code, out, _ = call("test", few)
    assert code == 0
    assert "1 changed on purpose" in out


def test_what_is_accepted_and_no_longer_true_fails_and_is_taken_out(call: Cli, few: Path) -> None:
    accepted = few.with_name("few.accepted.yaml")
    few.write_text(FEW.replace("taken <= 3", "taken <= 7"), encoding="utf-8")
    code, _, err = call("test", few)
    assert code == 1
    assert f"{accepted}:5:" in err
    assert "it still holds" in err
    code, out, _ = call("test", few, "--accept")
    assert code == 1, "a scenario of the variant's own fails, too"
    assert f"{accepted}: 1 taken out" in out
    assert not accepted.exists()


def test_what_somebody_has_written_is_kept(call: Cli, few: Path) -> None:
    """The entry that is true stays with its remark; only one that is missing is added."""
    accepted = few.with_name("few.accepted.yaml")
    remark = ACCEPTED.replace("scenarios:\n", "scenarios:\n  # a heap of seven is too many\n")
    accepted.write_text(remark, encoding="utf-8")
    assert "nothing to write" in call("test", few, "--accept")[1]
    assert accepted.read_text(encoding="utf-8") == remark
    accepted.write_text(remark.replace("D, 7", "D, 2"), encoding="utf-8")
    code, out, _ = call("test", few, "--accept")
    assert (code, f"{accepted}: 1 written" in out) == (0, True)
    assert accepted.read_text(encoding="utf-8") == ACCEPTED


def test_some_scenarios_only(call: Cli, few: Path) -> None:
    code, out, _ = call("test", few, "--own", "-v")
    assert code == 0
    assert re.findall(r"^  (\S+) +(\S+)$", out, re.MULTILINE) == [("ok", "four-are-too-many"), ("ok", "one-heap-at-a-time")]
    code, out, _ = call("test", few, "--only", "four-are-too-many")
    assert (code, out) == (0, f"{few}: 1 passed\n")
    code, _, err = call("test", few, "--only", "four-are-to-many")
    assert (code, "did you mean `four-are-too-many`?" in err) == (2, True)
    assert call("test", "nim", "--own")[0] == 2


def test_several_processes_say_the_same(call: Cli, few: Path) -> None:
    few.write_text(FEW + '  two-left:\n    when: ["take(C, 3)"]\n    then: {left: stones of C + h1 is 5}\n', encoding="utf-8")
    one, several = call("test", few), call("test", few, "--jobs", "2")
    assert one == several
    assert one[0] == 1


FREE = """\
custumal: 1
variant: free
of: breakthrough
edits:
  straight-on: {remove: actions.advance.require.capture-slantwise}
"""


def test_a_restriction_that_is_gone_allows_what_it_forbade(call: Cli, tmp_path: Path) -> None:
    """The scenario names the restriction, so that it can't even be read; it is told anew all the same."""
    free = tmp_path / "free.yaml"
    free.write_text(FREE, encoding="utf-8")
    code, _, err = call("test", free)
    assert (code, f"    custumal test {free} --accept\n" in err) == (1, True)
    assert call("test", free, "--accept")[0] == 0
    text = (tmp_path / "free.accepted.yaml").read_text(encoding="utf-8")
    assert text.endswith(
        "  only-diagonal-captures:\n    then:\n      straight:\n        allowed: advance(at(board, 4, 2), at(board, 4, 3))\n"
    )
    assert call("test", free)[0] == call("check", free, "--strict")[0] == 0


def test_only_one_variant_can_accept(call: Cli, few: Path) -> None:
    assert call("test", "nim", "--accept")[0] == 2
    code, _, err = call("test", few, "--accept", "--json")
    assert (code, "exclude it" in err) == (2, True)


def test_a_file_that_stands_beside_no_variant(call: Cli, few: Path) -> None:
    few.unlink()
    code, out, _ = call("check", few.parent, "--format", "json")
    assert code == 1
    (found,) = json.loads(out)["diagnostics"]
    assert (found["code"], found["file"]) == ("variant-of", str(few.with_name("few.accepted.yaml")))


def test_what_a_variant_contradicts_is_explained(call: Cli, few: Path) -> None:
    code, out, _ = call("explain", few, "scenarios.one-heap-at-a-time")
    assert code == 0
    assert f"({few.with_name('few.accepted.yaml')}:5)" in out
    assert "instead of what the game says  (games/classics/nim/game.yaml:" in out


def test_a_file_of_scenarios_of_a_shipped_game(call: Cli, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("custumal: 1\nof: pig\nscenarios:\n  start: {then: {nothing: pot is 0}}\n", encoding="utf-8")
    assert call("check", file, "--strict")[0] == 0
    assert call("test", file) == (0, f"{file}: 1 passed\n", "")
    file.write_text("custumal: 1\nof: pig\nscenarios:\n  start: {then: {nothing: pots is 0}}\n", encoding="utf-8")
    for command in ("check", "test"):
        code, _, err = call(command, file)
        assert code == 1
        assert f"{file}:4:" in err
    file.write_text("custumal: 1\nscenarios:\n  start: {then: {nothing: pot is 0}}\n", encoding="utf-8")
    for command in ("check", "test"):
        code, _, err = call(command, file)
        assert code == 1
        assert "of: GAME" in err


# ---------------------------------------------------------------- coverage


def test_coverage_of_a_game(call: Cli) -> None:
    code, out, err = call("coverage", "tic-tac-toe", "--games", "1", "--json")
    assert (code, err) == (0, "")
    data = json.loads(out)
    taken = data["elements"]["actions.claim.require.unmarked"]
    assert taken["true"] + taken["false"] == taken["evaluated"]
    assert taken["decided"] > 0
    assert data["never"] == []
    assert data["share"] == 100
    code, out, _ = call("coverage", "tic-tac-toe", "--games", "0")
    assert code == 0
    assert re.search(r"^actions\.claim\.require\.unmarked +\d+ +\d+ +\d+ +\d+  scenarios$", out, re.MULTILINE)


def test_coverage_that_is_not_enough_is_1(call: Cli) -> None:
    code, out, err = call("coverage", "pig", "--games", "0", "--fail-under", "100")
    assert code == 1
    assert re.search(r"^never: .*actions\.roll-on\.throw", out, re.MULTILINE)
    assert "100 % are demanded" in err
    assert call("coverage", "pig", "--games", "1", "--fail-under", "100")[0] == 0
    assert call("coverage", "pig", "--fail-under", "101")[0] == 2


def test_coverage_with_a_variant(call: Cli, few: Path) -> None:
    data = json.loads(call("coverage", few, "--games", "1", "--json")[1])
    assert data["variants"] == ["few"]
    assert data["elements"]["actions.take.require.at-most-three"]["decided"] > 0


# ---------------------------------------------------------------- records


def recorded(call: Cli, few: Path, tmp_path: Path) -> Path:
    assert call("simulate", few, "--games", "1", "--record", tmp_path / "records")[0] == 0
    (file,) = (tmp_path / "records").glob("*.json")
    return file


def test_a_record_knows_its_variants(call: Cli, few: Path, tmp_path: Path) -> None:
    file = recorded(call, few, tmp_path)
    record = json.loads(file.read_text(encoding="utf-8"))
    assert record["variants"] == ["few"]
    assert record["options"]["h1"] == 2
    data = json.loads(call("replay", file, "--json")[1])
    assert (data["variants"], data["same_rules"], data["kind"]) == (["few"], True, "over")
    assert call("replay", file)[1].startswith("Nim + few: ")
    assert call("replay", file, "--variant", "few.yaml")[0] == 0
    assert call("replay", file, "--game", few)[0] == 0
    assert call("explain", few, record["choices"][0], "--record", file, "--step", "0")[0] == 0


def test_records_are_never_written_over(call: Cli, few: Path, tmp_path: Path) -> None:
    file = recorded(call, few, tmp_path)
    file.write_text("mine", encoding="utf-8")
    code, out, err = call("simulate", few, "--games", "1", "--record", tmp_path / "records")
    assert (code, out) == (1, "")
    assert "--force" in err
    assert file.read_text(encoding="utf-8") == "mine"
    code, out, _ = call("simulate", few, "--games", "1", "--record", tmp_path / "records", "--force")
    assert code == 0
    assert out.startswith("Nim + few: 1 games")
    assert json.loads(file.read_text(encoding="utf-8"))["variants"] == ["few"]


def test_a_record_whose_variant_has_moved(call: Cli, few: Path, tmp_path: Path) -> None:
    file = recorded(call, few, tmp_path)
    moved = few.rename(tmp_path / "records" / "renamed.yaml")
    code, out, err = call("replay", file)
    assert (code, out) == (2, "")
    assert "`few` in " in err
    assert "which is not there; say where it is: --variant FILE" in err
    assert call("replay", file, "--variant", moved)[0] == 0
    moved.write_text(FEW.replace("variant: few", "variant: other"), encoding="utf-8")
    code, _, err = call("replay", file, "--variant", moved)
    assert code == 1
    assert "without the variant `other`" in err


def test_a_record_of_a_file_is_not_played_by_a_shipped_game_of_the_same_id(call: Cli, tmp_path: Path) -> None:
    text = (GAMES / "classics" / "nim" / "game.yaml").read_text(encoding="utf-8")
    own = tmp_path / "mine.yaml"
    own.write_text(text.replace("1 to stones of heap", "1 to min(8, stones of heap)"), encoding="utf-8")
    assert call("simulate", own, "--games", "1", "--record", tmp_path / "records")[0] == 0
    (file,) = (tmp_path / "records").glob("*.json")
    code, _, err = call("replay", file)
    assert (code, err) == (0, "")
    own.write_text(text.replace("game: nim", "game: mine"), encoding="utf-8")
    code, out, err = call("replay", file)
    assert (code, out) == (1, "")
    assert f"but in {own} is another one; say where it is: --game FILE" in err
    own.unlink()
    code, out, err = call("replay", file)
    assert (code, out) == (2, "")
    assert f"The record is of the game `nim` in {own}, which is not there; say where it is: --game FILE" in err


def test_a_record_of_a_shipped_game_is_not_played_by_what_lies_in_a_folder_of_its_id(
    call: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert call("simulate", "nim", "--games", "1", "--record", tmp_path / "records")[0] == 0
    (file,) = (tmp_path / "records").glob("*.json")
    (tmp_path / "nim").mkdir()
    (tmp_path / "nim" / "game.yaml").write_text("custumal: 1\ngame: nim\ntitle: Not this\nplayers: 2\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    code, out, err = call("replay", file)
    assert (code, err) == (0, "")
    assert out.startswith("Nim: ")


def test_a_record_after_a_change_of_the_variant(call: Cli, few: Path, tmp_path: Path) -> None:
    file = recorded(call, few, tmp_path)
    few.write_text(FEW.replace("taken <= 3", "taken <= 6"), encoding="utf-8")
    code, _, err = call("replay", file)
    assert code == 0
    assert "Rules have changed since this game was recorded: actions.take." in err
    few.write_text(
        FEW.replace("title: {en: Three", "title: {en: Just three") + "  other:\n    then: {all: stones of D is 7}\n", encoding="utf-8"
    )
    code, _, err = call("replay", file)
    assert code == 0
    assert "nothing that a choice depends on" in err
    heap = json.loads(file.read_text(encoding="utf-8"))["choices"][0][len("take(")]
    few.write_text(FEW.replace("taken <= 3", f"heap is not {heap}"), encoding="utf-8")
    code, out, err = call("replay", file)
    assert (code, out) == (1, "")
    assert "Rules have changed since this game was recorded: actions.take." in err
    assert "step 1" in err
    assert "actions.take.require.at-most-three" in err


def test_a_game_is_gone_on_with_by_its_variant(call: Cli, few: Path, tmp_path: Path) -> None:
    code, out, _ = call("play", few, "--seed", "1", "--seat", "2=random", typed="take(D, 3)\nquit\n")
    assert code == 0
    assert "Nim + few - " in out
    assert f"custumal play {few} --resume" in out
    assert call("play", "nim", "--seed", "1", typed="quit\n")[0] == 0
    code, out, _ = call("play", few, "--resume", typed="quit\n")
    assert code == 0
    assert "Nim + few - " in out
    save = tmp_path / "kept.json"
    assert call("play", "nim", "--variant", few, "--seed", "1", "--save", save, typed="take(D, 3)\nquit\n")[0] == 0
    for arguments in (("nim",), (few,), ("nim", "--variant", "few.yaml")):
        code, out, _ = call("play", *arguments, "--resume", save, typed="quit\n")
        assert code == 0
        assert "Nim + few - " in out
    code, _, err = call("play", "pig", "--resume", save)
    assert code == 1
    assert "nim" in err


# ---------------------------------------------------------------- new files


def uncommented(text: str, *sections: str) -> str:
    """A file of house rules with sections that were only shown."""
    blocks = text.split("\n\n")
    for number, block in enumerate(blocks):
        if any(f"\n# {section}:\n" in block for section in sections):
            remark, *lines = block.splitlines()
            blocks[number] = "\n".join((remark, *(line.removeprefix("# ") for line in lines)))
    return "\n\n".join(blocks)


def test_new_files_pass_check_and_test(call: Cli, few: Path, tmp_path: Path) -> None:
    own = Path("my-own", "game.yaml")
    assert call("new", "game", "my-own") == (0, f"{own}\nnext: custumal check {own}\n", "")
    assert call("new", "variant", "my-table", "--of", "monolyth") == (0, "my-table.yaml\nnext: custumal check my-table.yaml\n", "")
    (tmp_path / "house").mkdir()
    shutil.copy(few, tmp_path / "house")
    assert call("new", "variant", "on-few", "--of", few, "-o", "house/on-few.yaml")[0] == 0
    assert call("new", "scenario", "my-test", "--of", "pig")[0] == 0
    files = ("my-own/game.yaml", "my-table.yaml", "house/on-few.yaml", "my-test.yaml")
    for file in files:
        text = (tmp_path / file).read_text(encoding="utf-8")
        assert re.match(r"# yaml-language-server: \$schema=file:///\S+/schemas/(game|variant|scenario)\.schema\.json\n", text)
        assert len(text.splitlines()) < 60
        assert call("check", file, "--strict")[0] == 0
    for file in ("my-own", "my-test.yaml"):
        code, out, _ = call("test", file)
        assert code == 0
        assert "1 passed" in out
    assert call("simulate", "my-own", "--games", "3", "--seat", "1=greedy", "--seat", "2=random")[0] == 0
    assert leaves(call, "house/on-few.yaml", "--depth", "1") == 2 + 3 + 3 + 3


def test_a_new_variant_shows_what_can_be_changed(call: Cli, tmp_path: Path) -> None:
    assert call("new", "variant", "my-table", "--of", "nim")[0] == 0
    file = tmp_path / "my-table.yaml"
    text = uncommented(file.read_text(encoding="utf-8"), "edits")
    file.write_text(text.replace("    was: 3\n    to: 3\n", "    was: 3\n    to: 6\n"), encoding="utf-8")
    code, out, _ = call("diff", file)
    assert code == 0
    assert [line for line in out.splitlines() if not line.startswith(" ")] == [f"~ options.h2.default  ({file}:18)"]
    assert "    was: 3\n    now: 6\n" in out
    assert leaves(call, "my-table.yaml", "--depth", "1") == 1 + 6 + 5 + 7


@pytest.mark.skipif(os.name != "posix", reason="rights of files are told so only there")
def test_new_files_can_be_read_by_whoever_may_read_new_files(call: Cli, tmp_path: Path) -> None:
    mask = os.umask(0o027)
    try:
        assert call("new", "scenario", "mine", "--of", "pig")[0] == 0
        file = tmp_path / "mine.yaml"
        assert file.stat().st_mode & 0o777 == 0o640
        file.chmod(0o600)
        assert call("new", "scenario", "mine", "--of", "pig", "--force")[0] == 0
        assert file.stat().st_mode & 0o777 == 0o600
    finally:
        os.umask(mask)


def test_new_never_writes_over_a_file(call: Cli, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("mine", encoding="utf-8")
    code, out, err = call("new", "scenario", "mine", "--of", "pig")
    assert (code, out) == (1, "")
    assert "--force" in err
    assert file.read_text(encoding="utf-8") == "mine"
    assert call("new", "scenario", "mine", "--of", "pig", "--force")[0] == 0
    assert "of: pig" in file.read_text(encoding="utf-8")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine.yaml"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("variant", "mine"), "--of GAME"),
        (("game", "mine", "--of", "pig"), "--of"),
        (("variant", "my table", "--of", "pig"), "id"),
        (("variant", "mine", "--of", "pigs"), "`pig`"),
        (("map", "mine"), "map"),
    ],
)
def test_new_with_wrong_usage_writes_nothing(call: Cli, tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    code, out, err = call("new", *arguments)
    assert (code, out) == (2, "")
    assert said in err
    assert not list(tmp_path.iterdir())


def test_a_rule_that_a_variant_encodes_is_not_told_to_need_no_code(call: Cli) -> None:
    alone = call("explain", "monastery", "MON-PAIR-03")[1]
    paired = call("explain", "monastery", "MON-PAIR-03", "--variant", "paired")[1]
    assert "It needs no code" in alone
    assert "standing.partners-way" in paired
    assert "It needs no code" not in paired


@pytest.mark.parametrize("head", ["varaint: few", "# variant: few", "Variant: few"])
def test_a_variant_that_does_not_say_so_is_judged_as_one_where_variants_lie(call: Cli, tmp_path: Path, head: str) -> None:
    """And elsewhere in the folder of a game nothing passes for a part of it that is none."""
    text = f"custumal: 1\n{head}\nof: nim\nedits: {{x: {{set: values.nonsense, to: 3}}}}\nnonsense: {{a: 1}}\n"
    nim = Path(shutil.copytree(GAMES / "classics/nim", tmp_path / "nim"))
    folder = nim / "variants"
    folder.mkdir(exist_ok=True)
    (folder / "bad.yaml").write_text(text, encoding="utf-8")
    code, _, err = call("check", folder / "bad.yaml")
    assert code == 1
    assert "a variant file has no key `nonsense`" in err
    (folder / "bad.yaml").rename(nim / "beside.yaml")
    code, _, err = call("check", nim / "beside.yaml")
    assert code == 1
    assert "did you mean `variant`?" in err or "`variant` is missing" in err


def test_an_option_is_chosen_only_where_it_is_offered(call: Cli, tmp_path: Path) -> None:
    """As on the command line, so in Python and in a scenario; its default may be named anywhere."""
    file = tmp_path / "game.yaml"
    file.write_text(
        dedent("""\
            custumal: 1
            game: offered
            title: Offered
            players: 1 to 3
            options: {alone: {is: truth, default: false, if: players is 1}}
            kept: {n: {is: 0 to 5, until: end}}
            play: {turn: {rounds: seats, until: n > 2, offer: turn}}
            actions: {add: {offered: turn, do: raise n by (if alone then 2 else 1)}}
            scoring: {points: n}
            ranking: {most: {most: my total}}
            """),
        encoding="utf-8",
    )
    said = "The option `alone` is not for this: with 2 players and these options its `if` does not hold."
    code, _, err = call("simulate", file, "--players", "2", "--set", "alone=true", "--games", "1")
    assert (code, err) == (2, f"custumal: {said}\n")
    assert call("simulate", file, "--players", "2", "--set", "alone=false", "--games", "1")[0] == 0
    assert call("simulate", file, "--players", "1", "--set", "alone=true", "--games", "1")[0] == 0
    with pytest.raises(PlayError, match="its `if` does not hold"):
        load_game(str(file), options={"alone": True}).start(players=3)
    with file.open("a", encoding="utf-8") as more:
        more.write("scenarios:\n  three: {players: 3, options: {alone: true}, when: [add], then: {two: n is 2}}\n")
    for command in ("check", "test"):
        code, out, err = call(command, file)
        assert code == 1
        assert "with 3 players and these options its `if` does not hold" in out + err


def test_scenarios_that_are_not_run_are_counted_and_named(call: Cli, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(GAMES / "classics/pig", tmp_path / "pig"))
    alone = folder / "variants" / "three.yaml"
    alone.parent.mkdir(exist_ok=True)
    alone.write_text("custumal: 1\nvariant: three\nof: pig\ntitle: Three\nplayers: 3 to 6\n", encoding="utf-8")
    game = (folder / "game.yaml").read_text(encoding="utf-8")
    (folder / "game.yaml").write_text(
        game.replace("  holding-saves-the-pot:\n", "  holding-saves-the-pot:\n    players: 2\n"), encoding="utf-8"
    )
    code, out, _ = call("test", alone)
    assert code == 0
    assert "1 not run, for other numbers of players: holding-saves-the-pot" in out
    told = json.loads(call("test", alone, "--json")[1])
    assert told["left_out"] == [{"id": "holding-saves-the-pot", "why": "players"}]
