"""The files with which `new` begins: short, with comments, and sound as they are."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

_SCHEMAS = Path(__file__).parents[2] / "schemas"
MOST_VALUES = 3


def modeline(kind: str) -> str:
    """The first line of a file, by which editors know what can be written there. `kind` is one of the kinds of files."""
    return f"# yaml-language-server: $schema={(_SCHEMAS / f'{kind}.schema.json').as_uri()}\n"


def new_game(name: str, title: str) -> str:
    """A game that can be played at once.

    Args:
        name: its id; title: its name for people.
    """
    return modeline("game") + _GAME.replace("NAME", name).replace("TITLE", _quoted(title))


def new_variant(name: str, of: str, values: Mapping[str, str] | None = None) -> str:
    """A variant that changes nothing yet.

    Args:
        name: its id; of: the game (or variant) that it changes.
        values: some of what could be changed, by address, with what stands there now; the examples are made of these.
    """
    known = dict(list((values or {}).items())[:MOST_VALUES])
    edits = "".join(_edit(address, value) for address, value in known.items()) or _edit("values.SOME-VALUE", "7")
    rule = next((a for a in known if a.startswith("values.")), "values.SOME-VALUE")
    return modeline("variant") + _VARIANT.replace("NAME", name).replace("BASE", of).replace("EDITS", edits).replace("RULE", rule)


def new_scenario(of: str) -> str:
    """A file of scenarios with one that holds in every game.

    Args:
        of: the game that it is about.
    """
    return modeline("scenario") + _SCENARIO.replace("BASE", of)


def scenario_of_record(name: str, of: str, record: str, key: str) -> str:
    """A scenario that begins with a recorded game beside it, after which a choice is allowed; what else has to be so is left to people."""
    told = _quoted(key)
    head = modeline("scenario") + f"custumal: 1\nof: {of}\nscenarios:\n  {name}:\n    record: {record}\n"
    return head + f"    then:\n      goes-on:\n        allowed: {told}\n"


def _edit(address: str, value: str) -> str:
    """One edit, still a comment."""
    shown = _quoted(value)
    name = address.removesuffix(".default").rpartition(".")[2].lower()
    lines = (f"{name}:", f"  set: {address}", f"  was: {shown}", f"  to: {shown}")
    return "".join(f"#   {line}\n" for line in lines)


def _quoted(text: str) -> str:
    """A text as a YAML scalar on one line, quoted where it would not be read as text otherwise."""
    plain = text.replace(" ", "").replace("-", "").replace("_", "")
    if plain.isascii() and plain.isalnum() and (plain.isdecimal() or plain[0].isalpha()) and text.lower() not in _WORDS:
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


_WORDS = ("true", "false", "null", "yes", "no", "on", "off")

_GAME = """\
# Take one, two or three stones from the heap; whoever takes the last one wins. Change it into your game, and run
# `custumal check` on it after every step.
custumal: 1                                  # the version of the rule language
game: NAME
title: TITLE
players: 2

kept:                                        # what the game remembers
  heap: {is: 0 to 20, start: 12}
  winner: maybe seat

values:                                      # numbers that house rules may change
  most: 3

play:                                        # what happens, in steps
  turn: {rounds: seats, offer: turn}         # the seats by turns, each picks one of the actions below

actions:                                     # what a player may choose
  take:
    say: Take {amount} of {heap}
    offered: turn
    choose:
      amount: 1 to most
    require:                                 # what forbids a choice: a truth that has to hold, and the sentence for the player
      enough: {that: amount <= heap, because: There are not so many.}
    do:
      less: lower heap by amount
      last: {if: heap is 0, do: set winner to me}

end:                                         # asked after every turn
  all-taken: {after: play.turn, if: heap is 0, do: stop game}

scoring:                                     # the points of a player, who is called `me`
  last: if winner is me then 1 else 0
ranking:                                     # the most points win
  points: {most: my total}

scenarios:                                   # `custumal test` runs these
  the-last-one-wins:
    given: [set heap to 2]
    when: [take(2)]
    then: {won: p1 is winner}
"""

_VARIANT = """\
# House rules. Take the marks `#` away from what you want; `custumal diff` on this file shows what is different then,
# `custumal test` whether the scenarios of the game still hold, `custumal play` lets you try it.
custumal: 1
variant: NAME
of: BASE
title: NAME

# Something that is there becomes something else; `was` keeps you from changing what you did not mean.
# edits:
EDITS
# A rule that holds besides the others; two such rules add up.
# standing:
#   one-more: {modify: RULE, add: 1}

# What has to be so with these rules, tested by `custumal test`.
# scenarios:
#   start:
#     then: {seats: count(seats) is players}
"""

_SCENARIO = """\
# Scenarios: a position, what is chosen in it, and what then has to be so. `custumal test` runs them.
custumal: 1
of: BASE

scenarios:
  start:
    # players: 2                             # how many play
    # given: [effects that make the position]
    # when: [choices as `custumal play` writes them in its record, one after the other]
    then:                                    # what has to be so: truths; also {allowed: CHOICE}, {forbidden: CHOICE}, {winner: p1}
      everybody-is-here: count(seats) is players
"""
