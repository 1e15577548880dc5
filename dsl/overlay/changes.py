"""What variants change of a game: differences in the header, in the rules and in the texts of the rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from custumal.dsl.base.frozen import replace
from custumal.dsl.diagnostics.diagnostic import Report, RuleFileError
from custumal.dsl.documents.document import Document
from custumal.dsl.overlay.combine import Combined, combine
from custumal.dsl.overlay.diff import Difference, differences, text_of
from custumal.dsl.overlay.same import same_value
from custumal.dsl.yaml.tree import Mapping, Node, Scalar

_HEADER = ("title", "players", "languages", "version", "cites")
_NOT_RULES = ("scenarios.",)


def merged(game: Path, name: str, variants: Iterable[Path]) -> Combined:
    """A game with its variants, not checked.

    Args:
        game: the game file; name: what messages call it.
        variants: the variant files.

    Raises:
        RuleFileError: it can't be read, or the variants can't be applied.
    """
    report = Report()
    found = combine(game, name, variants, report)
    if report.has_errors:
        raise RuleFileError([d for d in report.sorted() if d.is_error])
    return found


def without_variants(of: Combined) -> Combined:
    """The game as it is alone."""
    return replace(of, document=of.base, rulebook=of.base_rulebook, variants=(), touched={})


def changes(old: Combined, new: Combined) -> list[Difference]:
    """The differences in the header, in the rules and in the texts of the rulebook."""
    rules = [one for one in differences(old.document, new.document) if not one.address.startswith(_NOT_RULES)]
    return [*_header(old.document, new.document), *rules, *_rulebook(old.rulebook, new.rulebook)]


def _header(old: Document, new: Document) -> Iterator[Difference]:
    for key in _HEADER:
        was, now = old.header.get(key), new.header.get(key)
        before, after = (None if slot is None else text_of(slot.node) for slot in (was, now))
        if now is None and was is not None:
            yield Difference("removed", key, before, None, (), was.node.span)
        elif now is not None and (was is None or not same_value(was.node, now.node)):
            yield Difference("changed" if was else "added", key, before, after, (), now.node.span, node=now.node)


def _rulebook(old: Document | None, new: Document | None) -> list[Difference]:
    """Of rulebooks of the same game; two games have nothing in common there."""
    if old is None or new is None or old.text("rulebook") != new.text("rulebook"):
        return []
    return [replace(one, address=f"rulebook.{one.address}") for one in differences(old, new)]


def rule_sentences(rulebook: Document | None) -> dict[str, str]:
    """The sentence of each numbered rule by its id, of a ruling its question and answer."""
    found = {}
    for entry in (*rulebook.section("rules"), *rulebook.section("rulings")) if rulebook is not None else ():
        slots = (entry.slot(name) for name in ("text", "question", "ruling"))
        found[entry.id] = " ".join(_sentence(slot.node) for slot in slots if slot is not None)
    return found


def _sentence(node: Node) -> str:
    """A text, of several languages the first."""
    first = node.pairs[0][1] if isinstance(node, Mapping) and len(node) else node
    return text_of(first) if isinstance(first, Scalar) else ""
