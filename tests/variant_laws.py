"""One edit on a shipped game, applied and checked without reading the game anew."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from custumal.dsl.check.remembered import Memory
from custumal.dsl.check.variants import check_combined
from custumal.dsl.diagnostic import Diagnostic, Report, Span
from custumal.dsl.entry import Document
from custumal.dsl.overlay.combine import Combined, apply_all, combine
from custumal.dsl.overlay.target import Target, find_target, known_addresses, value_of
from custumal.dsl.overlay.variant import Edit, Variant
from custumal.dsl.tree import Mapping, Node, Scalar
from custumal.interpreter.library import shipped

FILE = "law.yaml"
HERE = Span(FILE, 1, 1, 1, 2)


@cache
def memory(_game: str) -> Memory:
    """What is known of a game from one edit to the next."""
    return Memory()


@cache
def base(game: str) -> Combined:
    """A shipped game without variants."""
    report = Report()
    found = combine(dict(shipped())[game], "game.yaml", [], report)
    assert not report.sorted()
    return found


def entries(game: str) -> list[str]:
    """The addresses of all entries."""
    return [address for address, entry in base(game).base.addresses.items() if entry.id]


def addresses(game: str) -> list[str]:
    """The addresses of all entries and their keys."""
    return [*dict.fromkeys(known_addresses(base(game).base))]


def target(game: str, address: str) -> Target:
    found = find_target(base(game).base, address)
    assert found is not None, address
    return found


def own_value(game: str, address: str) -> tuple[str, Node]:
    """The verb by which an address is set to what it is, and that."""
    found = target(game, address)
    value = value_of(found)
    return ("replace", found.node) if value is None else ("set", value)


@dataclass(frozen=True)
class Tried:
    """What an edit makes of a game."""

    diagnostics: list[Diagnostic]
    document: Document


def tried(game: str, verb: str, address: str, value: Node | None = None) -> Tried:
    """The game with one edit."""
    whole = base(game)
    key = Scalar(address, address, HERE)
    edit = Edit("it", verb, address, key, value, None, None, None, HERE)
    empty = Document(FILE, "variant", Mapping((), HERE))
    variant = Variant("law", game, Path(FILE), FILE, empty, (edit,), (), (), (), (), HERE)
    report = Report()
    combined = replace(whole, variants=(variant,), touched={}, reading={})
    if apply_all(combined, report):
        check_combined(combined, [], report, memory(game))
    return Tried(report.sorted(), combined.document)
