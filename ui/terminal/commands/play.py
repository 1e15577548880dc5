"""`play`: a new game or one that is gone on with."""

from __future__ import annotations

import json
import secrets
from pathlib import Path

from custumal.dsl.base.frozen import dataclass
from custumal.interpreter.api import Game
from custumal.interpreter.runs.bots import BOTS
from custumal.interpreter.runs.records import Record, read_record
from custumal.interpreter.setup.options import option_values, option_words
from custumal.ui.story.session import HUMAN, DivergedRecord, Session
from custumal.ui.terminal.exit_codes import DONE, PROBLEMS
from custumal.ui.terminal.play import autosave
from custumal.ui.terminal.play.loop import Play
from custumal.ui.terminal.problems import UsageProblem, complain
from custumal.ui.terminal.progress import doing, working
from custumal.ui.terminal.recorded import Seats, begun, divergence
from custumal.ui.terminal.screen.console import Console
from custumal.ui.terminal.screen.screen import table_console
from custumal.ui.terminal.wanted import Wanted, fit, is_of_scenarios, language_of, seated
from custumal.ui.text.match import comparable
from custumal.ui.text.phrases import YES, phrase

_OTHERS = "normal"


@dataclass(frozen=True, slots=True)
class Shown:
    """How a game is shown: in which language, and whether one thing is printed below the other even where the position could stay in
    place."""

    language: str | None
    plain: bool = False

    def console(self, game: Game) -> Console:
        """The console of this process for a game.

        Raises:
            UsageProblem: as `language_of`.
        """
        return table_console(language_of(game.model, self.language), plain=self.plain)


def play_scenario(wanted: Wanted, name: str, seats: Seats, save: str | None, shown: Shown) -> int:
    """Play on from the position in which a scenario makes its choices.

    Raises:
        UsageProblem: as `laid`.
    """
    from custumal.ui.terminal.begun_at import laid  # noqa: PLC0415  # few games begin in a scenario
    from custumal.ui.terminal.scenario_files import game_of_scenarios  # noqa: PLC0415  # as above

    with doing("reads-rules"):
        found = laid(wanted, name)
    session = Session(found.game, _who(seats, found.players), found.seed, found.beginning)
    path = Path(wanted.game)
    return _played(session, game_of_scenarios(path) if is_of_scenarios(path) else wanted.game, save, shown)


def play_game(wanted: Wanted, seats: Seats, seed: int | None, save: str | None, shown: Shown) -> int:
    """Play a new game in the terminal."""
    game = wanted.load()
    players = wanted.number_of_players(game, (int(seat) for seat, _ in seats))
    with working(phrase("prepares", language_of(game.model, shown.language))):
        session = Session(game, _who(seats, players), secrets.randbelow(2**32) if seed is None else seed)
    return _played(session, wanted.game, save, shown)


def _who(seats: Seats, players: int) -> list[str]:
    """Who plays each seat: what was asked for, else a person at the first seat."""
    who = fit(seated(seats, players, (HUMAN, *BOTS), _OTHERS))
    if not any(seat == "1" for seat, _ in seats) and HUMAN not in who:
        who[0] = HUMAN
    return who


def _played(session: Session, name: str, save: str | None, shown: Shown) -> int:
    """Play a game, asked for by this name, from its beginning; it is kept if a person takes part."""
    if save:
        _check_that_nothing_is_lost(save)
    path = Path(save) if save else autosave.new_file(session.game.id) if HUMAN in session.seats else None
    return _done(Play(shown.console(session.game), session, name, path), save)


def _done(play: Play, save: str | None) -> int:
    """Play, and answer whether the game could be written where it was to be."""
    play.run()
    return PROBLEMS if save and play.trouble else DONE


def resume_game(wanted: Wanted, seats: Seats, seed: int | None, file: str, save: str | None, shown: Shown) -> int:
    """Go on with a kept game.

    Raises:
        UsageProblem: it was begun in another way than is asked for now, or it can't be followed.
    """
    path = Path(file) if file else _last(wanted)
    if save and not (Path(save).exists() and Path(save).samefile(path)):
        _check_that_nothing_is_lost(save)
    with doing("reads-rules"):
        record, session = begun(path, wanted.game, wanted.variants, seats, _OTHERS)
    _check_that_it_was_begun_so(session, wanted, seed)
    console = shown.console(session.game)
    is_whole = _followed(console, path, record, session)
    console.tell_folded(phrase("resumed", console.language, count=len(session.events)))
    kept = path if is_whole else autosave.new_file(session.game.id)
    return _done(Play(console, session, wanted.game, Path(save) if save else kept), save)


def _followed(console: Console, path: Path, record: Record, session: Session) -> bool:
    """Play what was recorded, as far as the rules allow; whether that is all of it.

    Raises:
        UsageProblem: a step can't be played any more, and nobody wants to go on from the one before.
    """
    try:
        with working(phrase("replays", console.language)):
            session.replay(record)
    except DivergedRecord as error:
        told = divergence(path, error if _may_be_told(session) else _without_secrets(error))
        complain(told)
        console.tell_folded(phrase("go-on-before", console.language, step=error.step, path=path))
        if comparable(console.read() or "") not in YES:
            raise UsageProblem(phrase("not-gone-on", console.language, path=path), PROBLEMS) from None
        return False
    return True


def _may_be_told(session: Session) -> bool:
    """Whether who is at the screen may know what was chosen where the game stands, and what else could be."""
    people = [seat for seat, who in enumerate(session.seats) if who == HUMAN]
    return not (session.has_secrets or session.sealed) or people == [session.seat]


def _without_secrets(error: DivergedRecord) -> DivergedRecord:
    return DivergedRecord(error.step, "", "what was chosen can't be chosen any more; `custumal replay` tells all, secrets included")


def _check_that_it_was_begun_so(session: Session, wanted: Wanted, seed: int | None) -> None:
    """What is settled when a game begins can't be asked for in another way later."""
    model, now = session.game.model, session.game.options
    asked = option_words(model, option_values(model, wanted.options))
    settled = [
        ("the number of players", wanted.players, len(session.seats)),
        ("the seed", seed, session.seed),
        *((f"the option `{name}`", asked[name], now[name]) for name in wanted.options),
    ]
    for what, wish, there in settled:
        if wish is not None and wish != there:
            raise UsageProblem(f"In the kept game {what} is {_word(there)}, not {_word(wish)}.")


def _word(value: object) -> str:
    return json.dumps(value, ensure_ascii=False).strip('"')


def _check_that_nothing_is_lost(save: str) -> None:
    if Path(save).exists():
        raise UsageProblem(f"{save} is there already. Go on with it by --resume {save}, or choose another name.")


def _last(wanted: Wanted) -> Path:
    """The newest game that was kept, with the variants that are asked for if there are any."""
    game = wanted.load()
    for path in autosave.unfinished(game.id):
        if not game.variants or set(game.variants) <= set(read_record(path).variants):
            return path
    title = " + ".join((game.title(), *game.variants))
    raise UsageProblem(f"No unfinished game of {title} is kept in {autosave.saves_folder()}.", PROBLEMS)
