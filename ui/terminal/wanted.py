"""What a command line asks for: a game with variants, options and players, and who plays its seats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from custumal.dsl.base.frozen import dataclass, field
from custumal.dsl.diagnostics.wording import listed
from custumal.dsl.documents.file_kinds import kind_of
from custumal.dsl.model import GameModel
from custumal.dsl.yaml.header import header
from custumal.interpreter.api import Game, load_game
from custumal.interpreter.library import SelectedFiles, UnknownGame, find, find_variant, select, shipped
from custumal.interpreter.runs.bots import is_bot, is_own
from custumal.interpreter.runs.records import Record
from custumal.interpreter.search.levels import FORM
from custumal.ui.terminal.exit_codes import PROBLEMS
from custumal.ui.terminal.problems import UsageProblem
from custumal.ui.terminal.progress import doing


@dataclass(frozen=True, slots=True)
class Wanted:
    """A game as it was asked for; `players` is None where that was left open."""

    game: str
    variants: tuple[str, ...] = ()
    options: Mapping[str, object] = field(default_factory=dict)
    players: int | None = None

    def load(self, *, apart: bool = False) -> Game:
        """The game with its options; checked `apart` if it has to be checked, whose memory is then gone.

        Raises:
            RuleFileError, UnknownGame, PlayError: as `load_game`.
        """
        with doing("reads-rules"):
            if apart:
                from custumal.interpreter.cache.apart import check_apart  # noqa: PLC0415  # only where much is played

                check_apart(self.game, self.variants)
            return load_game(self.game, self.variants, self.options)

    def selection(self) -> SelectedFiles:
        """The files of the game and its variants.

        Raises:
            UnknownGame: one of them is not there.
        """
        return select(self.game, self.variants)

    def number_of_players(self, game: Game, seats: Iterable[int] = ()) -> int:
        """As many as were asked for, else as many as have seats, else two or the next possible number.

        Raises:
            UsageProblem: the game is not for so many.
        """
        low, high = game.players
        players = self.players if self.players is not None else max(*seats, min(max(low, 2), high), 0)
        if not low <= players <= high:
            raise UsageProblem(f"{game.title()} is for {_range(low, high)}, not {players}.")
        return players


def language_of(game: GameModel, asked: str | None) -> str:
    """The language in which a game speaks to people: the one that is asked for; else English, or its first where it has no English.

    Raises:
        UsageProblem: it has no texts in this language.
    """
    languages = game.languages
    if asked is None:
        return "en" if "en" in languages else languages[0]
    if asked not in languages:
        raise UsageProblem(f"{game.title.plain('en', languages) or game.id} is written in {listed(languages, 'and')}, not in `{asked}`.")
    return asked


def is_of_scenarios(path: Path) -> bool:
    """Whether a file is there and has scenarios, but is neither a game nor a variant."""
    return path.is_file() and kind_of(path) == "scenarios"


def _range(low: int, high: int) -> str:
    many = f"{low}" if low == high else f"{low} to {high}"
    return f"{many} player{'' if high == 1 else 's'}"


def of_record(record: Record, game: str | None = None, variants: Iterable[str] = ()) -> Wanted:
    """The game of a record with the variants that were in force.

    Args:
        record: it names the game and the variants, and says where those are that are not shipped.
        game: where the game is, if the record does not know; may be a variant file.
        variants: where variants are, likewise.

    Raises:
        UsageProblem: one of them is nowhere to be found, or something else was named.
    """
    where = game or _game_of(record)
    given = select(where, variants)
    if header(given.game.path, "game") != record.game:
        raise UsageProblem(f"The record is of {record.game}, not of {header(given.game.path, 'game') or where}.", PROBLEMS)
    named = {header(path, "variant"): str(path) for path in given.variants}
    strange = [name for name in named if name not in record.variants]
    if strange:
        raise UsageProblem(f"The record was played without the variant `{strange[0]}`.", PROBLEMS)
    is_said = game is not None
    found = [named.get(name) or _variant_of(record, name, given.game.path, is_said=is_said) for name in record.variants]
    if kind_of(Path(where)) == "variant":
        where = record.game if given.game.path in dict(shipped()).values() else str(given.game.path)
    return Wanted(where, tuple(found), record.options)


def _game_of(record: Record) -> str:
    """The file that a record names; without one a shipped game. Another of the same id is another game."""
    file = _named_file(record, record.game, "game", f"The record is of the game `{record.game}`", "--game FILE")
    if file is not None:
        return file
    own = dict(shipped()).get(record.game)
    try:
        found = find(record.game)
    except UnknownGame:
        raise UsageProblem(f"The record is of the game `{record.game}`; say where it is: --game FILE.") from None
    return record.game if own is None or found.path == own else str(own)


def _named_file(record: Record, name: str, key: str, said: str, option: str) -> str | None:
    """The file that a record names for its game or for one of its variants; None if it names none.

    Raises:
        UsageProblem: there is no such game or variant in it.
    """
    file = record.files.get(name)
    if file is None:
        return None
    if not Path(file).is_file():
        raise UsageProblem(f"{said} in {file}, which is not there; say where it is: {option}.")
    if header(Path(file), key) != name:
        raise UsageProblem(f"{said}, but in {file} is another one; say where it is: {option}.", PROBLEMS)
    return file


def _variant_of(record: Record, name: str, game: Path, *, is_said: bool) -> str:
    """The file of a variant that is not named by the user: what the record names, else beside the game.

    `is_said`: the user says where the game is, so that variants are beside it, too.
    """
    option, said = "--variant FILE", f"The record was played with the variant `{name}`"
    try:
        file = _named_file(record, name, "variant", said, option)
    except UsageProblem:
        if not is_said:
            raise
        file = None
    if file is not None:
        return file
    try:
        return str(find_variant(game, name))
    except UnknownGame:
        raise UsageProblem(f"{said}; say where it is: {option}.") from None


def seats_of(record: Record, known: Iterable[str], others: str, *, goes_on: bool) -> list[str]:
    """Who plays each seat of a record. A record is data: it can't have a module imported.

    Args:
        goes_on: whether anything is to be played beyond the record; else `others` sit where a bot from Python has played.

    Raises:
        UsageProblem: the record names somebody who can't play.
    """
    if not goes_on:
        record = replace(record, seats=tuple(others if _is_own_only(seat) else seat for seat in record.seats))
    if any(map(_is_own_only, record.seats)):
        again = " ".join(f"--seat {number}={seat}" for number, seat in enumerate(record.seats, 1))
        raise UsageProblem(f"In this record a bot from Python plays a seat; who trusts it says so: {again}", PROBLEMS)
    strange = sorted(seat for seat in {*record.seats} - {*known} if not is_bot(seat))
    if strange:
        raise UsageProblem(f"The record says that `{strange[0]}` plays a seat; there are {', '.join(known)}.", PROBLEMS)
    return [*record.seats]


def fit(seats: Sequence[str]) -> list[str]:
    """The seats, if all their bots are there.

    Raises:
        UsageProblem: one of them can't be found.
    """
    for name in filter(_is_own_only, dict.fromkeys(seats)):
        _check_own(name)
    return [*seats]


def _is_own_only(name: str) -> bool:
    return is_own(name) and not is_bot(name)


def _check_own(name: str) -> None:
    from custumal.interpreter.runs.own_bots import BadBot, own_bot  # noqa: PLC0415  # few games are played by such bots

    try:
        own_bot(name)
    except BadBot as error:
        raise UsageProblem(str(error)) from None


def seated(given: Iterable[tuple[str, str]], players: int, known: Iterable[str], others: str) -> list[str]:
    """Who plays each seat: what was given, else `others`.

    Raises:
        UsageProblem: there is no such seat, or nobody of this name.
    """
    found = [others] * players
    names = list(known)
    for seat, who in given:
        if who not in names and not is_bot(who) and not is_own(who):
            raise UsageProblem(f"Nobody called `{who}` can play a seat; there are {', '.join(names)}, {FORM} and MODULE:NAME.")
        if int(seat) > players:
            raise UsageProblem(f"There is no seat {seat} with {players} player{'' if players == 1 else 's'}.")
        found[int(seat) - 1] = who
    return found
