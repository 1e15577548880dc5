"""What a step remembers of the passes that it has begun: earlier positions, for repetition, ko and draws."""

from __future__ import annotations

from collections.abc import Iterable

from custumal.dsl.check.entries.context import Context
from custumal.dsl.diagnostics.catalogue.names import nothing_to_remember
from custumal.dsl.diagnostics.catalogue.turns import hidden_in_position, position_without_loop, regardless_of_nothing
from custumal.dsl.diagnostics.suggest import nearest
from custumal.dsl.documents.document import Entry
from custumal.dsl.keys.actions import LOOPS
from custumal.dsl.yaml.tree import Scalar

EVERYTHING = "everything"


def remembered(cx: Context, entry: Entry) -> tuple[str, ...]:
    """The names of the kept values and zones that a step remembers; only what everybody sees can be compared by everybody."""
    slot = entry.slot("remember")
    scalars = () if slot is None else slot.scalars
    loops = {key for key in (*LOOPS, "until") if key in entry.slots}
    if slot is not None and slot.key is not None and (not loops or "together" in loops):
        cx.report.tell(slot.key.span, position_without_loop())
    without = _regardless_of(cx, entry, scalars)
    return tuple(sorted({name for node in scalars for name in _named(cx, node, without)}))


def _regardless_of(cx: Context, entry: Entry, remembers: Iterable[Scalar]) -> frozenset[str]:
    """What makes no other position, of everything."""
    slot = entry.slot("regardless-of")
    if slot is None:
        return frozenset()
    if slot.key is not None and all(node.text != EVERYTHING for node in remembers):
        cx.report.tell(slot.key.span, regardless_of_nothing())
    for node in slot.scalars:
        if node.text not in (known := _known(cx)):
            cx.report.tell(node.span, nothing_to_remember(node.text, nearest(node.text, known)))
        else:
            cx.ex.note_use(node.text)
    return frozenset(node.text for node in slot.scalars)


def _known(cx: Context) -> tuple[str, ...]:
    return (*cx.declared.kept, *cx.declared.zones)


def _named(cx: Context, node: Scalar, without: frozenset[str]) -> tuple[str, ...]:
    """What a name means, as far as it may be remembered."""
    known = _known(cx)
    if node.text != EVERYTHING and node.text not in known:
        cx.report.tell(node.span, nothing_to_remember(node.text, nearest(node.text, [EVERYTHING, *known])))
        return ()
    names = tuple(name for name in known if name not in without) if node.text == EVERYTHING else (node.text,)
    hidden = next((name for name in names if _is_hidden(cx, name)), None)
    if hidden is not None:
        cx.report.tell(node.span, hidden_in_position(hidden))
    if node.text != EVERYTHING:
        cx.ex.note_use(node.text)
    return names


def _is_hidden(cx: Context, name: str) -> bool:
    entries = (cx.document.entry(f"{section}.{name}") for section in ("kept", "resources", "zones"))
    slots = (entry.slot("seen-by") for entry in entries if entry is not None)
    return any(slot is not None and slot.text != "all" for slot in slots)
