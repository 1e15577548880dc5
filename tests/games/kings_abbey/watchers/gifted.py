"""Plays random games of King's Abbey with relics and saints and compares all of phases 1 to 3, or of 4 to 7, with the referee's."""

from __future__ import annotations

from tests.games.kings_abbey.rules.day import Day
from tests.games.kings_abbey.rules.gifted import GiftedDay, GiftedWorks
from tests.games.kings_abbey.rules.works import Works
from tests.games.kings_abbey.table.position import Position
from tests.games.kings_abbey.watchers.dawn import DayWatch
from tests.games.kings_abbey.watchers.gifts import holy
from tests.games.kings_abbey.watchers.workday import WorksWatch


class GiftedDayWatch(DayWatch):
    """Phases 1 to 3."""

    def day_of(self, dawn: Position) -> Day:
        day = GiftedDay(dawn.copy(), self.memory, self.deeds, self.table.proposals, self.table.turn, self.seen)
        crusades, day.relics = holy()
        day.take_over(crusades, self.crews)
        return day


class GiftedWorksWatch(WorksWatch):
    """Phases 4 to 7."""

    def works_of(self, position: Position) -> Works:
        works = GiftedWorks(position, self.memory, self.deeds, self.table.proposals, lambda: self.table.position)
        works.crusades = holy()[0]
        return works
