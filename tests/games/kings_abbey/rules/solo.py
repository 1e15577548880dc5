"""The evening of a second King's Abbey for one, written from the rulebook: what Élias has lent and laid down."""

from __future__ import annotations

from tests.games.kings_abbey.rules.evening import Evening


class SoloEvening(Evening):
    """A die of Élias's pool is used once; the dice with which he takes places on the main board come back to him."""

    def send_home(self, *dice: int) -> None:
        for die in dice:
            if self.position.things[die].kind == "elias-pool-dice":
                self.position.discard(die)
            else:
                super().send_home(die)

    def dawn(self) -> None:
        self.send_home(*self.his("front"))
        for place in ("initiative", *(f"bonus-space of {site}" for site in ("forest", "field", "quarry", "beach"))):
            for die in self.his(place):
                self.position.move(die, "errand-dice")
        super().dawn()

    def meet_event(self) -> None:
        """With the pawn he fights Vikings first: with one die of the value that is asked for, else with a peasant if there is one."""
        super().meet_event()
        if self.position.event != "vikings-sighted" or self.position.first_player != "elias":
            return
        raiders = [*self.found.at("attack").values(), *self.found.at("answered").values()]
        if not raiders:  # first it is asked who holds the Lance
            return
        foe = max(die.marks["rolled"] for die in raiders)
        able = [die for die, thing in self.position.at("elias-pool").items() if thing.marks["shows"] == foe]
        if able:
            self.position.move(next((die for die in able if self.found.things[die].place == "front"), able[0]), "front")
        elif self.position.kept["elias-folk", ""]:
            self.position.kept["elias-folk", ""] -= 1

    def his(self, place: str) -> list[int]:
        return [die for die, thing in self.position.at(place).items() if thing.owner == "elias"]
