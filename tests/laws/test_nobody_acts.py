"""Who acts: what needs somebody who acts (who chooses, pays, is counted, is offered a menu, is spoken of) is refused wherever nobody does,
in one message, and accepted wherever somebody does; and all that is accepted plays, with a seat to decide at every decision.

Small games are made of every entry at every place. By default some of them are; with `--full` all."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path

import pytest

from custumal.dsl.check.game import Checked, check_game
from custumal.interpreter.api import Game
from custumal.interpreter.cache.tried_setup import try_setup
from custumal.interpreter.engine import Engine
from custumal.interpreter.position.state import CHANCE, OVER
from tests.support.scale import some

GAME = """
custumal: 1
game: places
title: Places
players: 2 to 3
resources: {coin: {start: 4}, hay: {start: 4}}
kinds: {card: {}}
components: {cards: {kind: card, in: deck, copies: 30}}
zones: {deck: {holds: card, shape: pile}, hand(seat): card}
kept: {pot: {is: 0 to 99, until: end}, lead: {is: seat, start: first(seats)}, die(seat): {is: 1 to 6}, guest: {is: maybe seat}}
actions:
  act: {offered: turn, do: [raise pot by 1, draw 1 from deck to my hand, set lead to me]}
  rest: {offered: turn, choose: {n: 1 to 2}, do: set lead to next of me}
  call: {offered: rare, any-time: round, limit: once per round, do: set guest to me}
scoring: {all: my coin + my hay + pot + die of me + count(my hand) + (if guest is me then 1 else 0)}
ranking: {most: {most: my total}}
"""
PLAIN = "{do: raise pot by 1}"
SEATED = "{players: seats, do: raise pot by 1}"

NEEDY = {
    "choice": "choose: {k: 1 to 3}, do: raise pot by k",
    "choice or not": "choose: {k: maybe 1 to 3}, do: raise pot by 1",
    "cost": "cost: 1 coin, do: raise pot by 1",
    "limit": "limit: once per round, do: raise pot by 1",
    "deed": "do: gain 1 coin",
    "gift": "do: give 1 coin to lead",
    "condition": "if: my coin > 2, do: raise pot by 1",
    "else": "if: pot > 2, do: raise pot by 1, else: gain 1 coin",
    "choice in else": "if: pot > 2, do: raise pot by 1, else: {z: {choose: {k: 1 to 3}, do: raise pot by k}}",
    "else of a seat": "seat: lead, if: pot > 2, do: gain 1 coin, else: gain 1 hay",
    "else of a seat that may be missing": "if: guest is not none, seat: guest, do: gain 1 coin, else: gain 1 hay",
    "restriction of chance": "seat: chance, choose: {k: 1 to 3}, require: {r: {that: my coin > 2, because: No.}}, do: raise pot by k",
    "deed of chance": "seat: chance, choose: {k: 1 to 3}, do: gain k * coin",
    "cost of chance": "seat: chance, choose: {k: 1 to 3}, cost: 1 coin, do: raise pot by k",
    "limit of chance": "seat: chance, choose: {k: 1 to 3}, limit: once per round, do: raise pot by k",
    "choice after chance": "seat: chance, choose: {k: 1 to 3}, do: {y: {choose: {m: 1 to 2}, do: raise pot by m}}",
}
"""What a step or a rule says that needs somebody who acts."""
NEEDY_STEPS = {
    "menu": "offer: turn",
    "free menu": "offer: free",
    "menu of several": "offer: turn, pick: up to 2",
    "name": "let: {q: my coin}, do: raise pot by q",
    "each": "each: s in seats, choose: {k: 1 to 3}, do: [raise pot by k, gain 1 hay for s]",
    "limit for each": "each: s in seats, limit: once per round, do: gain 1 hay for s",
    "cost of passes": "repeat: 2, cost: 1 coin, do: raise pot by 1",
    "choice until": "until: pot > 20, choose: {k: 1 to 3}, do: raise pot by k + 5",
    "pass of chance": "seat: chance, choose: {k: 1 to 3}, do: raise pot by k, pass: gain 1 coin",
    "else of turns": "players: seats, if: pot > 2, do: gain 1 coin, else: gain 1 hay",
    "else of a menu for some": "seat: lead, if: pot > 3, offer: rare, else: gain 1 hay, pass: gain 1 coin",
    "choice in else of turns": "players: seats, if: pot > 2, do: gain 1 coin, else: {z: {choose: {k: 1 to 3}, do: raise pot by k}}",
    "else of all at once": "together: seats, if: pot > 2, choose: {k: 1 to 3}, do: raise pot by k, else: gain 1 hay",
}
"""The same of what rules can't say."""
FREE = {
    "deed": "do: raise pot by 1",
    "deed for a seat": "do: [gain 1 coin for lead, lose 1 hay for next of lead]",
    "choice of chance": "seat: chance, choose: {k: 1 to 3}, do: raise pot by k",
    "chance or not": "seat: chance, choose: {k: maybe 1 to 3}, do: raise pot by 1",
    "consent to chance": "seat: chance, choose: {k: 1 to 3}, consent: lead, do: raise pot by k",
    "name for a choice": "choose: {k: {let: pot}}, do: raise pot by k",
    "no cost": "cost: none, do: raise pot by 1",
    "restriction": "require: {r: {that: pot < 5, because: No.}}, do: raise pot by 1",
    "trial": "ensure: {r: {that: pot < 5, because: No.}}, do: raise pot by 1",
    "consent": "consent: lead, do: raise pot by 1",
    "seat": "seat: lead, choose: {k: 1 to 3}, cost: 1 coin, limit: once per round, do: gain k * hay",
    "choice in a seat": "seat: lead, do: {x: {choose: {k: 1 to 3}, cost: 1 coin, do: raise pot by k}}",
    "seat that may be missing": "if: guest is not none, seat: guest, do: gain 1 coin, else: set guest to first(seats)",
}
FREE_STEPS = {
    "turns": "players: seats, choose: {k: 1 to 3}, cost: 1 coin, limit: once per round, do: raise pot by k, pass: gain 1 hay",
    "turns of chance": "players: seats, seat: chance, choose: {k: 1 to 3}, cost: 1 coin, limit: once per round, do: gain k * hay",
    "all at once": "together: seats, choose: {k: 1 to 3}, cost: 1 coin, limit: once per round, do: raise pot by k",
    "menu where nothing can be picked": "seat: lead, let: {q: pot}, offer: rare, else: gain q * hay, pass: gain 1 coin",
    "menus where nothing can be picked": "players: seats, offer: rare, else: gain 1 hay, pass: gain 1 coin",
    "else without anybody": "players: seats, if: pot > 2, do: gain 1 coin, else: raise pot by 1",
    "name before else": "let: {q: pot}, if: pot > 4, do: raise pot by 1 if q < 9, else: raise pot by q + 1",
}


def nested(outer: str) -> str:
    return f"play: {{round: {{repeat: 3, do: {{go: {{players: seats, offer: turn}}, g: {{{outer}}}}}}}}}"


def hooked(head: str, step: str) -> str:
    return f"{nested(step[1:-1])}\nstanding: {{s: {{{head}, FORM}}}}"


STEPS_OF_NOBODY = {
    "play": nested("FORM"),
    "setup": f"{nested(PLAIN[1:-1])}\nsetup: {{g: {{FORM}}}}",
    "a procedure": f"{nested('do: p')}\nprocedures: {{p: {{FORM}}}}",
    "a step of a procedure in a loop": f"{nested('each: t in seats, do: [p, gain 1 hay for t]')}\nprocedures: {{p: {{w: {{FORM}}}}}}",
    "a procedure after chance": nested("seat: chance, choose: {c: 1 to 2}, do: [raise pot by c, p]") + "\nprocedures: {p: {FORM}}",
    "a procedure in a procedure": f"{nested('do: p')}\nprocedures: {{p: {{if: pot > 1, do: q}}, q: {{FORM}}}}",
    "a loop": nested("repeat: 2, do: {n: {FORM}}"),
    "chance": nested("seat: chance, choose: {c: 1 to 2}, do: {more: raise pot by c, n: {FORM}}"),
    "else": nested("if: pot > 3, do: raise pot by 1, else: {n: {FORM}}"),
    "else of turns": nested("players: seats, if: pot > 3, do: raise pot by 1, else: {n: {FORM}}"),
    "else of a seat": nested("seat: lead, if: pot > 3, do: raise pot by 1, else: {n: {FORM}}"),
    "else of turns in a procedure": nested("do: p")
    + "\nprocedures: {p: {players: seats, if: pot > 3, do: raise pot by 1, else: {n: {FORM}}}}",
    "pass of chance": nested("seat: chance, choose: {c: 1 to 2}, do: raise pot by c, pass: {n: {FORM}}"),
}
RULES_OF_NOBODY = {
    "after a step": hooked("after: play.round.g", PLAIN),
    "before a step": hooked("before: play.round.g", PLAIN),
    "instead of a step": hooked("instead: play.round.g", PLAIN),
    "after a pass": hooked("after: play.round", PLAIN),
    "after chance": hooked("after: play.round.g", "{seat: chance, choose: {c: 1 to 2}, do: raise pot by c}"),
    "after a draw": hooked("after: draw", "{do: draw 1 from deck to hand of lead}"),
    "after a roll": hooked("after: roll", "{do: [roll die of lead, raise pot by 1]}"),
    "before a move": hooked("before: move", "{do: move first(deck) to hand of lead}"),
}
STEPS_OF_SOMEBODY = {
    "turns": nested("players: seats, do: {n: {FORM}}"),
    "a seat": nested("seat: lead, do: {n: {FORM}}"),
    "chance in turns": nested("players: seats, seat: chance, choose: {c: 1 to 2}, do: {more: raise pot by c, n: {FORM}}"),
    "a procedure in turns": f"{nested('players: seats, do: p')}\nprocedures: {{p: {{FORM}}}}",
    "else in turns": nested("players: seats, do: {m: {if: pot > 3, do: raise pot by 1, else: {n: {FORM}}}}"),
    "pass in turns": nested("players: seats, choose: {c: hand of me}, do: raise pot by 1, pass: {n: {FORM}}"),
    "else of a menu": nested("seat: lead, offer: rare, else: {n: {FORM}}"),
}
RULES_OF_SOMEBODY = {
    "after turns": hooked("after: play.round.g", SEATED),
    "instead of turns": hooked("instead: play.round.g", SEATED),
    "after an action": hooked("after: actions.act", PLAIN),
    "after a draw in turns": hooked("after: draw", "{players: seats, do: draw 1 from deck to my hand}"),
}
Case = tuple[str, str, bool]


def cases(steps: dict[str, str], rules: dict[str, str], *, seated: bool) -> list[Case]:
    """The pieces of games with the entry that stands in them, and whether they have to be refused."""
    found = [(place, form, not seated) for place, form in product(steps.values(), (NEEDY | NEEDY_STEPS).values())]
    found += [(place, form, False) for place, form in product(steps.values(), (FREE | FREE_STEPS).values())]
    found += [(place, form, not seated) for place, form in product(rules.values(), NEEDY.values())]
    return found + [(place, form, False) for place, form in product(rules.values(), FREE.values())]


CASES = [*cases(STEPS_OF_NOBODY, RULES_OF_NOBODY, seated=False), *cases(STEPS_OF_SOMEBODY, RULES_OF_SOMEBODY, seated=True)]


def checked(piece: str, path: Path) -> Checked:
    path.write_text(f"{GAME}{piece}\n", encoding="utf-8")
    return check_game(path, "game.yaml", trial=try_setup)


def played(engine: Engine, seed: int) -> None:
    """A game at random; whoever decides is a seat that has something to choose."""
    state, rng = engine.start(seed), random.Random(seed)
    while state.kind != OVER:
        if state.kind == CHANCE:
            engine.apply(state, engine.draw(state))
            continue
        choices = engine.choices(state)
        assert state.seat is not None and choices
        assert all(engine.label(state, choice, "en") for choice in choices)
        engine.apply(state, rng.choice(choices))


@pytest.mark.parametrize("part", range(4))
def test_whoever_chooses_pays_or_is_counted_acts(part: int, tmp_path: Path) -> None:
    for place, form, is_refused in some(CASES, 200)[part::4]:
        piece = place.replace("FORM", form)
        found = checked(piece, tmp_path / "game.yaml")
        codes = [each.code for each in found.diagnostics if each.is_error]
        assert codes == ["no-actor"] * is_refused, f"{piece}\n{codes}"
        if found.game is not None and not is_refused:
            for compiled, players in product((False, True), (2, 3)):
                played(Game(found.game, {}).engine(players, compiled=compiled), part + 1)
