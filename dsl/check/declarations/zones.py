"""Zones: where things are, how it is laid out, and who sees what lies there."""

from __future__ import annotations

from custumal.dsl.base.frozen import replace
from custumal.dsl.base.types import ANYTHING, NUMBER, SEAT, Anything, Empty, Maybe, Set, Symbol, Table, Thing, bare
from custumal.dsl.check.declarations.type_names import is_finite, parameters
from custumal.dsl.check.entries.context import Context
from custumal.dsl.check.typing.intervals import bounds
from custumal.dsl.check.typing.scope import Scope
from custumal.dsl.diagnostics.catalogue.keys import no_column_around, open_wraps, takes_sizes
from custumal.dsl.diagnostics.catalogue.names import no_graph, no_kind
from custumal.dsl.diagnostics.catalogue.things import belongs_to_no_seat
from custumal.dsl.diagnostics.catalogue.types import holds_others, not_things, only_piles_refill
from custumal.dsl.diagnostics.catalogue.values import no_cells_that_way, not_finite
from custumal.dsl.diagnostics.suggest import nearest
from custumal.dsl.documents.document import Entry, Slot
from custumal.dsl.model import Expr, Local, Shape, Visibility, Zone
from custumal.dsl.sentences import syntax as sx
from custumal.dsl.yaml.tree import Scalar, Sequence

_FORMS = {"slots", "ring", "track", "grid", "cubes", "graph"}


def shapeless(cx: Context) -> None:
    """Boards of which it could not be read what shape they have, which has been reported: what cells they have is not known."""
    for entry in cx.document.section("zones"):
        if any(not _FORMS & told.slots.keys() for told in entry.entries("shape")):
            cx.declared.lost.add(entry.id)


def zone_signatures(cx: Context) -> None:
    """Zones with parameters, contents and form; sizes and room follow when expressions can be typed."""
    for entry in cx.document.section("zones"):
        locals_ = parameters(cx, entry.signature)
        check_finite(cx, locals_)
        holds, one = _contents(cx, entry)
        source = cx.source(entry)
        if entry.signature is None:
            cx.declared.lost.add(entry.id)
        shape = _shape(cx, entry)
        _declare(cx, entry, Zone(entry.id, tuple(p.type for p in locals_), locals_, holds, one, shape, None, Visibility(), source))


def _declare(cx: Context, entry: Entry, zone: Zone) -> None:
    cx.declared.add_zone(zone, holds_unknown=zone.holds is None and entry.slot("holds") is not None)


def check_finite(cx: Context, locals_: tuple[Local, ...]) -> None:
    """A zone or kept value is a function of what there is only so much of."""
    for local in locals_:
        if not is_finite(local.type):
            cx.report.tell(local.span, not_finite(local.type))


def _contents(cx: Context, entry: Entry) -> tuple[str | None, bool]:
    slot = entry.slot("holds")
    if slot is None:
        return None, False
    kinds = cx.declared.kinds
    only = next(iter(kinds)) if len(kinds) == 1 else None
    if not isinstance(slot.sentence, sx.Contents):
        cx.declared.lost.add(entry.id)  # what lies there, and whether it is one or many, has been reported to be unreadable
        return only, False
    kind = slot.sentence.kind.text
    if kind not in kinds:
        guess = nearest(kind, kinds)
        cx.report.tell(slot.sentence.kind.span, no_kind(kind, guess))
        return guess or only, slot.sentence.one  # so that one slip is one message
    cx.ex.note_use(kind)
    return kind, slot.sentence.one


def _shape(cx: Context, entry: Entry) -> Shape:
    """The form of the zone; sizes are typed later, so that they may read values."""
    slot = entry.slot("shape")
    if slot is None:
        return Shape("heap")
    if not slot.entries:
        word = slot.text
        return Shape(word if word in ("heap", "bag") else "pile")  # what is no such word has been reported, and a pile can do most
    told = slot.entries[0]
    keys = told.slots
    form = next((f for f in keys if f in _FORMS), "heap")
    edges, corners, halves = (_ring(cx, entry, told, key) for key in ("edges", "corners", "halves"))
    # another word than `open` has been reported, and no board can do more
    is_open = form == "grid" and form in keys and isinstance(keys[form].node, Scalar)
    made = Shape(form, (), None, None, is_open, told.text("cells") == "hex", edges, "turns" in keys, _wraps(cx, told), corners, halves)
    return _named(cx, entry, made, keys[form]) if form in ("slots", "graph") else made


def _wraps(cx: Context, told: Entry) -> str:
    slot = told.slot("wraps")
    if slot is not None and told.text("grid") == "open":
        cx.report.tell(slot.node.span, open_wraps())
    return told.text("wraps") or ""


_AROUND = {"edges": "side", "corners": "corner", "halves": "half"}


def _ring(cx: Context, entry: Entry, told: Entry, key: str) -> str | None:
    """The printed column of the tiles that says what is around them: for edges that of the type `LIST per side`."""
    word, around = told.text(key), _AROUND[key]
    if word is None:
        return None
    holds = entry.slot("holds")
    kind = holds.sentence.kind.text if holds is not None and isinstance(holds.sentence, sx.Contents) else ""
    info = cx.declared.kinds.get(kind)
    columns = info.printed if info is not None else {}
    found = next((c for c, t in columns.items() if t == Table(Symbol(around), Symbol(word))), None)
    if found is None:
        cx.report.tell(entry.key.span, no_column_around(kind, word, around))
    return found


def _named(cx: Context, entry: Entry, made: Shape, slot: Slot) -> Shape:
    """Slots named by a list or by a printed row of the zone's thing; the nodes of a graph."""
    if made.form == "graph":
        word = slot.text or ""
        if word not in cx.declared.graphs:
            cx.report.tell(slot.node.span, no_graph(word, nearest(word, cx.declared.graphs)))
        return replace(made, list=word)
    if isinstance(slot.sentence, sx.Name) and slot.sentence.text in cx.declared.lists:
        cx.ex.note_use(slot.sentence.text)
        return replace(made, list=slot.sentence.text)
    tree = slot.sentence
    if isinstance(tree, sx.Apply) and len(tree.arguments) == 1 and isinstance(tree.arguments[0], sx.Name) and entry.signature is not None:
        kinds = [p.type.word.text for p in entry.signature.parameters if p.type.word is not None]
        if kinds and kinds[0] in cx.declared.kinds:
            return replace(made, column=tree.word.text)
    return made


def zone_sizes(cx: Context) -> None:
    """Sizes, room and visibility of zones."""
    for entry in cx.document.section("zones"):
        zone = cx.declared.zones[entry.id]
        scope = Scope(no_actor=True).bind(*zone.locals)
        shape = replace(zone.shape, sizes=_sizes(cx, entry, zone.shape))
        room = cx.expression(entry.slot("room"), scope, NUMBER)
        visible = visibility(cx, entry, zone.locals, scope)
        _declare(cx, entry, replace(zone, shape=shape, room=room, visibility=visible, refill=_refill(cx, entry, zone, scope)))


def _refill(cx: Context, entry: Entry, zone: Zone, scope: Scope) -> Expr | None:
    """What a pile or bag is filled with; it may read whose or which one is empty."""
    slot = entry.slot("refill")
    if slot is None:
        return None
    if zone.shape.form not in ("pile", "bag"):
        cx.report.tell(slot.node.span, only_piles_refill(zone.name))
    things = cx.set_of(slot, scope)
    of = things.type.inner if things is not None and isinstance(things.type, Set) else ANYTHING
    if things is not None and not isinstance(of, Thing | Anything | Empty):
        cx.ex.misfit(things.span, not_things(things.type))
    elif things is not None and isinstance(of, Thing) and zone.holds not in of.kind.split("|"):
        cx.report.tell(things.span, holds_others(zone.name, zone.holds, of))
    return things


def _sizes(cx: Context, entry: Entry, shape: Shape) -> tuple[Expr, ...]:
    """The sizes of a board; none where they are not as many as it takes, or one can't be read, which has been reported."""
    slot = entry.slot("shape")
    if slot is None or not slot.entries or shape.is_open or shape.list is not None or shape.column is not None:
        return ()
    size = slot.entries[0].slots.get(shape.form)
    if size is None:
        return ()
    trees = [cx.tree(item) for item in size.items] if isinstance(size.node, Sequence) else [cx.tree(size)]
    wanted = {"grid": 2, "cubes": 3}.get(shape.form, 1)
    if len(trees) != wanted:
        cx.report.tell(size.node.span, takes_sizes(shape.form, wanted, len(trees)))
    found = [cx.ex.number(t, Scope(no_actor=True)) for t in trees if t is not None]
    for expr in found:
        high = bounds(expr.type)[1]
        if high is not None and high < 1:
            cx.report.tell(expr.span, no_cells_that_way())
    return tuple(found) if len(found) == wanted else ()


def visibility(cx: Context, entry: Entry, locals_: tuple[Local, ...], scope: Scope) -> Visibility:
    """Who sees a place or a value; `owner` is the seat among the parameters, or else the seat that holds the thing among them."""
    slot = entry.slot("seen-by")
    if slot is None:
        return Visibility()
    word, owner = slot.text or "", _owner(cx, entry, locals_)
    if word in ("all", "nobody"):
        return Visibility(word)
    if word == "owner":
        if owner is None:
            cx.report.tell(slot.node.span, belongs_to_no_seat(entry.id))
        return Visibility("owner", None, locals_)
    if cx.is_slip(slot, scope, ("all", "nobody", "owner")):
        return Visibility()
    names = scope if owner is None or owner.name in scope.names else scope.bind(owner)
    return Visibility("seats", cx.set_of(slot, names, SEAT), locals_, owner)


def _owner(cx: Context, entry: Entry, locals_: tuple[Local, ...]) -> Local | None:
    """The name `owner` for a set of seats; None where nothing belongs to a seat."""
    if any(bare(local.type) == SEAT for local in locals_):
        return cx.ex.locals.new("owner", SEAT, entry.key.span)
    is_held = any(isinstance(local.type, Thing) for local in locals_)
    return cx.ex.locals.new("owner", Maybe(SEAT), entry.key.span) if is_held else None
