"""Keys at the top of each kind of file: game, included file, variant, scenarios, rulebook, record."""

from __future__ import annotations

from custumal.dsl.keys.common import ABOUT, BECAUSE
from custumal.dsl.keys.form import Anything, Entries, Form, Head, Holds, Key, Literal, One, Sentence, form
from custumal.dsl.keys.holds import (
    BODY,
    CHOICE,
    CHOICE_KEYS,
    DATA,
    EFFECTS,
    EXPRESSION,
    FLAG,
    ID,
    IDS,
    NUMBER,
    PATH,
    STEP,
    TEXT,
    TEXT_LIST,
    TEXTS,
    TRUTH,
    entries,
)

LANGUAGE_VERSION = Key("custumal", NUMBER, "The version of the language in which the file is written.", 1, "1, with a warning")
PLAYERS = Holds("a number or a range such as `2 to 4`", Sentence("expression"))
BREAKS = Holds(
    "a scenario, a list of scenarios, or a map of scenarios and what holds in them instead",
    Sentence("path"),
    items=PATH,
    map=Entries("broken"),
)

RECORDED = Holds("the name of a record, or a map of `file` and `step`", Literal("text"), map=One("beginning"))

SECTIONS: tuple[Key, ...] = (
    Key(
        "options",
        entries("option", "a map of options"),
        "Choices that are made before the game begins.",
        {"size": {"is": "5 to 9", "default": 7}},
    ),
    Key("lists", entries("list", "a map of lists"), "New words.", {"colour": ["red", "green", "blue"]}),
    Key("tables", entries("table", "a map of tables"), "Steps of numbers.", {"bonus": {"0": 0, "5": 2, "10": 5}}),
    Key(
        "graphs",
        entries("graph", "a map of graphs"),
        "Points and their connections.",
        {"points": {"nodes": ["a", "b"], "edges": [["a", "b"]]}},
    ),
    Key("resources", entries("resource", "a map of resources"), "What seats have in amounts and can pay.", {"coin": {"start": 4}}),
    Key("house-seats", entries("house-seat", "a map of house seats"), "Seats that nobody plays.", {"bank": {"if": "players is 1"}}),
    Key(
        "kinds",
        entries("kind", "a map of kinds"),
        "Kinds of things, with what is printed on them.",
        {"card": {"printed": {"value": "number"}}},
    ),
    Key(
        "components",
        entries("component", "a map of tables"),
        "The things that the game has.",
        {"cards": {"kind": "card", "in": "deck", "rows": {"ace": {"value": 11}}}},
    ),
    Key(
        "zones", entries("zone", "a map of zones", "signature"), "Places for things.", {"hand(seat)": {"holds": "card", "seen-by": "owner"}}
    ),
    Key(
        "kept",
        entries("kept", "a map of kept values", "signature"),
        "What the game remembers.",
        {"pot": {"is": "0 to 200", "until": "turn"}},
    ),
    Key("values", entries("value", "a map of values", "signature"), "Numbers that rules and house rules may change.", {"hand-limit": 7}),
    Key("define", entries("definition", "a map of definitions", "signature"), "Words of the rulebook.", {"rich(s seat)": "coin of s > 10"}),
    Key("setup", BODY, "What happens before the game.", {"mix": "shuffle deck"}),
    Key("play", BODY, "The course of play; the game is over when it ends.", {"turn": {"rounds": "seats", "offer": "action"}}),
    Key(
        "actions",
        entries("action", "a map of actions"),
        "What seats may choose to do.",
        {"draw": {"offered": "action", "do": "draw 1 from deck to my hand"}},
    ),
    Key(
        "procedures",
        entries("procedure", "a map of procedures", "signature"),
        "Deeds that are carried out by name.",
        {"pay(s seat)": "lose 1 coin for s"},
    ),
    Key(
        "standing",
        entries("standing", "a map of standing rules"),
        "What holds while something is so.",
        {"hard-winter": {"while": "winter", "modify": "values.hand-limit", "add": -1}},
    ),
    Key(
        "end", entries("end", "a map of ends"), "When it is over.", {"won": {"after": "play.turn", "if": "my coin > 20", "do": "stop turn"}}
    ),
    Key("scoring", entries("score", "a map of lines"), "The points of a seat, line by line.", {"coins": "my coin"}),
    Key(
        "ranking",
        entries("rank", "a map of what is compared"),
        "Who wins: compared in this order.",
        {"points": {"most": "my total", "share": True}},
    ),
    Key("teams", Holds("the keys of `teams`", map=One("teams")), "Seats that win together.", {"of": "[s, next of next of s]"}),
    Key("ladder", Holds("the keys of `ladder`", map=One("ladder")), "Titles for one seat.", {"of": "my total", "steps": {"0": "Beginner"}}),
    Key(
        "unencoded",
        entries("unencoded", "a map of numbered rules and reasons", "rule"),
        "Numbered rules that need no code, with the reason.",
        {"R-12": "Follows from the other rules."},
    ),
    Key(
        "invariants",
        entries("invariant", "a map of truths"),
        "What always holds; tested after every step in tests.",
        {"small": "every s in seats has count(hand of s) < 8"},
    ),
    Key(
        "scenarios",
        entries("scenario", "a map of scenarios"),
        "Positions and what has to be so in them.",
        {"start": {"then": {"empty": "no hand of p1"}}},
    ),
    Key("display", DATA, "Hints for drawing the board.", {"board": "board"}),
    Key("names", entries("label", "a map of ids and texts", "any"), "What players read for ids.", {"red": {"en": "red", "fr": "rouge"}}),
)

GAME = form(
    "game",
    "a game file",
    "A game: its nouns, its deeds and its standing rules.",
    LANGUAGE_VERSION,
    Key("game", ID, "The id of the game.", "sample", required=True),
    Key("title", TEXTS, "Its name for people.", {"en": "A sample", "fr": "Un exemple"}, "its id"),
    Key("players", PLAYERS, "How many can play.", "2 to 4", required=True),
    Key("version", TEXT, "The version of these rules, for variants that rely on it.", "1.2", "1"),
    Key("cites", TEXT, "The prefix of the ids of numbered rules in its rulebook.", "SAM", "ids are free"),
    Key("languages", IDS, "The languages of its texts, in the order of fallback.", ["en", "fr"], "`[en]`"),
    Key("includes", TEXT_LIST, "Files of the same folder whose sections belong to the game.", ["cards.yaml"], "none"),
    SECTIONS,
    ABOUT,
)

COMPONENTS = form(
    "components",
    "an included file",
    "Sections of a game that stand in a file of their own.",
    LANGUAGE_VERSION,
    Key("includes", TEXT_LIST, "Further files of the same folder.", ["cards.yaml"], "none"),
    SECTIONS,
)

VARIANT = form(
    "variant",
    "a variant file",
    "House rules: any section of a game, whose entries are added, and `edits` of what is there.",
    LANGUAGE_VERSION,
    Key("variant", ID, "The id of the variant.", "long-night", required=True),
    Key("of", ID, "The game that it changes.", "sample", required=True),
    Key("title", TEXTS, "Its name for people.", "The night is longer", "its id"),
    BECAUSE,
    Key("players", PLAYERS, "For how many it is.", 4, "as the game"),
    Key("of-version", TEXT, "The version of the game for which it is written; `1` means 1 and every 1.x.", "1", "any"),
    Key("of-hash", TEXT, "The hash of the very rules for which it is written, as `show` prints it.", "9f2c", "any"),
    Key("requires", IDS, "Variants without which it can't be used; they are applied before it.", ["short-day"], "none"),
    Key("excludes", IDS, "Variants with which it can't be used.", ["long-day"], "none"),
    Key("after", IDS, "Variants that are applied before it where both are chosen.", ["short-day"], "none"),
    Key(
        "conflicts",
        entries("conflict", "a map of variants and reasons"),
        "Variants that do not go with it.",
        {"short-day": "Both change the day."},
        "none known",
    ),
    Key(
        "breaks",
        BREAKS,
        "Scenarios of the game that fail with it, as they must; as a map, what holds in them instead.",
        {"start": {"then": {"full": "some hand of p1"}}},
        "none",
    ),
    Key(
        "edits",
        entries("edit", "a map of edits"),
        "Changes of entries that are there.",
        {"more": {"set": "values.hand-limit", "was": 6, "to": 7}},
        "none",
    ),
    SECTIONS,
    ABOUT,
)

SCENARIOS = form(
    "scenarios",
    "a scenario file",
    "Scenarios of a game that stand in a file of their own.",
    LANGUAGE_VERSION,
    Key("of", ID, "The game that they are about.", "sample", "the game of the folder"),
    Key(
        "scenarios",
        entries("scenario", "a map of scenarios"),
        "Positions and what has to be so in them.",
        {"start": {"then": {"empty": "no hand of p1"}}},
        required=True,
    ),
)

SCENARIO = form(
    "scenario",
    "a scenario",
    "A position, what is done in it, and what then has to be so.",
    Key("players", NUMBER, "How many play.", 3, "the least number of the game"),
    Key("options", entries("setting", "a map of options and values"), "Options other than the default.", {"size": 5}, "the defaults"),
    Key("seed", NUMBER, "Decides what chance gives.", 7, "1"),
    Key("setup", FLAG, "`false`: the setup of the game is left out.", example=False, default="true"),
    Key("from", STEP, "The step with which it begins, the first seat acting.", "play.round.turn", "the first stop of play"),
    Key(
        "record",
        RECORDED,
        "A recorded game beside this file and how many of its choices are made first; it decides players, options and seed.",
        {"file": "long-game.json", "step": 12},
        "none",
    ),
    Key("after", CHOICE_KEYS, "Choices that are made first, from the first stop; `given` then changes where they lead.", ["draw"], "none"),
    Key("given", EFFECTS, "Effects that make the position, without asking whether they are allowed.", ["set my coin to 3"], "nothing"),
    Key("when", CHOICE_KEYS, "What is chosen, in order.", ["draw", "pass"], "nothing"),
    Key("then", entries("expectation", "a map of truths"), "What has to be so.", {"rich": "coin of p1 is 4"}, required=True),
    ABOUT,
    at_most_one=tuple(("record", other) for other in ("players", "options", "seed", "setup", "from", "after")),
)

BEGINNING = form(
    "beginning",
    "a recorded game of a scenario",
    "A recorded game with which a scenario begins.",
    Key("file", TEXT, "A record beside the file in which the scenario stands, or in a folder there.", "long-game.json", required=True),
    Key("step", NUMBER, "How many of its choices are made, chance counted.", 12, "all"),
    main="file",
)

BROKEN = form(
    "broken",
    "a scenario that a variant changes",
    "What holds instead; what is not said here is as in the game's own scenario.",
    Key("step", NUMBER, "How many choices of the recorded game are made first.", 12, "as before"),
    Key("given", EFFECTS, "Effects that make the position.", ["set my coin to 3"], "as before"),
    Key("when", CHOICE_KEYS, "What is chosen, in order.", ["draw", "pass"], "as before"),
    Key("then", entries("expectation", "a map of truths"), "What has to be so now.", {"rich": "coin of p1 is 4"}, required=True),
    ABOUT,
)

SETTING = form(
    "setting",
    "the value of an option",
    "The value of an option.",
    Key("is", EXPRESSION, "The value.", 5, required=True),
    main="is",
    is_long=False,
)

EXPECTATION = form(
    "expectation",
    "an entry of `then`",
    "A truth, a choice that is allowed or forbidden, or who wins.",
    Key("that", TRUTH, "A truth.", "coin of p1 is 4"),
    Key("allowed", CHOICE, "This choice is legal.", "draw"),
    Key("forbidden", CHOICE, "This choice is not legal.", "claim(at(board, 2, 2))"),
    Key("because", PATH, "A restriction that is among the reasons.", "actions.claim.require.empty"),
    Key("winner", EXPRESSION, "The seat, or seats, that would win if the game ended now.", "p1"),
    ABOUT,
    main="that",
    heads=(Head("that"), Head("allowed"), Head("forbidden", ("because",)), Head("winner")),
)

RULEBOOK = form(
    "rulebook",
    "a rulebook",
    "The numbered rules of a game in our own words, and rulings where they are silent.",
    LANGUAGE_VERSION,
    Key("rulebook", ID, "The game.", "sample", required=True),
    Key(
        "rules",
        entries("numbered-rule", "a map of numbered rules", "rule"),
        "The numbered rules.",
        {"R-1": {"section": "Play", "text": "Draw a card."}},
        required=True,
    ),
    Key(
        "rulings",
        entries("ruling", "a map of rulings", "rule"),
        "Decisions where the rules are silent.",
        {"R-RULING-1": {"question": "And ties?", "ruling": "Shared.", "affects": "R-1"}},
        "none",
    ),
    Key(
        "sections",
        entries("label", "a map of sections and texts", "any"),
        "What the sections are called in each language.",
        {"Play": {"en": "Course of play", "fr": "Déroulement"}},
        "as the rules name them",
    ),
)

NUMBERED_RULE = form(
    "numbered-rule",
    "a numbered rule",
    "One rule of the rulebook.",
    Key("section", TEXT, "Where in the rules it stands.", "Play", required=True),
    Key("text", TEXTS, "The rule.", "Draw a card.", required=True),
    Key("example", TEXTS, "The printed example.", "With two cards in hand you draw one.", "none"),
    Key("kind", TEXT, "What sort of rule it is.", "limit", "an ordinary rule"),
)

RULING = form(
    "ruling",
    "a ruling",
    "A decision where the rules are silent.",
    Key("question", TEXTS, "What is unclear.", "Who wins a tie?", required=True),
    Key("ruling", TEXTS, "How it is decided.", "The place is shared.", required=True),
    Key(
        "affects",
        Holds("the id of a numbered rule, or a list of such", Literal("rule"), items=Holds("the id of a numbered rule", Literal("rule"))),
        "The rules that it is about.",
        ["R-1"],
        "none",
    ),
)

RECORD = form(
    "record",
    "a record",
    "A game as it was played: enough to play it again.",
    Key("format", NUMBER, "The version of this form.", 1, required=True),
    Key("game", ID, "The id of the game.", "sample", required=True),
    Key("rules_hash", TEXT, "A hash of the rules as merged.", "9f2c", required=True),
    Key("variants", TEXT_LIST, "The variants in force.", ["long-night"], required=True),
    Key("options", Holds("a map of options and values", map=Anything()), "The options.", {"size": 5}, required=True),
    Key("players", NUMBER, "How many play.", 3, required=True),
    Key("seats", TEXT_LIST, "Who plays each seat.", ["human", "random", "random"], required=True),
    Key("seed", NUMBER, "The seed of chance.", 7, required=True),
    Key("rules", DATA, "What each entry of the rules said, as hashes by address.", {"values.most": "9f2c"}, "none"),
    Key("files", DATA, "Where the files of the game and its variants were, by id, if not shipped.", {"mine": "mine.yaml"}, "none"),
    Key("choices", TEXT_LIST, "Every choice in order, chance included.", ["draw", "pass"], required=True),
)

FORMS: tuple[Form, ...] = (
    GAME, COMPONENTS, VARIANT, SCENARIOS, SCENARIO, BEGINNING, BROKEN, SETTING, EXPECTATION, RULEBOOK, NUMBERED_RULE, RULING, RECORD,
)  # fmt: skip
