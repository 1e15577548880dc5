"""One game with its players at the table: the machine, with names, labels and explanations around it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cached_property

from custumal.dsl.model import Source
from custumal.dsl.types import Set, Type, bare
from custumal.interpreter.explain import Explainer, Explanation, Fact, Reason
from custumal.interpreter.flow import PASS, Choosing, Pick, Point
from custumal.interpreter.instance import Instance
from custumal.interpreter.keys import NO_VALUE
from custumal.interpreter.keysyntax import read_key
from custumal.interpreter.labels import Labels
from custumal.interpreter.listing import Raw, Walk
from custumal.interpreter.lower import lower
from custumal.interpreter.machine import Machine
from custumal.interpreter.names import value_json
from custumal.interpreter.options import option_word
from custumal.interpreter.state import DECISION, State
from custumal.interpreter.values import Env, Value

PASS_WORDS = {"en": "Pass", "fr": "Passer", "de": "Passen"}


class Table:
    """Plays one instance.

    Args:
        instance: the game with players and options.
        compiled: play by generated code; else by the plain reference, which plays the same games.
        machine: the reference machine to play by, where it is not the ordinary one.
    """

    def __init__(self, instance: Instance, *, compiled: bool = True, machine: Machine | None = None) -> None:
        self.instance = instance
        self.reference = machine or Machine(instance, lower(instance))
        self.program = self.reference.program
        self.machine = self.reference
        if compiled:
            from custumal.interpreter.compiled import CompiledMachine  # noqa: PLC0415  # the reference does without it

            self.machine = CompiledMachine(instance, self.program)
        self.evaluator = self.reference.evaluator
        self.labels = Labels(instance, self.evaluator)
        self.start = self.machine.start
        self.choices = self.machine.choices
        self.outcomes = self.machine.outcomes
        self.draw = self.machine.draw
        self.apply = self.machine.apply
        self.advance = self.machine.advance
        self.key = self.reference.key
        self.rounds = self.reference.rounds

    def settled(self, state: State) -> State:
        """The position with chance resolved, in place."""
        self.advance(state)
        return state

    def option_words(self) -> dict[str, object]:
        """The options in force as rule files write them."""
        game = self.instance.game
        return {name: option_word(game, option, self.instance.options[name]) for name, option in game.options.items()}

    # ------------------------------------------------------------ choices in words

    def find(self, state: State, key: str) -> Raw | None:
        """The raw choice or outcome with this key, or None."""
        listed = self.choices(state) if state.kind == DECISION else [raw for _, raw in self.outcomes(state)]
        return self.reference.keys.find(key, [(raw, self.key(state, raw)) for raw in listed])

    def _choosing(self, state: State, raw: Raw) -> Choosing | None:
        point = self.reference.point(state)
        return None if point is None or raw == PASS else point.choosings[_index(raw[0])]

    def action(self, state: State, raw: Raw) -> str:
        """The id of the action or step; `pass`; at chance what chance does."""
        if raw == PASS:
            return "pass"
        choosing = self._choosing(state, raw)
        return choosing.name if choosing is not None else self.key(state, raw).partition("(")[0]

    def args(self, state: State, raw: Raw) -> dict[str, object]:
        """The entries of a choice by name: numbers and truths as they are, sets as lists, everything else in words."""
        choosing = self._choosing(state, raw)
        if choosing is None:
            return {}
        return {
            p.local.name: value_json(self.instance, p.local.type, v)
            for p, v in zip(choosing.picks, self._values(choosing, raw), strict=True)
        }

    def _values(self, choosing: Choosing, raw: Raw) -> tuple[Value, ...]:
        return raw[1:] if choosing.carrier is None else raw[2:]

    def label(self, state: State, raw: Raw, language: str) -> str:
        """A choice for people: the sentence of its action with the values filled in, else its name and values."""
        if raw == PASS:
            return PASS_WORDS.get(language, PASS_WORDS["en"])
        choosing = self._choosing(state, raw)
        if choosing is None:
            return self.key(state, raw)
        env = self._bound(state, choosing, raw)
        said = self.labels.text(choosing.source.say, language, state, env)
        rest = [
            self.labels.value(env[p.local.id], p.local.type, language)
            for p in choosing.picks
            if p.local.name not in _mentioned(choosing.source)
        ]
        head = said or self.labels.name(choosing.name, language)
        return f"{head}: {', '.join(rest)}" if rest else head

    def _bound(self, state: State, choosing: Choosing, raw: Raw) -> Env:
        env: Env = {} if choosing.actor is None else {choosing.actor.id: state.seat}
        for one in self.reference.listing.offered(choosing, state, state.seat):
            if choosing.carrier is None or one[choosing.carrier.this.id] == raw[1]:
                env = dict(one)
                break
        values = iter(self._values(choosing, raw))
        for part in choosing.plan:
            if isinstance(part, Pick):
                env[part.local.id] = next(values)
            elif hasattr(part, "value"):
                env[part.local.id] = self.evaluator.value(part.value, state, env)
        return env

    # ------------------------------------------------------------ explanations

    @cached_property
    def explainer(self) -> Explainer:
        return Explainer(self.instance, self.reference.listing)

    def why_not(self, state: State, key: str) -> tuple[Reason, ...]:
        """What forbids the choice with this key, as far as its values can be understood."""
        point = self.reference.point(state)
        if point is None:
            return ()
        for raw in self.reference.keys.read(key, point, state):
            choosing = self._choosing(state, raw)
            if choosing is not None:
                names = (p.local.name for p in choosing.picks)
                return self._reasons(state, choosing, dict(zip(names, self._values(choosing, raw), strict=True)))
        return self._unknown(state, point, key)

    def _unknown(self, state: State, point: Point, key: str) -> tuple[Reason, ...]:
        """A key whose action is not offered here, or whose values can't be read."""
        action = key.partition("(")[0].strip()
        offered = [c.name for c in point.choosings]
        if action in self.program.actions and action not in offered:
            return (self._not_offered(self.program.actions[action]),)
        unread = self.reference.keys.unread(key, point, state)
        if unread is not None:
            return (self._reason(state, unread.source, {}, ()),)
        if action in offered:
            return (Reason(action, (), f"`{key}` names something that is not in the game, or not so many things.", ()),)
        return ()

    def explain(self, state: State, action: str, args: Mapping[str, object]) -> Explanation:
        """Is a choice of this action with these entries legal here, and if not, why not."""
        choosing, offered = self._named(state, action)
        if choosing is None:
            return Explanation(legal=False, reasons=(Reason(action, (), f"There is no action {action}.", ()),))
        given = self._given(state, choosing, args)
        legal = offered and self._some_legal(state, choosing, given)
        if legal:
            return Explanation(legal=True)
        reasons = () if offered else (self._not_offered(choosing),)
        return Explanation(legal=False, reasons=(*reasons, *self._forbidding(state, choosing, given)))

    def _named(self, state: State, action: str) -> tuple[Choosing | None, bool]:
        """The choosing of an action here, or as it would be if it were offered."""
        point = self.reference.point(state)
        for choosing in point.choosings if point is not None else ():
            if choosing.name == action:
                return choosing, True
        return self.program.actions.get(action), False

    def _given(self, state: State, choosing: Choosing, args: Mapping[str, object]) -> dict[str, Value]:
        """The entries that are given, read as values.

        Raises:
            ValueError: the action has no such entry, or the value names nothing.
        """
        known = {p.local.name: p for p in choosing.picks}
        for name in args:
            if name not in known:
                raise ValueError(f"`{choosing.name}` chooses {', '.join(known) or 'nothing'}, not `{name}`.")
        return {name: self._read(known[name], value, state) for name, value in args.items()}

    def _read(self, pick: Pick, value: object, state: State) -> Value:
        del state
        of = bare(pick.among.type)
        inner = of.inner if isinstance(of, Set) else of
        if isinstance(value, list | tuple):
            return tuple(self._one(inner, one) for one in value)
        return self._one(inner, value)

    def _one(self, of: Type, value: object) -> Value:
        node = read_key("none" if value is None else str(value).lower() if isinstance(value, bool) else str(value))
        found = NO_VALUE if node is None else self.reference.keys.read_value(of, node)
        if found is NO_VALUE:
            raise ValueError(f"`{value}` names nothing that could be chosen here.")
        return found

    def _some_legal(self, state: State, choosing: Choosing, given: Mapping[str, Value]) -> bool:
        return any(True for _ in self._legal(state, choosing, given))

    def _legal(self, state: State, choosing: Choosing, given: Mapping[str, Value]):  # noqa: ANN202  # an iterator of raw choices
        names = [p.local.name for p in choosing.picks]
        for raw in self.reference.listing.of(0, choosing, Walk(state, state.seat)):
            values = dict(zip(names, self._values(choosing, raw), strict=True))
            if all(values[n] == v for n, v in given.items()):
                yield raw

    def _forbidding(self, state: State, choosing: Choosing, given: Mapping[str, Value]) -> tuple[Reason, ...]:
        """What forbids all choices with these entries; those that forbid most come first."""
        found: dict[str, Reason] = {}
        for values in self._completions(state, choosing, given):
            for source, env, facts in self.explainer.parts(choosing, state, state.seat, values):
                found.setdefault(source.address, self._reason(state, source, env, facts))
        return tuple(found.values())

    def _completions(self, state: State, choosing: Choosing, given: Mapping[str, Value]):  # noqa: ANN202  # an iterator of values by name
        """All values of the entries with those given fixed, whether legal or not; at most a few hundred."""
        ignoring = frozenset(self._all_restrictions(choosing))
        picks = choosing.picks
        if all(p.local.name in given for p in picks):
            yield dict(given)
            return
        count = 0
        for raw in self.reference.listing.of(0, choosing, Walk(state, state.seat, (), ignoring)):
            values = dict(zip((p.local.name for p in picks), self._values(choosing, raw), strict=True))
            if all(values[n] == v for n, v in given.items()):
                yield values
                count += 1
            if count >= MOST_COMPLETIONS:
                return

    def _all_restrictions(self, choosing: Choosing) -> set[str]:
        from custumal.interpreter.explain import source_of  # noqa: PLC0415  # only here

        return {source_of(p).id for p in choosing.plan if not isinstance(p, Pick) and not hasattr(p, "local")} | {"cost", "limit"}

    def _reasons(self, state: State, choosing: Choosing, values: Mapping[str, Value]) -> tuple[Reason, ...]:
        return tuple(self._reason(state, s, env, facts) for s, env, facts in self.explainer.parts(choosing, state, state.seat, values))

    def _reason(self, state: State, source: Source, env: Env, facts: tuple[Fact, ...]) -> Reason:
        language = self.instance.game.languages[0]
        text = self.labels.text(source.because, language, state, env) or self._default_text(source)
        return Reason(source.address, source.rules, text, facts)

    def _default_text(self, source: Source) -> str:
        last = source.id
        return _DEFAULT_TEXTS.get(last, f"This is no candidate for {last.replace('-', ' ')}.")

    def _not_offered(self, choosing: Choosing) -> Reason:
        return Reason(f"{choosing.deed}.offered", choosing.source.rules, "It is not offered now.", ())

    # ------------------------------------------------------------ saving

    def write(self, state: State) -> str:
        """The position with what is needed to read it again."""
        game = self.instance.game
        head = {"game": game.id, "rules_hash": game.rules_hash, "players": self.instance.players, "options": self.option_words()}
        return json.dumps({**head, "state": state.to_json()}, ensure_ascii=False)

    @staticmethod
    def read(table: Callable[[int], Table], text: str) -> tuple[Table, State]:
        """The table and position of a text that `write` made.

        Raises:
            ValueError: it is none, or of other rules.
        """
        try:
            data = json.loads(text)
            found = table(int(data["players"]))
            if data["rules_hash"] != found.instance.game.rules_hash:
                raise ValueError("The position belongs to other rules.")
            return found, State.from_json(data["state"])
        except (KeyError, TypeError) as error:
            raise ValueError(f"This is no position of a game: {error}") from None


MOST_COMPLETIONS = 200
_DEFAULT_TEXTS = {"cost": "You can't pay what it costs.", "limit": "You have done this as often as you may."}


def _index(value: Value) -> int:
    assert isinstance(value, int)
    return value


def _mentioned(source: Source) -> set[str]:
    """The names that the sentence of a choice fills in."""
    from custumal.dsl.model import Expr, Local  # noqa: PLC0415  # only here

    found = set()
    for _, pieces in source.say.by_language:
        for piece in pieces:
            if isinstance(piece, Expr):
                found |= {e.name for e in (piece, *_inside(piece)) if isinstance(e, Local)}
    return found


def _inside(expr: object):  # noqa: ANN202  # an iterator of expressions
    from custumal.dsl.check.walk import every_expression  # noqa: PLC0415  # only here

    return every_expression(expr)
