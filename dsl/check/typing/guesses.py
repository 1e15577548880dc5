"""The word that was probably meant for one that nothing is called: of words that are equally near, one that fits where it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from custumal.dsl.base.types import ANYTHING, Maybe, Type
from custumal.dsl.check.typing import coercion
from custumal.dsl.check.typing.expressions import Expressions
from custumal.dsl.diagnostics.diagnostic import Report
from custumal.dsl.diagnostics.suggest import nearest_alike
from custumal.dsl.model import Expr


def meant(ex: Expressions, word: str, known: Iterable[str], wanted: Type | None, typed: Callable[[str], Expr | None]) -> str | None:
    """The nearest of the known words; `typed` gives what one of them would be in this place, None where it would be nothing."""
    near = nearest_alike(word, known)
    if wanted is not None and len(near) > 1 and not ex.is_guessing:
        near = [each for each in near if _fits(ex, each, wanted, typed)] or near
    return near[0] if near else None


def _fits(ex: Expressions, word: str, wanted: Type, typed: Callable[[str], Expr | None]) -> bool:
    """Whether a word gives what is wanted; a definition, which may just be typed itself, is thought to."""
    if ex.words.meaning(word).definition is not None:
        return True
    report, ex.report, ex.is_guessing = ex.report, Report(), True
    try:
        found = typed(word)
        if wanted == Maybe(ANYTHING) and found is not None:  # of which it is asked whether there is one
            return isinstance(found.type, Maybe) or coercion.holds_one_unshaped(ex.words, found.type)
        return found is not None and not ex.report.has_errors and coercion.fits(ex.words, wanted, found) is not None
    finally:
        ex.report, ex.is_guessing = report, False
