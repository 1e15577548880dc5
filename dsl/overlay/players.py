"""For how many a game is with several variants: for all numbers that suit each of them."""

from __future__ import annotations

from collections.abc import Iterable

from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.documents.document import Document
from custumal.dsl.overlay.variant import Variant
from custumal.dsl.sentences.syntax_tools import number_range
from custumal.dsl.yaml.tree import Node, Scalar


def players_of(document: Document) -> range | None:
    """For how many a game or variant says that it is; None where it says nothing that can be read."""
    slot = document.header.get("players")
    found = None if slot is None or slot.sentence is None else number_range(slot.sentence)
    return None if found is None else range(found[0], found[1] + 1)


def is_variant_of(variant: Variant, other: Variant, variants: Iterable[Variant]) -> bool:
    """Is it there to change the other: one `of` it, at any distance?"""
    by_id = {v.id: v for v in variants}
    above = {variant.id}
    while variant.of in by_id and variant.of not in above:
        variant = by_id[variant.of]
        above.add(variant.id)
    return other.id in above


def suit_nobody(one: Variant, other: Variant, variants: Iterable[Variant]) -> bool:
    """Are two variants that both count for no number of players in common?"""
    ours, theirs = players_of(one.document), players_of(other.document)
    if ours is None or theirs is None or max(ours.start, theirs.start) < min(ours.stop, theirs.stop):
        return False
    return {one.id, other.id} <= {each.id for each in _that_count([*variants])}


def players_of_all(variants: Iterable[Variant]) -> Node | None:
    """What stands under `players` with these variants, in their order; None where none of them says it."""
    said = _that_count([*variants])
    if not said:
        return None
    last = said[-1].document.header["players"].node
    numbers = [found for v in said if (found := players_of(v.document)) is not None]
    low, high = max((each.start for each in numbers), default=1), min((each.stop for each in numbers), default=1) - 1
    if len(numbers) < len(said) or low > high:
        return last
    whole = next((v for v in said[::-1] if players_of(v.document) == range(low, high + 1)), None)
    return _written(low, high, last.span) if whole is None else whole.document.header["players"].node


def _that_count(variants: list[Variant]) -> list[Variant]:
    """Those that say for how many they are, but for those of which another one that says it is a variant."""
    said = [each for each in variants if "players" in each.document.header]
    return [each for each in said if not any(other is not each and is_variant_of(other, each, variants) for other in said)]


def _written(low: int, high: int, span: Span) -> Scalar:
    return Scalar(low, str(low), span) if low == high else Scalar(f"{low} to {high}", f"{low} to {high}", span)
