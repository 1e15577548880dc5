"""Why a choice is legal or not: every restriction that stands in its way, with the facts that decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from custumal.dsl.frozen import dataclass
from custumal.dsl.model import Call, Const, Expr, Fold, Local, Op, Read, Source
from custumal.interpreter.evaluate import Evaluator
from custumal.interpreter.flow import HALT, Affordable, Allowed, Choosing, Forbid, Name, Part, Pick, Split, Test
from custumal.interpreter.instance import Instance
from custumal.interpreter.listing import Listing
from custumal.interpreter.names import value_name
from custumal.interpreter.restrictions import Restrictions
from custumal.interpreter.state import State
from custumal.interpreter.values import Env, Value

MOST_VALUES = 12


@dataclass(frozen=True, slots=True)
class Fact:
    """A part of a sentence with its value in the position, both in words."""

    what: str
    value: str


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing that stands in the way: its address, the numbered rules behind it, the sentence for the player, the facts."""

    address: str
    rules: tuple[str, ...]
    text: str
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class Explanation:
    """Is a choice legal, and if not, why not."""

    legal: bool
    reasons: tuple[Reason, ...] = ()


class Explainer:
    """Explains choices of one game with the plain evaluator; slow and complete.

    Args:
        instance: the game.
        listing: the reference listing of the same program.
    """

    def __init__(self, instance: Instance, listing: Listing) -> None:
        self.instance = instance
        self.listing = listing
        self._facts: dict[str, str] = {}
        self.recording = Evaluator(instance, listing.evaluator.slots, self._record, listing.can)
        self.restrictions = Restrictions(self.recording)

    def parts(
        self, choosing: Choosing, state: State, seat: int | None, given: Mapping[str, Value]
    ) -> list[tuple[Source, Env, tuple[Fact, ...]]]:
        """Everything that forbids the choice with these values (by entry name, all of them given), in the order of the rules."""
        found: list[tuple[Source, Env, tuple[Fact, ...]]] = []
        env: Env = {} if choosing.actor is None else {choosing.actor.id: seat}
        for start in self.listing.offered(choosing, state, seat):
            env = start
            break
        for part in choosing.plan:
            match part:
                case Pick(local=local):
                    value = given[local.name]
                    if not self._is_candidate(part, value, state, env):
                        found.append((part.source, dict(env), ()))
                    env = {**env, local.id: value}
                case Split():
                    continue
                case Name(local=local, value=expr):
                    env = {**env, local.id: self.listing.evaluator.value(expr, state, env)}
                case _:
                    facts = self._failing(part, state, env, seat)
                    if facts is not None:
                        found.append((source_of(part), dict(env), facts))
        # What has to hold afterwards is tried only with a choice that nothing else forbids.
        return found or self._afterwards(choosing, state, seat, env)

    def _afterwards(self, choosing: Choosing, state: State, seat: int | None, env: Env) -> list[tuple[Source, Env, tuple[Fact, ...]]]:
        """What does not hold in the position to which the choice leads."""
        if not choosing.ensure or choosing.trial == HALT:
            return []
        after = self.listing.trial(state, choosing, env)
        failing = [(test.require.source, self._failing(test, after, env, seat)) for test in choosing.ensure]
        return [(source, dict(env), facts) for source, facts in failing if facts is not None]

    def _is_candidate(self, pick: Pick, value: Value, state: State, env: Env) -> bool:
        among = self.listing.evaluator.value(pick.among, state, env)
        if pick.form == "one" or (pick.form == "maybe" and value is not None):
            return value in among
        return value is None or all(member in among for member in value)

    def _failing(self, part: Part, state: State, env: Env, seat: int | None) -> tuple[Fact, ...] | None:
        """The facts behind a part that does not hold; None where it holds."""
        self._facts = {}
        if self.restrictions.holds(part, state, env, seat):
            return None
        return tuple(Fact(what, value) for what, value in list(self._facts.items())[:MOST_VALUES])

    def facts(self, expr: Expr, state: State, env: Env) -> tuple[Fact, ...]:
        """The values inside an expression."""
        self._facts = {}
        self.recording.value(expr, state, env)
        return tuple(Fact(what, value) for what, value in self._facts.items())

    def _record(self, expr: Expr, value: Value) -> None:
        if isinstance(expr, Local | Read | Call | Fold) or (isinstance(expr, Op) and expr.name not in _PLAIN):
            what = describe(expr)
            if what is not None and len(self._facts) < MOST_VALUES:
                self._facts[what] = value_name(self.instance, expr.type, value) if value is not None else "none"


_PLAIN = frozenset(("and", "or", "not", "list", "range", "singleton-or-empty", "place", "things"))


def source_of(part: Test | Forbid | Allowed | Affordable) -> Source:
    """Where a restriction stands."""
    match part:
        case Test(require=require):
            return require.source
        case Forbid(use=use):
            return use.rule.source
        case Allowed(limit=limit):
            return limit.source
        case Affordable(source=source):
            return source


def describe(expr: Expr) -> str | None:
    """A short expression in the words of the language; None for what is long."""
    match expr:
        case Local(name=name):
            return name
        case Const(value=value):
            return str(value)
        case Read(kept=name, arguments=arguments) | Call(definition=name, arguments=arguments):
            return _applied(name, arguments)
        case Op(name="attr" | "symbol-attr", arguments=arguments, data=data):
            return _applied(str(data[-1] if isinstance(data, tuple) else data), arguments)
        case Op(name=name, arguments=arguments) if name in _COMPARISONS and len(arguments) == 2:  # two sides
            left, right = describe(arguments[0]), describe(arguments[1])
            return None if left is None or right is None else f"{left} {_COMPARISONS[name]} {right}"
        case Op(name="players"):
            return "players"
        case Op(name="option", data=data):
            return str(data)
        case Op(name=name, arguments=(_, *_) as arguments) if name not in _PLAIN:
            return _applied(name, arguments)
    return None


_COMPARISONS = {"eq": "is", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "add": "+", "sub": "-", "mul": "*"}


def _applied(name: str, arguments: Sequence[Expr]) -> str | None:
    inner = [describe(argument) for argument in arguments]
    if any(one is None for one in inner):
        return None
    words = [one for one in inner if one is not None]
    if not words:
        return name
    return f"{name} of {words[0]}" if len(words) == 1 and " " not in words[0] else f"{name}({', '.join(words)})"
