"""The course of play: steps, menus, marks, restrictions."""

from __future__ import annotations

from custumal.dsl.diagnostics.code import ERROR, WARNING, Code
from custumal.dsl.diagnostics.diagnostic import Problem, Related, Span

NEVER_OFFERED = Code("never-offered", WARNING, "No step ever offers this action.")


def never_offered(action: str) -> Problem:
    return NEVER_OFFERED.says(f"No step ever offers `{action}`; say `offered:` or `any-time:`.")


UNOPENED_WINDOW = Code("unopened-window", WARNING, "An action is offered in a window that no step opens.")


def unopened_window(window: str, near: str | None) -> Problem:
    return UNOPENED_WINDOW.says(f"No step opens the window `{window}`, so nothing offered there can ever be chosen.", near)


EMPTY_WINDOW = Code("empty-window", WARNING, "A step opens a window in which nothing is offered.")


def empty_window(window: str, near: str | None) -> Problem:
    return EMPTY_WINDOW.says(f"No action is offered in the window `{window}`.", near)


def opened_by_nobody(window: str) -> str:
    return f"the window `{window}`, in which something is offered, is opened by no step"


def offered_by_nobody(window: str) -> str:
    return f"the window `{window}` is opened here, and nothing is offered in it"


REMEMBERS_NOTHING = Code("remembers-nothing", ERROR, "A step remembers no positions, or not everything, where something rests on that.")


def remembers_nothing(step: str) -> Problem:
    return REMEMBERS_NOTHING.says(f"`{step}` remembers nothing; say there which kept values and zones make a position: `remember: […]`.")


POSITION_WITHOUT_LOOP = Code("position-without-loop", ERROR, "`remember` stands where no pass follows another, or all choose at once.")


def position_without_loop() -> Problem:
    return POSITION_WITHOUT_LOOP.says("Positions are remembered by a step with a loop (`players`, `rounds`, `each`, `repeat`, `until`).")


def regardless_of_nothing() -> Problem:
    return REMEMBERS_NOTHING.says("`regardless-of` leaves something out of `remember: everything`, which does not stand here.")


HIDDEN_IN_POSITION = Code("hidden-in-position", ERROR, "`remember` names what not everybody sees; whether it came again would tell it.")


def hidden_in_position(name: str) -> Problem:
    return HIDDEN_IN_POSITION.says(f"Not everybody sees `{name}`; that a position came again would tell how it stands.")


PREFERS_WITHOUT_ONE = Code("prefers-without-one", ERROR, "`prefer` compares whole ways to carry out an action, so it needs `as-one`.")


def prefers_without_one() -> Problem:
    return PREFERS_WITHOUT_ONE.says("`prefer` compares what an action leads to as a whole; say `as-one: true` in it.")


CHANCE_IN_ONE = Code(
    "chance-in-one",
    ERROR,
    "An action that is chosen as one draws, rolls, shuffles, reveals or asks somebody else.",
)


def chance_in_one(action: str) -> Problem:
    return CHANCE_IN_ONE.says(f"All of `{action}` is chosen as one, so nothing in it may depend on chance or on what nobody has seen.")


NO_ROUNDS = Code("no-rounds", ERROR, "A seat leaves a step, or one asks who stays there, that does not go round the table by `rounds`.")


def no_rounds(step: str) -> Problem:
    return NO_ROUNDS.says(
        f"A seat leaves only a step with `rounds:`, and stays only there; `{step}` has none. "
        "`finish` ends a step with this pass, `stop` at once."
    )


ENDLESS = Code(
    "endless", ERROR, "Nothing ever ends this loop: no `until`, and no `finish`, `stop` or `leave` names it or a step around it."
)


def nothing_ends(name: str) -> Problem:
    return ENDLESS.says(f"Nothing ever ends `{name}`: no `finish`, `stop` or `leave` names it or a step around it.")


ONE_UNSEEN_PICK = Code(
    "one-unseen-pick", ERROR, "Where all choose `together`, each seat picks one action unseen, and it happens when all have picked."
)


def free_where_unseen() -> Problem:
    return ONE_UNSEEN_PICK.says(f"Free actions are not offered where all choose unseen. {_ONE_AFTER_THE_OTHER}")


def one_unseen_pick() -> Problem:
    message = "Where all choose `together`, each seat picks one action at most; what the second could be is not known yet."
    return ONE_UNSEEN_PICK.says(f"{message} {_ONE_AFTER_THE_OTHER}", "up to 1")


def whole_unseen(action: str) -> Problem:
    return ONE_UNSEEN_PICK.says(f"`{action}` is chosen as one, which can't be done unseen. {_ONE_AFTER_THE_OTHER}")


_ONE_AFTER_THE_OTHER = "Ask the seats one after the other, with `players:`."


FREE_WITHIN_DEED = Code(
    "free-within-deed",
    ERROR,
    "`offer: free` in what an action does, what a standing rule adds to it, or what a rule does that hooks actions only.",
)


def free_within_action() -> Problem:
    return FREE_WITHIN_DEED.says("Free actions never interrupt what somebody has chosen to do, so nothing is ever offered here.")


ENDLESS_CHOICE = Code(
    "endless-choice",
    WARNING,
    "A choice that can be made any number of times has no cost and no limit, and changes nothing of what decides whether it can be made.",
)


def endless_choice(action: str) -> Problem:
    why = "it has no cost and no limit, and changes nothing of what it asks"
    return ENDLESS_CHOICE.says(f"`{action}` can be chosen again and again: {why}.")


UNREACHABLE = Code("unreachable", WARNING, "What stands before this never lets it happen.")


def never_reached(why: str, end: Span) -> Problem:
    return UNREACHABLE.says(f"This is never reached: {why}.", None, Related(end, "here it ends"))


def exit_comes_first(verb: str) -> str:
    """Why something is never reached, as `nothing_ends_alone`."""
    return f"`{verb}` ends the step before it comes to this"


def nothing_ends_alone(step: str) -> str:
    return f"nothing ends `{step}` alone"


UNNAMED_STEP = Code("unnamed-step", WARNING, "A step in a list has no address, so the rule that it cites can't be found by it.")


def unnamed_step() -> Problem:
    return UNNAMED_STEP.says("This step cites a rule but has no name by which to find it; write named steps in place of the list.")


NEVER_CLEARED = Code("never-cleared", WARNING, "A mark is set and never taken back.")


def never_cleared(name: str) -> Problem:
    return NEVER_CLEARED.says(f"`{name}` is set and never taken back; say `until: STEP`, or `until: end` if that is meant.")


FORGOTTEN = Code("forgotten", WARNING, "A kept value is put back at the end of each pass of the step until which it lives.")


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
)


def ensure_behind_stop(changed: str) -> Problem:
    return ENSURE_BEHIND_STOP.says(
        f"The result is tried out only up to the first choice or chance in `do`, and `{changed}` changes after that."
    )


def whole_stops(action: str) -> Problem:
    return ENSURE_BEHIND_STOP.says(
        f"What `{action}` has to ensure is asked at its end, which it does not reach where it stops a step; let an `end` entry stop that."
    )


def asks_for_a_whole(action: str) -> Problem:
    return ENSURE_BEHIND_STOP.says(
        f"`can {action}` looks only at its first choice, and it has to ensure something of the whole; ask for what makes it possible."
    )


HIDDEN_RULE = Code(
    "hidden-rule", WARNING, "A `where` among the candidates cites a rule: what it forbids never shows up, so nobody can be told why."
)


def hidden_rule() -> Problem:
    return HIDDEN_RULE.says(
        "This cites a rule, but what it forbids never shows up among the candidates and can't be explained; "
        "make it a restriction under `require`."
    )


NOT_IN_GIVEN = Code(
    "not-in-given", ERROR, "`given` of a scenario lays out a position at once: no rule acts, nobody decides and chance brings nothing."
)


def not_in_given(word: str) -> Problem:
    return NOT_IN_GIVEN.says(f"`given` lays out a position, without anything happening in it; write what would be so after `{word}`.")


NEVER_FAILS = Code("never-fails", WARNING, "A restriction holds in every position, so it forbids nothing.")


def never_fails() -> Problem:
    return NEVER_FAILS.says("This restriction never fails.")


CONSTANT_CONDITION = Code(
    "constant-condition", WARNING, "The `if` of a step or of a standing rule is always so, or never, whatever happens."
)


def constant_condition(*, always: bool) -> Problem:
    said = "always so; leave it out" if always else "never so, and what hangs on it never happens"
    return CONSTANT_CONDITION.says(f"This is {said}.")


def constant_test(*, always: bool) -> Problem:
    return CONSTANT_CONDITION.says(f"This is {'always' if always else 'never'} so.")


ALWAYS_FAILS = Code("always-fails", WARNING, "A restriction holds in no position, so what it belongs to can never be chosen.")


def always_fails() -> Problem:
    return ALWAYS_FAILS.says("This restriction always fails.")


NO_CANDIDATES = Code("no-candidates", WARNING, "There is never enough to choose from, so what it belongs to can never be chosen.")


def never_enough(needed: int, most: int) -> Problem:
    there = "nothing" if most == 0 else f"at most {most}"
    wanted = "" if needed == 1 else f", and {needed} are to be chosen"
    return NO_CANDIDATES.says(f"There is always {there} to choose from here{wanted}.")
