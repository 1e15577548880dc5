"""A diff tells the whole change: what it says, applied to the old rules, gives the new ones, whatever was changed.

Besides the shipped variants single places of all shipped games are changed: another word, a key taken out, a new one, two neighbours in
the other order; and entries are moved. By default some places of each game are tried, and of the variants of large games few; with
`--full` all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from custumal import load_game
from custumal.dsl.diagnostics.diagnostic import Report, RuleFileError, Span
from custumal.dsl.documents.document import Document, Entry
from custumal.dsl.documents.rules_hash import NOT_PLAYED
from custumal.dsl.keys import SECTION_NAMES
from custumal.dsl.overlay.changes import changes, merged
from custumal.dsl.overlay.combine import combine, read_again
from custumal.dsl.overlay.diff import Difference, differences, text_of
from custumal.dsl.overlay.flatten import flat_tree
from custumal.dsl.overlay.flatten import flatten as flat_text
from custumal.dsl.overlay.rewrite import Changes, rewrite
from custumal.dsl.overlay.same import REMARKS, is_ordered, same_there
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
from tests.support.variant_laws import addresses, base, own_value, target
from tests.support.variant_laws import applied as applied_edits

GAMES = [name for name, _ in shipped()]
ALL = [(game, variant) for game, path in shipped() for variant in shipped_variants(path)]
PLACES, TURNED = 40, 12
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
    assert flat_is_as_different(game, variant, tmp_path)


def flat_is_as_different(game: str, variant: str, folder: Path) -> list[Difference]:
    """The differences of a variant, as which those of the flat file are."""
    goal = folder / "flat" / "game.yaml"
    assert flatten(Wanted(game, (variant,)), str(goal), force=False) == DONE
    chosen = select(game, [variant])
    old, new = merged(chosen.game.path, "game.yaml", []), merged(chosen.game.path, "game.yaml", chosen.variants)
    flat = merged(goal, "flat.yaml", [])
    of_variant, of_flat = ([replace(one, span=HERE) for one in changes(old, each)] for each in (new, flat))
    assert of_variant == of_flat
    assert changes(new, flat) == changes(flat, new) == []
    return changes(old, new)


@pytest.mark.slow
@pytest.mark.parametrize("game", [game for game in GAMES if game not in LARGE])
@pytest.mark.parametrize("place", ["before", "after"])
def test_a_flat_file_is_as_different_as_a_variant_that_moves(place: str, game: str, tmp_path: Path) -> None:
    """Two actions, or else steps or choices, change places. Whichever was moved, it is told in one way, and of the file that moved it."""
    group = max(ordered_groups(base(game).base), key=lambda group: (group[0].form == "action", len(group)))
    one, other = group[-2:][::-1] if place == "before" else group[-2:]
    path = tmp_path / "moving.yaml"
    edits = f"edits: {{it: {{move: {one.address}, {place}: {other.id}}}}}"
    path.write_text(f"custumal: 1\nvariant: moving\nof: {game}\n{edits}\n", encoding="utf-8")
    (moved,) = flat_is_as_different(game, str(path), tmp_path)
    assert (moved.kind, moved.address, Path(moved.span.file).name) == ("moved", group[-1].address, path.name)


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
        if len({text_of(item) for item in node}) > 1:
            yield around, "listed otherwise", node, Sequence(node.items[::-1], node.span, node.flow)
    else:
        for key, value in node:
            yield from changed_places(value, (*around, key.text))
        if len(node) > 1 and around:
            first, second, *others = node.pairs
            yield around, "less", node, Mapping((second, *others), node.span, node.flow)
            yield around, "turned", node, Mapping((second, first, *others), node.span, node.flow)
            if others:
                yield around, "turned", node, Mapping(node.pairs[::-1], node.span, node.flow)


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
        assert found or (done == "turned" and not is_course(around)) or around[-1] in REMARKS, where
        if is_readable or done == "another":
            assert differences(applied(before, found), after) == [], where


def is_course(around: tuple[str, ...]) -> bool:
    """Whether the order of what stands there is the order of play wherever it stands."""
    return around[0] not in NOT_PLAYED and around[-1] in ("choose", "require", "ensure", "ranking", "for-each", "rows", "actions")


@pytest.mark.parametrize("game", GAMES)
def test_an_edit_changes_nothing_where_the_diff_tells_of_nothing(game: str) -> None:
    """Maps are set to what they are, but in another order: that is so already, and the old value, unless the order counts."""
    before = base(game).base
    found = [(address, target(game, address), *own_value(game, address)) for address in addresses(game)]
    whole = [(address, "replace", there.node) for address, there, verb, _ in found if there.entry is not None and verb == "set"]
    values = [(address, verb, node) for address, _, verb, node in found]
    maps = [(address, verb, node) for address, verb, node in (*values, *whole) if isinstance(node, Mapping) and len(node) > 1]
    for address, verb, node in some(maps, 2 * PLACES):
        for turned in (Mapping(node.pairs[::-1], node.span), inside_out(node)):
            after, is_readable = with_change(before, node, turned)
            counts = bool(differences(before, after))
            said = [d.code for d in applied_edits(game, [(verb, address, turned)]).diagnostics]
            assert not is_readable or said == ([] if counts else ["edit-changes-nothing"]), address
            assert same_there(before, address, node, turned) is not counts, address


def inside_out(node: Node) -> Node:
    """Every map in it in the other order."""
    if isinstance(node, Mapping):
        return Mapping(tuple((key, inside_out(value)) for key, value in node.pairs[::-1]), node.span, node.flow)
    return node if isinstance(node, Scalar) else replace(node, items=tuple(map(inside_out, node)))


# ---------------------------------------------------------------- what is moved


def anew(node: Node) -> Node:
    """The same, written anew."""
    if isinstance(node, Scalar):
        return replace(node)
    if isinstance(node, Sequence):
        return replace(node, items=tuple(map(anew, node)))
    return Mapping(tuple((replace(key), anew(value)) for key, value in node), node.span, node.flow)


def ordered_groups(document: Document) -> list[list[Entry]]:
    """Entries side by side whose order counts."""
    groups: dict[str, list[Entry]] = {}
    for address, entry in document.addresses.items():
        if entry.id and is_ordered((entry,)):
            groups.setdefault(f"{address.rpartition('.')[0]} {entry.form}", []).append(entry)
    return [group for group in groups.values() if len(group) > 1]


def moves(group: list[Entry]) -> Iterator[list[Difference]]:
    """One neighbour before the other, the first to the end, the last to the beginning; both of these."""
    first, second, last = group[0], group[1], group[-1]
    to_begin, to_end = (Difference("moved", one.address, None, None, (), HERE, after=id_) for one, id_ in ((last, ""), (first, last.id)))
    yield [Difference("moved", second.address, None, None, (), HERE, after="")]
    yield [to_end]
    yield [to_begin]
    if len(group) > 2:
        middle = Difference("moved", second.address, None, None, (), HERE, after=group[-2].id) if len(group) > 3 else to_begin
        yield [to_end, middle]


@pytest.mark.parametrize("game", GAMES)
def test_what_moves_is_told_alike_of_a_flat_file(game: str) -> None:
    """Whoever moved what, the order decides."""
    before = base(game).base
    trials = [move for group in ordered_groups(before) for move in moves(group)]
    for move in some(trials, PLACES):
        after = applied(before, move)
        assert after.tree is not None
        tree = anew(after.tree)
        assert isinstance(tree, Mapping)
        flat = read_again(before, tree, Report(), lambda start, node, _: sentence(start, node.text))
        found, told = ([replace(one, span=HERE) for one in differences(before, each)] for each in (after, flat))
        assert found == told
        assert 1 <= len(found) <= len(move)
        assert {one.kind for one in found} == {"moved"}
        assert differences(applied(before, found), after) == []


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


RESTING = """custumal: 1
game: resting
title: Resting
players: 2
kept:
  pot(seat): 0 to 99
play:
  round:
    repeat: 3
    do:
      turn: {players: seats, offer: go}
actions:
  rest:
    offered: go
    do:
      - raise my pot by 1
      - {choose: {small: 1 to 2, great: 1 to 3}, do: raise my pot by small * great * great}
standing:
  more: {after: actions.rest, do: {few: {choose: {a: 1 to 2}, do: raise my pot by a}, many: {choose: {b: 1 to 3}, do: raise my pot by b}}}
ranking:
  most: {most: my pot}
"""
TURNED_ROUND = {
    "choices of a step in a list": ("{small: 1 to 2, great: 1 to 3}", "{great: 1 to 3, small: 1 to 2}"),
    "steps of a rule": (
        "{few: {choose: {a: 1 to 2}, do: raise my pot by a}, many: {choose: {b: 1 to 3}, do: raise my pot by b}}",
        "{many: {choose: {b: 1 to 3}, do: raise my pot by b}, few: {choose: {a: 1 to 2}, do: raise my pot by a}}",
    ),
}


@pytest.mark.parametrize("what", TURNED_ROUND)
def test_an_order_of_play_counts_at_any_depth(what: str, tmp_path: Path) -> None:
    files = [tmp_path / name / "game.yaml" for name in ("one", "other")]
    for file, text in zip(files, (RESTING, RESTING.replace(*TURNED_ROUND[what])), strict=True):
        file.parent.mkdir()
        file.write_text(text, encoding="utf-8")
    one, other = (merged(file, "game.yaml", []) for file in files)
    played = {simulate(Plan(str(file.parent), 2, 3), 3).digest() for file in files}
    assert len(played) == 2
    told = changes(one, other)
    assert told
    assert differences(applied(one.document, told), other.document) == []


def untold_orders(game: str) -> list[tuple[tuple[str, ...], Node, Node]]:
    """Maps in another order of which no diff tells."""
    before = base(game).base
    turned = [(around, old, new) for around, done, old, new in every_place(game) if done == "turned" and around[0] not in NOT_PLAYED]
    return [(around, old, new) for around, old, new in turned if not differences(before, with_change(before, old, new)[0])]


@pytest.mark.slow
@pytest.mark.parametrize("game", SMALL)
def test_what_plays_otherwise_is_told(game: str, tmp_path: Path) -> None:
    """Every section turned round, and some of the maps in which it is not told: where that is another order of play, or of choices,
    the diff says so."""
    before = base(game).base
    tree = flat_tree(base(game))
    usual = digest(tmp_path, tree)
    for around, node, other in some(untold_orders(game), TURNED):
        changes = Changes()
        changes.replace(node, other)
        turned = rewrite(tree, changes)
        assert isinstance(turned, Mapping)
        assert digest(tmp_path, turned) in {usual, ""}, ".".join(around)
    for key, section in tree:
        if isinstance(section, Mapping) and key.text in SECTION_NAMES:
            turned = Mapping(section.pairs[::-1], section.span)
            after, _ = with_change(before, section, turned)
            assert after.tree is not None
            played = digest(tmp_path, after.tree)
            assert played in {usual, ""} or differences(before, after), key.text
