"""The sentences of the language as frozen trees, before anything is looked up. Every node knows its span in the file."""

from __future__ import annotations

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.diagnostics.diagnostic import Span

# ---------------------------------------------------------------- expressions


@dataclass(frozen=True, slots=True)
class Number:
    value: int
    span: Span


@dataclass(frozen=True, slots=True)
class Truth:
    value: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Nothing:
    """The word `none`."""

    span: Span


@dataclass(frozen=True, slots=True)
class Name:
    """A bare word, still to be looked up (`me`, `it`, `this` included)."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Units:
    """`3 wood`: an amount directly before a word."""

    amount: int
    name: Name
    span: Span


@dataclass(frozen=True, slots=True)
class Apply:
    """`colour of stone`, `stone.colour`, `colour(stone)`, `my hand`: one node, told apart by `style` for printing only.

    `style` is "of", "dot", "call" or "my"; for "my" the first argument is `Name("me")` at the word `my`.
    """

    word: Name
    arguments: tuple[Expression, ...]
    style: str
    span: Span


@dataclass(frozen=True, slots=True)
class ListOf:
    """`[a, b]`."""

    items: tuple[Expression, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Negative:
    """`-E`."""

    operand: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """`operator` is `+ - * div mod`; `is_flat`: the right side, itself a sum, stands without parentheses, as half of a long one."""

    operator: str
    left: Expression
    right: Expression
    span: Span
    is_flat: bool = False


@dataclass(frozen=True, slots=True)
class Compare:
    """`operator` is `is`, `is not`, `is in`, `is not in`, `are in`, `<`, `<=`, `>`, `>=`."""

    operator: str
    left: Expression
    right: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Both:
    """`is_flat`: the right side has the same operator and stands without parentheses, as half of a long chain."""

    left: Expression
    right: Expression
    span: Span
    is_flat: bool = False


@dataclass(frozen=True, slots=True)
class Either:
    """`is_flat` as in `Both`."""

    left: Expression
    right: Expression
    span: Span
    is_flat: bool = False


@dataclass(frozen=True, slots=True)
class Negate:
    operand: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Fallback:
    """`E otherwise D`."""

    main: Expression
    other: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class IfElse:
    condition: Expression
    then: Expression
    other: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Range:
    """`low to high`, both included."""

    low: Expression
    high: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Order:
    """One ordering of a selection: `kind` is "by", "from" or "reversed" (then `key` is None)."""

    kind: str
    key: Expression | None
    span: Span


@dataclass(frozen=True, slots=True)
class Selection:
    """`S where P`, `x in S where P`, with orders; `name` is None in the bare form, where members may stand alone."""

    name: Name | None
    source: Expression
    where: Expression | None
    orders: tuple[Order, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Quantified:
    """`some|no|every x in S where P [has Q]`; `name` is None for a bare source. `kind` is "some", "no" or "every"."""

    kind: str
    name: Name | None
    source: Expression
    where: Expression | None
    has: Expression | None
    span: Span


@dataclass(frozen=True, slots=True)
class EachOf:
    """`E for S` inside a fold's parentheses; `over` is a Selection or a plain source."""

    value: Expression
    over: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Closure:
    """`x in S through E within n` inside `reach(…)`."""

    name: Name
    source: Expression
    through: Expression
    within: Expression | None
    span: Span


@dataclass(frozen=True, slots=True)
class Can:
    """`can A`, `can A(args) ignoring [ids]`; `arguments` is None where the action stands alone."""

    action: Name
    arguments: tuple[Expression, ...] | None
    ignoring: tuple[Name, ...]
    span: Span


Expression = (
    Number
    | Truth
    | Nothing
    | Name
    | Units
    | Apply
    | ListOf
    | Negative
    | Arithmetic
    | Compare
    | Both
    | Either
    | Negate
    | Fallback
    | IfElse
    | Range
    | Selection
    | Quantified
    | EachOf
    | Closure
    | Can
)

# ---------------------------------------------------------------- the other sentences


@dataclass(frozen=True, slots=True)
class Part:
    """A preposition of an effect with what follows it."""

    preposition: str
    value: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Effect:
    """`verb object preposition value … [if P]`; `procedure(args)` is an effect whose verb has `arguments`."""

    verb: Name
    object: Expression | None
    parts: tuple[Part, ...]
    condition: Expression | None
    span: Span
    arguments: tuple[Expression, ...] | None = None


@dataclass(frozen=True, slots=True)
class Choices:
    """An entry of `choose`. `form` is "one", "maybe", "up-to", "exactly" or "any"; `amount` for the two that count."""

    form: str
    amount: Expression | None
    among: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Loop:
    """`x in S [where P] [orders]` of an `each`."""

    name: Name
    selection: Selection
    span: Span


@dataclass(frozen=True, slots=True)
class TypeWord:
    """A type as written. `form` is "simple" (number, tile, …), "of" (cell of Z), "maybe", "per" (T per side [of Z]) or
    "interval"; `inner` is the type inside (of, maybe: the argument), `key` the domain of a table, `low`/`high` the bounds
    (an integer, or the name of a value or option)."""

    form: str
    word: Name | None
    inner: TypeWord | None
    key: TypeWord | None
    low: Number | Name | None
    high: Number | Name | None
    span: Span


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a signature; `name` is None where the type word also names it (`full(tile)`)."""

    name: Name | None
    type: TypeWord
    span: Span


@dataclass(frozen=True, slots=True)
class Signature:
    """`name(parameter, …)`: the key of a definition, kept value, zone or procedure."""

    name: Name
    parameters: tuple[Parameter, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Contents:
    """`one KIND` or `KIND`."""

    one: bool
    kind: Name
    span: Span


@dataclass(frozen=True, slots=True)
class Limit:
    """`once per STEP`, `E per STEP [for each x, y]`; `count` is None for `once`."""

    count: Expression | None
    step: Name
    each: tuple[Name, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Pick:
    """`any`, `up to E` or a number; `form` is "any", "up-to" or "fixed"."""

    form: str
    amount: Expression | None
    span: Span


@dataclass(frozen=True, slots=True)
class Path:
    """An address: its steps."""

    steps: tuple[Name, ...]
    span: Span

    def __str__(self) -> str:
        return ".".join(step.text for step in self.steps)


@dataclass(frozen=True, slots=True)
class ChoiceKey:
    """A choice as records and scenarios write it: `claim(at(board, 2, 2))`, `pass`."""

    action: Name
    arguments: tuple[Expression, ...]
    span: Span


Sentence = Expression | Effect | Choices | Loop | TypeWord | Signature | Contents | Limit | Pick | Path | ChoiceKey
