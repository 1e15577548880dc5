"""The checked model of a game: everything resolved and typed, immutable, made of plain values that can be kept (`dsl/base/packing.py`).

This is the one contract between the checker (which builds it) and the interpreter (which plays it): it knows neither files nor
positions. Enter at `game.py`.

Values, as the interpreter sees them
    number int · truth bool · symbol int (index in its ROOT list) · resource int (index in `Game.resources`) · seat int
    (0 is p1; house seats follow the players) · row int (index in its kind's rows) · thing int (global index given at
    instantiation) · nothing None · set tuple of values in a fixed order without doubles · bundle tuple of ints, one per
    resource · table tuple of values by index of the key · place int (instance number of the zone: arguments in mixed
    radix, last fastest) · cell int (instance * cells per instance + number of the cell) · column like cell · line tuple
    of cells · pose int (see interpreter.boards) · polycube int (number of a shape).

Locals have unique ids over the whole game (`landing.actions.move.3`), so every one can be given a fixed slot.
"""

from __future__ import annotations

from custumal.dsl.model.actions import (
    NO_DECISION,
    Action,
    ChoiceEntry,
    Decision,
    Limit,
    LoopHead,
    Offer,
    Preference,
    Procedure,
    Require,
    Step,
)
from custumal.dsl.model.effects import (
    Act,
    Build,
    Draw,
    Effect,
    Exit,
    Give,
    Move,
    Perform,
    Reveal,
    Roll,
    Shuffle,
    Swap,
    Trade,
    Write,
)
from custumal.dsl.model.endings import (
    End,
    HouseSeat,
    Invariant,
    Ladder,
    RankKey,
    ScoreLine,
    Teams,
)
from custumal.dsl.model.expressions import (
    Call,
    Can,
    Const,
    Expr,
    Fold,
    IfElse,
    Local,
    Op,
    Ordering,
    Reach,
    Read,
    SeatNumber,
    Select,
    TheThing,
)
from custumal.dsl.model.game import (
    GameModel,
)
from custumal.dsl.model.nouns import (
    ComponentTable,
    Definition,
    Graph,
    Kept,
    Kind,
    KindRow,
    Listing,
    Option,
    Shape,
    StepTable,
    Visibility,
    Zone,
)
from custumal.dsl.model.scenarios import (
    Accepted,
    Expectation,
    Forbidden,
    Scenario,
)
from custumal.dsl.model.standing import (
    Carrier,
    Rule,
)
from custumal.dsl.model.texts import (
    NO_TEXT,
    Source,
    Text,
)

__all__ = [
    "NO_DECISION",
    "NO_TEXT",
    "Accepted",
    "Act",
    "Action",
    "Build",
    "Call",
    "Can",
    "Carrier",
    "ChoiceEntry",
    "ComponentTable",
    "Const",
    "Decision",
    "Definition",
    "Draw",
    "Effect",
    "End",
    "Exit",
    "Expectation",
    "Expr",
    "Fold",
    "Forbidden",
    "GameModel",
    "Give",
    "Graph",
    "HouseSeat",
    "IfElse",
    "Invariant",
    "Kept",
    "Kind",
    "KindRow",
    "Ladder",
    "Limit",
    "Listing",
    "Local",
    "LoopHead",
    "Move",
    "Offer",
    "Op",
    "Option",
    "Ordering",
    "Perform",
    "Preference",
    "Procedure",
    "RankKey",
    "Reach",
    "Read",
    "Require",
    "Reveal",
    "Roll",
    "Rule",
    "Scenario",
    "ScoreLine",
    "SeatNumber",
    "Select",
    "Shape",
    "Shuffle",
    "Source",
    "Step",
    "StepTable",
    "Swap",
    "Teams",
    "Text",
    "TheThing",
    "Trade",
    "Visibility",
    "Write",
    "Zone",
]
