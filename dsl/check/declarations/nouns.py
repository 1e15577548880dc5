"""Options, lists, tables, graphs, resources, house seats: the words of a game, before anything speaks of them."""

from __future__ import annotations

import re

from custumal.dsl.base.frozen import replace
from custumal.dsl.base.limits import MOST_SEATS
from custumal.dsl.base.types import ANYTHING, TRUTH, Anything, Number, Row, Seat, Symbol, Thing, Truth, Type, bare
from custumal.dsl.check.declarations.constants import constant_value
from custumal.dsl.check.declarations.type_names import type_of
from custumal.dsl.check.entries.context import Context
from custumal.dsl.check.symbols.vocabulary import CORNERS, DIRECTIONS, HALVES, SIDES
from custumal.dsl.check.typing.intervals import bounds
from custumal.dsl.check.typing.scope import Scope
from custumal.dsl.diagnostics.catalogue.keys import (
    edge_joins_two,
    empty_table,
    no_table_row,
    players_form,
    said_in_the_whole,
    twice_in_list,
)
from custumal.dsl.diagnostics.catalogue.names import no_list, no_node, no_word_in
from custumal.dsl.diagnostics.catalogue.types import another_type_elsewhere
from custumal.dsl.diagnostics.catalogue.values import never_said, no_seat_of_players, not_within, players_range, table_of_numbers
from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.diagnostics.suggest import nearest
from custumal.dsl.documents.document import Entry, Slot
from custumal.dsl.documents.ids import NAME
from custumal.dsl.keys import ABOUT_NAMES, FORMS
from custumal.dsl.model import Graph, HouseSeat, Listing, Option, Source, StepTable, Text
from custumal.dsl.sentences.syntax import TypeWord
from custumal.dsl.sentences.syntax_tools import number_range
from custumal.dsl.yaml.tree import Mapping, Scalar, Sequence

_NAME = re.compile(NAME)


def builtin_lists(cx: Context) -> None:
    """`direction`, which every board knows, of these words the four of `side` and the four of `corner`, and `half`, two for each side; a
    game may have lists of these names itself."""
    nowhere = Source("", cx.document.tree.span if cx.document.tree is not None else cx.no_span)
    is_own = any(entry.id == "direction" for entry in cx.document.section("lists"))
    for name, words in (("direction", DIRECTIONS), ("side", SIDES), ("corner", CORNERS), ("half", HALVES)):
        among = "direction" if name in ("side", "corner") and not is_own else None
        members = tuple(DIRECTIONS.index(word) for word in words) if among is not None else tuple(range(len(words)))
        cx.declared.add_list(Listing(name, words, among, members, (), nowhere))


def resource_names(cx: Context) -> None:
    """Resources are words of a list of their own."""
    names = cx.declared.resources = tuple(entry.id for entry in cx.document.section("resources"))
    cx.declared.add_list(Listing("resource", names, None, tuple(range(len(names))), (), Source("", cx.no_span)))


def house_seat_names(cx: Context) -> None:
    cx.declared.add_house_seats(tuple(entry.id for entry in cx.document.section("house-seats")))


def house_seats(cx: Context) -> tuple[HouseSeat, ...]:
    """The house seats in full; their conditions may read definitions."""
    entries = cx.document.section("house-seats")
    return tuple(HouseSeat(e.id, cx.expression(e.slot("if"), Scope(no_actor=True), TRUTH), cx.source(e)) for e in entries)


def lists(cx: Context) -> None:
    """All lists; sub-lists after the lists of which they are a part, attributes after all words are known."""
    entries = cx.document.section("lists")
    for entry in (e for e in entries if e.slot("among") is None):
        words = _words(entry)
        cx.declared.add_list(Listing(entry.id, tuple(w.text for w in words), None, tuple(range(len(words))), (), cx.source(entry)))
        _no_doubles(cx, words)
    for entry in (e for e in entries if e.slot("among") is not None):
        _sub_list(cx, entry)


_ABOUT = (*ABOUT_NAMES, "because")
"""What is no attribute of a word."""


def attributes(cx: Context) -> None:
    """The attributes of the words of lists, and of resources."""
    _attributes(cx, "resource", cx.document.section("resources"), (*FORMS["resource"].keys, *_ABOUT))
    for entry in cx.document.section("lists"):
        slot = entry.slot("are")
        if entry.slot("among") is None and slot is not None and slot.entries:
            _attributes(cx, entry.id, slot.entries, _ABOUT)


def labels(cx: Context) -> dict[str, Text]:
    """What words, resources, kept values, zones and lines of the score say themselves."""
    lists = (entry for entry in cx.document.section("lists") if entry.slot("among") is None)
    words = (word for entry in lists if (slot := entry.slot("are")) is not None for word in slot.entries)
    nouns = (entry for section in ("resources", "kept", "zones", "scoring") for entry in cx.document.section(section))
    known = cx.findings.sources  # what was refused has no source
    return {entry.id: known[entry.address].say for entry in (*words, *nouns) if entry.slot("say") is not None and entry.address in known}


def _words(entry: Entry) -> list[Scalar]:
    slot = entry.slot("are")
    if slot is None:
        return []
    if slot.entries:
        return [e.key for e in slot.entries]
    if isinstance(slot.node, Scalar):  # that it is no list has been reported
        return [Scalar(found[0], found[0], slot.node.span_of(*found.span())) for found in _NAME.finditer(slot.node.text)]
    return [n for n in slot.node if isinstance(n, Scalar)] if isinstance(slot.node, Sequence) else []


def _no_doubles(cx: Context, words: list[Scalar]) -> None:
    seen: set[str] = set()
    for word in words:
        if word.text in seen:
            cx.report.tell(word.span, twice_in_list(word.text))
        seen.add(word.text)


def _sub_list(cx: Context, entry: Entry) -> None:
    among = entry.text("among") or ""
    slot = entry.slot("among")
    if among not in cx.declared.lists:
        assert slot is not None
        guess = nearest(among, [*cx.declared.lists, "resource"]) or _list_of(cx, entry)
        cx.report.tell(slot.node.span, no_list(among, guess))
        if guess is None:
            words = tuple(word.text for word in _words(entry))
            cx.declared.add_list(Listing(entry.id, words, None, tuple(range(len(words))), (), cx.source(entry)))
            return
        among = guess  # so that one slip is one message
    whole = cx.declared.lists[among]
    named = [word for word in _words(entry) if word.text in whole.symbols]
    for word in _words(entry):
        if word.text in whole.symbols:
            cx.ex.note_use(word.text)
        else:
            cx.report.tell(word.span, no_word_in(among, word.text, nearest(word.text, whole.symbols)))
    _nothing_said(cx, entry.slot("are"), among)
    names = tuple(word.text for word in named)
    members = tuple(whole.members[whole.symbols.index(name)] for name in names)
    cx.declared.add_list(Listing(entry.id, names, cx.words.root(among), members, (), cx.source(entry)))


def _list_of(cx: Context, entry: Entry) -> str | None:
    """The list that has all words of this one."""
    words = {word.text for word in _words(entry)}
    return next((name for name, known in cx.declared.lists.items() if words and words <= {*known.symbols}), None)


def _nothing_said(cx: Context, slot: Slot | None, among: str) -> None:
    """A part of a list only names its words: what they are is the same in every list."""
    for key in (part.key for word in (slot.entries if slot is not None else ()) for part in word.slots.values()):
        if key is not None:
            cx.report.tell(key.span, said_in_the_whole(among))


def _attributes(cx: Context, name: str, entries: tuple[Entry, ...], other_keys: tuple[str, ...]) -> None:
    columns: dict[str, list[object]] = {}
    types: dict[str, Type] = {}
    for i, word in enumerate(entries):
        cx.source(word)
        for column, value in word.slots.items():
            if column not in other_keys:
                columns.setdefault(column, [None] * len(entries))[i] = _attribute_value(cx, column, value, types)
    packed = tuple((column, tuple(values)) for column, values in columns.items())
    full = replace(cx.declared.listings[name], attributes=packed)
    cx.declared.add_list(full, tuple(types.get(column, ANYTHING) for column in columns))


def _attribute_value(cx: Context, column: str, slot: Slot, types: dict[str, Type]) -> object:
    """The value of a word; the first one of a column tells of which type all of it are."""
    expr = cx.expression(slot, Scope(no_actor=True))
    if expr is None:
        return None
    value = constant_value(cx, expr)
    known = types.setdefault(column, expr.type)
    if not cx.ex.agree(known, expr.type):
        cx.report.tell(expr.span, another_type_elsewhere(column, known))
    return value


def tables(cx: Context) -> None:
    for entry in cx.document.section("tables"):
        rows: dict[int, int] = {}
        for row in entry.entries("rows"):
            key, value = row.key.value, row.number("is")
            if isinstance(key, int) and value is not None:
                rows[key] = value
            else:
                cx.report.tell(row.key.span, table_of_numbers())
        written = entry.slot("rows")
        if written is not None and isinstance(written.node, Mapping) and len(written.node) > len(rows):
            cx.declared.lost.add(entry.id)  # a row could not be read, which has been reported
        if written is None:
            cx.declared.lost.add(entry.id)  # that it has none has been reported
        elif not rows:
            cx.report.tell(entry.key.span, empty_table(entry.id))
        if not rows:
            rows[0] = 0
        ordered = sorted(rows)
        provenance = _row_provenance(cx, entry, ordered)
        cx.declared.tables[entry.id] = StepTable(entry.id, tuple((key, rows[key]) for key in ordered), cx.source(entry), provenance)


def _row_provenance(cx: Context, table: Entry, rows: list[int]) -> tuple[str, ...]:
    """Where each row of a table of numbers comes from, "" unknown; nothing if nothing is said."""
    slot = table.slot("provenance")
    if slot is None:
        return ()
    known = [str(row) for row in rows]
    for said in slot.entries:
        if said.id not in known:
            cx.report.tell(said.key.span, no_table_row(table.id, said.id, nearest(said.id, known)))
    origins = {said.id: said.text("is") or "" for said in slot.entries}
    return tuple(origins.get(row, slot.text or "") for row in known)


def graphs(cx: Context) -> None:
    for entry in cx.document.section("graphs"):
        nodes = _ids(entry.slot("nodes"))
        names = tuple(n.text for n in nodes)
        edges = [_numbers(cx, names, row) for row in _rows(entry.slot("edges"))]
        lines = [_numbers(cx, names, row) for row in _rows(entry.slot("lines"))]
        for node in _rows(entry.slot("edges")):
            if len(node) != 2:  # an edge has two ends
                cx.report.tell(node.span, edge_joins_two())
        pairs = tuple((e[0], e[1]) for e in edges if len(e) == 2)  # an edge has two ends
        cx.declared.graphs[entry.id] = Graph(entry.id, names, pairs, tuple(tuple(line) for line in lines), cx.source(entry))
        cx.declared.add_list(Listing(entry.id, names, None, tuple(range(len(names))), (), cx.source(entry)))


def _ids(slot: Slot | None) -> list[Scalar]:
    return [n for n in slot.node if isinstance(n, Scalar)] if slot is not None and isinstance(slot.node, Sequence) else []


def _rows(slot: Slot | None) -> list[Sequence]:
    return [n for n in slot.node if isinstance(n, Sequence)] if slot is not None and isinstance(slot.node, Sequence) else []


def _numbers(cx: Context, names: tuple[str, ...], row: Sequence) -> list[int]:
    found = []
    for node in row:
        if isinstance(node, Scalar) and node.text in names:
            found.append(names.index(node.text))
        else:
            text = node.text if isinstance(node, Scalar) else "this"
            cx.report.tell(node.span, no_node(text, nearest(text, names)))
    return found


_SAID = (Number, Truth, Seat, Symbol, Thing, Row, Anything)
"""Types of which a value can be said when a game begins."""


def options(cx: Context) -> None:
    for entry in cx.document.section("options"):
        slot = entry.slot("is")
        of: Type = type_of(cx, slot.sentence) if slot is not None and isinstance(slot.sentence, TypeWord) else ANYTHING
        if slot is not None and not isinstance(bare(of), _SAID):
            cx.report.tell(slot.node.span, never_said(of))
        value = value_of_option(cx, entry.slot("default"), of, cx.declared.players[0])
        condition = cx.expression(entry.slot("if"), Scope(no_actor=True), TRUTH)
        cx.declared.add_option(Option(entry.id, of, value, condition, cx.source(entry)))


def value_of_option(cx: Context, slot: Slot | None, of: Type, players: int) -> object:
    """The plain value that a slot gives to an option of a type; what it can't be with so many players is reported."""
    given = cx.expression(slot, Scope(no_actor=True, seats_by_number=True), of)
    value = None if given is None else constant_value(cx, given)
    if isinstance(value, int) and slot is not None:
        within(cx, of, value, players, slot.node.span)
    return value


def within(cx: Context, of: Type, value: int, players: int, span: Span) -> None:
    """Tell of a number that is outside of the bounds of its type, or of a seat that is not there with so many players."""
    of = bare(of)
    if isinstance(of, Seat) and not 0 <= value < players:
        cx.report.tell(span, no_seat_of_players(players))
    low, high = bounds(of)
    if (low is not None and value < low) or (high is not None and value > high):
        cx.report.tell(span, not_within(value, low, high))


def players(cx: Context) -> tuple[int, int]:
    """`players: 2`, `players: 1 to 4`."""
    slot = cx.document.header.get("players")
    found = None if slot is None or slot.sentence is None else number_range(slot.sentence)
    if found is None:
        if slot is not None and slot.sentence is not None:
            cx.report.tell(slot.node.span, players_form())
        return 1, MOST_SEATS  # so that every seat that is named may be there
    low, high = found
    if slot is not None and not 1 <= low <= high <= MOST_SEATS:
        cx.report.tell(slot.node.span, players_range(low, high))
        return 1, MOST_SEATS
    return low, high
