"""A short loop over the parser's tables: the same trees as the parser itself gives, in a fraction of the time.

Most of what the parser does is to hand one operand through some twenty levels of the grammar, each with a node to be made and thrown
away. Here such a climb is remembered as one step, and positions are kept beside the values instead of being asked of them.
A text that can't be read gives None: then the parser itself is asked what is wrong.
"""

from __future__ import annotations

import re
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple

from custumal.dsl.sentences.words import END, RESERVED_WORDS, SIGNS, Word

if TYPE_CHECKING:
    from lark import Lark

_SHIFT = 0
_WORD = re.compile(r"[ \t\r\n]*(?:([^\W\d_][^\W_]*(?:-[^\W\d_][^\W_]*)*)|([0-9]+)|(<=|>=|[<>+\-*()\[\],.]))")
_KINDS = {word: word.upper() for word in RESERVED_WORDS} | {sign: kind for kind, sign in SIGNS.items()}
_BLANK = re.compile(r"[ \t\r\n]*\Z")


class Leaf(str):
    """A word of a sentence with its offsets."""

    __slots__ = ("end_pos", "start_pos")
    start_pos: int
    end_pos: int


Children = list[Any]
"""The children of a node: a `Branch`, a `Leaf` or None where something optional is missing; which of them, its rule says."""


class Branch:
    """A node: the name of its rule, its children, its offsets."""

    __slots__ = ("children", "data", "end_pos", "start_pos")

    def __init__(self, data: str, children: Children, start: int, end: int) -> None:
        self.data, self.children, self.start_pos, self.end_pos = data, children, start, end


class Production(NamedTuple):
    """How a rule makes its node of `length` values: `include` are the values that it keeps (index, whether to take its children
    instead, empty places before it), then `empty` empty places; `expands`: a single child stands for the node."""

    origin: str
    data: str
    length: int
    include: tuple[tuple[int, bool, int], ...]
    empty: int
    expands: bool

    @property
    def climbs(self) -> bool:
        """Does it only hand on its one value?"""
        return self.expands and self.length == 1 and self.include == ((0, False, 0),) and not self.empty


class Tables:
    """What the parser knows, in the form in which the loop needs it."""

    def __init__(self, rules: tuple[Production, ...], actions: list[dict[str, int]], starts: dict[str, int], ends: dict[str, int]) -> None:
        self.rules = rules
        self.climbing = tuple(rule.climbs for rule in rules)
        self.actions = actions
        """For each state by the kind of the next word: the state to go to or, below zero, the rule to apply."""
        self.starts = starts
        self.ends = ends
        self._climbs: dict[tuple[int, int, str], int] = {}

    def stored(self) -> tuple[Any, ...]:
        """The tables as plain values, of which `restored` makes them again."""
        return tuple(map(tuple, self.rules)), self.actions, self.starts, self.ends

    @classmethod
    def restored(cls, stored: tuple[Any, ...]) -> Tables:
        rules, *others = stored
        return cls(tuple(Production(*rule) for rule in rules), *others)

    def climb(self, below: int, state: int, kind: str) -> int:
        """The state after all rules that only hand on the topmost value, with a word of this kind next."""
        key = (below, state, kind)
        known = self._climbs.get(key)
        if known is None:
            known = state
            while (action := self.actions[known].get(kind, 0)) < 0 and self.climbing[~action]:
                known = self.actions[below][self.rules[~action].origin]
            self._climbs[key] = known
        return known


def tables_from(lark: Lark) -> Tables:
    """The tables of a parser, out of what `Lark.save` writes: the states with the numbers of tokens, and the rules in a memo."""
    file = BytesIO()
    lark.save(file)
    import pickle  # noqa: PLC0415  # Lark saves like that; once for each installation

    saved = pickle.loads(file.getvalue())  # noqa: S301  # written in the line above
    table, memo = saved["data"]["parser"]["parser"], saved["memo"]
    found = [{table["tokens"][token]: action for token, action in actions.items()} for actions in table["states"].values()]
    states = {state: i for i, state in enumerate(table["states"])}
    rules = list(dict.fromkeys(arg["@"] for actions in found for kind, arg in actions.values() if kind != _SHIFT))
    number = {rule: ~i for i, rule in enumerate(rules)}
    actions = [{name: states[arg] if kind == _SHIFT else number[arg["@"]] for name, (kind, arg) in row.items()} for row in found]
    starts, ends = ({name: states[state] for name, state in table[of].items()} for of in ("start_states", "end_states"))
    return Tables(tuple(_rule(memo[rule]) for rule in rules), actions, starts, ends)


def _rule(rule: Any) -> Production:
    """A rule out of the memo."""
    options, expansion, name = rule["options"], rule["expansion"], str(rule["origin"]["name"])
    places = _empty_places(options["empty_indices"], len(expansion))
    include: list[tuple[int, bool, int]] = []
    before = 0
    for i, symbol in enumerate(expansion):
        before += places[i]
        is_rule = symbol["__type__"] == "NonTerminal"
        if options["keep_all_tokens"] or is_rule or not symbol["filter_out"]:
            include.append((i, is_rule and symbol["name"].startswith("_"), before))
            before = 0
    data = str(rule["alias"] or options["template_source"] or name)
    expands = options["expand1"] and not rule["alias"]
    return Production(name, data, len(expansion), tuple(include), before + places[-1], bool(expands))


def _empty_places(flags: Any, length: int) -> list[int]:
    """How many empty places stand before each symbol and at the end."""
    if not flags:
        return [0] * (length + 1)
    return [len(ones) for ones in "".join(str(int(flag)) for flag in flags).split("0")]


def read(tables: Tables, start: str, text: str) -> Branch | None:
    """The tree of a text, or None where it can't be read."""
    actions, rules, climb = tables.actions, tables.rules, tables.climb
    states = [tables.starts[start]]
    values: list[Any] = []
    spans: list[tuple[int, int]] = []
    end = tables.ends[start]
    for kind, word in _words(text):
        while True:
            if len(states) > 1:
                states[-1] = climb(states[-2], states[-1], kind)
            action = actions[states[-1]].get(kind)
            if action is None:
                return None
            if action >= 0:
                break
            _reduce(rules[~action], states, values, spans, actions)
            if states[-1] == end and kind == END:
                whole: Branch = values[-1]
                return whole
        states.append(action)
        values.append(word)
        spans.append((word.start_pos, word.end_pos))
    return None


class Mistake(NamedTuple):
    """Where a text can't be read any further: the words `before`, the first that can't stand there, the kinds that could (`accepts`)."""

    before: tuple[Word, ...]
    found: Word
    accepts: frozenset[str]


def first_mistake(tables: Tables, start: str, text: str) -> Mistake:
    """What is wrong with a text for which `read` gives None."""
    states, end = [tables.starts[start]], tables.ends[start]
    before: list[Word] = []
    for found in words_to_the_end(text):
        after = shifted(tables, states, found.kind, end)
        if after is None:
            words = (kind for kind in tables.actions[states[-1]] if kind.isupper())  # the others are rules
            accepts = frozenset(kind for kind in words if shifted(tables, states, kind, end) is not None)
            return Mistake(tuple(before), found, accepts)
        states = after
        before.append(found)
    raise AssertionError(f"this can be read: {text}")


def words_to_the_end(text: str) -> list[Word]:
    """The words of a text with their places; at last the end, or the sign that begins no word, which is of no kind."""
    words = [Word(kind, str(word), word.start_pos, word.end_pos) for kind, word in _words(text) if kind != END]
    at = _blank_from(text, words[-1].end if words else 0)
    end = len(text.rstrip())
    return [*words, Word(END, "", end, end) if at == len(text) else Word("", text[at], at, at + 1)]


def _blank_from(text: str, at: int) -> int:
    """Where the first sign stands that is no blank."""
    while at < len(text) and text[at] in " \t\r\n":
        at += 1
    return at


def shifted(tables: Tables, states: list[int], kind: str, end: int) -> list[int] | None:
    """The states after a word of this kind, or None where it can't stand."""
    after = list(states)
    while (action := tables.actions[after[-1]].get(kind)) is not None:
        if action >= 0:
            return [*after, action]
        rule = tables.rules[~action]
        del after[-rule.length :]
        after.append(tables.actions[after[-1]][rule.origin])
        if kind == END and after[-1] == end:
            return after
    return None


def _words(text: str) -> list[tuple[str, Leaf]]:
    """The words of a text with their kinds, and the end; only what comes before a sign that is no word."""
    found: list[tuple[str, Leaf]] = []
    at = 0
    while (match := _WORD.match(text, at)) is not None:
        group = match.lastindex or 1
        word = Leaf(match[group])
        word.start_pos, word.end_pos = match.span(group)
        kind = "INT" if group == 2 else _KINDS.get(word, "NAME")  # the second group
        found.append((kind, word))
        at = match.end()
    if _BLANK.match(text, at):
        found.append((END, Leaf()))
    return found


def _reduce(rule: Production, states: list[int], values: list[Any], spans: list[tuple[int, int]], actions: list[dict[str, int]]) -> None:
    """Apply a rule to the topmost values."""
    length = rule.length
    parts = values[-length:]
    span = (spans[-length][0], spans[-1][1])
    children: Children = []
    for i, expand, empty in rule.include:
        if empty:
            children += [None] * empty
        if expand:
            children += parts[i].children
        else:
            children.append(parts[i])
    if rule.empty:
        children += [None] * rule.empty
    made = children[0] if rule.expands and len(children) == 1 else Branch(rule.data, children, *span)
    del states[-length:], values[-length:], spans[-length:]
    states.append(actions[states[-1]][rule.origin])
    values.append(made)
    spans.append(span)
