"""Keys of what holds: standing rules and abilities, ends, scoring, ranking, ladder, teams, invariants, names, edits."""

from __future__ import annotations

from custumal.dsl.keys.common import ABOUT, BECAUSE, CHOOSE, ELSE, ENSURE, REQUIRE, SEAT, TERMS
from custumal.dsl.keys.form import Entries, Form, Head, Holds, Key, Literal, form
from custumal.dsl.keys.holds import (
    ADDRESSES,
    AMOUNT,
    BODY,
    DATA,
    EFFECTS,
    EXPRESSION,
    FLAG,
    NUMBER,
    PATH,
    STEP,
    TEXTS,
    TRUTH,
    WINDOWS,
    words,
)

CHANGES = ("set", "add", "times", "at-least", "at-most", "also", "except")

RULE_KEYS: tuple[Key, ...] = (
    Key("while", TRUTH, "It is in force as long as this holds.", "winter", "`true`; ability: the kind's `active`"),
    Key(
        "for",
        EXPRESSION,
        "Whom it concerns: `owner`, `everyone` or a set of seats.",
        "owner",
        "`everyone`; ability: `owner`, or required if it serves everyone",
    ),
    Key("if", TRUTH, "It applies to this reading or this deed, whose names it sees.", "good is cloth", "true"),
    Key("rank", NUMBER, "Its place among rules of its sort; greater is stronger.", 1, "0; `accept`: 1"),
    Key("modify", ADDRESSES, "A value or definition answers differently.", "values.hand-limit"),
    Key("set", EXPRESSION, "It is this instead.", 3),
    Key("add", EXPRESSION, "This is added.", 1),
    Key("times", EXPRESSION, "It is multiplied by this.", 2),
    Key("at-least", EXPRESSION, "It is not less than this.", 3),
    Key("at-most", EXPRESSION, "It is not more than this.", 3),
    Key("also", EXPRESSION, "A set: these belong to it too.", "1 to 6"),
    Key("except", EXPRESSION, "A set: these do not belong to it.", "[1]"),
    Key(
        "restrict",
        ADDRESSES,
        "One more restriction on an action, or on a step or rule in which a seat chooses.",
        "actions.build",
    ),
    Key("that", TRUTH, "The truth that has to hold.", "no my tokens"),
    Key("unless", TRUTH, "The printed exception.", "card is joker", "never"),
    Key("waive", ADDRESSES, "A restriction, cost, limit or step does not apply.", "actions.move.require.near"),
    Key("offer", ADDRESSES, "An action is offered there for these seats, possibly at other terms.", "actions.build"),
    Key("offered", WINDOWS, "The window in which it is offered.", "market"),
    Key("any-time", STEP, "It is free while this step runs.", "turn"),
    Key("accept", PATH, "A resource that pays for another.", "joker"),
    Key("as", PATH, "The resource that it pays for.", "coin"),
    Key("up-to", AMOUNT, "At most so much of it.", 3, "all there is"),
    Key("before", ADDRESSES, "More happens before a deed.", "actions.build"),
    Key("after", ADDRESSES, "More happens after a deed.", "play.round.turn"),
    Key("instead", ADDRESSES, "It takes the place of a deed.", "procedures.attack"),
    Key("whole", FLAG, "Of a step with a loop: once, before its first pass or after its last.", example=True, default="at each pass"),
    Key("may", AMOUNT, "This seat is asked and can say no.", "owner", "nobody is asked"),
    SEAT,
    CHOOSE,
    REQUIRE,
    ENSURE,
    *TERMS,
    Key("do", BODY, "What happens.", "gain 1 coin"),
    ELSE,
    Key("then", BODY, "What happens on top of the action that is offered.", "discard this", "nothing"),
    BECAUSE,
    *ABOUT,
)

_DECISION = ("choose", "require", "cost", "limit", "consent")
_HOOK = (*_DECISION, "ensure", "seat", "may", "do", "else")

HEADS: tuple[Head, ...] = (
    Head("modify", CHANGES, any_of=CHANGES),
    Head("restrict", ("that", "unless"), needs=("that", "because")),
    Head("waive"),
    Head("offer", (*_DECISION, "offered", "any-time", "then"), any_of=("offered", "any-time")),
    Head("accept", ("as", "up-to"), needs=("as",)),
    Head("before", (*_HOOK, "whole"), needs=("do",)),
    Head("after", (*_HOOK, "whole"), needs=("do",)),
    Head("instead", _HOOK, needs=("do",)),
)
OWN_ACTION = Head("", (*_DECISION, "offered", "any-time", "ensure", "do", "else"), any_of=("offered", "any-time"))

STANDING = form(
    "standing",
    "a standing rule",
    "Something that holds while something is so: it changes a value, forbids, allows, or lets more happen.",
    RULE_KEYS,
    hidden=("do",),
    heads=HEADS,
    headless=OWN_ACTION,
)
ABILITY = form(
    "ability",
    "an ability",
    "A standing rule that holds while the thing on which it stands is active; it reads `this`, `owner` and `copies`.",
    RULE_KEYS,
    hidden=("do",),
    heads=HEADS,
    headless=OWN_ACTION,
)

END = form(
    "end",
    "an end",
    "When a loop, and with it perhaps the game, comes to its end.",
    Key("after", STEP, "Asked after every pass of this step.", "play.round.turn", required=True),
    Key(
        "if",
        TRUTH,
        "It happens if this holds; sees the names of the step. Not asked if it reads what is chosen and nothing could be.",
        "my saved >= 100",
        "true",
    ),
    Key("do", EFFECTS, "`finish STEP` or `stop STEP`.", "stop round", required=True),
    ABOUT,
    hidden=("do",),
    ordered=True,
)

SCORE = form(
    "score",
    "a line of the score",
    "Points of a seat; the lines add up to `total`.",
    Key("points", AMOUNT, "The number for `me`.", "sum(value for my table)", required=True),
    ABOUT,
    main="points",
)

RANK = form(
    "rank",
    "an entry of `ranking`",
    "What is compared, in this order.",
    Key("most", AMOUNT, "The seat with the greatest number is before the others.", "my total"),
    Key("least", AMOUNT, "The seat with the least number is before the others.", "count(my hand)"),
    Key("that", TRUTH, "A seat for which this does not hold stands behind all for which it does, and does not win.", "my coin > 0"),
    BECAUSE,
    Key("join", words("sum", "best"), "How the numbers of partners become one.", "best", "`sum`"),
    ABOUT,
    main="most",
    needs_one=("most", "least", "that"),
    at_most_one=(("most", "least", "that"), ("that", "join"), ("most", "because"), ("least", "because")),
    ordered=True,
)

LADDER = form(
    "ladder",
    "the ladder",
    "Titles for one seat by its number.",
    Key("if", TRUTH, "It is used only if this holds.", "players is 1", "true"),
    Key("of", AMOUNT, "The number that is graded.", "my total", required=True),
    Key(
        "steps",
        Holds("a map of numbers and titles", map=Entries("grade", "number")),
        "From which number on there is which title.",
        {"0": "Beginner", "50": "Master"},
        required=True,
    ),
    ABOUT,
)

GRADE = form(
    "grade",
    "a title of the ladder",
    "The title from this number on.",
    Key("is", TEXTS, "The title.", "Master", required=True),
    main="is",
    is_long=False,
)

TEAMS = form(
    "teams",
    "the teams",
    "Seats that win together.",
    Key("if", TRUTH, "There are teams only if this holds.", "players is 4", "true"),
    Key("of", EXPRESSION, "The partners of seat `s`, itself included.", "[s, next of next of s]", required=True),
    ABOUT,
)

UNENCODED = form(
    "unencoded",
    "a rule without code",
    "A numbered rule that needs no code, with the reason.",
    Key("because", TEXTS, "Why not.", "Follows from the other rules.", required=True),
    main="because",
    is_long=False,
)

INVARIANT = form(
    "invariant",
    "an invariant",
    "A truth that always holds, which is tested in scenarios and random games.",
    Key("that", TRUTH, "The truth.", "every s in seats has count(hand of s) <= 7", required=True),
    ABOUT,
    main="that",
)

LABEL = form(
    "label",
    "a name",
    "What players read for an id.",
    Key("say", TEXTS, "The text.", {"en": "Heart", "fr": "Cœur"}, required=True),
    main="say",
    is_long=False,
)

TARGET = Holds("an address", Literal("text"))
"""No sentence, as ids of numbered rules are no names of the language."""

EDIT = form(
    "edit",
    "an edit",
    "One change of the game; it hits exactly one entry or key.",
    Key("set", TARGET, "The entry or key that gets another value.", "values.hand-limit"),
    Key("replace", TARGET, "The entry that is replaced.", "actions.draw"),
    Key("add", TARGET, "The address of a new entry.", "actions.move.require.far"),
    Key("remove", TARGET, "The entry that is taken out.", "actions.swap"),
    Key("move", TARGET, "The entry that gets another place.", "play.round.market"),
    Key("was", DATA, "The value that is replaced, to notice when the game changes.", 6),
    Key("to", DATA, "The new value.", 7),
    Key("with", DATA, "The new entry.", {"that": "far", "because": "Too near."}),
    Key("before", PATH, "It stands before this entry of the same parent.", "play.round.night"),
    Key("after", PATH, "It stands after this entry of the same parent.", "play.round.day"),
    BECAUSE,
    ABOUT,
    at_most_one=(("before", "after"),),
    heads=(
        Head("set", ("was", "to"), needs=("to",)),
        Head("replace", ("with",), needs=("with",)),
        Head("add", ("with", "before", "after"), needs=("with",)),
        Head("remove"),
        Head("move", ("before", "after"), any_of=("before", "after")),
    ),
)

CONFLICT = form(
    "conflict",
    "a conflict",
    "A variant that does not go with this one.",
    Key("because", TEXTS, "Why not.", "Both say how many cards a hand has.", required=True),
    main="because",
    is_long=False,
)

FORMS: tuple[Form, ...] = (STANDING, ABILITY, END, SCORE, RANK, LADDER, GRADE, TEAMS, UNENCODED, INVARIANT, LABEL, EDIT, CONFLICT)
