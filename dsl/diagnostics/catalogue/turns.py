"""The course of play: steps, menus, marks, restrictions."""

from __future__ import annotations

from custumal.dsl.diagnostics.code import ERROR, WARNING, Code
from custumal.dsl.diagnostics.diagnostic import Problem, Related, Span

NEVER_OFFERED = Code(
    "never-offered",
    WARNING,
    "No step ever offers this action.",
    failing="""
        actions:
          rest: {do: set guest of me to none}
        """,
    mended="""
        actions:
          rest: {offered: turn, do: set guest of me to none}
        """,
)


def never_offered(action: str) -> Problem:
    return NEVER_OFFERED.says(f"No step ever offers `{action}`; say `offered:` or `any-time:`.")


UNOPENED_WINDOW = Code(
    "unopened-window",
    WARNING,
    "An action is offered in a window that no step opens.",
    failing="""
        actions:
          rest: {offered: trun, do: set guest of me to none}
        """,
    mended="""
        actions:
          rest: {offered: turn, do: set guest of me to none}
        """,
)


def unopened_window(window: str, near: str | None) -> Problem:
    return UNOPENED_WINDOW.says(f"No step opens the window `{window}`, so nothing offered there can ever be chosen.", near)


EMPTY_WINDOW = Code(
    "empty-window",
    WARNING,
    "A step opens a window in which nothing is offered.",
    failing="""
        play:
          round:
            repeat: 3
            do:
              turn: {players: seats from starter, offer: turn}
              night: {players: seats, offer: night}
              next: set starter to next of starter
        """,
    mended="""
        play:
          round:
            repeat: 3
            do:
              turn: {players: seats from starter, offer: turn}
              next: set starter to next of starter
        """,
)


def empty_window(window: str, near: str | None) -> Problem:
    return EMPTY_WINDOW.says(f"No action is offered in the window `{window}`.", near)


ENDLESS = Code(
    "endless",
    ERROR,
    "Nothing ever ends this loop: no `until`, and no `finish`, `stop` or `leave` names it or a step around it.",
    failing="""
        play:
          round:
            repeat: endless
            do:
              turn: {players: seats from starter, offer: turn}
        """,
    mended="""
        play:
          round:
            repeat: endless
            do:
              turn: {players: seats from starter, offer: turn}
        end:
          full: {after: turn, if: no c in cells of board where c is empty, do: finish round}
        """,
)


def nothing_ends(name: str) -> Problem:
    return ENDLESS.says(f"Nothing ever ends `{name}`: no `finish`, `stop` or `leave` names it or a step around it.")


ONE_UNSEEN_PICK = Code(
    "one-unseen-pick",
    ERROR,
    "Where all choose `together`, each seat picks one action unseen, and it happens when all have picked.",
    reason="What a second pick could be is not known before; free actions would be seen at once.",
    failing="""
        play:
          round:
            repeat: 3
            do:
              turn: {together: seats from starter, offer: turn, pick: up to 2}
        """,
    mended="""
        play:
          round:
            repeat: 3
            do:
              turn: {together: seats from starter, offer: turn, pick: up to 1}
        """,
)


def free_where_unseen() -> Problem:
    return ONE_UNSEEN_PICK.says("Free actions are not offered where all choose unseen.", _ONE_AFTER_THE_OTHER)


def one_unseen_pick() -> Problem:
    message = "Where all choose `together`, each seat picks one action at most; what the second could be is not known yet."
    return ONE_UNSEEN_PICK.says(message, f"Write `pick: up to 1`, or leave `pick` out. {_ONE_AFTER_THE_OTHER}")


_ONE_AFTER_THE_OTHER = "Ask the seats one after the other, with `players:`."


FREE_WITHIN_DEED = Code(
    "free-within-deed",
    ERROR,
    "`offer: free` in what an action does, what a standing rule adds to it, or what a rule does that hooks actions only.",
    reason=(
        "Free actions never interrupt what somebody has chosen to do, so this menu would always be empty. Hook the step "
        "around, or give the actions a window of their own."
    ),
    failing="""
        actions:
          rest: {any-time: round, limit: once per turn, do: gain 1 coin}
        standing:
          pause: {after: actions.put, do: {window: {seat: me, offer: free}}}
        """,
    mended="""
        actions:
          rest: {any-time: round, limit: once per turn, do: gain 1 coin}
        standing:
          pause: {after: play.round.turn.act, do: {window: {seat: me, offer: free}}}
        """,
)


def free_within_action() -> Problem:
    return FREE_WITHIN_DEED.says("Free actions never interrupt what somebody has chosen to do, so nothing is ever offered here.")


ENDLESS_CHOICE = Code(
    "endless-choice",
    WARNING,
    "A choice that can be made any number of times has no cost and no limit, and changes nothing of what decides whether it can be made.",
    failing="""
        actions:
          wave: {offered: turn, do: set guest of me to none}
        play:
          round:
            repeat: 3
            do:
              turn: {players: seats from starter, offer: turn, pick: any}
              next: set starter to next of starter
        """,
    mended="""
        actions:
          wave: {offered: turn, limit: once per turn, do: set guest of me to none}
        play:
          round:
            repeat: 3
            do:
              turn: {players: seats from starter, offer: turn, pick: any}
              next: set starter to next of starter
        """,
)


def endless_choice(action: str) -> Problem:
    why = "it has no cost and no limit, and changes nothing of what it asks"
    return ENDLESS_CHOICE.says(f"`{action}` can be chosen again and again: {why}.")


UNREACHABLE = Code(
    "unreachable",
    WARNING,
    "What stands before this never lets it happen.",
    failing="""
        play:
          round:
            repeat: 3
            do:
              turn: {players: seats from starter, offer: turn}
              last: stop round
              next: set starter to next of starter
        """,
    mended="""
        play:
          round:
            repeat: 3
            do:
              turn: {players: seats from starter, offer: turn}
              next: set starter to next of starter
              last: stop round
        """,
)


def never_reached(why: str, end: Span) -> Problem:
    return UNREACHABLE.says(f"This is never reached: {why}.", None, Related(end, "here it ends"))


def exit_comes_first(verb: str) -> str:
    """Why something is never reached, as `nothing_ends_alone`."""
    return f"`{verb}` ends the step before it comes to this"


def nothing_ends_alone(step: str) -> str:
    return f"nothing ends `{step}` alone"


UNNAMED_STEP = Code(
    "unnamed-step",
    WARNING,
    "A step in a list has no address, so the rule that it cites can't be found by it.",
    reason="Give it a name.",
    failing="""
        setup:
          deal:
            do:
              - {each: s in seats, rule: EX-1, do: draw 2 from deck to hand of s}
        """,
    mended="""
        setup:
          deal: {each: s in seats, rule: EX-1, do: draw 2 from deck to hand of s}
        """,
)


def unnamed_step() -> Problem:
    return UNNAMED_STEP.says("This step cites a rule but has no name by which to find it; write named steps in place of the list.")


NEVER_CLEARED = Code(
    "never-cleared",
    WARNING,
    "A mark is set and never taken back.",
    reason="Say until when it holds, or `until: end` if it is for the whole game.",
    failing="""
        kept:
          moved(stone): truth
        """,
    mended="""
        kept:
          moved(stone): {is: truth, until: turn}
        """,
)


def never_cleared(name: str) -> Problem:
    return NEVER_CLEARED.says(f"`{name}` is set and never taken back; say `until: STEP`, or `until: end` if that is meant.")


FORGOTTEN = Code(
    "forgotten",
    WARNING,
    "A kept value is put back at the end of each pass of the step until which it lives.",
    reason=(
        "One time round a loop is one pass: so the `until` of that loop, and what comes behind the step, find the value at its "
        "start, whatever happened. Let it live until the step around."
    ),
    failing="""
        kept:
          high: {is: 0 to 99, until: auction}
        play:
          auction:
            repeat: endless
            until: high > 2
            do: {bid: {players: seats, do: raise high by 1}}
          round:
            repeat: 3
            do:
              turn: {players: seats from starter, do: {act: {offer: turn}}}
              next: set starter to next of starter
        """,
    mended="""
        kept:
          high: {is: 0 to 99, until: auction}
        play:
          auction:
            do:
              bids:
                repeat: endless
                until: high > 2
                do: {bid: {players: seats, do: raise high by 1}}
          round:
            repeat: 3
            do:
              turn: {players: seats from starter, do: {act: {offer: turn}}}
              next: set starter to next of starter
        """,
)


def forgotten_before_until(name: str, step: str, kept: Span) -> Problem:
    what = f"`{name}` is put back at the end of each pass of `{step}`, so it is always at its start when `until` is asked"
    return _forgotten(what, kept)


def forgotten_behind(name: str, step: str, kept: Span) -> Problem:
    return _forgotten(f"`{name}` is put back when `{step}` ends, so it is at its start here", kept)


def _forgotten(what: str, kept: Span) -> Problem:
    return FORGOTTEN.says(f"{what}; let it live until a step around.", None, Related(kept, "it is kept here"))


STALE_READ = Code(
    "stale-read",
    WARNING,
    "In one list of steps a definition is read, then what it reads is changed, then it is read again as if it still were the same.",
    failing="""
        define:
          poorest: first(seats by coin of it)
        setup:
          gift:
            do:
              pay: gain 1 coin for poorest
              mark: set guest of poorest to none
        """,
    mended="""
        define:
          poorest: first(seats by coin of it)
        setup:
          gift:
            let: {who: poorest}
            do:
              pay: gain 1 coin for who
              mark: set guest of who to none
        """,
)


def stale_read(definition: str, changed: str, first: Span) -> Problem:
    return STALE_READ.says(
        (
            f"`{definition}` was read before and is read again here after `{changed}` has changed; "
            "if the first answer is meant, give it a name with `let`."
        ),
        None,
        Related(first, "read here first"),
    )


ENSURE_BEHIND_STOP = Code(
    "ensure-behind-stop",
    ERROR,
    "`ensure` tries out what happens up to the first choice or chance; it may not read what changes only after that.",
    failing="""
        actions:
          gamble:
            offered: turn
            ensure: {rich: {that: steps of me > 2, because: Not enough.}}
            do:
              mix: shuffle deck
              count: raise steps of me by 1
        """,
    mended="""
        actions:
          gamble:
            offered: turn
            ensure: {rich: {that: steps of me > 2, because: Not enough.}}
            do:
              count: raise steps of me by 1
              mix: shuffle deck
        """,
)


def ensure_behind_stop(changed: str) -> Problem:
    return ENSURE_BEHIND_STOP.says(
        f"The result is tried out only up to the first choice or chance in `do`, and `{changed}` changes after that."
    )


HIDDEN_RULE = Code(
    "hidden-rule",
    WARNING,
    "A `where` among the candidates cites a rule: what it forbids never shows up, so nobody can be told why.",
    reason="Make it a restriction.",
    failing="""
        actions:
          call:
            offered: turn
            choose: {who: {rule: EX-1, from: s in seats where coin of s > 2}}
            do: set guest of me to who
        """,
    mended="""
        actions:
          call:
            offered: turn
            choose: {who: seats}
            require: {rich: {rule: EX-1, that: coin of who > 2, because: Too poor.}}
            do: set guest of me to who
        """,
)


def hidden_rule() -> Problem:
    return HIDDEN_RULE.says(
        "This cites a rule, but what it forbids never shows up among the candidates and can't be explained; "
        "make it a restriction under `require`."
    )


NOT_IN_GIVEN = Code(
    "not-in-given",
    ERROR,
    "`given` of a scenario lays out a position at once: no rule acts, nobody decides and chance brings nothing.",
    reason=(
        "So it has no procedures, no `roll` or `shuffle`, and no step to end. Write what would be so afterwards, or play it under `when`."
    ),
    failing="""
        scenarios:
          bought:
            given: ["take-card(first(hand of p1), p1)"]
            then: {there: count(shelf of p1) is 1}
        """,
    mended="""
        scenarios:
          bought:
            given: [move first(hand of p1) to shelf of p1]
            then: {there: count(shelf of p1) is 1}
        """,
)


def not_in_given(word: str) -> Problem:
    return NOT_IN_GIVEN.says(f"`given` lays out a position, without anything happening in it; write what would be so after `{word}`.")


NEVER_FAILS = Code(
    "never-fails",
    WARNING,
    "A restriction holds in every position, so it forbids nothing.",
    failing="""
        actions:
          rest:
            offered: turn
            require: {room: {that: count(cells of board) <= 9, because: Full.}}
            do: set guest of me to none
        """,
    mended="""
        actions:
          rest:
            offered: turn
            require: {room: {that: count(cells of board where filled) < 9, because: Full.}}
            do: set guest of me to none
        """,
)


def never_fails() -> Problem:
    return NEVER_FAILS.says("This restriction never fails.")


CONSTANT_CONDITION = Code(
    "constant-condition",
    WARNING,
    "The `if` of a step or of a standing rule is always so, or never, whatever happens.",
    reason=(
        "A bare `true` or `false` is not blamed: it switches something on or off on purpose. Anywhere in the rules it is said "
        "of something that is compared with itself, and of `is none` and `is not none` where what is asked for is never "
        "nothing."
    ),
    failing="""
        actions:
          rest:
            offered: turn
            do:
              gift: {if: players > 4, do: gain 1 hay}
        """,
    mended="""
        actions:
          rest:
            offered: turn
            do:
              gift: {if: players > 2, do: gain 1 hay}
        """,
)


def constant_condition(*, always: bool) -> Problem:
    said = "always so; leave it out" if always else "never so, and what hangs on it never happens"
    return CONSTANT_CONDITION.says(f"This is {said}.")


def constant_test(*, always: bool) -> Problem:
    return CONSTANT_CONDITION.says(f"This is {'always' if always else 'never'} so.")


ALWAYS_FAILS = Code(
    "always-fails",
    WARNING,
    "A restriction holds in no position, so what it belongs to can never be chosen.",
    reason="A standing rule that restricts only at times (`while`, `if`, `for`) may well forbid everything then.",
    failing="""
        actions:
          rest:
            offered: turn
            require: {room: {that: count(cells of board) > 9, because: Full.}}
            do: set guest of me to none
        """,
    mended="""
        actions:
          rest:
            offered: turn
            require: {room: {that: count(cells of board where filled) > 2, because: Full.}}
            do: set guest of me to none
        """,
)


def always_fails() -> Problem:
    return ALWAYS_FAILS.says("This restriction always fails.")
