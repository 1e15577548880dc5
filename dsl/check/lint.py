"""Warnings about what is written but does nothing, or says something else than it seems to."""

from __future__ import annotations

from custumal.dsl.check.context import Context
from custumal.dsl.check.walk import every_effect, every_step
from custumal.dsl.diagnostic import Span
from custumal.dsl.entry import Entry
from custumal.dsl.model import Const, Game, LoopHead, Step, Write
from custumal.dsl.suggest import nearest
from custumal.dsl.types import Truth


def lint(cx: Context, game: Game) -> None:
    """All checks that look at the whole game."""
    _windows(cx, game)
    _unused(cx)
    _never_cleared(cx, game)
    _constant_restrictions(cx, game)
    _endless(cx, game)
    _citations(cx, game)


def _windows(cx: Context, game: Game) -> None:
    for window, span in cx.offered.items():
        if window not in cx.opened:
            guess = nearest(window, cx.opened)
            cx.report.warn(
                "unopened-window", span, f"No step opens the window `{window}`, so nothing offered there can ever be chosen.", guess
            )
    for window, span in cx.opened.items():
        if window not in cx.offered:
            guess = nearest(window, cx.offered)
            cx.report.warn("empty-window", span, f"No action is offered in the window `{window}`.", guess)
    offered_by_rules = {t for r in game.standing if r.head == "offer" for t in r.targets}
    for action in game.actions.values():
        if not action.windows and action.any_time is None and action.source.address not in offered_by_rules:
            cx.report.warn("never-offered", action.source.span, f"No step ever offers `{action.source.id}`; say `offered:` or `any-time:`.")


def _unused(cx: Context) -> None:
    groups = (
        ("definition", cx.words.definitions), ("kept value", cx.words.kept), ("list", cx.words.lists), ("procedure", cx.words.procedures),
        ("table", cx.words.tables), ("zone", cx.words.zones), ("option", cx.words.options),
    )  # fmt: skip
    for what, group in groups:
        for name in group:
            if name in cx.words.used or name in ("side", "direction", "resource") or name in cx.words.graphs:
                continue
            entry = _entry(cx, name, what)
            if entry is not None:
                cx.report.warn("unused", entry, f"Nothing reads the {what} `{name}`.")


_SECTIONS = {"definition": ("define", "values"), "kept value": ("kept", "resources"), "list": ("lists",), "procedure": ("procedures",),
             "table": ("tables",), "zone": ("zones",), "option": ("options",)}  # fmt: skip


def _entry(cx: Context, name: str, what: str) -> Span | None:
    for section in _SECTIONS[what]:
        found = cx.document.entry(f"{section}.{name}")
        if found is not None:
            return name_span(found)
    return None


def name_span(entry: Entry) -> Span:
    """Where an entry's id stands, without parameters."""
    return entry.key.span if entry.signature is None else entry.signature.name.span


def _never_cleared(cx: Context, game: Game) -> None:
    """A mark that is set and never taken back, without saying that it is for the whole game."""
    cleared = _cleared(game)
    for entry in cx.document.section("kept"):
        kept = game.kept.get(entry.id)
        if kept is None or entry.slot("until") is not None or not isinstance(kept.type, Truth):
            continue
        if entry.id in cx.written and entry.id not in cleared:
            cx.report.warn(
                "never-cleared",
                entry.key.span,
                f"`{entry.id}` is set and never taken back; say `until: STEP`, or `until: end` if that is meant.",
            )


def _cleared(game: Game) -> set[str]:

    found = set()
    for effect in every_effect(game):
        if isinstance(effect, Write):
            is_true = isinstance(effect.value, Const) and effect.value.value is True
            if effect.mode == "reset" or (effect.mode == "set" and not is_true):
                found.add(effect.kept)
    return found


def _constant_restrictions(cx: Context, game: Game) -> None:
    for action in game.actions.values():
        for require in (*action.decision.require, *action.decision.ensure):
            if isinstance(require.that, Const) and isinstance(require.that.value, bool):
                what = "never fails" if require.that.value else "always fails"
                code = "never-fails" if require.that.value else "always-fails"
                cx.report.warn(code, require.that.span, f"This restriction {what}.")


def _endless(cx: Context, game: Game) -> None:
    """An endless loop that nothing can end."""
    left = {address for _, address in cx.exits}
    for step in every_step(game):
        if not _is_endless(step):
            continue
        around = {a for a in left if step.source.address == a or step.source.address.startswith(a + ".")}
        if not around:
            cx.report.error(
                "endless",
                step.source.span,
                f"Nothing ever ends `{step.source.id or step.source.address}`: "
                "no `finish`, `stop` or `leave` names it or a step around it.",
            )


def _is_endless(step: Step) -> bool:
    loop = step.loop
    return isinstance(loop, LoopHead) and loop.kind in ("endless", "rounds") and step.until is None


def _citations(cx: Context, game: Game) -> None:
    """Numbered rules that no entry cites, in games with a rulebook."""
    if cx.rule_ids is None:
        return
    unencoded = {rule for rule, _ in game.unencoded}
    for entry in cx.document.section("unencoded"):
        if entry.id not in cx.rule_ids:
            cx.report.error("unknown-rule", entry.key.span, f"The rulebook has no rule `{entry.id}`.", nearest(entry.id, cx.rule_ids))
    missing = [r for r in cx.rule_ids if r not in cx.cited and r not in unencoded and "-R-" not in r and "-RULING-" not in r]
    where = cx.document.header.get("cites") or cx.document.header.get("game")
    if missing and where is not None:
        shown = ", ".join(missing[:5]) + (f" and {len(missing) - 5} more" if len(missing) > 5 else "")  # enough to see the kind
        cx.report.warn("uncited-rule", where.node.span, f"No entry cites {shown}, and `unencoded` gives no reason.")
