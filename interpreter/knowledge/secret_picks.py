"""What is chosen and goes only into what not everybody sees: whoever doesn't see that is not told what was chosen.

It is the program that decides, not what comes of it: a name is secret if everything that reads it writes kept values that not everybody
sees, or lends it to a name of which that is so. What a restriction, a condition or another choice reads, what moves things, or goes into an
open value, matters for all to see, and is told.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from custumal.dsl.model import Expr, GameModel, Write
from custumal.dsl.model.node_walk import locals_in
from custumal.interpreter.position.state import Position
from custumal.interpreter.position.unseen import Unseen
from custumal.interpreter.program import (
    Assign,
    Bind,
    CallRoutine,
    Chance,
    ChoiceTuple,
    Choosing,
    Decide,
    ForEach,
    Fulfil,
    Keep,
    Pick,
    Point,
    Program,
    Recall,
    Run,
    Seal,
    Split,
    Times,
    Until,
    When,
)
from custumal.interpreter.reference.machine import Machine
from custumal.interpreter.reference.visibility import sees_kept


class SecretPicks:
    """Answers for one program of a game.

    Args:
        machine: the reference machine, which evaluates where a value is kept.
        secret: see `secret_writes`.
    """

    def __init__(self, machine: Machine, secret: Mapping[str, tuple[Write, ...]]) -> None:
        self.machine = machine
        self.secret = secret

    def unseen(self, before: Position, choosing: Choosing, choice: ChoiceTuple, viewer: int | None) -> frozenset[str]:
        """The ids of the names in a choice, made in this position, of which the viewer may not know for what they stand."""
        secret = {pick.local.id: self.secret[pick.local.id] for pick in choosing.picks if pick.local.id in self.secret}
        if not secret:
            return frozenset()
        bound = before.copy()
        self.machine.bind(bound, choice)
        known = self._bound(before, choosing)
        return frozenset(name for name, writes in secret.items() if not any(self._sees(one, bound, known, viewer) for one in writes))

    def _bound(self, before: Position, choosing: Choosing) -> frozenset[str]:
        """The names that have their values as soon as something is chosen."""
        stop = self.machine.program.code[before.pc]
        seat = stop.point.seat if isinstance(stop, Decide) else None
        own = [part.local.id for part in choosing.plan if isinstance(part, Pick | Bind | Split)]
        actor = [] if choosing.actor is None else [choosing.actor.id]
        return frozenset([*own, *actor]) | (frozenset() if seat is None else locals_in(seat))

    def _sees(self, write: Write, bound: Position, known: frozenset[str], viewer: int | None) -> bool:
        """Whether a viewer sees where something is written; not where that is known only later."""
        if not locals_in(write.arguments) <= known:
            return False
        self.machine.evaluator.anew()
        try:
            given = tuple(self.machine.statements.value(argument, bound) for argument in write.arguments)
        except Unseen:
            return False
        kept = self.machine.instance.game.kept[write.kept]
        return all(isinstance(one, int) for one in given) and sees_kept(self.machine.evaluator, bound, viewer, kept, given)


def secret_writes(program: Program, game: GameModel) -> dict[str, tuple[Write, ...]]:
    """By the names of what can be chosen, as far as these are secret, all writes into which a value with this name goes."""
    uses = _Uses(program, game)
    points = (code.point for code in program.code if isinstance(code, Decide | Chance))
    choosings = (*(one for point in points for one in point.choosings), *program.actions.values())
    names = sorted({pick.local.id for choosing in choosings for pick in choosing.picks})
    return {name: writes for name in names if (writes := uses.secret_writes(name))}


class _Uses:
    """What reads the names of a program: the writes of values that not everybody sees, other names, and whatever else."""

    def __init__(self, program: Program, game: GameModel) -> None:
        self._game = game
        self._writes: defaultdict[str, list[Write]] = defaultdict(list)
        self._lent: defaultdict[str, set[str]] = defaultdict(set)
        self._open: set[str] = set()
        for code in program.code:
            self._look(code)

    def secret_writes(self, name: str) -> tuple[Write, ...]:
        """All writes into which a value with this name goes, if it goes into nothing else; none where it is no secret."""
        found, waiting = {name}, [name]
        while waiting:
            new = self._lent[waiting.pop()] - found
            found |= new
            waiting += new
        return () if found & self._open else tuple(write for one in sorted(found) for write in self._writes[one])

    # ------------------------------------------------------------ reading the program

    def _look(self, node: object) -> None:
        match node:
            case tuple():
                for one in node:
                    self._look(one)
            case Run(body=body):
                self._look(body)
            case When(condition=condition, then=then, other=other):
                self._matters(condition)
                self._look((then, other))
            case ForEach(source=asked, where=where, body=body):
                self._matters((asked, where))
                self._look(body)
            case Times(count=asked, body=body) | Until(condition=asked, body=body):
                self._matters(asked)
                self._look(body)
            case Decide(point=point) | Chance(point=point) | Seal(point=point) | Fulfil(point=point):
                self._point(point)
            case Write():
                self._written(node)
            case _:
                self._named(node)

    def _named(self, node: object) -> None:
        """What lends a value to another name, or keeps names for later; all else matters."""
        match node:
            case Assign(local=local, value=value) | Bind(local=local, value=value):
                self._lends(value, local.id)
            case CallRoutine(arguments=arguments):
                for local, value in arguments:
                    self._lends(value, local.id)
            case Keep() | Recall():
                pass
            case _:
                self._matters(node)

    def _point(self, point: Point) -> None:
        self._matters(point.seat)
        for choosing in point.choosings:
            self._matters((choosing.ensure, choosing.when, choosing.offered_by, choosing.prefer))
            for part in choosing.plan:
                if isinstance(part, Pick):
                    self._matters((part.amount, part.among))
                else:
                    self._named(part)

    def _written(self, write: Write) -> None:
        names = locals_in(write)
        if self._game.kept[write.kept].visibility.kind == "all":
            self._open |= names
            return
        for name in names:
            self._writes[name].append(write)

    def _lends(self, value: Expr, to: str) -> None:
        for name in locals_in(value):
            self._lent[name].add(to)

    def _matters(self, node: object) -> None:
        self._open |= locals_in(node)
