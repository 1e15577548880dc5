"""Whole pages: the document around what is shown, and pages that only say one thing."""

from __future__ import annotations

from markupsafe import Markup

from custumal.ui.text.table_words import SPOKEN, said
from custumal.ui.web.pages.markup import Part, joined, tag

STYLES = ("drawing.css", "table.css")


def document(title: str, language: str, *body: Part, script: str = "", **attributes: str) -> str:
    """A page of HTML; all that it loads comes from this server."""
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", title),
        (tag("link", rel="stylesheet", href=f"/static/{style}") for style in STYLES),
        tag("link", rel="icon", href="/static/icon.svg", type="image/svg+xml"),
        tag("script", src=f"/static/{script}", defer=True) if script else None,
    )
    return str(
        Markup("<!DOCTYPE html>\n")
        + tag("html", head, tag("body", *body, **attributes), lang=language if language in SPOKEN else SPOKEN[0])
    )


def plain(key: str, language: str, **values: object) -> str:
    """A page with one sentence."""
    return document("custumal", language, tag("main", tag("h1", "custumal"), tag("p", said(key, language, **values)), class_="plain"))


def section(id_: str, title: str, *parts: Part, level: str = "h2", **attributes: str) -> Markup:
    """A part of a page under its heading."""
    heading = f"{id_}-title"
    return tag("section", tag(level, title, id=heading), joined(*parts), class_=f"part {id_}", aria_labelledby=heading, **attributes)
