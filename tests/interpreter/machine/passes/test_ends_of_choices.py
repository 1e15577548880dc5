"""An end sees the names of its step: those of its loop, of `let`, and of what is chosen; where nothing could be chosen, it is not asked."""

from __future__ import annotations

import pytest

from tests.support.small_games import Play

FRAME = """
resources: {{coin: {{}}}}
kept: {{n: {{is: 0 to 99, until: end}}}}
play:
  day: {{repeat: 4, do: {{step: {{{step}}}}}}}
end:
  told: {{after: play.day.step, if: {ended}, do: stop game}}
"""


def played(step: str, ended: str) -> Play:
    """The game whose choices are the first of those that there are, but for the second seat, which has the last."""
    game = Play(FRAME.format(step=step, ended=ended))
    while not game.over:
        game.do(game.keys[-1 if game.seat == 1 or game.chance else 0])
    return game


@pytest.mark.parametrize(
    ("step", "ended", "passes"),
    [
        ("players: seats, choose: {k: 1 to 3}, do: raise n by 1", "k is 3", 2),
        ("players: seats, choose: {k: 1 to 3}, do: raise n by 1", "k is 2", 8),
        ("players: seats, choose: {k: {let: n + 1}, m: 1 to 2}, do: raise n by 1", "k is 3 and m is 1", 3),
        ("players: seats, choose: {k: 1 to 3 where n > 3}, do: raise n by 1, pass: raise n by 1", "k is 1", 5),
        ("players: seats, choose: {k: 1 to 3 where n < 0}, do: raise n by 9, pass: raise n by 1", "k < 9", 8),
        ("players: seats, choose: {k: 1 to 3}, consent: next of me, do: raise n by 1, pass: raise n by 1", "k is 3", 2),
        ("together: seats, choose: {k: 1 to 3}, do: raise n by 1", "k is 3", 2),
        ("together: seats, choose: {k: 1 to 3 where n > 3}, do: raise n by 1, pass: raise n by 1", "k is 1", 5),
        ("together: seats, choose: {k: 1 to 3 where n > 3}, do: raise n by 1, pass: raise n by 1", "n is 3", 3),
        ("together: seats, choose: {k: 1 to 3}, cost: 1 coin, do: raise n by 9, pass: raise n by 1", "k < 9", 8),
        ("seat: chance, choose: {k: 1 to 3}, do: raise n by 1", "k is 3", 1),
        ("rounds: seats, until: n >= 6, choose: {k: 1 to 3}, do: raise n by 1", "k is 3", 2),
        ("players: seats, let: {k: n}, do: raise n by 1", "k is 2", 3),
        ("each: k in 2 to 4, do: raise n by 1", "k is 4", 3),
    ],
)
def test_an_end_sees_the_names_of_its_step(step: str, ended: str, passes: int) -> None:
    assert played(step, ended).kept("n") == passes
