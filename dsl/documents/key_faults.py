"""What is said about keys: unknown, misplaced, missing or clashing ones, and values of the wrong shape."""

from __future__ import annotations

from collections.abc import Iterable

from custumal.dsl.diagnostics.catalogue.keys import goes_with_other_keys, misplaced_key, no_such_key, only_in_own_action, wrong_shape_of
from custumal.dsl.diagnostics.diagnostic import Report
from custumal.dsl.diagnostics.suggest import near_as, nearest_many
from custumal.dsl.diagnostics.wording import quoted
from custumal.dsl.keys import ABOUT_NAMES, FORMS, Entries, Form, Head, Holds, One, homes
from custumal.dsl.yaml.scalar_values import is_refused
from custumal.dsl.yaml.tree import Mapping, Node, Scalar

MOST_LISTED = 12
"""Keys of a form that are named where an unknown one stands among them."""


def found(node: Node) -> str:
    """What sort of node stands there."""
    if isinstance(node, Mapping):
        return "a map"
    if not isinstance(node, Scalar):
        return "a list"
    if node.value is None:
        return "nothing"
    if isinstance(node.value, bool):
        return f"the truth value {quoted(node.text)}"
    return f"the number {quoted(node.text)}" if isinstance(node.value, int) else f"the text {quoted(node.text)}"


def wrong_shape(report: Report, node: Node, what: str, where: str, hint: str = "", suggestion: str | None = None) -> None:
    """`where` takes `what`, but something else stands there; nothing is said of a value whose spelling is refused already."""
    if isinstance(node, Scalar) and is_refused(node):
        return
    report.tell(node.span, wrong_shape_of(where, what, found(node), hint, suggestion))


def near_key(form: Form, key: str, present: Iterable[str], value: Node | None = None) -> str | None:
    """The key of the form that is not yet there and of which `key` is probably a misspelling, rather one that may have such a value."""
    there = set(present)
    near = nearest_many(key, (name for name in form.keys if name not in there | _excluded(form, there)))
    required = [name for name in near if name in form.required and near_as(key, name, near[0])]  # without which there is no such entry
    fitting = next((name for name in (*required, *near) if value is None or may_hold(form.keys[name].holds, value)), None)
    return near[0] if fitting is None and near and not isinstance(value, Mapping) else fitting


def _excluded(form: Form, there: set[str]) -> set[str]:
    """The keys beside which those that are there may not stand."""
    groups = (*form.at_most_one, tuple(head.name for head in form.heads if head.name))
    return {name for group in groups if not there.isdisjoint(group) for name in group}


def may_hold(holds: Holds, node: Node) -> bool:
    """Whether a node is of a sort that may stand there: of a map of entries, or of keys, one at least has to be of theirs."""
    if isinstance(node, Mapping):
        match holds.map:
            case Entries(form):
                return _may_be_entries(FORMS[form], node)
            case One(form):
                return not node.pairs or any(key.text in FORMS[form].keys for key, _ in node)
        return holds.map is not None
    return holds.scalar is not None if isinstance(node, Scalar) else holds.members is not None


def _may_be_entries(form: Form, node: Mapping) -> bool:
    main = None if form.main is None else form.keys[form.main].holds
    return not node.pairs or any(isinstance(value, Mapping) or (main is not None and may_hold(main, value)) for _, value in node)


def misplaced(report: Report, key: Scalar, form: Form, meant: str | None) -> None:
    """A key that stands elsewhere; `meant` is a key of this form that looks like it."""
    report.tell(key.span, misplaced_key(key.text, form.a, [home.a for home in homes(key.text)][:3], meant))


def unknown(report: Report, key: Scalar, form: Form, missing: list[str]) -> None:
    """A key that nothing has; `missing` are required keys that are not there, said in the same breath."""
    known = [name for name in form.keys if name not in ABOUT_NAMES]
    report.tell(key.span, no_such_key(form.a, key.text, missing, known if len(known) <= MOST_LISTED else []))


def part_without_head(report: Report, name: str, key: Scalar, form: Form, head: Head) -> None:
    """A key that goes with another head than the one that is there; `name` is what the key is called, if it was misspelt."""
    beside = [each.name for each in form.heads if name in (*each.parts, *each.needs)]
    if form.headless and name in form.headless.parts and not beside:
        report.tell(key.span, only_in_own_action(key.text, head.name))
    else:
        report.tell(key.span, goes_with_other_keys(key.text, beside, head.name))
