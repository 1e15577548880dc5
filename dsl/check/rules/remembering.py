"""What a step remembers of the passes that it has begun: earlier positions, for repetition, ko and draws."""

from __future__ import annotations

from custumal.dsl.check.entries.context import Context
from custumal.dsl.diagnostics.catalogue.names import nothing_to_remember
from custumal.dsl.diagnostics.catalogue.turns import hidden_in_position, position_without_loop
from custumal.dsl.diagnostics.suggest import nearest
from custumal.dsl.documents.document import Entry
from custumal.dsl.model import LoopHead
from custumal.dsl.yaml.tree import Scalar

EVERYTHING = "everything"


def remembered(cx: Context, entry: Entry) -> tuple[str, ...]:
    """The names of the kept values and zones that a step remembers, as far as there are such."""
    slot = entry.slot("remember")
    nodes = () if slot is None else slot.scalars
    names = {name for node in nodes for name in _meant(cx, node)}
    return tuple(sorted(names))


def _meant(cx: Context, node: Scalar) -> tuple[str, ...]:
    known = (*cx.declared.kept, *cx.declared.zones)
    if node.text == EVERYTHING:
        return known
    return (node.text,) if node.text in known else ()


def check_remembered(cx: Context, entry: Entry, loop: LoopHead | None) -> tuple[str, ...]:
    """The same for the model, after a look at every name; only what everybody sees can be compared by everybody."""
    slot = entry.slot("remember")
    if slot is None:
        return ()
    key = slot.key
    if key is not None and ((loop is None and entry.slot("until") is None) or (loop is not None and loop.kind == "together")):
        cx.report.tell(key.span, position_without_loop())
    known = (*cx.declared.kept, *cx.declared.zones)
    for node in slot.scalars:
        if node.text != EVERYTHING and node.text not in known:
            cx.report.tell(node.span, nothing_to_remember(node.text, nearest(node.text, [EVERYTHING, *known])))
        hidden = next((name for name in _meant(cx, node) if _is_hidden(cx, name)), None)
        if hidden is not None:
            cx.report.tell(node.span, hidden_in_position(hidden))
        for name in _meant(cx, node) if node.text != EVERYTHING else ():
            cx.ex.note_use(name)
    return cx.words.remembered(entry.address)


def _is_hidden(cx: Context, name: str) -> bool:
    declared = cx.declared.kept.get(name) or cx.declared.zones[name]
    return declared.visibility.kind != "all"
