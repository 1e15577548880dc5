"""A diff tells the whole change: what it says, applied to the old rules, gives the new ones, whatever was changed.

Besides the shipped variants single places of all shipped games are changed: another word, a key taken out, a new one, two neighbours in
the other order. By default some places of each game are tried, and of the variants of large games few; with `--full` all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from custumal import load_game
from custumal.dsl.diagnostics.diagnostic import Report, RuleFileError, Span
from custumal.dsl.documents.document import Document
from custumal.dsl.keys import SECTION_NAMES
from custumal.dsl.overlay.changes import changes, merged
from custumal.dsl.overlay.combine import combine, read_again
from custumal.dsl.overlay.diff import REMARKS, differences, text_of
from custumal.dsl.overlay.flatten import flat_tree
from custumal.dsl.overlay.flatten import flatten as flat_text
from custumal.dsl.overlay.rewrite import Changes, rewrite
from custumal.dsl.sentences.sentence import parse
from custumal.dsl.sentences.syntax import Sentence
from custumal.dsl.yaml.tree import Mapping, Node, Scalar, Sequence
from custumal.interpreter.library import select, shipped, shipped_variants
from custumal.interpreter.runs.simulate import Plan, simulate
from custumal.ui.terminal.commands.diff import flatten
from custumal.ui.terminal.exit_codes import DONE
from custumal.ui.terminal.wanted import Wanted
from tests.support.diff_edits import applied
from tests.support.scale import FULL, LARGE, some, some_of_large
from tests.support.variant_laws import base

GAMES = [name for name, _ in shipped()]
ALL = [(game, variant) for game, path in shipped() for variant in shipped_variants(path)]
PLACES = 40
HERE = Span("it.yaml", 1, 1, 1, 2)


@pytest.mark.parametrize(("game", "variant"), some_of_large(ALL, 4))
def test_the_diff_of_a_variant_applied_gives_its_rules(game: str, variant: str) -> None:
    chosen = select(game, [variant])
    combined = combine(chosen.game.path, chosen.game.name, chosen.variants, Report())
    again = applied(combined.base, differences(combined.base, combined.document))
    assert differences(again, combined.document) == []


@pytest.mark.slow
@pytest.mark.parametrize(("game", "variant"), some_of_large(ALL, 2))
def test_a_flat_file_is_as_different_as_the_variant(game: str, variant: str, tmp_path: Path) -> None:
    target = tmp_path / "flat" / "game.yaml"
    assert flatten(Wanted(game, (variant,)), str(target), force=False) == DONE
    chosen = select(game, [variant])
    old, new = merged(chosen.game.path, "game.yaml", []), merged(chosen.game.path, "game.yaml", chosen.variants)
    flat = merged(target, "flat.yaml", [])
    told = [[replace(one, span=HERE) for one in changes(old, each)] for each in (new, flat)]
    assert told[0] == told[1]
    assert changes(new, flat) == changes(flat, new) == []


# ---------------------------------------------------------------- any one place


@cache
def sentence(start: str, text: str) -> Sentence | None:
    """What is written in many trials is parsed once."""
    return parse(start, Scalar(text, text, HERE), Report())


def changed_places(node: Node, around: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str, Node, Node]]:
    """Each way to change a tree in one place: the keys around it, what is done, the node there and that in its place."""
    if isinstance(node, Scalar):
        yield around, "another", node, replace(node, value=f"{node.text} zz", text=f"{node.text} zz", places=())
    elif isinstance(node, Sequence):
        for item in node:
            yield from changed_places(item, around)
        yield around, "less", node, Sequence(node.items[1:], node.span, node.flow)
    else:
        for key, value in node:
            yield from changed_places(value, (*around, key.text))
        if len(node) > 1 and around:
            first, second, *others = node.pairs
            yield around, "less", node, Mapping((second, *others), node.span, node.flow)
            yield around, "turned", node, Mapping((second, first, *others), node.span, node.flow)


@cache
def every_place(game: str) -> list[tuple[tuple[str, ...], str, Node, Node]]:
    tree = base(game).base.tree
    assert tree is not None
    return [place for place in changed_places(tree) if place[0] and place[0][0] in SECTION_NAMES and place[0][0] != "scenarios"]


def with_change(document: Document, old: Node, new: Node) -> tuple[Document, bool]:
    """The document with another node, and whether it can still be read: a list without its members says something else."""
    changes = Changes()
    changes.replace(old, new)
    assert document.tree is not None
    tree = rewrite(document.tree, changes)
    assert isinstance(tree, Mapping)
    report = Report()
    after = read_again(document, tree, report, lambda start, node, _: sentence(start, node.text), is_sound=True)
    return after, not report.has_errors


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_changed_in_a_game_is_told_and_can_be_applied(game: str) -> None:
    every = every_place(game)
    before = base(game).base
    for around, done, old, new in some(every, PLACES):
        after, is_readable = with_change(before, old, new)
        found = differences(before, after)
        where = (".".join(around), done, text_of(old), text_of(new))
        assert found or done == "turned" or around[-1] in REMARKS, where
        if is_readable or done == "another":
            assert differences(applied(before, found), after) == [], where


# ---------------------------------------------------------------- play


LONG = (*LARGE, "backgammon", "belle-lucie", "go", "oware", "spades")
"""Games of which it takes long to play each section the other way round."""
SMALL = [game for game in GAMES if game not in (LARGE if FULL else LONG)]


def digest(folder: Path, tree: Mapping) -> str:
    """What random games of these rules come to; empty if they are none."""
    (folder / "game.yaml").write_text(flat_text(tree, {}), encoding="utf-8")
    try:
        game = load_game(str(folder))
    except RuleFileError:
        return ""
    return simulate(Plan(str(folder), min(max(2, game.players[0]), game.players[1]), 3), 3).digest()


@pytest.mark.slow
@pytest.mark.parametrize("game", SMALL)
def test_what_plays_otherwise_is_told(game: str, tmp_path: Path) -> None:
    """Every section turned round: where that is another order of play, or of choices, the diff says so."""
    before = base(game).base
    tree = flat_tree(base(game))
    usual = digest(tmp_path, tree)
    for key, section in tree:
        if isinstance(section, Mapping) and key.text in SECTION_NAMES:
            turned = Mapping(section.pairs[::-1], section.span)
            after, _ = with_change(before, section, turned)
            assert after.tree is not None
            played = digest(tmp_path, after.tree)
            assert played in {usual, ""} or differences(before, after), key.text
