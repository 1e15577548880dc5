"""The engine: one game for its players and options, a machine with keys, labels and explanations around it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING

from custumal.dsl.base.types import Number, Set, Truth, Type, bare
from custumal.dsl.model import Expr, Local, Reveal, Source
from custumal.dsl.model.node_walk import nodes
from custumal.interpreter.codegen.module import Module
from custumal.interpreter.keys.keys import DECLINED, Keyed, Keys
from custumal.interpreter.keys.labels import COLON, Labels
from custumal.interpreter.keys.names import value_json
from custumal.interpreter.knowledge.seen import Eyes, SeenPosition
from custumal.interpreter.position.state import DECISION, OVER, Position
from custumal.interpreter.position.unseen import Unseen
from custumal.interpreter.program import PASS, Bind, ChoiceTuple, Choosing, Pick, Program, links_of
from custumal.interpreter.reference.evaluate import Questions, if_seen
from custumal.interpreter.reference.machine import Machine
from custumal.interpreter.reference.scores import total
from custumal.interpreter.setup.errors import PlayError
from custumal.interpreter.setup.found_out import found_out
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.options import option_words
from custumal.interpreter.setup.values import Env, Value

if TYPE_CHECKING:
    from custumal.interpreter.explain.explanation import Explanation, Reason
    from custumal.interpreter.explain.known_values import KnownValues
    from custumal.interpreter.explain.why import Why
    from custumal.interpreter.keys.possible import PossibleKeys
    from custumal.interpreter.keys.reader import KeyReader
    from custumal.interpreter.knowledge.course import Course
    from custumal.interpreter.knowledge.determine import Possible
    from custumal.interpreter.knowledge.secret_picks import SecretPicks
    from custumal.interpreter.position.lookalikes import Lookalikes
    from custumal.interpreter.position.validation import Validation
    from custumal.interpreter.program.liveness import Liveness

ANSWERS = ("yes", "no")
EVERYTHING = -1
"""Stands for a viewer who knows everything."""
Viewer = int | None
"""A seat, None for a spectator, or `EVERYTHING`."""
_MOST_TOLD = 5
"""So many choices are named where one can't be made."""
PASS_WORDS = {"en": "Pass", "fr": "Passer", "de": "Passen"}


class Engine:
    """Plays one instance.

    Args:
        instance: the game with players and options.
        compiled: play by generated code; else by the plain reference, which plays the same games.
        machine: the reference machine to play by, where it is not the ordinary one.
        module: the generated module, if it has been made before.
        key: the name of its model in the cache, see `models.key_of`, or None: nothing of it is kept there.
    """

    def __init__(  # what can be made before is given
        self,
        instance: Instance,
        *,
        compiled: bool = True,
        machine: Machine | None = None,
        module: Module | None = None,
        key: str | None = None,
    ) -> None:
        self.instance = instance
        self.cache_key = key
        self.reference = machine or Machine(instance, _lowered(instance))
        self.program = self.reference.program
        self.machine = self.reference
        if compiled:
            from custumal.interpreter.codegen.compiled import CompiledMachine  # noqa: PLC0415  # the reference does without it

            self.machine = CompiledMachine(instance, self.program, module)
        self.evaluator = Questions(self.machine.evaluator)
        # What is asked for people is asked of the plain evaluator, which refuses whatever looks at what is not seen.
        self.asked = Questions(self.reference.evaluator)
        self.labels = Labels(instance, self.asked)
        self.start = self.machine.start
        self.choices = self.machine.choices
        self.outcomes = self.machine.outcomes
        self.draw = self.machine.draw
        self.apply = self.machine.apply
        self.advance = self.machine.advance
        self.keys = Keys(self.reference)
        self.key = self.keys.at_stop
        self.rounds = self.reference.rounds

    @cached_property
    def known(self) -> KnownValues:
        """What is the same at every moment of the game."""
        from custumal.interpreter.explain.known_values import KnownValues  # noqa: PLC0415  # start-up is measured

        return KnownValues(self.instance)

    @cached_property
    def reader(self) -> KeyReader:
        """Reads choice keys."""
        from custumal.interpreter.keys.reader import KeyReader  # noqa: PLC0415  # start-up is measured

        return KeyReader(self.keys)

    def forget(self) -> None:
        """A state was changed by the reference machine: what the fast one remembers of it is no longer true."""
        self.machine.forget()

    def anew(self) -> None:
        """Something new is asked: it may again take as many steps as there are, whatever was asked before."""
        for machine in (self.reference, self.machine):
            machine.evaluator.anew()

    def after(self, before: Position, choice: ChoiceTuple) -> Position:
        """The position after a choice, or after what chance did; the one before stays as it is.

        Raises:
            PlayError: the rules ask for something impossible; with its place in them.
        """
        state = before.copy()
        try:
            self.apply(state, choice)
        except PlayError as error:
            from custumal.interpreter.explain.error_location import placed  # noqa: PLC0415  # start-up is measured

            raise placed(error, self.reference, before, choice) from None
        return state

    def settled(self, state: Position) -> Position:
        """The position with chance resolved, in place."""
        self.advance(state)
        return state

    def option_words(self) -> dict[str, object]:
        """The options in force as rule files write them."""
        return option_words(self.instance.game, self.instance.options)

    # ------------------------------------------------------------ choices in words

    def find(self, state: Position, key: str) -> ChoiceTuple | None:
        """The choice tuple or outcome with this key, or None."""
        point = self.reference.point(state) if state.kind == DECISION else None
        if point is None or self.reference.chooses_wholes(point):
            return self.reader.find(key, self._listed(state))
        self.anew()
        # Where the text is just the key of what it means, no others need be listed, or at least not their keys.
        meant = self.reader.read(key, point, state)
        if meant == [PASS]:
            return PASS if PASS in self.choices(state) else None
        for choice in meant:
            if self.reference.listing.has(point, state, choice) and self.key(state, choice) == key:
                return choice
        return self.reader.find(key, self._named(key, state))

    def find_any_copy(self, state: Position, key: str) -> ChoiceTuple | None:
        """The same for a scenario, whose key may leave out copies: with a variant there may be several where the game has one."""
        choice = self.find(state, key)
        whole = self.with_copy(state, key) if choice is None else None
        return choice if whole is None else self.find(state, whole)

    def _listed(self, state: Position) -> list[tuple[ChoiceTuple, str]]:
        """All that can be chosen or come here, each with its key."""
        listed = self.choices(state) if state.kind == DECISION else [choice for _, choice in self.outcomes(state)]
        return [(choice, self.key(state, choice)) for choice in listed]

    def _named(self, key: str, state: Position) -> list[tuple[ChoiceTuple, str]]:
        """The same as far as it begins with the name in a key: by the reference others need not be listed."""
        from custumal.interpreter.keys.syntax import Word, read_key  # noqa: PLC0415  # start-up is measured

        node, point = read_key(key), self.reference.point(state) if state.kind == DECISION else None
        if self.machine is not self.reference or point is None or not isinstance(node, Word) or self.reference.chooses_wholes(point):
            return self._listed(state)
        self.anew()
        listed = [PASS] if node.name == DECLINED and PASS in self.choices(state) else self.reference.listing.named(node.name, point, state)
        return [(choice, self.key(state, choice)) for choice in listed]

    @cached_property
    def possible_keys(self) -> PossibleKeys:
        """Knows what can be a key somewhere in a game with these players and options."""
        from custumal.interpreter.keys.possible import PossibleKeys  # noqa: PLC0415  # only where something is said to be forbidden

        return PossibleKeys(self.reader)

    def near(self, state: Position, key: str, reasons: Sequence[Reason]) -> str | None:
        """The key that was probably meant by one that is none here; where there are reasons, only if it leaves out a copy."""
        from custumal.interpreter.keys.near import near_key  # noqa: PLC0415  # only where something is wrong

        return self.with_copy(state, key) if reasons else near_key(key, [listed for _, listed in self._listed(state)])

    def with_copy(self, state: Position, key: str) -> str | None:
        """The first key here from which a text leaves out nothing but which copy of a thing is meant."""
        from custumal.interpreter.keys.near import with_copy  # noqa: PLC0415  # only where something is wrong

        return with_copy(key, [listed for _, listed in self._named(key, state)])

    def instead(self, state: Position) -> str:
        """What can be chosen or can come here, as a clause."""
        keys = [key for _, key in self._listed(state)] if state.kind != OVER else []
        if not keys:
            return "the game is over" if state.kind == OVER else "nothing is asked here"
        more = f" and {len(keys) - _MOST_TOLD} more" if len(keys) > _MOST_TOLD else ""
        return f"here can {'be chosen' if state.kind == DECISION else 'come'} {', '.join(keys[:_MOST_TOLD])}{more}"

    def _choosing(self, state: Position, choice: ChoiceTuple) -> Choosing | None:
        point = self.reference.point(state)
        return None if point is None or choice == PASS else point.choosings[_index(choice[0])]

    def action(self, state: Position, choice: ChoiceTuple) -> str:
        """The id of the action or step; `pass`; at chance what chance does."""
        if choice == PASS:
            return "pass"
        choosing = self._choosing(state, choice)
        return choosing.name if choosing is not None else self.key(state, choice).partition("(")[0]

    def args(self, state: Position, choice: ChoiceTuple) -> dict[str, object]:
        """The entries of a choice by name: numbers and truths as they are, sets as lists, everything else as it stands in a key."""
        choosing = self._choosing(state, choice)
        if choosing is None:
            return {}
        env = self._bound(state, choosing, choice)
        values = zip(choosing.picks, choosing.values(choice), strict=True)
        return {pick.local.name: self._arg(pick.local.type, value, self.keys.keyed(pick, state, env)) for pick, value in values}

    def _arg(self, of: Type, value: Value, keyed: Keyed) -> object:
        inner = bare(of)
        if value is None or isinstance(inner, Number | Truth):
            return value_json(self.instance, of, value)
        if isinstance(inner, Set):
            return [self._arg(inner.inner, member, keyed) for member in value]
        return self.keys.value(inner, value, keyed)

    def label(self, state: Position, choice: ChoiceTuple, language: str, seen: Position | None = None) -> str:
        """A choice for people: the sentence of its action with the values filled in, else its name and values. It tells what whoever
        chooses knows, or who sees the position as `seen`."""
        if choice == PASS:
            return PASS_WORDS.get(language, PASS_WORDS["en"])
        if links_of(choice) and seen is None:
            return self._whole_label(state, choice, language)
        choosing = self._choosing(state, choice)
        if choosing is None:
            return self.key(state, choice)
        told = self._told_by(state, choosing, seen)
        env = self._bound(told, choosing, choice)
        rest = [
            self.labels.value(env[p.local.id], p.local.type, language)
            for p in choosing.picks
            if p.local.name not in _mentioned(choosing.source)
        ]
        head = self._said(told, choosing, env, language)
        return f"{head}{COLON.get(language, COLON['en'])} {', '.join(rest)}" if rest else head

    def _whole_label(self, state: Position, choice: ChoiceTuple, language: str) -> str:
        """A choice that is made as one, with what is chosen in its course."""
        own, *links = (
            self.label(before, part, language) for before, part in self.reference.course(state, (tuple(choice), *links_of(choice)))
        )
        return f"{own}{COLON.get(language, COLON['en'])} {'; '.join(links)}"

    def said(self, state: Position, choice: ChoiceTuple, language: str, seen: Position | None = None) -> str:
        """The sentence of a choice with the values that it mentions, without those that it leaves out."""
        choosing = self._choosing(state, choice)
        if choosing is None:
            return self.label(state, choice, language)
        told = self._told_by(state, choosing, seen)
        return self._said(told, choosing, self._bound(told, choosing, choice), language)

    def _told_by(self, state: Position, choosing: Choosing, seen: Position | None) -> Position:
        """The position by which the sentence of a choice is told, where it tells more than what is chosen."""
        return (seen or self.seen(state, state.seat)) if _reads_more(choosing) else state

    def _said(self, state: Position, choosing: Choosing, env: Env, language: str) -> str:
        said = self.labels.text(choosing.source.say, language, state, env)
        if said and choosing.name in ANSWERS:  # both would say only what is asked
            answer = self.labels.value(choosing.name == "yes", Truth(), language).capitalize()
            return f"{answer}{COLON.get(language, COLON['en'])} {said}"
        return said or self.labels.name(choosing.name, language)

    def _bound(self, state: Position, choosing: Choosing, choice: ChoiceTuple) -> Env:
        self.anew()
        env: Env = {} if choosing.actor is None else {choosing.actor.id: state.seat}
        with suppress(Unseen):
            for one in self.reference.listing.offered(choosing, state, state.seat):
                if choosing.carrier is None or one[choosing.carrier.this.id] == choice[1]:
                    env = dict(one)
                    break
        values = iter(choosing.values(choice))
        for part in choosing.plan:
            if isinstance(part, Pick):
                env[part.local.id] = next(values)
            elif isinstance(part, Bind):
                env[part.local.id] = if_seen(self.reference.evaluator, part.value, state, env)
        return env

    # ------------------------------------------------------------ explanations

    @cached_property
    def why(self) -> Why:
        """Explains choices of this game."""
        from custumal.interpreter.explain.why import Why  # noqa: PLC0415  # start-up is measured

        return Why(self.reference, self.reader, self.labels)

    def why_not(self, state: Position, key: str, language: str | None = None, viewer: Viewer = EVERYTHING) -> tuple[Reason, ...]:
        """What forbids the choice with this key, as far as its values can be understood; in a language, by default the game's first."""
        self.anew()
        return self.why.why_not(self.seen(state, viewer), key, language, self.listed_by(state, viewer))

    def explain(
        self, state: Position, action: str, args: Mapping[str, object], language: str | None = None, viewer: Viewer = EVERYTHING
    ) -> Explanation:
        """Is a choice of this action with these entries legal here, and if not, why not; or what makes a value what it is."""
        self.anew()
        return self.why.explain(self.seen(state, viewer), action, args, language, self.listed_by(state, viewer))

    # ------------------------------------------------------------ what a seat knows

    @cached_property
    def eyes(self) -> Eyes:
        """Sees positions as seats do."""
        return Eyes(self.evaluator, self.program, self.cache_key)

    @cached_property
    def reveals(self) -> tuple[Reveal, ...]:
        """Where the rules of this game reveal anything; with `seats`, to some seats only."""
        program, of = self.program, self.instance
        question = f"reveals {program.begins}"
        return found_out(
            tuple,
            question,
            self.cache_key,
            of.players,
            of.options,
            lambda: tuple(one for one in nodes(program.code) if isinstance(one, Reveal)),
        )

    def seen(self, state: Position, viewer: Viewer) -> Position:
        """The position as a viewer sees it: a seat, a spectator (None), or whoever knows everything."""
        return state if viewer == EVERYTHING or isinstance(state, SeenPosition) else self.eyes.seen(state, viewer)

    @cached_property
    def secret_picks(self) -> SecretPicks:
        """What is chosen and goes only into what not everybody sees."""
        from custumal.interpreter.knowledge.secret_picks import SecretPicks, secret_writes  # noqa: PLC0415  # start-up is measured

        of, question = self.instance, f"secret picks {self.program.begins}"
        if not self.eyes.hidden_values:
            return SecretPicks(self.reference, {})
        found = found_out(dict, question, self.cache_key, of.players, of.options, lambda: secret_writes(self.program, of.game))
        return SecretPicks(self.reference, found)

    def course(self, state: Position, *, whole: bool = True) -> Course:
        """What happens from this position on, to be told of each choice and of what chance does; `whole`: the game begins here."""
        from custumal.interpreter.knowledge.course import Course  # noqa: PLC0415  # start-up is measured

        self.anew()
        return Course(self.machine, self.eyes, state, whole=whole)

    def possible(self, state: Position, seat: int, course: Course | None = None) -> Possible:
        """The positions that this one may be, as a seat knows it; without a course by the position alone."""
        from custumal.interpreter.knowledge.determine import Possible  # noqa: PLC0415  # start-up is measured

        self.anew()
        return Possible(self.machine, self.eyes, state, seat, course, self._is_sound)

    def _is_sound(self, state: Position) -> bool:
        return all(self.machine.holds(invariant, state) for invariant in self.instance.game.invariants)

    def listed_by(self, state: Position, viewer: Viewer) -> Position | None:
        """The position by which a viewer knows what can be chosen, if it is another one than that which it sees: a seat that has to
        choose is shown its choices."""
        return state if viewer == state.seat and state.kind == DECISION else None

    def scores_seen(self, state: Position, viewer: Viewer) -> tuple[int | None, ...]:
        """The total of each seat, None where the viewer may not know it. When the game is over, everybody does."""
        if not self.eyes.has_secrets:  # then the fast machine may be asked
            return tuple(total(self.evaluator, state, seat) for seat in self.instance.seats)
        position = state if state.kind == OVER else self.seen(state, viewer)
        return tuple(self._score_seen(position, seat) for seat in self.instance.seats)

    def _score_seen(self, position: Position, seat: int) -> int | None:
        try:
            return total(self.asked, position, seat)
        except Unseen:
            return None

    def essence(self, state: Position) -> Position:
        """What can still matter of a position: see there."""
        from custumal.interpreter.position.essence import essence  # noqa: PLC0415  # only where positions are compared

        return essence(self.liveness, state)

    def canonical(self, state: Position) -> Position:
        """The same for all positions from which nothing could ever come out differently: what can still matter, and things that stand for
        each other in one order."""
        return self.lookalikes.ordered(self.essence(state))

    @cached_property
    def lookalikes(self) -> Lookalikes:
        """Knows which things stand for each other, wherever they lie."""
        from custumal.interpreter.position.lookalikes import Lookalikes  # noqa: PLC0415  # only where positions are compared

        return Lookalikes(self.instance, self.program)

    @cached_property
    def liveness(self) -> Liveness:
        """What may still be read of the frame, wherever the game stands."""
        from custumal.interpreter.program.liveness import Liveness  # noqa: PLC0415  # only where positions are compared

        return Liveness(self.program, self.instance.game)

    @cached_property
    def validation(self) -> Validation:
        """What is known of every position of this game."""
        from custumal.interpreter.lowering.assembly.constant_slots import constant_slots  # noqa: PLC0415  # only where positions come
        from custumal.interpreter.position.validation import Validation  # noqa: PLC0415  # from outside

        return Validation(self.instance, self.program, constant_slots(self.instance, self.program))


def _lowered(instance: Instance) -> Program:
    from custumal.interpreter.lowering.lower import lower  # noqa: PLC0415  # not wanted where a program comes out of the cache

    return lower(instance)


def _index(value: Value) -> int:
    assert isinstance(value, int)
    return value


def _mentioned(source: Source) -> set[str]:
    """The names that the sentence of a choice fills in."""
    from custumal.dsl.model.expression_walk import every_expression  # noqa: PLC0415  # start-up is measured

    return {e.name for hole in _holes(source) for e in (hole, *every_expression(hole)) if isinstance(e, Local)}


def _holes(source: Source) -> list[Expr]:
    return [piece for _, pieces in source.say.by_language for piece in pieces if isinstance(piece, Expr)]


def _reads_more(choosing: Choosing) -> bool:
    """Whether the sentence of a choice tells more than what is chosen."""
    chosen = {pick.local.id for pick in choosing.picks}
    return not all(isinstance(hole, Local) and hole.id in chosen for hole in _holes(choosing.source))
