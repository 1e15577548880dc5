"""The shipped variants: sound, shown by scenarios, and the same in whatever order or file they are applied.

By default only those scenarios of the large games are run that a variant has of its own, and some of their variants and of the pairs
of these are tried; with `--full` all of them.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from custumal import load_game
from custumal.dsl.check.game import check_game
from custumal.dsl.check.variants import check_variants
from custumal.dsl.diagnostics.diagnostic import Report
from custumal.dsl.fmt.formatting import format_text
from custumal.dsl.overlay.combine import apply_all, combine
from custumal.dsl.overlay.diff import differences
from custumal.dsl.overlay.flatten import flat_tree, flatten
from custumal.dsl.yaml.load import load_file
from custumal.dsl.yaml.tree import Mapping, Scalar, Sequence
from custumal.interpreter.library import GAMES, select, shipped, shipped_variants
from custumal.interpreter.runs.scenarios import run_scenarios
from custumal.interpreter.runs.simulate import Plan, simulate
from tests.support.scale import FULL, LARGE, some_of_large

pytestmark = pytest.mark.slow

ALL = [(game, variant) for game, path in shipped() for variant in shipped_variants(path)]
SINGLE, PAIRED = 2, 2
"""So many variants of a large game, and so many pairs of them."""
FEW = 4
ONLY_TOLD = {("monastery", "vow-of-silence")}
"""Variants that people keep among themselves: they play as the game does."""


def excluded(path: Path) -> set[str]:
    """The variants with which one refuses to go."""
    tree = load_file(path, path.name, Report(), {})
    assert isinstance(tree, Mapping)
    lists = [names for key, names in tree if key.text == "excludes" and isinstance(names, Sequence)]
    return {name.text for names in lists for name in names if isinstance(name, Scalar)}


def pairs(game: str, path: Path) -> list[tuple[str, tuple[str, str]]]:
    """The pairs of a game's variants that go together."""
    ids = shipped_variants(path)
    refused = {name: excluded(path.parent / "variants" / f"{name}.yaml") for name in ids}
    return [(game, pair) for pair in combinations(ids, 2) if pair[0] not in refused[pair[1]] and pair[1] not in refused[pair[0]]]


PAIRS = some_of_large([pair for game, path in shipped() for pair in pairs(game, path)], PAIRED)


def compatible() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Single variants and pairs that don't exclude each other."""
    yield from ((game, (variant,)) for game, variant in some_of_large(ALL, SINGLE))
    yield from PAIRS


def ids(value: object) -> str:
    return "+".join(value) if isinstance(value, tuple) else str(value)


def test_what_is_shipped() -> None:
    assert len(ALL) >= 10
    assert {game for game, _ in ALL} >= {"monolyth", "monastery", "connect-four", "reversi", "breakthrough", "pig", "kuhn-poker"}
    assert len(PAIRS) >= 5


@pytest.mark.parametrize(("game", "variant"), ALL)
def test_a_shipped_variant_is_sound(game: str, variant: str) -> None:
    chosen = select(game, [variant])
    checked, combined = check_variants(chosen.game.path, chosen.game.name, chosen.variants)
    assert checked.diagnostics == []
    assert checked.game is not None
    (own,) = combined.variants
    assert own.document.section("scenarios")
    assert {entry.id for entry in own.document.header["title"].entries} >= {"en", "fr"}
    assert "of-version" in own.document.header
    text = own.path.read_text(encoding="utf-8")
    assert format_text(text, "variant", own.name) == text
    assert (
        own.path.parent / text.partition("$schema=")[2].split("\n")[0]
    ).resolve() == GAMES.parent.resolve() / "schemas" / "variant.schema.json"
    for accepted in (own.accepted,) if own.accepted is not None else ():
        beside = combined.sources[accepted.file].text
        assert format_text(beside, "accepted", accepted.file) == beside
        assert (own.path.parent / beside.partition("$schema=")[2].split("\n")[0]).resolve().name == "accepted.schema.json"
    wanted = [s for s in checked.game.scenarios if FULL or game not in LARGE or s.source.span.file == own.name]
    failed = [f"{r.scenario.source.id}.{f.source.id}: {f.message}" for r in run_scenarios(checked.game, wanted) for f in r.failures]
    assert wanted and not failed, "\n".join(failed)


def digest(game: str, variants: tuple[str, ...], players: int) -> str:
    return simulate(Plan(game, players, 3, variants), 1 if Path(game).name in LARGE else FEW).digest()


@pytest.mark.parametrize(("game", "pair"), PAIRS, ids=ids)
def test_the_order_in_which_variants_are_named_means_nothing(game: str, pair: tuple[str, str]) -> None:
    assert load_game(game, variants=pair).rules_hash == load_game(game, variants=pair[::-1]).rules_hash


@pytest.mark.parametrize(("game", "pair"), PAIRS, ids=ids)
def test_the_order_in_which_variants_are_applied_means_nothing(game: str, pair: tuple[str, str]) -> None:
    """None of them comes after another, so they are turned round by hand: there is no difference but of where new entries stand."""
    chosen = select(game, pair)
    report = Report()
    one = combine(chosen.game.path, chosen.game.name, chosen.variants, report)
    other = replace(one, document=one.base, rulebook=one.base_rulebook, variants=one.variants[::-1], touched={}, reading={})
    assert apply_all(other, report)
    assert report.sorted() == []
    assert {change.kind for change in differences(one.document, other.document)} <= {"moved"}
    assert {change.kind for change in differences(other.document, one.document)} <= {"moved"}
    assert one.touched.keys() == other.touched.keys()


@pytest.mark.parametrize(("game", "variants"), list(compatible()), ids=ids)
def test_a_flat_file_plays_the_same(game: str, variants: tuple[str, ...], tmp_path: Path) -> None:
    chosen = select(game, variants)
    combined = combine(chosen.game.path, chosen.game.name, chosen.variants, Report())
    folder = tmp_path / game
    folder.mkdir()
    names = {variant.name: variant.id for variant in combined.variants}
    (folder / "game.yaml").write_text(flatten(flat_tree(combined), names), encoding="utf-8")
    if combined.rulebook is not None:
        shutil.copy(chosen.game.path.parent / "rulebook.yaml", folder / "rulebook.yaml")
    assert [d for d in check_game(folder / "game.yaml").diagnostics if d.code != "costly"] == []
    flat = load_game(str(folder))
    if not FULL and len(variants) > 1 and "no-cliffs" in variants:
        return  # a trial of every placement takes its time; each alone is played above
    players = flat.players[0] if game != "monolyth" else 2
    assert digest(str(folder), (), players) == digest(game, variants, players)
    scenarios = [s for s in flat.model.scenarios if FULL or game not in LARGE]
    assert len(variants) > 1 or all(r.passed for r in run_scenarios(flat.model, scenarios))


@pytest.mark.parametrize(("game", "variant"), some_of_large([one for one in ALL if one[0] != "monolyth" and one not in ONLY_TOLD], SINGLE))
def test_variants_make_another_game(game: str, variant: str) -> None:
    players = load_game(game, [variant]).players[1]
    assert digest(game, (variant,), players) != digest(game, (), players)
