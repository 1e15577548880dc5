"""A rulebook as one page of HTML that needs nothing else: for a phone, a screen, and paper."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape

from custumal.ui.rulebook.blocks import Block, Book, BookCell, BookTable, BulletList, Heading, NumberedRule, Paragraph, Picture
from custumal.ui.rulebook.stylesheet import STYLE
from custumal.ui.svg.stylesheet import STYLE as PICTURES

_CODE = re.compile(r"`([^`]*)`")
_WORD = re.compile(r"([\w-]+)")


def page(book: Book) -> str:
    """The book as one file."""
    body = "\n".join(part for block in book.blocks for part in _block(block, book))
    return f"""<!DOCTYPE html>
<html lang="{escape(book.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(book.title)}</title>
<style>
{STYLE}{PICTURES}</style>
</head>
<body>
<header><h1>{escape(book.title)}</h1><p>{escape(book.about)}</p></header>
<nav><h2>{escape(book.contents)}</h2>
{_contents(book)}
</nav>
<main>
{body}
</main>
</body>
</html>
"""


def _contents(book: Book) -> str:
    """The headings as a list, those of sections as a list within the item of their chapter."""
    chapters: list[tuple[Heading, list[Heading]]] = []
    for one in (block for block in book.blocks if isinstance(block, Heading)):
        if one.rank > 2 and chapters:  # 2 is a chapter
            chapters[-1][1].append(one)
        else:
            chapters.append((one, []))
    return _list(f"{_entry(chapter)}{_list(map(_entry, sections))}" for chapter, sections in chapters)


def _list(items: Iterable[str]) -> str:
    inside = "\n".join(f"<li>{item}</li>" for item in items)
    return f"\n<ul>\n{inside}\n</ul>" if inside else ""


def _entry(heading: Heading) -> str:
    return f'<a class="rank{heading.rank}" href="#{escape(heading.anchor)}">{escape(heading.text)}</a>'


def _block(block: Block, book: Book) -> Iterator[str]:
    match block:
        case Heading(rank, text, anchor):
            yield f'<h{rank} id="{escape(anchor)}">{escape(text)}</h{rank}>'
        case Paragraph(text, remark):
            yield f'<p class="remark">{_text(text, book)}</p>' if remark else f"<p>{_text(text, book)}</p>"
        case BulletList(texts):
            yield f"<ul>{''.join(f'<li>{_text(text, book)}</li>' for text in texts)}</ul>"
        case NumberedRule():
            yield _rule(block, book)
        case BookTable():
            yield _grid(block)
        case Picture():
            yield _picture(block)


def _picture(picture: Picture) -> str:
    """A position, in the colours of paper."""
    return f'<div class="board light">{picture.svg}</div>'


def _rule(rule: NumberedRule, book: Book) -> str:
    changed = ' class="rule changed"' if rule.changes else ' class="rule"'
    further = f' <span class="further">({_text(rule.further, book)})</span>' if rule.further else ""
    example = f'<p class="example">{_text(rule.example, book)}</p>' if rule.example else ""
    changes = "".join(f'<p class="change">{_text(text, book)}</p>' for text in rule.changes)
    number = f'<a class="number" href="#{escape(rule.id)}">{escape(rule.id)}</a>'
    return f'<div{changed} id="{escape(rule.id)}"><p>{number} {_text(rule.text, book)}{further}</p>{example}{changes}</div>'


def _grid(grid: BookTable) -> str:
    head = "".join(f"<th>{escape(text)}</th>" for text in grid.head)
    rows = "".join(f"<tr>{''.join(map(_cell, row))}</tr>\n" for row in grid.rows)
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody></table></div>'


def _cell(cell: BookCell) -> str:
    """A field; of several lines each has the mark, but of a drawing only the first."""
    mark = f'<span class="mark">{escape(cell.mark)}</span>' if cell.mark else ""
    lines = [escape(one) + (mark if not cell.plan or number == 0 else "") for number, one in enumerate(cell.lines)]
    kind = ' class="plan"' if cell.plan else ' class="several"' if len(lines) > 1 else ""
    return f"<td{kind}>{'<br>'.join(lines)}</td>"


def _text(text: str, book: Book) -> str:
    """A text with its code set off and links to the rules that it names."""
    pieces = _CODE.split(text)
    return "".join(f"<code>{escape(piece)}</code>" if number % 2 else _linked(piece, book) for number, piece in enumerate(pieces))


def _linked(text: str, book: Book) -> str:
    return "".join(f'<a href="#{word}">{word}</a>' if word in book.rules else escape(word) for word in _WORD.split(text))
