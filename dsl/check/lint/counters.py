"""Numbers that count the passes of a loop: a loop that goes on for longer than they can count leaves them at their bound."""

from __future__ import annotations

from collections.abc import Iterator

from custumal.dsl.base.types import Number
from custumal.dsl.check.entries.context import Context
from custumal.dsl.check.lint.reads import Reads
from custumal.dsl.check.typing.intervals import bounds
from custumal.dsl.diagnostics.catalogue.values import counts_beyond
from custumal.dsl.model import Exit, Expr, GameModel, Kept, Roll, Step, Write
from custumal.dsl.model.expression_walk import every_effect, every_step


def lint(cx: Context, game: GameModel) -> None:
    """Warns where each pass raises a number that nothing else writes, more often than there is room between its start and its bound."""
    counters = _Counters(game)
    for step in every_step(game):
        if step.loop is not None or step.until is not None:
            for act in counters.in_every_pass(step):
                counters.judge(cx, step, act)


class _Counters:
    """The kept numbers of one game that are written in one place only."""

    def __init__(self, game: GameModel) -> None:
        self.game = game
        self.reads = Reads(game)
        self.written = [act.kept for act in every_effect(game) if isinstance(act, Write | Roll)]
        self.exits = {exit_.step for exit_ in self._exits()}
        self.replaced = {target for rule in game.standing if rule.head in ("instead", "waive") for target in rule.targets}

    def _exits(self) -> Iterator[Exit]:
        yield from (act for act in every_effect(self.game) if isinstance(act, Exit))
        yield from (exit_ for end in self.game.end for exit_ in end.exits)

    def in_every_pass(self, loop: Step) -> Iterator[Write]:
        """What every pass of a loop raises, of numbers for which nothing else is done, and which outlive the loop."""
        waiting: list[Step] = [loop]
        while waiting:
            step = waiting.pop()
            if _on_the_way(step, self.replaced):
                continue
            waiting += [inner for inner in step.body if isinstance(inner, Step) and _is_plain(inner)]
            yield from (act for act in step.body if isinstance(act, Write) and self._counts(loop, act))

    def _counts(self, loop: Step, act: Write) -> bool:
        kept = self.game.kept[act.kept]
        lasts = kept.until is None or loop.source.address.startswith(f"{kept.until}.")
        plain = act.mode == "raise" and act.condition is None and not act.arguments and kept.resource is None
        return plain and lasts and self.written.count(act.kept) == 1

    def judge(self, cx: Context, step: Step, act: Write) -> None:
        kept = self.game.kept[act.kept]
        start, high, by = bounds(kept.start.type)[0], _greatest(kept), None if act.value is None else bounds(act.value.type)[0]
        if start is None or high is None or by is None or by < 1:
            return
        passes = self._passes(step)
        if passes is not None and start + passes * by > high:
            place = act.span if step.loop is None or step.loop.source is None else step.loop.source.span
            cx.report.tell(place, counts_beyond(kept.name, high, passes))
        elif passes is None and self._endless(step) and not self._asked(kept):
            cx.report.tell(act.span, counts_beyond(kept.name, high, None))

    def _passes(self, step: Step) -> int | None:
        """How many passes a loop has at the least; None where that is not known."""
        loop = step.loop
        if loop is None or loop.kind != "repeat" or loop.source is None or step.until is not None or _on_the_way(step, self.exits):
            return None
        return bounds(loop.source.type)[0]

    @staticmethod
    def _endless(step: Step) -> bool:
        return (step.loop is None and step.until is not None) or (step.loop is not None and step.loop.kind == "endless")

    def _asked(self, kept: Kept) -> bool:
        """Whether any condition hangs on the number, so that it may end the loop."""
        key = f"kept:{kept.name}"
        return any(key in self.reads.of(condition) for condition in self._conditions())

    def _conditions(self) -> Iterator[Expr | None]:
        for step in every_step(self.game):
            yield from (step.condition, step.until)
        yield from (act.condition for act in every_effect(self.game))
        yield from (end.applies for end in self.game.end)
        for rule in self.game.standing:
            yield from (rule.condition, rule.applies)


def _is_plain(step: Step) -> bool:
    """Whether a step is carried out just once, whatever the position is."""
    return step.loop is None and step.until is None and step.condition is None and step.decision is None and step.seat is None


def _greatest(kept: Kept) -> int | None:
    high = bounds(kept.type)[1] if kept.high is None else bounds(kept.high.type)[1]
    return high if isinstance(kept.type, Number) else None


def _on_the_way(step: Step, addresses: set[str]) -> bool:
    """Whether one of the addresses is that of the step or of one around it."""
    here = step.source.address
    return any(here == address or here.startswith(f"{address}.") for address in addresses)
