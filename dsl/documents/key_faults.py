"""What is said about keys: unknown, misplaced, missing or clashing ones, and values of the wrong shape."""

from __future__ import annotations

from collections.abc import Iterable

from custumal.dsl.diagnostics.diagnostic import Related, Report, Span
from custumal.dsl.diagnostics.suggest import nearest
from custumal.dsl.keys import ABOUT_NAMES, Form, Head, homes
from custumal.dsl.sentences.words import alternatives
from custumal.dsl.yaml.scalar_values import is_refused
from custumal.dsl.yaml.tree import Mapping, Node, Scalar

LONGEST_QUOTE = 40


def quoted(text: str) -> str:
    """A word of the file as messages show it."""
    flat = " ".join(text.split())
    return f"`{flat if len(flat) <= LONGEST_QUOTE else flat[: LONGEST_QUOTE - 1] + '…'}`"


def listed(names: Iterable[str], join: str = "or") -> str:
    """`a`, `b` or `c`."""
    return alternatives([f"`{name}`" for name in names], join)


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
    report.error("wrong-shape", node.span, f"{where} takes {what}, but {found(node)} stands here{hint}", suggestion)


def near_key(form: Form, key: str, present: Iterable[str]) -> str | None:
    """The key of the form that is not yet there and of which `key` is probably a misspelling."""
    there = set(present)
    return nearest(key, (name for name in form.keys if name not in there))


def misspelt(report: Report, key: Scalar, form: Form, meant: str) -> None:
    """A key that looks like another one of the form."""
    report.error("unknown-key", key.span, f"{form.a} has no key {quoted(key.text)}, did you mean `{meant}`?", meant)


def misplaced(report: Report, key: Scalar, form: Form, meant: str | None) -> None:
    """A key that stands elsewhere; `meant` is a key of this form that looks like it."""
    places = [home.a for home in homes(key.text)][:3]
    where = " or ".join(places)
    instead = f"; did you mean `{meant}`?" if meant else ""
    report.error("misplaced-key", key.span, f"{quoted(key.text)} is no key of {form.a}; it belongs in {where}{instead}", meant)


def unknown(report: Report, key: Scalar, form: Form, missing: list[str]) -> None:
    """A key that nothing has; `missing` are required keys that are not there, said in the same breath."""
    lack = f", and {listed(missing, 'and')} {'is' if len(missing) == 1 else 'are'} missing" if missing else ""
    known = [name for name in form.keys if name not in ABOUT_NAMES]
    choice = f"; its keys are {listed(known, 'and')}" if 0 < len(known) <= 12 else ""
    report.error("unknown-key", key.span, f"{form.a} has no key {quoted(key.text)}{lack}{choice}")


def stray_step(report: Report, key: Scalar) -> None:
    """A key of no step among the keys of a step."""
    report.error("step-mixture", key.span, f"{quoted(key.text)} is no key of a step; steps with names stand under its `do`")


def step_called_like_key(report: Report, key: Scalar, other: Scalar) -> None:
    """A key of a step among named steps, of which `other` is one."""
    if key.text in ABOUT_NAMES:
        message = (
            f"{quoted(key.text)} is a key that every entry may have, so no step can be called so; "
            f"if it is meant for all these steps, put them under `do`, and {quoted(key.text)} beside it"
        )
    else:
        message = f"a step can't be called {quoted(key.text)}, that is a key of steps"
    report.error("step-mixture", key.span, message, related=(Related(other.span, "a step with a name"),))


def missing(report: Report, span: Span, form: Form, names: Iterable[str]) -> None:
    """Keys that every entry of the form has."""
    report.error("missing-key", span, f"{form.a} needs {listed(names, 'and')}")


def missing_one(report: Report, span: Span, what: str, names: Iterable[str]) -> None:
    """One of several keys has to be there; `what` is what lacks it."""
    report.error("missing-key", span, f"{what} needs {listed(names)}")


def clashing(report: Report, first: Scalar, second: Scalar, form: Form) -> None:
    """Two keys that exclude each other."""
    message = f"{quoted(second.text)} can't stand beside {quoted(first.text)} in {form.a}"
    report.error("clashing-keys", second.span, message, related=(Related(first.span, "the other key"),))


def part_without_head(report: Report, name: str, key: Scalar, form: Form, head: Head) -> None:
    """A key that goes with another head than the one that is there; `name` is what the key is called, if it was misspelt."""
    beside = [each.name for each in form.heads if name in (*each.parts, *each.needs)]
    if form.headless and name in form.headless.parts and not beside:
        message = f"{quoted(key.text)} stands only in an action of the rule's own, not beside `{head.name}`"
    else:
        there = f"beside `{head.name}`" if head.name else "here"
        message = f"{quoted(key.text)} goes with {listed(beside)} and means nothing {there}"
    report.error("misplaced-key", key.span, message)


def duplicate(report: Report, key: Scalar, first: Scalar, name: str) -> None:
    """An id that has been used in the same map."""
    report.error("duplicate-id", key.span, f"`{name}` is there twice", related=(Related(first.span, "first here"),))


def empty(report: Report, key: Scalar) -> None:
    """A section with nothing in it."""
    report.error("empty-section", key.span, f"the section {quoted(key.text)} is empty; fill it or leave it out")
