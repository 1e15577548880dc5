"""`compare` as it is typed."""

from __future__ import annotations

import csv
import html
import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from custumal.ui.terminal.measuring import compare as command

pytestmark = pytest.mark.slow

pytest.importorskip("scipy", reason="intervals need scipy")
Cli = Callable[..., tuple[int, str, str]]
RANDOM = ("--seat", "1=random", "--seat", "2=random")
SHORT = ("compare", "pig", *RANDOM, "--games", "6")


def test_json_and_a_table_hold_every_game(call: Cli, tmp_path: Path) -> None:
    table = tmp_path / "games.csv"
    code, out, _ = call(*SHORT, "--variant", "two-dice", "--json", "--table", str(table))
    (said,) = json.loads(out)["comparisons"]
    assert code == 0
    assert (said["pairs"], said["games"], said["players"], said["seats"]) == (6, 12, 2, ["random", "random"])
    assert (said["base"]["variants"], said["variant"]["variants"]) == ([], ["two-dice"])
    assert {one["verdict"] for one in said["primary"]} == {"too few to tell"}
    rows = list(csv.DictReader(table.read_text(encoding="utf-8").splitlines()))
    assert [(row["block"], row["side"]) for row in rows[:3]] == [("0", "base"), ("0", "variant"), ("1", "base")]
    for side in ("base", "variant"):
        decisions = [int(row["decisions"]) for row in rows if row["side"] == side]
        length = next(one for one in said["primary"] if one["measure"] == "decisions")
        assert sum(decisions) / len(decisions) == pytest.approx(length[side])


def test_a_parquet_table_has_the_same_rows(call: Cli, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="Parquet needs pyarrow")
    table = tmp_path / "games.parquet"
    assert call(*SHORT, "--variant", "two-dice", "--table", str(table))[0] == 0
    assert parquet.read_table(table).num_rows == 12


def test_a_page_needs_nothing_else_and_says_how_to_play_it_again(call: Cli, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="plots need matplotlib")
    one, two = tmp_path / "one.html", tmp_path / "two.html"
    assert call(*SHORT, "--variant", "two-dice", "--html", str(one))[0] == 0
    text = one.read_text(encoding="utf-8")
    said = re.search(r"<code>custumal (.*?)</code>", text)
    assert said is not None
    again = shlex.split(html.unescape(said[1]))
    assert call(*again, "--html", str(two))[0] == 0
    assert timeless(two.read_text(encoding="utf-8")) == timeless(text)
    assert "<script" not in text
    assert re.findall(r"""(?:src|href)=["'](?!#).*?["']""", text) == []
    assert text.count("<svg") == text.count("</svg>") >= 9
    assert len(text) < 300_000


def timeless(text: str) -> str:
    """A page without how long it took."""
    return re.sub(r"\d+ (?:s|min)\b", "T", text)


def test_several_variants_are_compared_each_for_itself(call: Cli) -> None:
    words = ("compare", "reversi", *RANDOM, "--games", "2", "--variant", "small-board", "--variant", "free-opening", "--json")
    each, both = json.loads(call(*words)[1]), json.loads(call(*words, "--together")[1])
    assert [one["variant"]["variants"] for one in each["comparisons"]] == [["small-board"], ["free-opening"]]
    assert [one["variant"]["variants"] for one in both["comparisons"]] == [["small-board", "free-opening"]]
    assert [each["comparisons"][0]["error"], both["comparisons"][0]["error"]] == [0.025, 0.05]


def test_a_variant_file_is_compared_with_its_game(call: Cli, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("custumal: 1\nvariant: mine\nof: pig\ntitle: Mine\nedits: {far: {set: values.target, to: 60}}\n", encoding="utf-8")
    (said,) = json.loads(call("compare", str(file), *RANDOM, "--games", "2", "--json")[1])["comparisons"]
    assert said["exposure"]["met"] == 2


def test_an_option_of_one_side_alone(call: Cli) -> None:
    code, out, _ = call("compare", "nim", "--with", "misere=false", "--games", "3", *RANDOM)
    assert code == 0
    assert out.startswith("Nim + misere=False, against Nim\n2 players, random bots; 3 pairs of games")
    assert "Of fewer than 100 pairs of games nothing is said" in out
    assert "What changed" not in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["pig"], "Say what is compared with the game"),
        (["nim", "--with", "misere=true"], "Both sides have the same rules and options"),
        (["pig", "--variant", "two-dice", "--until", "soon"], "--until takes a width in margins"),
        (["pig", "--variant", "two-dice", "--margin", "led=3"], "did you mean `lead`?"),
        (["pig", "--variant", "two-dice", "--margin", "lead=-3"], "The margin of lead is a number above 0"),
        (["pig", "--variant", "two-dice", "--table", "x.txt"], "The name of this file ends in .csv or .parquet"),
        (["pig", "--variant", "two-dice", "--seat", "1=nobody"], "Nobody called `nobody` can play a seat"),
        (["pig", "--variant", "no-such"], "There is no variant `no-such`"),
        (["pig", "connect-four", "--players", "3"], "not 3"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(call: Cli, words: list[str], said: str) -> None:
    code, out, err = call("compare", *words)
    assert code != 0
    assert out == ""
    assert said in err
    assert err.count("\n") == 1


def test_a_table_that_is_there_is_not_replaced(call: Cli, tmp_path: Path) -> None:
    table = tmp_path / "games.csv"
    table.write_text("mine", encoding="utf-8")
    assert call(*SHORT, "--variant", "two-dice", "--table", str(table))[0] != 0
    assert table.read_text(encoding="utf-8") == "mine"
    assert call(*SHORT, "--variant", "two-dice", "--table", str(table), "--force")[0] == 0


def test_a_slow_variant_is_told_of_before_it_has_taken_its_time(call: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """By how long the first games took; here anything counts as long."""
    monkeypatch.setattr(command, "SHORT", 0.0)
    _, _, err = call(*SHORT, "--variant", "two-dice")
    assert re.fullmatch(r"custumal: A game takes about .*s before and .*s with the variant; 6 pairs take about \d+ s\. Ctrl-C .*\n", err)
    _, _, err = call(*SHORT, "--variant", "two-dice", "--time", "60")
    assert err == ""
