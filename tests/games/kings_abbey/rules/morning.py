"""Phases 1 and 2 of a second King's Abbey, written from the rulebook: dice are rolled, an event is turned up, Vikings are fought."""

from __future__ import annotations

from tests.games.kings_abbey.rules.calling import Calling
from tests.games.kings_abbey.rules.free import PASS, Course
from tests.games.kings_abbey.table.deeds import Deeds, Use
from tests.games.kings_abbey.table.memory import Memory, Word, number, spot_in
from tests.games.kings_abbey.table.position import GOODS, Lying, Position, Spot

HERO, ALMS, TAX = 3, 3, 3
BELL_DICE = 2
ELIAS = "elias"
FARMS = {"sheep-farm": "sheep", "dairy-farm": "cow"}


class Morning(Calling):
    """A turn from its beginning; what chance brought is looked up in `found`, the position at the stop that follows.

    Args:
        turn: its number, from 1. seen: the events of earlier turns, by their numbers.
    """

    def __init__(self, position: Position, memory: Memory, deeds: Deeds, proposals: int, turn: int, seen: set[int]) -> None:
        super().__init__(position, memory, proposals)
        self.found, self.deeds, self.turn, self.seen = position, deeds, turn, seen
        self.overrun = 0
        """Viking dice that nobody could answer."""

    @property
    def solo(self) -> bool:
        return len(self.position.seats) == 1

    def rolled(self, die: int) -> None:
        lying = self.position.things[die]
        name = "rolled" if "rolled" in lying.marks else "shows"
        assert 1 <= self.found.things[die].marks[name] <= 6
        lying.marks[name] = self.found.things[die].marks[name]

    # ------------------------------------------------------------ phase 1

    def roll(self) -> Course:
        for seat in self.position.in_turn():
            if self.copies(seat, "monks-quarters"):
                for die in self.position.at(f"spare-dice of {seat}"):
                    self.position.move(die, f"ready of {seat}")
            for die in self.position.at(f"ready of {seat}"):
                self.rolled(die)
            if any(self.position.manned(tower) for tower in self.position.named(f"towers of {seat}", "bell-tower")):
                yield from self.ring(seat)

    def ring(self, seat: str) -> Course:
        """No die, one or two are rolled again, together and once."""
        dice = sorted(self.position.at(f"ready of {seat}"))
        again: set[Word] = {("ring",)}
        for at, one in enumerate(dice):
            again |= {("ring", f"#{one}")} | {("ring", f"#{one}", f"#{other}") for other in dice[at + 1 :]}
        chosen = yield from self.ask(seat, again)
        for die in chosen[1:]:
            self.rolled(number(die))

    # ------------------------------------------------------------ phase 2

    def event(self) -> Course:
        """One card is turned up; in the first turn Vikings go under the pile."""
        ((card, lying),) = self.found.at("current-event").items()
        assert card not in self.seen, "this event was there before"
        assert self.turn > 1 or lying.kind != "vikings-sighted", "Vikings in the first turn"
        self.seen.add(card)
        self.position.things[card] = Lying(lying.name, "current-event")
        self.position.unseen["event-pile"] -= 1
        match lying.kind:
            case "royal-alms":
                for seat in self.position.seats:
                    self.position.gain(seat, "denier", ALMS)
            case "pilgrims":
                for seat in self.position.seats:
                    self.seat_newcomer(seat)
            case "plague":
                for seat in self.position.in_turn():
                    yield from self.bury(seat)
            case "tax-collectors":
                for seat in self.position.in_turn():
                    yield from self.tax(seat)
            case "vikings-sighted":
                yield from self.attack()

    def bury(self, seat: str) -> Course:
        if folk := self.free_folk(seat):
            yield from self.last_call(seat, sum(self.position.folk[spot] for spot in folk))
            folk = self.free_folk(seat)
        if folk:
            victim = yield from self.ask(seat, {("victims", spot) for spot in folk})
            self.leave(spot_in(victim), None)

    def leave(self, spot: Spot, after: Spot | None) -> None:
        self.position.walk(spot, after)
        self.memory.look(self.position)

    def tax(self, seat: str) -> Course:
        """Whoever has something to pay may exchange first."""
        if self.trades(seat) and self.has(seat, "denier"):
            yield from self.menus(seat)
        self.position.gain(seat, "denier", -min(TAX, self.has(seat, "denier")))

    # ------------------------------------------------------------ Vikings

    def attack(self) -> Course:
        self.line_up()
        fighters = self.position.in_turn()
        if self.solo:
            fighters = [ELIAS, "p1"] if self.position.first_player == ELIAS else ["p1", ELIAS]
        while self.attackers():
            for seat in fighters:
                if self.attackers():
                    yield from self.help_of_elias() if seat == ELIAS else self.fight(seat)
        yield from self.outcome(fighters)

    def line_up(self) -> None:
        """One die for each player, two in the solitaire."""
        rolled = [die for place in ("attack", "answered") for die in self.found.at(place)]
        assert len(rolled) == max(2, len(self.position.seats))
        for die in rolled:
            self.position.move(die, "attack")
            self.rolled(die)

    def attackers(self) -> list[int]:
        """The values of the Viking dice that nothing lies opposite of, the highest first."""
        return sorted((die.marks["rolled"] for die in self.position.at("attack").values()), reverse=True)

    def beat(self) -> None:
        """The highest is answered."""
        attack = self.position.at("attack")
        self.position.move(max(attack, key=lambda die: (attack[die].marks["rolled"], -die)), "answered")

    def fight(self, seat: str) -> Course:
        answered = False
        while not answered:
            words: set[Word] = self.fights(seat) | {("send-peasant", spot) for spot in self.standing(seat)}
            word = yield seat, (words or {("be-overrun",)}) | self.options(seat)
            answered = word[0] in {"fight", "send-peasant", "be-overrun"}
            yield from self.do(seat, word)
        if word[0] == "fight" and self.fights(seat):
            yield from self.fight_on(seat)

    def fight_on(self, seat: str) -> Course:
        """After a first die, further ones as long as the seat likes."""
        while self.attackers() and (offered := self.menu(seat, self.fights(seat))):
            word = yield seat, offered
            if word == PASS:
                return
            yield from self.do(seat, word)

    def fights(self, seat: str) -> set[Word]:
        found: set[Word] = set()
        attackers = self.attackers()
        for die, lying in self.position.at(f"ready of {seat}").items() if attackers else ():
            if attackers[0] in self.fighting_values(seat, lying):
                weights = self.weights(seat, "fighting", attackers[0])
                found |= {("fight", f"#{die}", attackers[0], many) for many in weights if attackers[:many].count(attackers[0]) == many}
        return found

    def fighting_values(self, seat: str, die: Lying) -> set[int]:
        """Barracks change the first die that a seat lays down."""
        first = not self.deeds.dice[seat, "fighting"]
        return values(die, self.copies(seat, "barracks") if first else 0)

    def do(self, seat: str, word: Word) -> Course:
        match word:
            case ("fight", str() as die, int() as value, int() as weight):
                self.use(number(die), Use(seat, "fighting", value, weight))
                self.position.move(number(die), "front")
                self.honour(seat, weight)
                for _ in range(weight):
                    self.beat()
            case ("send-peasant", _):
                self.leave(spot_in(word), ("fallen", seat, ()))
                self.position.gain(seat, "prestige", -1)
                self.beat()
            case ("be-overrun",):
                self.overrun += 1
                self.position.gain(seat, "prestige", -1)
                self.beat()
            case _:
                yield from super().do(seat, word)

    def help_of_elias(self) -> Course:
        """One die of his pool, else one of his peasants."""
        fitting = [die for die, lying in self.position.at("elias-pool").items() if lying.marks["shows"] == self.attackers()[0]]
        if fitting:
            self.position.move(min(fitting), "front")
            self.deeds.dice[ELIAS, "fighting"] += 1
        else:
            self.overrun += 1
            self.position.kept["elias-folk", ""] = max(0, self.position.kept["elias-folk", ""] - 1)
        self.beat()
        yield from ()

    def outcome(self, fighters: list[str]) -> Course:
        dice = [self.deeds.dice[seat, "fighting"] for seat in fighters]
        if sum(dice) > self.position.peasants("fallen") + self.overrun:
            heroes = [seat for seat in self.position.seats if self.deeds.dice[seat, "fighting"] == max(dice)]
            if dice.count(max(dice)) == 1 and heroes:
                self.honour(heroes[0], HERO)
            return
        for seat in self.position.in_turn():
            yield from self.suffer(seat)

    def suffer(self, seat: str) -> Course:
        """One building or tower is lost, with who stands there; whoever has none loses all goods."""
        cards = [*self.position.at(f"abbey of {seat}"), *self.position.at(f"towers of {seat}")]
        if not cards:
            for good in ("denier", *GOODS):
                self.position.kept[good, seat] = 0
            return
        yield from self.last_call(seat, len(cards))
        _, card = yield from self.ask(seat, {("suffer-loss", f"#{one}") for one in cards})
        kind = self.position.things[number(card)].kind
        if kind in FARMS:
            self.position.kept[FARMS[kind], seat] = 0
        self.lose(number(card))
        self.memory.look(self.position)

    def lose(self, card: int) -> None:
        self.position.discard(card)


def values(die: Lying, copies: int) -> set[int]:
    """What a die may stand for: with one card of the right kind a neighbouring value too, with two any."""
    shown = int(die.marks["shows"])
    if copies == 0:
        return {shown}
    return set(range(1, 7)) if copies > 1 else {max(1, shown - 1), shown, min(6, shown + 1)}
