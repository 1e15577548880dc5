"""Records in scenarios: of this game, for a number of players and options that it has, with choices that there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.check.declarations.constants import constant_value
from custumal.dsl.check.declarations.nouns import within
from custumal.dsl.check.entries.context import Context
from custumal.dsl.check.rules.choice_keys import check_choice
from custumal.dsl.check.typing.scope import Scope
from custumal.dsl.diagnostics.catalogue.files import record_choice, record_does_not_fit, record_of_another_game, record_option_value
from custumal.dsl.diagnostics.catalogue.names import record_option
from custumal.dsl.diagnostics.catalogue.values import record_players
from custumal.dsl.diagnostics.diagnostic import Report
from custumal.dsl.documents.document import Slot
from custumal.dsl.sentences import syntax as sx
from custumal.dsl.sentences.sentence import parse, parse_expression

if TYPE_CHECKING:
    from custumal.dsl.documents.recorded_games import Recorded


@dataclass(frozen=True, slots=True)
class Beginning:
    """Where a scenario begins: for how many, with which options and seed, after which choices."""

    players: int | None
    options: tuple[tuple[str, object], ...]
    seed: int
    choices: tuple[str, ...]


def beginning(cx: Context, slot: Slot | None) -> Beginning | None:
    """What the record of a scenario decides; None where there is none, or none that can be used, which is reported."""
    if slot is None:
        return None
    from custumal.dsl.documents.recorded_games import recorded  # noqa: PLC0415  # most scenarios have none

    found = recorded(slot, cx.sources, cx.report)
    if found is None:
        return None
    mine = Report()
    with cx.reporting_to(mine):
        made = Beginning(_players(cx, found), _options(cx, found), found.seed, _choices(cx, found))
    wrong = next((d for d in mine.sorted() if d.is_error), None)
    if wrong is None:
        return made
    cx.report.tell(found.file.span, record_does_not_fit(wrong.message))
    return None


def _players(cx: Context, found: Recorded) -> int:
    own = cx.words.game()
    if own is not None and found.game != own:
        cx.report.tell(found.file.span, record_of_another_game(found.game))
    low, high = cx.words.players()
    if not low <= found.players <= high:
        cx.report.tell(found.file.span, record_players(low, high, found.players))
    return found.players


def _options(cx: Context, found: Recorded) -> tuple[tuple[str, object], ...]:
    made = []
    for name, value in found.options.items():
        option = cx.words.meaning(name).option
        if option is None:
            cx.report.tell(found.file.span, record_option(name))
            continue
        mine = Report()
        with cx.reporting_to(mine):
            tree = parse_expression(found.word(value), mine)
            checked = None if tree is None else cx.ex.check(tree, Scope(no_actor=True, seats_by_number=True), option)
            given = None if checked is None else constant_value(cx, checked)
            if isinstance(given, int):
                within(cx, option, given, found.players, found.file.span)
            made.append((name, given))
        for wrong in mine.sorted()[:1]:
            cx.report.tell(found.file.span, record_option_value(name, wrong.message))
    return tuple(made)


def _choices(cx: Context, found: Recorded) -> tuple[str, ...]:
    for number, key in enumerate(found.choices, start=1):
        mine = Report()
        with cx.reporting_to(mine):
            tree = parse("choice", found.word(key), mine)
            if isinstance(tree, sx.ChoiceKey):
                check_choice(cx, tree)
        for wrong in mine.sorted()[:1]:
            cx.report.tell(found.file.span, record_choice(number, key, wrong.message))
            return found.choices
    return found.choices
