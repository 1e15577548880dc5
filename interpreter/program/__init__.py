"""The intermediate representation of a game with fixed players and options: a linear program, which machines run and from
which code is generated.

A `Program` is a list of instructions with a program counter and a stack of return addresses. Everything that must survive a
stop lives in the state: `frame` (one slot for every local of the program, see `Program.slots`), `stack`, `pc`, and the counters
in `c[3]`. Locals that only live inside one expression (of selections and folds) have no slot.

Stretches without a stop are structured statements inside one `Run`; whatever may stop (a decision, chance) or leaves a step
before its end is linear, with branches and calls. Lowering has already woven in hooks, ends, lives, allowances, limits, costs
and the counters of passes, so that whoever runs a program needs no law of the language besides those told here.

A choice tuple is `PASS`, or (number of the choosing within its point, values...). The values are those of the `Pick`s in order; a
choosing that comes from a thing (`carrier`) has that thing before them. Outcomes of chance are (value,) for `Draw…`, `Roll…`,
`Shuffle…` and choice tuples for a `Chance` point.
"""

from __future__ import annotations

from custumal.interpreter.program.decision_points import (
    Affordable,
    Allowed,
    Bind,
    Choosing,
    Forbid,
    Part,
    Pick,
    Point,
    Split,
    Test,
)
from custumal.interpreter.program.instructions import (
    Branch,
    CallRoutine,
    Chance,
    Decide,
    DrawOne,
    Fulfil,
    Gather,
    Inside,
    Instruction,
    Jump,
    Keep,
    Lap,
    Mark,
    Next,
    NextHook,
    Over,
    Program,
    Recall,
    Return,
    RollOne,
    Run,
    Seal,
    ShuffleOne,
    Spent,
    Unwind,
    Waive,
)
from custumal.interpreter.program.internals import (
    HALT,
    PASS,
    ChoiceTuple,
    Counter,
    Use,
    left_id,
    passes_id,
    running_id,
)
from custumal.interpreter.program.statements import (
    Arrange,
    Assign,
    Count,
    ForEach,
    Forget,
    Pay,
    Restore,
    Statement,
    Times,
    Trace,
    Until,
    When,
)

__all__ = [
    "HALT",
    "PASS",
    "Affordable",
    "Allowed",
    "Arrange",
    "Assign",
    "Bind",
    "Branch",
    "CallRoutine",
    "Chance",
    "ChoiceTuple",
    "Choosing",
    "Count",
    "Counter",
    "Decide",
    "DrawOne",
    "ForEach",
    "Forbid",
    "Forget",
    "Fulfil",
    "Gather",
    "Inside",
    "Instruction",
    "Jump",
    "Keep",
    "Lap",
    "Mark",
    "Next",
    "NextHook",
    "Over",
    "Part",
    "Pay",
    "Pick",
    "Point",
    "Program",
    "Recall",
    "Restore",
    "Return",
    "RollOne",
    "Run",
    "Seal",
    "ShuffleOne",
    "Spent",
    "Split",
    "Statement",
    "Test",
    "Times",
    "Trace",
    "Until",
    "Unwind",
    "Use",
    "Waive",
    "When",
    "left_id",
    "passes_id",
    "running_id",
]
