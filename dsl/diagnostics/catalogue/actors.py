"""Who acts: somebody has to, and it may not be a house seat."""

from __future__ import annotations

from custumal.dsl.diagnostics.code import ERROR, Code
from custumal.dsl.diagnostics.diagnostic import Problem, Related, Span

NO_ACTOR = Code("no-actor", ERROR, "Nobody acts here, so there is no `me` and no `my`.")


def no_my() -> Problem:
    return NO_ACTOR.says("Nobody acts here, so there is no `my`; say whose it is (`… of s`).")


def no_me() -> Problem:
    return NO_ACTOR.says("Nobody acts here, so there is no `me`; give the definition a seat as parameter.")


def offered_to_nobody() -> Problem:
    return NO_ACTOR.says("A menu is offered to somebody; say to whom with `seat:` or `players:`.")


_ASKED = {
    "choose": "A choice is made by somebody; say by whom with `seat:` or `players:`, or let chance choose (`seat: chance`).",
    "cost": "A cost is paid by somebody; say by whom with `players:`, or with `seat:` here or in a step around.",
    "limit": "A limit counts how often a seat does it; say which with `players:`, or with `seat:` here or in a step around.",
}


def asked_of_nobody(key: str) -> Problem:
    return NO_ACTOR.says(_ASKED[key])


def nobody_to_trade(verb: str) -> Problem:
    return NO_ACTOR.says(f"Nobody acts here; say for whom: `{verb} … for s`.")


def nobody_to_give() -> Problem:
    return NO_ACTOR.says("Nobody acts here; say from whom: `give … from s to t`.")


def nobody_to_leave(step: str) -> Problem:
    return NO_ACTOR.says(f"Nobody acts here, so nobody can leave `{step}`; `finish` and `stop` end it for all.")


_NEEDED = {
    "me": "is about whoever acts",
    "choose": "lets whoever acts choose",
    "cost": "has whoever acts pay",
    "limit": "counts how often whoever acts does it",
    "offer": "offers a menu to whoever acts",
}


def needs_an_actor(address: str, need: str, there: Span) -> Problem:
    """`need`: the key that needs somebody who acts, or `me`."""
    return NO_ACTOR.says(
        f"Nobody acts here, but `{address}`, which this sets going, {_NEEDED[need]}; let a seat act with `players:` or `seat:`.",
        None,
        Related(there, f"this {_NEEDED[need]}"),
    )


def judged_where_nobody_acts(address: str, there: Span) -> Problem:
    return NO_ACTOR.says(
        f"Nobody acts here, but `{address}`, which holds for this, is about whoever acts; let a seat act with `players:` or `seat:`.",
        None,
        Related(there, "this is about whoever acts"),
    )


HOUSE_DECIDES = Code("house-decides", ERROR, "A menu or choice could reach a house seat, for which nobody decides.")


def house_decides(seats: str) -> Problem:
    return HOUSE_DECIDES.says(f"{seats} may act here, and nobody decides for a house seat; guard this with `if`.")
