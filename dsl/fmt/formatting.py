"""The canonical form of a rule file: the same data and comments in one layout, so that a change of a file shows only what it changes.

Two spaces for every depth, the items of a list under their key, one space after `:` and `,`, at most one blank line, sentences without
needless blanks and quotes, `{…}` and `[…]` only on one line and without sentences that have commas. The order of keys is the author's.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.diagnostics.diagnostic import Report
from custumal.dsl.documents.rule_files import read_document
from custumal.dsl.fmt.canonical_lines import Layout
from custumal.dsl.fmt.comments import comments_in, scalars_in
from custumal.dsl.fmt.sentences import sentences_in, spaced, worded
from custumal.dsl.sentences.syntax import Sentence
from custumal.dsl.sentences.syntax_tools import same
from custumal.dsl.yaml.load import load_source
from custumal.dsl.yaml.source import SourceText, normalised
from custumal.dsl.yaml.tree import Mapping, Node, Scalar, Sequence


@dataclass(frozen=True, slots=True)
class _Read:
    """A text as it was read: its tree, the sentences in it by the identity of their scalars."""

    source: SourceText
    tree: Mapping
    sentences: dict[int, tuple[Scalar, Sentence]]


def format_text(text: str, kind: str, name: str, *, wording: bool = False) -> str:
    """The canonical form of a rule file, or `text` itself where it has none.

    `kind` is "game", "components", "variant", "scenario" or "rulebook", `name` what messages would call the file. With `wording`
    the words of sentences become canonical too: `x.colour` is written `colour of x`, needless parentheses go.

    What comes out composes to the same data and has the same comments in the same order; that is tried out each time. A text that
    YAML can't read without errors is given back as it is.
    """
    old = _read(text, kind, name)
    if old is None:
        return text
    for lay in (_laid_out, _tidied):
        new = lay(old, _words if wording else _blanks)
        if new == text:
            return text
        read = _read(new, kind, name)
        if read is not None and _says_the_same(old, read, wording=wording):
            return new
    return text


def _read(text: str, kind: str, name: str) -> _Read | None:
    report = Report()
    source = SourceText(Path(name), name, normalised(text))
    tree = load_source(source, report)
    if not isinstance(tree, Mapping) or report.has_errors:
        return None
    return _Read(source, tree, sentences_in(read_document(tree, kind, name, report)))


# ---------------------------------------------------------------- two ways to write


def _words(_scalar: Scalar, sentence: Sentence) -> str:
    return worded(sentence)


def _blanks(scalar: Scalar, sentence: Sentence) -> str:
    return spaced(sentence, scalar.text)


def _laid_out(old: _Read, say: Callable[[Scalar, Sentence], str]) -> str:
    said = {key: say(scalar, sentence) for key, (scalar, sentence) in old.sentences.items() if isinstance(scalar.value, str)}
    return "\n".join(Layout(old.source, old.tree, said).lines()) + "\n"


def _tidied(old: _Read, _say: object) -> str:
    """Only without what nobody sees: blanks at the end of lines, several blank lines one after the other."""
    kept = {line for scalar in scalars_in(old.tree) for line in range(scalar.span.line, scalar.span.end_line)}
    lines: list[str] = []
    for number, line in enumerate(old.source.text.split("\n"), 1):
        if number in kept or number - 1 in kept:
            lines.append(line)
        elif line.strip() or (lines and lines[-1]):
            lines.append(line.rstrip())
    return "\n".join(lines).rstrip("\n") + "\n"


# ---------------------------------------------------------------- the proof


def _says_the_same(old: _Read, new: _Read, *, wording: bool) -> bool:
    """Whether two texts compose to the same data and have the same comments."""
    if [comment.text for comment in comments_in(old.source, old.tree)] != [comment.text for comment in comments_in(new.source, new.tree)]:
        return False
    waiting: list[tuple[Node, Node]] = [(old.tree, new.tree)]
    while waiting:
        a, b = waiting.pop()
        if isinstance(a, Scalar) and isinstance(b, Scalar):
            if not _same_scalar(a, b, old, new, wording=wording):
                return False
        elif isinstance(a, Mapping) and isinstance(b, Mapping) and len(a) == len(b):
            waiting.extend(pair for both in zip(a, b, strict=True) for pair in zip(*both, strict=True))
        elif isinstance(a, Sequence) and isinstance(b, Sequence) and len(a) == len(b):
            waiting.extend(zip(a, b, strict=True))
        else:
            return False
    return True


def _same_scalar(a: Scalar, b: Scalar, old: _Read, new: _Read, *, wording: bool) -> bool:
    """Whether two scalars have the same value; two sentences, whether they have the same words or at least the same meaning."""
    first, second = old.sentences.get(id(a)), new.sentences.get(id(b))
    if first is None or second is None or type(a.value) is not type(b.value):
        return first is second and type(a.value) is type(b.value) and a.value == b.value
    return same(first[1], second[1]) and (wording or "".join(a.text.split()) == "".join(b.text.split()))
