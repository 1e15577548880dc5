"""`show`: what is in one game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from custumal.dsl.base.types import Maybe, Number
from custumal.dsl.model import GameModel, Option, Source, Step
from custumal.dsl.overlay.summary import beside, house_rules, line_of
from custumal.interpreter.api import Game
from custumal.interpreter.runs.played import MOST_DECISIONS
from custumal.interpreter.setup.options import option_word
from custumal.ui.terminal.commands.diff import changes_of
from custumal.ui.terminal.commands.list_games import provenance
from custumal.ui.terminal.exit_codes import DONE, PROBLEMS
from custumal.ui.terminal.output import say, say_data, say_lines
from custumal.ui.terminal.problems import UsageProblem
from custumal.ui.terminal.wanted import Wanted
from custumal.ui.text.style import folded

_WIDTH = 100


def show_code(wanted: Wanted) -> int:
    """The Python that the rules become."""
    from custumal.interpreter.codegen.module import source  # noqa: PLC0415  # nothing else here needs it

    game = wanted.load()
    engine = game.engine(wanted.number_of_players(game))
    say(source(engine.instance, engine.program) + "\n")
    return DONE


def show_module(wanted: Wanted) -> int:
    """The module of WebAssembly that the rules become.

    Raises:
        UsageProblem: something in the rules has no form there.
    """
    from custumal.interpreter.cache.wasm_modules import text_of  # noqa: PLC0415  # nothing else here needs it
    from custumal.interpreter.wasm.unsupported import Unsupported  # noqa: PLC0415  # likewise

    game = wanted.load()
    engine = game.engine(wanted.number_of_players(game))
    try:
        say(text_of(engine.instance, engine.program, MOST_DECISIONS))
    except Unsupported as refused:
        problem = f"{game.title()} has no module: there is no form in WebAssembly yet for this: {refused.what}."
        raise UsageProblem(problem, PROBLEMS) from None
    return DONE


def show_game(wanted: Wanted, as_json: bool) -> int:
    """What is in a game."""
    game = wanted.load()
    wanted.number_of_players(game)  # nothing depends on it, but what can't be is refused as elsewhere
    data = _data(game) | _variants(wanted, game)
    if as_json:
        say_data(data)
    else:
        say_lines(_text(data))
    return DONE


def _data(game: Game) -> dict[str, Any]:
    model = game.model
    return {
        "id": game.id,
        "title": game.title(),
        "variants": list(game.variants),
        "players": list(game.players),
        "languages": list(model.languages),
        "rules_hash": game.rules_hash,
        "options": [_option(model, option, game.options[name]) for name, option in model.options.items()],
        "values": [{"id": d.name, **_about(model, d.source)} for d in model.definitions.values() if d.is_value],
        "setup": [_step(model, step) for step in model.setup],
        "play": [_step(model, step) for step in model.play],
        "actions": [_action(model, name) for name in model.actions],
        "components": [_component(model, name) for name in model.components],
        "scoring": [{"id": entry.source.id, **_about(model, entry.source)} for entry in model.scoring],
        "rules": len(model.rulebook),
        "provenance": {origin or "unstated": count for origin, count in sorted(provenance(model).items())},
    }


def _variants(wanted: Wanted, game: Game) -> dict[str, Any]:
    """The variants that there are, and what those in force change."""
    chosen = wanted.selection()
    known = {variant.id: variant for variant in beside(chosen.game.path)}
    known |= {variant.id: variant for path in chosen.variants if (variant := house_rules(path)) is not None}
    return {
        "variant_details": [variant.data() | {"in_force": name in game.variants} for name, variant in known.items()],
        "changes": changes_of(wanted) if game.variants else [],
    }


def _about(model: GameModel, source: Source) -> dict[str, Any]:
    return {"text": source.say.with_gaps(model.languages[0], model.languages), "rules": list(source.rules)}


def _option(model: GameModel, option: Option, value: object) -> dict[str, Any]:
    default = option_word(model, option, option.default)
    return {"id": option.name, "type": _type(option), "default": default, "value": value, **_about(model, option.source)}


def _type(option: Option) -> str:
    of = option.type.inner if isinstance(option.type, Maybe) else option.type
    said = f"{of.low} to {of.high}" if isinstance(of, Number) and of.low is not None else str(of)
    return f"{said} or none" if isinstance(option.type, Maybe) else said


def _step(model: GameModel, step: Step) -> dict[str, Any]:
    inner = [_step(model, part) for part in step.body if isinstance(part, Step) and _is_named(part)]
    loop = "" if step.loop is None else step.loop.kind
    return {"id": step.source.id, "loop": loop, **_about(model, step.source), "steps": inner}


def _is_named(step: Step) -> bool:
    return not step.source.id.isdecimal()


def _action(model: GameModel, name: str) -> dict[str, Any]:
    action = model.actions[name]
    return {
        "id": name,
        **_about(model, action.source),
        "offered": list(action.windows),
        "choose": [entry.source.id for entry in action.decision.entries if entry.form != "let"],
        "require": [test.source.id for test in (*action.decision.require, *action.decision.ensure)],
    }


def _component(model: GameModel, name: str) -> dict[str, Any]:
    table = model.components[name]
    kind = model.kinds[table.kind]
    rows = [kind.rows[row] for row in table.rows]
    origins = Counter(
        origin or "unstated" for row in rows for value, origin in zip(row.values, row.provenance, strict=True) if value is not None
    )
    return {
        "id": name,
        "kind": table.kind,
        "rows": [row.name for row in rows],
        "printed": [column for column, _ in kind.printed],
        "provenance": dict(origins),
    }


# ---------------------------------------------------------------- as text


def _text(data: dict[str, Any]) -> Iterator[str]:
    low, high = data["players"]
    title = " + ".join((data["title"], *data["variants"]))
    yield f"{title} ({data['id']}), {low if low == high else f'{low} to {high}'} players"
    if data["rules"]:
        yield f"{data['rules']} numbered rules"
    yield from _section("changes by variants", [f"{one['kind']} {one['address']}{_change(one)}" for one in data["changes"]])
    for title in ("options", "values"):
        yield from _section(title, [_named(entry) for entry in data[title]])
    for title in ("setup", "play"):
        yield from _section(title, list(_steps(data[title], "")))
    yield from _section("actions", [text for entry in data["actions"] for text in _action_lines(entry)])
    yield from _section("components", [text for entry in data["components"] for text in _component_lines(entry)])
    yield from _section("scoring", [_named(entry) for entry in data["scoring"]])
    yield from _section("variants", [_variant_line(entry) for entry in data["variant_details"]])


def _change(one: dict[str, Any]) -> str:
    return f": {one['old']} -> {one['new']}" if one["kind"] == "changed" else ""


def _variant_line(data: dict[str, Any]) -> str:
    return line_of(data) + (" [in force]" if data["in_force"] else "")


def _section(title: str, lines: list[str]) -> Iterator[str]:
    if lines:
        yield ""
        yield f"{title}:"
        for text in lines:
            lead = text[: len(text) - len(text.lstrip())]
            for row in folded(text, _WIDTH - 4, f"{lead}    "):
                yield f"  {row}"


def _named(entry: dict[str, Any]) -> str:
    head = str(entry["id"])
    if "type" in entry:
        head += f": {entry['type']}, {_plain(entry['value'])}" + (
            "" if entry["value"] == entry["default"] else f" (else {_plain(entry['default'])})"
        )
    return head + _said(entry)


def _said(entry: dict[str, Any]) -> str:
    return (f" - {entry['text']}" if entry["text"] else "") + (f" [{', '.join(entry['rules'])}]" if entry["rules"] else "")


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _steps(steps: list[dict[str, Any]], indent: str) -> Iterator[str]:
    for step in steps:
        loop = f" ({step['loop']})" if step["loop"] else ""
        yield f"{indent}{step['id']}{loop}{_said(step)}"
        yield from _steps(step["steps"], indent + "  ")


def _action_lines(entry: dict[str, Any]) -> Iterator[str]:
    yield _named(entry)
    if entry["choose"]:
        yield f"  choose {', '.join(entry['choose'])}"
    if entry["require"]:
        yield f"  require {', '.join(entry['require'])}"


def _component_lines(entry: dict[str, Any]) -> Iterator[str]:
    origins = ", ".join(f"{count} {origin}" for origin, count in entry["provenance"].items() if origin != "unstated")
    rows = f"{len(entry['rows'])} {entry['kind']} row{'' if len(entry['rows']) == 1 else 's'}"
    yield f"{entry['id']}: {rows}" + (f" ({origins})" if origins else "")
    yield f"  {', '.join(entry['rows'])}"
