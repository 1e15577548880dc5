"""`play`: a new game or one that is gone on with."""

from __future__ import annotations

import secrets
from pathlib import Path

from custumal.interpreter.api import Game
from custumal.interpreter.bots import BOTS
from custumal.interpreter.records import Record, read_record
from custumal.terminal import autosave
from custumal.terminal.console import Console
from custumal.terminal.phrases import phrase
from custumal.terminal.play import Play
from custumal.terminal.problems import PROBLEMS, Mistake, complain
from custumal.terminal.session import HUMAN, DivergedRecord, Session
from custumal.terminal.wanted import Wanted, of_record, seated, seats_of

DONE = 0
_OTHERS = "greedy"
_MOST_CHANGED = 8
Seats = tuple[tuple[str, str], ...]


def play_game(wanted: Wanted, seats: Seats, seed: int | None, save: str | None, language: str) -> int:
    """Play a new game in the terminal."""
    game = wanted.load()
    players = wanted.number_of_players(game, (int(seat) for seat, _ in seats))
    who = seated(seats, players, (HUMAN, *BOTS), _OTHERS)
    if not any(seat == "1" for seat, _ in seats) and HUMAN not in who:
        who[0] = HUMAN
    if save:
        _check_that_nothing_is_lost(save)
    session = Session(game, who, secrets.randbelow(2**32) if seed is None else seed)
    path = Path(save) if save else autosave.new_file(game.id) if HUMAN in who else None
    return _done(Play(Console.standard(language), session, wanted.game, path), save)


def _done(play: Play, save: str | None) -> int:
    """Play, and answer whether the game could be written where it was to be."""
    play.run()
    return PROBLEMS if save and play.trouble else DONE


def resume_game(wanted: Wanted, seats: Seats, file: str, save: str | None, language: str) -> int:
    """Go on with a kept game."""
    path = Path(file) if file else _last(wanted)
    if save and not (Path(save).exists() and Path(save).samefile(path)):
        _check_that_nothing_is_lost(save)
    record = read_record(path)
    game = of_record(record, wanted.game, wanted.variants).load()
    warn_of_changes(game, record)
    who = seated(seats, record.players, (HUMAN, *BOTS), _OTHERS) if seats else seats_of(record, (HUMAN, *BOTS), HUMAN)
    session = Session(game, who, record.seed)
    try:
        session.replay(record.choices)
    except DivergedRecord as error:
        tell_divergence(path, error)
        return PROBLEMS
    console = Console.standard(language)
    console.tell_folded(phrase("resumed", language, count=len(record.choices)))
    return _done(Play(console, session, wanted.game, Path(save) if save else path), save)


def _check_that_nothing_is_lost(save: str) -> None:
    if Path(save).exists():
        raise Mistake(f"{save} is there already. Go on with it by --resume {save}, or choose another name.")


def _last(wanted: Wanted) -> Path:
    """The newest game that was kept, with the variants that are asked for if there are any."""
    game = wanted.load()
    for path in autosave.unfinished(game.id):
        if not game.variants or set(game.variants) <= set(read_record(path).variants):
            return path
    title = " + ".join((game.title(), *game.variants))
    raise Mistake(f"No unfinished game of {title} is kept in {autosave.saves_folder()}.", PROBLEMS)


def warn_of_changes(game: Game, record: Record) -> None:
    """Tell that a record was made with other rules, and which these are."""
    if game.rules_hash == record.rules_hash:
        return
    now = game.model.hashes
    changed = [address for address in dict.fromkeys((*record.rules, *now)) if record.rules.get(address) != now.get(address)]
    if not record.rules:
        complain("The rules have changed since this game was recorded; it is played as far as they allow.")
    elif not changed:
        complain("The files of the rules have changed since this game was recorded, but in nothing that a choice depends on.")
    else:
        more = f" and {len(changed) - _MOST_CHANGED} more" if len(changed) > _MOST_CHANGED else ""
        said = ", ".join(changed[:_MOST_CHANGED]) + more
        complain(f"Rules have changed since this game was recorded: {said}. It is played as far as they allow.")


def tell_divergence(path: Path, error: DivergedRecord) -> None:
    """Tell at which step a record can't be followed, and which rules forbid it."""
    complain(f"{path}: step {error.step}, `{error.key}`: {error.why}.")
    for reason in error.reasons:
        complain(f"  {reason.text} [{', '.join((*reason.rules, reason.address))}]")
