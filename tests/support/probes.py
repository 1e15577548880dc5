"""Expressions about the frame game and their types, all from one check of one game."""

from pathlib import Path

from custumal.dsl.base.types import Maybe, Number, Set, Type
from custumal.dsl.check.build import build
from custumal.dsl.diagnostics.diagnostic import Diagnostic, Report
from custumal.dsl.documents.rule_files import read_game
from tests.support.game_frames import framed

BOUND = (
    "st stone, st2 stone, cd card, s seat, s2 seat, c cell of board, t cell of track, n number, k 1 to 3, ms maybe stone, "
    "mn maybe number, mc maybe cell of board, b bundle, col colour, w warm, p truth"
)


class Probes:
    """Each expression as a definition of the frame game, with `BOUND` as its parameters."""

    def __init__(self, texts: list[str], folder: Path) -> None:
        self.texts = texts
        lines = ["define:"]
        for i, text in enumerate(texts):
            lines += [f"  probe{i}({BOUND}):", f"    is: '{text}'"]
        whole = framed("\n".join(lines))
        path = folder / "game.yaml"
        path.write_text(whole.text, encoding="utf-8")
        report = Report()
        game = build(read_game(path, report), None, [], report)
        self._types = {name: made.body.type for name, made in game.definitions.items()}
        self._found: list[list[Diagnostic]] = [[] for _ in texts]
        for diagnostic in report.sorted():
            if diagnostic.is_error:
                self._found[(diagnostic.span.line - min(whole.own) - 1) // 2].append(diagnostic)

    def said(self, text: str) -> list[str]:
        """The codes of the errors in an expression."""
        return [d.code for d in self._found[self.texts.index(text)]]

    def type_of(self, text: str) -> str:
        return shown(self._types[f"probe{self.texts.index(text)}"])


def shown(of: Type) -> str:
    """A type with its bounds: `1 to 3`, `maybe at least 0`, `set of seat, filled, at most 4`."""
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
