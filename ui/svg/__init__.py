"""What is on the table as one seat sees it, as a drawing in SVG: `table_svg(look, *, width, standalone, before)` gives one text.

Knows scenes and shapes; knows neither a terminal nor a page, and reads no rules. Everything that a choice key can name (a seat, a
place, a cell, a column, a thing) is a `<g class="… named" data-name="…">` with a `<title>`; `data-name` is exactly what stands in keys.
Groups stand inside each other as what they draw does: a thing in its cell, a cell in its place. One name may stand at several groups.
Inlined in a page the drawing has no colours of its own: these are the classes of `stylesheet.STYLE`. A standalone one carries them.
Enter at `table.py`.
"""
