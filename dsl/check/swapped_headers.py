"""Sections under the header of another one: most entries are wrong there, and all of them can be read under another header."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator

from custumal.dsl.base.frozen import dataclass, replace
from custumal.dsl.diagnostics.catalogue.keys import MISSING_KEY, is_lost_header, is_without_id, swapped_header
from custumal.dsl.diagnostics.catalogue.scalars import is_of_spelling
from custumal.dsl.diagnostics.catalogue.yaml import DUPLICATE_KEY, is_torn
from custumal.dsl.diagnostics.diagnostic import Diagnostic, Report, Span
from custumal.dsl.documents.document import Document, Part
from custumal.dsl.documents.reader import Reader
from custumal.dsl.keys import ABOUT_NAMES, FILES, FORMS, Anything, Entries, Holds, One, Sentence
from custumal.dsl.sentences.sentence import parse
from custumal.dsl.yaml.tree import Mapping, Node, Scalar, Sequence

_MOST_TRIED = 8
"""Headers that may be meant under which rules are checked again."""
_QUOTED = re.compile(r"`([^`]+)`")
_SEVERAL = 3
"""Texts that stand for something else if none of them can be read."""
Pair = tuple[Scalar, Node]
Judge = Callable[[Part], list[Diagnostic]]


@dataclass(frozen=True, slots=True)
class SwappedHeader:
    """The header of a section, with what stands under it, and the headers that may be meant: the file has none of them, and all entries
    fit. `part` is the file, `tree` what stands in it; `rest` what stands under the same header elsewhere, None if it is there once. Where
    that is not sure (`is_sure`), something may be wrong with one of its two entries instead."""

    part: Part
    tree: Mapping
    key: Scalar
    value: Mapping
    own: Holds
    names: tuple[str, ...]
    rest: Mapping | None = None
    is_sure: bool = True

    def told(self) -> Diagnostic:
        return swapped_header(self.key.text, self.names).at(self.key.span)

    def is_blamed_for(self, one: Diagnostic) -> bool:
        """Whether a problem, found when the files were read, comes of the header: in its section, or of one that seems to be missing."""
        section = (self.key, self.value)
        if not self.names and one.code == DUPLICATE_KEY.id:
            return False
        is_lacking = one.code == MISSING_KEY.id and one.span == self.tree.pairs[0][0].span
        return is_lacking or _is_in(section, one.span) or any(_is_in(section, related.span) for related in one.related)

    def with_fitting(self, *, may_be_data: bool) -> SwappedHeader:
        """With those headers that the file has not, and under which all entries can be read; data of any sort if nothing else fits."""
        keys = FILES[self.part.kind].keys
        absent = [each for name, each in keys.items() if name not in self.tree and each.holds.map is not None]
        fitting = [each for each in absent if _fits(each.holds, self.key, self.value, may_be_data=may_be_data)]
        known = tuple(each.name for each in fitting if not isinstance(each.holds.map, Anything))
        return replace(self, names=known or tuple(each.name for each in fitting))

    def with_name(self, name: str) -> Part:
        """The file with another header."""
        renamed = replace(self.key, value=name, text=name, places=())
        others = tuple((key, value if self.rest is None else self.rest) for key, value in self.tree if key.text == self.key.text)
        pairs = tuple(pair for pair in self.tree if pair[0].text != self.key.text)
        return replace(self.part, tree=replace(self.tree, pairs=(*pairs, (renamed, self.value), *(others if self.rest else ())), _index={}))

    def with_sound_ones(self, judge: Judge) -> SwappedHeader | None:
        """With those of the headers only under which nothing is wrong, and nothing strange in the section if that is not sure; None where
        there is none."""
        names = tuple(name for name in self.names[:_MOST_TRIED] if self._is_sound(judge(self.with_name(name))))
        return replace(self, names=names) if names else None

    def _is_sound(self, found: list[Diagnostic]) -> bool:
        return not any(one.is_error or (not self.is_sure and _is_in((self.key, self.value), one.span)) for one in found)


def with_swapped_headers(
    files: Iterable[Document | None], read: Iterable[Diagnostic], rules: Iterable[Document], found: Iterable[Diagnostic], judge: Judge
) -> list[Diagnostic] | None:
    """What is wrong where a header is that of another section: this once, instead of all that comes of it; None where none is.

    Args:
        files: all that were read; `read` is what was wrong then.
        rules: those of them that were checked; `found` is what was wrong then, if they could be read as they stand.
        judge: what is wrong with one of these under another header.
    """
    read = list(read)
    unreadable = _unreadable(files, [one for one in read if one.is_error])
    alone = _confirmed_alone(unreadable, read, judge)
    if alone is not None:
        return [alone.told()]
    headers = [header for header in unreadable if header.is_sure]
    if headers:
        others = [one for one in read if not any(header.is_blamed_for(one) for header in headers)]
        named = (header for header in headers if header.names)
        return [*others, *((header if others else header.with_sound_ones(judge) or header).told() for header in named)]
    if any(is_torn(one) or is_lost_header(one) for one in read):
        return None
    blamed = [one for one in found if one.is_error and not is_of_spelling(one)]
    tried = (header.with_sound_ones(judge) for header in _unheard_of(rules, blamed))
    sound = next((header for header in tried if header is not None), None)
    return None if sound is None else [sound.told()]


def _confirmed_alone(headers: list[SwappedHeader], read: list[Diagnostic], judge: Judge) -> SwappedHeader | None:
    """The one header that is not sure, where nothing is wrong but what comes of it, and nothing at all under another one."""
    if len(headers) != 1 or headers[0].is_sure or not all(headers[0].is_blamed_for(one) for one in read) or any(map(is_lost_header, read)):
        return None
    return headers[0].with_sound_ones(judge)


def _unreadable(files: Iterable[Document | None], wrong: list[Diagnostic]) -> list[SwappedHeader]:
    """The headers under which most entries can't be read, whatever is said in them; one entry has to tell it by its keys. And those that
    are there twice, without names where it can't be told which of them is wrong."""
    found = []
    misspelt = frozenset(one.span for one in wrong if one.suggestion is not None)
    nameless = [one.span for one in wrong if is_without_id(one)]
    for header in _sections(files, wrong):
        if any(_is_in((header.key, header.value), span) for span in nameless):
            continue
        failing = _failing(header.value, wrong)
        foreign = [pair for pair in failing if _is_foreign(header.own, pair, misspelt)]
        is_prose = len(failing) == len(header.value) >= _SEVERAL and all(isinstance(node, Scalar) for _, node in failing)
        is_one = len(header.value) == 1 and any(isinstance(node, Mapping | Sequence) for _, node in foreign)
        is_other = is_one or (len(foreign) > 1 and not _has_own_keys(header))
        if is_prose or (is_other and 2 * len(foreign) >= len(header.value)):
            found.append(header.with_fitting(may_be_data=len(foreign) > 1))
        elif header.rest is None and len(foreign) == 1 and len(header.value) == 2 and not _has_own_keys(header):
            found.append(replace(header, is_sure=False).with_fitting(may_be_data=False))
        elif header.rest is not None:
            found.append(header)
    return [header for header in found if header.names or header.rest is not None]


def _unheard_of(files: Iterable[Document], wrong: list[Diagnostic]) -> Iterator[SwappedHeader]:
    """The headers under which everything can be read, but most entries, and several, mean nothing there or are missed elsewhere."""
    said = frozenset(name for one in wrong for name in _QUOTED.findall(one.message))
    for header in _sections(files, wrong):
        within = _places_within(header.value, (one.span for one in wrong))
        failing = [at for at, pair in enumerate(header.value) if at in within or not said.isdisjoint(_names_in(pair))]
        if len(failing) > 1 and 2 * len(failing) >= len(header.value):
            yield header.with_fitting(may_be_data=False)


def _sections(files: Iterable[Document | None], wrong: list[Diagnostic]) -> Iterator[SwappedHeader]:
    """The sections in files where something is wrong; those that have one header each alone."""
    for part in dict.fromkeys(part for document in files if document is not None for part in document.parts if wrong):
        for key, value in part.tree if isinstance(part.tree, Mapping) else ():
            known = FILES[part.kind].keys.get(key.text)
            if known is not None and known.holds.map is not None and isinstance(value, Mapping) and isinstance(part.tree, Mapping):
                yield from _each_alone(SwappedHeader(part, part.tree, key, value, known.holds, ()), wrong)


def _each_alone(header: SwappedHeader, wrong: list[Diagnostic]) -> Iterator[SwappedHeader]:
    """A section, or both of those that have the same header and were read as one."""
    twice = (one.span for one in wrong if one.code == DUPLICATE_KEY.id and any(r.span == header.key.span for r in one.related))
    again = next(twice, None)
    before = tuple(pair for pair in header.value if again is None or pair[0].span < again)
    behind = header.value.pairs[len(before) :]
    if again is None or not before or not behind:
        yield header
        return
    first, second = (Mapping(pairs, pairs[0][0].span.to(pairs[-1][1].span)) for pairs in (before, behind))
    yield replace(header, value=first, rest=second)
    yield replace(header, key=replace(header.key, span=again), value=second, rest=first)


def _failing(value: Mapping, wrong: list[Diagnostic]) -> list[Pair]:
    """The entries in which something is wrong: all from one on above which a line seems to be missing."""
    within = _places_within(value, (one.span for one in wrong))
    lost = min(_places_within(value, (one.span for one in wrong if is_lost_header(one))), default=len(value))
    return [pair for at, pair in enumerate(value) if at >= lost or at in within]


def _places_within(value: Mapping, spans: Iterable[Span]) -> set[int]:
    """Which entries of a section, by their number, have one of these places in them."""
    starts = sorted((pair[0].span.file, pair[0].span.line, pair[0].span.column, at) for at, pair in enumerate(value))
    found = set()
    for span in spans:
        before = bisect_right(starts, (span.file, span.line, span.column, len(starts))) - 1
        if before >= 0 and _is_in(value.pairs[starts[before][3]], span):
            found.add(starts[before][3])
    return found


def _is_in(pair: Pair, at: Span) -> bool:
    first, last = pair[0].span, pair[1].span
    return first.file == at.file and (first.line, first.column) <= (at.line, at.column) <= (last.end_line, last.end_column)


def _names_in(pair: Pair) -> Iterator[str]:
    """The name of an entry, and the words that it declares."""
    yield pair[0].text.partition("(")[0].strip()
    if isinstance(pair[1], Sequence):
        yield from (item.text for item in pair[1].items if isinstance(item, Scalar))


def _has_own_keys(header: SwappedHeader) -> bool:
    """Whether a section that is one thing has keys of it: then what is strange lost its own header."""
    known = FORMS[header.own.map.form].keys if isinstance(header.own.map, One) else {}
    return any(key.text in known and key.text not in ABOUT_NAMES for key, _ in header.value)


def _is_foreign(own: Holds, pair: Pair, misspelt: frozenset[Span]) -> bool:
    """Whether an entry can't be meant as one of a section: its id or its sort is none, or most of its keys, misspelt ones left out."""
    key, node = pair
    if isinstance(own.map, One):
        return key.text not in FORMS[own.map.form].keys
    form = FORMS[own.map.form] if isinstance(own.map, Entries) else FORMS["step"]
    main = None if form.main is None else form.keys[form.main].holds
    if "(" in key.text and not (isinstance(own.map, Entries) and own.map.ids in ("signature", "any")):
        return True
    if not isinstance(node, Mapping):
        return main is None or (main.scalar is None if isinstance(node, Scalar) else main.members is None)
    keys = [each for each, _ in node if each.text not in ABOUT_NAMES and each.span not in misspelt]
    strange = [each for each in keys if each.text not in form.keys]
    return form.others is None and 2 * len(strange) > len(keys)


def _fits(holds: Holds, key: Scalar, value: Mapping, *, may_be_data: bool) -> bool:
    """Whether all that stands under a header can be read under another one; texts and data could be anything."""
    if not may_be_data and not _is_distinct(holds) and not all(isinstance(node, Mapping) for _, node in value):
        return False
    if isinstance(holds.map, Anything):
        return may_be_data
    first = value.pairs[:1] if isinstance(holds.map, Entries) else ()
    return all(_reads(holds, key, Mapping((pair,), value.span)) for pair in first) and _reads(holds, key, value)


def _is_distinct(holds: Holds) -> bool:
    """Whether a short entry is a sentence, or no single value: a text or a number may be anything."""
    if isinstance(holds.map, Anything):
        return False
    form = FORMS[holds.map.form] if isinstance(holds.map, Entries) else FORMS["step"]
    main = None if form.main is None else form.keys[form.main].holds.scalar
    return form.main is not None and (main is None or isinstance(main, Sentence))


def _reads(holds: Holds, key: Scalar, value: Mapping) -> bool:
    report = Report()
    Reader(report, parse).value(holds, key, key, value, "trial", "trial")
    return not report.sorted()
