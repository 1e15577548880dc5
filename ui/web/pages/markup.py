"""Markup in which every text is text: what is not markup already is escaped when it is put in."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup, escape

from custumal.dsl.diagnostics.render.columns import safe
from custumal.ui.text.style import Line, Piece

Part = str | Markup | None
_EMPTY = frozenset(("input", "link", "meta", "br"))


def tag(name: str, /, *parts: Part | Iterable[Part], **attributes: str | int | bool | None) -> Markup:
    """An element. Underscores in the names of attributes become `-`, `class_` is `class`; True is an attribute without a value, and one
    that is None or False is left out."""
    told = Markup().join(_attribute(key, value) for key, value in attributes.items() if value is not None and value is not False)
    start = Markup("<{}{}>").format(name, told)
    return start if name in _EMPTY else start + joined(*parts) + Markup("</{}>").format(name)


def joined(*parts: Part | Iterable[Part]) -> Markup:
    """Parts one after the other."""
    found = Markup()
    for part in parts:
        if part is None:
            continue
        found += escape(safe(part) if not isinstance(part, Markup) else part) if isinstance(part, str) else joined(*part)
    return found


def _attribute(key: str, value: str | int | bool) -> Markup:
    name = key.rstrip("_").replace("_", "-")
    return Markup(" {}").format(name) if value is True else Markup(' {}="{}"').format(name, safe(str(value)))


def drawn(lines: Iterable[Line], **attributes: str) -> Markup:
    """Lines of signs of one width."""
    return tag("pre", *(part for one in lines for part in (line_of(one), Markup("\n"))), **attributes)


def line_of(of: Line) -> Markup:
    """A line with its colours as classes."""
    return joined(map(_piece, of))


def _piece(piece: Piece) -> Markup:
    classes = piece.style.replace("on ", "tile tile-") if piece.style.startswith("on ") else piece.style
    return tag("span", piece.text, class_=classes) if classes and piece.text.strip() else joined(piece.text)
