"""`python -m tests.ui.web.page_picture PAGE.html PICTURE.png`: a page of a report from its first plot on, drawn for the docs."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.ui.web.browsing import browser


def main(page: str, picture: str) -> None:
    with browser() as chromium:
        tab = chromium.new_page(viewport={"width": 820, "height": 1250})
        tab.goto(Path(page).resolve().as_uri())
        tab.evaluate("[...document.querySelectorAll('h2')].find(h => h.nextElementSibling.matches('figure')).scrollIntoView()")
        tab.screenshot(path=picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
