"""The rulebook of a variant says of every numbered rule that rests on a change who changed it, and what holds.

In every language, and wherever a rule is quoted.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from custumal.cli import run
from custumal.dsl.check.variants import check_combined, check_variants
from custumal.dsl.documents.document import Slot
from custumal.dsl.overlay.changes import changes, merged, without_variants
from custumal.dsl.overlay.diff import rules_of
from custumal.dsl.overlay.report import diff_text
from custumal.dsl.yaml.tree import Scalar
from custumal.ui.rulebook.blocks import BulletList, NumberedRule, Paragraph
from custumal.ui.rulebook.book import book_of
from custumal.ui.rulebook.changes import changes_chapter, marks
from custumal.ui.rulebook.edition import Edition
from custumal.ui.terminal.wanted import Wanted
from tests.support.scale import FULL
from tests.support.variant_laws import HERE, base, cache_of, own_value
from tests.support.variant_laws import changed as with_edits

GAME = """\
custumal: 1
game: duel
title: Duel
players: 2 to 3
languages: [en, fr]
cites: D
values:
  goal: {is: if players is 2 then 12 else 9, rule: D-1}
  stride: {is: 3, rule: D-2}
kept:
  walked(seat): {is: 0 to 40, until: end}
define:
  room(s seat): {is: goal - walked of s}
  near(s seat): {is: room(s) <= stride, rule: D-3}
play:
  round:
    repeat: endless
    do: {turn: {players: seats, offer: walking}}
actions:
  walk:
    rule: D-2
    offered: walking
    choose: {steps: 1 to stride}
    do: raise my walked by steps
  rest:
    rule: D-4
    offered: walking
    require: {far: {that: not near(me), because: {en: Too near., fr: Trop près.}}}
    do: lower my walked by 1
end:
  there: {after: play.round.turn, if: room(me) <= 0, do: stop round, rule: D-5}
scoring: {walked: my walked}
ranking: {most: {most: my total}}
names:
  goal: {en: length of the way, fr: longueur du chemin}
"""
RULEBOOK = """\
custumal: 1
rulebook: duel
rules:
  D-1: {section: Way, text: {en: "The way has {goal} steps.", fr: "Le chemin a {goal} pas."}}
  D-2: {section: Way, text: {en: Walk 1 to 3 steps., fr: Marchez de 1 à 3 pas.}}
  D-3: {section: Way, text: {en: Who has no more than one walk left is near., fr: Près du but est qui n'a plus qu'une marche.}}
  D-4: {section: Way, text: {en: Who is near may not rest., fr: Près du but on ne se repose pas.}}
  D-5: {section: End, text: {en: Whoever has walked the way ends the game., fr: Qui a fait le chemin termine la partie.}}
rulings:
  D-R-1: {question: {en: May I walk on?, fr: Puis-je continuer ?}, ruling: {en: "Yes, freely.", fr: "Oui, librement."}, affects: D-2}
"""


def variant(folder: Path, text: str, name: str = "long") -> Path:
    """A variant of the small game, in a folder with it."""
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    (folder / "rulebook.yaml").write_text(RULEBOOK, encoding="utf-8")
    path = folder / f"{name}.yaml"
    path.write_text(f"custumal: 1\nvariant: {name}\nof: duel\ntitle: {{en: Long, fr: Longue}}\n{text}", encoding="utf-8")
    return path


def edition(file: Path, language: str = "en") -> Edition:
    wanted = Wanted(str(file))
    return Edition(wanted.selection(), wanted.load(), language)


def told(file: Path, language: str = "en") -> dict[str, tuple[str, ...]]:
    return marks(edition(file, language))


LONGER = "edits: {longer: {set: values.goal, to: if players is 2 then 20 else 9}}\n"


def test_every_rule_that_rests_on_a_value_is_marked_with_what_it_is_now(tmp_path: Path) -> None:
    found = told(variant(tmp_path, LONGER))
    values = "length of the way - was 12 (2 players), 9 (3 players), is 20 (2 players), 9 (3 players)"
    assert found["D-1"] == (f"Changed by Long: {values}",)  # its sentence has the value in force in it
    assert found["D-5"] == found["D-3"] == (f"Changed by Long (not reworded): {values}",)  # by way of `room`, which no rule tells of
    assert found["D-4"] == (f"Rests on what Long changes: {values}",)  # by way of `near`, which D-3 tells of
    assert "D-2" not in found


def test_the_values_in_texts_are_those_in_force(tmp_path: Path) -> None:
    book = book_of(edition(variant(tmp_path, LONGER), "fr"))
    texts = {block.id: block.text for block in book.blocks if isinstance(block, NumberedRule)}
    assert texts["D-1"] == "Le chemin a 20 (2 joueurs), 9 (3 joueurs) pas."
    modified = edition(variant(tmp_path, "standing: {longer: {modify: values.goal, add: 3}}\n"))
    assert modified.rule_texts["D-1"] == "The way has 15 (2 players), 12 (3 players) steps."


def test_a_rule_of_the_variant_that_tells_of_the_change_is_named(tmp_path: Path) -> None:
    text = "edits: {longer: {set: values.stride, to: 5, rule: D-5}}\n"
    found = told(variant(tmp_path, text))
    assert found["D-2"] == ("Changed by Long: see D-5",)
    assert found["D-4"] == ("Rests on what Long changes: see D-5",)


REWORDED = "  words: {{set: rulebook.rules.D-2.text{}, to: {}}}\n"
STRIDE = "edits:\n  longer: {set: values.stride, to: 5}\n"


@pytest.mark.parametrize(
    ("text", "english", "french"),
    [
        ("", "Changed by Long (not reworded): stride - was 3, is 5", "Modifié par Longue (non reformulé) : stride - était 3, est 5"),
        (
            REWORDED.format("", "{en: Walk 1 to 5 steps., fr: Marchez de 1 à 5 pas.}"),
            "Reworded by Long; before: “Walk 1 to 3 steps.”",
            "Reformulé par Longue ; avant : « Marchez de 1 à 3 pas. »",
        ),
        (
            REWORDED.format(".en", "Walk 1 to 5 steps."),
            "Reworded by Long; before: “Walk 1 to 3 steps.”",
            "Modifié par Longue (non reformulé) : stride - était 3, est 5",
        ),
    ],
)
def test_a_rule_is_reworded_or_marked_in_each_language(tmp_path: Path, text: str, english: str, french: str) -> None:
    file = variant(tmp_path, STRIDE + text)
    assert told(file)["D-2"] == (english,)
    assert told(file, "fr")["D-2"] == (french,)


def checked(file: Path) -> list[tuple[str, int]]:
    """What is said about the variant, with the line."""
    found, _ = check_variants(file.parent / "game.yaml", "game.yaml", [file])
    assert found.game is not None
    return [(d.code, d.span.line) for d in found.diagnostics]


def test_a_missing_rewording_is_proposed_at_the_change_and_is_no_warning(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = variant(tmp_path, STRIDE)
    assert checked(file) == [("not-reworded", 6)]
    assert run(["check", str(file), "--strict"]) == 0
    assert "`D-2`, `D-3`" in capsys.readouterr().err
    assert checked(variant(tmp_path, f"stands: [D-3]\n{STRIDE}{REWORDED.format('.en', 'Walk 1 to 5 steps.')}")) == [("not-reworded", 7)]
    whole = REWORDED.format("", "{en: Walk 1 to 5 steps., fr: Marchez de 1 à 5 pas.}")
    assert checked(variant(tmp_path, f"stands: [D-3]\n{STRIDE}{whole}")) == []
    assert checked(variant(tmp_path, f"stands: [D-1, D-3]\n{STRIDE}{whole}")) == [("stands-anyway", 5)]


def test_what_stands_is_not_marked(tmp_path: Path) -> None:
    assert "D-3" not in told(variant(tmp_path, f"stands: [D-3]\n{STRIDE}"))


def test_explain_and_why_say_it_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = variant(tmp_path, STRIDE)
    for command in (["explain", str(file), "D-2"], ["explain", str(file), "actions.walk"]):
        assert run(command) == 0
        assert "Changed by Long (not reworded): stride - was 3, is 5" in " ".join(capsys.readouterr().out.split())
    assert run(["explain", str(file), "D-R-1"]) == 0
    assert "D-R-1 May I walk on? Yes, freely." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("edit", "rule"),
    [
        ("replace: values.stride, with: 5", "D-2"),
        ("replace: define.near, with: {is: room(s) < stride}", "D-3"),
        ("replace: actions.rest, with: {offered: walking, do: lower my walked by 2}", "D-4"),
        ("replace: end.there, with: {after: play.round.turn, if: room(me) <= 1, do: stop round}", "D-5"),
        ("remove: end.there.rule", "D-5"),
    ],
)
def test_a_rule_that_is_cited_no_more_is_marked_where_it_was(tmp_path: Path, edit: str, rule: str) -> None:
    """An edit that also takes the citation away changes what the printed rule says just as well."""
    file = variant(tmp_path, f"edits:\n  other: {{{edit}}}\n")
    for language in ("en", "fr"):
        assert told(file, language)[rule][0].startswith(("Changed by Long", "Modifié par Longue"))
    assert ("not-reworded", 6) in checked(file)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_variant_of_new_rules_only_is_told_by_their_names(tmp_path: Path, language: str) -> None:
    file = variant(tmp_path, "standing: {storm: {after: actions.walk, do: lower my walked by 1}}\n")
    blocks = [block for block in changes_chapter(edition(file, language)) if isinstance(block, Paragraph)]
    assert [block.text for block in blocks] == [{"en": "New here: storm.", "fr": "Nouveau ici : storm."}[language]]


def test_what_a_variant_changes_in_another_one_is_told_in_its_own_part(tmp_path: Path) -> None:
    variant(
        tmp_path, "standing: {wind: {modify: values.stride, add: 1}, storm: {after: actions.walk, do: lower my walked by 1}}\n", "first"
    )
    text = "edits: {more: {set: standing.wind.add, to: 2}, worse: {set: standing.storm.do, to: lower my walked by 2}}\n"
    file = variant(tmp_path, text, "second")
    file.write_text(file.read_text(encoding="utf-8").replace("of: duel", "of: first"), encoding="utf-8")
    lists = [block.texts for block in changes_chapter(edition(file)) if isinstance(block, BulletList)]
    assert lists[-1] == ("Wind - stride: 2 more", "Storm")


# ---------------------------------------------------------------- the shipped games


RULES = ("monolyth", "monastery", "kings-abbey")
MOST = 5
SAID = ("say", "because", "title", "rule", "note", "modify")


def names(game: str) -> list[str]:
    """The values and definitions without parameters whose sentence is one scalar."""
    found = [entry for section in ("values", "define") for entry in base(game).base.section(section)]
    return [entry.address for entry in found if "(" not in entry.key.text and isinstance(own_value(game, entry.address)[1], Scalar)]


@cache
def words_of(game: str) -> dict[str, set[str]]:
    """For every entry with an address the words in its own sentences."""
    found: dict[str, set[str]] = {}
    for address, entry in base(game).base.addresses.items():
        if address.partition(".")[0] not in ("scenarios", "names", "display", "unencoded"):
            slots = [slot for name, slot in entry.slots.items() if name not in SAID]
            found[address] = {word for slot in slots for text in _sentences(slot) for word in re.findall(r"[\w-]+", text)}
    return found


def _sentences(slot: Slot) -> Iterator[str]:
    if slot.sentence is not None and slot.text is not None:
        yield slot.text
    for inner in (*slot.items, *(each for entry in slot.entries if not entry.id for each in entry.slots.values())):
        yield from _sentences(inner)


PARENT = """\
stands: [D-3]
edits:
  further: {set: values.stride, to: 4}
  words: {set: rulebook.rules.D-2.text, to: {en: Walk 1 to 4 steps., fr: Marchez de 1 à 4 pas.}}
"""
CHILD = "edits:\n  further-still: {set: values.stride, was: 4, to: 5}\n"
CHILD_WORDS = "  words: {set: rulebook.rules.D-2.text, to: {en: Walk 1 to 5 steps., fr: Marchez de 1 à 5 pas.}}\n"


def child(folder: Path, parent: str, text: str) -> Path:
    """A variant of a variant of the small game."""
    variant(folder, parent)
    (folder / "variants").mkdir()
    (folder / "long.yaml").rename(folder / "variants" / "long.yaml")
    path = folder / "variants" / "twice.yaml"
    path.write_text(f"custumal: 1\nvariant: twice\nof: long\ntitle: {{en: Twice, fr: Deux}}\n{text}", encoding="utf-8")
    return path


def test_what_a_variant_has_worded_is_wrong_again_where_one_that_is_built_on_it_changes_more(tmp_path: Path) -> None:
    path = child(tmp_path, PARENT, CHILD)
    found = check_variants(tmp_path / "game.yaml", "game.yaml", (tmp_path / "variants" / "long.yaml", path))[0].diagnostics
    assert [d.code for d in found] == ["not-reworded"], "the rule that stands for the first variant is right as it is said there"
    assert Path(found[0].span.file).name == "twice.yaml"
    assert {rule for rule in ("D-1", "D-2", "D-3", "D-4", "D-5") if f"`{rule}`" in found[0].message} == {"D-2", "D-3"}
    marked = told(path)
    assert [each.partition(":")[0] for each in marked["D-2"]] == ["Reworded by Long; before", "Changed by Twice (not reworded)"]


def test_the_words_of_a_variant_are_those_that_the_one_on_which_it_is_built_would_have_needed(tmp_path: Path) -> None:
    path = child(tmp_path, PARENT.partition("  words:")[0], f"stands: [D-3]\n{CHILD}{CHILD_WORDS}")
    found = check_variants(tmp_path / "game.yaml", "game.yaml", (tmp_path / "variants" / "long.yaml", path))[0].diagnostics
    assert found == []
    assert [each.partition(":")[0] for each in told(path)["D-2"]] == ["Reworded by Twice; before"]


def rules_that_name(game: str, address: str) -> set[str]:
    """The numbered rules behind all entries in whose sentences a name stands, or that of a definition or procedure in whose it does."""
    document, rules = base(game).base, set[str]()
    waiting, seen = [address], {address}
    while waiting:
        name = waiting.pop().rpartition(".")[2]
        for reader in [each for each, words in words_of(game).items() if name in words and each not in seen]:
            seen.add(reader)
            rules.update(rules_of(document.addresses[reader], document))
            if reader.count(".") == 1 and reader.partition(".")[0] in ("values", "define", "procedures"):
                waiting.append(reader)
    return rules


@pytest.mark.slow
@pytest.mark.parametrize("game", RULES)
def test_all_rules_whose_entries_name_what_is_changed_are_told_of(game: str) -> None:
    """Whatever value or definition is changed: those rules are marked in whose entries it is found by its name."""
    every, missed, marked = names(game), {}, 0
    for address in every if FULL else random.Random(4).sample(every, MOST):
        _, old = own_value(game, address)
        assert isinstance(old, Scalar)
        text = f"if players > 0 then ({old.text}) else ({old.text})"
        combined, report = with_edits(game, [("set", address, Scalar(text, text, HERE))])
        made = check_combined(combined, [], report, cache_of(game))
        assert made is not None, (address, [d.message for d in report.sorted()])
        marked += len(made.rule_changes)
        left = rules_that_name(game, address) - made.rule_changes.keys()
        if left:
            missed[address] = left
    assert missed == {}
    assert marked


def test_what_one_variant_adds_and_the_next_changes_is_told_with_both_places(tmp_path: Path) -> None:
    path = child(tmp_path, "values: {pace: 2}\n", "edits: {more: {set: values.pace, was: 2, to: 3}}\n")
    merged_ = merged(tmp_path / "game.yaml", "game.yaml", (tmp_path / "variants" / "long.yaml", path))
    said = diff_text(changes(without_variants(merged_), merged_), {})
    assert re.search(r"\+ values\.pace  \(\S*long\.yaml:5, \S*twice\.yaml:5\)\n    is: 3\n", said)
