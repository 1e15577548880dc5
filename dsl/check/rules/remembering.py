"""What a step remembers of the passes that it has begun: earlier positions, for repetition, ko and draws."""

from __future__ import annotations

from custumal.dsl.check.entries.context import Context
from custumal.dsl.diagnostics.catalogue.names import nothing_to_remember
from custumal.dsl.diagnostics.catalogue.turns import hidden_in_position, position_without_loop
from custumal.dsl.diagnostics.suggest import nearest
from custumal.dsl.documents.document import Entry
from custumal.dsl.keys.actions import LOOPS
from custumal.dsl.yaml.tree import Scalar

EVERYTHING = "everything"


def remembered(cx: Context, entry: Entry) -> tuple[str, ...]:
    """The names of the kept values and zones that a step remembers; only what everybody sees can be compared by everybody."""
    slot = entry.slot("remember")
    assert slot is not None
    loops = {key for key in (*LOOPS, "until") if key in entry.slots}
    if slot.key is not None and (not loops or "together" in loops):
        cx.report.tell(slot.key.span, position_without_loop())
    return tuple(sorted({name for node in slot.scalars for name in _named(cx, node)}))


def _named(cx: Context, node: Scalar) -> tuple[str, ...]:
    """What a name means, as far as it may be remembered."""
    known = (*cx.declared.kept, *cx.declared.zones)
    if node.text != EVERYTHING and node.text not in known:
        cx.report.tell(node.span, nothing_to_remember(node.text, nearest(node.text, [EVERYTHING, *known])))
        return ()
    names = known if node.text == EVERYTHING else (node.text,)
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
