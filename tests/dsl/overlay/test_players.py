"""With several variants a game is for those numbers of players that suit all of them."""

from itertools import combinations, permutations
from pathlib import Path

import pytest

from custumal.dsl.diagnostics.diagnostic import Report
from custumal.dsl.overlay.combine import combine
from custumal.dsl.overlay.players import players_of
from tests.dsl.overlay.test_scenarios import results
from tests.support.variant_frames import CASES, check, header

RANGES = [range(low, high + 1) for low in (2, 3, 4) for high in (2, 3, 4) if low <= high]


def said(numbers: range) -> str:
    low, high = numbers.start, numbers.stop - 1
    return f"players: {low}\n" if low == high else f"players: {low} to {high}\n"


@pytest.mark.parametrize("chosen", [*combinations(RANGES, 2), *combinations(RANGES, 3)], ids=lambda found: " and ".join(map(str, found)))
def test_what_suits_all_variants_in_any_order(chosen: tuple[range, ...], tmp_path: Path) -> None:
    common = set(range(2, 5)).intersection(*chosen)
    paths = [tmp_path / f"v{i}.yaml" for i in range(len(chosen))]
    for order in permutations(chosen):
        for path, numbers in zip(paths, order, strict=True):
            path.write_text(header(path.stem, said(numbers)), encoding="utf-8")
        report = Report()
        combined = combine(CASES / "base.yaml", "base.yaml", paths, report)
        if common:
            assert report.sorted() == []
            assert set(players_of(combined.document) or ()) == common
        else:
            assert {d.code for d in report.sorted()} == {"overlay-conflict"}


def test_a_variant_of_a_variant_says_it_anew(tmp_path: Path) -> None:
    own = {"small": "players: 2 to 3\n", "large": "of: small\nplayers: 3 to 4\n"}
    for variants, found in ((own, (3, 4)), ({**own, "other": "players: 4\n"}, (4, 4)), ({"another": "players: 2 to 3\n", **own}, (3, 3))):
        checked, _ = check(tmp_path, variants)
        assert checked.game is not None
        assert checked.game.players == found


def test_scenarios_for_other_numbers_are_left_out_whoever_tells_them(tmp_path: Path) -> None:
    four = "players: 3 to 4\nscenarios:\n  four: {players: 4, then: {seats: count(seats) is 4}}\n"
    assert "four" in [r.scenario.source.id for r in results(tmp_path, four)]
    assert "four" not in [r.scenario.source.id for r in results(tmp_path, four, "players: 2 to 3\n")]
