"""Frozen, slotted classes that are quickly made.

The standard decorator writes and compiles six methods for each class, and fetches the modules to do so: with the hundreds of
classes of a model that is most of the time a program takes to start. Here the methods are shared, a constructor is compiled
once it is called often, and what `dataclasses.fields` and `replace` ask for is made when they ask. For type checkers and for
whoever uses the classes, they are ordinary dataclasses. They are pickled as a call of their constructor, which is quick to
read.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NoReturn

Values = Callable[[Any], tuple[Any, ...]]
FEW = 24
"""So many calls do without a compiled constructor."""


class Fresh:
    """A default that is made anew for each object."""

    __slots__ = ("default_factory",)

    def __init__(self, *, default_factory: Callable[[], object]) -> None:
        self.default_factory = default_factory


def quick(*, frozen: bool, slots: bool, eq: bool = True, order: bool = False, kw_only: bool = False) -> Callable[[type], type]:
    """As the standard decorator; for classes without `__post_init__` and class variables.

    Args:
        frozen, slots: always true; they stand there for the reader and the type checker.
        eq: whether objects compare (and hash) by their fields instead of by identity.
        order: whether they are ordered by their fields.
        kw_only: whether the fields are given by name only, those of all bases likewise.
    """
    assert frozen and slots
    return lambda plain: _made(plain, eq=eq, order=order, kw_only=kw_only)


def _made(plain: type, *, eq: bool, order: bool, kw_only: bool) -> type:
    """The class once more, with slots, which a class that exists can't be given."""
    body = {name: value for name, value in plain.__dict__.items() if name not in ("__dict__", "__weakref__")}
    own: tuple[str, ...] = tuple(body.get("__annotations__", ()))
    inherited: tuple[str, ...] = getattr(plain, "__field_names__", ())
    added = tuple(name for name in own if name not in inherited)
    defaults = {**getattr(plain, "__field_defaults__", {}), **{name: body.pop(name) for name in own if name in body}}
    names = inherited + added
    if body.get("__hash__") is None:
        body.pop("__hash__", None)
    fixed = {
        "__slots__": added,
        "__match_args__": () if kw_only else names,
        "__field_names__": names,
        "__field_defaults__": defaults,
        "__qualname__": plain.__qualname__,
        "__init__": _early,
        "__calls__": [0],
        "__setattr__": _refuse,
        "__delattr__": _refuse,
        "__dataclass_fields__": _Standard("__dataclass_fields__"),
        "__dataclass_params__": _Standard("__dataclass_params__"),
    }
    methods = _methods(_values(names), eq=eq, order=order)
    if kw_only:
        methods["__reduce__"] = _reduced_by_name
    return type(plain)(plain.__name__, plain.__bases__, {**methods, **body, **fixed})


# ---------------------------------------------------------------- methods


def _values(names: tuple[str, ...]) -> Values:
    """Gives the fields of an object in order."""
    if not names:
        return lambda _: ()
    get: Callable[[Any], Any] = attrgetter(*names)
    return get if len(names) > 1 else lambda one: (get(one),)


def _methods(values: Values, *, eq: bool, order: bool) -> dict[str, object]:
    methods: dict[str, object] = {"__repr__": _shown, "__reduce__": lambda one: (one.__class__, values(one))}
    if eq:
        methods["__eq__"] = lambda one, other: values(one) == values(other) if other.__class__ is one.__class__ else NotImplemented
        methods["__hash__"] = lambda one: hash(values(one))
    if order:
        methods["__lt__"] = lambda one, other: values(one) < values(other) if other.__class__ is one.__class__ else NotImplemented
        methods["__le__"] = lambda one, other: values(one) <= values(other) if other.__class__ is one.__class__ else NotImplemented
        methods["__gt__"] = lambda one, other: values(one) > values(other) if other.__class__ is one.__class__ else NotImplemented
        methods["__ge__"] = lambda one, other: values(one) >= values(other) if other.__class__ is one.__class__ else NotImplemented
    return methods


def _reduced_by_name(one: Any) -> tuple[object, ...]:
    return _called_by_name, (one.__class__, {name: getattr(one, name) for name in one.__field_names__})


def _called_by_name(cls: Callable[..., object], fields: dict[str, object]) -> object:
    return cls(**fields)


def _shown(one: Any) -> str:
    fields = ", ".join(f"{name}={getattr(one, name)!r}" for name in one.__field_names__)
    return f"{one.__class__.__qualname__}({fields})"


def _refuse(_: object, name: str, *_value: object) -> NoReturn:
    from dataclasses import FrozenInstanceError  # noqa: PLC0415  # never wanted in a program that works

    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _early(one: Any, /, *args: object, **named: object) -> None:
    """Stands in for the constructor of a class that is not often called: to compile one takes as long as dozens of calls."""
    of: Any = next(cls for cls in type(one).__mro__ if cls.__dict__.get("__init__") is _early)
    names = of.__match_args__
    if named or len(args) != len(names) or names != of.__field_names__ or of.__calls__[0] >= FEW:
        constructor = _constructor(of)
        type.__setattr__(of, "__init__", constructor)
        constructor(one, *args, **named)
        return
    of.__calls__[0] += 1
    for name, value in zip(names, args, strict=True):
        object.__setattr__(one, name, value)


def _constructor(of: Any) -> Callable[..., None]:
    """A function that fills the slots of a new object, without detours."""
    names, defaults = of.__field_names__, of.__field_defaults__
    reach: dict[str, Any] = {f"_set_{name}": getattr(of, name).__set__ for name in names}
    reach |= {f"_default_{name}": default for name, default in defaults.items()}
    parameters = [f"{name}=_default_{name}" if name in defaults else name for name in names]
    star = ["*"] if names and not of.__match_args__ else []
    lines = [f"    _set_{name}(self, {_filled(name, defaults)})" for name in names] or ["    pass"]
    text = "\n".join((f"def __init__({', '.join(['self', *star, *parameters])}):", *lines))
    exec(text, reach)  # noqa: S102  # made of the names of fields
    made: Callable[..., None] = reach["__init__"]
    return made


def _filled(name: str, defaults: dict[str, object]) -> str:
    """What goes into a slot, as code."""
    is_fresh = isinstance(defaults.get(name), Fresh)
    return f"_default_{name}.default_factory() if {name} is _default_{name} else {name}" if is_fresh else name


class _Standard:
    """What the standard library's helpers look for on a dataclass, made when they look."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, _: object, owner: Any) -> object:
        from dataclasses import make_dataclass  # noqa: PLC0415  # most programs never need it

        if self.name == "__dataclass_params__":
            standard = make_dataclass(owner.__name__, (), frozen=True)
        else:
            types = {name: of for cls in reversed(owner.__mro__) for name, of in getattr(cls, "__annotations__", {}).items()}
            fields = [(name, types[name], _standard_field(name, owner.__field_defaults__)) for name in owner.__field_names__]
            # Only the fields are wanted: methods would be compiled in vain.
            standard = make_dataclass(owner.__name__, fields, init=False, repr=False, eq=False, kw_only=not owner.__match_args__)
        setattr(owner, self.name, getattr(standard, self.name))
        return getattr(owner, self.name)


def _standard_field(name: str, defaults: dict[str, object]) -> Any:
    from dataclasses import field  # noqa: PLC0415  # most programs never need it

    if name not in defaults:
        return field()
    default = defaults[name]
    return field(default_factory=default.default_factory) if isinstance(default, Fresh) else field(default=default)


if TYPE_CHECKING:
    from dataclasses import dataclass, field
else:
    dataclass, field = quick, Fresh

__all__ = ["dataclass", "field"]
