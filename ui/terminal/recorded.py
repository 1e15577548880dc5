"""Saved games: the position that a record leads to, and what is told where its rules have changed since."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from custumal.interpreter.api import Game
from custumal.interpreter.runs.bots import BOTS
from custumal.interpreter.runs.records import Record, read_record
from custumal.ui.story.session import HUMAN, DivergedRecord, Session
from custumal.ui.terminal.exit_codes import PROBLEMS
from custumal.ui.terminal.problems import UsageProblem, complain
from custumal.ui.terminal.wanted import fit, of_record, seated, seats_of
from custumal.ui.text.phrases import capital

if TYPE_CHECKING:
    from custumal.ui.terminal.begun_at import Laid
    from custumal.ui.terminal.wanted import Wanted

_MOST_CHANGED = 8
Seats = tuple[tuple[str, str], ...]


def replayed(path: Path, game: str | None = None, variants: Iterable[str] = (), *, to: int | None = None) -> tuple[Record, Session]:
    """The record in a file, and the game that it leads to.

    Args:
        path: the file.
        game, variants: where the rules are if the record does not say.
        to: after so many of its choices; None: after all.

    Raises:
        UsageProblem: as `begun`, or it is not so long; or one of the choices is not possible.
        BadRecord, OSError: as `read_record`.
    """
    record, session = begun(path, game, variants, goes_on=False)
    if to is not None and to > len(record.choices):
        raise UsageProblem(f"{path} has {len(record.choices)} choices, not {to}.")
    try:
        session.replay(record, to=to)
    except DivergedRecord as error:
        raise UsageProblem(divergence(path, error), PROBLEMS) from None
    return record, session


def begun(
    path: Path, game: str | None = None, variants: Iterable[str] = (), seats: Seats = (), others: str = HUMAN, *, goes_on: bool = True
) -> tuple[Record, Session]:
    """The record in a file, and its game before the first choice.

    Args:
        path: the file.
        game, variants: where the rules are if the record does not say.
        seats: who plays from here on; without any, whom the record names. `others` have the other seats.
        goes_on: whether anything is to be played beyond the record.

    Raises:
        UsageProblem: that is another game, or its rules are not found.
        BadRecord, OSError: as `read_record`.
    """
    record = read_record(path)
    wanted = of_record(record, game, variants)
    laid = _laid_again(record, wanted) if record.scenario else None
    loaded = wanted.load() if laid is None else laid.game
    _warn_of_changes(loaded, record)
    who = seated(seats, record.players, (HUMAN, *BOTS), others) if seats else seats_of(record, (HUMAN, *BOTS), HUMAN, goes_on=goes_on)
    return record, Session(loaded, fit(who), record.seed, None if laid is None else laid.beginning)


def _laid_again(record: Record, wanted: Wanted) -> Laid:
    from custumal.ui.terminal.begun_at import laid_again  # noqa: PLC0415  # few games begin in a scenario

    return laid_again(record, wanted)


def _warn_of_changes(game: Game, record: Record) -> None:
    """Tell that a record was made with other rules, and which these are."""
    if game.rules_hash == record.rules_hash:
        return
    now = game.model.hashes
    changed = [address for address in dict.fromkeys((*record.rules, *now)) if record.rules.get(address) != now.get(address)]
    if not record.rules:
        complain("The rules have changed since this game was recorded; it is played as far as they allow.")
    elif not changed and [*record.rules] != [*now]:
        complain("The rules stand in another order than when this game was recorded, but say the same; chance may bring something else.")
    elif not changed:
        complain("The files of the rules have changed since this game was recorded, but in nothing that a choice depends on.")
    else:
        more = f" and {len(changed) - _MOST_CHANGED} more" if len(changed) > _MOST_CHANGED else ""
        said = ", ".join(changed[:_MOST_CHANGED]) + more
        complain(f"Rules have changed since this game was recorded: {said}. It is played as far as they allow.")


def divergence(path: Path, error: DivergedRecord) -> str:
    """At which step a record can't be followed, which rules forbid it, and what could be chosen there."""
    return "\n".join(_lines(path, error))


def _lines(path: Path, error: DivergedRecord) -> Iterable[str]:
    key = f", `{error.key}`" if error.key else ""
    yield f"{path}: step {error.step}{key}: {error.why}{'' if error.why.endswith(('?', ']')) else '.'}"
    for reason in error.reasons:
        yield f"  {reason.text} [{', '.join((*reason.rules, reason.address))}]"
    if error.instead:
        yield f"  {capital(error.instead)}."
