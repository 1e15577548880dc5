"""Keys of scenarios: a position, what is done in it, and what then has to be so."""

from __future__ import annotations

from custumal.dsl.keys.common import ABOUT, VERSION_KEY, WHOSE_EXAMPLE
from custumal.dsl.keys.form import Form, Head, Holds, Key, Literal, One, form
from custumal.dsl.keys.holds import (
    CHOICE,
    CHOICE_KEYS,
    EFFECTS,
    EXAMPLE_FROM,
    EXPRESSION,
    FLAG,
    ID,
    IDS,
    NUMBER,
    PATH,
    STEP,
    TEXT,
    TRUTH,
    entries,
)

RECORDED = Holds("the name of a record, or a map of `file` and `step`", Literal("text"), map=One("beginning"))

SCENARIOS = form(
    "scenarios",
    "a scenario file",
    "Scenarios of a game that stand in a file of their own.",
    VERSION_KEY,
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
    Key("example-from", EXAMPLE_FROM, WHOSE_EXAMPLE, "rulebook", "`ours`"),
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

ACCEPTED = form(
    "accepted",
    "a file of accepted changes",
    "What is so with a variant in those scenarios of its game that fail with it.",
    VERSION_KEY,
    Key("accepted", ID, "The variant beside which it stands.", "long-night", required=True),
    Key(
        "unreadable",
        IDS,
        "Scenarios of the game that can't be read with the variant: they name what is not there any more.",
        ["start"],
        "none",
    ),
    Key(
        "scenarios",
        entries("retold", "a map of scenarios"),
        "Scenarios of the game that fail with the variant, and what holds in them now.",
        {"start": {"then": {"full": "some hand of p1"}}},
        "none",
    ),
)

RETOLD = form(
    "retold",
    "a scenario as it is with a variant",
    "What is not said here is as in the game's own scenario. Of its `then` those lines are others that are named here; with another "
    "beginning, or other choices, all of them are.",
    Key("step", NUMBER, "How many choices of the recorded game are made first.", 12, "as before"),
    Key("after", CHOICE_KEYS, "Choices that are made first, from the first stop.", ["draw"], "as before"),
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
    Key("sees", EXPRESSION, "The seat, or seats, that know this truth by what they see.", "p1"),
    Key("unseen-by", EXPRESSION, "The seat, or seats, that can't know it.", "p2"),
    Key("allowed", CHOICE, "This choice is legal.", "draw"),
    Key("forbidden", CHOICE, "This choice is not legal.", "claim(at(board, 2, 2))"),
    Key("because", PATH, "A restriction that is among the reasons.", "actions.claim.require.empty"),
    Key("winner", EXPRESSION, "The seat, or seats, that would win if the game ended now.", "p1"),
    ABOUT,
    main="that",
    heads=(Head("that", ("sees", "unseen-by")), Head("allowed"), Head("forbidden", ("because",)), Head("winner")),
)

FORMS: tuple[Form, ...] = (SCENARIOS, SCENARIO, BEGINNING, ACCEPTED, RETOLD, SETTING, EXPECTATION)
