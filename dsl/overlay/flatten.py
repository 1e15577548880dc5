"""A game with its variants as one file, each line that a variant wrote with a comment that says so."""

from __future__ import annotations

from collections.abc import Mapping as Map
from io import StringIO
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq

from custumal.dsl.diagnostic import Report
from custumal.dsl.entry import Slot
from custumal.dsl.overlay.combine import Combined
from custumal.dsl.overlay.expected import retold
from custumal.dsl.overlay.rewrite import Changes, rewrite
from custumal.dsl.recorded import recorded
from custumal.dsl.source import Sources
from custumal.dsl.tree import Mapping, Node, Scalar, Sequence

WIDTH = 140


def flat_tree(combined: Combined) -> Mapping:
    """The merged tree with all included files; scenarios that fail with the variants are as these tell them, or left out."""
    assert combined.document.tree is not None
    changes = Changes()
    for entry in combined.document.section("scenarios"):
        broken = [b for variant in combined.variants for b in variant.breaks if b.scenario == entry.id]
        instead = retold(entry, broken[-1]) if broken else None
        if broken and instead is None:
            changes.remove(entry.key)
        elif instead is not None or "record" in entry.slots:
            changes.replace(entry.node, _without_record(instead or entry.node, entry.slot("record"), combined.sources))
    made = rewrite(combined.document.tree, changes)
    assert isinstance(made, Mapping)
    return Mapping(tuple(pair for pair in made if pair[0].text != "includes"), made.span)


def _without_record(scenario: Node, record: Slot | None, sources: Sources) -> Node:
    """A scenario that begins with a recorded game says what was chosen there: the flat file may lie somewhere else."""
    found = None if record is None else recorded(record, sources, Report())
    if found is None or not isinstance(scenario, Mapping):
        return scenario
    return Mapping((*found.pairs(), *(pair for pair in scenario if pair[0].text != "record")), scenario.span)


def flatten(tree: Mapping, base: str, names: Map[str, str]) -> str:
    """The tree as the text of a rule file.

    Args:
        tree: the merged tree; base: the name of the game's own file, whose lines get no comment.
        names: for the name of each other file what the comment calls it.
    """
    writer = YAML()
    writer.width = WIDTH
    writer.indent(mapping=2, sequence=4, offset=2)
    out = StringIO()
    writer.dump(_data(tree, base, names), out)
    return "# yaml-language-server: $schema=../../schemas/game.schema.json\n" + out.getvalue()


def _data(node: Node, base: str, names: Map[str, str]) -> Any:
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Sequence):
        made = CommentedSeq([_data(item, base, names) for item in node])
        if all(isinstance(item, Scalar) and not isinstance(item.value, str) for item in node) or node.flow:
            made.fa.set_flow_style()
        return made
    return _mapping(node, base, names)


def _mapping(node: Mapping, base: str, names: Map[str, str]) -> CommentedMap:
    made = CommentedMap()
    for key, value in node:
        made[key.value] = _data(value, base, names)
        origin = value.span if value.span.file != base else key.span
        if origin.file != base and isinstance(value, Scalar):
            made.yaml_add_eol_comment(f"{names.get(origin.file, origin.file)}:{origin.line}", key.value)
        elif key.span.file != base:
            made.yaml_add_eol_comment(f"{names.get(key.span.file, key.span.file)}:{key.span.line}", key.value)
    return made
