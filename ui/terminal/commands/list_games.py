"""`list`: which games there are."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from custumal.dsl.diagnostics.diagnostic import RuleFileError
from custumal.dsl.model import GameModel
from custumal.dsl.overlay.summary import beside
from custumal.interpreter.cache.models import key_of_selection, model_of
from custumal.interpreter.library import select, shipped
from custumal.ui.terminal.exit_codes import DONE, PROBLEMS
from custumal.ui.terminal.output import say, say_data
from custumal.ui.terminal.problems import tell_diagnostics
from custumal.ui.text.style import folded

_WIDTH = 100


def list_games(as_json: bool) -> int:
    """The shipped games. One with errors is told about, and the others are listed."""
    entries, bad = [], False
    for name, path in shipped():
        try:
            files = select(name)
            entries.append(_entry(model_of(files, key_of_selection(files)), path))
        except RuleFileError as error:
            tell_diagnostics(error.diagnostics)
            bad = True
    if as_json:
        say_data(entries)
    else:
        for entry in entries:
            say(_line(entry))
    return PROBLEMS if bad else DONE


def _entry(model: GameModel, path: Path) -> dict[str, Any]:
    variants = beside(path)
    return {
        "id": model.id,
        "title": model.title.plain("en", model.languages) or model.id,
        "players": list(model.players),
        "options": list(model.options),
        "variants": [variant.id for variant in variants],
        "variant_details": [variant.data() for variant in variants],
        "reconstructed": provenance(model)["reconstructed"],
        "values": sum(provenance(model).values()),
    }


def _line(entry: dict[str, Any]) -> str:
    low, high = entry["players"]
    head = f"{entry['id']:<18} {entry['title']:<18} {low if low == high else f'{low}-{high}'} players"
    notes = []
    if entry["options"]:
        notes.append(f"options: {', '.join(entry['options'])}")
    if entry["variant_details"]:
        notes.append("variants: " + ", ".join(f"{variant['id']} ({variant['title']})" for variant in entry["variant_details"]))
    if entry["reconstructed"]:
        notes.append(f"{entry['reconstructed']} of {entry['values']} printed values reconstructed")
    return "\n".join([head, *(f"    {row}" for note in notes for row in folded(note, _WIDTH - 4, "  "))]) + "\n"


def provenance(model: GameModel) -> Counter[str]:
    """How many printed values come from where, those of tables counted that say it; "" is those of which nothing is said."""
    of_tables = Counter(origin for table in model.tables.values() for origin in table.provenance)
    return of_tables + Counter(
        origin
        for kind in model.kinds.values()
        for row in kind.rows
        for value, origin in zip(row.values, row.provenance, strict=True)
        if value is not None
    )
