"""A rulebook as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator

from custumal.ui.rulebook.blocks import Block, Book, BookCell, BookTable, BulletList, Heading, NumberedRule, Paragraph, Picture
from custumal.ui.text.style import flow, listed, paint

_SPECIAL = re.compile(r"([\\*_<>\[\]|#])")
_CODE = re.compile(r"(`[^`]*`)")
_WIDTH = 88
"""So many signs wide are drawings beside each other, and places in a line."""


def markdown(book: Book) -> str:
    """The book as one text."""
    parts = [f"# {_plain(book.title)}", _plain(book.about), f"## {_plain(book.contents)}", _contents(book)]
    parts += ["\n".join(_block(block, book)) for block in book.blocks]
    return "\n\n".join(parts) + "\n"


def _contents(book: Book) -> str:
    headings = (block for block in book.blocks if isinstance(block, Heading))
    return "\n".join(f"{'  ' * (one.rank - 2)}- [{_plain(one.text)}](#{one.anchor})" for one in headings)


def _block(block: Block, book: Book) -> Iterator[str]:
    match block:
        case Heading(rank, text, anchor):
            yield f'{"#" * rank} <a id="{anchor}"></a>{_plain(text)}'
        case Paragraph(text, remark):
            yield f"*{_text(text, book)}*" if remark else _text(text, book)
        case BulletList(texts):
            yield from (f"- {_text(text, book)}" for text in texts)
        case NumberedRule():
            yield from _rule(block, book)
        case BookTable():
            yield from _grid(block)
        case Picture(drawings, listings):
            yield "```text"
            lines = flow(drawings, _WIDTH)
            for one in listings:
                lines += listed(one.label, one.items, _WIDTH)
            yield from (paint(one, color=False) for one in lines)
            yield "```"


def _rule(rule: NumberedRule, book: Book) -> Iterator[str]:
    mark = "≠ " if rule.changes else ""
    further = f" *({_text(rule.further, book)})*" if rule.further else ""
    yield f'<a id="{rule.id}"></a>{mark}**{_plain(rule.id)}** {_text(rule.text, book)}{further}'
    for text in (*([rule.example] if rule.example else []), *rule.changes):
        yield ""
        yield f"> {_text(text, book)}"


def _grid(grid: BookTable) -> Iterator[str]:
    yield "| " + " | ".join(map(_plain, grid.head)) + " |"
    yield "| " + " | ".join("---" for _ in grid.head) + " |"
    for row in grid.rows:
        yield "| " + " | ".join(map(_cell, row)) + " |"


def _cell(cell: BookCell) -> str:
    mark = f" {cell.mark}" if cell.mark else ""
    if cell.plan:
        return "<br>".join(f"`{one}`" for one in cell.lines) + mark
    return "<br>".join(_plain(one) + mark for one in cell.lines)


def _text(text: str, book: Book) -> str:
    """A text with its code as it is and links to the rules that it names."""
    pieces = _CODE.split(text)
    return "".join(piece if piece.startswith("`") else _linked(piece, book) for piece in pieces)


def _linked(text: str, book: Book) -> str:
    return "".join(f"[{word}](#{word})" if word in book.rules else _plain(word) for word in re.split(r"([\w-]+)", text))


def _plain(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)
