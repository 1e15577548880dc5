"""Keys at the top of files: game, included file, variant."""

from __future__ import annotations

from custumal.dsl.keys.common import ABOUT, BECAUSE, VERSION_KEY
from custumal.dsl.keys.form import Form, Holds, Key, One, Sentence, form
from custumal.dsl.keys.holds import BODY, DATA, ID, IDS, RULES, TEXT, TEXT_LIST, TEXTS, entries

PLAYERS = Holds("a number or a range such as `2 to 4`", Sentence("expression"))

SECTIONS: tuple[Key, ...] = (
    Key(
        "options",
        entries("option", "a map of options", "name"),
        "Choices that are made before the game begins.",
        {"size": {"is": "5 to 9", "default": 7}},
    ),
    Key("lists", entries("list", "a map of lists", "name"), "New words.", {"colour": ["red", "green", "blue"]}),
    Key("tables", entries("table", "a map of tables", "name"), "Steps of numbers.", {"bonus": {"0": 0, "5": 2, "10": 5}}),
    Key(
        "graphs",
        entries("graph", "a map of graphs", "name"),
        "Points and their connections.",
        {"points": {"nodes": ["a", "b"], "edges": [["a", "b"]]}},
    ),
    Key("resources", entries("resource", "a map of resources", "name"), "What seats have in amounts and can pay.", {"coin": {"start": 4}}),
    Key("house-seats", entries("house-seat", "a map of house seats", "name"), "Seats that nobody plays.", {"bank": {"if": "players is 1"}}),
    Key(
        "kinds",
        entries("kind", "a map of kinds", "name"),
        "Kinds of things, with what is printed on them.",
        {"card": {"printed": {"value": "number"}}},
    ),
    Key(
        "components",
        entries("component", "a map of tables", "name"),
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
        entries("action", "a map of actions", "name"),
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
        {"points": {"most": "my total"}},
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
        "What always holds; tested at every step of scenarios and of random games.",
        {"small": "every s in seats has count(hand of s) < 8"},
    ),
    Key(
        "scenarios",
        entries("scenario", "a map of scenarios"),
        "Positions and what has to be so in them.",
        {"start": {"then": {"empty": "no hand of p1"}}},
    ),
    Key("display", DATA, "Hints for drawing the board.", {"letters": {"red": "r"}}),
    Key("names", entries("label", "a map of ids and texts", "any"), "What players read for ids.", {"red": {"en": "red", "fr": "rouge"}}),
)

GAME = form(
    "game",
    "a game file",
    "A game: its nouns, its deeds and its standing rules.",
    VERSION_KEY,
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
    VERSION_KEY,
    Key("includes", TEXT_LIST, "Further files of the same folder.", ["cards.yaml"], "none"),
    SECTIONS,
)

VARIANT = form(
    "variant",
    "a variant file",
    "House rules: any section of a game, whose entries are added, and `edits` of what is there.",
    VERSION_KEY,
    Key("variant", ID, "The id of the variant.", "long-night", required=True),
    Key("of", ID, "The game that it changes.", "sample", required=True),
    Key("title", TEXTS, "Its name for people.", "The night is longer", "its id"),
    BECAUSE,
    Key("players", PLAYERS, "For how many it is; of several variants those numbers count that suit all.", 4, "as the game"),
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
        "stands",
        RULES,
        "Numbered rules that are right as they are worded, although they rest on something that the variant changes.",
        ["R-1"],
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

FORMS: tuple[Form, ...] = (GAME, COMPONENTS, VARIANT)
