"""Keys of what happens: steps, actions, procedures."""

from __future__ import annotations

from custumal.dsl.keys.common import (
    ABOUT,
    AS_ONE,
    CHOOSE,
    CONSENT,
    COST_KEY,
    ELSE,
    ENSURE,
    IF,
    LET,
    LIMIT_KEY,
    OFFER,
    PICK_KEY,
    PREFER,
    REQUIRE,
    SEAT,
    TERMS,
)
from custumal.dsl.keys.form import Form, Key, form
from custumal.dsl.keys.holds import AMOUNT, BODY, EXPRESSION, LOOP, NAMES, STEP, TRUTH, WINDOWS

LOOPS = ("each", "players", "rounds", "together", "repeat")

LOOP_KEYS: tuple[Key, ...] = (
    Key("each", LOOP, "Once for each: `x in S`.", "s in seats", "once"),
    Key("players", EXPRESSION, "Each of these seats in order, who then is `me`.", "seats from first-player", "once"),
    Key(
        "rounds",
        EXPRESSION,
        "These seats round and round without those who did `leave`, until nobody is left or `until` holds.",
        "seats",
        "once",
    ),
    Key("together", EXPRESSION, "All these seats choose unseen by the others, then `do` for each in order.", "seats", "once"),
    Key("repeat", AMOUNT, "So many times, or `endless`.", "endless", "once"),
)

STEP_KEYS: tuple[Key, ...] = (
    *LOOP_KEYS,
    Key(
        "remember",
        NAMES,
        "The kept values and zones that make a position, or `everything`: how they stand is noted as each pass begins, for `occurrences`.",
        "tokens",
        "nothing",
    ),
    Key(
        "regardless-of",
        NAMES,
        "What makes no other position, of all that `remember: everything` means: counters, such as that of turns without progress.",
        "quiet",
        "nothing",
    ),
    Key("until", TRUTH, "Asked before each pass; the loop ends when it holds. Alone it repeats the step.", "no my hand", "never"),
    IF,
    SEAT,
    LET,
    CHOOSE,
    REQUIRE,
    ENSURE,
    COST_KEY,
    LIMIT_KEY,
    CONSENT,
    OFFER,
    PICK_KEY,
    Key("do", BODY, "What happens: an effect, a list of effects, a step or named steps.", "raise pot by 1"),
    ELSE,
    Key("pass", BODY, "What happens when the seat declines or can do nothing.", "leave bids", "nothing"),
    *ABOUT,
)

STEP_NAMES: tuple[str, ...] = tuple(key.name for key in STEP_KEYS)

STEP_FORM = form(
    "step",
    "a step",
    "A step of the course of play or of a deed. Short: what it does.",
    STEP_KEYS,
    main="do",
    needs_one=("do", "offer"),
    at_most_one=(LOOPS, ("do", "offer"), ("together", "ensure"), ("offer", "ensure")),
    ordered=True,
)

PROCEDURE = form(
    "procedure",
    "a procedure",
    "A deed that is carried out by name: the keys of a step, or named steps. Parameters stand in the key.",
    STEP_KEYS,
    main="do",
    telling=STEP_NAMES,
    needs_one=("do", "offer"),
    at_most_one=(LOOPS, ("do", "offer"), ("together", "ensure"), ("offer", "ensure")),
)

ACTION = form(
    "action",
    "an action",
    "What a seat may choose to do.",
    Key("offered", WINDOWS, "The window, or windows, in which it can be picked.", "action", "only where a standing rule offers it"),
    Key("any-time", STEP, "A free action: it joins every menu of its owner while this step runs.", "turn", "not free"),
    CHOOSE,
    REQUIRE,
    ENSURE,
    AS_ONE,
    PREFER,
    *TERMS,
    Key("do", BODY, "What happens.", "move card to my table", "nothing happens"),
    ABOUT,
    hidden=("do",),
    ordered=True,
)

FORMS: tuple[Form, ...] = (STEP_FORM, PROCEDURE, ACTION)
