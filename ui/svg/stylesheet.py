"""The look of a drawing, as a stylesheet: for a page into which drawings are put, and for files that stand alone.

All rules hold inside `.table-svg`. A page lights up what can be chosen by giving groups the class `choosable`, and `chosen` for what is
chosen already; `changed` is what has changed since another position. In the dark the colours are those of `DARK`: a standalone file
follows the reader's scheme, a page as well unless an element around the drawing has the class `light` or `dark`.
"""

from __future__ import annotations

from custumal.ui.svg.elements.colours import COLOURS

_LIGHT = """\
--ink: #1f2023; --soft: #5b6068; --line: #c9c4b8; --ground: #fffdf8; --panel: #f5f1e7; --cell: #ece5d3; --cell-2: #dccfb2;
  --card: #ffffff; --card-line: #a9a294; --back: #5a6b8c; --back-ink: #fff; --light-up: #d9480f; --mark: #7048e8; --fresh: #1971c2;
  --wood: #e6cf9f;
  --face-2: #000; --tile: #dfe6cf; --red-ink: #b3261e; --blue-ink: #1f4fb0;"""
_DARK = """\
--ink: #ececef; --soft: #a8adb6; --line: #4a4d55; --ground: #191a1e; --panel: #24262c; --cell: #33363f; --cell-2: #454a56;
  --card: #2d3038; --card-line: #8d93a0; --back: #47587a; --back-ink: #fff; --light-up: #ff922b; --mark: #b197fc; --fresh: #74c0fc;
  --wood: #5b4a2d;
  --face-2: #000; --tile: #3a4236; --red-ink: #ff8a80; --blue-ink: #8ab4ff;"""

_RULES = """\
.table-svg { font-family: "Helvetica Neue", Arial, "Liberation Sans", "DejaVu Sans", sans-serif; max-width: 100%; height: auto;
  color: var(--ink); }
.table-svg text { fill: var(--ink); }
.table-svg .soft { fill: var(--soft); }
.table-svg .strong { font-weight: bold; }
.table-svg .ground { fill: var(--ground); }
.table-svg .panel { fill: var(--panel); stroke: var(--line); }
.table-svg .rule { fill: none; stroke: var(--line); }
.table-svg .square { fill: var(--cell); stroke: var(--line); }
.table-svg .square.other { fill: var(--cell-2); }
.table-svg .wood { fill: var(--wood); stroke: var(--line); }
.table-svg .bar { fill: var(--cell); }
.table-svg .card-rim { fill: none; stroke: var(--card-line); }
.table-svg text.picture { fill: #1d1d1f; font-family: "DejaVu Sans", "Noto Sans Symbols2", "Segoe UI Symbol", sans-serif; }
.table-svg .chequered { fill: #f2e3c6; stroke: none; }
.table-svg .chequered.other { fill: #c8a26f; }
.table-svg .point { fill: var(--wood); stroke: none; }
.table-svg .triangle { fill: #b5713c; stroke: none; }
.table-svg .triangle.other { fill: #f7ecd6; }
.table-svg .crown { fill: none; stroke: #d9a400; stroke-width: 3; }
.table-svg .bare { fill: transparent; stroke: none; }
.table-svg .dot { fill: var(--soft); }
.table-svg .join { stroke: var(--soft); stroke-width: 1.5; fill: none; }
.table-svg .face { fill: var(--card); stroke: var(--card-line); }
.table-svg .here { fill: var(--ink); stroke: none; }
.table-svg text.on-here { fill: var(--ground); }
.table-svg .back { fill: var(--back); stroke: var(--card-line); }
.table-svg .back-mark { fill: none; stroke: var(--back-ink); stroke-opacity: .45; }
.table-svg text.on-back { fill: var(--back-ink); }
.table-svg .pip { fill: var(--ink); }
.table-svg .tile { fill: var(--tile); stroke: var(--tile); }
.table-svg .wall { stroke: var(--ink); stroke-width: 3; fill: none; stroke-linecap: round; }
.table-svg .way { stroke: var(--soft); stroke-width: 4; fill: none; stroke-linecap: round; opacity: 0.6; }
.table-svg .gate { stroke: var(--soft); stroke-width: 3; fill: none; stroke-dasharray: 2 4; }
.table-svg .slot { fill: none; stroke: var(--card-line); stroke-dasharray: 2 2; }
.table-svg .rim { fill: transparent; stroke: var(--line); stroke-dasharray: 4 4; }
.table-svg .shade { fill: var(--face-2); fill-opacity: .22; stroke: none; }
.table-svg .shade.deep { fill-opacity: .4; }
.table-svg .seam { fill: none; stroke: #000; stroke-opacity: .55; stroke-width: .8; }
.table-svg .seam.pale { stroke: #fff; stroke-opacity: .6; }
.table-svg .seam.own { stroke-opacity: .16; }
.table-svg .mark { fill: none; stroke: var(--mark); stroke-width: 2; }
.table-svg .edge { stroke: var(--card-line); }
.table-svg .changed > .outline { stroke: var(--fresh); stroke-width: 2.5; }
.table-svg .acting { fill: none; stroke: var(--ink); stroke-width: 1.5; }
.table-svg .outline { fill: none; stroke: none; pointer-events: none; }
.table-svg .choosable { cursor: pointer; }
.table-svg .choosable > .outline { stroke: var(--light-up); stroke-width: 2.5; }
.table-svg .choosable:hover > .outline, .table-svg .choosable:focus > .outline, .table-svg .choosable > .outline:focus { stroke-width: 4; }
.table-svg .chosen > .outline { stroke: var(--light-up); stroke-width: 4; stroke-dasharray: 6 3; }
"""


def _tints() -> str:
    return "".join(
        f".table-svg .tint-{name} {{ fill: {area}; }} .table-svg text.on-{name}, .table-svg .dot-{name} {{ fill: {sign}; }}\n"
        for name, (area, sign) in COLOURS.items()
    )


STYLE = (
    f".table-svg {{ {_LIGHT} }}\n"
    f"@media (prefers-color-scheme: dark) {{ .table-svg {{ {_DARK} }} }}\n"
    f".light .table-svg {{ {_LIGHT} }}\n.dark .table-svg {{ {_DARK} }}\n"
    f"@media print {{ .table-svg {{ {_LIGHT} print-color-adjust: exact; -webkit-print-color-adjust: exact; }} }}\n"
    + _RULES
    + _tints()
    + ".table-svg text.ink-red { fill: var(--red-ink); } .table-svg text.ink-blue { fill: var(--blue-ink); }\n"
)
