"""`diff` and `flatten`: what variants make of a game, as differences and as one file."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from custumal.dsl.diagnostics.diagnostic import Report, RuleFileError
from custumal.dsl.documents.document import Document
from custumal.dsl.documents.templates import modeline
from custumal.dsl.overlay.combine import Combined, combine
from custumal.dsl.overlay.diff import Difference, differences, text_of
from custumal.dsl.overlay.flatten import flat_tree
from custumal.dsl.overlay.flatten import flatten as flattened
from custumal.dsl.overlay.report import diff_json, diff_markdown, diff_text
from custumal.dsl.overlay.same import same_value
from custumal.dsl.yaml.tree import Mapping, Node, Scalar
from custumal.ui.terminal.exit_codes import DONE
from custumal.ui.terminal.problems import UsageProblem, complain
from custumal.ui.terminal.wanted import Wanted
from custumal.ui.terminal.writing import put

_HEADER = ("title", "players", "languages", "version")
_NOT_RULES = ("scenarios.",)
_REPORTS = {"text": diff_text, "json": diff_json, "markdown": diff_markdown}


def compare(a: Wanted, b: Wanted, form: str) -> int:
    """Print the differences from one game to another; of a variant alone, or of a game with variants, what these change.

    Args:
        a, b: the games; the same game twice means that it is compared with itself without its variants.
        form: `text`, `json` or `markdown`.

    Raises:
        RuleFileError: one of them can't be read, or its variants can't be applied; or, once the differences are printed, one has errors.
    """
    new = combined(b)
    old = _without_variants(new) if a.game == b.game else combined(a)
    found = changes(old, new)
    sys.stdout.write(_REPORTS[form](found, sentences(old.rulebook) | sentences(new.rulebook)))
    if not found and form == "text":
        complain("There is no difference in the rules.")
    for wanted in (a, b):
        wanted.load()  # what is no sound game is told, too
    return DONE


def combined(wanted: Wanted) -> Combined:
    """A game with its variants, merged but not checked.

    Raises:
        RuleFileError: it can't be read, or the variants can't be applied.
    """
    chosen = wanted.selection()
    report = Report()
    merged = combine(chosen.game.path, chosen.game.name, chosen.variants, report)
    if report.has_errors:
        raise RuleFileError([d for d in report.sorted() if d.is_error])
    return merged


def _without_variants(of: Combined) -> Combined:
    return replace(of, document=of.base, rulebook=of.base_rulebook, variants=(), touched={})


def changes(old: Combined, new: Combined) -> list[Difference]:
    """The differences in the header, in the rules and in the texts of the rulebook."""
    rules = [one for one in differences(old.document, new.document) if not one.address.startswith(_NOT_RULES)]
    return [*_header(old.document, new.document), *rules, *_rulebook(old.rulebook, new.rulebook)]


def changes_of(wanted: Wanted) -> list[dict[str, Any]]:
    """What the variants of a game change, as plain data."""
    merged = combined(wanted)
    found = changes(_without_variants(merged), merged)
    data: list[dict[str, Any]] = json.loads(diff_json(found, {}))["differences"]
    return data


def _header(old: Document, new: Document) -> Iterator[Difference]:
    for key in _HEADER:
        was, now = old.header.get(key), new.header.get(key)
        if was is not None and now is not None and not same_value(was.node, now.node):
            yield Difference("changed", key, text_of(was.node), text_of(now.node), (), now.node.span)


def _rulebook(old: Document | None, new: Document | None) -> list[Difference]:
    """Of rulebooks of the same game; two games have nothing in common there."""
    if old is None or new is None or old.file != new.file:
        return []
    return [replace(one, address=f"rulebook.{one.address}") for one in differences(old, new)]


def sentences(rulebook: Document | None) -> dict[str, str]:
    """The sentence of each numbered rule by its id."""
    found = {}
    for entry in (*rulebook.section("rules"), *rulebook.section("rulings")) if rulebook is not None else ():
        slot = entry.slot("text") or entry.slot("ruling")
        if slot is not None:
            found[entry.id] = _sentence(slot.node)
    return found


def _sentence(node: Node) -> str:
    """A text, of several languages the first."""
    first = node.pairs[0][1] if isinstance(node, Mapping) and len(node) else node
    return text_of(first) if isinstance(first, Scalar) else ""


# ---------------------------------------------------------------- one file


def flatten(wanted: Wanted, output: str | None, force: bool) -> int:
    """Write a game with its variants as one file, or print it.

    Raises:
        UsageProblem: there is no variant to merge, or the file is there already.
        RuleFileError: the variants can't be applied.
    """
    merged = combined(wanted)
    if not merged.variants:
        raise UsageProblem(f"{wanted.game} has no variant to merge; name one with --variant, or give a variant file.")
    names = {variant.name: variant.id for variant in merged.variants}
    text = flattened(flat_tree(merged), names).split("\n", 1)[1]
    ids = ", ".join(variant.id for variant in merged.variants)
    said = f"# {_id(merged.base)} with {ids}; a comment says which line of which variant stands there."
    whole = f"{modeline('game')}{said}\n{text}"  # wherever it is put, editors find the schema
    put(output, whole, force)
    return DONE


def _id(document: Document) -> str:
    slot = document.header.get("game")
    return text_of(slot.node) if slot is not None else document.file
