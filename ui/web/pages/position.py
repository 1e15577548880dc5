"""The position on a page."""

from __future__ import annotations

from markupsafe import Markup

from custumal.ui.draw.position import scene
from custumal.ui.scene.look import Look
from custumal.ui.web.pages.markup import drawn, tag

_COLUMNS = 100


def position_part(look: Look) -> Markup:
    """The position as whoever looks sees it."""
    return tag("div", drawn(scene(look, _COLUMNS)), class_="drawing")
