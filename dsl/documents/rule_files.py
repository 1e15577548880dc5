"""Rule files as documents: a tree against the table of keys, and a game file with the files that it includes."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from custumal.dsl.base.frozen import dataclass, replace
from custumal.dsl.diagnostics.catalogue.files import no_version
from custumal.dsl.diagnostics.diagnostic import Diagnostic, Report
from custumal.dsl.documents.component_files import load_tables, with_tables
from custumal.dsl.documents.document import Document, Parse, Part
from custumal.dsl.documents.parts import TABLE, joined, load_parts, prefix_of
from custumal.dsl.documents.reader import LANGUAGE_VERSION, Reader
from custumal.dsl.sentences.sentence import parse as parse_sentence
from custumal.dsl.sentences.syntax import Sentence
from custumal.dsl.yaml.load import load_file, load_source
from custumal.dsl.yaml.scalar_values import is_refused
from custumal.dsl.yaml.source import Sources, SourceText
from custumal.dsl.yaml.traps import check_sentence
from custumal.dsl.yaml.tree import Mapping, Node, Scalar

Files = tuple[tuple[str, SourceText], ...]
"""The kinds of files that make one document, with their texts."""


def read_document(tree: Node, kind: str, file: str, report: Report, parse: Parse | None = None) -> Document:
    """The document of a tree. `kind` is "game", "components" (an included file), "variant", "scenario" or "rulebook".

    Everything that is wrong is reported; what could be read is in the document all the same. `parse` is the parser of
    sentences, that of `dsl.sentence` by default.
    """
    return Reader(report, parse or parse_sentence, has_lines=True).document(tree, kind, file)


def read_file(
    path: Path, kind: str, report: Report, sources: Sources | None = None, name: str | None = None, before: Document | None = None
) -> Document:
    """The document of a file that includes no others; an empty one if it can't be read, which is reported.

    `sources` takes up the text of the file for excerpts; `name` is what messages call it, the path as given by default; `before` is
    the document of the same file as it was, with which nothing was wrong: what has not changed is taken from there.
    """
    name = name or str(path)
    sources = {} if sources is None else sources
    tree = load_file(path, name, report, sources)
    if tree is None:
        return Document(name, kind, None)
    names, complete = load_tables(tree, path.parent, prefix_of(path, name), report, sources)
    document, found = _known(((kind, sources[name]), *((TABLE, sources[table]) for table in names)), _Before(before))
    report.extend(found)
    return document if document.complete == complete else replace(document, complete=complete)


def read_game(
    path: Path, report: Report, sources: Sources | None = None, name: str | None = None, before: Document | None = None
) -> Document:
    """A game file with the files that it includes as one document; an empty one if it can't be read, which is reported.

    An id that stands in two files is an error. `sources`, `name` and `before` as in `read_file`.
    """
    name = name or str(path)
    sources = {} if sources is None else sources
    parts, complete = load_parts(path, name, report, sources)
    if not parts:
        return Document(name, "game", None)
    document, found = _known(tuple((part.kind, sources[part.name]) for part in parts), _Before(before))
    report.extend(found)
    return document if document.complete == complete else replace(document, complete=complete)


@dataclass(frozen=True, slots=True, eq=False)
class _Before:
    """The document of the same files as they were; what is read does not depend on it, only how much of it is made anew."""

    document: Document | None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Before)

    def __hash__(self) -> int:
        return 0


def _known(files: Files, before: _Before) -> tuple[Document, tuple[Diagnostic, ...]]:
    """What `_document` gives, known for a while, as each variant reads the files of its game again."""
    return _last_of(files[0][1].name)(files, before)


@lru_cache(maxsize=64)
def _last_of(_: str) -> Callable[[Files, _Before], tuple[Document, tuple[Diagnostic, ...]]]:
    """What reads a document and knows its last two states: it has some MiB, and an editor makes a new one with every letter."""
    return lru_cache(maxsize=2)(lambda files, before: _document(files, before.document))


def _document(files: Files, before: Document | None) -> tuple[Document, tuple[Diagnostic, ...]]:
    """Readable files as one document, and what is wrong."""
    report = Report()
    tables = {source.name: source for kind, source in files if kind == TABLE}
    prefix = prefix_of(files[0][1].path, files[0][1].name)
    parts = tuple(
        Part(kind, source.name, with_tables(tree, prefix, tables, report))
        for kind, source in files
        if kind != TABLE and (tree := load_source(source, Report())) is not None
    )
    document = read_parts(parts, report, {source.name: source for _, source in files}, before)
    return document, tuple(report.sorted())


def read_parts(parts: tuple[Part, ...], report: Report, texts: Sources, before: Document | None = None) -> Document:
    """Loaded files as one document; `texts` are theirs, by their names."""
    main, *others = parts
    reader = Reader(report, _untorn(texts), *(() if before is None else (before,)), has_lines=True)
    tree = main.tree
    if isinstance(tree, Mapping) and others:
        sections = [reader.sections_only(part.tree, part.name) for part in others]
        tree = joined([reader.with_sections_meant(tree), *(section for section in sections if section is not None)], report)
    document = reader.document(tree, main.kind, main.name)
    _check_version(document, others, report)
    return replace(document, parts=parts)


def _check_version(document: Document, included: list[Part], report: Report) -> None:
    """Every file says in which version of the language it is written."""
    silent = [part.tree for part in included if isinstance(part.tree, Mapping) and "custumal" not in part.tree]
    if document.tree is not None and "custumal" not in document.header:
        silent.append(document.tree)
    for tree in silent:
        if len(tree):
            report.tell(tree.pairs[0][0].span, no_version(LANGUAGE_VERSION))


def _untorn(sources: Sources) -> Parse:
    """The parser of sentences, which first looks at what YAML did to each."""

    def parse(start: str, scalar: Scalar, report: Report) -> Sentence | None:
        if is_refused(scalar) and not isinstance(scalar.value, bool):
            return None
        source = sources.get(scalar.span.file)
        whole = source is None or check_sentence(scalar, source, report)
        return parse_sentence(start, scalar, report) if whole else None

    return parse
