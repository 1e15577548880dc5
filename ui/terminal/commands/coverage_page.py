"""Coverage as a page of HTML: the rule files with every rule element coloured and its counts beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from custumal.dsl.diagnostics.diagnostic import Span
from custumal.interpreter.library import named_file
from custumal.ui.svg.stylesheet import STYLE as PICTURES
from custumal.ui.terminal.excerpt import end_of_entry

SIGNS = {"never": "✗", "idle": "○", "scenarios": "✓", "games": "✓", "both": "✓"}
_LEGEND = {
    "never": "never asked",
    "idle": "a restriction that was asked, but never decided anything alone",
    "scenarios": "exercised by scenarios only",
    "games": "exercised by random games only",
    "both": "exercised by both",
}
_TOGETHER = "\N{NO-BREAK SPACE}"
_BY = {"never": "never", "scenarios": "scenarios", "games": "games", "scenarios and games": "both"}
_STYLE = """\
body { margin: 0 auto; padding: 1rem; max-width: 90rem; background: #fffdf8; color: #1d1d1f;
  font: 1rem/1.45 Arial, "DejaVu Sans", sans-serif; }
h1 { font-size: 1.6rem; } h2 { margin-top: 2rem; font-size: 1.2rem; }
ul { padding-left: 1.2rem; } li { margin: .15rem 0; } a { color: inherit; }
.file { overflow-x: auto; border: 1px solid #d4d1c8; background: #fff; }
table.rules { border-collapse: collapse; width: 100%; font: .8rem/1.35 "DejaVu Sans Mono", Menlo, Consolas, monospace; }
.rules td { padding: 0 .6rem; white-space: pre; vertical-align: top; }
.rules td.line { color: #5f6368; text-align: right; user-select: none; }
.rules tr { background: #fff; }
.rules td.counts { position: sticky; right: 0; background: inherit; color: #5f6368; text-align: right; white-space: nowrap; }
tr.never, .key .never { background: #fbdcd9; } tr.idle, .key .idle { background: #fdeec2; }
tr.scenarios, .key .scenarios { background: #dcebfb; } tr.games, .key .games { background: #e3f1dc; }
tr.both, .key .both { background: #c9e8c2; }
.key span { display: inline-block; margin: 0 .3rem .3rem 0; padding: .1rem .5rem; }
tr:target td { outline: 2px solid #7a3b12; }
@media (max-width: 34rem) { body { padding: .6rem; } table.rules { font-size: .7rem; } .rules td { padding: 0 .35rem; }
  .rules td.counts { max-width: 7rem; white-space: normal; } }
@page { size: A4; margin: 14mm; }
@media print {
  body { padding: 0; font-size: 10pt; } table.rules { font-size: 7pt; } .file { overflow: visible; } .rules td { white-space: pre-wrap; }
  .rules td.line { white-space: nowrap; } .rules td.counts { position: static; white-space: normal; min-width: 6em; max-width: 12em; }
  h2 { break-after: avoid; } tr { break-inside: avoid; }
  tr, .key span { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
}
"""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a scenario shows: its title, and drawings (SVG) of the positions before and behind its choices, as far as they differ."""

    title: str
    drawings: tuple[str, ...]


def coverage_page(data: Mapping[str, Any], spans: Mapping[str, Span], shown: Sequence[Shown] = ()) -> str:
    """The page.

    Args:
        data: what `coverage --json` prints.
        spans: where each rule element stands.
        shown: what some scenarios show.
    """
    title = " + ".join((data["game"], *data["variants"]))
    kinds = {address: _kind(data, address) for address in data["elements"]}
    names = sorted(dict.fromkeys(span.file for address, span in spans.items() if address in kinds), key=lambda name: not _is_main(name))
    files = "\n".join(part for number, name in enumerate(names, start=1) for part in _file(name, number, data, kinds, spans))
    played = f"Scenarios: {data['scenarios']}; random games at each number of players: {data['games']}, seed {data['seed']}"
    said = f"{len(kinds) - len(data['never'])} of {len(kinds)} rule elements are exercised ({data['share']} %)."
    key = "".join(f'<span class="{kind}">{SIGNS[kind]} {escape(text)}</span> ' for kind, text in _LEGEND.items())
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Coverage of {escape(title)}</title>
<style>
{_STYLE}{PICTURES if shown else ""}</style>
</head>
<body>
<h1>Coverage of {escape(title)}</h1>
<p>{escape(played)}. {escape(said)}</p>
{"".join(_lists(data, kinds, spans, names))}
<h2>Files</h2>
<ul>{"".join(_summary(name, number, kinds, spans) for number, name in enumerate(names, start=1))}</ul>
<p class="key">{key}</p>
{"".join(_shown(shown))}
{files}
</body>
</html>
"""


def _kind(data: Mapping[str, Any], address: str) -> str:
    by = _BY[data["elements"][address]["by"]]
    return "idle" if by != "never" and address in data["never_decided"] else by


def _shown(shown: Sequence[Shown]) -> Iterator[str]:
    """What scenarios show, folded away until somebody asks."""
    if shown:
        yield f"<h2>What scenarios show ({len(shown)})</h2>\n"
    for one in shown:
        drawings = "\n".join(f'<div class="light">{drawing}</div>' for drawing in one.drawings)
        yield f"<details><summary>{escape(one.title)}</summary>\n{drawings}\n</details>\n"


# ---------------------------------------------------------------- what never mattered


def _lists(data: Mapping[str, Any], kinds: Mapping[str, str], spans: Mapping[str, Span], files: list[str]) -> Iterator[str]:
    """What never decided anything, the most often asked first."""
    elements = data["elements"]
    idle = sorted((a for a, kind in kinds.items() if kind == "idle"), key=lambda a: -elements[a]["evaluated"])
    asked = [a for a, kind in kinds.items() if kind not in {"never", "idle"} and elements[a]["evaluated"]]
    always = sorted((a for a in asked if elements[a]["true"] and not elements[a]["false"]), key=lambda a: -elements[a]["evaluated"])
    never = sorted((a for a in asked if elements[a]["false"] and not elements[a]["true"]), key=lambda a: -elements[a]["evaluated"])
    for title, found in (
        ("Never asked", sorted(data["never"])),
        ("Restrictions that never decided anything alone", idle),
        ("Asked, but always true", always),
        ("Asked, but never true", never),
    ):
        if found:
            items = "".join(f"<li>{_link(address, spans, files)}{_asked(elements[address])}</li>" for address in found)
            yield f"<h2>{escape(title)} ({len(found)})</h2>\n<ul>{items}</ul>\n"


def _link(address: str, spans: Mapping[str, Span], files: list[str]) -> str:
    span = spans.get(address)
    if span is None:
        return escape(address)
    return f'<a href="#f{files.index(span.file) + 1}-{span.line}">{escape(address)}</a>'


def _asked(element: Mapping[str, Any]) -> str:
    return f" - asked {element['evaluated']} times" if element["evaluated"] else ""


# ---------------------------------------------------------------- files


def _file(name: str, number: int, data: Mapping[str, Any], kinds: Mapping[str, str], spans: Mapping[str, Span]) -> Iterator[str]:
    """The lines of a file, each in the colour of the innermost element that it belongs to."""
    path = named_file(name)
    if path is None:
        return
    lines = path.read_text(encoding="utf-8").splitlines()
    here = {address: span for address, span in spans.items() if span.file == name and address in kinds}
    of = _elements_of_lines(lines, here)
    heads = {span.line: address for address, span in here.items()}
    yield f'<h2 id="file-{number}">{escape(name)}</h2>\n<div class="file"><table class="rules">'
    for at, text in enumerate(lines, start=1):
        address = of.get(at)
        kind = f' class="{kinds[address]}"' if address is not None else ""
        counts = f'<td class="counts">{_counts(data["elements"][heads[at]], kinds[heads[at]])}</td>' if at in heads else "<td></td>"
        yield f'<tr id="f{number}-{at}"{kind}><td class="line">{at}</td><td>{escape(text)}</td>{counts}</tr>'
    yield "</table></div>"


def _is_main(name: str) -> bool:
    """The file with which the reading begins."""
    return Path(name).name == "game.yaml"


def _summary(name: str, number: int, kinds: Mapping[str, str], spans: Mapping[str, Span]) -> str:
    """A file with how many of its elements are exercised."""
    here = [kinds[address] for address, span in spans.items() if span.file == name and address in kinds]
    exercised = sum(kind != "never" for kind in here)
    return f'<li><a href="#file-{number}">{escape(name)}</a> - {exercised} of {len(here)}</li>'


def _elements_of_lines(lines: list[str], spans: Mapping[str, Span]) -> dict[int, str]:
    """The innermost element to which each line belongs."""
    found: dict[int, str] = {}
    for address, span in sorted(spans.items(), key=lambda one: (one[1].line, one[1].column)):
        if span.line <= len(lines):
            found.update(dict.fromkeys(range(span.line, end_of_entry(lines, span.line - 1) + 1), address))
    return found


def _counts(element: Mapping[str, Any], kind: str) -> str:
    parts = [f"{element['evaluated']}x"] if element["evaluated"] else []
    parts += [f"true {element['true']}", f"false {element['false']}"] if element["true"] or element["false"] else []
    parts += [f"decided {element['decided']}"] if element["decided"] else []
    # Each part stays on one line where there is no room for all of them in one.
    return " · ".join(part.replace(" ", _TOGETHER) for part in parts) + _TOGETHER + SIGNS[kind]
