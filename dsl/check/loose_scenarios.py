"""The check of a file of scenarios, with the game and the variants that it is about."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from custumal.dsl.check.build import Trial
from custumal.dsl.check.game import Checked, check_game
from custumal.dsl.check.incremental.cache import CheckCache
from custumal.dsl.check.inspection import Inspection
from custumal.dsl.check.variants import check_variants
from custumal.dsl.documents.game_files import read_files, with_scenarios


def check_scenarios(
    game: Path, name: str, variants: Iterable[Path], file: Path, trial: Trial | None = None, inspection: Inspection | None = None
) -> Checked:
    """Check a game, with variants or without, and with one more file of scenarios, unless it lies among those of the game.

    Args:
        game: the game file; name: what messages call it.
        variants: the files of the variants in force.
        file: the file of scenarios.
        trial: tries a game without errors; inspection: sees what words mean.
    """
    cache = CheckCache()
    cache.files = with_scenarios(read_files(game, name), file)
    chosen = list(variants)
    return check_variants(game, name, chosen, cache, trial, inspection)[0] if chosen else check_game(game, name, cache, trial, inspection)
