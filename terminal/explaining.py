"""`explain`: a numbered rule, a rule element by its address, or a diagnostic by its code."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from custumal.dsl.diagnostic import Span
from custumal.dsl.model import Source, Text
from custumal.dsl.suggest import nearest
from custumal.interpreter.api import Game, RuleEntry
from custumal.interpreter.labels import plain
from custumal.interpreter.library import GAMES, UnknownGame, find
from custumal.terminal.comparing import changes_of
from custumal.terminal.console import Console
from custumal.terminal.describe import Describer
from custumal.terminal.exit_codes import DONE, PROBLEMS
from custumal.terminal.problems import Mistake
from custumal.terminal.recorded import replayed
from custumal.terminal.style import folded
from custumal.terminal.wanted import Wanted
from custumal.terminal.why import why
from custumal.terminal.why_told import Teller, Unknown

DIAGNOSTICS = Path(__file__).parent.parent / "docs" / "diagnostics.md"
_HEADING = re.compile(r"^(#{1,6})[ \t]+(.+)$", re.MULTILINE)
_CODE = re.compile(r"[a-z][a-z0-9-]*")
_WIDTH = 100
_MOST_LINES = 40
_MOST_SCENARIOS = 8
_SCENARIOS = "scenarios."


def explain_code(code: str) -> int:
    """Print what a diagnostic means.

    Raises:
        Mistake: there is no such code.
    """
    sections = _sections()
    if code not in sections:
        guess = nearest(code, sections)
        if _is_game(code):
            raise Mistake(f"Which rule of {code}? Name a rule id or an address; `custumal show {code}` lists them.")
        raise Mistake(f"There is no diagnostic `{code}`" + (f"; did you mean `{guess}`?" if guess else "."))
    sys.stdout.write(sections[code])
    return DONE


def _is_game(name: str) -> bool:
    try:
        find(name)
    except UnknownGame:
        return False
    return True


def _sections() -> dict[str, str]:
    """The sections of the manual of diagnostics whose heading is a code; each reaches to the next heading of its rank."""
    try:
        text = DIAGNOSTICS.read_text(encoding="utf-8")
    except OSError:
        return {}
    headings = [(found.start(), len(found[1]), found[2]) for found in _HEADING.finditer(text)]
    sections = {}
    for number, (start, rank, title) in enumerate(headings):
        end = next((later for later, other, _ in headings[number + 1 :] if other <= rank), len(text))
        code = title.strip().strip("`")
        if _CODE.fullmatch(code):
            sections[code] = text[start:end].rstrip() + "\n"
    return sections


def explain_choice(wanted: Wanted, choice: str, file: str, step: int | None) -> int:
    """Print whether a choice is legal in a position of a saved game, and what forbids it.

    Raises:
        Mistake: nothing is called so, or nobody decides there.
    """
    _, session = replayed(Path(file), wanted.game, wanted.variants, to=step)
    if session.seat is None:
        raise Mistake("Nobody decides in this position.", PROBLEMS)
    try:
        why(Teller(Console.standard("en"), Describer(session.table, "en"), session.position), choice)
    except Unknown as answer:
        raise Mistake(str(answer)) from None
    return DONE


def explain_element(wanted: Wanted, element: str) -> int:
    """Print a numbered rule or a rule element of a game.

    Raises:
        Mistake: the game has none of this id or address.
    """
    game = wanted.load()
    rules = game.rules
    changed = changes_of(wanted) if game.variants else []
    if element in rules or element.upper() in rules:
        _rule(rules.get(element) or rules[element.upper()], changed)
        return DONE
    addresses = _addresses(game.model.sources, element)
    if not addresses:
        endings = [address.rpartition(".")[2] for address in game.model.sources if not address.startswith(_SCENARIOS)]
        guess = nearest(element, [*rules, *game.model.sources, *endings]) or nearest(element.upper(), rules)
        raise Mistake(f"{game.title()} has no rule and no element `{element}`" + (f"; did you mean `{guess}`?" if guess else "."))
    for address in addresses:
        _element(game, game.model.sources[address], _inside(changed, address))
    return DONE


def _addresses(sources: dict[str, Source], element: str) -> list[str]:
    """The address itself, or all that end in it."""
    if element in sources:
        return [element]
    return [address for address in sources if address.endswith(f".{element}")]


def _inside(changed: list[dict[str, Any]], address: str) -> list[dict[str, Any]]:
    """What variants changed of an element."""
    return [one for one in changed if f"{one['address']}.".startswith(f"{address}.")]


def _rule(rule: RuleEntry, changed: list[dict[str, Any]]) -> None:
    _say(f"{rule.id} {rule.text}" if rule.text else rule.id)
    for address, span in zip(rule.addresses, rule.spans, strict=True):
        if not address.startswith(_SCENARIOS):
            sys.stdout.write(f"  {address}  ({span.file}:{span.line})\n")
            _tell_changes(_inside(changed, address), "    ")
    shown = [address.removeprefix(_SCENARIOS) for address in rule.addresses if address.startswith(_SCENARIOS)]
    if shown:
        more = f" and {len(shown) - _MOST_SCENARIOS} more" if len(shown) > _MOST_SCENARIOS else ""
        _say(f"  shown by the scenario{'' if len(shown) == 1 else 's'} {', '.join(shown[:_MOST_SCENARIOS])}{more}")
    if rule.unencoded is not None:
        _say(f"  It needs no code: {rule.unencoded}")


def _element(game: Game, source: Source, changed: list[dict[str, Any]]) -> None:
    """The address, the sentences for players, the text of the file, what variants changed, and the numbered rules behind it."""
    sys.stdout.write(f"{source.address}  ({source.span.file}:{source.span.line})\n")
    for text in (source.say, source.because):
        for language, pieces in text.by_language:
            if all(isinstance(piece, str) for piece in pieces):
                _say(f"  {language}: {plain(Text(((language, pieces),)), language, (language,))}")
    sys.stdout.writelines(f"    {line}\n" for line in _excerpt(source.span))
    _tell_changes(changed, "  ")
    for other in game.model.standing:
        if source.address in other.targets:
            span = other.source.span
            sys.stdout.write(f"  see also {other.source.address}  ({span.file}:{span.line}), which has `{other.head}` for this\n")
    rules = game.rules
    for rule in source.rules:
        if rule in rules:
            _say(f"  {rule} {rules[rule].text}")
    sys.stdout.write("\n")


def _tell_changes(changed: list[dict[str, Any]], indent: str) -> None:
    """What variants made of an element, and what it was before."""
    for one in changed:
        place = f"{one['kind']} at {one['file']}:{one['line']}: {one['address']}"
        if one["kind"] == "changed":
            place += f" is {one['new']}, was {one['old']}"
        elif one["kind"] == "removed":
            place += f", was {one['old']}"
        _say(indent + " ".join(place.split()))


def _excerpt(span: Span) -> list[str]:
    """The lines of the file in which the element stands, without their common indentation."""
    path = next((p for p in (Path(span.file), GAMES.parent / span.file) if p.is_file()), None)
    if path is None:
        return []
    lines = path.read_text(encoding="utf-8").splitlines()
    start = span.line - 1
    if start >= len(lines):
        return []
    indent = len(lines[start]) - len(lines[start].lstrip())
    end = max(span.end_line, start + 1)
    # The entry goes on as long as lines are indented more deeply than its key.
    while end < len(lines) and (not lines[end].strip() or len(lines[end]) - len(lines[end].lstrip()) > indent):
        end += 1
    shown = [line[indent:] for line in lines[start:end]]
    while shown and not shown[-1].strip():
        shown.pop()
    return shown if len(shown) <= _MOST_LINES else [*shown[:_MOST_LINES], "..."]


def _say(text: str) -> None:
    indent = " " * (len(text) - len(text.lstrip()) + 2)
    sys.stdout.writelines(f"{line}\n" for line in folded(text, _WIDTH, indent))
