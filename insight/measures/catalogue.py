"""All measures: the few that are judged together, and those of a game's own lines, seats and actions, which are looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from custumal.insight.measures.length import choices, decisions, real_share, rounds, unfinished
from custumal.insight.measures.measure import SHARE, Margin, Measure
from custumal.insight.measures.race import for_good, half_time, lead, lead_changes, mean_score, pulling_away, shared
from custumal.insight.measures.seats import of_seats, won_by
from custumal.insight.play.observations import GameFacts

PRIMARY = (
    Measure("decisions", "decisions", "how long games last", Margin(share=0.10), decisions),
    Measure("choices", "choices", "how many choices a decision has", Margin(share=0.20), choices),
    Measure("score", "points", "what a seat scores", Margin(share=0.10, least=0.5), mean_score),
    Measure("first-seat", SHARE, "how often the first seat wins", Margin(least=0.03), won_by(0)),
    Measure("lead", "points", "by how much the first is ahead at the end", Margin(share=0.20, least=0.5), lead),
    Measure("shared", SHARE, "how often a victory is shared", Margin(least=0.03), shared),
    Measure("lead-changes", "times", "how often the lead changes", Margin(least=0.5), lead_changes),
    Measure("half-time", SHARE, "how often who leads at half-time wins", Margin(least=0.05), half_time),
)
"""Judged together, each with a margin that was set before anything was played."""
OTHERS = (
    Measure("rounds", "rounds", "how many rounds there are", Margin(share=0.10), rounds),
    Measure("real", "of 100 decisions", "how often a decision leaves a choice", Margin(least=0.05), real_share),
    Measure("for-good", "of 100 parts", "after which part of a game the winner is ahead for good", Margin(least=0.05), for_good),
    Measure("pulling-away", "points", "what the half-time leader gains on the others", Margin(share=0.20, least=1), pulling_away),
    Measure("unfinished", SHARE, "how often a game does not end", Margin(least=0.01), unfinished),
)


def line_of(name: str) -> Callable[[GameFacts], float | None]:
    """The points of a line of the score, in the mean of the seats; None where the rules have no such line."""
    return lambda game: sum(one[name] for one in game.lines) / len(game.lines) if name in game.lines[0] else None


def winning(name: str) -> Callable[[GameFacts], float | None]:
    """What the winner has of a line of the score above the mean of the others; None without one winner, or such a line."""

    def of(game: GameFacts) -> float | None:
        if len(game.winners) != 1 or len(game.lines) < 2 or name not in game.lines[0]:
            return None
        points = [one[name] for one in game.lines]
        won = points.pop(game.winners[0])
        return won - sum(points) / len(points)

    return of


def taken(action: str) -> Callable[[GameFacts], float | None]:
    """How often an action was chosen."""
    return lambda game: game.taken.get(action, 0)


def chosen(action: str) -> Callable[[GameFacts], float | None]:
    """How often it was chosen where it could be; None where it never could."""
    return lambda game: game.taken.get(action, 0) / game.offered[action] if game.offered.get(action) else None


def turned(name: str) -> Callable[[GameFacts], float | None]:
    """1 where it was chosen in the turn with which the winner was ahead for good; None where no such turn was."""
    return lambda game: float(name in game.turned) if game.turned else None


def offered(action: str) -> Callable[[GameFacts], float | None]:
    """In how many decisions an action could be chosen."""
    return lambda game: game.offered.get(action, 0)


RAN_OUT = "none"
"""The word for games in which no `end` applied; no `end` can be called so, as it is a word of the language."""


def ended_by(end: str) -> Callable[[GameFacts], float | None]:
    """1 where this was the `end` that applied last (`RAN_OUT`: none did); None for a game that was given up."""
    return lambda game: float((game.ended or RAN_OUT) == end) if game.finished else None


def to_look_at(players: int, lines: Iterable[str], actions: Iterable[str], ends: Iterable[str]) -> tuple[Measure, ...]:
    """What is computed beside the primary measures and those of a judge, for so many players and what was met in the games."""
    of_ends = (Measure(f"end:{name}", SHARE, f"how often {_end(name)}", Margin(least=0.05), ended_by(name)) for name in ends)
    of_lines = (
        one
        for name in lines
        for one in (
            Measure(f"line:{name}", "points", f"the line {name}", Margin(share=0.10, least=0.5), line_of(name)),
            Measure(f"winning:{name}", "points", f"what the winner has more of {name}", Margin(share=0.20, least=0.5), winning(name)),
        )
    )
    return (*OTHERS, *of_seats(players), *of_ends, *of_lines, *of_choices(actions))


def of_choices(names: Iterable[str]) -> tuple[Measure, ...]:
    """How often each action, or whatever else is named in choices, could be chosen, was, and decided."""
    return tuple(
        one
        for name in names
        for one in (
            Measure(f"taken:{name}", "times", f"how often {name} is chosen", Margin(share=0.20, least=0.5), taken(name)),
            Measure(f"offered:{name}", "times", f"how often {name} can be chosen", Margin(share=0.20, least=0.5), offered(name)),
            Measure(f"chosen:{name}", "of 100 offers", f"how often {name} is chosen where it can be", Margin(least=0.05), chosen(name)),
            Measure(f"turned:{name}", SHARE, f"how often {name} puts the winner ahead for good", Margin(least=0.05), turned(name)),
        )
    )


def _end(name: str) -> str:
    return "the steps of the game run out" if name == RAN_OUT else f"the end {name} is the last that applies"
