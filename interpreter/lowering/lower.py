"""Lowering: from an instance to its program."""

from __future__ import annotations

from custumal.dsl.base.frozen import replace
from custumal.dsl.model import Local, Step
from custumal.interpreter.lowering import effects, steps
from custumal.interpreter.lowering.assembly.context import Context, LoweringScope
from custumal.interpreter.lowering.assembly.entry import Entering
from custumal.interpreter.lowering.assembly.internal_slots import ENTERING_ID, FIRST_ID, REASON_ID, SAVES_ID, first_value
from custumal.interpreter.lowering.assembly.reentrancy import with_saves
from custumal.interpreter.lowering.assembly.slots import slots_of
from custumal.interpreter.lowering.exits import write_exits
from custumal.interpreter.lowering.offers import base_choosing
from custumal.interpreter.lowering.sequence import sequence
from custumal.interpreter.program import (
    NOBODY_ID,
    CallRoutine,
    Chance,
    ChanceStop,
    Choosing,
    Decide,
    Fulfil,
    Instruction,
    Mark,
    Over,
    Pick,
    Point,
    Program,
    Return,
    Seal,
    left_id,
    passes_id,
    positions_id,
    running_id,
    turns_id,
)
from custumal.interpreter.program.moved_openly import open_names
from custumal.interpreter.setup.errors import PlayError
from custumal.interpreter.setup.instance import Instance

WRITERS = (effects, steps)
"""Loaded with this module, so that they have registered what they write."""


def lower(instance: Instance, begins: tuple[str, ...] = (), *, traced: bool = False) -> Program:
    """The program of a game with its players and options.

    Args:
        instance: the game.
        begins: addresses of steps of `play` at which it may be entered (scenarios), as if all before were done; until the first stop
            after that, turns of seats are turned so that the first seat comes first.
        traced: tell of every step, procedure and rule that is entered (coverage).

    Raises:
        PlayError: the program would be too long.
    """
    context = Context(instance, Entering(begins), traced=traced)
    return _lowered(context, instance.game.play, tuple(instance.game.actions))


def lower_setup(instance: Instance) -> Program:
    """The program of the set-up alone: `play` has no steps, and of the actions there are those that the rules ask about.

    Raises:
        PlayError: the program would be too long.
    """
    context = Context(instance, Entering())
    return _lowered(context, (), tuple(name for name in instance.game.actions if name in context.indices.wanted))


def _lowered(context: Context, course: tuple[Step, ...], wanted: tuple[str, ...]) -> Program:
    try:
        return _whole(context, course, wanted)
    except PlayError as error:
        context.asm.steps = context.asm.given_up_in
        raise error.at(context.source_here().span) from None


def _whole(context: Context, course: tuple[Step, ...], wanted: tuple[str, ...]) -> Program:
    asm = context.asm
    setup = context.routine("setup", lambda: _main(context, "setup", context.game.setup))
    play = context.routine("play", lambda: _main(context, "play", course))
    asm.instruction(CallRoutine(setup))
    asm.instruction(CallRoutine(play))
    asm.instruction(Over())
    actions = {name: base_choosing(context, context.game.actions[name]) for name in wanted}
    context.write_routines()
    write_exits(context)
    return _program(context, setup, play, actions)


def _main(context: Context, key: str, steps: tuple[Step, ...]) -> None:
    with context.asm.step(key):
        exits = context.exits_of(key, context.source_here().span) if key in context.indices.exits["stop"] else None
        if exits is not None:
            context.asm.instruction(Mark(exits.depth))
        sequence(context, steps, LoweringScope(None, {}, (), "always"))
        if exits is not None:
            context.asm.place(exits.done)
        context.asm.instruction(Return())


def _program(context: Context, setup: int, play: int, actions: dict[str, Choosing]) -> Program:
    asm = context.asm
    actions = {name: asm.resolve(choosing) for name, choosing in actions.items()}
    code = with_saves(asm.finish(), asm.routines)
    slots = slots_of(code, tuple(actions.values()), _engine_slots(context))
    code = tuple(_watching(instruction, slots) for instruction in code)
    points = sorted((found.point for found in code if isinstance(found, Decide | Chance)), key=lambda point: point.number)
    asked = (found.point for found in code if isinstance(found, Decide))
    return Program(
        code=code,
        slots=slots,
        steps=tuple(inside[-1] if inside else "" for inside in asm.inside),
        points=tuple(points),
        actions={name: _watched(choosing, slots) for name, choosing in actions.items()},
        counters=context.indices.counter_size,
        setup=asm.address(setup),
        play=asm.address(play),
        reason=slots[REASON_ID],
        saves=slots[SAVES_ID],
        first=slots[FIRST_ID],
        entering=slots.get(ENTERING_ID),
        begins=context.entering.begins,
        frame=tuple(map(first_value, slots)),
        sealed=frozenset(slots[name] for name in context.sealed if name in slots),
        chances={pc: found for pc, found in enumerate(code) if isinstance(found, ChanceStop)},
        decides={pc: found.point.number for pc, found in enumerate(code) if isinstance(found, Decide)},
        saving={pc + 1: found for pc, found in enumerate(code) if isinstance(found, CallRoutine) and found.saved},
        open_names=open_names(code) if context.instance.layout.reveals else frozenset(),
        has_wholes=any(choosing.inside is not None for point in asked for choosing in point.choosings),
    )


def _engine_slots(context: Context) -> list[str]:
    indices = context.indices
    asked = (*(passes_id(step) for step in sorted(indices.counted)), *(running_id(step) for step in sorted(indices.watched)))
    recalled = (positions_id(step) for step in sorted(indices.recalled))
    tallied = (turns_id(step) for step in sorted(indices.tallied))
    rounds = (step.known_as for step in indices.steps.values() if step.known_as and step.loop is not None and step.loop.kind == "rounds")
    return [SAVES_ID, REASON_ID, FIRST_ID, NOBODY_ID, *asked, *recalled, *tallied, *map(left_id, rounds)]


# ---------------------------------------------------------------- what is watched


def _watching(instruction: Instruction, slots: dict[str, int]) -> Instruction:
    """Locals that tell things apart are only looked at where they have a slot."""
    if isinstance(instruction, Decide | Chance | Seal | Fulfil):
        point: Point = instruction.point
        return replace(instruction, point=replace(point, choosings=tuple(_watched(found, slots) for found in point.choosings)))
    return instruction


def _watched(choosing: Choosing, slots: dict[str, int]) -> Choosing:
    def kept(watch: tuple[Local, ...]) -> tuple[Local, ...]:
        return tuple(local for local in watch if local.id in slots)

    plan = tuple(replace(part, watch=kept(part.watch)) if isinstance(part, Pick) else part for part in choosing.plan)
    return replace(choosing, plan=plan)
