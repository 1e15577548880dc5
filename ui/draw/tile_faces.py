"""What is shown on a tile: its name, and what the display names of its printed and kept values and of the places on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.base.types import Number, Set, Symbol, Thing, Type, bare
from custumal.interpreter.setup.layout import ZoneLayout
from custumal.interpreter.setup.values import Value
from custumal.ui.scene.look import EMPTY, Look
from custumal.ui.text.style import Line, Piece, line, width


@dataclass(frozen=True, slots=True)
class Face:
    """The rows of a tile: its name, then groups of signs that stay together, printed things above and what lies on it below."""

    name: str
    above: tuple[Line, ...]
    below: tuple[Line, ...]


def face(look: Look, zone: ZoneLayout, thing: int, *, held: bool) -> Face:
    """What a tile shows on a board, or in a hand, where both of its faces can be seen."""
    above: list[Line] = []
    below: list[Line] = []
    for item in look.hints.inside.get(zone.name, ()):
        if not held and not _is_up(look, thing, item):
            continue
        one, other = _item(look, thing, item, held)
        above += one
        below += other
    return Face(look.labels.thing(thing, look.language), tuple(above), tuple(below))


def _is_up(look: Look, thing: int, item: Mapping[str, str]) -> bool:
    """Whether the face on which an item stands lies up."""
    needs, rules_out = item.get("if"), item.get("unless")
    return (not needs or bool(_kept(look, needs, thing))) and not (rules_out and _kept(look, rules_out, thing))


def _kept(look: Look, name: str, thing: int) -> Value:
    kept = look.instance.game.kept.get(name)
    return look.kept(name, (thing,)) if kept is not None and len(kept.parameters) == 1 else None


def _item(look: Look, thing: int, item: Mapping[str, str], held: bool) -> tuple[list[Line], list[Line]]:
    form = item.get("as", "{}")
    if "column" in item:
        found = [one for name, of, value in look.printed(thing) if name == item["column"] for one in _printed(look, of, value)]
        return [line(Piece(form.replace("{}", "".join(found)), "bold"))] if found else [], []
    if "kept" in item:
        value = None if held else _kept(look, item["kept"], thing)
        return [line(Piece(form.replace("{}", str(value)), "bold"))] if value else [], []
    zone = look.instance.zones.get(item.get("zone", ""))
    if zone is None or zone.zone.parameters != (Thing(look.instance.things[thing].kind),):
        return [], []
    return _place(look, zone, zone.instance((thing,)), held)


def _printed(look: Look, of: Type, value: Value) -> list[str]:
    """Numbers as they are, words as their signs."""
    if value is None or value == ():
        return []
    inner = bare(of)
    if isinstance(inner, Set) and isinstance(value, tuple):
        return [sign for one in value for sign in _printed(look, inner.inner, one)]
    if isinstance(inner, Symbol):
        word = look.word(value, inner)
        return [look.hints.letters.get(word, word[:1].upper())]
    return [str(value)] if isinstance(inner, Number) else []


def _place(look: Look, zone: ZoneLayout, instance: int, held: bool) -> tuple[list[Line], list[Line]]:
    """A place on a tile: things lie below; the names of slots stand above them."""
    if zone.keys is None and zone.zone.shape.form != "slots":
        things, unseen = look.things(zone, instance)
        found = [line(look.letter(thing)) for thing in things] + [line(Piece("?"))] * unseen
        return [], [] if held else found
    cells = list(zone.cell_range(instance))
    names = [line(look.labels.cell(zone.name, cell, look.language)) for cell in cells]
    if held:
        return [], names
    inside = [look.content(zone, cell) for cell in cells]
    return names, [line(EMPTY if thing is None else look.letter(thing)) for thing in inside]


def fitted(of: Face, wide: int, high: int) -> list[Line]:
    """The rows in so many columns and lines: long names take two lines where one is free, else they are cut; groups move together
    if there is no room for blanks."""
    above, below = _packed(of.above, wide), _packed(of.below, wide)
    free = high - len(above) - len(below)
    names = _in_two(of.name, wide) if len(of.name) > wide and free > 1 else [_short(of.name, wide)]
    gap = [()] if not above and len(names) < 2 else []
    return [*(line(Piece(name, "bold")) for name in names), *above, *gap, *below][:high]


def _in_two(name: str, wide: int) -> list[str]:
    """A name in two lines: as many words as fit into the first one, the others below."""
    words = name.split()
    count = max((n for n in range(1, len(words)) if len(" ".join(words[:n])) <= wide), default=1)
    return [_short(" ".join(part), wide) for part in (words[:count], words[count:]) if part]


def _short(name: str, wide: int) -> str:
    """A name in so many columns: its first word and the beginnings of the others."""
    if len(name) <= wide:
        return name
    first, *others = name.split()
    tail = "".join(word[:1].upper() for word in others)
    return f"{first[: wide - len(tail) - 1]} {tail}" if tail and len(tail) + 2 < wide else name[:wide]


def _packed(groups: Sequence[Line], wide: int) -> list[Line]:
    """One row with blanks between groups, one without, or several rows."""
    if not groups:
        return []
    pieces = [piece for group in groups for piece in group]
    spaced = tuple(part for n, group in enumerate(groups) for part in ((Piece(" "),) if n else ()) + group)
    if width(spaced) <= wide:
        return [spaced]
    found: list[Line] = []
    row: list[Piece] = []
    for piece in pieces:
        if row and width((*row, piece)) > wide:
            found.append(tuple(row))
            row = []
        row.append(piece)
    return [*found, tuple(row)]
