"""`diff` and `flatten`: what variants make of a game, as differences and as one file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from custumal.dsl.base.file_names import RULEBOOK
from custumal.dsl.check.house_values import origins_to_write
from custumal.dsl.diagnostics.diagnostic import RuleFileError
from custumal.dsl.documents.document import Document
from custumal.dsl.documents.templates import modeline
from custumal.dsl.overlay.changes import changes, merged, rule_sentences, without_variants
from custumal.dsl.overlay.combine import Combined
from custumal.dsl.overlay.diff import text_of
from custumal.dsl.overlay.flatten import flat_tree
from custumal.dsl.overlay.flatten import flatten as flattened
from custumal.dsl.overlay.report import diff_json, diff_markdown, diff_text
from custumal.dsl.yaml.tree import Mapping
from custumal.ui.terminal.exit_codes import DONE
from custumal.ui.terminal.new_files import put
from custumal.ui.terminal.output import say
from custumal.ui.terminal.problems import UsageProblem, complain
from custumal.ui.terminal.wanted import Wanted

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
    old = without_variants(new) if a.game == b.game else combined(a)
    found = changes(old, new)
    say(_REPORTS[form](found, rule_sentences(old.rulebook) | rule_sentences(new.rulebook)))
    if not found and form == "text":
        complain("There is no difference in the rules.")
    for wanted in (a, b):
        wanted.load()  # what is no sound game is told, too
    return DONE


def combined(wanted: Wanted) -> Combined:
    """A game with its variants, not checked.

    Raises:
        RuleFileError: it can't be read, or the variants can't be applied.
    """
    chosen = wanted.selection()
    try:
        return merged(chosen.game.path, chosen.game.name, chosen.variants)
    except RuleFileError:
        wanted.load()  # where it can't even be put together, all is told that is wrong with it
        raise


def changes_of(wanted: Wanted) -> list[dict[str, Any]]:
    """What the variants of a game change, as plain data."""
    new = combined(wanted)
    found = changes(without_variants(new), new)
    data: list[dict[str, Any]] = json.loads(diff_json(found, {}))["differences"]
    return data


# ---------------------------------------------------------------- one file


def flatten(wanted: Wanted, output: str | None, force: bool) -> int:
    """Write a game with its variants as one file, or print it; beside a file that is written its rulebook, if there is none yet.

    Raises:
        UsageProblem: there is no variant to merge, or the file is there already.
        RuleFileError: the variants can't be applied, or what they make of the game has errors.
    """
    new = combined(wanted)
    if not new.variants:
        raise UsageProblem(f"{wanted.game} has no variant to merge; name one with --variant, or give a variant file.")
    game = wanted.load()  # what is no sound game is no file for others
    put(output, _flat(new, flat_tree(new, origins_to_write(new, game.model)), "game"), force)
    if output not in {None, "-"} and new.rulebook is not None and new.rulebook.tree is not None:
        beside = Path(str(output)).parent / RULEBOOK
        if not beside.exists():
            put(str(beside), _flat(new, new.rulebook.tree, "rulebook"), force)
        elif any(edit.of_rulebook for variant in new.variants for edit in variant.edits):
            complain(f"{beside} is there already and stays as it is: what the variants reword is not in it.")
    return DONE


def _flat(new: Combined, tree: Mapping, kind: str) -> str:
    """A file of the merged game; wherever it is put, editors find the schema."""
    text = flattened(tree, {variant.name: variant.id for variant in new.variants})
    ids = ", ".join(variant.id for variant in new.variants)
    return f"{modeline(kind)}# {_id(new.base)} with {ids}; a comment says which line of which variant stands there.\n{text}"


def _id(document: Document) -> str:
    slot = document.header.get("game")
    return text_of(slot.node) if slot is not None else document.file
