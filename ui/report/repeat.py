"""What is typed to play the very same games again."""

from __future__ import annotations

import shlex
from collections.abc import Mapping

from custumal.insight.comparison.findings import Comparison
from custumal.insight.play.sides import Side
from custumal.ui.report.chapter import Chapter
from custumal.ui.report.figures import typed


def commands(chapter: Chapter) -> list[str]:
    """One command, where all levels played as many pairs; else one for each of them."""
    counts = {len(level.blocks) for level in chapter.levels}
    options = tuple(dict.fromkeys(one.restriction.action for one in chapter.worths))
    levels = tuple(level.match.seats[0] for level in chapter.levels)
    if len(levels) > 1 and len(counts) == 1:
        return [_command(chapter.main, ("--levels", ",".join(levels)), options)]
    *others, last = chapter.levels
    return [*(_command(level, _seats(level), ()) for level in others), _command(last, _seats(last), options)]


def _seats(level: Comparison) -> tuple[str, ...]:
    return tuple(word for seat, bot in enumerate(level.match.seats, 1) for word in ("--seat", f"{seat}={bot}"))


def _command(compared: Comparison, who: tuple[str, ...], options: tuple[str, ...]) -> str:
    match = compared.match
    words = ["custumal", "compare", match.base.game]
    if match.variant.game != match.base.game:
        words.append(match.variant.game)
    words += [word for name in match.variant.variants for word in ("--variant", name)]
    words += ["--together"] if len(match.variant.variants) > 1 and match.variant.game == match.base.game else []
    words += [word for name, value in match.base.options for word in ("--set", f"{name}={typed(value)}")]
    words += [word for name, value in _changed(match.base, match.variant).items() for word in ("--with", f"{name}={typed(value)}")]
    words += ["--players", str(match.players)] if who[0] == "--levels" else []
    words += who
    words += ["--options", ",".join(options)] if options else []
    words += ["--judge", str(match.judge)] if match.judge else []
    words += [word for name, value in compared.margins.items() for word in ("--margin", f"{name}={value!r}")]
    words += ["--until", "decided"] if compared.looked else []
    return shlex.join([*words, "--games", str(len(compared.blocks)), "--seed", str(match.seed)])


def _changed(base: Side, variant: Side) -> Mapping[str, object]:
    before = dict(base.options)
    return {name: value for name, value in variant.options if name not in before or before[name] != value}
