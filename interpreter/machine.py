"""The machine: runs a program from stop to stop. This is the reference; generated code must play the same games."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from custumal.dsl.model import Local, Rule
from custumal.interpreter.alike import Alike
from custumal.interpreter.chances import Chances, Outcome, Stop
from custumal.interpreter.errors import PlayError
from custumal.interpreter.evaluate import Evaluator
from custumal.interpreter.flow import (
    HALT,
    PASS,
    Branch,
    Call,
    Chance,
    Choosing,
    Decide,
    DrawOne,
    Gather,
    Inside,
    Instruction,
    Jump,
    Keep,
    Lap,
    Mark,
    Name,
    Next,
    NextHook,
    Over,
    Pick,
    Point,
    Program,
    Recall,
    Return,
    RollOne,
    Run,
    ShuffleOne,
    Spent,
    Split,
    Unwind,
    Use,
    Waive,
    passes_id,
)
from custumal.interpreter.instance import Instance
from custumal.interpreter.keys import Keys
from custumal.interpreter.listing import Listing, Raw
from custumal.interpreter.opening import opening_state
from custumal.interpreter.rng import derive
from custumal.interpreter.state import CHANCE, DECISION, OVER, State
from custumal.interpreter.statements import Statements
from custumal.interpreter.values import Env, Value

BUDGET = 1_000_000
"""How many instructions may be carried out between two stops."""
AFTER_PLAY = 2
"""The instruction behind the call of `play`."""


class Machine:
    """Plays one instance.

    Args:
        instance: the game with players and options.
        program: what it was lowered to.
        displace: whether a thing moved to a full place sends what lay there to the box (scenarios).
    """

    def __init__(self, instance: Instance, program: Program, *, displace: bool = False) -> None:
        self.instance = instance
        self.program = program
        self.evaluator = Evaluator(instance, program.slots)
        self.statements = Statements(self.evaluator, displace=displace)
        self.alike = Alike(instance)
        self.listing = Listing(self.evaluator, program, self.alike, self._trial)
        self.chances = Chances(self.listing, self.statements)
        self.keys = Keys(instance)
        self._run = {kind: run.__get__(self) for kind, run in _RUN.items()}

    # ------------------------------------------------------------ playing

    def start(self, seed: int) -> State:
        """A new game at its first stop, which may be one of chance."""
        state = self.fresh(seed)
        self._go(state)
        return state

    def fresh(self, seed: int) -> State:
        """A new game before its first instruction."""
        state = opening_state(self.evaluator, self.program.counters, len(self.program.slots))
        state.frame = list(self.program.frame)
        state.rng = derive(seed, "chance")
        return state

    def choices(self, state: State) -> list[Raw]:
        """The raw choices at a decision, in their fixed order; `pass` is the last. Elsewhere there are none."""
        stop = self.program.code[state.pc]
        return self.listing.choices(stop.point, state) if state.kind == DECISION and isinstance(stop, Decide) else []

    def outcomes(self, state: State) -> list[Outcome]:
        """What chance can bring, with weights. Elsewhere nothing."""
        return self.chances.outcomes(self._chance_at(state), state) if state.kind == CHANCE else []

    def draw(self, state: State) -> Raw:
        """What the generator brings at a stop of chance; the state's generator goes on, nothing else happens yet."""
        return self.chances.draw(self._chance_at(state), state)

    def apply(self, state: State, raw: Raw) -> None:
        """Carry out a raw choice or outcome in place and run to the next stop. The caller knows that it is legal.

        Raises:
            PlayError: the rules ask for something impossible.
        """
        stop = self.program.code[state.pc]
        match stop:
            case Decide(point=point) | Chance(point=point):
                self._choose(point, raw, state)
            case DrawOne(local=local) | RollOne(local=local) | ShuffleOne(local=local):
                self.statements.put(local, raw[0], state)
                state.pc += 1
        self._go(state)

    def advance(self, state: State) -> None:
        """Let chance decide until a seat must or the game is over."""
        while state.kind == CHANCE:
            self.apply(state, self.draw(state))

    def point(self, state: State) -> Point | None:
        """The point at which a seat decides."""
        stop = self.program.code[state.pc] if state.kind == DECISION else None
        return stop.point if isinstance(stop, Decide) else None

    def rounds(self, state: State) -> int:
        """How many passes of its outermost steps the game has begun, of the step that had most."""
        slots = (self.program.slots.get(passes_id(step.source.address)) for step in self.instance.game.play)
        return max((state.frame[slot] for slot in slots if slot is not None), default=0)

    # ------------------------------------------------------------ keys

    def key(self, state: State, raw: Raw) -> str:
        """The text of a choice or outcome at this stop."""
        stop = self.program.code[state.pc]
        match stop:
            case Decide(point=point) | Chance(point=point):
                return self.keys.choice(point, raw, state)
            case DrawOne() | ShuffleOne() | RollOne():
                return self.keys.outcome(stop, raw, state)
        raise AssertionError("a state stands at a stop")

    def parse(self, state: State, text: str) -> Raw | None:
        """The raw choice or outcome of this stop that a text means, or None."""
        listed = self.choices(state) if state.kind == DECISION else [raw for _, raw in self.outcomes(state)]
        return self.keys.find(text, [(raw, self.key(state, raw)) for raw in listed])

    # ------------------------------------------------------------ scenarios

    def set_up(self, seed: int, *, run: bool = True) -> State:
        """A new game after its set-up (or, not `run`, before it), chance resolved; it stands at a decision if set-up asks for one."""
        state = self.fresh(seed)
        if run:
            state.pc = self.program.setup
            state.stack = [HALT]
            self._go(state)
            self.advance(state)
        return state

    def enter(self, state: State) -> None:
        """Begin the play from a position, the first seat acting first, and go to the first decision or the end."""
        slot = self.program.first
        state.frame[slot] = 1
        state.pc, state.stack = self.program.play, [AFTER_PLAY]
        self._go(state)
        self.advance(state)
        state.frame[slot] = None

    # ------------------------------------------------------------ running

    def _go(self, state: State, until: int = HALT, depth: int = 0) -> None:
        """Run to the next stop, or until the program stands at `until` with so deep a stack."""
        code = self.program.code
        run = self._run
        for _ in range(BUDGET):
            if state.pc == until and len(state.stack) == depth:
                return
            if state.pc == HALT:
                state.kind, state.seat = OVER, None
                return
            instruction = code[state.pc]
            if run[type(instruction)](instruction, state):
                return
        step = self.program.steps[state.pc]
        source = self.instance.game.sources.get(step)
        span = source.span if source is not None else None
        raise PlayError("no-progress", f"The step {step} goes on and on without a decision, chance or an end.", span)

    def _stop(self, state: State, kind: str, seat: int | None) -> bool:
        state.kind, state.seat = kind, seat
        return True

    def _chance_at(self, state: State) -> Stop:
        stop = self.program.code[state.pc]
        assert isinstance(stop, Chance | DrawOne | RollOne | ShuffleOne)
        return stop

    def _get(self, local: Local, state: State) -> Value:
        return state.frame[self.program.slots[local.id]]

    def _put(self, local: Local, value: Value, state: State) -> None:
        state.frame[self.program.slots[local.id]] = value

    def _actor(self, actor: Local | None, state: State) -> int | None:
        return None if actor is None else self._get(actor, state)

    # ------------------------------------------------------------ choosing

    def _choose(self, point: Point, raw: Raw, state: State) -> None:
        if raw == PASS:
            state.pc = point.passed
            return
        choosing = point.choosings[raw[0]]
        if point.chosen is not None:
            self._put(point.chosen, raw, state)
        values = list(raw[1:])
        self._begin(choosing, values, state)
        for part in choosing.plan:
            match part:
                case Pick() | Split():
                    self._put(part.local, values.pop(0), state)
                case Name():
                    self._put(part.local, self.statements.value(part.value, state), state)
        state.pc = choosing.target

    def _begin(self, choosing: Choosing, values: list[Value], state: State) -> None:
        """Bind who chooses, and from where the choosing comes."""
        if choosing.actor is not None:
            self._put(choosing.actor, state.seat, state)
        if choosing.offered_by is None:
            return
        rule = choosing.offered_by.rule
        this = values.pop(0) if rule.carrier is not None else None
        for env in self.listing.offered(choosing, state, state.seat):
            if rule.carrier is None or env[rule.carrier.this.id] == this:
                self._bind_rule(rule, env, state)
                return

    def _bind_rule(self, rule: Rule, env: Env, state: State) -> None:
        if rule.actor is not None:
            self._put(rule.actor, env[rule.actor.id], state)
        if rule.carrier is not None:
            for local in (rule.carrier.this, rule.carrier.owner, rule.carrier.copies):
                self._put(local, env[local.id], state)

    def _trial(self, state: State, choosing: Choosing, env: Env) -> State:
        """The state after a choice has been carried out up to its end or first stop."""
        after = state.copy()
        for name, value in env.items():
            slot = self.program.slots.get(name)
            if slot is not None:
                after.frame[slot] = value
        after.pc = choosing.trial
        self._go(after, choosing.trial_end, len(after.stack))
        return after

    # ------------------------------------------------------------ stops

    def _decide(self, instruction: Decide, state: State) -> bool:
        point = instruction.point
        state.seat = self.listing.seat(point, state)
        choices = self.listing.choices(point, state)
        if not choices:
            state.pc = point.nothing
            return False
        if point.kind == "inner" and len(choices) == 1:
            self._choose(point, choices[0], state)
            return False
        return self._stop(state, DECISION, state.seat)

    def _chance(self, instruction: Stop, state: State) -> bool:
        """Chance takes part only where more than one thing can happen."""
        state.seat = None
        outcomes = self.chances.outcomes(instruction, state)
        if len(outcomes) > 1:
            return self._stop(state, CHANCE, None)
        if isinstance(instruction, Chance):
            if outcomes:
                self._choose(instruction.point, outcomes[0][1], state)
            else:
                state.pc = instruction.point.nothing
        else:
            self._put(instruction.local, outcomes[0][1][0], state)
            state.pc += 1
        return False

    def _over(self, _: Over, state: State) -> bool:
        return self._stop(state, OVER, None)

    # ------------------------------------------------------------ control

    def _statements(self, instruction: Run, state: State) -> None:
        self.statements.run(instruction.body, state)
        state.pc += 1

    def _branch(self, instruction: Branch, state: State) -> None:
        state.pc = state.pc + 1 if self.statements.value(instruction.condition, state) else instruction.target

    def _jump(self, instruction: Jump, state: State) -> None:
        state.pc = instruction.target

    def _next(self, instruction: Next, state: State) -> None:
        items, index = self._get(instruction.items, state), self._get(instruction.index, state)
        while index < len(items):
            self._put(instruction.local, items[index], state)
            index += 1
            if instruction.where is None or self.statements.value(instruction.where, state):
                self._put(instruction.index, index, state)
                state.pc += 1
                return
        state.pc = instruction.done

    def _lap(self, instruction: Lap, state: State) -> None:
        index = self._get(instruction.index, state)
        while True:
            if index == 0:
                self._put(instruction.acted, 0, state)
                if instruction.passes is not None:
                    self._put(instruction.passes, self._get(instruction.passes, state) + 1, state)
            found = self._next_of_lap(instruction, index, state)
            if found is not None:
                self._put(instruction.index, found + 1, state)
                self._put(instruction.acted, 1, state)
                state.pc += 1
                return
            ending = instruction.ending is not None and self._get(instruction.ending, state) == 1
            if ending or not self._get(instruction.acted, state):
                state.pc = instruction.done
                return
            index = 0

    def _next_of_lap(self, instruction: Lap, index: int, state: State) -> int | None:
        items, left = self._get(instruction.items, state), self._get(instruction.left, state)
        for position in range(index, len(items)):
            if items[position] in left:
                self._put(instruction.local, items[position], state)
                if instruction.where is None or self.statements.value(instruction.where, state):
                    return position
        return None

    # ------------------------------------------------------------ calls

    def _call(self, instruction: Call, state: State) -> None:
        values = [self.statements.value(expr, state) for _, expr in instruction.arguments]
        if instruction.saved:
            saved = tuple(self._get(local, state) for local in instruction.saved)
            state.frame[self.program.saves] = (*state.frame[self.program.saves], saved)
        for (local, _), value in zip(instruction.arguments, values, strict=True):
            self._put(local, value, state)
        state.stack.append(state.pc + 1)
        state.pc = instruction.target

    def _return(self, _: Return, state: State) -> None:
        state.pc = self._pop(state)

    def _pop(self, state: State) -> int:
        """Take the last return address, and what the call there saved."""
        address = state.stack.pop()
        call: Instruction | None = self.program.code[address - 1] if address > 0 else None
        if isinstance(call, Call) and call.saved:
            *others, last = state.frame[self.program.saves]
            state.frame[self.program.saves] = tuple(others)
            for local, value in zip(call.saved, last, strict=True):
                self._put(local, value, state)
        return address

    def _mark(self, instruction: Mark, state: State) -> None:
        self._put(instruction.depth, len(state.stack), state)
        state.pc += 1

    def _unwind(self, instruction: Unwind, state: State) -> None:
        depth = self._get(instruction.depth, state)
        while len(state.stack) > depth:
            self._pop(state)
        state.pc = instruction.target

    def _inside(self, instruction: Inside, state: State) -> None:
        state.pc = instruction.target if self.listing.inside(instruction.routines, state) else state.pc + 1

    # ------------------------------------------------------------ rules

    def _spent(self, instruction: Spent, state: State) -> None:
        allowed = instruction.allowed
        free = self.listing.restrictions.holds(allowed, state, {}, self._get(allowed.seat, state))
        state.pc = state.pc + 1 if free else instruction.target

    def _waive(self, instruction: Waive, state: State) -> None:
        waived = self.listing.restrictions.waived(instruction.uses, state, {}, self._actor(instruction.actor, state))
        state.pc = instruction.target if waived else state.pc + 1

    def _gather(self, instruction: Gather, state: State) -> None:
        actor = self._actor(instruction.actor, state)
        found = [
            (number, *_carried(use, env))
            for number, use in enumerate(instruction.uses)
            for env in self.listing.restrictions.bindings(use, state, {}, actor, ask=False)
        ]
        self._put(instruction.items, tuple(sorted(found, key=lambda item: self._rank(instruction.uses[item[0]], item[2], actor))), state)
        state.pc += 1

    def _rank(self, use: Use, owner: int | None, actor: int | None) -> tuple[int, int, str]:
        """The order of hooks: by rank, the game's, those of seats from the actor clockwise, by address."""
        seats = len(self.instance.all_seats)
        distance = -1 if owner is None else (owner - (actor or 0)) % seats
        return (use.rule.rank, distance, use.rule.source.address)

    def _next_hook(self, instruction: NextHook, state: State) -> None:
        items, index = self._get(instruction.items, state), self._get(instruction.index, state)
        if index >= len(items):
            state.pc = instruction.done
            return
        number, this, owner, copies = items[index]
        self._put(instruction.index, index + 1, state)
        carrier = instruction.uses[number].rule.carrier
        if carrier is not None:
            for local, value in ((carrier.this, this), (carrier.owner, owner), (carrier.copies, copies)):
                self._put(local, value, state)
        state.pc = instruction.targets[number]

    # ------------------------------------------------------------ choices made unseen

    def _keep(self, instruction: Keep, state: State) -> None:
        kept = self._get(instruction.items, state) or ()
        self._put(instruction.items, (*kept, tuple(self._get(local, state) for local in instruction.values)), state)
        state.pc += 1

    def _recall(self, instruction: Recall, state: State) -> None:
        items, index = self._get(instruction.items, state) or (), self._get(instruction.index, state)
        if index >= len(items):
            state.pc = instruction.done
            return
        self._put(instruction.index, index + 1, state)
        for local, value in zip(instruction.values, items[index], strict=True):
            self._put(local, value, state)
        state.pc += 1


def _carried(use: Use, env: Env) -> Sequence[Value]:
    carrier = use.rule.carrier
    return (None, None, None) if carrier is None else (env[carrier.this.id], env[carrier.owner.id], env[carrier.copies.id])


_RUN: dict[type[Instruction], Callable[..., bool | None]] = {
    Run: Machine._statements,
    Branch: Machine._branch,
    Jump: Machine._jump,
    Next: Machine._next,
    Lap: Machine._lap,
    Decide: Machine._decide,
    Chance: Machine._chance,
    DrawOne: Machine._chance,
    RollOne: Machine._chance,
    ShuffleOne: Machine._chance,
    Call: Machine._call,
    Return: Machine._return,
    Mark: Machine._mark,
    Unwind: Machine._unwind,
    Inside: Machine._inside,
    Spent: Machine._spent,
    Waive: Machine._waive,
    Gather: Machine._gather,
    NextHook: Machine._next_hook,
    Keep: Machine._keep,
    Recall: Machine._recall,
    Over: Machine._over,
}
