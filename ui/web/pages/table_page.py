"""The page of a table: the places for its parts, which the script fills with what it is sent."""

from __future__ import annotations

from markupsafe import Markup

from custumal.ui.web.pages.author import author_part
from custumal.ui.web.pages.frame import document, section
from custumal.ui.web.pages.made import mark_of_pages
from custumal.ui.web.pages.markup import Part, joined, tag
from custumal.ui.web.pages.sight import Sight, languages_of

_SENTENCES = ("lost", "revoked", "too-fast", "too-many", "after-shown", "why", "bug")
"""What the script says by itself."""


def table_page(sight: Sight, *, for_authors: bool = False) -> str:
    """The page of a table for one link; `for_authors` with the scenarios of its game."""
    game = sight.session.game
    title = " + ".join((game.title(sight.language), *game.variants))
    body = (
        tag("a", sight.said("choices"), href="#choices", class_="skip"),
        _head(sight, title),
        tag("main", tag("noscript", tag("p", sight.said("needs-script"))), _middle(sight), _side(sight, for_authors), class_="table"),
    )
    words = {f"data_{key.replace('-', '_')}": sight.said(key) for key in _SENTENCES} | {"data_made": mark_of_pages()}
    return document(title, sight.language, *body, script="table.js", **words)


def _head(sight: Sight, title: str) -> Markup:
    return tag(
        "header",
        tag("h1", title),
        tag("p", id="who", class_="who"),
        tag("p", id="status", role="status", aria_live="polite"),
        tag("p", sight.said("connecting"), id="line", role="status"),
        _languages(sight),
        class_="bar",
    )


def _languages(sight: Sight) -> Part:
    """The other languages in which the game can be shown."""
    others = [one for one in languages_of(sight.table) if one != sight.language]
    links = (tag("a", one.upper(), href=f"?lang={one}", hreflang=one, lang=one) for one in others)
    return tag("nav", links, aria_label=sight.said("language"), class_="languages") if others else None


def _middle(sight: Sight) -> Markup:
    return tag(
        "div",
        tag("div", id="notice", role="alert"),
        section("result", sight.said("result"), tag("div", id="result"), hidden=""),
        section("position", sight.said("position"), _zoom(sight), tag("p", id="shown", role="status"), tag("div", id="position")),
        class_="middle",
    )


def _zoom(sight: Sight) -> Markup:
    """Buttons that show the position larger, to be moved about in its room, and smaller again."""
    smaller = tag("button", "\N{MINUS SIGN}", id="smaller", aria_label=sight.said("smaller"), disabled=True)
    larger = tag("button", "+", id="larger", aria_label=sight.said("larger"))
    return tag("p", smaller, " ", larger, class_="zoom")


def _side(sight: Sight, for_authors: bool) -> Markup:
    return tag(
        "div",
        section("choices", sight.said("choices"), tag("div", id="choices"), _tools(sight)),
        _asking(sight),
        section(
            "log",
            sight.said("log"),
            tag("div", tag("ol", id="log"), class_="log-room", role="log", aria_live="off", tabindex=0, aria_label=sight.said("log")),
        ),
        section("rules", sight.said("rules-now"), tag("div", id="rules"), _book(sight)),
        section("links", sight.said("links"), tag("div", id="links")) if sight.is_host else None,
        section("author", sight.said("author"), author_part(sight)) if for_authors else None,
        class_="side",
    )


def _tools(sight: Sight) -> Part:
    if not sight.link.seats and not sight.is_host:
        return None
    at_once = tag("label", tag("input", type="checkbox", id="at-once"), " ", sight.said("at-once"))
    return joined(
        tag("p", id="said", role="status", aria_live="assertive"),
        tag("p", tag("button", sight.said("undo"), id="undo"), " ", at_once, class_="tools"),
    )


def _asking(sight: Sight) -> Markup:
    field = tag("input", id="why-text", autocomplete="off", aria_label=sight.said("why-ask"), placeholder=sight.said("why-ask"))
    form = tag("form", field, tag("button", sight.said("ask")), id="why-form")
    return section("why", sight.said("why"), form, tag("div", id="why", role="status", aria_live="polite"))


def _book(sight: Sight) -> Markup:
    return tag("p", tag("a", sight.said("rules-all"), href=f"/t/{sight.link.token}/rules", target="_blank", rel="noopener"))
