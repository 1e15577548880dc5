"""A variant reaches everything that a game says; each case shows what is so with it and not without it."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from custumal.dsl.check.variants import check_variants
from custumal.dsl.model import GameModel
from custumal.dsl.overlay.diff import text_of
from custumal.dsl.overlay.target import find_target
from custumal.interpreter.engine import Engine
from custumal.interpreter.keys.views import view
from custumal.interpreter.reference.instances import make_instance
from custumal.interpreter.runs.scenarios import run_scenarios
from tests.support.variant_frames import CASES, check, header

pytestmark = pytest.mark.slow


def cases() -> list[Any]:
    found = YAML(typ="safe").load(CASES / "reach.yaml")
    return [pytest.param(case, id=name) for name, case in found.items()]


def text(case: dict[str, Any], *, edited: bool) -> str:
    """The variant of a case; without its edits and sections only what it shows."""
    scenario = case.get("scenario") or ({"then": case["shown"]} if "shown" in case else None)
    data: dict[str, Any] = {}
    if edited:
        data |= {"edits": case.get("edits", {}), **case.get("sections", {})}
    if scenario is not None:
        data["scenarios"] = {"shown": scenario}
    out = StringIO()
    YAML(typ="safe").dump({key: value for key, value in data.items() if value}, out)
    return out.getvalue() or "title: Nothing\n"


def checked_game(folder: Path, case: dict[str, Any], *, edited: bool) -> GameModel | None:
    checked, _ = check(folder, {"mine": text(case, edited=edited)}, accepting=True)
    errors = [d for d in checked.diagnostics if d.is_error]
    assert not edited or not errors, "\n".join(f"{d.code} {d.span.line}: {d.message} {[r.message for r in d.related]}" for d in errors)
    return checked.game


@pytest.mark.parametrize("case", cases())
def test_a_variant_reaches_it(case: dict[str, Any], tmp_path: Path) -> None:
    game = checked_game(tmp_path, case, edited=True)
    assert game is not None
    results = run_scenarios(game)
    failed = {r.scenario.source.id: [f"{f.source.id}: {f.message} {f.facts}" for f in r.failures] for r in results if not r.passed}
    unreadable = {name for name, why, _ in game.left_out if why == "unreadable"}
    assert failed.keys() | unreadable == set(case.get("breaks", ())), failed
    if "shown" in case or "scenario" in case:
        before = checked_game(tmp_path, case, edited=False)
        assert before is None or not next(r for r in run_scenarios(before) if r.scenario.source.id == "shown").passed
    shows(case, game, tmp_path)


def shows(case: dict[str, Any], game: GameModel, folder: Path) -> None:
    """What can't be said in a scenario."""
    if "text" in case:
        address, sentence = case["text"]
        source = game.sources[address]
        assert sentence in [t.plain(code, ()) for t in (source.say, source.because) for code, _ in t.by_language]
    if "rule" in case:
        rule, sentence = case["rule"]
        assert game.rulebook[rule].plain("en", ()) == sentence
    if "seen" in case:
        engine = Engine(make_instance(game, 2, {}))
        hidden = view(engine.evaluator, engine.start(1), 1)["zones"]
        assert "hand" in str(hidden)
        assert game.zones["hand"].visibility.kind == "all"
    if "gone" in case:
        assert case["gone"] not in game.sources
    if "slot" in case or "order" in case:
        _, combined = check(folder, {"mine": text(case, edited=True)})
        if "slot" in case:
            target = find_target(combined.document, case["slot"][0])
            assert target is not None
            assert text_of(target.node) == str(case["slot"][1])
        if "order" in case:
            assert [a for a in combined.document.addresses if a in case["order"]] == case["order"]


def test_several_edits_fill_a_section_that_the_game_does_not_have(tmp_path: Path) -> None:
    base = (CASES / "base.yaml").read_text(encoding="utf-8")
    start, end = base.index("invariants:"), base.index("scenarios:")
    (tmp_path / "game.yaml").write_text(base[:start] + base[end:], encoding="utf-8")
    (tmp_path / "rulebook.yaml").write_bytes((CASES / "rulebook.yaml").read_bytes())
    edits = "edits:\n  one: {add: invariants.one, with: fee > 0}\n  two: {add: invariants.two, with: fee > 0}\n"
    (tmp_path / "mine.yaml").write_text(header("mine", edits + "invariants:\n  three: fee > 0\n"), encoding="utf-8")
    checked, _ = check_variants(tmp_path / "game.yaml", "game.yaml", [tmp_path / "mine.yaml"])
    assert not [d for d in checked.diagnostics if d.is_error]
    assert checked.game is not None
    assert [invariant.source.id for invariant in checked.game.invariants] == ["one", "two", "three"]
