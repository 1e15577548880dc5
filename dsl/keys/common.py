"""Keys that many entries share: what is said about a rule, and what a decision asks for."""

from __future__ import annotations

from custumal.dsl.keys.form import Form, Key, form
from custumal.dsl.keys.holds import (
    AMOUNT,
    BODY,
    CANDIDATES,
    COST,
    EXPRESSION,
    FLAG,
    LETS,
    LIMIT,
    NUMBER,
    PICK,
    RULES,
    TEXT,
    TEXTS,
    TRUTH,
    WINDOW,
    entries,
)

VERSION_KEY = Key("custumal", NUMBER, "The version of the language in which the file is written.", 1, "1, with a warning")

RULE = Key("rule", RULES, "The numbered rule, or rules, that this encodes.", "R-12", "cites no rule")
SAY = Key("say", TEXTS, "What players read for it; `{E}` shows a value.", "Keep {pot}", "its id with blanks")
WHOSE_EXAMPLE = "Whose it is: the printed one in our words, the printed one completed where not all of it is known, or ours."
NOTE = Key("note", TEXTS, "A remark for readers of the file.", "Rarely needed.")
ABOUT: tuple[Key, ...] = (RULE, SAY, NOTE)
BECAUSE = Key("because", TEXTS, "The sentence for people: why.", "This cell is taken.")

LET = Key("let", LETS, "Names for values, frozen when they are read.", {"need": "max(0, 3 - my coin)"}, "no names")
CHOOSE = Key(
    "choose",
    entries("choice", "a map of choices", "name"),
    "What is chosen, in this order; an entry may read those above it.",
    {"card": "my hand"},
    "nothing to choose",
)
REQUIRE = Key(
    "require",
    entries("require", "a map of restrictions"),
    "What has to hold before it may be chosen, each with a sentence for the player.",
    {"empty": {"that": "cell is empty", "because": "This cell is taken."}},
    "no restriction",
)
ENSURE = Key(
    "ensure",
    entries("require", "a map of restrictions"),
    "What has to hold after it, found out on a trial.",
    {"safe": {"that": "my coin >= 0", "because": "You would be in debt."}},
    "no restriction",
)
AS_ONE = Key("as-one", FLAG, "All that its seat chooses in `do` is one choice with it, made as a whole.", example=True, default="false")
PREFER = Key(
    "prefer",
    entries("preference", "a map of preferences"),
    "With `as-one`: of all ways to do it only those are allowed after which a number is the greatest; of those, by the next.",
    {"majority": {"most": "taken", "because": "You have to take as many as you can."}},
    "all ways",
)
COST_KEY = Key("cost", COST, "What is paid after the choice and before `do`.", {"coin": 2}, "free")
LIMIT_KEY = Key("limit", LIMIT, "How often a seat may do it.", "once per turn", "no limit")
CONSENT = Key("consent", AMOUNT, "The seat that has to agree to the terms.", "partner", "nobody")
TERMS: tuple[Key, ...] = (COST_KEY, LIMIT_KEY, CONSENT)
"""On which terms something may be chosen."""

OFFER = Key(
    "offer", WINDOW, "Opens a window: the seat picks one of the actions offered there; `free`: only free actions.", "action", "no menu"
)
PICK_KEY = Key("pick", PICK, "How many the seat may pick.", "any", "exactly one; `free`: any")
IF = Key("if", TRUTH, "It happens only if this holds.", "some my hand", "true")
ELSE = Key("else", BODY, "What happens instead if `if` does not hold, or if nothing can be picked.", "gain 1 coin", "nothing")
SEAT = Key("seat", AMOUNT, "Who acts: a seat, or `chance`.", "next of me", "the actor so far")

CHOICE = form(
    "choice",
    "an entry of `choose`",
    "Short: what may be chosen. `maybe S`, `up to n among S`, `exactly n among S`, `any among S` choose none or several.",
    Key("from", CANDIDATES, "What may be chosen.", "cells of board where empty"),
    Key("let", EXPRESSION, "A name for a value instead of a choice.", "first(hand of me)"),
    Key("because", TEXTS, "Why nothing else is a candidate, where that is a matter of geometry.", "Tiles may be turned, not mirrored."),
    ABOUT,
    main="from",
    needs_one=("from", "let"),
    at_most_one=(("from", "let"),),
    ordered=True,
)

RESTRICTION = form(
    "require",
    "a restriction",
    "What has to hold, and the sentence that a player reads if it does not.",
    Key("that", TRUTH, "The truth that has to hold.", "count(my hand) < 7", required=True),
    Key("because", TEXTS, "The sentence for the player.", "Your hand is full.", required=True),
    Key("unless", TRUTH, "The printed exception.", "card is joker", "never"),
    ABOUT,
    main="that",
    ordered=True,
)

PREFERENCE = form(
    "preference",
    "a preference",
    "Of all ways to carry out an action only those count after which a number is the greatest, or the least.",
    Key("most", AMOUNT, "Those with the greatest number.", "taken"),
    Key("least", AMOUNT, "Those with the least number.", "coin of me"),
    Key("because", TEXTS, "The sentence for the player.", "You have to take as many as you can.", required=True),
    ABOUT,
    main="most",
    needs_one=("most", "least"),
    at_most_one=(("most", "least"),),
    ordered=True,
)

NAME = form(
    "name",
    "an entry of `let`",
    "A name for a value.",
    Key("is", EXPRESSION, "The value.", "count(my hand)", required=True),
    ABOUT,
    main="is",
    ordered=True,
)

AMOUNT_FORM = form(
    "amount",
    "an amount of a resource",
    "How much of it.",
    Key("is", AMOUNT, "The amount.", 2, required=True),
    main="is",
    is_long=False,
)

TRANSLATION = form(
    "translation",
    "a text in one language",
    "The text in one language.",
    Key("is", TEXT, "The text.", "Keep", required=True),
    main="is",
    is_long=False,
)

FORMS: tuple[Form, ...] = (CHOICE, RESTRICTION, PREFERENCE, NAME, AMOUNT_FORM, TRANSLATION)
