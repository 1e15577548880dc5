"""Things as they look from above: cards, dice, tokens, bodies of cubes. The display may say which; else it is what there is of them."""

from __future__ import annotations

from collections.abc import Container, Sequence

from custumal.dsl.base.types import Number, Polycube, Thing, bare
from custumal.dsl.model import Kept
from custumal.ui.scene.thing_text import words_of
from custumal.ui.svg.elements.pen import Pen, tint
from custumal.ui.svg.elements.svg_nodes import Drawing, line_of
from custumal.ui.svg.things.cards import has_table
from custumal.ui.svg.things.facts import facts, title
from custumal.ui.svg.things.isometry import solid
from custumal.ui.svg.things.tokens import TOKEN, back, counted, die, token
from custumal.ui.text.style import Piece

_FEW_NAMES = 12
"""Things of a kind with more names than this are cards: a sign does not tell them apart."""
_FACES_OF_A_DIE = (1, 6)


def is_card(pen: Pen, kind: str | None) -> bool:
    """Whether things of a kind are drawn as cards: several values are printed on them, or a text; unless the display says."""
    known = pen.look.instance.game.kinds.get(kind or "")
    if known is None:
        return False
    hint = pen.look.hints.things.get(known.name, {})
    if hint.get("face"):
        return hint["face"] == "card"
    if "sign" in hint or hint.get("text") == "" or any(isinstance(bare(of), Polycube) for _, of in known.printed):
        return False
    if len(known.printed) > 1 or any(has_table(of) for _, of in known.printed):
        return True
    return any(row.text.by_language for row in known.rows) or len({row.name for row in known.rows}) > _FEW_NAMES


def sign_of(pen: Pen, number: int, size: float) -> Drawing:
    """A thing as a small sign, even if it is a card."""
    component = pen.look.instance.things[number]
    piece = pen.look.letter(number)
    body = next((value for _, of, value in pen.look.printed(number) if isinstance(bare(of), Polycube) and isinstance(value, int)), None)
    if body is not None:
        return solid(pen.look.instance.game.shapes[body], tint(piece), piece.text, size * 1.3)
    rolled = rolls(pen, component.kind)
    if rolled is not None:
        value = pen.look.kept(rolled.name, (number,))
        return die("" if value is None else str(value), size, tint(piece))
    return token(_short_text(pen, number, piece), tint(piece), size, shape=component.owner or 0)


def rolls(pen: Pen, kind: str) -> Kept | None:
    """The number that things of a kind show as dice: what the display tells of a `die`, else the only one from 1 to 6 that is kept of a
    thing without print that is known by one name."""
    hint = pen.look.hints.things.get(kind, {})
    numbers = [
        one for one in pen.look.instance.game.kept.values() if one.parameters == (Thing(kind),) and isinstance(bare(one.type), Number)
    ]
    if hint.get("face"):
        wanted = hint.get("text", "").strip("{}")
        return next((one for one in numbers if one.name == wanted), None) if hint["face"] == "die" else None
    known = pen.look.instance.game.kinds[kind]
    if known.printed or len({row.name for row in known.rows}) > 1:
        return None
    layouts = pen.look.instance.kept
    pips = [one for one in numbers if (layouts[one.name].low, layouts[one.name].high) == _FACES_OF_A_DIE]
    return pips[0] if len(pips) == 1 else None


def _short_text(pen: Pen, number: int, piece: Piece) -> str:
    """What stands on a token: the words of the display, its only number, or its sign."""
    look = pen.look
    kind = look.instance.game.kinds[look.instance.things[number].kind]
    text = words_of(look, number)
    if text and not is_card(pen, kind.name):
        return text
    printed = look.printed(number)
    numbers = [value for _, of, value in printed if isinstance(bare(of), Number) and value is not None]
    if "sign" not in look.hints.things.get(kind.name, {}) and len(printed) == 1 and numbers:
        return str(numbers[0])
    if tint(piece) or len(kind.rows) == 1 or is_card(pen, kind.name):
        return piece.text
    return look.labels.thing(number, look.language)


# ---------------------------------------------------------------- several


def alike(pen: Pen, things: Sequence[int], apart: Container[int] = ()) -> list[list[int]]:
    """Things in groups of those of which the same is told; those `apart` each for itself."""
    groups: dict[object, list[int]] = {}
    for one in things:
        told = (pen.thing_name(one), tuple(facts(pen, one)), pen.look.instance.things[one].owner)
        groups.setdefault((*told, one if one in apart else None), []).append(one)
    return list(groups.values())


def small_things(pen: Pen, things: Sequence[int], size: float = 20, most: int = 40) -> list[Drawing]:
    """Things as small signs, those that look the same once, with their number."""
    groups = alike(pen, things)
    found = []
    for group in groups[:most]:
        if pen.spend():
            one = group[0]
            found.append(counted(pen.framed(pen.thing_name(one), title(pen, one), "thing", sign_of(pen, one, size)), len(group)))
    rest = sum(map(len, groups[len(found) :]))
    return [*found, *([line_of(f"+{rest}", 12, "strong")] if rest else [])]


def backs(pen: Pen, kind: str | None, count: int, size: float = TOKEN) -> Drawing:
    """Hidden things of a kind."""
    return back(count, card=is_card(pen, kind), size=size)
