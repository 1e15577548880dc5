"""Which places and values of a position are worth showing, and whose they are."""

from __future__ import annotations

from custumal.dsl.base.types import Cell, Number, Row, Seat, Symbol, Thing, Truth, bare
from custumal.dsl.model import Kept, Zone
from custumal.interpreter.position.contents import things_at
from custumal.interpreter.position.state import OVER
from custumal.interpreter.reference.visibility import sees_thing
from custumal.interpreter.setup.layout import ZoneLayout
from custumal.ui.scene.look import Look


def shown_zones(look: Look) -> list[ZoneLayout]:
    """The zones that lie on no things and that the display does not hide."""
    return [zone for zone in look.instance.zones.values() if zone.name not in look.hints.hidden and not lies_on_things(zone.zone)]


def lies_on_things(zone: Zone) -> bool:
    """Whether there is a place of the zone for each thing of a kind."""
    return any(isinstance(of, Thing) for of in zone.parameters)


def has_seat(zone: Zone) -> bool:
    """Whether the places of a zone belong to seats."""
    return any(isinstance(of, Seat) for of in zone.parameters)


def seat_of(zone: ZoneLayout, instance: int) -> int | None:
    """The seat to which a place belongs by its first parameter, None for none."""
    return zone.arguments(instance)[0] if zone.zone.parameters and isinstance(zone.zone.parameters[0], Seat) else None


def is_played(look: Look, zone: ZoneLayout, instance: int) -> bool:
    """House seats have the same zones, most of which nothing is ever put into."""
    seat = seat_of(zone, instance)
    return seat is None or seat < look.instance.players or look.things(zone, instance) != ([], 0)


def things_in_cell(look: Look, zone: ZoneLayout, cell: int) -> tuple[list[int], int]:
    """The things in a cell that the seat knows, the top one first, and the number of the others."""
    lying = things_at(zone, look.state, cell)
    known = [thing for thing in lying if sees_thing(look.evaluator, look.state, look.seat, thing)]
    return (known if zone.ordered and len(known) == len(lying) else sorted(known)), len(lying) - len(known)


def value_in_cells(look: Look, zone: str) -> Kept | None:
    """The kept value that is drawn in the cells of a zone: the one that the display names, else of a bare board the first."""
    game = look.instance.game
    named = game.kept.get(look.hints.cells.get(zone, ""))
    if named is not None:
        return named
    if game.zones[zone].holds is not None:
        return None
    return next((kept for kept in game.kept.values() if kept.parameters == (Cell(zone),)), None)


def crown_in_cells(look: Look, zone: str) -> Kept | None:
    """The kept truth that sets apart some of the pieces whose value is drawn in the cells of a zone, such as kings among men."""
    if value_in_cells(look, zone) is None:
        return None
    kept = (one for one in look.instance.game.kept.values() if one.parameters == (Cell(zone),) and one.name not in look.hints.hidden)
    return next((one for one in kept if isinstance(bare(one.type), Truth)), None)


def is_crowned(look: Look, zone: str, cell: int) -> bool:
    """Whether the piece in a cell is one of those set apart."""
    crown = crown_in_cells(look, zone)
    return crown is not None and crown != value_in_cells(look, zone) and bool(look.kept(crown.name, (cell,)))


def worth_telling(look: Look, parameters: int) -> list[Kept]:
    """The kept values that are worth a word: those of nobody (0 parameters) or of a seat (1), without marks and switches of boards."""
    found = []
    for kept in look.instance.game.kept.values():
        fits = not kept.parameters if parameters == 0 else len(kept.parameters) == 1 and isinstance(kept.parameters[0], Seat)
        if fits and kept.name not in look.hints.hidden | look.hints.arrangement.named and not isinstance(bare(kept.type), Cell):
            found.append(kept)
    return found


def told_by_word(look: Look) -> list[Kept]:
    """The kept values that go by the words of one list, or by one number or row, and are worth a word."""
    unnamed = look.hints.hidden | look.hints.arrangement.named
    return [
        kept
        for kept in look.instance.game.kept.values()
        if len(kept.parameters) == 1 and isinstance(kept.parameters[0], Symbol | Number | Row) and kept.name not in unnamed
    ]


def shows_scores(look: Look) -> bool:
    """Points are shown during play only where everybody knows everything: they may be worked out from what is hidden."""
    game = look.instance.game
    kinds = {zone.visibility.kind for zone in game.zones.values()} | {kept.visibility.kind for kept in game.kept.values()}
    return bool(game.scoring) and (kinds <= {"all", "nobody"} or bool(look.state.kind == OVER))
