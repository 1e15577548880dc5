"""Faults of edits: an address with a letter wrong, a `was` that does not stand there."""

from __future__ import annotations

from collections.abc import Iterator

from custumal.dsl.overlay.variant import Edit, variant_of
from custumal.dsl.yaml.tree import Scalar
from tests.support.faults.pages import Fault
from tests.support.faults.slips import slip
from tests.support.faults.workshop import Workshop

_SHORTEST = 3


def _edits(shop: Workshop) -> tuple[Edit, ...]:
    variant = variant_of(shop.subject.own, shop.subject.path) if shop.subject.kind == "variant" else None
    return () if variant is None else variant.edits


def misspelt_addresses(shop: Workshop) -> Iterator[Fault]:
    """`set: actions.drwa.offered`; the last word of what is added is a new name."""
    targets = [(edit.target_node, edit.verb == "add") for edit in _edits(shop) if isinstance(edit.target_node, Scalar)]
    words = [(token, node) for node, is_new in targets for token in list(shop.page.tokens(node))[: -1 if is_new else None]]
    for token, node in shop.shuffled([(token, node) for token, node in words if len(token.text) > _SHORTEST and not token.is_number]):
        wrong = slip(token.text, shop.subject.words, shop.dice)
        if wrong is not None:
            lines = frozenset([shop.page.line_at(token.index)])
            yield Fault("misspelt address", shop.page.with_word(token, wrong), lines, f"{wrong} in {node.text}", misspelt=True)


def other_old_values(shop: Workshop) -> Iterator[Fault]:
    """`was: 97`."""
    for edit in shop.shuffled(_edits(shop)):
        was = edit.was
        if isinstance(was, Scalar) and isinstance(was.value, int):
            text = shop.page.replaced(shop.page.start(was), shop.page.end(was), str(was.value + shop.dice.randrange(1, 100)))
            yield Fault("other old value", text, frozenset([was.span.line]), f"was: {was.text}")
