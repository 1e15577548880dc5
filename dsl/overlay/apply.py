"""Applying one variant to the document of what it changes."""

from __future__ import annotations

from dataclasses import dataclass, field

from custumal.dsl.diagnostic import Related, Report, Span
from custumal.dsl.entry import Document, Entry, Slot
from custumal.dsl.keys import FORMS, SECTION_NAMES
from custumal.dsl.overlay.rewrite import Changes, Insertion, rewrite
from custumal.dsl.overlay.same import same_value
from custumal.dsl.overlay.variant import Edit, Variant
from custumal.dsl.suggest import nearest
from custumal.dsl.tree import Mapping, Node, Scalar

NOT_SECTIONS = ("edits", "conflicts")


@dataclass(slots=True)
class Applier:
    """Collects the changes of one variant against one document; `touched` are the addresses with where they were written."""

    base: Document
    variant: Variant
    report: Report
    changes: Changes = field(default_factory=Changes)
    touched: dict[str, Span] = field(default_factory=dict)

    def tree(self) -> Mapping | None:
        """The tree with all edits and additions; None if anything is wrong (all or nothing)."""
        before = self.report.has_errors
        for edit in self.variant.edits:
            self._edit(edit)
        self._additions()
        assert self.base.tree is not None
        if self.report.has_errors and not before:
            return None
        made = rewrite(self.base.tree, self.changes)
        assert isinstance(made, Mapping)
        return made

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
        """No two edits of a variant touch the same address, or one inside the other."""
        other = clash(edit.target, self.touched)
        if other is not None:
            related = (Related(self.touched[other], "the other edit"),)
            self.report.error("edit-twice", edit.span, f"Another edit of this variant changes `{other}` already.", None, related)
            return False
        self.touched[edit.target] = edit.span
        return True

    def _missing(self, edit: Edit, what: str = "nothing") -> None:
        known = [*self.base.addresses, *(f"{a}.{k}" for a, e in self.base.addresses.items() for k in e.slots)]
        guess = nearest(edit.target, known)
        help_ = f"; did you mean `{guess}`?" if guess else "."
        self.report.error("edit-misses", edit.span, f"There is {what} at `{edit.target}`{help_}", guess)

    def _set(self, edit: Edit) -> None:
        assert edit.value is not None
        found = self.slot_at(edit.target)
        if found is None:
            self._missing(edit)
            return
        _, slot = found
        if self._guarded(edit, slot.node):
            self.changes.replace(slot.node, edit.value)

    def slot_at(self, address: str) -> tuple[Entry, Slot] | None:
        """The key that an address means: a key of an entry, or the main key of an entry."""
        entry = self.base.entry(address)
        if entry is None:
            return self.base.slot(address)
        main = FORMS[entry.form].main if entry.form in FORMS else None
        slot = entry.slots.get(main) if main is not None else None
        return None if slot is None else (entry, slot)

    def _guarded(self, edit: Edit, old: Node) -> bool:
        """Is the old value what the edit expects, and the new one another?"""
        assert edit.value is not None
        if edit.was is not None and not same_value(old, edit.was):
            related = (Related(old.span, "what stands there now"),)
            self.report.error(
                "edit-was",
                edit.was.span,
                f"`{edit.target}` is not this any more; look whether the edit still means the same.",
                None,
                related,
            )
            return False
        if same_value(old, edit.value):
            self.report.warn("edit-changes-nothing", edit.span, f"`{edit.target}` is this already.")
        return True

    def _replace(self, edit: Edit) -> None:
        assert edit.value is not None
        entry = self.base.entry(edit.target)
        if entry is None:
            self._missing(edit, "no entry")
        elif self._guarded(edit, entry.node):
            self.changes.replace(entry.node, edit.value)

    def _remove(self, edit: Edit) -> None:
        entry = self.base.entry(edit.target)
        found = self.base.slot(edit.target) if entry is None else None
        if entry is not None and entry.id:
            self.changes.remove(entry.key)
        elif found is not None and found[1].key is not None:
            self.changes.remove(found[1].key)
        else:
            self._missing(edit)

    def _add(self, edit: Edit) -> None:
        assert edit.value is not None
        parent, _, name = edit.target.rpartition(".")
        if self.base.entry(edit.target) is not None or (parent and self.base.slot(edit.target) is not None):
            self.report.error("edit-exists", edit.span, f"There is `{edit.target}` already; change it with `set` or `replace`.")
            return
        key = self._key(edit, name)
        container = self.container(parent)
        if container is not None:
            self._insert(edit, container, (key, edit.value))
        elif not self._new_map(edit, parent, key):
            self._missing(edit, "no place")

    def _key(self, edit: Edit, name: str) -> Scalar:
        return Scalar(name, name, edit.target_node.span)

    def _insert(self, edit: Edit, container: Mapping, pair: tuple[Scalar, Node]) -> None:
        before, after = self._anchor(edit, edit.before, container), self._anchor(edit, edit.after, container)
        self.changes.insert(container, Insertion(pair, before, after))

    def _anchor(self, edit: Edit, slot: Slot | None, container: Mapping) -> Scalar | None:
        """The key before or after which something stands; an id of the same parent, or its address."""
        if slot is None or not isinstance(slot.node, Scalar):
            return None
        wanted = slot.node.text.rsplit(".", 1)[-1]
        found = next((key for key, _ in container if key.text.partition("(")[0] == wanted), None)
        if found is None:
            known = [key.text for key, _ in container]
            self.report.error("edit-misses", slot.node.span, f"`{edit.target}` has no neighbour `{wanted}`.", nearest(wanted, known))
        return found

    def _move(self, edit: Edit) -> None:
        entry = self.base.entry(edit.target)
        container = self.container(edit.target.rpartition(".")[0])
        if entry is None or container is None:
            self._missing(edit, "no entry")
            return
        self.changes.remove(entry.key)
        self._insert(edit, container, (Scalar(entry.key.value, entry.key.text, entry.key.span, entry.key.places), entry.node))

    # ------------------------------------------------------------ where new entries go

    def container(self, parent: str) -> Mapping | None:
        """The map that holds the entries below an address."""
        tree = self.base.tree
        assert tree is not None
        if parent == "":
            return tree
        if parent in SECTION_NAMES:
            found = tree.get(parent)
            return found if isinstance(found, Mapping) else None
        entry = self.base.entry(parent)
        if entry is not None:
            return _entries_of(entry)
        slot = self.base.slot(parent)
        return slot[1].node if slot is not None and isinstance(slot[1].node, Mapping) else None

    def _new_map(self, edit: Edit, parent: str, key: Scalar) -> bool:
        """A section, or a key such as `ensure`, that is not there yet."""
        assert edit.value is not None
        tree = self.base.tree
        assert tree is not None
        inner = Mapping(((key, edit.value),), edit.value.span)
        if parent in SECTION_NAMES:
            self.changes.insert(tree, Insertion((self._key(edit, parent), inner)))
            return True
        owner, _, name = parent.rpartition(".")
        entry = self.base.entry(owner)
        if entry is None or entry.form not in FORMS or name not in FORMS[entry.form].keys:
            return self._new_key(edit, parent, key)
        return self._into(edit, entry, (self._key(edit, name), inner))

    def _new_key(self, edit: Edit, parent: str, key: Scalar) -> bool:
        """A key of an entry that has none of this name yet."""
        entry = self.base.entry(parent)
        if entry is None or entry.form not in FORMS or edit.value is None:
            return False
        if key.text not in FORMS[entry.form].keys and FORMS[entry.form].others is None:
            return False
        return self._into(edit, entry, (key, edit.value))

    def _into(self, edit: Edit, entry: Entry, pair: tuple[Scalar, Node]) -> bool:
        """A further key of an entry, which becomes a long one if it was short."""
        main = FORMS[entry.form].main
        if isinstance(entry.node, Mapping) and any(slot.key is not None for slot in entry.slots.values()):
            self.changes.insert(entry.node, Insertion(pair))
        elif main is not None:
            long = Mapping(((self._key(edit, main), entry.node), pair), entry.node.span)
            self.changes.replace(entry.node, long)
        else:
            return False
        return True

    # ------------------------------------------------------------ sections of the variant

    def _additions(self) -> None:
        """The entries of the variant's own sections join those of the game."""
        tree, own = self.base.tree, self.variant.document.tree
        assert tree is not None
        if own is None:
            return
        for key, value in own:
            if key.text not in SECTION_NAMES or key.text in NOT_SECTIONS:
                continue
            there = tree.get(key.text)
            if there is None:
                self.changes.insert(tree, Insertion((key, value)))
            elif (
                isinstance(there, Mapping)
                and isinstance(value, Mapping)
                and key.text not in ("play", "setup", "teams", "ladder", "display")
            ):
                self._join(key.text, there, value)
            else:
                self.report.error("edit-exists", key.span, f"The game has `{key.text}` already; change it with `edits`.")

    def _join(self, section: str, there: Mapping, new: Mapping) -> None:
        for key, value in new:
            name = key.text.partition("(")[0]
            old = self.base.entry(f"{section}.{name}")
            if old is not None:
                related = (Related(old.key.span, "here"),)
                self.report.error("edit-exists", key.span, f"There is `{section}.{name}` already; change it with `edits`.", None, related)
                continue
            self.touched.setdefault(f"{section}.{name}", key.span)
            self.changes.insert(there, Insertion((key, value)))


def clash(address: str, others: dict[str, Span]) -> str | None:
    """The address among the others that is this one, inside it or around it."""
    return next((o for o in others if o == address or o.startswith(address + ".") or address.startswith(o + ".")), None)


def _entries_of(entry: Entry) -> Mapping | None:
    """The map of the entries that an entry holds under a key that addresses leave out."""
    hidden = FORMS[entry.form].hidden if entry.form in FORMS else ()
    for name in hidden:
        slot = entry.slots.get(name)
        if slot is not None and slot.entries and isinstance(slot.node, Mapping) and slot.entries[0].id:
            return slot.node
    return None
