"""What is compared with what, by whom it is played, and when it is enough: what was typed, judged before anything is played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.diagnostics.suggest import nearest
from custumal.dsl.diagnostics.wording import did_you_mean
from custumal.insight.comparison.compare import FOLLOWED
from custumal.insight.comparison.stopping import Until
from custumal.insight.measures.catalogue import PRIMARY
from custumal.insight.play.sides import Match, Side
from custumal.interpreter.api import Game
from custumal.interpreter.runs.bots import BOTS
from custumal.ui.terminal.problems import UsageProblem
from custumal.ui.terminal.wanted import Wanted, fit, seated

MOST = 20_000
"""Pairs at most where something else says when to stop."""


@dataclass(frozen=True, slots=True)
class Asked:
    """How the comparison is made and what becomes of it. `changed` are options that only the changed side has."""

    seats: tuple[tuple[str, str], ...]
    levels: tuple[str, ...]
    options: tuple[str, ...]
    judge: int
    changed: tuple[tuple[str, str], ...]
    margins: tuple[tuple[str, str], ...]
    games: int | None
    until: str | None
    seconds: float | None
    seed: int
    jobs: int
    cluster: str | None
    as_json: bool
    table: str | None
    html: str | None
    force: bool


@dataclass(frozen=True, slots=True)
class Setting:
    """One variant: how both sides are called, and what is played for each level of bots."""

    title: str
    against: str
    matches: tuple[Match, ...]


def sides_of(base: Wanted, other: Wanted | None, changed: object, *, together: bool) -> tuple[Wanted, tuple[Wanted, ...]]:
    """What is compared with what: another game, each variant with the game (all `together` as one), a variant file with its game, or the
    game with itself under `changed` options.

    Raises:
        UsageProblem: nothing is named that could make a difference.
    """
    if other is not None:
        return base, (other,)
    if base.variants:
        groups = (base.variants,) if together else tuple((name,) for name in base.variants)
        return replace(base, variants=()), tuple(replace(base, variants=group) for group in groups)
    chosen = base.selection()
    if chosen.variants:
        return replace(base, game=str(chosen.game.path)), (base,)
    if not changed:
        raise UsageProblem("Say what is compared with the game: --variant V, another game, or an option, --with NAME=VALUE.")
    return base, (base,)


def settings_of(base: Wanted, others: Sequence[Wanted], asked: Asked) -> tuple[Setting, ...]:
    """What is played for each variant. All rules are loaded: what is wrong with the last is told before the first is played.

    Raises:
        UsageProblem: it can't be played as it was asked for.
        RuleFileError: one of the games can't be played.
    """
    if asked.levels and (asked.seats or len(set(asked.levels)) < max(2, len(asked.levels))):
        raise UsageProblem("--levels takes two different bots or more, which play in all seats: --seat does not go with it.")
    loaded = base.load()
    return tuple(_setting(base, loaded, other, asked) for other in others)


def _setting(base: Wanted, loaded: Game, other: Wanted, asked: Asked) -> Setting:
    changed = replace(other, options={**other.options, **dict(asked.changed)}) if asked.changed else other
    new = changed.load()
    matches = tuple(_match(base, loaded, changed, new, asked, level) for level in asked.levels or ("",))
    return Setting(_title(new, loaded), _title(loaded, None), matches)


def _match(base: Wanted, loaded: Game, other: Wanted, changed: Game, asked: Asked, level: str) -> Match:
    numbers = [int(seat) for seat, _ in asked.seats]
    players = base.number_of_players(loaded, numbers)
    replace(other, players=players).number_of_players(changed, numbers)
    if (loaded.rules_hash, loaded.options) == (changed.rules_hash, changed.options):
        raise UsageProblem("Both sides have the same rules and options; there is nothing to compare.")
    if level and players < 2:
        raise UsageProblem("Levels are rated against each other: that needs two players or more.")
    given = tuple((str(seat), level) for seat in range(1, players + 1)) if level else asked.seats
    seats = tuple(fit(seated(given, players, BOTS, "greedy")))
    match = Match(_side(base), _side(other), seats, asked.seed, FOLLOWED, asked.judge)
    _check_options(asked, match, (loaded, changed))
    return match


def _side(wanted: Wanted) -> Side:
    return Side(wanted.game, wanted.variants, tuple(wanted.options.items()))


def _check_options(asked: Asked, match: Match, games: tuple[Game, Game]) -> None:
    actions = list(dict.fromkeys(name for game in games for name in game.model.actions))
    for name in asked.options:
        if name not in actions:
            there = f"; there are {', '.join(actions)}."
            raise UsageProblem(f"There is no action `{name}`{did_you_mean(nearest(name, actions), there)}")
    if asked.options and (match.players < 2 or len(set(match.seats)) > 1):
        raise UsageProblem("--options takes two players or more, and the same bot in all seats.")


def _title(game: Game, plain: Game | None) -> str:
    """The game with its variants, and the options that differ from those of the plain game."""
    changed = [f"{name}={value}" for name, value in game.options.items() if plain and plain.options.get(name, value) != value]
    return " + ".join((game.title(), *game.variants, *changed))


def until_of(asked: Asked) -> Until:
    """When to stop.

    Raises:
        UsageProblem: `--until` is neither a width nor `decided`.
    """
    open_ended = asked.until is not None or asked.seconds is not None
    games = asked.games or (MOST if open_ended else 400)
    if asked.until is None or asked.until == "decided":
        return Until(games, decided=asked.until is not None, seconds=asked.seconds)
    width = positive(asked.until)
    if width is None:
        raise UsageProblem(f"--until takes a width in margins, as 0.5, or `decided`, not `{asked.until}`.")
    return Until(games, width=width, seconds=asked.seconds)


def margins_of(given: Iterable[tuple[str, str]]) -> Mapping[str, float]:
    """Margins by measure.

    Raises:
        UsageProblem: there is no such measure, or it is no number above 0.
    """
    names, found = [measure.id for measure in PRIMARY], {}
    for name, text in given:
        if name not in names:
            raise UsageProblem(f"There is no measure `{name}`{did_you_mean(nearest(name, names), '')}; there are {', '.join(names)}.")
        value = positive(text)
        if value is None:
            raise UsageProblem(f"The margin of {name} is a number above 0, not `{text}`.")
        found[name] = value
    return found


def positive(text: str) -> float | None:
    """A number above 0; None where it is none."""
    try:
        value = float(text)
    except ValueError:
        return None
    return value if 0 < value < float("inf") else None
