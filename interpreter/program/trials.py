"""What a trial can change: which restrictions of `ensure` come out the same before a choice is carried out and after.

These need no trial. What is written is taken from all instructions that the trial can come to, whether or not it stops before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.check.lint.reads import WHERE, Keys, Reads
from custumal.dsl.model import Act, Call, Can, Expr, GameModel, Op, Reveal, Rule
from custumal.dsl.model.node_walk import nodes
from custumal.interpreter.program.decision_points import Choosing, Test
from custumal.interpreter.program.flow import Flows
from custumal.interpreter.program.instructions import Mark, Program, Unwind
from custumal.interpreter.program.internals import HALT
from custumal.interpreter.program.statements import Arrange, Pay, Restore

UNSURE = frozenset([
    "passes", "running", "staying", "turns", "occurrences", "supply", "total", "is-winner", "winners", "seat-place", "decided-by",
    "turn-of", "border-theirs", "border-beyond", "corners-of-thing", "halves-of-thing", "corner-meeting", "half-across",
])  # fmt: skip
"""Operations of which it is not asked what exactly they hang on: the course of play, points, what several things together show."""


@dataclass(frozen=True, slots=True)
class Changes:
    """What a trial may write: keys as `Reads` gives them."""

    keys: Keys

    @property
    def kept(self) -> frozenset[str]:
        """The names of the kept values among it."""
        return frozenset(key.removeprefix("kept:") for key in self.keys if key.startswith("kept:"))

    @property
    def moves(self) -> bool:
        """Whether things may come to lie elsewhere."""
        return any(not key.startswith("kept:") for key in self.keys)


class Trials:
    """Answers for one program of a game."""

    def __init__(self, program: Program, game: GameModel) -> None:
        self.code = program.code
        self.game = game
        self.flows = Flows(program)
        self.reads = Reads(game)
        self._changes: dict[int, Changes] = {}

    def parted(self, choosing: Choosing) -> tuple[tuple[Test, ...], tuple[Test, ...]]:
        """The restrictions of `ensure` that can be asked before, and those that have to be tried out; in their order, as later ones may
        rest on earlier ones."""
        tests = choosing.ensure
        at = next((at for at, test in enumerate(tests) if not self._is_settled(test, choosing)), len(tests))
        return tests[:at], tests[at:]

    def changes(self, choosing: Choosing) -> Changes:
        """What carrying out a choice may write."""
        if choosing.trial not in self._changes:
            keys = frozenset[str]()
            for pc in self._reached(choosing.trial):
                keys |= written(self.reads, self.game, self.code[pc])
            self._changes[choosing.trial] = Changes(keys)
        return self._changes[choosing.trial]

    # ------------------------------------------------------------ reading

    def _is_settled(self, test: Test, choosing: Choosing) -> bool:
        asked = (test.require.that, test.require.unless, *(use.rule for use in test.waived))
        found = self.hangs_on(asked)
        return found is not None and not found & self.changes(choosing).keys

    def hangs_on(self, parts: Sequence[Expr | Rule | None]) -> Keys | None:
        """What an answer hangs on; None if that is not only what is kept and where things lie."""
        found: Keys = frozenset()
        waiting, seen = list(parts), set[str]()
        while waiting:
            part = waiting.pop()
            if isinstance(part, Rule):
                if part.carrier is not None:
                    return None
                waiting += [part.condition, part.applies, part.seats, *(value for _, value in part.changes)]
                continue
            for node in nodes(part):
                if isinstance(node, Can) or (isinstance(node, Op) and self._is_unsure(node)):
                    return None
                if isinstance(node, Call) and node.definition not in seen:
                    seen.add(node.definition)
                    waiting += self._defined(node.definition)
            found |= self.reads.of(part)
        return found

    def _is_unsure(self, node: Op) -> bool:
        """Whether it can't be said what an operation hangs on: one that looks at places looks at some."""
        return node.name in UNSURE or (node.name in WHERE and not self.reads.of(node))

    def _defined(self, name: str) -> Iterator[Expr | Rule | None]:
        definition = self.game.definitions[name]
        yield from (definition.body, definition.low, definition.high)
        yield from (rule for rule in self.game.standing if rule.head == "modify" and definition.source.address in rule.targets)

    # ------------------------------------------------------------ writing

    def _reached(self, entry: int) -> set[int]:
        """The instructions that can follow, calls included; a step that began before is not left."""
        found, waiting, left = {entry}, [entry], list[Unwind]()
        while waiting:
            new = [pc for pc in self._next(waiting.pop(), left) if pc not in found]
            waiting += new
            found.update(new)
            if not waiting:
                marks = {mark.depth.id for pc in found if isinstance(mark := self.code[pc], Mark)}
                waiting += [unwind.target for unwind in left if unwind.depth.id in marks and unwind.target not in found]
                found.update(waiting)
        return found

    def _next(self, pc: int, left: list[Unwind]) -> Sequence[int]:
        instruction = self.code[pc]
        if isinstance(instruction, Unwind):
            left.append(instruction)
            return ()
        return [target for target, _ in self.flows.of(pc, instruction).ways if target != HALT]


def written(reads: Reads, game: GameModel, about: object) -> Keys:
    """What effects and statements among the nodes write."""
    found: Keys = frozenset()
    for node in nodes(about):
        if isinstance(node, Reveal):
            found |= {"known"}
        elif isinstance(node, Act):
            found |= reads.written(node)
        elif isinstance(node, Restore):
            found |= {f"kept:{node.kept}"}
        elif isinstance(node, Pay):
            found |= {f"kept:{name}" for name in game.resources}
        elif isinstance(node, Arrange):
            found |= reads.place(node.place)
    return found
