"""Names that mean nothing, or two things."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from custumal.dsl.base.types import Type
from custumal.dsl.diagnostics.catalogue import keys, sources
from custumal.dsl.diagnostics.code import ERROR, WARNING, Code
from custumal.dsl.diagnostics.diagnostic import Diagnostic, Problem, Span
from custumal.dsl.diagnostics.wording import a, did_you_mean, every

UNKNOWN_NAME = Code("unknown-name", ERROR, "Nothing is called so here.")


def nothing_called(word: str, near: str | None) -> Problem:
    return UNKNOWN_NAME.says(f"Nothing is called `{word}`.", near)


def nothing_called_here(word: str, near: str | None, *, of_cells: bool = False) -> Problem:
    """`of_cells`: the word is a quality of cells."""
    otherwise = (
        "; only cells are empty or filled. A zone without cells is asked `no ZONE` or `some ZONE`, or `ZONE is none` if it holds one."
    )
    return UNKNOWN_NAME.says(f"Nothing is called `{word}` here{did_you_mean(near, otherwise if of_cells else '.')}", near)


def seat_of_scenarios(word: str) -> Problem:
    return UNKNOWN_NAME.says(
        f"Nothing is called `{word}` here: seats have such names in scenarios, options and choice keys; in a rule the "
        "first one is `first(seats)`, the one after it "
        "`next of first(seats)`."
    )


def nothing_kept(word: str, near: str | None) -> Problem:
    return UNKNOWN_NAME.says(
        f"Nothing is called `{word}` that could be changed; only kept values and resources can{did_you_mean(near)}", near
    )


def not_known_in(word: str, places: int, near: str | None) -> Problem:
    return UNKNOWN_NAME.says(f"`{word}` is not known in {places} places{did_you_mean(near)}", near)


def in_places(found: Diagnostic, places: int) -> Problem:
    """A problem of which the same is said elsewhere."""
    return Problem(found.code, found.severity, f"{found.message} (the same in {places} places)", found.suggestion)


def too_at(problem: Problem, further: Iterable[Span]) -> Problem:
    """A problem with some of the further places where it is."""
    for span in further:
        problem = problem.beside(span, "here, too")
    return problem


def not_known_yet(word: str) -> Problem:
    return UNKNOWN_NAME.says(
        f"`{word}` is not known yet where this is asked: a loop asks its `if` once, before its first pass, and `until` before its `let`; "
        "where the `if` does not hold (`else`) there is no pass."
    )


def no_local_called(word: str, near: str | None) -> Problem:
    return UNKNOWN_NAME.says(f"Nothing is called `{word}` here.", near)


def no_value(word: str, near: str | None) -> Problem:
    return UNKNOWN_NAME.says(f"There is no value `{word}`.", near)


def no_seat(word: str, most: int) -> Problem:
    return UNKNOWN_NAME.says(f"No seat is called `{word}`; there are p1 to p{most}.")


def unknown_row(word: str, kinds: Iterable[str], near: str | None) -> Problem:
    return UNKNOWN_NAME.says(f"`{word}` is no row of {every(kinds, ' or ')}{did_you_mean(near)}", near)


def no_element() -> Problem:
    return UNKNOWN_NAME.says(
        "Nothing is called `it` here: that is an element of a selection without a name; in `x in S where …` it is `x`."
    )


def nothing_to_remember(name: str, near: str | None) -> Problem:
    return UNKNOWN_NAME.says(f"There is no kept value and no zone `{name}`{did_you_mean(near)}", near)


def no_ranking_key(word: str | None, near: str | None) -> Problem:
    what = "the name of a key of the `ranking`" if word is None else f"a key of the `ranking`, and none is called `{word}`"
    return UNKNOWN_NAME.says(f"`decided-by(…)` takes {what}{did_you_mean(near)}", near)


BARE_MEMBER = Code("bare-member", ERROR, "A word that is asked of something stands alone, where it is not said of what.")


def said_of(word: str, name: str, *, is_truth: bool) -> Problem:
    """`word` is what the thing called `name` has."""
    instead = f"{name} is {word}" if is_truth else f"my {word}" if name == "me" else f"{word} of {name}"
    return BARE_MEMBER.says(f"`{word}` alone is said of nothing, as in a selection without a name; write `{instead}`.", instead)


def one_for_each(word: str, of: Sequence[Type]) -> Problem:
    """The word has parameters of these types."""
    shape = f"{word} of …" if len(of) == 1 else f"{word}({', '.join('…' for _ in of)})"
    return BARE_MEMBER.says(f"`{word}` alone is said of nothing; say of which {' and '.join(map(str, of))}: `{shape}`.")


def name_of_a_list(word: str, *, is_kind: bool) -> Problem:
    what = "things of this kind" if is_kind else "words of this list"
    return UNKNOWN_NAME.says(f"Nothing is called `{word}` here; all {what} are `all({word})`.", f"all({word})")


UNKNOWN_MEMBER = Code("unknown-member", ERROR, "A value has nothing of this name; perhaps another kind has it.")


def no_such_member(word: str, of: Type, near: str | None) -> Problem:
    return UNKNOWN_MEMBER.says(f"`{word}` is nothing that {a(of)} has{did_you_mean(near)}", near)


def not_a_member(word: str, of: Type) -> Problem:
    return UNKNOWN_MEMBER.says(f"`{word}` is no member of {a(of)}.")


def others_have_it(word: str, of: Type, others: Iterable[str]) -> Problem:
    return UNKNOWN_MEMBER.says(f"`{word}` is nothing that {a(of)} has; {' and '.join(others)} has it.")


def named_in_keys(word: str, kind: str, column: str) -> Problem:
    example = f"first(all({kind}) where {column} is …)"
    return UNKNOWN_MEMBER.says(f"`{word}(…)` names a thing in the keys of choices; a sentence finds it, as in `{example}`.")


UNKNOWN_VERB = Code("unknown-verb", ERROR, "There is no verb and no procedure of this name.")


def no_verb(word: str, near: str | None, verbs: Iterable[str]) -> Problem:
    return UNKNOWN_VERB.says(f"There is no verb or procedure `{word}`{did_you_mean(near, f'; verbs are {every(verbs)}.')}", near)


UNKNOWN_STEP = Code("unknown-step", ERROR, "`until`, `per`, `finish`, `limit` and the like name steps, and none is called so.")


def takes_a_step(verb: str) -> Problem:
    return UNKNOWN_STEP.says(f"`{verb}` takes the name of a step.")


def no_step(word: str, near: str | None) -> Problem:
    return UNKNOWN_STEP.says(f"No step is called `{word}`.", near)


def function_takes_a_step(word: str) -> Problem:
    return UNKNOWN_STEP.says(f"`{word}(…)` takes the name of a step.")


AMBIGUOUS_STEP = Code("ambiguous-step", ERROR, "Several steps have this name; write more of the address.")


def several_steps(word: str, several: str) -> Problem:
    return AMBIGUOUS_STEP.says(f"`{word}` could be {several}; write enough of the address.")


UNKNOWN_ACTION = Code(
    "unknown-action",
    ERROR,
    "`can` and the choices of scenarios name actions; a choice inside a deed begins with the id of the step, procedure or rule that asks.",
)


def no_action(word: str, near: str | None) -> Problem:
    return UNKNOWN_ACTION.says(f"No action is called `{word}`.", near)


def no_choice(word: str, near: str | None) -> Problem:
    end = did_you_mean(near, "; a choice inside a deed begins with the id of its step.")
    return UNKNOWN_ACTION.says(f"No action is called `{word}`{end}", near)


UNKNOWN_RESTRICTION = Code("unknown-restriction", ERROR, "`ignoring` names restrictions or entries of the action.")


def no_restriction(action: str, word: str, near: str | None) -> Problem:
    return UNKNOWN_RESTRICTION.says(f"`{action}` has no restriction or entry `{word}`.", near)


UNKNOWN_ADDRESS = Code("unknown-address", ERROR, "Nothing stands at this address that could be changed or named here.")


def no_restriction_at(address: str, near: str | None) -> Problem:
    return UNKNOWN_ADDRESS.says(f"There is no restriction at `{address}`.", near)


def nothing_at(address: str, head: str, near: str | None) -> Problem:
    return UNKNOWN_ADDRESS.says(f"There is nothing at `{address}` that `{head}` could change{did_you_mean(near)}", near)


def nothing_to_restrict(step: str) -> Problem:
    message = f"Nobody chooses anything at `{step}` itself; `restrict` takes an action, or a step or rule in which a seat chooses."
    return UNKNOWN_ADDRESS.says(message)


def nothing_to_waive(address: str) -> Problem:
    message = (
        f"`waive` sets aside a restriction, a cost, a limit or a step, not all of `{address}`; `restrict` forbids, `instead` replaces it."
    )
    return UNKNOWN_ADDRESS.says(message)


UNKNOWN_RESOURCE = Code("unknown-resource", ERROR, "An amount is of no resource of the game.")


def no_resource(word: str, near: str | None) -> Problem:
    return UNKNOWN_RESOURCE.says(f"`{word}` is no resource of this game.", near)


UNKNOWN_TYPE = Code("unknown-type", ERROR, "There is no type of this name: no list, no kind, no built-in type.")


def all_takes_kinds() -> Problem:
    return UNKNOWN_TYPE.says("`all(…)` takes a kind or a list.")


def all_of_nothing(word: str, near: str | None) -> Problem:
    return UNKNOWN_TYPE.says(f"`all(…)` takes a kind or a list, and none is called `{word}`.", near)


def no_type(word: str, near: str | None) -> Problem:
    return UNKNOWN_TYPE.says(f"There is no type `{word}`{did_you_mean(near)}", near)


def no_type_of(word: str, near: str | None) -> Problem:
    return UNKNOWN_TYPE.says(f"There is no type `{word} of …`.", near)


UNKNOWN_ZONE = Code("unknown-zone", ERROR, "`cell of …`, `pose of …` and the like name a zone.")


def no_zone(zone: str, near: str | None) -> Problem:
    return UNKNOWN_ZONE.says(f"No zone is called `{zone}`.", near)


UNKNOWN_KIND = Code("unknown-kind", ERROR, "A zone or table names a kind that is not declared.")


def no_kind(kind: str, near: str | None) -> Problem:
    return UNKNOWN_KIND.says(f"There is no kind `{kind}`.", near)


UNKNOWN_LIST = Code("unknown-list", ERROR, "`among` names a list that is not declared.")


def no_list(name: str, near: str | None) -> Problem:
    return UNKNOWN_LIST.says(f"There is no list `{name}`.", near)


UNKNOWN_SYMBOL = Code("unknown-symbol", ERROR, "A list has no such word.")


def no_word_in(list_: str, word: str, near: str | None) -> Problem:
    return UNKNOWN_SYMBOL.says(f"`{list_}` has no word `{word}`.", near)


def no_node(word: str, near: str | None) -> Problem:
    return UNKNOWN_SYMBOL.says(f"`{word}` is no node of this graph.", near)


def no_row(kind: str, row: str, near: str | None) -> Problem:
    return UNKNOWN_SYMBOL.says(f"The kind `{kind}` has no row `{row}`.", near)


UNKNOWN_GRAPH = Code("unknown-graph", ERROR, "A zone is shaped like a graph that is not declared.")


def no_graph(graph: str, near: str | None) -> Problem:
    return UNKNOWN_GRAPH.says(f"There is no graph `{graph}`.", near)


UNKNOWN_OPTION = Code("unknown-option", ERROR, "A scenario sets an option that the game does not have.")


def record_option(name: str) -> Problem:
    return UNKNOWN_OPTION.says(f"there is no option `{name}`.")


def no_option(name: str, near: str | None) -> Problem:
    return UNKNOWN_OPTION.says(f"There is no option `{name}`.", near)


def no_option_at_all(option: str) -> Problem:
    return UNKNOWN_OPTION.says(f"This game has no option {option}.")


def no_option_of_this_game(option: str, near: str | None, known: Iterable[str]) -> Problem:
    end = did_you_mean(near, f"; it has {', '.join(known) or 'none'}.")
    return UNKNOWN_OPTION.says(f"This game has no option `{option}`{end}")


TWO_MEANINGS = Code("two-meanings", ERROR, "A word could mean two things here, and nothing says which.")


def step_called_like_word(word: str, what: str, address: str) -> Problem:
    return TWO_MEANINGS.says(
        f"`{word}` is {what} here, but a step is called so too; write `{address}` for the step, or give it another name.", address
    )


def word_of_lists(word: str, lists: str) -> Problem:
    return TWO_MEANINGS.says(f"`{word}` is a word of {lists}; nothing here says which is meant.")


def member_and_word(word: str, of: Type, outside: Type) -> Problem:
    return TWO_MEANINGS.says(
        f"`{word}` is a member of {a(of)} here and also {a(outside)} of the game; "
        "give the selection a name (`x in … where …`) and write which is meant."
    )


SHADOWED_NAME = Code(
    "shadowed-name", ERROR, "A new name already means something where it is given, so that one of the two could not be read."
)


def means_something(word: str) -> Problem:
    return SHADOWED_NAME.says(f"`{word}` already means something here; take another name.")


def hides_a_word(word: str, what: str) -> Problem:
    return SHADOWED_NAME.says(f"`{word}` is {what} of the game, which could not be read here; take another name.")


NOT_KEPT = Code("not-kept", ERROR, "Only kept values and resources can be changed; everything else follows from them.")


def not_kept(word: str, near: str | None) -> Problem:
    """`word` is empty where what should be changed is no bare word."""
    what = f"`{word}` is no kept value or resource, so it can't be changed" if word else "Only a kept value or resource can be changed"
    return NOT_KEPT.says(f"{what}{did_you_mean(near)}", near)


UNUSED = Code("unused", WARNING, "Nothing reads what is declared here.")


def no_things(kind: str) -> Problem:
    return UNUSED.says(f"There are no things of the kind `{kind}`: no table of components is of it.")


def unused(what: str, name: str) -> Problem:
    return UNUSED.says(f"Nothing reads the {what} `{name}`.")


UNUSED_NAME = Code("unused-name", WARNING, "Nothing reads a parameter or a name given by `let`.")


def unused_name(what: str, name: str) -> Problem:
    return UNUSED_NAME.says(f"Nothing reads the {what} `{name}`.")


# ---------------------------------------------------------------- what is told once for all its places

_UNKNOWN = frozenset(code.id for code in [*globals().values()] if isinstance(code, Code) and code.id.startswith("unknown-"))
"""The codes of names that nothing has."""


def is_unknown(one: Diagnostic) -> bool:
    """Whether a name is not known: wherever else it stands, that has the same cause."""
    return one.code in _UNKNOWN


_QUOTED = re.compile(r"`([^`]+)`")


def is_about(names: frozenset[str] | None, one: Diagnostic) -> bool:
    """Whether something is unknown that is called so, or stands under something that is; anything, where nobody knows the names (None)."""
    if not one.code.startswith("unknown-") and one.code != BARE_MEMBER.id:
        return False
    if names is None:
        return True
    said = one.message.partition(";")[0]
    return any(not names.isdisjoint(found.split(".")) for found in _QUOTED.findall(said))


def is_told_once(one: Diagnostic) -> bool:
    """Whether the same message at several places is told as one: of names that are not known, ids that are formed wrongly, columns that
    no kind prints, rules without an entry."""
    return not one.related and (
        is_unknown(one) or one.code in (BARE_MEMBER.id, keys.BAD_ID.id, keys.UNKNOWN_COLUMN.id, sources.UNCITED_RULE.id)
    )
