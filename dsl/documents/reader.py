"""Reads a tree against the table of keys: every key where it may stand, every sentence parsed, every id well formed."""

from __future__ import annotations

import re
from collections.abc import Iterable

from custumal.dsl.base.frozen import replace
from custumal.dsl.diagnostics.catalogue.files import language_version
from custumal.dsl.diagnostics.catalogue.keys import (
    empty_section,
    indented_too_little,
    is_lost_header,
    key_of_no_step,
    line_of_id_missing,
    missing_keys,
    misspelt_key,
    step_called_like_key,
    there_twice,
    unknown_word,
)
from custumal.dsl.diagnostics.diagnostic import Diagnostic, Report
from custumal.dsl.diagnostics.suggest import nearest
from custumal.dsl.diagnostics.wording import quoted
from custumal.dsl.documents import key_faults as faults
from custumal.dsl.documents.document import Document, Entry, Parse, Slot
from custumal.dsl.documents.ids import NAME, check_id, is_id, mended_id
from custumal.dsl.documents.key_groups import check_groups
from custumal.dsl.documents.stray_attributes import report_stray_attributes
from custumal.dsl.documents.unchanged import Unchanged, entries_in, named_entries
from custumal.dsl.keys import (
    ABOUT_NAMES,
    FILES,
    FORMS,
    SECTION_NAMES,
    STEP_NAMES,
    Anything,
    Entries,
    Form,
    Holds,
    Key,
    Leaf,
    Literal,
    One,
    Sentence,
    Steps,
    Words,
    homes,
)
from custumal.dsl.sentences.syntax import Signature
from custumal.dsl.yaml.tree import Mapping, Node, Scalar, Sequence

LANGUAGE_VERSION = 1
"""The version of the language that is read."""

_WORD = re.compile(NAME)
_SEVERAL_KEYS = 3
"""So many keys of a form, where its entries should stand, are one entry without its id, whichever they are."""


class Reader:
    """Reads one document; everything that is wrong with it goes to the report, and what can be read is read all the same.

    Args:
        report: takes what is wrong.
        parse: the parser of sentences.
        before: documents with which nothing was wrong, to be taken over where the nodes are the same ones.
        has_lines: the trees are those of files, in which a line may be missing.
    """

    def __init__(self, report: Report, parse: Parse, *before: Document, has_lines: bool = False) -> None:
        self.report = report
        self.parse = parse
        self.unchanged = Unchanged(before) if before else None
        self.addresses: dict[str, Entry] = {}
        self.lost: set[str] = set()
        self._is_trial = not has_lines

    # ------------------------------------------------------------ files

    def document(self, tree: Node, kind: str, file: str) -> Document:
        """The document of a whole file."""
        form = FILES[kind]
        if not isinstance(tree, Mapping):
            faults.wrong_shape(self.report, tree, "a map of keys", form.a)
            return Document(file, kind, None)
        self._version(tree.get("custumal"))
        top = tree.pairs[0][0] if tree.pairs else Scalar(None, "", tree.span)
        slots = self.keys(form, top, tree, "")
        document = Document(file, kind, tree, addresses=self.addresses, lost=frozenset(self.lost))
        for name, slot in slots.items():
            entries = self._section(form.keys[name], slot)
            if entries is None:
                document.header[name] = slot
            else:
                document.sections[name] = entries
        if kind == "game":
            report_stray_attributes(document, self.report)
        return document

    def sections_only(self, tree: Node, file: str) -> Mapping | None:
        """The sections of an included file, not yet read; what else stands at its top is read and left out."""
        form = FILES["components"]
        if not isinstance(tree, Mapping):
            faults.wrong_shape(self.report, tree, "a map of sections", f"the included file `{file}`")
            return None
        self._version(tree.get("custumal"))
        meant = self._strange_keys(form, [key for key, _ in tree if key.text not in form.keys], tree)
        pairs: list[tuple[Scalar, Node]] = []
        for key, value in tree:
            name = meant.get(key.text, key.text)
            known = form.keys.get(name)
            if known is None:
                continue
            if name not in SECTION_NAMES:
                self.value(known.holds, key, key, value, name, quoted(name))
            elif _is_empty_section("", known, value):
                self.report.tell(key.span, empty_section(key.text))
            else:
                pairs.append((_renamed(key, meant.get(key.text)), value))
        return Mapping(tuple(pairs), tree.span)

    def with_sections_meant(self, tree: Mapping) -> Mapping:
        """The tree of a game that includes others, misspelt names of sections replaced: what is missing here may stand in the others."""
        form, present = FILES["game"], {key.text for key, _ in tree}
        meant: dict[str, str] = {}
        for key, value in tree:
            if key.text in form.keys or homes(key.text):
                continue
            may_be = [name for name in SECTION_NAMES if name not in present and faults.may_hold(form.keys[name].holds, value)]
            near = nearest(key.text, may_be)
            if near is not None and near not in meant.values():
                meant[key.text] = near
                self.report.tell(key.span, misspelt_key(form.a, key.text, near))
        return replace(tree, pairs=tuple((_renamed(key, meant.get(key.text)), value) for key, value in tree), _index={}) if meant else tree

    def _version(self, node: Node | None) -> None:
        if isinstance(node, Scalar) and isinstance(node.value, int) and node.value != LANGUAGE_VERSION:
            self.report.tell(node.span, language_version(node.text, LANGUAGE_VERSION))

    def _section(self, key: Key, slot: Slot) -> tuple[Entry, ...] | None:
        """The entries of a key at the top, or None where it is a single value."""
        layout = key.holds.map
        if isinstance(layout, Entries):
            return None if key.holds.scalar else slot.entries
        if layout is None or slot.key is None:
            return None
        if isinstance(layout, Steps):
            if slot.entries and slot.entries[0].id:
                return slot.entries
            only = slot.entries[0] if slot.entries else self._plain(key, slot, {"do": replace(slot, key=None)}, "step")
        else:
            only = replace(slot.entries[0] if slot.entries else self._plain(key, slot, {}, key.name), id=key.name)
        self.addresses.setdefault(key.name, only)
        return (only,)

    def _plain(self, key: Key, slot: Slot, slots: dict[str, Slot], form: str) -> Entry:
        """A section that is one entry without a name, written as a single value."""
        assert slot.key is not None
        return Entry("", key.name, slot.key, None, slot.node, slots, form)

    # ------------------------------------------------------------ entries

    def entries(self, layout: Entries, node: Mapping, address: str) -> tuple[Entry, ...]:
        """The entries of a map, each id once."""
        seen: dict[str, Entry] = {}
        for key, value in self._with_ids(layout, node, address):
            name = key.text.partition("(")[0].strip() if layout.ids == "signature" else key.text
            if name in seen:
                self.report.tell(key.span, there_twice(name, seen[name].key.span))
                continue
            seen[name] = self.entry(layout, name, key, value, f"{address}.{name}" if address else name)
        return tuple(seen.values())

    def _with_ids(self, layout: Entries, node: Mapping, address: str) -> Iterable[tuple[Scalar, Node]]:
        """The entries of a map but for keys of one whose own line is missing above them, which is told."""
        form = FORMS[layout.form]
        parts = [(key, value) for key, value in node if key.text in form.keys and key.text not in ABOUT_NAMES]
        telling = {*form.required, *(head.name for head in form.heads)}
        if len(parts) < 2 or node.flow or (len(parts) < _SEVERAL_KEYS and telling.isdisjoint(key.text for key, _ in parts)):
            return node
        before = self.addresses.copy(), self.lost.copy(), self.report
        said = [self._wrong_with(layout, key, value, address) for key, value in parts]
        about = [pair for pair in node if pair[0].text in ABOUT_NAMES and all(said) and self._wrong_with(layout, *pair, address)]
        self.addresses, self.lost, self.report = before
        if not all(said):
            return node
        parts = [pair for pair in node if pair in parts or pair in about]
        first = parts[0][0]
        before_it = next((pair for pair, behind in zip(node.pairs, node.pairs[1:], strict=False) if behind[0] is first), None)
        if before_it is not None and isinstance(before_it[1], Scalar) and before_it[1].value is None:
            self.report.tell(first.span, indented_too_little(first.text, before_it[0].text))
            moved = Mapping(tuple(parts), first.span.to(parts[-1][1].span))
            return [(key, moved if key is before_it[0] else value) for key, value in node if (key, value) not in parts]
        self.report.tell(first.span, line_of_id_missing([key.text for key, _ in parts], form.a))
        return [pair for pair in node if pair not in parts]

    def _wrong_with(self, layout: Entries, key: Scalar, value: Node, address: str) -> list[Diagnostic]:
        """What would be wrong with an entry of this id; it leaves the report to be put back."""
        self.report = Report()
        self.entry(layout, key.text, key, value, f"{address}.{key.text}")
        return self.report.sorted()

    def entry(self, layout: Entries, name: str, key: Scalar, node: Node, address: str) -> Entry:
        """One entry of a map, written short or long."""
        known = None if self.unchanged is None else self.unchanged.entry(address, key, node, layout.form)
        if known is not None:
            for each in named_entries(known):
                self.addresses.setdefault(each.address, each)
            return known
        signature: Signature | None = None
        if not check_id(self.report, layout.ids, key, name):
            self.lost.update(each.partition("(")[0].strip() for each in (key.text, mended_id(name) or name))
        elif layout.ids == "signature":
            parsed = self.parse("signature", key, self.report)
            signature = parsed if isinstance(parsed, Signature) else None
        form = FORMS[layout.form]
        entry = Entry(name, address, key, signature, node, self.slots(form, key, node, address), form.name)
        self.addresses.setdefault(address, entry)
        return entry

    def slots(self, form: Form, key: Scalar, node: Node, address: str) -> dict[str, Slot]:
        """The slots of an entry; a short one has only its main key."""
        if isinstance(node, Mapping) and _is_long(form, node):
            return self.keys(form, key, node, address)
        if form.main is None:
            hint = ", write `{}`" if isinstance(node, Scalar) and node.value is None and not (form.required or form.heads) else ""
            faults.wrong_shape(self.report, node, "a map of keys", form.a, hint)
            return {}
        main = form.keys[form.main]
        slot = self.value(main.holds, key, None, node, _inside(form, address, main.name), quoted(key.text))
        lacking = [name for name in form.required if name != main.name]
        if lacking and not (isinstance(node, Scalar) and node.value is None) and main.holds.scalar is not None:
            self.report.tell(key.span, missing_keys(form.a, lacking))
        return {main.name: slot}

    # ------------------------------------------------------------ keys

    def keys(self, form: Form, owner: Scalar, node: Mapping, address: str) -> dict[str, Slot]:
        """The slots of a map of keys. A misspelt key is read as what it was probably meant to be."""
        node = self._with_outdented(form, node)
        strange = [key for key, _ in node if key.text not in form.keys] if form.others is None else []
        meant = self._strange_keys(form, strange, node)
        slots: dict[str, Slot] = {}
        for key, value in node:
            name = meant.get(key.text, key.text)
            known = form.keys.get(name)
            if known is None and form.others is None:
                continue
            holds = known.holds if known else form.others
            assert holds is not None
            if _is_empty_section(address, known, value):
                self.report.tell(key.span, empty_section(key.text))
                continue
            if name in slots:
                self.report.tell(key.span, there_twice(name, (slots[name].key or key).span))
                continue
            known_slot = self._unchanged_slot(form, name, key, value, address) if address else self._unchanged_section(holds, key, value)
            slots |= {name: known_slot} if known_slot else self._under(form, node, key, value, name, address, holds)
        if not node.is_torn:
            check_groups(self.report, form, owner.span, node, slots, blamed=len(meant) < len(strange))
        return slots

    def _with_outdented(self, form: Form, node: Mapping) -> Mapping:
        """The map with entries that stand beside the key under which they belong, and nothing else does, where they belong."""
        at = next((i for i, (key, value) in enumerate(node) if _is_bare(form, key, value)), None)
        if at is None or form.others is not None or node.flow:
            return node
        behind = node.pairs[at + 1 :]
        count = next((i for i, (key, _) in enumerate(behind) if key.text in form.keys), len(behind))
        key, below = node.pairs[at][0], behind[:count]
        if not below or any(homes(inner.text) or faults.near_key(form, inner.text, [each.text for each, _ in node]) for inner, _ in below):
            return node
        self.report.tell(below[0][0].span, indented_too_little(below[0][0].text, key.text))
        moved = Mapping(below, below[0][0].span.to(below[-1][1].span))
        return replace(node, pairs=(*node.pairs[:at], (key, moved), *behind[count:]), _index={})

    def _under(self, form: Form, node: Mapping, key: Scalar, value: Node, name: str, address: str, holds: Holds) -> dict[str, Slot]:
        """The slot of a key; and that of another one, if its line is missing in the middle of what stands there."""
        inside = _inside(form, address, name)
        if self._is_trial or not isinstance(value, Mapping) or value.flow or len(value) == 1:
            return {name: self.value(holds, key, key, value, inside, quoted(name))}
        found, said = self._trial(holds, key, value, inside, quoted(name))
        lost = self._lost_header(form, node, holds, value, address, said) if said else None
        if lost is None:
            self.report.extend(said)
            return {name: found}
        lost.tell(self.report, name)
        self.addresses = {each: entry for each, entry in self.addresses.items() if not each.startswith(f"{inside}.")}
        meant = lost.names[0]
        own, _ = self._trial(holds, key, lost.before, inside, quoted(name))
        other, _ = self._trial(form.keys[meant].holds, lost.key, lost.under, _inside(form, address, meant), quoted(meant))
        return {name: own} if meant in node else {name: own, meant: other}

    def _trial(self, holds: Holds, key: Scalar, value: Node, address: str, where: str) -> tuple[Slot, list[Diagnostic]]:
        """What stands under a key, and what is wrong there."""
        before, self.report = self.report, Report()
        try:
            return self.value(holds, key, key, value, address, where), self.report.sorted()
        finally:
            self.report = before

    def _lost_header(
        self, form: Form, node: Mapping, holds: Holds, value: Node, address: str, said: list[Diagnostic]
    ) -> faults.LostHeader | None:  # fmt: skip
        """The key whose line is missing: all that stands from the first mistake on can be read under it, what stands before where it is."""
        lost = None if any(map(is_lost_header, said)) else faults.possible_headers(form, node, holds, value, said)
        if lost is None:
            return None
        before, self._is_trial = (self.addresses.copy(), self.lost.copy()), True
        try:
            trials = {name: self._trial(form.keys[name].holds, lost.key, lost.under, address, name) for name in lost.names}
        finally:
            (self.addresses, self.lost), self._is_trial = before, False
        names = [name for name, (_, wrong) in trials.items() if not wrong]
        known = [name for name in names if not isinstance(form.keys[name].holds.map, Anything)]
        return replace(lost, names=tuple(known or names)) if names else None

    def _unchanged_section(self, holds: Holds, key: Scalar, value: Node) -> Slot | None:
        """A section of entries that is the very same as before, with all that is in it."""
        if self.unchanged is None or not isinstance(holds.map, Entries) or holds.scalar is not None:
            return None
        found = self.unchanged.section(key, value)
        if found is None:
            return None
        document, entries = found
        self.addresses |= self.unchanged.addresses(document, key.text)
        return Slot(key, value, entries=entries)

    def _unchanged_slot(self, form: Form, name: str, key: Scalar, value: Node, address: str) -> Slot | None:
        """What stands under a key of an entry, if it is the very same as before."""
        found = None if self.unchanged is None else self.unchanged.slot(address, form.name, name, key, value)
        for each in entries_in(found) if found is not None else ():
            self.addresses.setdefault(each.address, each)
        return found

    def _strange_keys(self, form: Form, strange: list[Scalar], node: Mapping) -> dict[str, str]:
        """Reports keys that the form does not have; returns misspelt ones with what was meant."""
        meant: dict[str, str] = {}
        present = {key.text for key, _ in node}
        lost: list[Scalar] = []
        for key in strange:
            near = faults.near_key(form, key.text, present | set(meant.values()), node.get(key.text))
            if homes(key.text):
                faults.misplaced(self.report, key, form, near)
                self._lose(key, node.get(key.text))
            elif near is not None:
                meant[key.text] = near
                self.report.tell(key.span, misspelt_key(form.a, key.text, near))
            else:
                lost.append(key)
                self._lose(key, node.get(key.text))
        missing = [name for name in form.required if name not in present | set(meant.values())]
        for key in lost:
            if form.name in ("step", "procedure"):
                self.report.tell(key.span, key_of_no_step(key.text))
            else:
                faults.unknown(self.report, key, form, missing)
                missing = []
        return meant

    def _lose(self, key: Scalar, value: Node | None) -> None:
        """Remember the names under a key that is not read: that they are unknown elsewhere has been reported with it."""
        self.lost.add(key.text.partition("(")[0].strip())
        if not is_id("signature", key.text):  # more than a key
            self.lost.update(_WORD.findall(key.text))
        waiting = [value]
        while waiting:
            node = waiting.pop()
            if isinstance(node, Mapping):
                self.lost.update(inner.text.partition("(")[0].strip() for inner, _ in node)
                waiting += [inner for _, inner in node]
            elif isinstance(node, Sequence):
                waiting += node.items
            elif isinstance(node, Scalar) and is_id("id", node.text):
                self.lost.add(node.text)

    # ------------------------------------------------------------ values

    def value(self, holds: Holds, owner: Scalar, key: Scalar | None, node: Node, address: str, where: str) -> Slot:
        """What a key holds. `owner` is the key that an anonymous step is known by, `where` names the key in messages."""
        if isinstance(holds.map, Anything):
            return Slot(key, node)
        if isinstance(node, Mapping):
            return self._map(holds, owner, key, node, address, where)
        if isinstance(node, Sequence):
            members = holds.members
            if members is None:
                faults.wrong_shape(self.report, node, holds.what, where)
                return Slot(key, node)
            items = tuple(self.value(members, owner, None, item, address, f"an item of {where}") for item in node)
            return Slot(key, node, items=items)
        return self._scalar(holds, key, node, where)

    def _map(self, holds: Holds, owner: Scalar, key: Scalar | None, node: Mapping, address: str, where: str) -> Slot:
        layout = holds.map
        if isinstance(layout, Entries):
            return Slot(key, node, entries=self.entries(layout, node, address))
        if isinstance(layout, One):
            form = FORMS[layout.form]
            return Slot(key, node, entries=(Entry("", address, owner, None, node, self.keys(form, owner, node, address), form.name),))
        if isinstance(layout, Steps):
            return Slot(key, node, entries=self._steps(owner, node, address, where))
        if layout is None:
            faults.wrong_shape(self.report, node, holds.what, where)
        return Slot(key, node)

    def _steps(self, owner: Scalar, node: Mapping, address: str, where: str) -> tuple[Entry, ...]:
        """One step, or named steps; a mixture is told apart by what there is more of. A key of steps that never has a map, but has
        one here, was meant as a name."""
        keys = [key for key, _ in node if key.text in STEP_NAMES]
        names = [key for key, _ in node if key.text not in STEP_NAMES]
        if not node.pairs:
            faults.wrong_shape(self.report, node, "a step or named steps", where, " with nothing in it")
            return ()
        form = FORMS["step"]
        if not names and all(_is_step(form, value) for _, value in node) and not any(key in node for key in form.needs_one):
            for key in keys:
                self.report.tell(key.span, step_called_like_key(key.text, None, is_common=key.text in ABOUT_NAMES))
            return self.entries(Entries("step"), node, address)
        acting = [
            key
            for key, value in node
            if key in keys and key.text not in ABOUT_NAMES and not (isinstance(value, Mapping) and form.keys[key.text].holds.map is None)
        ]
        if keys and (not names or len(names) <= len(acting)):
            return (Entry("", address, owner, None, node, self.keys(form, owner, node, address), form.name),)
        for key in keys:
            self.report.tell(key.span, step_called_like_key(key.text, names[0].span, is_common=key.text in ABOUT_NAMES))
            self._lose(key, node.get(key.text))
        named = Mapping(tuple(pair for pair in node if pair[0].text not in STEP_NAMES), node.span, node.flow)
        return self.entries(Entries("step"), named, address)

    def _scalar(self, holds: Holds, key: Scalar | None, node: Scalar, where: str) -> Slot:
        leaf = holds.scalar
        if leaf is None and holds.members is not None and node.text.endswith("]") and "[" not in node.text:
            faults.list_not_opened(self.report, node)
        elif leaf is None or node.value is None or (_is_address(leaf) and not isinstance(node.value, str)):
            faults.wrong_shape(self.report, node, holds.what, where)
        elif isinstance(leaf, Sentence):
            return Slot(key, node, sentence=self.parse(leaf.start, node, self.report))
        elif isinstance(leaf, Words):
            if node.text not in leaf.words:
                self.report.tell(node.span, unknown_word(where, holds.what, node.text, nearest(node.text, leaf.words)))
        else:
            self._literal(leaf, holds, node, where)
        return Slot(key, node)

    def _literal(self, leaf: Literal, holds: Holds, node: Scalar, where: str) -> None:
        is_truth, is_number = isinstance(node.value, bool), isinstance(node.value, int) and not isinstance(node.value, bool)
        if leaf.kind == "rule" or (leaf.kind in ("id", "name") and not is_truth):
            check_id(self.report, leaf.kind, node, node.text)
            return
        fits = {"number": is_number, "truth": is_truth, "text": isinstance(node.value, str)}.get(leaf.kind, leaf.kind == "any")
        if not fits:
            quotes = f'"{node.text}"' if leaf.kind == "text" else None
            faults.wrong_shape(self.report, node, holds.what, where, "; put it in quotes" if quotes else "", quotes)


def _renamed(key: Scalar, name: str | None) -> Scalar:
    """The key under another name, at the same place."""
    return key if name is None else replace(key, value=name, text=name, places=())


def _is_bare(form: Form, key: Scalar, value: Node) -> bool:
    """Whether nothing stands under a key that has entries."""
    known = form.keys.get(key.text)
    is_nothing = isinstance(value, Scalar) and value.value is None and not value.text
    return is_nothing and known is not None and known.holds.map is not None and not isinstance(known.holds.map, Anything | One)


def _is_step(form: Form, node: Node) -> bool:
    """Whether this is the map of a step that does something."""
    return isinstance(node, Mapping) and any(name in node for name in form.needs_one)


def _is_long(form: Form, node: Mapping) -> bool:
    """Whether a map gives the keys of an entry, rather than the value of its main key."""
    return form.is_long and (not form.telling or any(name in node for name in form.telling) or _is_meant_long(form, node))


def _is_meant_long(form: Form, node: Mapping) -> bool:
    """Whether a key that can't be one of the entries under the main key looks like one that tells the long form."""
    layout = form.keys[form.main].holds.map if form.main else None
    if not isinstance(layout, Entries):
        return False
    maps_only = FORMS[layout.form].main is None
    no_ids = [key.text for key, _ in node if not is_id(layout.ids, key.text)]
    strange = [key.text for key, value in node if key.text in no_ids or (maps_only and not isinstance(value, Mapping))]
    return any(key in form.keys for key in no_ids) or any(nearest(key, form.telling) for key in strange)


def _is_address(leaf: Leaf) -> bool:
    """Whether names stand there, of which none is a number."""
    return isinstance(leaf, Sentence) and leaf.start == "path"


def _inside(form: Form, address: str, key: str) -> str:
    """The address of what stands under a key."""
    if key in form.hidden:
        return address
    return f"{address}.{key}" if address else key


def _is_empty_section(address: str, key: Key | None, node: Node) -> bool:
    """Whether a key at the top that should have entries has none."""
    if address or key is None or key.holds.map is None or isinstance(key.holds.map, Anything):
        return False
    if key.holds.scalar is not None and not isinstance(key.holds.map, Steps):
        return False
    return node.value is None if isinstance(node, Scalar) else not len(node)
