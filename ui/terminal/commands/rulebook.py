"""`rulebook`: the printed rulebook of a game, as Markdown or as a page."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from custumal.ui.rulebook.book import book_of
from custumal.ui.rulebook.edition import Edition
from custumal.ui.rulebook.markdown import markdown
from custumal.ui.rulebook.page import page
from custumal.ui.terminal.exit_codes import DONE
from custumal.ui.terminal.new_files import put
from custumal.ui.terminal.problems import UsageProblem
from custumal.ui.terminal.wanted import Wanted

_FORMS = {"md": markdown, "html": page}
_SUFFIXES = {".md": "md", ".markdown": "md", ".html": "html", ".htm": "html"}


@dataclass(frozen=True, slots=True)
class Print:
    """In which form and language a rulebook is wanted, and into which file; "" and None leave it to the file and the game."""

    form: str | None
    language: str | None
    output: str | None
    force: bool


def print_rulebook(wanted: Wanted, how: Print) -> int:
    """Write the rulebook of a game with its variants, or print it.

    Raises:
        UsageProblem: the game does not speak the language, or the file is there already.
    """
    game = wanted.load()
    languages = game.model.languages
    language = how.language or languages[0]
    if language not in languages:
        raise UsageProblem(f"{game.title()} has no texts in the language `{language}`; it has {', '.join(languages)}.")
    text = _FORMS[_form(how)](book_of(Edition(wanted.selection(), game, language)))
    put(how.output, text, how.force)
    return DONE


def _form(how: Print) -> str:
    """The form that was named, else that of the file."""
    return how.form or _SUFFIXES.get(Path(how.output or "").suffix.lower(), "md")
