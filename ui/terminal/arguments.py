"""Arguments and options that several commands share. Only click is needed here, so that help is quick."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import click

Function = Callable[..., Any]
Pairs = tuple[tuple[str, str], ...]
_SEAT = re.compile(r"0*[1-9][0-9]{0,3}")


def pairs(_ctx: click.Context, param: click.Parameter, values: Sequence[str]) -> Pairs:
    """`name=value`, each as (name, value)."""
    found: dict[str, str] = {}
    for value in values:
        name, equals, text = (part.strip() for part in value.partition("="))
        if not name or not equals:
            raise click.BadParameter(f"{value!r} is not of the form {param.metavar}.")
        if found.setdefault(name, text) != text:
            raise click.BadParameter(f"{name!r} is given twice, as {found[name]!r} and as {text!r}.")
    return tuple(found.items())


def seats(ctx: click.Context, param: click.Parameter, values: Sequence[str]) -> Pairs:
    """`K=bot`: the number of a seat, from 1, and who plays it."""
    found = pairs(ctx, param, values)
    for seat, _ in found:
        if not _SEAT.fullmatch(seat):
            raise click.BadParameter(f"{seat!r} is no seat; they have numbers from 1.")
    return found


def names(_ctx: click.Context, _param: click.Parameter, value: str | None) -> tuple[str, ...]:
    """Words with commas between them."""
    return tuple(name.strip() for name in (value or "").split(",") if name.strip())


def example(*lines: str) -> str:
    """The end of the help of a command: what can be typed as it is, once `new` has made `my-game`, and `my-table` of it."""
    return "\b\nExample:\n" + "\n".join(f"  {line}" for line in lines)


def _seat_option(who: str) -> Callable[[Function], Function]:
    return click.option("--seat", "seats", callback=seats, multiple=True, metavar="K=BOT", help=f"Who plays seat K: {who}.")


GAME = click.argument("game")
JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
SEATS = _seat_option("human, random, greedy, easy, normal, hard, mcts:N or MODULE:NAME")
BOTS = _seat_option("random, greedy, easy, normal, hard, mcts:N or MODULE:NAME")
CLUSTER = click.option("--cluster", metavar="ADDRESS", help="Play on a Dask cluster instead, as tcp://host:8786; the result is the same.")
JUDGE = click.option(
    "--judge", type=click.IntRange(0), default=0, metavar="N", help="Judge games by N tries from each of 12 positions: drama, swing, …"
)
LANGUAGE = click.option(
    "--lang", metavar="LANGUAGE", help="The language of what the game says, one of its own; by default English if it has that."
)  # fmt: skip
VARIANTS = click.option("--variant", "variants", multiple=True, metavar="V", help="A variant, by its id or its file; may be repeated.")
OUTPUT = click.option("-o", "--output", metavar="FILE", help="Write into this file; `-` prints.")
FORCE = click.option("--force", is_flag=True, help="Replace a file that is there.")


def game_options(function: Function) -> Function:
    """The options of every command that sets up a game."""
    for option in (
        click.option("--players", type=click.IntRange(1), metavar="N", help="How many play."),
        click.option("--set", "options", callback=pairs, multiple=True, metavar="NAME=VALUE", help="An option; may be repeated."),
        VARIANTS,
    ):
        function = option(function)
    return function
