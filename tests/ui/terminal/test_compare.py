"""`compare` as it is typed."""

from __future__ import annotations

import csv
import errno
import html
import json
import os
import re
import shlex
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from custumal.ui.report.seats import hundred
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


@pytest.mark.parametrize("kind", [".csv", ".parquet"])
def test_a_table_that_can_not_be_written_leaves_the_old_one(kind: str, call: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if kind == ".parquet":
        pytest.importorskip("pyarrow.parquet", reason="Parquet needs pyarrow")
    table = tmp_path / f"games{kind}"
    table.write_bytes(b"another table")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    code, _, err = call(*SHORT, "--variant", "two-dice", "--table", str(table), "--force")
    assert (code, err) == (1, f"custumal: {table}: {os.strerror(errno.ENOSPC)}.\n")
    assert table.read_bytes() == b"another table"
    assert list(tmp_path.iterdir()) == [table]


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
    ids = re.findall(r' id="([^"]*)"', text)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'(?:url\(#|href="#)([^")]*)', text)) <= set(ids)
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


PAGES = (
    ("compare", "pig", "--variant", "two-dice", *RANDOM, "--games", "6"), ("simulate", "pig", "--games", "3"),
    ("ladder", "pig", "--games", "1"), ("coverage", "pig"),
)  # fmt: skip
"""What writes a page at its end."""


@pytest.mark.parametrize("words", PAGES)
def test_where_a_page_can_not_be_written_is_told_before_anything_is_played(call: Cli, tmp_path: Path, words: tuple[str, ...]) -> None:
    (tmp_path / "file").touch()
    code, out, err = call(*words, "--html", str(tmp_path / "file" / "page.html"))
    assert (code, out) == (1, "") and "can't be written" in err
    code, _, err = call(*words, "--html", str(tmp_path / "slip" / "page.html"))
    assert code == 0 and "slip was not there; it has been made" in err and (tmp_path / "slip" / "page.html").stat().st_size


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


def test_several_variants_levels_and_actions_are_in_the_page_and_the_table(call: Cli, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="plots need matplotlib")
    (tmp_path / "mine.yaml").write_text(
        "custumal: 1\nvariant: mine\nof: pig\ntitle: Mine\nedits: {far: {set: values.target, to: 60}}\n", encoding="utf-8"
    )
    page, table = tmp_path / "all.html", tmp_path / "all.csv"
    asked = ("compare", "pig", "--variant", "two-dice", "--variant", str(tmp_path / "mine.yaml"), "--levels", "random,greedy")
    more = ("--options", "hold", "--judge", "1", "--games", "2", "--json", "--html", str(page), "--table", str(table))
    code, out, _ = call(*asked, *more)
    said, text = json.loads(out), page.read_text(encoding="utf-8")
    assert code == 0
    assert (len(said["comparisons"]), len(said["levels"]), len(said["options"])) == (4, 2, 2)
    assert {one["measure"] for one in said["comparisons"][0]["of_a_judge"]} >= {"drama", "swing", "comeback", "stakes"}
    for heading in (
        "Do the bots agree?",
        "How strong the bots are",
        "What a judge says",
        "Seats",
        "What an action is worth",
        "Games to look at",
    ):
        assert text.count(f"<h2>{heading}</h2>") == 2
    assert "<script" not in text
    assert re.findall(r"""(?:src|href)=["'](?!#).*?["']""", text) == []
    rows = list(csv.DictReader(table.read_text(encoding="utf-8").splitlines()))
    of_one = {"compare": 2 * 2 * 2, "strength": 2 * 20 * 2, "options": 2 * 2 * 2 * 2}  # levels, sides, games; sides, seeds, seats; …
    for title in ("Pig + two-dice", "Pig + mine"):
        assert Counter(row["why"] for row in rows if row["variant"] == title) == of_one
    assert all(row["swing"] for row in rows if row["why"] == "compare")


def test_a_ladder_has_a_page_and_a_table(call: Cli, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="plots need matplotlib")
    page, table = tmp_path / "ladder.html", tmp_path / "ladder.csv"
    asked = ("ladder", "tic-tac-toe", "--bots", "random,greedy", "--games", "3", "--html", str(page), "--table", str(table), "--json")
    code, out, _ = call(*asked)
    assert code == 0
    rows = list(csv.DictReader(table.read_text(encoding="utf-8").splitlines()))
    assert len(rows) == json.loads(out)["games"] == 6
    assert {row["bots"] for row in rows} == {"random greedy", "greedy random"}
    text = page.read_text(encoding="utf-8")
    said = re.search(r"<code>custumal (.*?)</code>", text)
    assert said is not None and "<script" not in text
    digests = [row["digest"] for row in rows]
    assert call(*shlex.split(html.unescape(said[1])), "--table", str(table), "--force")[0] == 0
    assert [row["digest"] for row in csv.DictReader(table.read_text(encoding="utf-8").splitlines())] == digests


def test_what_there_was_no_time_for_is_told(call: Cli) -> None:
    code, out, err = call("compare", "pig", "--variant", "two-dice", "--time", "0.000000001", "--options", "hold")
    assert (code, out) == (1, "")
    assert [line.partition("no time for ")[2] for line in err.splitlines()] == [
        "a pair of games with greedy; more --time is needed.",
        "what actions are worth; more --time is needed.",
    ]


@given(st.lists(st.integers(0, 10**6), min_size=1, max_size=8).filter(any))
def test_a_hundred_dots_are_dealt_out_by_shares(counts: list[int]) -> None:
    shares = [count / sum(counts) for count in counts]
    dots = hundred(shares)
    assert sum(dots) == 100
    assert all(abs(dot - 100 * share) < 1 for dot, share in zip(dots, shares, strict=True))


def test_games_without_end_are_told_of_at_the_head(call: Cli, tmp_path: Path) -> None:
    endless = tmp_path / "endless.yaml"
    edit = "edits: {far: {set: values.target, to: 1000000000}}"
    endless.write_text(f"custumal: 1\nvariant: endless\nof: pig\ntitle: Endless\n{edit}\n", encoding="utf-8")
    _, out, _ = call("compare", str(endless), *RANDOM, "--games", "1")
    assert "Of these games 0 before and 1 with the variant were given up" in " ".join(out.split())
