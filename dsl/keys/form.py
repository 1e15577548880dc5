"""The shape of the table of keys: what a key holds, which keys an entry has, which of them go together."""

from __future__ import annotations

from typing import TypedDict, Unpack

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.yaml.tree import Data

# ---------------------------------------------------------------- what stands as a scalar


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of the language under the start rule `start`."""

    start: str


@dataclass(frozen=True, slots=True)
class Words:
    """One of a fixed set of words."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Literal:
    """`kind`: "number" (an integer), "truth", "text", "id" (a name of the language), "name" (an id that sentences say, and so no word of
    the grammar), "rule" (the id of a numbered rule) or
    "any" (whatever YAML has)."""

    kind: str


Leaf = Sentence | Words | Literal

# ---------------------------------------------------------------- what stands as a map


@dataclass(frozen=True, slots=True)
class Entries:
    """A map of entries of one form. `ids` says what their keys are: "id", "name" (said in sentences), "signature" (a name with
    parameters), "number", "rule" (a numbered rule), "language" or "any"."""

    form: str
    ids: str = "id"


@dataclass(frozen=True, slots=True)
class One:
    """The keys of one entry without a name."""

    form: str


@dataclass(frozen=True, slots=True)
class Steps:
    """The keys of one step, or named steps."""


@dataclass(frozen=True, slots=True)
class Anything:
    """Data that the reader does not look into."""


Layout = Entries | One | Steps | Anything

# ---------------------------------------------------------------- keys and entries


@dataclass(frozen=True, slots=True)
class Holds:
    """What a key may hold, by the three kinds of YAML nodes; None: such a node is an error.

    `what` names it in messages and tables ("an expression"). `items` describes the members of a list; with `deep` they are
    described by this value itself.
    """

    what: str
    scalar: Leaf | None = None
    items: Holds | None = None
    deep: bool = False
    map: Layout | None = None

    @property
    def members(self) -> Holds | None:
        """What the items of a list hold, or None where no list may stand."""
        return self if self.deep else self.items


@dataclass(frozen=True, slots=True)
class Key:
    """One key: what it holds, what it is for (a sentence), an example of its value as plain data, and what its absence means
    ("" where that is nothing)."""

    name: str
    holds: Holds
    text: str
    example: Data
    default: str = ""
    required: bool = False


@dataclass(frozen=True, slots=True)
class Head:
    """A key that says which sort of entry this is; then `parts` may stand beside it, `needs` must, and of `any_of` one must."""

    name: str
    parts: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    any_of: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Form:
    """What one sort of entry looks like.

    `a` is its name with an article. `main` is the key that a short entry has; with `is_long` false every entry is short. `hidden`
    are the keys that addresses leave out. `telling`: where given, a map is the long form only if it has one of these keys, else
    it is the value of the main key. `others`: what further keys hold. `needs_one`: at
    least one of these must stand. `at_most_one`: groups of keys that exclude each other. `heads`: exactly one must stand, or
    `headless` if its conditions are met. `ordered`: the order of such entries in a map counts, in play or where things, words and
    choices are listed.
    """

    name: str
    a: str
    text: str
    keys: dict[str, Key]
    main: str | None = None
    is_long: bool = True
    hidden: tuple[str, ...] = ()
    telling: tuple[str, ...] = ()
    others: Holds | None = None
    needs_one: tuple[str, ...] = ()
    at_most_one: tuple[tuple[str, ...], ...] = ()
    heads: tuple[Head, ...] = ()
    headless: Head | None = None
    ordered: bool = False

    @property
    def required(self) -> tuple[str, ...]:
        return tuple(key.name for key in self.keys.values() if key.required)


class Options(TypedDict, total=False):
    """What a form may say besides its keys; see `Form`."""

    main: str
    is_long: bool
    hidden: tuple[str, ...]
    telling: tuple[str, ...]
    others: Holds
    needs_one: tuple[str, ...]
    at_most_one: tuple[tuple[str, ...], ...]
    heads: tuple[Head, ...]
    headless: Head
    ordered: bool


def form(name: str, a: str, text: str, *keys: Key | tuple[Key, ...], **options: Unpack[Options]) -> Form:
    """A form from keys and groups of keys, in reading order; addresses leave out its main key where `hidden` names no others."""
    flat: list[Key] = []
    for key in keys:
        flat.extend(key if isinstance(key, tuple) else (key,))
    if "main" in options:
        options.setdefault("hidden", (options["main"],))
    return Form(name, a, text, {key.name: key for key in flat}, **options)
