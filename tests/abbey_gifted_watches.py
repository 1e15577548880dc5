"""Plays random games of King's Abbey with relics and saints and compares all of phases 1 to 3, or of 4 to 7, with the referee's."""

from __future__ import annotations

from tests.abbey_dawn import DayWatch
from tests.abbey_day import Day
from tests.abbey_gifted import GiftedDay, GiftedWorks
from tests.abbey_gifts import holy
from tests.abbey_position import Position
from tests.abbey_workday import WorksWatch
from tests.abbey_works import Works


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
