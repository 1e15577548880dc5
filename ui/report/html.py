"""What all pages of reports share: one file of HTML without scripts, figures, lists."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from custumal.ui.rulebook.stylesheet import STYLE

MORE_STYLE = """\
figure { margin: .8rem 0; padding: .5rem; background: #fff; border: 1px solid var(--line); border-radius: .3rem; break-inside: avoid; }
figure svg { display: block; width: 100%; height: auto; }
figcaption { color: var(--soft); font-size: .88rem; margin-top: .3rem; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(17rem, 100%), 1fr)); gap: .6rem; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
"""


def whole(title: str, below: str, parts: Iterable[str], style: str = "") -> str:
    """A page as one file.

    Args:
        title: the heading.
        below: what stands below it in smaller letters.
        parts: the HTML of the rest.
        style: rules of the page's own.
    """
    body = "\n".join(parts)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(f"{title}, {below}")}</title>
<style>
{STYLE}{MORE_STYLE}{style}</style>
</head>
<body>
<header><h1>{escape(title)}</h1><p>{escape(below)}</p></header>
<main>
{body}
</main>
</body>
</html>
"""


def listed(sentences: Iterable[str]) -> str:
    return f"<ul>{''.join(f'<li>{escape(one)}</li>' for one in sentences)}</ul>"


def figure(svg: str, caption: str) -> str:
    return f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>"


def table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table of numbers; the first column names them."""
    first, *rest = heads
    head = f"<tr><th>{escape(first)}</th>" + "".join(f'<th class="n">{escape(one)}</th>' for one in rest) + "</tr>"
    body = "".join(_row(*row) for row in rows)
    return f'<div class="wide"><table>{head}{body}</table></div>'


def _row(name: str, *cells: str) -> str:
    return f"<tr><td>{escape(name)}</td>" + "".join(f'<td class="n">{escape(cell)}</td>' for cell in cells) + "</tr>"
