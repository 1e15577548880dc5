"""The command line: what each command prints where, and with which exit code it ends."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest

import custumal.ui.terminal.commands.list_games
from custumal.cli import cli
from custumal.interpreter.library import GAMES
from custumal.ui.story.session import HUMAN, Session
from custumal.ui.terminal.begun_at import laid
from custumal.ui.terminal.wanted import Wanted
from tests.docs.test_guides import fences

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
COMMANDS = (
    "check", "coverage", "diff", "explain", "flatten", "fmt", "list", "new", "perft", "play", "replay", "rulebook", "schema", "show",
    "simulate", "test",
)  # fmt: skip
SMALL = GAMES / "classics" / "tic-tac-toe"

Cli = Callable[..., tuple[int, str, str]]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of a small game, to be broken."""
    folder = tmp_path / "own-game"
    shutil.copytree(SMALL, folder)
    return folder


def edit(folder: Path, old: str, new: str) -> Path:
    file = folder / "game.yaml"
    text = file.read_text(encoding="utf-8")
    assert text.count(old) >= 1
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    return file


# ---------------------------------------------------------------- help


def test_help_loads_no_library_but_click() -> None:
    show = (
        "import sys; from custumal.cli import run; code = run(['--help']); "
        "print(code, *sorted({'lark', 'jsonschema', 'ruamel', 'platformdirs'} & {n.partition('.')[0] for n in sys.modules}), "
        "*sorted(n for n in sys.modules if n.startswith(('custumal.dsl', 'custumal.interpreter', 'custumal.ui.terminal.'))))"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", show], capture_output=True, text=True, check=True, env=environment)
    assert done.stdout.splitlines()[-1] == "0 custumal.ui.terminal.arguments custumal.ui.terminal.exit_codes custumal.ui.terminal.process"


@pytest.mark.slow
@pytest.mark.parametrize("game", ["kings-abbey", "kuhn-poker"])
def test_a_game_that_is_kept_checked_is_played_without_the_checker(home: Path, game: str) -> None:
    """Nor what reads rule files, nor scenarios: what is loaded is most of the time until the first question."""
    show = (
        f"import sys; from custumal.cli import run; run(['play', '{game}', '--seed', '3']); "
        "print(*sorted(n for n in sys.modules if n.startswith(('custumal.dsl.check', 'custumal.interpreter.lowering.lower', 'lark', "
        "'ruamel', 'jsonschema', 'custumal.interpreter.runs.scenarios', 'custumal.ui.rulebook', 'custumal.ui.svg', 'custumal.ui.web'))))"
    )
    environment = {**os.environ, "CUSTUMAL_HOME": str(home), "PYTHONPATH": os.pathsep.join(sys.path)}
    for _ in range(2):
        command = [sys.executable, "-c", show]
        done = subprocess.run(command, input="quit\n", capture_output=True, text=True, check=True, env=environment)
    assert done.stdout.splitlines()[-1] == ""


def test_all_commands_are_there(call: Cli) -> None:
    code, out, _ = call("--help")
    assert code == 0
    assert set(COMMANDS) <= set(cli.commands)
    assert all(re.search(rf"^  {command} ", out, re.MULTILINE) for command in COMMANDS)


@pytest.mark.slow
def test_the_examples_of_help_do_what_they_say_once_a_game_and_a_variant_of_it_are_new(call: Cli, folder: Path) -> None:
    first = ["new", "play"]
    assert set(COMMANDS) <= set(cli.commands)
    for command in (*first, *(name for name in cli.commands if name not in first)):
        code, out, _ = call(command, "--help")
        assert code == 0
        examples = [line.split(" > ")[0].split() for line in out.partition("Example:\n")[2].splitlines() if line.strip()]
        assert examples
        for called, *words in examples:
            assert (called, words[0]) == ("custumal", command)
            if command in ("lsp", "serve"):  # these serve until their process is ended
                continue
            code, _, err = call(*words, typed="1\n1\n1\n")
            assert code == 0, (words, err)
    made = {"my-game", "my-table.yaml", "my-game.json", "my-game.svg", "rules.html", "merged"}
    assert {path.name for path in folder.iterdir()} == made


def test_a_series_of_games_has_no_person(call: Cli) -> None:
    assert "human" in call("play", "--help")[1]
    assert "human" not in call("simulate", "--help")[1]
    code, _, err = call("simulate", "tic-tac-toe", "--games", "1", "--seat", "1=human")
    assert code == 2
    assert "human" in err


def test_wrong_usage_is_2(call: Cli) -> None:
    assert call("simulate")[0] == 2
    assert call("nonsense")[0] == 2
    assert call("perft", "nim", "--depth", "many")[0] == 2
    code, _, err = call("play", "nim", "--seat", "greedy")
    assert code == 2
    assert "'greedy' is not of the form K=BOT." in err
    code, _, err = call("play", "nim", "--set", "h1")
    assert code == 2
    assert "'h1' is not of the form NAME=VALUE." in err


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the name of a file is always text")
def test_a_folder_whose_name_is_no_text_holds_a_game_like_any_other(call: Cli, folder: Path) -> None:
    own = folder / os.fsdecode(b"g\xffme")
    shutil.copytree(SMALL, own)
    assert call("check", own)[0] == 0
    record = folder / os.fsdecode(b"\xff.json")
    assert call("play", own, "--seat", "1=random", "--seat", "2=random", "--seed", "1", "--save", record)[0] == 0
    assert call("replay", record)[0] == 0
    assert call("simulate", own, "--games", "1")[0] == 0


@pytest.mark.skipif(os.name == "nt", reason="a pipe has no name in a folder there")
def test_what_is_neither_file_nor_folder_is_called_so(call: Cli, folder: Path) -> None:
    os.mkfifo(folder / "pipe.yaml")
    code, out, err = call("check", "pipe.yaml")
    assert (code, out) == (1, "1 error in 0 files\n")
    assert err == "error[missing-file] pipe.yaml:1:1\nThis is neither a file nor a folder.\n"


UNENDING = """\
custumal: 1
game: stuck
title: Stuck
players: 2
kept: {n: {is: 0 to 3, until: end}}
play: {turn: {rounds: seats, offer: turn}}
actions: {rest: {offered: turn, do: {stay: set n to 0}}}
end: {done: {after: play.turn, if: n is 3, do: stop turn}}
"""


def test_games_that_do_not_end_are_given_up_and_told_of(call: Cli, folder: Path) -> None:
    folder.joinpath("stuck.yaml").write_text(UNENDING, encoding="utf-8")
    code, out, err = call("simulate", "stuck.yaml", "--games", "2", "--json")
    assert code == 0
    assert (json.loads(out)["finished"], json.loads(out)["unfinished"]) == (0, 2)
    assert err == "custumal: 2 games were given up after 100000 decisions: what ends the game did not come about.\n"


@pytest.mark.parametrize(
    ("section", "called"),
    [("values: {spare: 1}", "value"), ("define: {spare: count(seats)}", "definition"), ("resources: {spare: {}}", "resource")],
)
def test_what_nothing_reads_is_called_what_it_is(call: Cli, folder: Path, section: str, called: str) -> None:
    folder.joinpath("stuck.yaml").write_text(f"{UNENDING}{section}\n", encoding="utf-8")
    (found,) = json.loads(call("check", "stuck.yaml", "--format", "json")[1])["diagnostics"]
    assert (found["code"], found["message"]) == ("unused", f"Nothing reads the {called} `spare`.")


def test_an_option_that_may_be_nothing_says_so(call: Cli) -> None:
    assert call("simulate", "monolyth", "--games", "1", "--set", "structure-choice=none")[0] == 0
    code, _, err = call("simulate", "monolyth", "--games", "1", "--set", "structure-choice=bent")
    assert code == 2
    assert "is none or one of STR1, STR2" in err


def test_where_nobody_decides_explain_names_the_last_decision(call: Cli, tmp_path: Path) -> None:
    file = tmp_path / "pig.json"
    typed = "roll\n" * 12
    call("play", "pig", "--seat", "1=human", "--seat", "2=human", "--seed", "4", "--save", file, typed=typed)
    record = json.loads(file.read_text(encoding="utf-8"))
    thrown = next(number for number, key in enumerate(record["choices"]) if key.startswith("roll("))
    code, out, err = call("explain", "pig", "hold", "--record", file, "--step", thrown)
    assert (code, out) == (1, "")
    assert err == f"custumal: Chance decides in this position; the last decision is at --step {thrown - 1}.\n"
    assert call("explain", "pig", "hold", "--record", file, "--step", thrown - 1)[0] == 0


def test_an_unknown_game_is_2_and_names_the_nearest(call: Cli) -> None:
    code, out, err = call("show", "tic-tac-to")
    assert code == 2
    assert out == ""
    assert "tic-tac-toe" in err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--set", "h9=3"), "h9"),
        (("--set", "h1=lots"), "h1"),
        (("--set", "h1=--5"), "h1"),
        (("--set", f"h1={'9' * 5000}"), "h1"),
        (("--players", "5"), "2 players"),
        (("--seat", "3=random"), "2 players"),
        (("--seat", "1=clever"), "clever"),
        (("--seat", f"{'9' * 5000}=random"), "is no seat"),
        (("--variant", "nonsense"), "nonsense"),
    ],
)
def test_what_a_game_has_not_is_2(call: Cli, arguments: tuple[str, ...], said: str) -> None:
    code, out, err = call("simulate", "nim", "--games", "1", *arguments)
    assert code == 2
    assert out == ""
    assert said in err


# ---------------------------------------------------------------- looking


@pytest.mark.slow
def test_list(call: Cli) -> None:
    code, out, _ = call("list")
    assert code == 0
    assert "monolyth" in out
    data = json.loads(call("list", "--json")[1])
    by_id = {entry["id"]: entry for entry in data}
    assert list(by_id) == sorted(by_id)
    assert len(by_id) >= 11
    assert by_id["monolyth"]["players"] == [1, 4]
    assert by_id["monolyth"]["reconstructed"] > 0
    assert "no-cliffs" in by_id["monolyth"]["variants"]
    assert by_id["tic-tac-toe"]["title"] == "Tic-tac-toe"
    assert by_id["hex"]["options"] == ["size"]


def test_show(call: Cli) -> None:
    code, out, _ = call("show", "nim", "--set", "misere=false")
    assert code == 0
    assert "misere: truth, false (else true)" in out
    data = json.loads(call("show", "monolyth", "--json")[1])
    assert data["rules"] >= 83
    stones = next(entry for entry in data["components"] if entry["id"] == "stones")
    assert stones["rows"] == ["I2", "I3", "L3", "L4", "O4", "S4", "T4"]
    place = next(entry for entry in data["actions"] if entry["id"] == "place-stone")
    assert place["choose"] == ["landing", "source", "pose"]
    assert place["require"] == ["reserve-has-colour", "free", "no-gap-below", "height"]


def test_show_wasm_is_a_module_or_says_what_is_missing(call: Cli, tmp_path: Path) -> None:
    code, out, _ = call("show", "tic-tac-toe", "--wasm")
    assert code == 0
    assert out.startswith("(module")
    (lilies,) = (fence.text for fence in fences("recipes.md") if fence.mark == "write lilies.yaml")
    (tmp_path / "lilies.yaml").write_text(lilies, encoding="utf-8")
    code, out, told = call("show", str(tmp_path / "lilies.yaml"), "--wasm")
    assert (code, out) == (1, "")
    assert "Lilies has no module: there is no form in WebAssembly yet" in told


def test_show_code_is_python(call: Cli) -> None:
    code, out, _ = call("show", "tic-tac-toe", "--code")
    assert code == 0
    assert any(isinstance(node, ast.FunctionDef) for node in ast.parse(out).body)


def test_explain_a_rule_and_an_element(call: Cli) -> None:
    code, out, _ = call("explain", "monolyth", "MLY-PLACE-04")
    assert code == 0
    assert "MLY-PLACE-04" in out
    assert "actions.place-stone.require.height" in out
    code, out, _ = call("explain", "monolyth", "actions.place-stone.require.height")
    assert code == 0
    assert "level of c <= height-limit" in out
    assert "MLY-PLACE-04 A monolith may be" in out
    code, _, err = call("explain", "monolyth", "MLY-PLACE-99")
    assert code == 2
    assert "did you mean" in err


def test_explain_a_diagnostic(call: Cli) -> None:
    code, out, _ = call("explain", "duplicate-key")
    assert code == 0
    assert out == (
        "### duplicate-key\nError. A key stands twice in one map; YAML would silently keep the last.\n\n"
        "```yaml failing\nvalues:\n  hand-limit: 3\n  hand-limit: 4\n```\n"
        "```yaml mended\nvalues:\n  hand-limit: 4\n```\n"
    )
    code, _, err = call("explain", "dulpicate-key")
    assert code == 2
    assert "`duplicate-key`" in err


# ---------------------------------------------------------------- rule files


def test_check_clean(call: Cli) -> None:
    code, out, err = call("check", SMALL)
    assert code == 0
    assert out == "no problems in 1 file\n"
    assert "error" not in err
    assert call("check", "tic-tac-toe")[0] == 0


def test_check_tells_all_problems_on_the_error_output(call: Cli, copy: Path) -> None:
    edit(copy, "set mark of cell to me", "set makr of cell to me")
    file = edit(copy, "set victor to me", "set victro to me")
    code, out, err = call("check", copy)
    assert code == 1
    assert "2 errors" in out
    lines = file.read_text(encoding="utf-8").splitlines()
    for word, meant in (("makr", "mark"), ("victro", "victor")):
        number = next(i for i, line in enumerate(lines, start=1) if word in line)
        assert f"game.yaml:{number}:" in err
        assert f"did you mean `{meant}`?" in err
    assert "\x1b" not in out + err


def test_check_json(call: Cli, copy: Path) -> None:
    file = edit(copy, "set mark of cell to me", "set makr of cell to me")
    code, out, err = call("check", copy, "--format", "json")
    assert code == 1
    assert err == ""
    data = json.loads(out)
    assert data["summary"] == {"errors": 1, "warnings": 0, "files": 1}
    found = next(one for one in data["diagnostics"] if one["severity"] == "error")
    assert set(found) == {"code", "severity", "file", "line", "column", "end_line", "end_column", "message", "suggestion", "related"}
    line = file.read_text(encoding="utf-8").splitlines()[found["line"] - 1]
    assert line[found["column"] - 1 : found["end_column"] - 1] == "makr"
    assert found["suggestion"] == "mark"


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("players: 2", "players: 0x2", "odd-number"),
        ("players: 2", "players: 2.5", "fraction"),
        ("that: mark of cell is none", "that: 99999999999999999999", "number-too-large"),
        ("that: mark of cell is none", "that: ~", "odd-spelling"),
    ],
)
def test_a_spelling_that_is_refused_is_told_once(call: Cli, copy: Path, old: str, new: str, code: str) -> None:
    out = call("check", edit(copy, old, new), "--format", "json")[1]
    assert [found["code"] for found in json.loads(out)["diagnostics"]] == [code]


def test_a_file_that_holds_no_text_counts_as_a_file(call: Cli, copy: Path) -> None:
    (copy / "game.yaml").write_bytes(b"\xff\xfegame")
    assert call("check", copy)[:2] == (1, "1 error in 1 file\n")


def test_a_byte_order_mark_does_not_hide_what_a_file_is(call: Cli, tmp_path: Path) -> None:
    variant = tmp_path / "mine.yaml"
    variant.write_text("\ufeffvariant: mine\ncustumal: 1\nof: tic-tac-toe\ntitle: Mine\n", encoding="utf-8")
    assert call("check", variant)[0] == 0


def test_check_for_code_hosts(call: Cli, copy: Path) -> None:
    edit(copy, "set mark of cell to me", "set makr of cell to me")
    code, out, _ = call("check", copy, "--format", "sarif")
    assert code == 1
    log = json.loads(out)
    assert log["version"] == "2.1.0"
    assert any(result["level"] == "error" for result in log["runs"][0]["results"])
    code, out, _ = call("check", copy, "--format", "github")
    assert code == 1
    assert re.search(r"^::error file=.*game\.yaml,line=\d+", out, re.MULTILINE)


def test_strict_makes_warnings_count(call: Cli, copy: Path) -> None:
    edit(copy, "play:", "define:\n  nobody-asks: 1 + 1\n\nplay:")
    assert json.loads(call("check", copy, "--format", "json")[1])["summary"]["warnings"] == 1
    assert call("check", copy)[0] == 0
    assert call("check", copy, "--strict")[0] == 1


def test_check_of_what_is_not_there_is_1(call: Cli, tmp_path: Path) -> None:
    code, _, err = call("check", tmp_path / "no-such.yaml")
    assert code == 1
    assert "missing-file" in err


def test_a_broken_game_is_told_instead_of_played(call: Cli, copy: Path) -> None:
    edit(copy, "set mark of cell to me", "set makr of cell to me")
    for command in (("play",), ("simulate",), ("show",), ("test",), ("perft", "--depth", "1")):
        code, out, err = call(command[0], copy, *command[1:])
        assert code == 1
        assert out == ""
        assert "makr" in err
        assert "Traceback" not in err


def test_scenarios(call: Cli, copy: Path) -> None:
    code, out, err = call("test", "tic-tac-toe", "-v")
    assert code == 0
    assert "  ok      three-in-a-row-wins\n" in out
    assert call("test", "tic-tac-toe")[1] == "games/classics/tic-tac-toe/game.yaml: 3 passed\n"
    assert err == ""
    edit(copy, "first: p1 is winner", "first: p2 is winner")
    code, out, err = call("test", copy)
    assert code == 1
    assert "FAILED three-in-a-row-wins" in out
    assert "2 passed, 1 failed" in out
    assert "failed-scenario" in err


def test_fmt(call: Cli, copy: Path) -> None:
    file = copy / "game.yaml"
    assert call("fmt", copy)[0] == 0
    canonical = file.read_text(encoding="utf-8")
    file.write_text(canonical.replace("players: 2", "players:    2", 1), encoding="utf-8")
    code, out, _ = call("fmt", copy, "--check")
    assert code == 1
    assert "would change" in out
    assert "players:    2" in file.read_text(encoding="utf-8")
    code, out, _ = call("fmt", copy)
    assert code == 0
    assert "changed" in out
    assert file.read_text(encoding="utf-8") == canonical
    assert call("fmt", copy, "--check") == (0, "", "")
    assert call("fmt", copy / "none.yaml")[0] == 1


@pytest.mark.parametrize(
    ("content", "code"), [(b"a: [1\n", "yaml-syntax"), (b"a: caf\xe9\n", "not-utf8"), (b"a: 1\na: 2\n", "duplicate-key")]
)
@pytest.mark.parametrize("more", [(), ("--check",)])
def test_what_can_not_be_read_is_not_formatted(call: Cli, tmp_path: Path, content: bytes, code: str, more: tuple[str, ...]) -> None:
    (tmp_path / "a.yaml").write_bytes(content)
    (tmp_path / "b.yaml").write_text("custumal:   1\ngame: x\n", encoding="utf-8")
    done, out, err = call("fmt", tmp_path, *more)
    assert (done, (tmp_path / "a.yaml").read_bytes()) == (1, content)
    assert f"error[{code}]" in err
    assert "b.yaml" in out


def test_schema(call: Cli) -> None:
    assert call("schema", "game") == (0, (ROOT / "schemas" / "game.schema.json").read_text(encoding="utf-8"), "")
    assert "scenario" in call("schema")[1].split()
    code, _, err = call("schema", "gane")
    assert code == 2
    assert "`game`" in err


# ---------------------------------------------------------------- playing without people


@pytest.mark.parametrize(("game", "depth", "leaves"), [("tic-tac-toe", 3, 504), ("connect-four", 3, 343), ("breakthrough", 2, 484)])
def test_perft(call: Cli, game: str, depth: int, leaves: int) -> None:
    assert call("perft", game, "--depth", str(depth)) == (0, f"{leaves}\n", "")
    data = json.loads(call("perft", game, "--depth", str(depth), "--divide", "--json")[1])
    assert data["game"] == game
    assert data["depth"] == depth
    assert data["leaves"] == leaves == sum(data["divide"].values())


def test_perft_with_an_option(call: Cli) -> None:
    data = json.loads(call("perft", "hex", "--set", "size=3", "--depth", "2", "--divide", "--json")[1])
    assert data["divide"] == dict.fromkeys(data["divide"], 8)
    assert len(data["divide"]) == 9


def test_simulate_json(call: Cli) -> None:
    code, out, err = call("simulate", "pig", "--games", "4", "--players", "3", "--seed", "5", "--json", "--check-invariants")
    assert code == 0
    assert err == ""
    data = json.loads(out)
    promised = {
        "game", "variants", "options", "players", "seed", "games", "finished", "unfinished", "decisions", "rounds", "seats", "score_lines",
        "seconds", "decisions_per_second", "digest",
    }  # fmt: skip
    assert promised <= set(data)
    assert (data["game"], data["players"], data["seed"], data["games"], data["finished"]) == ("pig", 3, 5, 4, 4)
    assert [seat["seat"] for seat in data["seats"]] == [1, 2, 3]
    assert sum(seat["wins"] for seat in data["seats"]) + sum(seat["shared_wins"] > 0 for seat in data["seats"]) >= 4
    assert max(seat["score"]["max"] for seat in data["seats"]) >= 100


PARTNERS = """\
custumal: 1
game: partners
title: Partners
players: 4
play: {turn: {players: seats, offer: turn}}
actions: {rest: {offered: turn}}
scoring: {points: if me is WINNERS then 1 else 0}
ranking: {most: {most: my total}}
teams: {of: "[next of next of s]"}
"""


@pytest.mark.parametrize(
    ("winners", "wins", "shared"),
    [
        ("first(seats)", [3, 0, 3, 0], [0, 0, 0, 0]),  # partners win together, and share with no rival
        ("in seats", [0, 0, 0, 0], [3, 3, 3, 3]),
    ],
)
def test_simulate_counts_a_win_of_partners_for_each(call: Cli, tmp_path: Path, winners: str, wins: list[int], shared: list[int]) -> None:
    (tmp_path / "game.yaml").write_text(PARTNERS.replace("WINNERS", winners), encoding="utf-8")
    seats = json.loads(call("simulate", tmp_path, "--games", "3", "--json")[1])["seats"]
    assert [seat["wins"] for seat in seats] == wins
    assert [seat["shared_wins"] for seat in seats] == shared


def test_simulate_does_not_depend_on_jobs(call: Cli) -> None:
    arguments = ("simulate", "nim", "--games", "12", "--seed", "3", "--seat", "2=greedy", "--json")
    one = json.loads(call(*arguments)[1])
    two = json.loads(call(*arguments, "--jobs", "2")[1])
    assert one["digest"] == two["digest"]
    assert one["seats"] == two["seats"]
    assert one["seats"][1]["bot"] == "greedy"


@pytest.mark.parametrize("game", ["pig", "backgammon"])
def test_chance_is_verified_or_it_is_said_that_it_is_not(call: Cli, tmp_path: Path, game: str) -> None:
    assert call("simulate", game, "--games", "1", "--seed", "3", "--record", tmp_path)[0] == 0
    file = tmp_path / f"{game}-1.json"
    record = json.loads(file.read_text(encoding="utf-8"))
    assert json.loads(call("replay", file, "--json")[1])["chance_unverified"] == 0
    assert "not verified" not in call("replay", file)[1]
    at = next(at for at, key in enumerate(record["choices"]) if key.startswith("roll("))
    other = "roll(2)" if record["choices"][at] == "roll(1)" else "roll(1)"
    tampered = {**record, "choices": [*record["choices"][:at], other]}
    file.write_text(json.dumps(tampered), encoding="utf-8")
    assert call("replay", file)[0] == 1
    file.write_text(json.dumps({**tampered, "adopted": at + 1}), encoding="utf-8")
    code, out, _ = call("replay", file)
    said = " ".join(out.split())
    assert (code, f"{at + 1} of {at + 1} choices can be made by these rules In 1 of them chance brought something else" in said) == (
        0,
        True,
    )
    assert f"By what the record says, the first {at + 1} were made by other rules" in said
    data = json.loads(call("replay", file, "--json")[1])
    assert (data["chance_unverified"], data["adopted"]) == (1, at + 1)
    file.write_text(json.dumps({**tampered, "adopted": at + 2}), encoding="utf-8")
    code, _, err = call("replay", file)
    assert (code, f"there are only {at + 1} choices, not {at + 2}" in err) == (1, True)


def test_a_game_without_a_title_is_replayed_under_its_id(call: Cli, tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(re.sub("(?m)^title:.*\n", "", PARTNERS.replace("WINNERS", "in seats")), encoding="utf-8")
    assert call("simulate", tmp_path, "--games", "1", "--record", tmp_path / "kept")[0] == 0
    (file,) = (tmp_path / "kept").glob("*.json")
    assert call("replay", file)[1].startswith("partners: 4 of 4 choices verified")


def test_records_are_replayed(call: Cli, tmp_path: Path) -> None:
    assert call("simulate", "goofspiel", "--games", "2", "--set", "ranks=4", "--record", tmp_path)[0] == 0
    files = sorted(tmp_path.glob("*.json"))
    assert [file.name for file in files] == ["goofspiel-1.json", "goofspiel-2.json"]
    record = json.loads(files[0].read_text(encoding="utf-8"))
    code, out, err = call("replay", files[0], "--json")
    assert (code, err) == (0, "")
    data = json.loads(out)
    assert data["played"] == data["choices"] == len(record["choices"])
    assert data["same_rules"] is True
    assert data["kind"] == "over"
    assert data["last"] == record["choices"][-1]
    assert sum(data["scores"]) <= 1 + 2 + 3 + 4
    middle = json.loads(call("replay", files[0], "--to", "1", "--json")[1])
    assert middle["played"] == 1
    assert middle["seat"] == 1
    assert "choices verified" in call("replay", files[0], "--to", "2")[1]
    assert call("replay", files[0], "--to", "999")[0] == 2


def test_a_record_that_differs_is_refused_at_its_step(call: Cli, tmp_path: Path) -> None:
    call("simulate", "tic-tac-toe", "--games", "1", "--record", tmp_path)
    (file,) = tmp_path.glob("*.json")
    record = json.loads(file.read_text(encoding="utf-8"))
    record["choices"][2] = record["choices"][0]
    file.write_text(json.dumps(record), encoding="utf-8")
    code, out, err = call("replay", file)
    assert code == 1
    assert out == ""
    assert "step 3" in err
    assert "This cell is already marked." in err
    record["rules_hash"] = "0" * 32
    del record["rules"]
    record["choices"] = record["choices"][:2]
    file.write_text(json.dumps(record), encoding="utf-8")
    code, _, err = call("replay", file)
    assert code == 0
    assert "rules have changed" in err
    file.write_text("no record", encoding="utf-8")
    code, _, err = call("replay", file)
    assert code == 1
    assert "Traceback" not in err
    assert call("replay", tmp_path / "none.json")[0] == 1


def test_a_record_of_a_game_of_ones_own(call: Cli, copy: Path, tmp_path: Path) -> None:
    edit(copy, "game: tic-tac-toe", "game: own-game")
    assert call("simulate", copy, "--games", "1", "--record", tmp_path / "records")[0] == 0
    (file,) = (tmp_path / "records").glob("*.json")
    assert call("replay", file)[0] == 0
    moved = copy.rename(tmp_path / "moved")
    code, _, err = call("replay", file)
    assert code == 2
    assert "--game FILE" in err
    assert call("replay", file, "--game", moved)[0] == 0
    assert call("replay", file, "--game", "nim")[0] == 1


# ---------------------------------------------------------------- when things go wrong


def test_a_bug_is_told_without_a_traceback(call: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: bool) -> int:
        raise RuntimeError("the cause")

    monkeypatch.setattr(custumal.ui.terminal.commands.list_games, "list_games", broken)
    code, out, err = call("list")
    assert code == 1
    assert out == ""
    assert len(err.splitlines()) == 1
    assert "bug" in err
    found = re.search(r"details are in (\S+);", err)
    assert found is not None
    details = Path(found[1])
    assert "the cause" in details.read_text(encoding="utf-8")
    details.unlink()


def test_an_interruption_is_130(call: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: bool) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(custumal.ui.terminal.commands.list_games, "list_games", interrupted)
    assert call("list")[0] == 130


def test_commands_have_no_side_door() -> None:
    """Every command is reached through `run`, which is where nothing gets past."""
    assert all(isinstance(command, click.Command) for command in cli.commands.values())


def test_explain_a_choice_in_a_saved_game(call: Cli, tmp_path: Path) -> None:
    call("simulate", "tic-tac-toe", "--games", "1", "--record", tmp_path)
    (file,) = tmp_path.glob("*.json")
    first, second, *_ = json.loads(file.read_text(encoding="utf-8"))["choices"]
    code, out, _ = call("explain", "tic-tac-toe", first, "--record", file, "--step", "0")
    assert code == 0
    assert out.startswith("You can: ")
    code, out, _ = call("explain", "tic-tac-toe", first, "--record", file, "--step", "1")
    assert code == 0
    assert "This cell is already marked." in out
    assert "[actions.claim.require.unmarked]" in out
    assert call("explain", "tic-tac-toe", second, "--record", file, "--step", "99")[0] == 2
    for nothing in ("dance", "dance(1)", "claim 9,9"):
        code, out, err = call("explain", "tic-tac-toe", nothing, "--record", file, "--step", "1")
        assert (code, out) == (2, "")
        assert nothing.removeprefix("claim ") in err
    code, out, err = call("explain", "tic-tac-toe", "--record", file, "--step", "1")
    assert (code, out) == (2, "")
    assert "Which choice?" in err
    assert call("explain", "nim", second, "--record", file)[0] == 1


@pytest.mark.skipif(sys.platform == "win32", reason="a pipe that nobody reads is another error there")
@pytest.mark.parametrize("arguments", [["list"], ["show", "nim", "--code"]])
def test_whoever_reads_may_have_enough(home: Path, arguments: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    environment = {**os.environ, "CUSTUMAL_HOME": str(home)}
    done = subprocess.run(
        [sys.executable, "-m", "custumal", *arguments], stdout=writing, stderr=subprocess.PIPE, env=environment, check=False
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("arguments", [("replay", "{}/no.json"), ("replay", "{}"), ("rulebook", "nim", "-o", "{}/file/x.md")])
def test_a_file_that_can_not_be_opened_is_told_in_a_sentence(call: Cli, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    (tmp_path / "file").touch()
    code, out, err = call(*(argument.format(tmp_path) for argument in arguments))
    assert (code, out) == (1, "")
    assert re.fullmatch(rf"custumal: {re.escape(str(tmp_path))}\S*(: [A-Z]| is no record: )[^\[\]]+\.\n", err)


# ---------------------------------------------------------------- what is typed twice, printed, full or nowhere to be found


@pytest.mark.parametrize("option", ["--seat", "--set"])
def test_an_option_that_is_given_two_values_is_refused(option: str, call: Cli) -> None:
    code, out, err = call("simulate", "nim", "--games", "1", option, "1=random", option, "1=greedy")
    assert (code, out) == (2, "")
    assert "'1' is given twice" in err


def test_a_dash_is_the_standard_output(call: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for command in (["rulebook", "pig"], ["flatten", "pig", "--variant", "two-dice"]):
        printed = call(*command)
        assert call(*command, "-o", "-") == printed
        assert printed[1].count("\n") > 10
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
@pytest.mark.parametrize("command", [["list"], ["rulebook", "pig"], ["--help"]])
def test_a_full_disk_is_told_in_words(command: list[str], home: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "custumal", *command], stdout=full, stderr=subprocess.PIPE, check=False, text=True,
            env=os.environ | {"CUSTUMAL_HOME": str(home)},
        )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr == "custumal: The output can't be written: No space left on device.\n"


READ_NO_FURTHER = (
    "list", "rulebook pig", "check pig", "simulate pig --games 2", "test pig", "perft pig --depth 2",
    pytest.param("compare pig --variant two-dice --games 4", marks=pytest.mark.slow),
    pytest.param("ladder pig --bots random,greedy --games 1", marks=pytest.mark.slow),
)  # fmt: skip


@pytest.mark.skipif(sys.platform == "win32", reason="pipes end in another way there")
@pytest.mark.parametrize("command", READ_NO_FURTHER)
def test_whoever_reads_no_further_is_no_error(command: str, home: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "custumal", *command.split()], stdout=writing, stderr=subprocess.PIPE, check=False, text=True,
            env=os.environ | {"CUSTUMAL_HOME": str(home)},
        )  # fmt: skip
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("command", ["play pig", "play pig --resume", "serve pig --port 0"])
def test_a_home_of_nobody_is_told(command: str, call: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    if command.startswith("serve"):
        pytest.importorskip("starlette", reason="tables need the extra `web`")
    monkeypatch.setenv("CUSTUMAL_HOME", "~nobody-of-this-name/x")
    assert call(*command.split()) == (2, "", "custumal: CUSTUMAL_HOME is ~nobody-of-this-name/x, but no such home is known here.\n")


COMMANDS_OF_A_GAME = ("play", "simulate", "test", "flatten", "diff", "show", "rulebook", "perft --depth 1")


@pytest.mark.parametrize("command", COMMANDS_OF_A_GAME)
@pytest.mark.parametrize("asked", ["own.yaml", "second.yaml"])
def test_a_variant_of_no_game_is_told_where_it_says_so(call: Cli, folder: Path, command: str, asked: str) -> None:
    folder.joinpath("own.yaml").write_text("custumal: 1\nvariant: own\nof: tic-tac-to\n", encoding="utf-8")
    folder.joinpath("second.yaml").write_text("custumal: 1\nvariant: second\nof: own\n", encoding="utf-8")
    code, out, err = call(*command.split(), asked)
    assert (code, out) == (1, "")
    assert err.startswith("error[variant-of] own.yaml:3:5\n")
    assert "did you mean `tic-tac-toe`?" in err


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="a program of Windows always begins with its three streams")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_stream_that_is_closed_from_the_beginning_holds_nothing_and_takes_all(closed: str, home: Path) -> None:
    for arguments in ("list", "play tic-tac-toe --seed 1", "play tic-tac-toe --seat 1=random --seat 2=random"):
        done = subprocess.run(
            ["/bin/sh", "-c", f'"$0" -m custumal {arguments} {closed}', sys.executable],
            stdin=subprocess.DEVNULL, capture_output=True, check=False, text=True, env=os.environ | {"CUSTUMAL_HOME": str(home)},
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (0, "")


def test_show_refuses_a_number_of_players_that_the_game_is_not_for(call: Cli) -> None:
    assert call("show", "pig", "--players", "7") == (2, "", "custumal: Pig is for 2 to 6 players, not 7.\n")


def test_explain_knows_no_step_without_a_record(call: Cli) -> None:
    code, out, err = call("explain", "pig", "actions.hold", "--step", "3")
    assert (code, out) == (2, "")
    assert "--record" in err


def test_diff_tells_what_is_wrong_with_a_game(call: Cli, copy: Path) -> None:
    edit(copy, "mark of cell is none", "mark of cel is none")
    code, out, err = call("diff", copy, "tic-tac-toe")
    assert code == 1
    assert "now: mark of cell is none" in out
    assert "did you mean `cell`?" in err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"format": 1, "game": "pi', "is no whole JSON document, and can't be read on from line 1, column 23"),
        ("", "is no whole JSON document"),
        ("{}", "`format` is missing"),
        ('{"format": 2}', "`format` should be `1`, which this version reads, but the number `2` stands there"),
    ],
)
def test_a_damaged_record_is_told_of_in_words(text: str, said: str, call: Cli, tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    record.write_text(text, encoding="utf-8")
    code, out, err = call("replay", record)
    assert (code, out) == (1, "")
    assert said in err


def test_new_files_find_their_game_from_wherever_one_works(call: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert call("new", "game", "heaps")[0] == 0
    for kind, name, output in (
        ("variant", "beside", "beside.yaml"), ("variant", "within", "heaps/within.yaml"), ("variant", "below", "heaps/variants/below.yaml"),
        ("scenario", "apart", "apart.yaml"), ("scenario", "inside", "heaps/scenarios/inside.yaml"),
    ):  # fmt: skip
        assert call("new", kind, name, "--of", "heaps", "-o", output) == (
            0, f"{output}\nnext: custumal {'test' if kind == 'scenario' else 'check'} {output}\n", "",
        )  # fmt: skip
        for folder, path in ((tmp_path, output), (Path("/"), tmp_path / output), ((tmp_path / output).parent, Path(output).name)):
            monkeypatch.chdir(folder)
            assert call("check", path)[0] == call("test", path)[0] == 0
        monkeypatch.chdir(tmp_path)


def test_a_new_file_that_would_not_find_its_game_is_not_written(call: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    call("new", "game", "heaps")
    call("new", "variant", "mine", "--of", "heaps")
    assert call("new", "variant", "far", "--of", "heaps", "-o", "some/where/far.yaml")[0] == 2
    assert "in its own file" in call("new", "scenario", "s", "--of", "mine.yaml")[2]
    assert "is a shipped game" in call("new", "game", "pig")[2]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["heaps", "mine.yaml"]


def test_a_file_of_scenarios_is_no_game(call: Cli) -> None:
    file = GAMES / "monolyth" / "scenarios" / "crystal.yaml"
    for command in ("show", "play", "simulate", "coverage"):
        assert call(command, file) == (2, "", f"custumal: {file} is a file of scenarios, no game; `custumal test {file}` runs them.\n")


@pytest.mark.parametrize(
    ("file", "what"),
    [
        ("rulebook.yaml", "a rulebook, no game; it belongs to {}/game.yaml"),
        ("grid.yaml", "in the folder of a game, but no game; that is {}/game.yaml"),
        ("variants/simpler.accepted.yaml", "a file of accepted changes, no game; it belongs to {}/variants/simpler.yaml"),
    ],
)
def test_what_belongs_to_a_game_is_none(call: Cli, file: str, what: str) -> None:
    """It is right where it stands, so nothing is wrong in it; but nobody can play it."""
    folder = GAMES / "monastery"
    assert call("check", folder / file)[0] == 0
    for command in ("show", "play", "simulate", "coverage", "test", "diff", "rulebook"):
        assert call(command, folder / file) == (2, "", f"custumal: {folder / file} is {what.format(folder)}.\n")


def test_what_decides_chance_in_a_game_that_begins_in_a_scenario(call: Cli, tmp_path: Path) -> None:
    """The scenario does, with its seed; a record that names another one, or other throws, does not change that."""
    found = laid(Wanted("pig"), "holding-saves-the-pot")
    session = Session(found.game, [HUMAN] * found.players, 99, found.beginning)
    assert session.seed == found.seed
    for _ in range(6):
        session.settle()
        session.play(session.engine.choices(session.position)[0])
    session.settle()
    file, record = tmp_path / "kept.json", session.record()
    record.save(file)
    assert (call("replay", file)[2], json.loads(call("replay", file, "--json")[1])["seed"]) == ("", found.seed)
    data = json.loads(file.read_text(encoding="utf-8"))
    file.write_text(json.dumps({**data, "seed": found.seed + 8}), encoding="utf-8")
    code, _, err = call("replay", file)
    assert code == 0
    assert f"names the seed {found.seed + 8}, but the scenario `holding-saves-the-pot` has the seed {found.seed}, which is taken." in err
    at = next(at for at, event in enumerate(session.events) if event.seat is None)
    other = "roll(2)" if data["choices"][at] == "roll(1)" else "roll(1)"
    tampered = {**data, "choices": [*data["choices"][:at], other]}
    file.write_text(json.dumps(tampered), encoding="utf-8")
    assert "from the scenario `holding-saves-the-pot` on chance brings" in call("replay", file)[2]
    file.write_text(json.dumps({**tampered, "adopted": at + 1}), encoding="utf-8")
    out = " ".join(call("replay", file)[1].split())
    assert "something else than from the scenario holding-saves-the-pot on" in out
    assert "seed" not in out
