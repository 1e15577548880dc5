"""Slotted dataclasses, nearly all of them frozen, that are quickly made and quickly read from the cache.

`dataclasses.dataclass` compiles six methods for each class and unpickles field by field. With the hundreds of classes of the
model and of programs that is half of the time which a game out of the cache takes until it can be played. Here classes share
their methods, only a constructor is compiled for each, and objects are made by it. Type checkers, and whoever uses
the classes, see ordinary dataclasses.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

Values = Callable[[Any], tuple[Any, ...]]
One = TypeVar("One")


def is_frozen(of: object) -> bool:
    """Whether a class was made here."""
    return isinstance(of, type) and "__field_defaults__" in vars(of)


def replace(one: One, **changes: object) -> One:
    """The same object but for these fields, as `dataclasses.replace`, which takes as long to be imported as a tenth of a start."""
    of: Any = one.__class__
    return of(**{name: getattr(one, name) for name in of.__match_args__} | changes)  # type: ignore[no-any-return]  # its class makes it


class Fresh:
    """A default that is made anew for each object."""

    __slots__ = ("default_factory",)

    def __init__(self, *, default_factory: Callable[[], object]) -> None:
        self.default_factory = default_factory


def quick(*, slots: bool, frozen: bool = False, eq: bool = True) -> Callable[[type], Any]:
    """As the standard decorator; for classes without `__post_init__`, class variables and fields that are given by name only.
    A class that inherits from one of these is one of these, too.

    Args:
        slots: always true; it stands there for the reader and the type checker.
        frozen: whether fields stay as they are.
        eq: whether objects compare (and, if frozen, hash) by their fields instead of by identity.
    """
    assert slots
    return lambda plain: _made(plain, frozen=frozen, eq=eq)


def _made(plain: Any, *, frozen: bool, eq: bool) -> Any:
    """The class once more, with slots, which a class that exists can't be given."""
    body = {name: value for name, value in plain.__dict__.items() if name not in ("__dict__", "__weakref__")}
    own = tuple(body.get("__annotations__", ()))
    inherited = getattr(plain, "__match_args__", ())
    added = tuple(name for name in own if name not in inherited)
    defaults = {**getattr(plain, "__field_defaults__", {}), **{name: body.pop(name) for name in own if name in body}}
    names = inherited + added
    if body.get("__hash__") is None:
        body.pop("__hash__", None)
    fixed = {
        "__slots__": added,
        "__match_args__": names,
        "__field_defaults__": defaults,
        "__dataclass_fields__": _Fields(),
        "__init__": _first,
    }
    return type(plain)(plain.__name__, plain.__bases__, {**_methods(values_of(names), frozen=frozen, eq=eq), **body, **fixed})


def values_of(names: tuple[str, ...]) -> Values:
    """Gives the fields of an object in order."""
    if not names:
        return lambda _: ()
    get: Callable[[Any], Any] = attrgetter(*names)
    return get if len(names) > 1 else lambda one: (get(one),)


def _methods(values: Values, *, frozen: bool, eq: bool) -> dict[str, object]:
    found: dict[str, object] = {"__repr__": _shown, "__reduce__": lambda one: (one.__class__, values(one))}
    if frozen:
        found |= {"__setattr__": _refuse, "__delattr__": _refuse}
    if eq:
        found["__eq__"] = lambda one, other: values(one) == values(other) if other.__class__ is one.__class__ else NotImplemented
        found["__hash__"] = (lambda one: hash(values(one))) if frozen else None
    return found


def _shown(one: Any) -> str:
    fields = ", ".join(f"{name}={getattr(one, name)!r}" for name in one.__match_args__)
    return f"{one.__class__.__qualname__}({fields})"


def _refuse(_: object, name: str, *_value: object) -> NoReturn:
    import dataclasses  # noqa: PLC0415  # start-up is measured

    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _first(one: Any, /, *args: object, **named: object) -> None:
    """Makes the constructor when the first object is made: one game uses half of the classes."""
    of: Any = next(cls for cls in type(one).__mro__ if cls.__dict__.get("__init__") is _first)
    of.__init__ = _constructor(of)
    of.__init__(one, *args, **named)


def _constructor(of: Any) -> Callable[..., None]:
    """A function that fills the slots of a new object, without detours."""
    names, defaults = of.__match_args__, of.__field_defaults__
    reach: dict[str, Any] = {f"_set_{name}": getattr(of, name).__set__ for name in names}
    reach |= {f"_default_{name}": default for name, default in defaults.items()}
    parameters = [f"{name}=_default_{name}" if name in defaults else name for name in names]
    lines = [f"    _set_{name}(self, {_filled(name, defaults)})" for name in names] or ["    pass"]
    text = "\n".join((f"def __init__({', '.join(['self', *parameters])}):", *lines))
    exec(text, reach)  # noqa: S102  # made of the names of fields
    made: Callable[..., None] = reach["__init__"]
    return made


def _filled(name: str, defaults: dict[str, object]) -> str:
    """What goes into a slot, as code."""
    is_fresh = isinstance(defaults.get(name), Fresh)
    return f"_default_{name}.default_factory() if {name} is _default_{name} else {name}" if is_fresh else name


class _Fields:
    """What `dataclasses.fields` and `replace` look for on a class, made when they look: it takes as long as the class itself."""

    __slots__ = ()

    def __get__(self, _: object, owner: Any) -> object:
        import dataclasses  # noqa: PLC0415  # start-up is measured

        types = {name: of for cls in reversed(owner.__mro__) for name, of in getattr(cls, "__annotations__", {}).items()}
        fields = [(name, types[name]) for name in owner.__match_args__]
        # with a docstring, so that none is made of a signature, which takes twice as long as all else
        standard: Any = dataclasses.make_dataclass(
            owner.__name__, fields, namespace={"__doc__": owner.__name__}, init=False, repr=False, eq=False
        )
        owner.__dataclass_fields__ = standard.__dataclass_fields__
        return owner.__dataclass_fields__


if TYPE_CHECKING:
    from dataclasses import dataclass, field
else:
    dataclass, field = quick, Fresh

__all__ = ["dataclass", "field", "is_frozen", "replace", "values_of"]
