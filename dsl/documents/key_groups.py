"""Which keys of an entry go together: those that none may lack, those that exclude each other, those that go with a head."""

from __future__ import annotations

from custumal.dsl.diagnostics.catalogue.keys import clashing_keys, missing_keys, missing_one_key
from custumal.dsl.diagnostics.diagnostic import Report, Span
from custumal.dsl.documents.document import Slot
from custumal.dsl.documents.key_faults import part_without_head
from custumal.dsl.keys import Form, Head
from custumal.dsl.yaml.tree import Mapping

Slots = dict[str, Slot]


def check_groups(report: Report, form: Form, span: Span, node: Mapping, slots: Slots, *, blamed: bool) -> None:
    """Report keys that lack or exclude each other. `blamed`: an unknown key has been reported, which may be what is missing."""
    absent = [name for name in form.required if name not in slots and name not in node]
    if absent and not blamed:
        report.tell(span, missing_keys(form.a, absent))
    if form.needs_one and not blamed and not _any(form.needs_one, slots):
        report.tell(span, missing_one_key(form.a, form.needs_one))
    for group in form.at_most_one:
        _clash(report, form, group, slots)
    if form.heads and not _clash(report, form, tuple(head.name for head in form.heads), slots):
        _check_head(report, form, span, slots, blamed=blamed)


def _any(names: tuple[str, ...], slots: Slots) -> bool:
    return any(name in slots for name in names)


def _clash(report: Report, form: Form, group: tuple[str, ...], slots: Slots) -> bool:
    """Whether several keys are there of which one may be."""
    there = [slot.key for name, slot in slots.items() if name in group and slot.key is not None]
    for second in there[1:]:
        report.tell(second.span, clashing_keys(second.text, there[0].text, form.a, there[0].span))
    return len(there) > 1


def _check_head(report: Report, form: Form, span: Span, slots: Slots, *, blamed: bool) -> None:
    """One head is there at most: whether it, and what goes with it, is complete."""
    head = next((head for head in form.heads if head.name in slots), form.headless)
    if head is None or (not head.name and not _any(head.any_of, slots)):
        if not blamed:
            report.tell(span, missing_one_key(form.a, [each.name for each in form.heads]))
        return
    if not blamed:
        _check_needs(report, form, head, span, slots)
    for name, slot in slots.items():
        if slot.key is not None and name in _parts(form) and name not in (head.name, *head.parts, *head.needs):
            part_without_head(report, name, slot.key, form, head)


def _check_needs(report: Report, form: Form, head: Head, span: Span, slots: Slots) -> None:
    subject = f"{form.a} with `{head.name}`"
    lacking = [name for name in head.needs if name not in slots]
    if lacking:
        report.tell(span, missing_one_key(subject, lacking[:1]))
    elif head.any_of and not _any(head.any_of, slots):
        report.tell(span, missing_one_key(subject, head.any_of))


def _parts(form: Form) -> set[str]:
    """The keys that go with particular heads only."""
    heads: tuple[Head, ...] = (*form.heads, form.headless) if form.headless else form.heads
    return {name for head in heads for name in head.parts}
