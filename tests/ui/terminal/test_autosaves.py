"""When a game in the terminal is kept: before anything of it is seen, and a person's choice at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from custumal.dsl.base.frozen import dataclass
from custumal.interpreter.api import load_game
from custumal.interpreter.runs.records import Record, read_record
from custumal.ui.story.session import HUMAN, Session
from custumal.ui.terminal.play.loop import Play
from custumal.ui.terminal.screen.console import Console


@dataclass(slots=True)
class Typing(Console):
    """A person who takes the first answer so often, and leaves then; pictures come as often as `is_late` says."""

    answers: int = 0
    is_late: bool = False

    @property
    def is_behind(self) -> bool:
        return self.is_late

    def read(self, prompt: str = "> ") -> str | None:
        del prompt
        self.answers -= 1
        return "1" if self.answers >= 0 else None


@pytest.mark.parametrize("is_late", [False, True])
def test_a_game_is_kept_after_each_own_choice_and_before_it_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_late: bool
) -> None:
    kept: list[int] = []
    save = Record.save

    def noted(record: Record, path: Path) -> None:
        kept.append(len(record.choices))
        save(record, path)

    monkeypatch.setattr(Record, "save", noted)
    session = Session(load_game("pig"), [HUMAN, "random", "random"], 3)
    Play(Typing("en", color=False, interactive=False, answers=4, is_late=is_late), session, "pig", tmp_path / "game.json").run()
    seats = [event.seat for event in session.events]
    decisions = [number for number, seat in enumerate(seats) if seat is not None]
    own = [number for number in decisions if seats[number] == 0]
    ends = {next((later for later in decisions if later > number), len(seats)) for number in decisions}
    before_own = {number for number in own if number}
    after_own = {next((later for later in decisions if later > number), len(seats)) for number in own}
    assert len(own) == 4
    assert {*before_own, *after_own} <= {*kept}
    assert {*kept} - {len(seats)} == (ends - {len(seats)} if is_late else {*before_own, *after_own} - {len(seats)})
    assert read_record(tmp_path / "game.json").choices == [event.key for event in session.events]
