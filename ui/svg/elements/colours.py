"""The colours that a display may name."""

from __future__ import annotations

COLOURS = {
    "black": ("#1f1f22", "#fff"),
    "white": ("#fdfdfb", "#1d1d1f"),
    "red": ("#c8372d", "#fff"),
    "green": ("#3f9a56", "#fff"),
    "yellow": ("#f2c84b", "#1d1d1f"),
    "blue": ("#2d5fc4", "#fff"),
    "magenta": ("#a13c9c", "#fff"),
    "cyan": ("#4cc0cc", "#12292c"),
    "grey": ("#8a8d91", "#fff"),
    "orange": ("#ee9337", "#1d1d1f"),
    "purple": ("#7d56b8", "#fff"),
    "pink": ("#f0a9c4", "#1d1d1f"),
    "brown": ("#8a5a2b", "#fff"),
    "turquoise": ("#35b3a5", "#0c2623"),
}
"""The colours that a display may name: of an area, and of a sign on it. They are the same in both schemes."""
