"""What an edit of a variant writes, read as what it becomes where its address says: a value, a key of an entry, a new entry."""

from __future__ import annotations

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.documents.document import Document, Entry, Slot
from custumal.dsl.documents.reader import Reader
from custumal.dsl.keys import FILES, FORMS, Form, Key
from custumal.dsl.keys.form import Entries, Holds, Steps
from custumal.dsl.yaml.tree import Mapping, Node, Scalar

_HEADS = ("set", "replace", "add")
_WRITTEN = ("to", "with")


@dataclass(frozen=True, slots=True)
class Written:
    """`value` is what an edit writes at an address; `target` is where it names that."""

    target: Scalar
    value: Node


def written_in(tree: Mapping) -> list[Written]:
    """All that the edits of a variant write."""
    edits = tree.get("edits")
    maps = [node for _, node in edits if isinstance(node, Mapping)] if isinstance(edits, Mapping) else []
    found = []
    for node in maps:
        target = next((node.get(head) for head in _HEADS if head in node), None)
        value = next((node.get(name) for name in _WRITTEN if name in node), None)
        if isinstance(target, Scalar) and value is not None:
            found.append(Written(target, value))
    return found


def read_there(reader: Reader, written: Written, base: Document, file: str) -> Document | None:
    """A document with nothing but this; None where nothing is known of such an address."""
    address = written.target.text
    found = _entry(reader, written, base, address)
    if found is None:
        return None
    return Document(file, "game", Mapping((), written.value.span), sections={address.partition(".")[0]: (found,)})


def _entry(reader: Reader, written: Written, base: Document, address: str) -> Entry | None:
    owner, _, name = address.rpartition(".")
    there, around = base.entry(address), base.entry(owner)
    if there is not None and there.form in FORMS:
        return _whole(reader, written, FORMS[there.form], there.id or name)
    key = None if around is None or around.form not in FORMS else FORMS[around.form].keys.get(name)
    if around is not None and key is not None:
        return _with_key(reader, written, around, key)
    layout = _layout(base, owner)
    if isinstance(layout, Steps):
        return _whole(reader, written, FORMS["step"], name)
    return _whole(reader, written, FORMS[layout.form], name) if isinstance(layout, Entries) else None


def _layout(base: Document, parent: str) -> object:
    """How the entries below an address look: those of a section, of a key of an entry, or of an entry itself."""
    section = FILES["game"].keys.get(parent)
    if section is not None:
        return section.holds.map
    owner, _, name = parent.rpartition(".")
    around, itself = base.entry(owner), base.entry(parent)
    if around is not None and around.form in FORMS and name in FORMS[around.form].keys:
        return FORMS[around.form].keys[name].holds.map
    if itself is None or itself.form not in FORMS:
        return None
    form = FORMS[itself.form]
    return next((form.keys[key].holds.map for key in form.hidden if isinstance(form.keys[key].holds.map, Entries | Steps)), None)


def _whole(reader: Reader, written: Written, form: Form, name: str) -> Entry:
    """The value as a whole entry, written short or long."""
    key = Scalar(name, name, written.target.span)
    return Entry(
        name, written.target.text, key, None, written.value, reader.slots(form, key, written.value, written.target.text), form.name
    )


def _with_key(reader: Reader, written: Written, around: Entry, key: Key) -> Entry:
    """The value as that of one key of an entry."""
    slot = _slot(reader, key.holds, written)
    return Entry(around.id, around.address, around.key, None, written.value, {key.name: slot}, around.form)


def _slot(reader: Reader, holds: Holds, written: Written) -> Slot:
    return reader.value(holds, written.target, None, written.value, written.target.text, "`to`")
