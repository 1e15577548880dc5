"""What is hidden tells where it is read, by whatever way: directly, or through what stands for it. The same is said of all of them, at the
words that stand there."""

from pathlib import Path

import pytest

from tests.support.game_frames import check_text

GAME = """\
custumal: 1
game: example
players: 2
resources: {{coin: {{start: 9}}, shell: {{start: 3}}}}
kinds:
  card: {{printed: {{v: 1 to 9}}}}
components:
  cards: {{kind: card, in: deck, for-each: {{v: 1 to 9}}}}
zones:
  deck: {{holds: card, shape: pile, seen-by: nobody}}
  row: card
  hand(seat): {{holds: card, seen-by: owner}}
kept:
  hidden: {{is: 1 to 3, start: 1, seen-by: nobody}}
  point(seat): 0 to 99
  told: 0 to 99
define:
  plain: 1
  called: hidden
  changed: 1
  doubly: changed + 1
values:
  valued: {{is: hidden, least: 1}}
  moved: {{is: 1, least: 0, most: 9}}
  bounded: {{is: 2, most: hidden}}
procedures:
  note(given number): {{do: {{write: {in_procedure}}}}}
setup:
  hide: {{seat: chance, choose: {{n: 1 to 3}}, do: set hidden to n}}
play:
  turn: {{rounds: seats, until: passes(turn) > 1, offer: turn, pick: {pick}}}
actions:
  deed: {deed}
  other: {{offered: turn, do: raise my point by 1}}
standing:
  sets: {{if: hidden > 2, modify: define.changed, add: 1}}
  adds: {{modify: values.moved, add: hidden}}
{standing}
scoring: {{point: my point}}
ranking: {{most: {{most: my total}}}}
"""

WAYS = ("hidden", "called", "valued", "moved", "changed", "doubly", "bounded")

FORMS: dict[str, dict[str, str | dict[str, str]]] = {
    "leak": {
        "candidates": "{offered: turn, choose: {n: 1 to WAY}, do: raise my point by n}",
        "candidates by another name": "{offered: turn, choose: {most: {let: WAY}, n: 1 to most}, do: raise my point by n}",
        "how many": "{offered: turn, choose: {n: up to WAY among row}, do: raise my point by count(n)}",
        "a sentence": '{offered: turn, say: "Do {WAY}", do: raise my point by 1}',
        "a reason": '{offered: turn, require: {r: {that: my point > 1, because: "It is {WAY}"}}, do: raise my point by 1}',
        "what is chosen next": "{offered: turn, do: {inner: {choose: {n: 1 to WAY}, do: raise my point by n}}}",
    },
    "menu-tells": {
        "a restriction": "{offered: turn, require: {r: {that: WAY > 1, because: No.}}, do: raise my point by 1}",
        "an exception": "{offered: turn, require: {r: {that: my point > 1, unless: WAY > 1, because: No.}}, do: raise my point by 1}",
        "a result": "{offered: turn, ensure: {r: {that: my point > WAY, because: No.}}, do: raise my point by 1}",
        "a cost": "{offered: turn, cost: WAY * coin, do: raise my point by 1}",
        "a limit": "{offered: turn, limit: WAY per turn, do: raise my point by 1}",
        "picks": {"pick": "up to WAY"},
        "a waiver": {"standing": "  rule: {if: WAY > 1, waive: actions.deed.limit}"},
        "a restricting rule": {"standing": "  rule: {restrict: actions.deed, that: WAY > 1, because: No.}"},
        "a way to pay": {"standing": "  rule: {accept: shell, as: coin, up-to: WAY}"},
    },
    "open-from-hidden": {
        "a value": "{offered: turn, do: set told to WAY}",
        "a value by another name": "{offered: turn, do: {inner: {let: {n: WAY}, do: {write: set told to n}}}}",
        "a value by a procedure": "{offered: turn, do: note(WAY)}",
    },
}


def game(form: str | dict[str, str], way: str) -> str:
    """The game with one of the forms, in which hidden things are read by this way."""
    said = {"deed": form} if isinstance(form, str) else form
    words = {"deed": "{offered: turn, limit: once per turn, do: lose 1 coin}", "pick": "1", "standing": "", **said}
    in_procedure = "set told to given" if "note(" in words["deed"] else "raise told by given"
    return GAME.format(in_procedure=in_procedure, **{name: text.replace("WAY", way) for name, text in words.items()})


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("code", "form"), [pytest.param(code, form, id=name) for code, forms in FORMS.items() for name, form in forms.items()]
)
def test_hidden_things_tell_by_whatever_way_they_are_read(code: str, form: str | dict[str, str], way: str, tmp_path: Path) -> None:
    found = [(one.code, one.span.line) for one in check_text(game(form, way), tmp_path).diagnostics if one.code != "unused"]
    assert {code for code, _ in found} == {code}, found
    assert len(found) == 1, "one cause, one message"
    assert not [one for one in check_text(game(form, "plain"), tmp_path).diagnostics if one.code in FORMS]
