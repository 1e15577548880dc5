"""One edit on a shipped game, applied and checked without reading the game anew."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from custumal.dsl.check import meant
from custumal.dsl.check.incremental.cache import CheckCache
from custumal.dsl.check.variants import check_combined
from custumal.dsl.diagnostics.diagnostic import Diagnostic, Report, Span
from custumal.dsl.documents.document import Document
from custumal.dsl.overlay.combine import Combined, apply_all, combine
from custumal.dsl.overlay.target import Addressed, find_target, known_addresses, value_of
from custumal.dsl.overlay.variant import Edit, Variant
from custumal.dsl.yaml.tree import Mapping, Node, Scalar
from custumal.interpreter.library import shipped

FILE = "law.yaml"
HERE = Span(FILE, 1, 1, 1, 2)


@cache
def cache_of(_game: str) -> CheckCache:
    """What is known of a game from one edit to the next."""
    return CheckCache()


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


@cache
def addresses(game: str) -> list[str]:
    """The addresses of all entries and their keys."""
    return [*dict.fromkeys(known_addresses(base(game).base))]


@cache
def words_in(game: str, parent: str) -> frozenset[str]:
    """The last words of the addresses below one."""
    return frozenset(a.rpartition(".")[2] for a in addresses(game) if a.rpartition(".")[0] == parent)


def target(game: str, address: str) -> Addressed:
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
    combined, report = changed(game, [(verb, address, value)])
    if not report.has_errors and combined.document.tree is not base(game).base.tree:  # the game as it is has been checked
        check_combined(combined, [], report, cache_of(game))
    return Tried(meant.told(report, {name: source.text for name, source in combined.sources.items()}, alone=False), combined.document)


def applied(game: str, edits: list[tuple[str, str, Node | None]]) -> Tried:
    """The game with edits that do not touch each other, the first on line 1, and what they say; the rules are not checked anew."""
    combined, report = changed(game, edits)
    return Tried(report.sorted(), combined.document)


def changed(game: str, edits: list[tuple[str, str, Node | None]]) -> tuple[Combined, Report]:
    """The game with edits, not checked, and what they say."""
    made = []
    for line, (verb, address, value) in enumerate(edits, 1):
        here = Span(FILE, line, 1, line, 2)
        made.append(Edit(f"it{line}", verb, address, Scalar(address, address, here), value, None, None, None, here))
    empty = Document(FILE, "variant", Mapping((), HERE))
    variant = Variant("law", game, Path(FILE), FILE, empty, tuple(made), (), (), (), (), HERE)
    report = Report()
    combined = replace(base(game), variants=(variant,), touched={}, reading={})
    apply_all(combined, report)
    return combined, report


def apart(addresses: list[str], most: int) -> list[list[str]]:
    """The addresses in groups of which none holds an address within another."""
    groups: list[list[str]] = []
    for address in addresses:
        free = (g for g in groups[-most:] if len(g) < most and not any(_touch(address, other) for other in g))
        group = next(free, None)
        if group is None:
            groups.append(group := [])
        group.append(address)
    return groups


def _touch(one: str, other: str) -> bool:
    return f"{one}.".startswith(f"{other}.") or f"{other}.".startswith(f"{one}.")
