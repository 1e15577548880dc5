"""Kinds and the tables of their things."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Mapping as Dictionary

from custumal.dsl.base.frozen import replace
from custumal.dsl.base.types import ANYTHING, NUMBER, SEAT, TRUTH, Anything, Maybe, Place, Set, Symbol, Table, Thing, Type
from custumal.dsl.check.declarations.printed import AROUND, check_sides, printed
from custumal.dsl.check.declarations.renamed_columns import name_in_rows
from custumal.dsl.check.declarations.type_names import type_of
from custumal.dsl.check.entries.context import Context
from custumal.dsl.check.symbols.signatures import KindInfo, RowInfo
from custumal.dsl.check.typing.scope import Scope
from custumal.dsl.diagnostics.catalogue.keys import (
    column_like_key,
    column_of_other_name,
    from_for_each,
    missing_column,
    missing_owner,
    no_column,
    not_owned,
    row_twice,
)
from custumal.dsl.diagnostics.catalogue.names import no_kind
from custumal.dsl.diagnostics.catalogue.types import in_names_the_zone, zone_has_cells, zone_holds
from custumal.dsl.diagnostics.catalogue.values import copies_below_none
from custumal.dsl.diagnostics.suggest import nearest
from custumal.dsl.documents.document import Document, Entry, Slot
from custumal.dsl.documents.ids import is_id
from custumal.dsl.keys import FORMS
from custumal.dsl.model import ComponentTable, Const, Expr, Kind, KindRow, Local, Op
from custumal.dsl.model.node_walk import locals_in
from custumal.dsl.sentences import syntax as sx
from custumal.dsl.yaml.tree import Mapping, Scalar

_ROW_KEYS = (*FORMS["row"].keys, "because")
"""What is no printed column of a row."""


def kind_names(cx: Context) -> None:
    """Kinds by name, so that types can speak of them; their columns come when all types are known."""
    for entry in cx.document.section("kinds"):
        owned = _is_owned(entry)
        serves = entry.text("serves") or ("owner" if owned else "holder")
        cx.declared.kinds[entry.id] = KindInfo(entry.id, {}, owned, serves)


def _is_owned(entry: Entry) -> bool:
    """Whether things of a kind have an owner; where it could not be read, which has been reported, they may have one."""
    slot = entry.slot("owned")
    return entry.is_true("owned") or (slot is not None and not isinstance(getattr(slot.node, "value", None), bool))


def columns(cx: Context) -> None:
    for entry in cx.document.section("kinds"):
        types: dict[str, Type] = {}
        for column in entry.entries("printed"):
            if column.id in _ROW_KEYS:
                cx.report.tell(column.key.span, column_like_key(column.id))
                types[column.id] = ANYTHING
                continue
            is_ = column.slot("is")
            of = type_of(cx, is_.sentence) if is_ is not None and isinstance(is_.sentence, sx.TypeWord) else ANYTHING
            types[column.id] = of
            cx.source(column)
        if isinstance(entry.node, Scalar):
            types = dict.fromkeys(_columns_of_rows(cx, entry.id), ANYTHING)  # it could not be read, which has been reported
        _renamed(cx, entry, types)
        cx.declared.kinds[entry.id] = replace(cx.declared.kinds[entry.id], printed=types)


def _columns_of_rows(cx: Context, kind: str) -> Iterator[str]:
    """What rows of a kind have, as far as it may be printed on things."""
    for table in cx.document.section("components"):
        if table.text("kind") == kind:
            yield from (item.id for item in table.entries("for-each") if item.id != "owner")
            yield from (name for row in _rows(table) for name in row.slots if row is not table and name not in _ROW_KEYS)


def _renamed(cx: Context, kind: Entry, types: dict[str, Type]) -> None:
    """Where all rows know a column by another name that is told, and of neither name anything else is said."""
    found = name_in_rows(cx, kind, types, _ROW_KEYS)
    if found is None:
        return
    column = next(each for each in kind.entries("printed") if each.id == found[0])
    cx.report.tell(column.key.span, column_of_other_name(kind.id, *found))
    types |= dict.fromkeys(found, ANYTHING)


def row_names(cx: Context) -> None:
    """The rows of every table by name, and which of them are there once and so are things themselves."""
    found: dict[str, list[RowInfo]] = {kind: [] for kind in cx.declared.kinds}
    most: dict[str, int | None] = dict.fromkeys(found, 0)
    for table in cx.document.section("components"):
        _unknown_kind(cx, table)
        kind = _kind_of(cx, table)
        if kind in found:
            found[kind] += _row_names(cx, table, {row.name for row in found[kind]})
            before, more = most[kind], _most_of(cx, table)
            most[kind] = None if before is None or more is None else before + more
        else:
            cx.declared.lost.update(row.id for row in _rows(table))
    for kind, rows in found.items():
        cx.declared.add_rows(kind, rows, most[kind])


def _unknown_kind(cx: Context, table: Entry) -> None:
    slot, kind = table.slot("kind"), table.text("kind") or ""
    if slot is not None and kind not in cx.declared.kinds and is_id("id", kind):
        cx.report.tell(slot.node.span, no_kind(kind, nearest(kind, cx.declared.kinds)))


def _kind_of(cx: Context, table: Entry) -> str:
    """The kind of a table's things; where none is called so, which is reported, the one that was probably meant."""
    kind = table.text("kind") or ""
    return kind if kind in cx.declared.kinds else nearest(kind, cx.declared.kinds) or ""


def _row_names(cx: Context, table: Entry, taken: set[str]) -> Iterator[RowInfo]:
    """The rows of one table; `taken` are the names that other tables of the kind have given."""
    one_each = table.slot("for-each") is None and table.number("copies") in (None, 1)
    each = None if _is_torn(table) else tuple(item.id for item in table.entries("for-each"))
    for row in _rows(table):
        if row.id in taken:
            cx.report.tell(row.key.span, row_twice(table.text("kind") or "", row.id))
        copies = row.slot("copies")
        cx.declared.copies[row.address] = _number_of(row, table)
        yield RowInfo(row.id, one_each and (copies is None or copies.number in (None, 1)), row.address, each)


def _is_torn(table: Entry) -> bool:
    """Whether it could not be read for which values there is one thing each, which has been reported."""
    each = table.slot("for-each")
    return each is not None and not isinstance(each.node, Mapping)


def _most_of(cx: Context, table: Entry) -> int | None:
    """How many things there are of a table at most."""
    each, total = _most_each(cx, table), 0
    for row in _rows(table):
        number = _number_of(row, table)
        if each is None or number is None:
            return None
        total += each * number
    return total


def _number_of(row: Entry, table: Entry) -> int | None:
    """How many copies there are of a row, where that is written as a number."""
    copies = row.slot("copies") or table.slot("copies")
    is_none = copies is not None and copies.number is not None and copies.number < 0  # which is reported
    return 1 if copies is None else None if is_none else copies.number


def _most_each(cx: Context, table: Entry) -> int | None:
    """How many things `for-each` makes of one copy of a row, at most."""
    total = 1
    for item in table.entries("for-each"):
        domain = item.slot("is")
        word = domain.sentence.text if domain is not None and isinstance(domain.sentence, sx.Name) else ""
        if word == "seat":
            total *= cx.declared.players[1]
        elif word in cx.declared.lists:
            total *= len(cx.declared.lists[word].symbols)
        else:
            return None
    return total


def _rows(table: Entry) -> tuple[Entry, ...]:
    slot = table.slot("rows")
    return (table,) if slot is None else slot.entries


# ---------------------------------------------------------------- tables in full


def components(cx: Context) -> tuple[dict[str, ComponentTable], dict[str, list[KindRow]]]:
    """All tables, and the rows of each kind in the order in which `row_names` numbered them."""
    tables: dict[str, ComponentTable] = {}
    rows: dict[str, list[KindRow]] = {name: [] for name in cx.declared.kinds}
    for entry in cx.document.section("components"):
        info = cx.declared.kinds.get(_kind_of(cx, entry))
        if info is None:
            continue
        tables[entry.id] = _table(cx, entry, info, rows[info.name])
    return tables, rows


def _table(cx: Context, entry: Entry, info: KindInfo, rows: list[KindRow]) -> ComponentTable:
    source = cx.source(entry)
    each = _for_each(cx, entry, info)
    printed = _printed_names(cx, entry, info, {name for name, _, _ in each})
    scope = Scope(no_actor=True, torn=_is_torn(entry)).bind(*(local for _, _, local in each), *(local for _, local in printed))
    place = _first_place(cx, entry, info, scope)
    read = locals_in(place)
    condition = cx.expression(entry.slot("if"), Scope(no_actor=True), TRUTH)
    numbers = []
    given = tuple(info.printed) if _is_torn(entry) else tuple(name for name, _, _ in each)
    for row in _rows(entry):
        numbers.append(len(rows))
        rows.append(_row(cx, row, entry, info, given))
    provenance = entry.text("provenance")
    for said in {id(one): one for one in (entry, *_rows(entry))}.values():
        _known_columns(cx, said, info)
    used = tuple((name, local) for name, local in printed if local.id in read)
    return ComponentTable(entry.id, info.name, place, each, condition, tuple(numbers), provenance, source, used)


def _printed_names(cx: Context, entry: Entry, info: KindInfo, each: set[str]) -> list[tuple[str, Local]]:
    """The printed columns that can be read where things are laid at first; a zone of that name is meant by its name."""
    taken = {*each, *cx.declared.zones, *cx.declared.kept, *cx.declared.options, *cx.declared.definitions}
    return [(name, cx.ex.locals.new(name, of, entry.key.span)) for name, of in info.printed.items() if name not in taken]


def _known_columns(cx: Context, entry: Entry, info: KindInfo) -> None:
    """A map of `provenance` speaks of printed columns."""
    for said in entry.entries("provenance"):
        if said.id not in info.printed:
            cx.report.tell(said.key.span, no_column(info.name, said.id, nearest(said.id, [*info.printed])))


def _for_each(cx: Context, entry: Entry, info: KindInfo) -> tuple[tuple[str, Expr, Local], ...]:
    found = []
    for item in entry.entries("for-each"):
        domain = _domain(cx, item.slot("is"))
        inner = domain.type.inner if isinstance(domain.type, Set) else ANYTHING
        name = item.id
        if name != "owner" and name not in info.printed:
            guess = nearest(name, [*info.printed, "owner"])
            cx.report.tell(item.key.span, no_column(info.name, name, guess))
            if guess is not None and not any(guess in row.slots for row in _rows(entry)):
                name = guess  # so that one slip is one message
        if name == "owner" and not info.owned:
            cx.report.tell(item.key.span, not_owned(info.name))
        found.append((name, domain, cx.ex.locals.new(item.id, inner, item.key.span)))
    if info.owned and not _is_torn(entry) and not any(name == "owner" for name, _, _ in found):
        cx.report.tell(entry.key.span, missing_owner(info.name))
    return tuple(found)


def _domain(cx: Context, slot: Slot | None) -> Expr:
    """The values of a `for-each`: a list or `seat` by its name, else any set."""
    if slot is not None and isinstance(slot.sentence, sx.Name):
        word, span = slot.sentence.text, slot.sentence.span
        if word == "seat":
            return Op(Set(SEAT, filled=True), span, "seats", ())
        if word in cx.declared.lists or word == "resource":
            cx.ex.note_use(word)
            return Op(Set(Symbol(word), filled=True), span, "all-symbols", (), word)
        if cx.is_slip(slot, Scope(), (*cx.declared.lists, "seat", "resource")):
            return Const(Set(ANYTHING), span, ())
    found = cx.set_of(slot, Scope(no_actor=True))
    return found if found is not None else Const(Set(ANYTHING), cx.no_span, ())


def _first_place(cx: Context, entry: Entry, info: KindInfo, scope: Scope) -> Expr:
    """Where the things of a table are at first."""
    place = cx.expression(entry.slot("in"), scope)
    if place is None:
        return Const(ANYTHING, entry.key.span, None)
    zone = cx.words.zone_called(getattr(place.type, "zone", ""))
    if zone is None and place.type != ANYTHING:
        cx.report.tell(place.span, in_names_the_zone())
    elif zone is not None and zone.holds != info.name and not zone.holds_unknown:
        cx.report.tell(place.span, zone_holds(zone.name, zone.holds, info.name))
    if zone is not None and isinstance(place.type, Place) and zone.form not in ("heap", "pile", "bag") and not zone.one:
        cx.report.tell(place.span, zone_has_cells(zone.name))
    return place


def _row(cx: Context, row: Entry, table: Entry, info: KindInfo, each: tuple[str, ...]) -> KindRow:
    """One row in full; a table without rows is its own only row, of which nothing is printed but what `for-each` says."""
    source = cx.source(row)
    copies_slot = row.slot("copies") or table.slot("copies")
    copies = cx.expression(copies_slot, Scope(no_actor=True), NUMBER) or cx.literal(1, row.key.span)
    if copies_slot is not None and copies_slot.number is not None and copies_slot.number < 0:
        cx.report.tell(copies_slot.node.span, copies_below_none(copies_slot.number))
    condition = cx.expression(row.slot("if"), Scope(no_actor=True), TRUTH) if row is not table else None
    cells = {} if row is table else _cells(cx, row, table, info, each)
    values = {name: _cell(cx, row, cells.get(name), name, of, each) for name, of in info.printed.items()}
    for name, of in info.printed.items():
        if name in cells and isinstance(of, Table) and of.key in AROUND:
            check_sides(cx, cells[name].node.span, values.get("size"), of.key, values[name])
    text = cx.text(row.slot("text"), Scope(no_actor=True))
    return KindRow(row.id, table.id, copies, condition, tuple(values.values()), _provenance(cx, row, table, info), source, text)


def _cells(cx: Context, row: Entry, table: Entry, info: KindInfo, each: tuple[str, ...]) -> dict[str, Slot]:
    """What a row says of its printed columns; a misspelt one is read as what it was probably meant to be."""
    cells = {name: slot for name, slot in row.slots.items() if name not in _ROW_KEYS}
    meant: dict[str, Slot] = {}
    for name, slot in cells.items():
        if name not in info.printed and slot.key is not None:
            guess = nearest(name, [*info.printed, *_ROW_KEYS])
            cx.report.tell(slot.key.span, no_column(info.name, name, guess))
            if guess is not None and guess in info.printed and guess not in cells:
                meant[guess] = slot
        elif name in each and slot.key is not None and not _is_torn(table):
            cx.report.tell(slot.key.span, from_for_each(name))
    return cells | meant


def _cell(cx: Context, row: Entry, slot: Slot | None, name: str, of: Type, each: tuple[str, ...]) -> object:
    if slot is not None:
        return printed(cx, of, slot.node)
    if name in each or isinstance(of, Maybe | Anything):
        return None
    if isinstance(of, Set):
        return ()
    if str(of) == "bundle":
        return (0,) * len(cx.declared.resources)
    if not isinstance(row.node, Scalar):  # else it could not be read, which has been reported
        cx.report.tell(row.key.span, missing_column(row.id, name, of))
    return None


def _provenance(cx: Context, row: Entry, table: Entry, info: KindInfo) -> tuple[str, ...]:
    """Where the value of each printed column comes from: column of the row, row, column of the table, table, kind; "" unknown."""
    columns = origins_of_columns(cx.document, info.name)
    origins = (origin_of(row, table, columns, name) for name in info.printed)
    return tuple("" if origin is None else origin.text for origin in origins)


def origins_of_columns(document: Document, kind: str) -> dict[str, Scalar]:
    """What a kind says of where its columns come from."""
    entry = document.entry(f"kinds.{kind}")
    slots = {column.id: column.slot("provenance") for column in (() if entry is None else entry.entries("printed"))}
    return {name: slot.node for name, slot in slots.items() if slot is not None and isinstance(slot.node, Scalar)}


def origin_of(row: Entry, table: Entry, columns: Dictionary[str, Scalar], column: str) -> Scalar | None:
    """The word that says where the value of a printed column comes from, if any does."""
    for entry in (row, table):
        slot = entry.slot("provenance")
        if slot is None:
            continue
        if isinstance(slot.node, Mapping):
            found = slot.node.get(column)
            if isinstance(found, Scalar):
                return found
        elif isinstance(slot.node, Scalar):
            return slot.node
    return columns.get(column)


def kinds(cx: Context, rows: dict[str, list[KindRow]]) -> dict[str, Kind]:
    """The kinds in full, with the truth that says when their abilities are in force."""
    found = {}
    for entry in cx.document.section("kinds"):
        info = cx.declared.kinds[entry.id]
        this = cx.ex.locals.new("this", Thing(info.name), entry.key.span)
        owner = cx.ex.locals.new("owner", SEAT, entry.key.span)
        scope = Scope(no_actor=True).bind(this) if info.serves == "everyone" else Scope(no_actor=True).bind(this, owner)
        active = cx.expression(entry.slot("active"), scope, TRUTH)
        found[info.name] = Kind(
            info.name,
            tuple(info.printed.items()),
            info.owned,
            info.serves,
            active,
            this,
            owner,
            tuple(rows[info.name]),
            cx.source(entry, Scope(no_actor=True).bind(this)),
        )
    return found
