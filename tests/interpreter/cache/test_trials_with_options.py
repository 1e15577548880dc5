"""Set-up and what follows up to the first decision are tried with other values of options: what fails there is told, and for whom."""

from __future__ import annotations

from pathlib import Path

import pytest

from custumal.dsl.check.game import check_game
from custumal.interpreter.cache.tried_setup import try_setup

FRAME = """
custumal: 1
game: laid
players: 2 to 4
options: {OPTIONS}
kinds: {stone: {}}
components: {stones: {kind: stone, in: heap, copies: 9}}
zones: {heap: stone, tray: {holds: stone, room: 3}}
kept: {pot: {is: 0 to 100000, until: end}}
values: {many: 2}
WHERE
actions: {act: {offered: turn, CHOOSE do: raise pot by 1}}
scoring: {points: pot}
ranking: {most: {most: my total}}
"""
TURN = "turn: {repeat: 3, do: {go: {players: seats, offer: turn}}}"
N, YES = "n: {is: 1 to 9, default: 1}", "yes: {is: truth, default: false}"
MODIFIED = (
    f"standing: {{more: {{while: yes, modify: values.many, set: 5}}}}\nsetup: {{lay: 'move leading(many, heap) to tray'}}\nplay: {{{TURN}}}"
)


def laid(options: str, do: str, *, where: str = "setup") -> tuple[str, str, str]:
    step = f"lay: {{{do}}}"
    rules = f"setup: {{{step}}}\nplay: {{{TURN}}}" if where == "setup" else f"play: {{{step}, {TURN}}}"
    return options, rules, ""


CASES = [
    ((YES, MODIFIED, ""), "place-full", "with the option yes true"),
    (laid(N, "do: 'move leading(n, heap) to tray', if: n is 5"), "place-full", "with the option n 5"),
    (laid(f"{N}, {YES}", "do: 'move leading(n, heap) to tray', if: n > 8 and yes"), "place-full", "with the options n 9 and yes true"),
    (laid(YES, "do: 'move leading(4, heap) to tray', if: yes and players is 3"), "place-full", "for 3 players with the option yes true"),
    (laid(YES, "do: 'move leading(players, heap) to tray'", where="play"), "place-full", "for 4 players"),
    (laid(N, "do: 'move leading(n, heap) to tray'", where="play"), "place-full", "with the option n 9"),
    (("n: {is: 1 to 100000, default: 2}", f"play: {{{TURN}}}", "choose: {k: 1 to n},"), "set-too-large", "with the option n 100000"),
]


@pytest.mark.parametrize(("rules", "code", "who"), CASES)
def test_what_fails_with_other_options_or_players_is_told(rules: tuple[str, str, str], code: str, who: str, tmp_path: Path) -> None:
    options, where, choose = rules
    path = tmp_path / "game.yaml"
    path.write_text(FRAME.replace("OPTIONS", options).replace("WHERE", where).replace("CHOOSE", choose), encoding="utf-8")
    found = [d for d in check_game(path, trial=try_setup).diagnostics if d.is_error]
    assert [d.code for d in found] == [code]
    assert who in found[0].message
    assert found[0].span.line > 1
