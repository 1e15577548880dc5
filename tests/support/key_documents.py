"""Documents made from the table of keys: mostly as it wants them, here and there something else, for hypothesis to shrink."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from hypothesis import strategies as st

from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.keys import FILES, FORMS, STEP_NAMES, Anything, Entries, Form, Holds, Literal, One, Sentence, Words
from custumal.dsl.yaml.tree import Data, Mapping, Node, Scalar, Sequence

T = TypeVar("T")
Draw = Callable[[st.SearchStrategy[Any]], Any]
_KEYS = sorted({name for form in FORMS.values() for name in form.keys})
_NAMES = {
    "id": ("a", "red-fox", "rule", "note", "are", "rows", "do", "true"),
    "name": ("a", "red-fox", "rule", "note", "are", "rows", "do", "true"),
    "signature": ("a", "a(seat)", "a (s seat)", "a()", "note", "is(x)"),
    "number": ("0", "12", "-3"),
    "rule": ("R-1", "12", "rule"),
    "language": ("en", "fr-CH"),
    "any": ("a", "a b", "é!"),
}
_ODD_NAMES = ("", "a b", "1", "-", "f(x", "f)x(", "a.b", "a_b", "é", "en", "R-1", "a-1", "()")
_ODD: tuple[Data, ...] = (
    None,
    0,
    -3,
    True,
    False,
    "",
    "x",
    "a b",
    "12",
    [],
    {},
    ["x"],
    [3, True],
    [["x"]],
    {"x": 1},
    {"do": "x"},
    {"en": "x"},
)
_DEEPEST = 5
_SPAN = Span("made.yaml", 1, 1, 1, 2)


def documents(kind: str, name: str) -> st.SearchStrategy[dict[str, Data]]:
    """Files of one kind that have a certain key at the top, and what else they need."""
    return st.composite(lambda draw: _keys(draw, FILES[kind], _DEEPEST) | {name: _value(draw, FILES[kind].keys[name].holds, _DEEPEST)})()


def tree_of(data: Data) -> Node:
    """Plain data as a tree, as if everything that could be quoted had been."""
    if isinstance(data, dict):
        return Mapping(tuple((_scalar(key), tree_of(value)) for key, value in data.items()), _SPAN)
    if isinstance(data, list):
        return Sequence(tuple(map(tree_of, data)), _SPAN)
    return _scalar(data)


def _scalar(value: str | int | bool | None) -> Scalar:
    text = value if isinstance(value, str) else "null" if value is None else str(value).lower()
    return Scalar(value, text, _SPAN, style="double" if isinstance(value, str) else "plain")


def _one(draw: Draw, choices: tuple[T, ...] | list[T]) -> T:
    found: T = draw(st.sampled_from(choices))
    return found


def _seldom(draw: Draw, one_in: int = 16) -> bool:
    """Whether something odd is to be done; what is ordinary is simpler."""
    return bool(draw(st.integers(0, one_in - 1)) == one_in - 1)


def _value(draw: Draw, holds: Holds, depth: int) -> Data:
    if isinstance(holds.map, Anything) or _seldom(draw):
        return _one(draw, _ODD)
    ways: list[Callable[[], Data]] = []
    if holds.scalar is not None:
        ways.append(lambda: _leaf(draw, holds))
    if holds.members is not None and depth:
        ways.append(lambda: [_value(draw, holds.members or holds, depth - 1) for _ in range(_one(draw, (1, 0, 2)))])
    if holds.map is not None and depth:
        ways.append(lambda: _map(draw, holds, depth - 1))
    return _one(draw, ways)() if ways else _one(draw, _ODD)


def _leaf(draw: Draw, holds: Holds) -> str | int:
    match holds.scalar:
        case Sentence():
            values: tuple[str | int, ...] = ("x", "x", "x y", 3, True)
            return _one(draw, values)
        case Words(words):
            return _one(draw, words)
        case Literal("number"):
            return _one(draw, (3, 0, -1))
        case Literal("truth"):
            return _one(draw, (True, False))
        case Literal("text" | "any"):
            return "x"
        case Literal(kind):
            return _one(draw, _NAMES[kind])
    raise AssertionError(f"no scalar: {holds}")


def _map(draw: Draw, holds: Holds, depth: int) -> Data:
    match holds.map:
        case Entries(form, ids):
            return {name: _entry(draw, FORMS[form], depth) for name in _names(draw, ids)}
        case One(form):
            return _keys(draw, FORMS[form], depth)
    if _one(draw, (False, True)):
        return _keys(draw, FORMS["step"], depth)
    return {name: _entry(draw, FORMS["step"], depth) for name in _names(draw, "id")}


def _names(draw: Draw, ids: str) -> list[str]:
    """One or two names, each id once: `a(seat)` and `a` are the same."""
    return list({name.partition("(")[0].strip(): name for name in (_name(draw, ids) for _ in range(_one(draw, (1, 2))))}.values())


def _name(draw: Draw, ids: str) -> str:
    return _one(draw, _ODD_NAMES) if _seldom(draw) else _one(draw, _NAMES[ids])


def _entry(draw: Draw, form: Form, depth: int) -> Data:
    if _seldom(draw):
        return _one(draw, _ODD)
    if form.main is not None and (not form.is_long or _one(draw, (False, True))):
        return _value(draw, form.keys[form.main].holds, depth)
    return _keys(draw, form, depth)


def _keys(draw: Draw, form: Form, depth: int) -> dict[str, Data]:
    """The keys of an entry: mostly those that go together."""
    names = dict.fromkeys(form.required)
    if form.needs_one:
        names[_one(draw, form.needs_one)] = None
    if form.heads:
        head = _one(draw, (*form.heads, *((form.headless,) if form.headless else ())))
        names |= dict.fromkeys((*((head.name,) if head.name else ()), *head.needs))
        if head.any_of:
            names[_one(draw, head.any_of)] = None
        if head.parts and _one(draw, (False, True)):
            names[_one(draw, head.parts)] = None
    for _ in range(_one(draw, (0, 1, 2))):
        free = [name for name in form.keys if name not in {part for head in form.heads for part in (head.name, *head.parts)}]
        names[_one(draw, list(form.keys) if _seldom(draw, 4) or not free else free)] = None
    if names and _seldom(draw):
        del names[_one(draw, list(names))]
    found = {name: _value(draw, form.keys[name].holds, depth) for name in names}
    if _seldom(draw):
        found[_one(draw, (*_KEYS, *STEP_NAMES, "zebra", "dow"))] = _one(draw, _ODD)
    if form.others is not None and _one(draw, (False, True)):
        found[_name(draw, "any")] = _value(draw, form.others, depth)
    return found
