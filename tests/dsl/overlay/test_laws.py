"""Laws of overlays, tried on every named element of every shipped game.

All are set to themselves. Of what is removed or misspelt some entries are tried by default; with `--full` all entries and all their keys.
"""

from __future__ import annotations

import random
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from custumal.dsl.diagnostics.diagnostic import Report
from custumal.dsl.diagnostics.suggest import edits
from custumal.dsl.documents.rule_files import read_file
from custumal.dsl.documents.rules_hash import hash_of
from custumal.dsl.overlay.combine import apply_all, combine
from custumal.dsl.overlay.conflicts import check_conflicts, check_order
from custumal.dsl.overlay.diff import differences
from custumal.dsl.overlay.variant import Variant, variant_of
from custumal.interpreter.library import VariantCircle, select, shipped
from tests.support.scale import FULL, some
from tests.support.variant_frames import CASES, header
from tests.support.variant_laws import FILE, addresses, apart, applied, base, entries, own_value, target, tried, words_in

GAMES = [name for name, _ in shipped()]


def sample(game: str) -> list[str]:
    every = entries(game)
    return addresses(game) if FULL else some(every, max(5, min(16, len(every) // 24)))


@pytest.mark.parametrize("game", GAMES)
def test_what_is_removed_is_not_needed_or_the_edit_says_so(game: str) -> None:
    for address in sample(game):
        found = tried(game, "remove", address)
        elsewhere = [d for d in found.diagnostics if d.span.file != FILE]
        assert not elsewhere, (address, elsewhere)
        if not any(d.is_error for d in found.diagnostics):
            assert found.document.entry(address) is None or target(game, address).entry is None


@pytest.mark.parametrize("game", GAMES)
def test_what_is_set_to_itself_changes_nothing(game: str) -> None:
    """All entries and all their keys, many edits at a time."""
    before = hash_of(base(game).base)
    for group in apart(addresses(game), 60):
        found = applied(game, [(verb, address, value) for address in group for verb, value in [own_value(game, address)]])
        said = [(d.code, d.span.line, d.is_error) for d in found.diagnostics]
        assert said == [("edit-changes-nothing", line, False) for line in range(1, len(group) + 1)], group
        assert hash_of(found.document) == before, group


def misspelt(game: str, address: str) -> str | None:
    """The address with a letter less in its last word, if no other word beside it is as near to that."""
    parent, _, word = address.rpartition(".")
    beside = words_in(game, parent)
    for i in range(len(word) - 1, 0, -1):
        wrong = word[:i] + word[i + 1 :]
        if wrong not in beside and all(edits(wrong, other, 2) > 1 for other in beside - {word}) and len(wrong) > 2:
            return f"{parent}.{wrong}" if parent else wrong
    return None


@pytest.mark.parametrize("game", GAMES)
def test_what_is_misspelt_misses_and_is_corrected(game: str) -> None:
    wrong = {address: misspelt(game, address) for address in sample(game)}
    tests = [(address, text) for address, text in wrong.items() if text is not None]
    for start in range(0, len(tests), 40):
        group = tests[start : start + 40]
        found = applied(game, [("remove", text, None) for _, text in group])
        said = [(d.code, d.span.line, d.suggestion) for d in found.diagnostics]
        assert said == [("edit-misses", line, address) for line, (address, _) in enumerate(group, 1)], group
    assert tests


# ---------------------------------------------------------------- several variants


def read_cases(folder: Path) -> list[Variant]:
    """A variant for every case of what can be reached."""
    found = []
    for number, case in enumerate(YAML(typ="safe").load(CASES / "reach.yaml").values()):
        out = StringIO()
        YAML(typ="safe").dump({"edits": case.get("edits", {}), **case.get("sections", {})}, out)
        path = folder / f"v{number}.yaml"
        path.write_text(header(path.stem, out.getvalue().replace("edits: {}\n", "")), encoding="utf-8")
        report = Report()
        variant = variant_of(read_file(path, "variant", report), path)
        assert variant is not None
        found.append(variant)
    return found


@pytest.mark.slow
def test_independent_variants_make_the_same_game_in_any_order(tmp_path: Path) -> None:
    """Random sets of three of the variants of the cases, as far as they are not at odds: the same but for where new entries stand side by
    side, which is settled by the order into which variants are put, however they are named."""
    report = Report()
    whole = combine(CASES / "base.yaml", "base.yaml", [], report)
    every, chooser, done = read_cases(tmp_path), random.Random(5), 0
    for _ in range(2000 if FULL else 150):
        chosen = chooser.sample(every, 3)
        quiet = Report()
        check_conflicts(chosen, quiet)
        if quiet.has_errors:
            continue
        made = []
        for order in (chosen, chosen[::-1]):
            combined = replace(whole, variants=tuple(order), touched={}, reading={})
            applied = Report()
            # the cases of the rulebook have none here
            if apply_all(combined, applied) and not any(v for v in combined.reading.values()):
                made.append(combined.document)
                check_order(combined.document, order, quiet)
        if len(made) == 2 and not quiet.sorted():
            done += 1
            assert [one for one in differences(made[0], made[1]) if one.kind != "moved"] == []
            files = [variant.path for variant in chosen]
            first, second = (combine(CASES / "base.yaml", "base.yaml", order, Report()).document for order in (files, files[::-1]))
            assert differences(first, second) == differences(second, first) == []
    assert done > 50


def test_variants_built_on_each_other_are_no_game(tmp_path: Path) -> None:
    for one, other in (("c", "d"), ("d", "c")):
        (tmp_path / f"{one}.yaml").write_text(f"custumal: 1\nvariant: {one}\nof: {other}\n", encoding="utf-8")
    with pytest.raises(VariantCircle, match=r"c → d → c"):
        select(str(tmp_path / "c.yaml"))
