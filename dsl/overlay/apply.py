"""Applying one variant to the document of what it changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from custumal.dsl.base.limits import LIMITS
from custumal.dsl.diagnostics.catalogue.edits import (
    add_exists,
    addition_exists,
    all_of_its_entry,
    changed_already,
    is_this_already,
    made_already,
    never_wiped,
    no_key_to_change,
    no_named_steps,
    no_neighbour,
    not_as_it_was,
    nothing_there,
    section_exists,
    several_keys,
)
from custumal.dsl.diagnostics.catalogue.files import too_many_in_edits
from custumal.dsl.diagnostics.catalogue.names import is_told_once
from custumal.dsl.diagnostics.diagnostic import Report, Span, TooManyProblemsError
from custumal.dsl.diagnostics.suggest import nearest
from custumal.dsl.documents.document import Document, Entry, Slot
from custumal.dsl.keys import FORMS, SECTION_NAMES
from custumal.dsl.overlay.insertions import Insertion, Pair, id_of
from custumal.dsl.overlay.rewrite import Changes, rewrite
from custumal.dsl.overlay.same import same_there
from custumal.dsl.overlay.target import find_target, near_address, near_place, value_of
from custumal.dsl.overlay.touched import Touched
from custumal.dsl.overlay.variant import RULEBOOK, Edit, Unit, Variant
from custumal.dsl.yaml.tree import Mapping, Node, Scalar

NOT_SECTIONS = ("edits", "conflicts")


def all_units(_unit: Unit) -> bool:
    """Everything is applied."""
    return True


@dataclass
class Applier:
    """Collects the changes of one variant against one document.

    `touched` are the addresses that it writes. `wanted` says which edits and additions are applied. `players` is what the header says
    then, None where it stays.
    """

    base: Document
    variant: Variant
    report: Report
    wanted: Callable[[Unit], bool] = all_units
    players: Node | None = None
    changes: Changes = field(default_factory=Changes)
    touched: Touched = field(default_factory=Touched)
    _beside: dict[str, set[str]] = field(default_factory=dict)

    def tree(self, edits: tuple[Edit, ...]) -> Mapping | None:
        """The tree with these edits and all additions; None if anything is wrong (all or nothing)."""
        mine = Report(LIMITS.problems, is_told_once)
        outer, self.report = self.report, mine
        try:
            self._collect(edits)
        except TooManyProblemsError:
            mine.tell(self.variant.span, too_many_in_edits())
        self.report = outer
        outer.extend(mine.sorted())
        if mine.has_errors or self.base.tree is None:
            return None
        made = rewrite(self.base.tree, self.changes)
        assert isinstance(made, Mapping)
        return made

    def _collect(self, edits: tuple[Edit, ...]) -> None:
        for edit in edits:
            if self.wanted(Unit(self.variant.id, f"edits.{edit.id}")):
                self._edit(edit)
        if self.base.kind == "game":
            self._header()
            self._additions()

    # ------------------------------------------------------------ edits

    def _edit(self, edit: Edit) -> None:
        if not self._once(edit):
            return
        match edit.verb:
            case "set":
                self._set(edit)
            case "replace":
                self._replace(edit)
            case "add":
                self._add(edit)
            case "remove":
                self._remove(edit)
            case "move":
                self._move(edit)

    def _once(self, edit: Edit) -> bool:
        """No two edits of a variant touch the same address, or one inside the other; but what moves may be changed inside."""
        address = edit.address
        other = self.touched.clash(address)
        if other is not None and (other == address or edit.verb != "move") and not self._moves(other, address):
            self.report.tell(edit.span, changed_already(other, self.touched.spans[other]))
            return False
        self.touched.add(address, edit.span)
        return True

    def _moves(self, other: str, address: str) -> bool:
        return address != other and other in self._moved

    @cached_property
    def _moved(self) -> frozenset[str]:
        return frozenset(edit.address for edit in self.variant.edits if edit.verb == "move")

    def _missing(self, edit: Edit, what: str = "nothing") -> None:
        guess = near_place(self.base, edit.address) if edit.verb == "add" else near_address(self.base, edit.address)
        whole = None if guess is None or guess == edit.address else f"{edit.target[: len(edit.target) - len(edit.address)]}{guess}"
        first, _, inside = edit.target.partition(".")
        if guess is None and inside and nearest(first, [RULEBOOK.removesuffix(".")]) is not None:
            whole = f"{RULEBOOK}{inside}"
        self.report.tell(edit.span, nothing_there(what, edit.target, whole))

    def _set(self, edit: Edit) -> None:
        assert edit.value is not None
        target = find_target(self.base, edit.address)
        old = None if target is None else value_of(target)
        if old is not None and self._guarded(edit, old):
            self.changes.replace(old, edit.value)
        elif target is None:
            self._no_such_key(edit)
        elif old is None:
            self.report.tell(edit.span, several_keys(edit.target, () if target.entry is None else target.entry.slots))

    def _no_such_key(self, edit: Edit) -> None:
        """Nothing stands there: perhaps because the entry leaves out a key that it could have."""
        owner, _, name = edit.address.rpartition(".")
        entry = self.base.entry(owner)
        if entry is None or entry.form not in FORMS or name not in FORMS[entry.form].keys:
            self._missing(edit)
            return
        shown = edit.target.rpartition(".")[0]
        self.report.tell(edit.span, no_key_to_change(shown, name, edit.target))

    def _guarded(self, edit: Edit, old: Node) -> bool:
        """Is the old value what the edit expects, and the new one something else?"""
        assert edit.value is not None
        if _is_nothing(edit.value) and not _is_nothing(old):
            self.report.tell(edit.value.span, never_wiped(edit.target))
            return False
        if edit.was is not None and not same_there(self.base, edit.address, old, edit.was):
            self.report.tell(edit.was.span, not_as_it_was(edit.target, old.span))
            return False
        if same_there(self.base, edit.address, old, edit.value):
            self.report.tell(edit.span, is_this_already(edit.target, old.span))
            # what stands there stays, with its own layout and place
            return False
        return True

    def _replace(self, edit: Edit) -> None:
        assert edit.value is not None
        target = find_target(self.base, edit.address)
        if target is None:
            self._missing(edit, "no entry")
        elif self._guarded(edit, target.node):
            self.changes.replace(target.node, edit.value)

    def _remove(self, edit: Edit) -> None:
        target = find_target(self.base, edit.address)
        if target is None:
            self._missing(edit)
        elif target.key is None:
            self.report.tell(edit.span, all_of_its_entry(edit.target, edit.target.rpartition(".")[0]))
        else:
            self.changes.remove(target.key)

    def _add(self, edit: Edit) -> None:
        assert edit.value is not None
        parent, _, name = edit.address.rpartition(".")
        there = find_target(self.base, edit.address)
        if there is not None:
            self.report.tell(edit.span, add_exists(edit.target, there.key.span if there.key is not None else there.node.span))
            return
        key = self._key(edit, name)
        if self._is_of_step(parent, name) and self._new_key(edit, parent, key):
            return
        container = self._container(parent)
        if container is not None:
            self._insert(edit, container, (key, edit.value))
        elif not self._new_map(edit, parent, key):
            self._no_place(edit, parent)

    def _is_of_step(self, parent: str, name: str) -> bool:
        """Whether it is a key of a step, which no named step in it can be called."""
        entry = self.base.entry(parent)
        return entry is not None and entry.form in ("step", "procedure") and name in FORMS[entry.form].keys

    def _no_place(self, edit: Edit, parent: str) -> None:
        entry = self.base.entry(parent)
        if entry is not None and entry.form in ("step", "procedure", "action") and "do" in entry.slots:
            shown = edit.target.rpartition(".")[0]
            self.report.tell(edit.span, no_named_steps(shown))
        else:
            self._missing(edit, "no place")

    def _key(self, edit: Edit, name: str) -> Scalar:
        return Scalar(int(name) if name.isdecimal() else name, name, edit.target_node.span)

    def _insert(self, edit: Edit, container: Mapping, pair: Pair) -> None:
        before, after = self._anchor(edit, edit.before, container), self._anchor(edit, edit.after, container)
        self.changes.insert(container, Insertion(pair, before, after))

    def _anchor(self, edit: Edit, slot: Slot | None, container: Mapping) -> str | None:
        """The id before or after which something stands; an id of the same parent, or its address."""
        if slot is None or not isinstance(slot.node, Scalar):
            return None
        wanted = slot.node.text.rsplit(".", 1)[-1]
        parent, _, name = edit.address.rpartition(".")
        known = self._neighbours(parent, container)
        if wanted in known and wanted != name:
            return wanted
        guess = near_address(self.base, f"{parent}.{wanted}" if parent else wanted)
        near = guess.rpartition(".")[2] if guess is not None else None
        self.report.tell(slot.node.span, no_neighbour(edit.target, wanted, near if near in known else None))
        return None

    def _neighbours(self, parent: str, container: Mapping) -> set[str]:
        """The ids below an address, with those that are added there."""
        if parent not in self._beside:
            self._beside[parent] = {*(id_of(key) for key, _ in container), *self._added.get(parent, ())}
        return self._beside[parent]

    @cached_property
    def _added(self) -> dict[str, list[str]]:
        """What edits add, by the address around it."""
        found: dict[str, list[str]] = {}
        for edit in self.variant.edits:
            if edit.verb == "add":
                parent, _, name = edit.address.rpartition(".")
                found.setdefault(parent, []).append(name)
        return found

    def _move(self, edit: Edit) -> None:
        entry = self.base.entry(edit.address)
        container = self._container(edit.address.rpartition(".")[0])
        if entry is None or container is None or container.key(entry.key.text) is not entry.key:
            self._missing(edit, "no entry that could be moved")
            return
        self.changes.remove(entry.key)
        key = entry.key
        self._insert(edit, container, (Scalar(key.value, key.text, edit.target_node.span), entry.node))

    # ------------------------------------------------------------ where new entries go

    def _container(self, parent: str) -> Mapping | None:
        """The map that holds the entries below an address."""
        tree = self.base.tree
        assert tree is not None
        if parent == "":
            return tree
        if parent in SECTION_NAMES or parent in self.base.sections:
            found = tree.get(parent)
            return found if isinstance(found, Mapping) else None
        entry = self.base.entry(parent)
        if entry is not None and entry.id:
            return _entries_of(entry)
        target = find_target(self.base, parent)
        return target.node if target is not None and isinstance(target.node, Mapping) else None

    def _new_map(self, edit: Edit, parent: str, key: Scalar) -> bool:
        """A section, or a key such as `ensure`, that is not there yet."""
        assert edit.value is not None
        tree = self.base.tree
        assert tree is not None
        inner = Mapping(((key, edit.value),), edit.value.span)
        if parent in SECTION_NAMES and parent not in tree:
            self.changes.insert_map(tree, self._key(edit, parent), inner)
            return True
        owner, _, name = parent.rpartition(".")
        entry = self.base.entry(owner)
        if entry is None or entry.form not in FORMS or name not in FORMS[entry.form].keys or name in entry.slots:
            return self._new_key(edit, parent, key)
        if isinstance(entry.node, Mapping) and _is_written_long(entry):
            self.changes.insert_map(entry.node, self._key(edit, name), inner)
            return True
        return self._into(edit, entry, (self._key(edit, name), inner))

    def _new_key(self, edit: Edit, parent: str, key: Scalar) -> bool:
        """A key of an entry that has none of this name yet."""
        entry = self.base.entry(parent)
        if entry is None or entry.form not in FORMS or edit.value is None:
            return False
        if key.text not in FORMS[entry.form].keys and FORMS[entry.form].others is None:
            return False
        return self._into(edit, entry, (key, edit.value))

    def _into(self, edit: Edit, entry: Entry, pair: Pair) -> bool:
        """A further key of an entry, which becomes a long one if it was short."""
        main = FORMS[entry.form].main
        if isinstance(entry.node, Mapping) and _is_written_long(entry):
            self._insert(edit, entry.node, pair)
        elif main is not None and FORMS[entry.form].is_long:
            self.changes.grow(entry.node, (self._key(edit, main), entry.node), pair)
        else:
            return False
        return True

    # ------------------------------------------------------------ sections of the variant

    def _header(self) -> None:
        """For how many the game is with the variant."""
        slot = self.variant.document.header.get("players")
        old = self.base.header.get("players")
        if slot is not None and old is not None and self.players is not None:
            self.touched.add("players", slot.node.span)
            self.changes.replace(old.node, self.players)

    def _additions(self) -> None:
        """The entries of the variant's own sections join those of the game."""
        tree, own = self.base.tree, self.variant.document.tree
        assert tree is not None
        for key, value in own or ():
            if key.text not in SECTION_NAMES or key.text in NOT_SECTIONS:
                continue
            there = tree.get(key.text)
            if there is None:
                self._new_section(key, value)
            elif isinstance(there, Mapping) and isinstance(value, Mapping) and self._is_joinable(key.text):
                self._join(key.text, there, value)
            else:
                self.report.tell(key.span, section_exists(key.text))

    def _is_joinable(self, section: str) -> bool:
        """Maps of entries with names can be joined; a single step, a ladder and the like can't."""
        sides = (self.base.section(section), self.variant.document.section(section))
        return all(entry.address == f"{section}.{entry.id}" for entries in sides for entry in entries)

    def _new_section(self, key: Scalar, value: Node) -> None:
        if not isinstance(value, Mapping) or not self._is_joinable(key.text):
            if self._takes(key.text, key.span):
                self.changes.insert(self._root(), Insertion((key, value)))
            return
        pairs = tuple(pair for pair in value if self._takes(f"{key.text}.{id_of(pair[0])}", pair[0].span))
        if pairs:
            self.changes.insert_map(self._root(), key, Mapping(pairs, value.span, value.flow))

    def _root(self) -> Mapping:
        assert self.base.tree is not None
        return self.base.tree

    def _join(self, section: str, there: Mapping, new: Mapping) -> None:
        for key, value in new:
            address = f"{section}.{id_of(key)}"
            old = self.base.entry(address)
            if old is not None:
                self.report.tell(key.span, addition_exists(address, old.key.span))
            elif self._takes(address, key.span):
                self.changes.insert(there, Insertion((key, value)))

    def _takes(self, address: str, span: Span) -> bool:
        """Notes an addition; false where it is left out, or where an edit of this variant makes the same entry."""
        if not self.wanted(Unit(self.variant.id, address)):
            return False
        if address in self.touched.spans:
            self.report.tell(span, made_already(address, self.touched.spans[address]))
            return False
        self.touched.add(address, span)
        return True


def _entries_of(entry: Entry) -> Mapping | None:
    """The map of the entries that an entry holds under a key that addresses leave out."""
    hidden = FORMS[entry.form].hidden if entry.form in FORMS else ()
    for name in hidden:
        slot = entry.slots.get(name)
        if slot is not None and slot.entries and isinstance(slot.node, Mapping) and slot.entries[0].id:
            return slot.node
    return None


def _is_written_long(entry: Entry) -> bool:
    """Whether it is a map of keys, which may be empty, and not the value of its main key alone."""
    return any(slot.key is not None for slot in entry.slots.values()) or (isinstance(entry.node, Mapping) and not len(entry.node))


def _is_nothing(node: Node) -> bool:
    return node.value is None if isinstance(node, Scalar) else isinstance(node, Mapping) and not len(node)
