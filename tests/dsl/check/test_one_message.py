"""A word of another language, or a word of this one that is asked like in another, is one fault, wherever it stands: one message."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from custumal.dsl.check.game import check_game
from custumal.dsl.diagnostics.diagnostic import Diagnostic
from custumal.dsl.sentences import foreign
from tests.support.scale import some

pytestmark = pytest.mark.slow

GAME = """\
custumal: 1
game: fair
title: Fair
players: 2
kinds:
  ware: {{printed: {{cost: 0 to 9}}}}
components:
  wares: {{kind: ware, in: stall, rows: {{bread: {{cost: 1}}, milk: {{cost: 2}}}}}}
zones: {{stall: ware, basket(seat): ware}}
kept: {{pot(seat): {{is: 0 to 9, until: end}}, bank: {{is: 0 to 9, until: end}}}}
define: {{rich: {{is: {define}}}}}
values: {{goal: {{is: {value}}}}}
play: {{turn: {{players: seats, offer: waiting}}}}
actions:
  wait:
    offered: waiting
    choose: {{card: {choose}}}
    require: {{fine: {{that: {require}, because: So.}}}}
    do: [move card to basket of me, raise pot of me by 1, {effect}]
scoring: {{pots: {{points: {points}}}}}
end: {{done: {{after: play.turn, if: {end}, do: finish turn}}}}
"""
RIGHT = {
    "define": "count(stall)",
    "value": "9",
    "choose": "stall",
    "require": "pot of me < 9",
    "effect": "raise bank by 1 if bank < 9",
    "points": "pot of me + bank",
    "end": "rich is rich or bank >= goal",
}
PLACES = (
    ("define", "{}"),
    ("value", "{}"),
    ("choose", "{}"),
    ("choose", "stall where {}"),
    ("choose", "(x in stall where {})"),
    ("require", "{}"),
    ("require", "not ({})"),
    ("require", "bank < {}"),
    ("require", "{} is 3"),
    ("require", "count(stall where {}) > 1"),
    ("require", "(if {} then 1 else 2) is 2"),
    ("effect", "{}"),
    ("effect", "raise bank by {}"),
    ("effect", "move card to {}"),
    ("effect", "raise bank by 1 if {}"),
    ("points", "{}"),
    ("points", "1 + {}"),
    ("end", "{}"),
)
WORDS = sorted(
    {
        *(word for known in (foreign.NAMES, foreign.MEMBERS, foreign.QUANTIFIERS, foreign.VERBS, foreign.POSSESSIVES) for word in known),
        *foreign.WRITTEN_OTHERWISE,
        *foreign.ELSE_IF,
    }
)
NATIVE = ("none", "no", "some", "every", "any", "each", "not", "if", "maybe", "count", "sum", "max", "min", "union", "only")
FORMS = ("{}", "{}()", "{}(seat)", "{}(me)", "{}(stall, 3)", "{} of stall", "stall.{}", "{} pot", "{} seat", "{} y in stall", "pot({})")


def errors(folder: Path, **texts: str) -> list[Diagnostic]:
    """What is wrong with the game in which these texts stand."""
    quoted = {slot: "'" + text.replace("'", "''") + "'" for slot, text in (RIGHT | texts).items()}
    (folder / "game.yaml").write_text(GAME.format(**quoted), encoding="utf-8")
    return [one for one in check_game(folder / "game.yaml").diagnostics if one.is_error]


@pytest.mark.parametrize(("slot", "around"), PLACES)
def test_a_word_of_another_language_is_one_fault(slot: str, around: str, tmp_path: Path) -> None:
    assert errors(tmp_path) == []
    tried = [around.format(form.format(word)) for word, form in some([*product((*NATIVE, *WORDS), FORMS)], 40)]
    tried += [around.format(form.format(word)) for word, form in product(("none", "no", "some", "every"), FORMS)]
    found = {text: errors(tmp_path, **{slot: text}) for text in tried}
    assert {text: [one.message for one in told] for text, told in found.items() if len(told) > 1} == {}
    assert sum(len(told) == 1 for told in found.values()) > len(found) // 2
