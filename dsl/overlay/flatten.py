"""A game with its variants as one file, each line that a variant wrote with a comment that says so."""

from __future__ import annotations

from collections.abc import Mapping as Map
from io import StringIO
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq

from custumal.dsl.base.frozen import replace
from custumal.dsl.diagnostics.diagnostic import Report, Span
from custumal.dsl.documents.document import Slot
from custumal.dsl.documents.recorded_games import recorded
from custumal.dsl.overlay.combine import Combined
from custumal.dsl.overlay.expected import retold
from custumal.dsl.overlay.insertions import Insertion
from custumal.dsl.overlay.rewrite import Changes, rewrite
from custumal.dsl.yaml.source import Sources
from custumal.dsl.yaml.tree import Mapping, Node, Scalar, Sequence

WIDTH = 140
_PROVENANCE = "provenance"


def flat_tree(combined: Combined, origins: Map[str, Node] | None = None) -> Mapping:
    """The merged tree with all included files; scenarios that fail with the variants are as these tell them, or left out.

    Args:
        origins: what the `provenance` of tables and rows has to be, by their addresses; all others keep theirs.
    """
    assert combined.document.tree is not None
    changes = Changes()
    for address, said in (origins or {}).items():
        _tell_origin(combined, changes, address, said)
    for entry in combined.document.section("scenarios"):
        broken = [b for variant in combined.variants for b in variant.breaks if b.scenario == entry.id]
        instead = None
        for each in broken:
            instead = retold(instead or entry.node, each)
        if broken and instead is None:
            changes.remove(entry.key)
        elif instead is not None or "record" in entry.slots:
            changes.replace(entry.node, _without_record(instead or entry.node, entry.slot("record"), combined.sources))
    made = rewrite(combined.document.tree, changes)
    assert isinstance(made, Mapping)
    return Mapping(tuple(pair for pair in made if pair[0].text != "includes"), made.span)


def _tell_origin(combined: Combined, changes: Changes, address: str, said: Node) -> None:
    entry = combined.document.entry(address)
    if entry is None or not isinstance(entry.node, Mapping):
        return
    slot = entry.slot(_PROVENANCE)
    if slot is not None and slot.key is not None:
        changes.remove(slot.key)
    key = entry.node.key(_PROVENANCE) or Scalar(_PROVENANCE, _PROVENANCE, said.span)
    changes.insert(entry.node, Insertion((replace(key), said)))


def _without_record(scenario: Node, record: Slot | None, sources: Sources) -> Node:
    """A scenario that begins with a recorded game says what was chosen there: the flat file may lie somewhere else."""
    found = None if record is None else recorded(record, sources, Report())
    if found is None or not isinstance(scenario, Mapping):
        return scenario
    return Mapping((*found.pairs(), *(pair for pair in scenario if pair[0].text != "record")), scenario.span)


def flatten(tree: Mapping, names: Map[str, str]) -> str:
    """The tree as the text of a rule file.

    Args:
        tree: the merged tree.
        names: for the file of each variant what the comments call it; the lines of the game itself get none.
    """
    writer = YAML()
    writer.width = WIDTH
    writer.indent(mapping=2, sequence=4, offset=2)
    out = StringIO()
    writer.dump(_data(tree, names), out)
    return out.getvalue()


def _data(node: Node, names: Map[str, str]) -> Any:
    if isinstance(node, Scalar):
        return node.value
    return _sequence(node, names) if isinstance(node, Sequence) else _mapping(node, names)


def _sequence(node: Sequence, names: Map[str, str]) -> CommentedSeq:
    made = CommentedSeq([_data(item, names) for item in node])
    if all(isinstance(item, Scalar) and not isinstance(item.value, str) for item in node) or node.flow:
        made.fa.set_flow_style()
        return made
    for place, item in enumerate(node):
        # an item that begins a map of its own has the remarks inside
        if item.span.file in names and not isinstance(item, Mapping):
            made.yaml_add_eol_comment(_remark(item.span, names), place)
    return made


def _mapping(node: Mapping, names: Map[str, str]) -> CommentedMap:
    made = CommentedMap()
    for key, value in node:
        made[key.value] = _data(value, names)
        # what is set anew stands behind a key of the game; a key that a variant brings has the remark for its own line
        origin = value.span if value.span.file in names and (isinstance(value, Scalar) or key.span.file not in names) else key.span
        if origin.file in names:
            made.yaml_add_eol_comment(_remark(origin, names), key.value)
    return made


def _remark(origin: Span, names: Map[str, str]) -> str:
    return f"{names[origin.file]}:{origin.line}"
