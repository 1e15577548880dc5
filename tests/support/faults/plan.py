"""Which faults are made: for every file and every kind, a seeded choice."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import islice

from tests.support.faults.of_edits import misspelt_addresses, other_old_values
from tests.support.faults.of_keys import duplicate_ids, misplaced_keys, missing_keys, misspelt_keys
from tests.support.faults.of_layout import doubled_headers, lost_headers, lost_lines, misplaced_blocks, swapped_headers
from tests.support.faults.of_names import dangling_references, misspelt_names, wrong_symbols
from tests.support.faults.of_numbers import numbers_out_of_range
from tests.support.faults.of_syntax import broken_sentences, broken_yaml
from tests.support.faults.of_values import wrong_arity, wrong_types
from tests.support.faults.pages import Fault
from tests.support.faults.subjects import Subject
from tests.support.faults.workshop import Workshop

KINDS: dict[str, Callable[[Workshop], Iterator[Fault]]] = {
    "misspelt key": misspelt_keys,
    "misspelt name": misspelt_names,
    "misplaced key": misplaced_keys,
    "wrong type": wrong_types,
    "missing key": missing_keys,
    "dangling reference": dangling_references,
    "wrong symbol": wrong_symbols,
    "wrong arity": wrong_arity,
    "duplicate id": duplicate_ids,
    "broken YAML": broken_yaml,
    "broken sentence": broken_sentences,
    "misplaced block": misplaced_blocks,
    "lost header": lost_headers,
    "swapped header": swapped_headers,
    "doubled header": doubled_headers,
    "lost line": lost_lines,
    "number out of range": numbers_out_of_range,
    "misspelt address": misspelt_addresses,
    "other old value": other_old_values,
}


def faults(subject: Subject, kind: str, seed: int, most: int) -> list[Fault]:
    """Up to `most` faults of one kind in one file, no two alike: the same ones for the same seed, and fewer are the first of more."""
    shop = Workshop(subject, random.Random(f"{seed} {subject.name} {kind}"))
    return list(islice(_unlike(KINDS[kind](shop), shop.page.text), most))


def _unlike(made: Iterator[Fault], original: str) -> Iterator[Fault]:
    seen = {original}
    for fault in made:
        if fault.text not in seen:
            seen.add(fault.text)
            yield fault
