"""Rule files become the same document however short they are written, and every fault of keys and shapes is said where it is."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from custumal.dsl.diagnostics.diagnostic import Diagnostic, Report
from custumal.dsl.documents.document import Document
from custumal.dsl.documents.key_faults import near_key
from custumal.dsl.documents.rule_files import read_document, read_file, read_game
from custumal.dsl.keys import ABOUT_NAMES, FORMS, STEP_NAMES
from custumal.dsl.keys.reference import reference, yaml_of
from custumal.dsl.sentences.syntax import Arithmetic, Choices, Contents, Effect, Limit, Loop, Name, Number, Pick, Range, TypeWord
from custumal.dsl.sentences.syntax import Path as Address
from custumal.dsl.yaml.load import load_text
from custumal.dsl.yaml.tree import Data, Scalar

HEAD = "game: sample\nplayers: 2\n"


def read(text: str, kind: str = "game") -> tuple[Document, list[Diagnostic]]:
    report = Report()
    tree = load_text(text, "sample.yaml", report)
    assert tree is not None, report.sorted()
    return read_document(tree, kind, "sample.yaml", report), report.sorted()


def clean(text: str, kind: str = "game") -> Document:
    document, found = read(HEAD + text if kind == "game" else text, kind)
    assert [each.message for each in found] == []
    return document


def faults(text: str, kind: str = "game") -> list[tuple[str, str, str | None]]:
    """Code, the text under the span and the suggestion of each diagnostic."""
    whole = HEAD + text if kind == "game" else text
    lines = whole.split("\n")
    out = []
    for each in read(whole, kind)[1]:
        span = each.span
        end = span.end_column - 1 if span.end_line == span.line else None
        out.append((each.code, lines[span.line - 1][span.column - 1 : end], each.suggestion))
    return out


# ---------------------------------------------------------------- short and long, addresses


@pytest.mark.parametrize(
    ("short", "long", "address", "main"),
    [
        ("values: {limit: 4}", "values: {limit: {is: 4}}", "values.limit", "is"),
        ("define: {half(s seat): coin of s div 2}", "define: {half(s seat): {is: coin of s div 2}}", "define.half", "is"),
        ("kept: {pot: 0 to 9}", "kept: {pot: {is: 0 to 9}}", "kept.pot", "is"),
        ("zones: {hand(seat): card}", "zones: {hand(seat): {holds: card}}", "zones.hand", "holds"),
        ("tables: {bonus: {0: 1, 5: 2}}", "tables: {bonus: {rows: {0: 1, 5: 2}}}", "tables.bonus.5", "is"),
        ("lists: {suit: [a, b]}", "lists: {suit: {are: [a, b]}}", "lists.suit", "are"),
        ("lists: {suit: {a: {worth: 1}}}", "lists: {suit: {are: {a: {worth: 1}}}}", "lists.suit.a", "worth"),
        ("scoring: {coins: my coin}", "scoring: {coins: {points: my coin}}", "scoring.coins", "points"),
        ("invariants: {few: coins < 9}", "invariants: {few: {that: coins < 9}}", "invariants.few", "that"),
        ("procedures: {pay: lose 1 coin}", "procedures: {pay: {do: lose 1 coin}}", "procedures.pay", "do"),
        ("procedures: {pay: {a: lose 1 coin}}", "procedures: {pay: {do: {a: {do: lose 1 coin}}}}", "procedures.pay.a", "do"),
        ("play: {a: stop a}", "play: {a: {do: stop a}}", "play.a", "do"),
        ("actions: {a: {choose: {c: my hand}}}", "actions: {a: {choose: {c: {from: my hand}}}}", "actions.a.choose.c", "from"),
        ("kinds: {k: {printed: {v: number}}}", "kinds: {k: {printed: {v: {is: number}}}}", "kinds.k.printed.v", "is"),
    ],
)
def test_an_entry_has_one_address_and_the_same_main_key_short_or_long(short: str, long: str, address: str, main: str) -> None:
    first, second = clean(short), clean(long)
    assert list(first.addresses) == list(second.addresses)
    for document in (first, second):
        entry = document.entry(address)
        assert entry is not None
        assert main in entry.slots
    shorter, longer = first.slot(f"{address}.{main}"), second.slot(f"{address}.{main}")
    assert shorter is not None
    assert longer is not None
    assert type(shorter[1].sentence) is type(longer[1].sentence)


def test_addresses_leave_out_main_keys_and_keep_the_others() -> None:
    document = clean(
        """\
components:
  cards: {kind: card, in: deck, rows: {ace: {value: 1, abilities: {more: {modify: values.limit, add: 1}}}}}
actions:
  take:
    require: {room: {that: some deck, because: Empty.}}
    do: {get: draw 1 from deck to my hand, then-pay: {if: some my hand, do: lose 1 coin, else: {beg: gain 1 coin}}}
play:
  round: {repeat: 2, do: {turn: {players: seats, offer: take, pass: {sigh: lose 1 coin}}}}
ladder: {of: my total, steps: {0: Beginner, 9: Master}}
"""
    )
    expected = {
        "components.cards",
        "components.cards.ace",
        "components.cards.ace.abilities.more",
        "actions.take",
        "actions.take.require.room",
        "actions.take.get",
        "actions.take.then-pay",
        "actions.take.then-pay.else.beg",
        "play.round",
        "play.round.turn",
        "play.round.turn.pass.sigh",
        "ladder",
        "ladder.steps.0",
        "ladder.steps.9",
    }
    assert set(document.addresses) == expected
    assert document.slot("actions.take.then-pay.if") is not None
    assert document.entry("actions.take.get.do") is None


def test_parameters_are_no_part_of_the_id() -> None:
    document = clean("define:\n  half(s seat, card): 1")
    entry = document.entry("define.half")
    assert entry is not None
    assert entry.signature is not None
    assert [p.name and p.name.text for p in entry.signature.parameters] == ["s", None]
    assert entry.key.text == "half(s seat, card)"


def test_headers_and_sections_are_kept_apart() -> None:
    document = clean("title: {en: A, fr: B}\nlanguages: [en, fr]\ndisplay: {board: {x: 1}}\nteams: {of: '[s]'}")
    assert set(document.header) == {"game", "players", "title", "languages"}
    assert [item.node.text for item in document.header["languages"].items] == ["en", "fr"]  # type: ignore[union-attr]  # they are scalars
    assert document.section("teams")[0].slots["of"].sentence is not None
    assert document.section("display")[0].address == "display"
    assert document.section("actions") == ()


# ---------------------------------------------------------------- slots


def test_every_slot_is_parsed_by_its_own_start_rule() -> None:
    document = clean(
        """\
zones: {hand(seat): one card}
kept: {pot: {is: 0 to 9, until: turn}}
values: {limit: 3 + 4}
play:
  turn: {each: s in seats, limit: 2 per turn, offer: action, pick: up to 2}
  other: {choose: {c: maybe my hand}, do: discard c}
"""
    )

    def sentence(address: str) -> object:
        found = document.slot(address)
        assert found is not None
        return found[1].sentence

    assert isinstance(sentence("zones.hand.holds"), Contents)
    assert isinstance(sentence("kept.pot.is"), TypeWord)
    assert isinstance(sentence("kept.pot.until"), Address)
    assert isinstance(sentence("values.limit.is"), Arithmetic)
    assert isinstance(sentence("play.turn.each"), Loop)
    assert isinstance(sentence("play.turn.limit"), Limit)
    assert isinstance(sentence("play.turn.pick"), Pick)
    assert isinstance(sentence("play.other.choose.c.from"), Choices)
    assert isinstance(sentence("play.other.do"), Effect)
    assert isinstance(document.header["players"].sentence, Number)


def test_a_list_where_a_sentence_is_expected_is_a_list_of_sentences() -> None:
    document = clean("actions: {a: {offered: [x, y], do: [gain 1 coin, stop turn]}}\nvalues: {v: [1, [2, 3]]}\ndefine: {w: [coin]}")
    offered = document.slot("actions.a.offered")
    assert offered is not None
    assert [str(item.sentence) for item in offered[1].items] == ["x", "y"]
    do = document.slot("actions.a.do")
    assert do is not None
    assert [isinstance(item.sentence, Effect) for item in do[1].items] == [True, True]
    nested = document.slot("values.v.is")
    assert nested is not None
    assert [len(item.items) for item in nested[1].items] == [0, 2]


def test_cost_is_a_bundle_or_a_map_of_amounts() -> None:
    document = clean("actions: {a: {cost: 2 coin}, b: {cost: {coin: 2, card: limit}}}")
    short, long = document.slot("actions.a.cost"), document.slot("actions.b.cost")
    assert short is not None
    assert long is not None
    assert short[1].sentence is not None
    assert {entry.id: type(entry.slots["is"].sentence) for entry in long[1].entries} == {"coin": Number, "card": Name}


def test_a_shape_is_one_entry_without_a_name() -> None:
    document = clean("zones: {b: {shape: {grid: [3, size], cells: hex}}, p: {holds: card, shape: pile}}")
    board, pile = document.slot("zones.b.shape"), document.slot("zones.p.shape")
    assert board is not None
    assert pile is not None
    assert [entry.id for entry in board[1].entries] == [""]
    assert [type(item.sentence) for item in board[1].entries[0].slots["grid"].items] == [Number, Name]
    assert pile[1].entries == ()


def test_printed_columns_are_left_as_they_are() -> None:
    document = clean("components: {c: {kind: k, in: z, rows: {r: {shape: [[0, 0], [1, 0]], copies: 2}}}}")
    row = document.entry("components.c.r")
    assert row is not None
    assert row.slots["shape"].sentence is None
    assert row.slots["shape"].items == ()
    assert isinstance(row.slots["copies"].sentence, Number)


def test_attributes_of_words_and_resources_are_expressions() -> None:
    document = clean("resources: {coin: {worth: 2, start: 1}}\nlists: {t: {a: {n: 1 to 3}}}")
    coin, word = document.entry("resources.coin"), document.entry("lists.t.a")
    assert coin is not None
    assert word is not None
    assert isinstance(coin.slots["worth"].sentence, Number)
    assert isinstance(word.slots["n"].sentence, Range)


def test_texts_by_language_are_entries_that_can_be_addressed() -> None:
    document = clean("actions: {a: {say: {en: Take, fr: Prendre}}}")
    assert document.entry("actions.a.say.fr") is not None


def test_scenarios_have_choices_and_expectations() -> None:
    document = clean(
        "scenarios:\n  s:\n    given: set pot to 1\n    when:\n      - a(1, x)\n      - pass\n"
        "    then:\n      n: {forbidden: b, because: actions.b.require.c}\n"
        "      w: {winner: p1}\n      t: pot is 1\n"
    )
    when = document.slot("scenarios.s.when")
    assert when is not None
    assert all(item.sentence is not None for item in when[1].items)
    assert list(document.addresses) == ["scenarios.s.then.n", "scenarios.s.then.w", "scenarios.s.then.t", "scenarios.s"]


# ---------------------------------------------------------------- bodies


@pytest.mark.parametrize(
    ("body", "shape"),
    [
        ("gain 1 coin", "sentence"),
        ("[gain 1 coin, stop turn]", "items"),
        ("{if: some x, do: gain 1 coin}", "step"),
        ("{rule: R-1, do: gain 1 coin}", "step"),
        ("{a: gain 1 coin, b: {if: some x, do: stop turn}}", "named"),
        ("[{rule: R-1, do: gain 1 coin}, stop turn]", "items"),
    ],
)
@pytest.mark.parametrize(
    "place", ["actions: {{x: {{do: {}}}}}", "play: {{x: {{if: a, do: stop x, else: {}}}}}", "standing: {{x: {{after: actions.y, do: {}}}}}"]
)
def test_a_body_is_an_effect_a_list_a_step_or_named_steps(body: str, shape: str, place: str) -> None:
    document = clean(place.format(body))
    section = place.partition(":")[0]
    found = document.slot(f"{section}.x.{'else' if 'else' in place else 'do'}")
    assert found is not None
    slot = found[1]
    assert (slot.sentence is not None) == (shape == "sentence")
    assert bool(slot.items) == (shape == "items")
    assert [entry.id for entry in slot.entries] == {"step": [""], "named": ["a", "b"]}.get(shape, [])
    if shape == "step":
        owner = f"{section}.x.else" if "else" in place else f"{section}.x"
        assert slot.entries[0].address == owner


@pytest.mark.parametrize("section", ["setup", "play"])
@pytest.mark.parametrize("body", ["gain 1 coin", "[gain 1 coin, stop turn]", "{players: seats, offer: w}"])
def test_setup_and_play_are_steps_even_without_names(section: str, body: str) -> None:
    document = clean(f"{section}: {body}")
    (step,) = document.section(section)
    assert (step.id, step.address) == ("", section)
    assert document.entry(section) is step


def test_named_steps_of_play_keep_their_order() -> None:
    assert [step.id for step in clean("play: {c: stop c, a: stop a, b: stop b}").section("play")] == ["c", "a", "b"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("play: {turn: {rounds: seats, do: stop turn, up: gain 1 coin}}", [("step-mixture", "up", None)]),
        ("play: {a: stop a, b: stop b, seat: gain 1 coin}", [("step-mixture", "seat", None)]),
        ("play: {pick: {offer: w}, a: {offer: w}}", [("step-mixture", "pick", None)]),
        ("play: {a: stop a, rule: R-1}", [("step-mixture", "rule", None)]),
        ("play: {turn: {a: stop a, b: stop b}}", [("step-mixture", "a", None), ("step-mixture", "b", None)]),
        ("play: {turn: {rounds: seats, ofer: action}}", [("unknown-key", "ofer", "offer")]),
        ("play: {rounds: seats, ofer: action, pick: any}", [("unknown-key", "ofer", "offer")]),
        ("play: {turn: {rounds: seats, offered: action}}", [("misplaced-key", "offered", "offer")]),
        ("play: {turn: {rounds: seats}}", [("missing-key", "turn", None)]),
        ("play: {turn: {rounds: seats, players: seats, do: stop turn}}", [("clashing-keys", "players", None)]),
        ("play: {turn: {do: {}}}", [("wrong-shape", "{}", None)]),
        ("play: 3", [("syntax", "3", None)]),
    ],
)
def test_mixed_up_steps_are_told_once(text: str, expected: list[tuple[str, str, str | None]]) -> None:
    found = faults(text)
    if expected[0][0] == "syntax":
        assert [code for code, _, _ in found] == ["syntax"]
    else:
        assert found == expected


# ---------------------------------------------------------------- faults


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("valeus: {a: 1}", [("unknown-key", "valeus", "values")]),
        ("nonsense: 1", [("unknown-key", "nonsense", None)]),
        ("offered: a", [("misplaced-key", "offered", None)]),
        ("values: {}", [("empty-section", "values", None)]),
        ("values:", [("empty-section", "values", None)]),
        ("play:", [("empty-section", "play", None)]),
        ("values: [1]", [("wrong-shape", "[1]", None)]),
        ("values: 3", [("wrong-shape", "3", None)]),
        ("kinds: {die: 3}", [("wrong-shape", "3", None)]),
        ("title: 2001", [("wrong-shape", "2001", '"2001"')]),
        ("values: {hand_limit: 3}", [("bad-id", "hand_limit", "hand-limit")]),
        ("kinds: {card(seat): {}}", [("bad-id", "card(seat)", "card")]),
        ("values: {a(s seat): 1, a: 2}", [("duplicate-id", "a", None)]),
        (
            "actions: {a: {offerd: x, requir: {r: {that: a, because: B}}}}",
            [("unknown-key", "offerd", "offered"), ("unknown-key", "requir", "require")],
        ),
        ("actions: {a: {require: {r: {that: a, becuase: B}}}}", [("unknown-key", "becuase", "because")]),
        ("actions: {a: {require: {r: {that: a}}}}", [("missing-key", "r", None)]),
        ("actions: {a: {require: {r: a}}}", [("missing-key", "r", None)]),
        ("components: {c: {kind: k}}", [("missing-key", "c", None)]),
        ("components: {c: {kind: k, zzz: 1}}", [("unknown-key", "zzz", None)]),
        ("kinds: {k: {serves: ownr}}", [("unknown-word", "ownr", "owner")]),
        ("standing: {r: {while: a}}", [("missing-key", "r", None)]),
        ("standing: {r: {modify: values.a}}", [("missing-key", "r", None)]),
        ("standing: {r: {modify: values.a, add: 1, waive: actions.b}}", [("clashing-keys", "waive", None)]),
        ("standing: {r: {waive: actions.b, up-to: 2}}", [("misplaced-key", "up-to", None)]),
        (
            "standing: {r: {offer: actions.b, at: turn}}",
            [("missing-key", "r", None), ("misplaced-key", "at", None), ("unknown-key", "at", "as")],
        ),
        ("standing: {r: {restrict: actions.b, that: a}}", [("missing-key", "r", None)]),
        ("ranking: {a: {most: 1, least: 2}}", [("clashing-keys", "least", None)]),
        ("ranking: {a: {join: best}}", [("missing-key", "a", None)]),
        ("ranking: {a: {that: p, most: 1}}", [("clashing-keys", "most", None)]),
        ("ranking: {a: {that: p, join: best}}", [("clashing-keys", "join", None)]),
        ("ranking: {a: {most: 1, because: So.}}", [("clashing-keys", "because", None)]),
        ("ladder: {of: my total}", [("missing-key", "ladder", None)]),
        ("zones: {z: {shape: {ring: 3, grid: open}}}", [("clashing-keys", "grid", None)]),
        ("graphs: {g: {nodes: [a, b], edges: [[a, b], c]}}", [("wrong-shape", "c", None)]),
        ("includes: 3", [("wrong-shape", "3", None)]),
        ("tables: {t: {rowss: {0: 1}, rule: R-1}}", [("unknown-key", "rowss", "rows")]),
        ("lists: {t: {amogn: u, are: [a]}}", [("unknown-key", "amogn", "among")]),
        ("lists: {t: {a: {ruel: 1}}}", [("unknown-key", "ruel", "rule")]),
        ("resources: {coin: {pre: turn, start: 2}}", [("unknown-key", "pre", "per")]),
        ("resources: {coin: {cost: 2}}\ndefine: {dear(s seat): cost of coin}", []),
        ("custumal: 2", [("language-version", "2", None)]),
        ("actions: {a: {say: {english: Take}}}", [("bad-id", "english", None)]),
        ("unencoded: {R 1: Why}", [("bad-id", "R 1", None)]),
    ],
)
def test_a_fault_is_reported_once_where_it_is(text: str, expected: list[tuple[str, str, str | None]]) -> None:
    assert faults(text) == expected


def test_all_faults_of_a_file_are_found_in_one_run() -> None:
    found = faults(
        "tilte: A\nvalues: {a_b: 1}\nkinds: {k: {ownd: true}}\nactions: {a: {offered: {}}}\nscoring: {s: {}}\nplay: {t: {repeat: 2}}"
    )
    assert [code for code, _, _ in found] == ["unknown-key", "bad-id", "unknown-key", "wrong-shape", "missing-key", "missing-key"]


def test_a_misplaced_key_says_where_it_belongs() -> None:
    _, found = read(HEAD + "actions: {a: {ranking: {most: 1}}}")
    assert "a game file" in found[0].message


def test_an_unknown_key_beside_a_missing_one_is_one_message() -> None:
    _, found = read(HEAD + "scoring: {a: {pints: 1}}")
    assert [(each.code, each.suggestion) for each in found] == [("unknown-key", "points")]
    assert "did you mean `points`?" in found[0].message
    _, found = read(HEAD + "scoring: {a: {zzz: 1}}")
    assert [each.code for each in found] == ["unknown-key"]
    assert "`points` is missing" in found[0].message


def test_a_misspelt_key_is_read_as_what_was_meant() -> None:
    document, _ = read(HEAD + "valeus: {a: {iss: 3}}")
    assert document.slot("values.a.is") is not None


@pytest.mark.parametrize("text", ["[1, 2]", "abc"])
def test_a_file_that_is_no_map_is_one_fault(text: str) -> None:
    document, found = read(text)
    assert document.tree is None
    assert [each.code for each in found] == ["wrong-shape"]


def misspellings(word: str) -> list[str]:
    """The word with two letters swapped, one left out, one doubled; where that changes it."""
    middle = len(word) // 2
    made = [
        word[: middle - 1] + word[middle] + word[middle - 1] + word[middle + 1 :],
        word[:middle] + word[middle + 1 :],
        word[:middle] + word[middle] + word[middle:],
    ]
    return [each for each in made if each != word]


def test_misspelt_keys_of_every_form_get_the_right_suggestion() -> None:
    total = right = 0
    every_key = {name for form in FORMS.values() for name in form.keys}
    for name, form in FORMS.items():
        if form.others is not None or not form.is_long or name in ("record", "require"):
            continue
        for key in form.keys:
            if len(key) < 4:
                continue
            for wrong in misspellings(key):
                if wrong in every_key:
                    continue
                total += 1
                right += near_key(form, wrong, ()) == key
    assert total > 500
    assert right / total >= 0.99


# ---------------------------------------------------------------- other kinds of files


def test_a_variant_has_edits_and_any_section() -> None:
    document = clean(
        "variant: v\nof: sample\nafter: [w]\nconflicts: {x: Both.}\nstanding: {r: {modify: values.a, add: 1}}\n"
        "edits:\n  one: {set: values.a, was: 1 + 2, to: 4}\n  two: {add: play.night, after: play.day, with: {do: stop night}}\n"
        "  three: {remove: actions.a}\n",
        "variant",
    )
    assert [entry.id for entry in document.section("edits")] == ["one", "two", "three"]
    assert [entry.id for entry in document.section("conflicts")] == ["x"]
    two = document.entry("edits.two")
    assert two is not None
    added = two.slots["add"].node
    assert isinstance(added, Scalar)
    assert added.value == "play.night"
    assert set(document.header) == {"variant", "of", "after"}


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        ("{set: values.a}", [("missing-key", "e", None)]),
        ("{remove: values.a, to: 3}", [("misplaced-key", "to", None)]),
        ("{set: values.a, to: 3, remove: values.b}", [("clashing-keys", "remove", None)]),
        ("{was: 3}", [("missing-key", "e", None)]),
    ],
)
def test_an_edit_has_the_keys_of_its_sort(edit: str, expected: list[tuple[str, str, str | None]]) -> None:
    assert faults(f"variant: v\nof: g\nedits: {{e: {edit}}}\n", "variant") == expected


def test_a_rulebook_and_a_scenario_file() -> None:
    text = "rulebook: sample\nrules:\n  R-1: {section: Play, text: Draw a card.}\nrulings:\n"
    text += "  R-RULING-1: {question: Ties?, ruling: Shared., affects: [R-1]}\n"
    document = clean(text, "rulebook")
    assert [entry.id for entry in document.section("rules")] == ["R-1"]
    assert [entry.id for entry in clean("scenarios: {s: {then: {t: a is b}}}", "scenario").section("scenarios")] == ["s"]
    assert faults("rulebook: sample\nrules:\n  R-1: {text: Draw.}\n", "rulebook") == [("missing-key", "R-1", None)]


# ---------------------------------------------------------------- included files


def write(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return folder / "game.yaml"


def test_included_files_are_joined_section_by_section(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        game=HEAD + "custumal: 1\nincludes: [more.yaml]\nvalues: {a: 1}\nplay: {one: stop one}\n",
        more="custumal: 1\nvalues: {b: 2}\nplay: {two: stop two}\nkinds: {card: {}}\nincludes: [last.yaml]\n",
        last="custumal: 1\nvalues: {c: 3}\n",
    )
    report = Report()
    document = read_game(path, report)
    assert report.sorted() == []
    assert [entry.id for entry in document.section("values")] == ["a", "b", "c"]
    assert [entry.id for entry in document.section("play")] == ["one", "two"]
    assert document.entry("kinds.card") is not None
    assert [Path(entry.key.span.file).name for entry in document.section("values")] == ["game.yaml", "more.yaml", "last.yaml"]
    assert [part.kind for part in document.parts] == ["game", "components", "components"]


def included(tmp_path: Path, **files: str) -> list[tuple[str, str, int]]:
    report = Report()
    read_game(write(tmp_path, **files), report)
    return [(each.code, Path(each.span.file).name, each.span.line) for each in report.sorted() if each.code != "no-version"]


def test_every_file_says_in_which_version_it_is_written(tmp_path: Path) -> None:
    report = Report()
    read_game(write(tmp_path, game="includes: [more.yaml]\ngame: a\nplayers: 2\n", more="\nvalues: {a: 1}\n"), report)
    assert [(d.code, Path(d.span.file).name, d.span.line, d.is_error) for d in report.sorted()] == [
        ("no-version", "game.yaml", 1, False),
        ("no-version", "more.yaml", 2, False),
    ]


def test_an_id_in_two_files_is_an_error_at_the_second(tmp_path: Path) -> None:
    files = {"game": HEAD + "includes: [more.yaml]\nvalues: {a: 1}\n", "more": "\nvalues: {a(seat): 2}\n"}
    assert included(tmp_path, **files) == [("duplicate-id", "more.yaml", 2)]
    files = {"game": HEAD + "includes: [more.yaml]\nsetup: shuffle deck\n", "more": "setup: {a: shuffle deck}\n"}
    assert included(tmp_path, **files) == [("duplicate-id", "more.yaml", 1)]


def test_an_included_file_has_sections_only(tmp_path: Path) -> None:
    files = {"game": HEAD + "includes: [more.yaml]\n", "more": "title: A\nvaleus: {a: 1}\n"}
    assert included(tmp_path, **files) == [("misplaced-key", "more.yaml", 1), ("unknown-key", "more.yaml", 2)]


def test_includes_make_no_circle_and_name_each_file_once(tmp_path: Path) -> None:
    files = {"game": HEAD + "includes: [more.yaml]\n", "more": "includes: [game.yaml]\nvalues: {a: 1}\n"}
    assert included(tmp_path, **files) == [("include-cycle", "more.yaml", 1)]
    files = {"game": HEAD + "includes: [more.yaml, more.yaml]\n", "more": "values: {a: 1}\n"}
    assert included(tmp_path, **files) == [("included-twice", "game.yaml", 3)]
    assert included(tmp_path, game=HEAD + "includes: [none.yaml]\n") == [("missing-include", "game.yaml", 3)]


def test_a_file_that_cannot_be_read_is_an_empty_document(tmp_path: Path) -> None:
    report = Report()
    assert read_game(tmp_path / "game.yaml", report).sections == {}
    assert read_file(tmp_path / "v.yaml", "variant", report).tree is None
    assert [each.is_error for each in report.sorted()] == [True, True]


# ---------------------------------------------------------------- the reference


def test_the_reference_lists_every_key_of_every_form() -> None:
    text = reference()
    for form in FORMS.values():
        assert f"### {form.name}\n" in text
        for key in form.keys:
            assert f"| `{key}`" in text


@pytest.mark.parametrize(
    ("value", "written"),
    [(True, "true"), (3, "3"), ("a b", "a b"), (["a", 1], "[a, 1]"), ({"a": {"b": "c"}}, "{a: {b: c}}"), ("f(a, b)", '"f(a, b)"')],
)
def test_examples_are_written_as_in_rule_files(value: Data, written: str) -> None:
    assert yaml_of(value) == written


# ---------------------------------------------------------------- whatever comes


KEY_WORDS = st.sampled_from(
    ["actions", "play", "values", "do", "if", "each", "rule", "x", "hand(seat)", "rows", "1", "say", "modify", "standing", "zones", "shape"]
)
LEAVES = st.sampled_from(["true", "3", "gain 1 coin", "none", "''", "a.b", "[", "{x", "s in seats"])
TREES = st.recursive(
    LEAVES.map(lambda leaf: f'"{leaf}"' if leaf in ("[", "{x") else leaf),
    lambda inner: (
        st.dictionaries(KEY_WORDS, inner, max_size=4).map(lambda pairs: "{" + ", ".join(f"? {k} : {v}" for k, v in pairs.items()) + "}")
        | st.lists(inner, max_size=3).map(lambda items: "[" + ", ".join(items) + "]")
    ),
    max_leaves=12,
)


@given(
    st.sampled_from(["game", "components", "variant", "scenario", "rulebook"]), st.dictionaries(KEY_WORDS, TREES, min_size=1, max_size=4)
)
def test_whatever_the_tree_only_diagnostics_come_out(kind: str, pairs: dict[str, str]) -> None:
    report = Report()
    tree = load_text("\n".join(f"{key}: {value}" for key, value in pairs.items()), "x.yaml", report)
    if tree is not None:
        read_document(tree, kind, "x.yaml", report)
    for each in report.sorted():
        assert each.span.file == "x.yaml"
        assert each.message


def test_names_of_steps_and_what_is_said_about_rules_are_apart() -> None:
    assert set(ABOUT_NAMES) <= set(STEP_NAMES)
    assert {"if", "seat", "pass", "do", "offer"} <= set(STEP_NAMES)


@pytest.mark.parametrize(("written", "meant"), [("pe\u0302che", "pêche"), ("co\u200bunt", "count"), ("my_count", "my-count")])
def test_an_id_that_is_written_with_other_signs_is_told_as_it_looks(written: str, meant: str, tmp_path: Path) -> None:
    report = Report()
    read_game(write(tmp_path, game=HEAD + f"values: {{{written}: 1}}\n"), report)
    assert [d.suggestion for d in report.sorted() if d.code == "bad-id"] == [meant]
