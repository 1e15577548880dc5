"""What type every form of expression has: a table of expressions about the frame game."""

import pytest
from tests.game_frames import CASES, framed
from ruamel.yaml import YAML

from custumal.dsl.check.game import build
from custumal.dsl.diagnostic import Diagnostic, Report
from custumal.dsl.document import read_game
from custumal.dsl.types import Maybe, Number, Set, Type

TABLE: dict[str, dict[str, str]] = YAML(typ="safe").load(CASES / "types.yaml")
EXPRESSIONS = {text: wanted for group in TABLE.values() for text, wanted in group.items()}
BOUND = (
    "st stone, st2 stone, cd card, s seat, s2 seat, c cell of board, t cell of track, n number, k 1 to 3, ms maybe stone, "
    "mn maybe number, mc maybe cell of board, b bundle, col colour, w warm, p truth"
)


def shown(of: Type) -> str:
    """A type with its bounds, as the table writes it."""
    match of:
        case Number(None, None):
            return "number"
        case Number(low, None):
            return f"at least {low}"
        case Number(None, high):
            return f"at most {high}"
        case Number(low, high):
            return f"{low} to {high}"
        case Maybe(inner):
            return f"maybe {shown(inner)}"
        case Set(inner, filled, most):
            return f"set of {inner}" + (", filled" if filled else "") + (f", at most {most}" if most is not None else "")
    return str(of)


@pytest.fixture(scope="module")
def probes(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Type], dict[str, list[Diagnostic]]]:
    """The types of all expressions, and what was reported about each."""
    lines = ["define:"]
    for i, text in enumerate(EXPRESSIONS):
        lines += [f"  probe{i}({BOUND}):", f"    is: '{text}'"]
    whole = framed("\n".join(lines))
    path = tmp_path_factory.mktemp("types") / "game.yaml"
    path.write_text(whole.text, encoding="utf-8")
    report = Report()
    game = build(read_game(path, report), None, [], report)
    found: dict[str, list[Diagnostic]] = {text: [] for text in EXPRESSIONS}
    names = list(EXPRESSIONS)
    for diagnostic in report.sorted():
        if diagnostic.is_error:
            number = (diagnostic.span.line - min(whole.own) - 1) // 2
            found[names[number]].append(diagnostic)
    return {name: made.body.type for name, made in game.definitions.items()}, found


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_type(text: str, probes: tuple[dict[str, Type], dict[str, list[Diagnostic]]]) -> None:
    types, found = probes
    wanted = EXPRESSIONS[text]
    if wanted.startswith("error "):
        assert [d.code for d in found[text]] == [wanted.removeprefix("error ")]
        return
    assert found[text] == []
    number = list(EXPRESSIONS).index(text)
    assert shown(types[f"probe{number}"]) == wanted
