"""`coverage`: which rules scenarios and random games exercise, and which numbered rules are encoded and shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from custumal.interpreter.api import Game
from custumal.interpreter.runs.coverage import Coverage, Tally
from custumal.interpreter.runs.coverage_runs import measure, numbered
from custumal.ui.terminal.commands.coverage_page import coverage_page
from custumal.ui.terminal.commands.coverage_shown import shown_by_scenarios
from custumal.ui.terminal.exit_codes import DONE, PROBLEMS
from custumal.ui.terminal.new_files import make_room, write_new
from custumal.ui.terminal.output import say_data, say_lines
from custumal.ui.terminal.problems import complain
from custumal.ui.terminal.progress import progress
from custumal.ui.terminal.wanted import Wanted
from custumal.ui.text.style import folded

_WIDTH = 100
_MOST_NAMED = 4
_DECIDING = frozenset(("require", "ensure"))
_FACETS = ("evaluated", "true", "false", "decided")


@dataclass(frozen=True, slots=True)
class Series:
    """How many random games at each number of players, and what is made of the counts; `least` is the share in per cent that is
    demanded, `page` the file of the page, if one is wanted, and `force` whether it may replace another."""

    games: int
    seed: int
    least: float | None
    as_json: bool
    page: str | None = None
    force: bool = False


@dataclass(frozen=True, slots=True)
class Measured:
    """The counts of a game by its scenarios and by random games."""

    game: Game
    scenarios: Coverage
    games: Coverage

    @property
    def addresses(self) -> list[str]:
        return list(dict.fromkeys((*self.scenarios.counts, *self.games.counts)))

    def count(self, address: str) -> Tally:
        """What happened to a rule element in all."""
        found = [by.counts.get(address, Tally()) for by in (self.scenarios, self.games)]
        return Tally(*(sum(getattr(one, facet) for one in found) for facet in _FACETS))

    def by(self, address: str) -> str:
        """Who exercised a rule element."""
        names = [name for name, by in (("scenarios", self.scenarios), ("games", self.games)) if _is_exercised(by.counts.get(address))]
        return " and ".join(names) or "never"

    def share(self) -> float:
        """The exercised rule elements, in per cent."""
        found = self.addresses
        return 100 * sum(self.by(address) != "never" for address in found) / len(found) if found else 100.0


def _is_exercised(count: Tally | None) -> bool:
    return count is not None and bool(count.evaluated or count.decided)


def cover(wanted: Wanted, series: Series) -> int:
    """Measure a game and print what was found.

    Returns:
        1 if a scenario fails or less than the demanded share of rule elements is exercised.
    """
    game = wanted.load()
    if series.page is not None:
        make_room(Path(series.page), series.force)
    low, high = game.players
    with progress(len(game.model.scenarios) + series.games * (high - low + 1)) as advance:
        measured = Measured(
            game,
            measure(game.model, options=game.values, advance=advance),
            measure(game.model, series.games, series.seed, scenarios=False, options=game.values, advance=advance),
        )
    data = _data(measured, series)
    if series.page is not None:
        spans = {address: source.span for address, source in game.model.sources.items()}
        write_new(Path(series.page), coverage_page(data, spans, shown_by_scenarios(game)), force=True)
    if series.as_json:
        say_data(data)
    else:
        say_lines(_text(data))
    return PROBLEMS if _is_bad(measured, series) else DONE


def _is_bad(measured: Measured, series: Series) -> bool:
    failures = measured.scenarios.failures
    if failures:
        complain(f"{len(failures)} expectation{'' if len(failures) == 1 else 's'} of scenarios failed; `custumal test` shows which.")
    if series.least is not None and measured.share() < series.least:
        complain(f"{measured.share():.1f} % of the rule elements are exercised, {series.least:g} % are demanded.")
        return True
    return bool(failures)


def _data(measured: Measured, series: Series) -> dict[str, Any]:
    elements = {address: _element(measured, address) for address in measured.addresses}
    rules = numbered(measured.scenarios)
    restrictions = _restrictions(measured)
    return {
        "game": measured.game.id,
        "variants": list(measured.game.variants),
        "games": series.games,
        "seed": series.seed,
        "scenarios": len(measured.game.model.scenarios),
        "share": round(measured.share(), 1),
        "elements": elements,
        "never": [address for address, element in elements.items() if element["by"] == "never"],
        "never_decided": [address for address in restrictions if not elements[address]["decided"]],
        "rules": rules,
        "rules_encoded": sum(bool(rule["encoded"]) for rule in rules.values()),
        "rules_shown": sum(bool(rule["shown"]) for rule in rules.values()),
        "rules_unencoded": sum(not rule["encoded"] and rule["unencoded"] is not None for rule in rules.values()),
        "rules_not_shown": [name for name, rule in rules.items() if rule["encoded"] and not rule["shown"]],
        "rules_missing": [name for name, rule in rules.items() if not rule["encoded"] and rule["unencoded"] is None],
    }


def _restrictions(measured: Measured) -> list[str]:
    """The rule elements that can refuse a choice."""
    standing = {rule.source.address for rule in measured.game.model.standing if rule.that is not None}
    return [a for a in measured.addresses if a in standing or not _DECIDING.isdisjoint(a.split("."))]


def _element(measured: Measured, address: str) -> dict[str, Any]:
    count = measured.count(address)
    return {**{facet: getattr(count, facet) for facet in _FACETS}, "by": measured.by(address)}


# ---------------------------------------------------------------- as text


def _text(data: dict[str, Any]) -> Iterator[str]:
    title = " + ".join((data["game"], *data["variants"]))
    yield f"{title}: {data['scenarios']} scenarios, {data['games']} random games at each number of players, seed {data['seed']}"
    yield ""
    yield from _elements(data["elements"])
    if data["rules"]:
        yield ""
        yield from _rules(data["rules"])
    yield ""
    yield from _summary(data)


def _elements(elements: dict[str, dict[str, Any]]) -> Iterator[str]:
    wide = max(map(len, elements), default=0)
    yield f"{'rule element':<{wide}}  {'evaluated':>9}  {'true':>8}  {'false':>8}  {'decided':>8}  by"
    for address, found in elements.items():
        yield (
            f"{address:<{wide}}  {found['evaluated']:>9}  {found['true'] or '-':>8}  {found['false'] or '-':>8}  "
            f"{found['decided'] or '-':>8}  {found['by']}"
        )


def _rules(rules: dict[str, dict[str, Any]]) -> Iterator[str]:
    wide = max(map(len, rules), default=0)
    for name, rule in rules.items():
        first, *others = folded(_said(rule), _WIDTH - wide - 2)
        yield f"{name:<{wide}}  {first}"
        yield from (f"{'':<{wide}}  {row}" for row in others)


def _said(rule: dict[str, Any]) -> str:
    parts = []
    if rule["encoded"]:
        parts.append(_some(rule["encoded"]))
    elif rule["unencoded"] is not None:
        parts.append(f"needs no code: {rule['unencoded'].rstrip('.')}")
    else:
        parts.append("not encoded")
    if rule["shown"] or rule["encoded"]:
        parts.append(f"shown by {_some(rule['shown'])}" if rule["shown"] else "shown by no scenario")
    return "; ".join(parts)


def _some(names: list[str]) -> str:
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED + 1 else ""
    return ", ".join(names[:_MOST_NAMED] if more else names) + more


def _summary(data: dict[str, Any]) -> Iterator[str]:
    total, never = len(data["elements"]), data["never"]
    yield f"{total - len(never)} of {total} rule elements are exercised ({data['share']:.1f} %)"
    if never:
        yield from folded(f"never: {', '.join(never)}", _WIDTH, "  ")
    if data["never_decided"]:
        yield from folded(f"restrictions that never decided anything alone: {', '.join(data['never_decided'])}", _WIDTH, "  ")
    if not data["rules"]:
        return
    yield (
        f"{data['rules_encoded']} of {len(data['rules'])} numbered rules are encoded, {data['rules_unencoded']} need no code, "
        f"{data['rules_shown']} are shown by scenarios"
    )
    if data["rules_not_shown"]:
        yield from folded(f"encoded, but shown by no scenario: {', '.join(data['rules_not_shown'])}", _WIDTH, "  ")
    if data["rules_missing"]:
        yield from folded(f"neither encoded nor marked: {', '.join(data['rules_missing'])}", _WIDTH, "  ")
