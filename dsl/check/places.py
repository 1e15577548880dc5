"""Zones and kept values: where things are and what the game remembers."""

from __future__ import annotations

from dataclasses import replace

from custumal.dsl import syntax as sx
from custumal.dsl.check.context import Context
from custumal.dsl.check.intervals import bounds
from custumal.dsl.check.scope import Scope
from custumal.dsl.check.typewords import interval_bounds, is_finite, parameters, type_of
from custumal.dsl.document import Entry, Slot
from custumal.dsl.model import Const, Expr, Kept, Local, Shape, Visibility, Zone
from custumal.dsl.suggest import nearest
from custumal.dsl.tree import Sequence
from custumal.dsl.types import ANYTHING, BUNDLE, NUMBER, SEAT, TRUTH, Bundle, Maybe, Number, Set, Symbol, Table, Thing, Truth, Type, bare

GAME = "game"
END = "end"


def zone_signatures(cx: Context) -> None:
    """Zones with parameters, contents and form; sizes and room follow when expressions can be typed."""
    for entry in cx.document.section("zones"):
        locals_ = parameters(cx, entry.signature)
        _finite(cx, locals_)
        holds, one = _contents(cx, entry)
        source = cx.source(entry)
        shape = _shape(cx, entry)
        cx.words.zones[entry.id] = Zone(entry.id, tuple(p.type for p in locals_), locals_, holds, one, shape, None, Visibility(), source)


def _finite(cx: Context, locals_: tuple[Local, ...]) -> None:
    for local in locals_:
        if not is_finite(local.type):
            cx.report.error("not-finite", local.span, f"A zone or kept value can't be a function of {local.type}; it needs a finite type.")


def _contents(cx: Context, entry: Entry) -> tuple[str | None, bool]:
    slot = entry.slot("holds")
    if slot is None:
        return None, False
    only = next(iter(cx.words.kinds)) if len(cx.words.kinds) == 1 else None
    if not isinstance(slot.sentence, sx.Contents):
        return only, False
    kind = slot.sentence.kind.text
    if kind not in cx.words.kinds:
        guess = nearest(kind, cx.words.kinds)
        cx.report.error("unknown-kind", slot.sentence.kind.span, f"There is no kind `{kind}`.", guess)
        return guess or only, slot.sentence.one  # so that one slip is one message
    cx.ex.note_use(kind)
    return kind, slot.sentence.one


def holds_unknown(cx: Context, zone: Zone) -> bool:
    """Whether a zone holds things of a kind that is not there, which has been reported."""
    entry = cx.document.entry(f"zones.{zone.name}")
    return zone.holds is None and entry is not None and entry.slot("holds") is not None


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
    form = next((f for f in ("slots", "ring", "track", "grid", "cubes", "graph") if f in keys), "heap")
    is_open, edges = told.text(form) == "open", _edge_column(cx, entry, told.text("edges"))
    made = Shape(form, (), None, None, is_open, told.text("cells") == "hex", edges, "turns" in keys)
    return _named(cx, entry, made, keys[form]) if form in ("slots", "graph") else made


def _edge_column(cx: Context, entry: Entry, word: str | None) -> str | None:
    """The printed column of the tiles that says what their edges are: that of the type `LIST per side`."""
    if word is None:
        return None
    holds = entry.slot("holds")
    kind = holds.sentence.kind.text if holds is not None and isinstance(holds.sentence, sx.Contents) else ""
    info = cx.words.kinds.get(kind)
    columns = info.printed if info is not None else {}
    found = next((c for c, t in columns.items() if t == Table(Symbol("side"), Symbol(word))), None)
    if found is None:
        cx.report.error("unknown-column", entry.key.span, f"The kind `{kind}` has no printed column of the type `{word} per side`.")
    return found


def _named(cx: Context, entry: Entry, made: Shape, slot: Slot) -> Shape:
    """Slots named by a list or by a printed row of the zone's thing; the nodes of a graph."""
    if made.form == "graph":
        word = slot.text or ""
        if word not in cx.words.graphs:
            cx.report.error("unknown-graph", slot.node.span, f"There is no graph `{word}`.", nearest(word, cx.words.graphs))
        return replace(made, list=word)
    if isinstance(slot.sentence, sx.Name) and slot.sentence.text in cx.words.lists:
        cx.ex.note_use(slot.sentence.text)
        return replace(made, list=slot.sentence.text)
    tree = slot.sentence
    if isinstance(tree, sx.Apply) and len(tree.arguments) == 1 and isinstance(tree.arguments[0], sx.Name) and entry.signature is not None:
        kinds = [p.type.word.text for p in entry.signature.parameters if p.type.word is not None]
        if kinds and kinds[0] in cx.words.kinds:
            return replace(made, column=tree.word.text)
    return made


def zone_sizes(cx: Context) -> None:
    """Sizes, room and visibility of zones."""
    for entry in cx.document.section("zones"):
        zone = cx.words.zones[entry.id]
        scope = Scope(no_actor=True).bind(*zone.locals)
        shape = replace(zone.shape, sizes=_sizes(cx, entry, zone.shape))
        room = cx.expression(entry.slot("room"), scope, NUMBER)
        visible = visibility(cx, entry, zone.locals, scope)
        cx.words.zones[entry.id] = replace(zone, shape=shape, room=room, visibility=visible)


def _sizes(cx: Context, entry: Entry, shape: Shape) -> tuple[Expr, ...]:
    slot = entry.slot("shape")
    if slot is None or not slot.entries or shape.is_open or shape.list is not None or shape.column is not None:
        return ()
    size = slot.entries[0].slots.get(shape.form)
    if size is None:
        return ()
    trees = [cx.tree(item) for item in size.items] if isinstance(size.node, Sequence) else [cx.tree(size)]
    wanted = {"grid": 2, "cubes": 3}.get(shape.form, 1)
    if len(trees) != wanted:
        cx.report.error("wrong-shape", size.node.span, f"`{shape.form}` takes {wanted} size(s), not {len(trees)}.")
    found = [cx.ex.number(t, Scope(no_actor=True)) for t in trees if t is not None]
    for expr in found:
        high = bounds(expr.type)[1]
        if high is not None and high < 1:
            cx.report.error("out-of-range", expr.span, "A board has at least one cell in every direction.")
    return tuple(found)


def visibility(cx: Context, entry: Entry, locals_: tuple[Local, ...], scope: Scope) -> Visibility:
    slot = entry.slot("seen-by")
    if slot is None:
        return Visibility()
    word = slot.text or ""
    if word in ("all", "nobody"):
        return Visibility(word)
    if word == "owner":
        if not any(bare(p.type) == SEAT or isinstance(p.type, Thing) for p in locals_):
            cx.report.error("no-owner", slot.node.span, f"`{entry.id}` belongs to no seat, so it has no owner.")
        return Visibility("owner", None, locals_)
    if cx.is_slip(slot, scope, ("all", "nobody", "owner")):
        return Visibility()
    seats = cx.set_of(slot, scope, SEAT)
    return Visibility("seats", seats, locals_)


# ---------------------------------------------------------------- kept values and resources


def kept_signatures(cx: Context) -> None:
    """Kept values with their types, so that expressions can read them; starts and lives follow."""
    for entry in cx.document.section("kept"):
        locals_ = parameters(cx, entry.signature)
        _finite(cx, locals_)
        of = _kept_type(cx, entry.slot("is"))
        if len(locals_) > 3:  # the language's bound
            cx.report.error("arity", entry.key.span, "A kept value is a function of at most three things.")
        nothing = Const(of, entry.key.span, None)
        source = cx.source(entry)
        cx.words.kept[entry.id] = Kept(
            entry.id, tuple(p.type for p in locals_), locals_, of, nothing, None, None, None, Visibility(), source
        )
    for index, entry in enumerate(cx.document.section("resources")):
        me = cx.ex.locals.new("me", SEAT, entry.key.span)
        zero = cx.literal(0, entry.key.span)
        cx.words.kept[entry.id] = Kept(
            entry.id, (SEAT,), (me,), Number(0, None), zero, zero, None, None, Visibility(), cx.source(entry), resource=index
        )


def _kept_type(cx: Context, slot: Slot | None) -> Type:
    return type_of(cx, slot.sentence) if slot is not None and isinstance(slot.sentence, sx.TypeWord) else ANYTHING


def kept_in_full(cx: Context) -> None:
    """Bounds, starts, lives and visibility."""
    for entry in cx.document.section("kept"):
        _kept(cx, entry)
    for entry in cx.document.section("resources"):
        _resource(cx, entry)


def _kept(cx: Context, entry: Entry) -> None:
    kept = cx.words.kept[entry.id]
    scope = Scope(no_actor=True).bind(*kept.locals)
    slot = entry.slot("is")
    word = slot.sentence if slot is not None and isinstance(slot.sentence, sx.TypeWord) else None
    low, high = interval_bounds(cx, word)
    start = cx.expression(entry.slot("start"), scope, kept.type) or _default_start(cx, entry, kept.type, low)
    until = life(cx, entry.slot("until"))
    visible = visibility(cx, entry, kept.locals, scope)
    cx.words.kept[entry.id] = replace(kept, start=start, low=low, high=high, until=until, visibility=visible)


def _default_start(cx: Context, entry: Entry, of: Type, low: Expr | None) -> Expr:
    span = entry.key.span
    match of:
        case Number():
            least, most = bounds(of)
            if low is not None and (least is None or least > 0):
                return low
            return cx.literal(most if most is not None and most < 0 else 0, span)
        case Truth():
            return Const(TRUTH, span, value=False)
        case Maybe():
            return Const(of, span, None)
        case Set():
            return Const(of, span, ())
        case Bundle():
            return Const(BUNDLE, span, (0,) * len(cx.words.resources))
    if of != ANYTHING:
        cx.report.error("missing-start", span, f"`{entry.id}` needs a `start`: {of} has no value of its own to begin with.")
    return Const(of, span, None)


def life(cx: Context, slot: Slot | None) -> str | None:
    """The address of the step at whose end something goes back, or None for the whole game."""
    if slot is None or not isinstance(slot.sentence, sx.Path):
        return None
    word = str(slot.sentence)
    if word in (END, GAME):
        cx.ex.not_a_step(word, slot.sentence.span, "the whole game" if word == GAME else "the end of the game")
        return None
    return cx.ex.step(word, slot.sentence.span, (END, GAME))


def _resource(cx: Context, entry: Entry) -> None:
    kept = cx.words.kept[entry.id]
    scope = Scope().bind(*kept.locals)
    plain = Scope(no_actor=True)
    per = life(cx, entry.slot("per"))
    through = _through(cx, entry.slot("through"))
    start = cx.expression(entry.slot("start"), scope, NUMBER) or cx.literal(0, entry.key.span)
    cx.words.kept[entry.id] = replace(
        kept,
        start=start if per is None else cx.literal(0, entry.key.span),
        low=cx.expression(entry.slot("least"), plain, NUMBER) or cx.literal(0, entry.key.span),
        high=cx.expression(entry.slot("most"), plain, NUMBER),
        until=per,
        visibility=visibility(cx, entry, kept.locals, scope),
        supply=cx.expression(entry.slot("supply"), plain, NUMBER),
        amount=start if per is not None else None,
        through=through,
    )


def _through(cx: Context, slot: Slot | None) -> str | None:
    if slot is None or not isinstance(slot.sentence, sx.Path):
        return None
    word = str(slot.sentence)
    if word in cx.words.definitions:
        cx.ex.note_use(word)
        return word
    cx.report.error("unknown-name", slot.node.span, f"There is no value `{word}`.", nearest(word, cx.words.definitions))
    return None
