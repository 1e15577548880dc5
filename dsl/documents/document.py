"""A rule file as a generic document: entries with slots, the same however short or long the file writes them.

Nothing is looked up here. Every sentence is parsed, every key is known to stand where it may, every id is well formed;
what the words mean is the checker's business.
"""

from __future__ import annotations

from collections.abc import Callable

from custumal.dsl.base.frozen import dataclass, field
from custumal.dsl.diagnostics.diagnostic import Report
from custumal.dsl.sentences.syntax import Sentence, Signature
from custumal.dsl.yaml.tree import Mapping, Node, Scalar, Sequence

Parse = Callable[[str, Scalar, Report], Sentence | None]
"""`parse(start, scalar, report)`: the sentence under the start rule `start`, or None after a report."""


@dataclass(frozen=True, slots=True, eq=False)
class Slot:
    """The value of one key.

    `key` is None where the entry was written short. Exactly one of the following holds what was read:

    * `sentence`: the slot is one sentence (None too where it could not be parsed; that has been reported);
    * `items`: a YAML list stands where a sentence, a word or an effect is expected; items may have items;
    * `entries`: the slot is a map of entries (`choose`, `require`, named steps, rows, texts by language …), or one anonymous
      entry (id "") for a body that is a single step, and for `shape` and the like, which are maps of keys;
    * otherwise only `node`: texts, rule ids, words of a fixed set, numbers, printed columns, display data.
    """

    key: Scalar | None
    node: Node
    sentence: Sentence | None = None
    entries: tuple[Entry, ...] = ()
    items: tuple[Slot, ...] = ()

    def entry(self, name: str) -> Entry | None:
        """The entry called `name`, or None."""
        return next((entry for entry in self.entries if entry.id == name), None)

    @property
    def text(self) -> str | None:
        """The text of a single value; None for a list or a map."""
        return self.node.text if isinstance(self.node, Scalar) else None

    @property
    def number(self) -> int | None:
        """The whole number that stands there, not worked out; None for all else."""
        value = self.node.value if isinstance(self.node, Scalar) else None
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    @property
    def scalars(self) -> tuple[Scalar, ...]:
        """The single values of a list, or the one that stands alone."""
        nodes = self.node.items if isinstance(self.node, Sequence) else (self.node,)
        return tuple(node for node in nodes if isinstance(node, Scalar))

    @property
    def parts(self) -> tuple[Slot, ...]:
        """The items of a list, or the slot itself where no list stands."""
        return self.items or (self,)


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """One named thing of a file.

    `id` is the key without parameters (`full` for `full(tile)`), "" for a single step without a name; `address` is the path
    of keys without main keys, such as `actions.claim.require.empty`; an anonymous step has the address of its owner.
    `signature` is the parsed key where parameters may stand (values, define, kept, zones, procedures). `slots` are by key
    name; a short entry has only its main key. `form` is the name of its form in the table of keys.
    """

    id: str
    address: str
    key: Scalar
    signature: Signature | None
    node: Node
    slots: dict[str, Slot]
    form: str = ""

    def slot(self, name: str) -> Slot | None:
        return self.slots.get(name)

    def text(self, name: str) -> str | None:
        """The single value under a key, as it is written; None where there is none."""
        slot = self.slots.get(name)
        return None if slot is None else slot.text

    def number(self, name: str) -> int | None:
        """The whole number that stands under a key, not worked out; None where there is none."""
        slot = self.slots.get(name)
        return None if slot is None else slot.number

    def is_true(self, name: str, *, default: bool = False) -> bool:
        """The truth under a key; `default` where the key is missing."""
        slot = self.slots.get(name)
        return slot.node.value is True if slot is not None and isinstance(slot.node, Scalar) else default

    def parts(self, name: str) -> tuple[Slot, ...]:
        """The items under a key, or the single value that stands there; none where the key is missing."""
        slot = self.slots.get(name)
        return () if slot is None else slot.parts

    def entries(self, name: str) -> tuple[Entry, ...]:
        """The entries of the map under a key; none where the key is missing."""
        slot = self.slots.get(name)
        return slot.entries if slot is not None else ()


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """One file of a game: `kind` is "game" for the game file, "components" for what it includes; `name` is what messages call it."""

    kind: str
    name: str
    tree: Node


@dataclass(frozen=True, slots=True, eq=False)
class Document:
    """A file, or a game file with its included files, as read.

    `header` are the single values at the top (`game`, `title`, `players` …); `sections` maps the other keys at the top to
    their entries. `setup` and `play` are always steps, one anonymous step where no names are given; `ladder`, `teams`
    and `display` are one entry called like the section. `addresses` has every entry of every depth. `tree` is what was read
    (with included files joined to it; None for a file that is no map of keys), `parts` are the files one by one;
    `complete` tells whether every included file is among them; `lost` are the names under keys that could not be read as anything.
    """

    file: str
    kind: str
    tree: Mapping | None
    header: dict[str, Slot] = field(default_factory=dict)
    sections: dict[str, tuple[Entry, ...]] = field(default_factory=dict)
    addresses: dict[str, Entry] = field(default_factory=dict)
    parts: tuple[Part, ...] = ()
    complete: bool = True
    lost: frozenset[str] = frozenset()

    def entry(self, address: str) -> Entry | None:
        """The entry at an address, or None."""
        return self.addresses.get(address)

    def slot(self, address: str) -> tuple[Entry, Slot] | None:
        """The key at an address such as `actions.hold.do` or `values.limit.least`, with its entry, or None."""
        owner, _, key = address.rpartition(".")
        entry = self.addresses.get(owner)
        slot = entry.slots.get(key) if entry is not None else None
        return None if entry is None or slot is None else (entry, slot)

    def text(self, name: str) -> str | None:
        """A single value at the top, as it is written; None where there is none."""
        slot = self.header.get(name)
        return None if slot is None else slot.text

    def section(self, name: str) -> tuple[Entry, ...]:
        """The entries of a section; empty where the file has none."""
        return self.sections.get(name, ())
