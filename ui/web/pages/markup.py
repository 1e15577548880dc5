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
    told = "".join(_attribute(key, value) for key, value in attributes.items() if value is not None and value is not False)
    end = "" if name in _EMPTY else f"{joined(*parts)}</{name}>"
    return Markup(f"<{name}{told}>{end}")  # noqa: S704  # put together of what is escaped, here and nowhere else


def joined(*parts: Part | Iterable[Part]) -> Markup:
    """Parts one after the other."""
    return Markup("".join(map(_part, parts)))  # noqa: S704  # as above


def _part(part: Part | Iterable[Part]) -> str:
    if isinstance(part, Markup):
        return str(part)
    if isinstance(part, str):
        return str(escape(safe(part)))
    return "" if part is None else "".join(map(_part, part))


def _attribute(key: str, value: str | int | bool) -> str:
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{escape(safe(str(value)))}"'


def drawn(lines: Iterable[Line], **attributes: str) -> Markup:
    """Lines of signs of one width."""
    return tag("pre", *(part for one in lines for part in (line_of(one), Markup("\n"))), **attributes)


def paragraphs(text: str, **attributes: str) -> Markup:
    """A text of several lines, which stay as they are."""
    return tag("pre", Markup("\n").join(joined(line) for line in text.splitlines()), **attributes)


def line_of(of: Line) -> Markup:
    """A line with its colours as classes."""
    return joined(map(_piece, of))


def _piece(piece: Piece) -> Markup:
    classes = piece.style.replace("on ", "tile tile-") if piece.style.startswith("on ") else piece.style
    return tag("span", piece.text, class_=classes) if classes and piece.text.strip() else joined(piece.text)
