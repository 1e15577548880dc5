"""How the page of a rulebook looks, on screens of any width and on paper."""

STYLE = """\
:root { color-scheme: light; --ink: #1d1d1f; --soft: #5f6368; --line: #d4d1c8; --paper: #fffdf8; --accent: #7a3b12; }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0 auto; padding: 1.2rem; max-width: 52rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 Georgia, "DejaVu Serif", "Times New Roman", serif; overflow-wrap: break-word; }
h1, h2, h3, th, nav { font-family: "Helvetica Neue", Arial, "DejaVu Sans", sans-serif; }
h1 { margin: 0; font-size: 2.2rem; line-height: 1.15; }
h2 { margin: 2.4rem 0 .6rem; padding-bottom: .2rem; border-bottom: 2px solid var(--accent); color: var(--accent); font-size: 1.45rem; }
h3 { margin: 1.6rem 0 .4rem; font-size: 1.08rem; }
header p { margin: .3rem 0 0; color: var(--soft); font-size: 1.1rem; }
nav { margin: 1.2rem 0; padding: .2rem 1rem .8rem; border: 1px solid var(--line); border-radius: .4rem; font-size: .92rem; }
nav h2 { margin: .6rem 0 .3rem; border: 0; font-size: 1.05rem; }
nav ul { margin: 0; padding: 0 0 0 1rem; list-style: none; }
nav > ul { padding: 0; columns: 17rem 2; column-gap: 2rem; }
nav .rank2 { margin-top: .45rem; font-weight: bold; break-after: avoid; }
nav .rank3 { padding: .1rem 0; }
main a { white-space: nowrap; }
a { color: inherit; text-decoration-color: var(--line); text-underline-offset: .15em; }
nav a { display: block; text-decoration: none; }
p { margin: .5rem 0; }
ul { padding-left: 1.3rem; }
li { margin: .2rem 0; }
code { font: .85em "DejaVu Sans Mono", Menlo, Consolas, monospace; background: #f1ede2; padding: .05em .3em; border-radius: .2em; }
.remark, .further { color: var(--soft); font-size: .9em; }
.rule { margin: .55rem 0; padding-left: .9rem; border-left: 3px solid transparent; }
.rule p { margin: .15rem 0; }
.number { font: bold .8em "Helvetica Neue", Arial, "DejaVu Sans", sans-serif; color: var(--accent); text-decoration: none;
  white-space: nowrap; margin-right: .25em; }
.rule.changed { border-left-color: var(--accent); background: #fbf1e2; padding-top: .2rem; padding-bottom: .2rem; }
.rule.changed .number::before { content: "≠ "; }
.rule .example { padding-left: 1rem; font-style: italic; }
.rule .change { font-size: .92em; color: var(--accent); }
.wide { overflow-x: auto; margin: .6rem 0; }
table { border-collapse: collapse; font-size: .92rem; }
th, td { padding: .25rem .7rem .25rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { font-size: .8rem; color: var(--soft); }
td.plan { font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace; line-height: 1.05; white-space: pre; }
td.several { min-width: 11em; }
.mark { margin-left: .25em; color: var(--accent); font-family: "DejaVu Sans", Arial, sans-serif; font-size: .85em; }
.board { margin: .4rem 0; padding: .6rem .8rem; border: 1px solid var(--line); border-radius: .3rem; background: #fff; }
.board svg { display: block; }
@media screen { td.several { white-space: nowrap; } }
@media (max-width: 34rem) {
  body { padding: .8rem; } h1 { font-size: 1.7rem; } .board { padding: .5rem; } .rule { padding-left: .5rem; }
  table { font-size: .8rem; } th { font-size: .7rem; } th, td { padding-right: .4rem; }
  td.several { min-width: 7.5em; white-space: normal; }
}
@page { size: A4; margin: 16mm 17mm 18mm; @bottom-center { content: counter(page); font: 9pt Arial, sans-serif; color: #5f6368; } }
@media print {
  :root { --paper: #fff; }
  body { max-width: none; padding: 0; font-size: 10pt; line-height: 1.38; }
  h1 { font-size: 24pt; } h2 { font-size: 15pt; } h3 { font-size: 11.5pt; }
  h2, h3 { break-after: avoid; } .rule, tr, .board, main li { break-inside: avoid; } thead { display: table-header-group; }
  h3 + .remark, .remark:has(+ .board) { break-after: avoid; } .board + ul { break-before: avoid; }
  main li:last-child:not(:first-child) { break-before: avoid; }
  p { orphans: 3; widows: 3; } a { text-decoration: none; } .wide { overflow: visible; }
  nav { margin-right: 1px; border-radius: 0; font-size: 8.5pt; line-height: 1.25; } nav li li { break-inside: avoid; }
}
"""
