"""A game file and the files that it includes: found, loaded, and joined section by section into one tree."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from pathlib import Path

from custumal.dsl.base.frozen import replace
from custumal.dsl.base.limits import LIMITS
from custumal.dsl.base.open_texts import real_path
from custumal.dsl.diagnostics.catalogue.files import include_cycle, included_too_deep, included_too_large, included_twice
from custumal.dsl.diagnostics.catalogue.keys import section_in_two_files
from custumal.dsl.diagnostics.diagnostic import Report
from custumal.dsl.diagnostics.suggest import nearest
from custumal.dsl.documents.component_files import load_tables
from custumal.dsl.documents.document import Part
from custumal.dsl.documents.includes import include_path
from custumal.dsl.keys import FILES
from custumal.dsl.yaml.load import load_file
from custumal.dsl.yaml.source import Sources, SourceText
from custumal.dsl.yaml.tree import Mapping, Node, Scalar, Sequence

TABLE = "table"
"""The kind of a part that is no rule file but the rows of a table."""
INCLUDES = "includes"


def load_parts(path: Path, name: str, report: Report, sources: Sources) -> tuple[tuple[Part, ...], bool]:
    """The game file and every file that it includes, in the order of inclusion, and whether all of them could be read.

    There are no parts if the game file can't be read.
    """
    tree = load_file(path, name, report, sources)
    if tree is None:
        return (), False
    includer = _Includer(path, name, report, sources, [Part("game", name, tree)])
    includer.follow(tree, (Path(real_path(path)),))
    complete = includer.complete
    for part in tuple(includer.parts):
        names, whole = load_tables(part.tree, includer.folder, includer.prefix, report, sources, includer.has_room_for_table)
        includer.parts += [Part(TABLE, each, part.tree) for each in dict.fromkeys(names)]
        complete = complete and whole
    return tuple(dict.fromkeys(includer.parts)), complete


def prefix_of(path: Path, name: str) -> str:
    """What stands before the names of files of the same folder in messages."""
    return name[: len(name) - len(path.name)] if name.endswith(path.name) else ""


class _Includer:
    """Follows `includes` from file to file; all names are seen from the folder of the game file."""

    def __init__(self, path: Path, name: str, report: Report, sources: Sources, parts: list[Part]) -> None:
        self.folder = path.parent
        self.prefix = prefix_of(path, name)
        self.report = report
        self.sources = sources
        self.parts = parts
        self.complete = True
        self.bytes = self.nodes = 0
        self.is_full = False
        self.seen: dict[Path, Scalar | None] = {Path(real_path(path)): None}

    def follow(self, tree: Node, chain: tuple[Path, ...]) -> None:
        """Loads what `tree` includes; `chain` are the files that led to it, itself the last."""
        names = tree.get(_called(tree)) if isinstance(tree, Mapping) else None
        for item in names.items if isinstance(names, Sequence) else ():
            if isinstance(item, Scalar) and isinstance(item.value, str):
                self._include(item, chain)

    def _include(self, item: Scalar, chain: tuple[Path, ...]) -> None:
        if self.is_full:
            return
        path = include_path(self.folder, item.text, item.span, self.report)
        if path is None:
            self.complete = False
            return
        if not self._is_new(item, Path(real_path(path)), chain):
            return
        name = self.prefix + item.text
        tree = load_file(path, name, self.report, self.sources)
        if tree is None:
            self.complete = False
            return
        if not self._has_room(item, name, _size(tree)):
            return
        self.parts.append(Part("components", name, tree))
        self.follow(tree, (*chain, Path(real_path(path))))

    def has_room_for_table(self, item: Scalar, source: SourceText) -> bool:
        """Is a table, of which there may be many, not too much together with all else?"""
        if not self.is_full:
            self.sources.setdefault(source.name, source)
            self._has_room(item, source.name, sum(map(source.text.count, ",;\n")))
        return not self.is_full

    def _has_room(self, item: Scalar, name: str, nodes: int) -> bool:
        """Are the files that are included not too much together?"""
        self.bytes += len(self.sources[name].text)
        self.nodes += nodes
        self.is_full = self.bytes > LIMITS.game_bytes or self.nodes > LIMITS.game_nodes
        if self.is_full:
            self.complete = False
            self.report.tell(item.span, included_too_large(item.text))
        return not self.is_full

    def _is_new(self, item: Scalar, path: Path, chain: tuple[Path, ...]) -> bool:
        if path in chain:
            self.report.tell(item.span, include_cycle([each.name for each in (*chain[chain.index(path) :], path)]))
            return False
        if path in self.seen:
            first = self.seen[path]
            self.report.tell(item.span, included_twice(item.text, first.span if first else None))
            return False
        if len(chain) > LIMITS.include_depth:
            self.report.tell(item.span, included_too_deep())
            return False
        self.seen[path] = item
        return True


@lru_cache(maxsize=64)
def _size(tree: Node) -> int:
    """How many keys, values, mappings and lists a tree has; known for a while, as the files of a game are read again and again."""
    found, waiting = 0, [tree]
    while waiting:
        node = waiting.pop()
        found += 1
        if isinstance(node, Mapping):
            found += len(node)
            waiting += [value for _, value in node]
        elif isinstance(node, Sequence):
            waiting += node.items
    return found


def _called(tree: Mapping) -> str:
    """The key under which a file names what it includes; a misspelt one will be reported, and is read as what was meant."""
    return INCLUDES if INCLUDES in tree else next((key.text for key, _ in tree if _means_includes(key.text)), INCLUDES)


@lru_cache(maxsize=64)
def _means_includes(key: str) -> bool:
    return nearest(key, (INCLUDES,)) is not None


def joined(trees: list[Mapping], report: Report) -> Mapping:
    """One tree from several: the entries of a section that stands in more than one file follow each other.

    Ids that stand in two files are left in, twice; the reader reports them. A section that is no map of entries in one of
    the files can't be joined, which is reported.
    """
    if len(trees) == 1:
        return trees[0]
    often = Counter(key.text for tree in trees for key, _ in tree)
    first: dict[str, tuple[Scalar, Node]] = {}
    further: dict[str, list[tuple[Scalar, Node]]] = {}
    for tree in trees:
        for key, value in tree:
            if often[key.text] == 1 or key.text not in first:
                first[key.text] = (key, value)
                continue
            other, there = first[key.text]
            if isinstance(there, Mapping) and isinstance(value, Mapping):
                further.setdefault(key.text, []).extend(value)
            elif isinstance(there, Mapping) or _may_be_a_word(key.text):
                report.tell(key.span, section_in_two_files(key.text, other.span))
    return Mapping(tuple((key, _longer(value, further.get(key.text, []))) for key, value in first.values()), trees[0].span)


def _may_be_a_word(section: str) -> bool:
    """Whether a section may be written as one sentence; another that is one is told by its reader."""
    form = FILES["game"].keys.get(section)
    return form is None or form.holds.scalar is not None


def _longer(node: Node, pairs: list[tuple[Scalar, Node]]) -> Node:
    """A map with more pairs."""
    return replace(node, pairs=(*node, *pairs), _index={}) if isinstance(node, Mapping) and pairs else node
