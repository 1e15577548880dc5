"""What is said about keys: unknown, misplaced, missing or clashing ones, and values of the wrong shape."""

from __future__ import annotations

from collections.abc import Iterable

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.diagnostics.catalogue.keys import (
    MISSING_KEY,
    goes_with_other_keys,
    lost_header,
    misplaced_key,
    no_such_key,
    only_in_own_action,
    wrong_shape_of,
)
from custumal.dsl.diagnostics.catalogue.sentences import OF_SENTENCES, RESERVED_WORD
from custumal.dsl.diagnostics.catalogue.yaml import opener_missing
from custumal.dsl.diagnostics.diagnostic import Diagnostic, Report, Span
from custumal.dsl.diagnostics.suggest import near_as, nearest_many
from custumal.dsl.diagnostics.wording import quoted
from custumal.dsl.documents.ids import is_id
from custumal.dsl.keys import ABOUT_NAMES, FORMS, Anything, Entries, Form, Head, Holds, Layout, One, Sentence, Steps, homes
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


def list_not_opened(report: Report, node: Scalar) -> None:
    """A list whose `[` is missing."""
    report.tell(node.span, opener_missing("[", "]", node.text))


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


# ---------------------------------------------------------------- lost headers


@dataclass(frozen=True, slots=True)
class LostHeader:
    """A key whose line is missing: which may be meant, what stands under the key before, and what should stand under the lost one."""

    names: tuple[str, ...]
    before: Mapping
    under: Mapping

    @property
    def key(self) -> Scalar:
        return Scalar(self.names[0], self.names[0], self.under.pairs[0][0].span)

    def tell(self, report: Report, before: str) -> None:
        report.tell(self.key.span, lost_header(self.under.pairs[0][0].text, before, self.names))


def _has_own_keys(node: Node, form: Form) -> bool:
    """Whether all that stands in an entry may stand in one of a form."""
    return isinstance(node, Mapping) and bool(node.pairs) and all(key.text in form.keys for key, _ in node)


def possible_headers(form: Form, node: Mapping, holds: Holds, value: Node, found: list[Diagnostic]) -> LostHeader | None:
    """Which keys of a form may be missing above the first entry of a map in which something is wrong, as far as its own keys tell; one
    that holds any data only where several entries should be plain texts."""
    if not isinstance(value, Mapping) or value.flow or not value.pairs:
        return None
    above = FORMS[holds.map.form if isinstance(holds.map, Entries) else "step"]
    at = next((i for i, pair in enumerate(value) if _is_within(pair, found[0].span)), 0)  # what is found stands in the order of the file
    in_first = [one for one in found if _is_within(value.pairs[at], one.span)]
    if not at or any(one.suggestion is not None for one in in_first):  # one word is rather misspelt than a line missing
        return None
    is_one = len(in_first) == len(found) and len(value) - at == 1
    if is_one and all(one.code == MISSING_KEY.id for one in in_first) and _has_own_keys(value.pairs[at][1], above):
        return None  # nor is one that only lacks a key
    if is_one and all(one.code in OF_SENTENCES for one in in_first):
        return None  # one sentence that can't be read is no entry of something else
    if all(one.code == RESERVED_WORD.id and one.span == value.pairs[at][0].span for one in in_first):  # all but its name is as it should be
        return None
    own = value.pairs[at][0].span.file
    end = next((i for i, (key, _) in enumerate(value) if i > at and key.span.file != own), len(value))
    absent = [key for key in form.keys.values() if _is_absent(node, key.name, own)]
    read = [key.name for key in absent if _may_be_under(key.holds.map, *value.pairs[at], above)]
    unread = [key.name for key in absent if not above.is_long and len(in_first) < len(found) and isinstance(key.holds.map, Anything)]
    around = Mapping((*value.pairs[:at], *value.pairs[end:]), value.span)
    return LostHeader((*read, *unread), around, Mapping(value.pairs[at:end], value.span)) if read or unread else None


def _is_absent(node: Mapping, name: str, file: str) -> bool:
    """Whether nothing stands under a key in a file; other files of the game may have it."""
    there = node.get(name)
    return there is None or (isinstance(there, Mapping) and len(there) > 0 and all(key.span.file != file for key, _ in there))


def _is_within(pair: tuple[Scalar, Node], part: Span) -> bool:
    first, last = pair[0].span, pair[1].span
    return first.file == part.file and (first.line, first.column) <= (part.line, part.column) and part.line <= last.end_line


def _may_be_under(layout: Layout | None, key: Scalar, node: Node, above: Form) -> bool:
    """Whether an entry may stand first under a key, rather than as one of the form above."""
    if isinstance(layout, One):
        return key.text in FORMS[layout.form].keys
    if isinstance(layout, Steps):
        return isinstance(node, Mapping) and (key.text in FORMS["step"].keys or any(each.text in FORMS["step"].keys for each, _ in node))
    return isinstance(layout, Entries) and is_id(layout.ids, key.text) and _may_be_entry(FORMS[layout.form], node, above)


def _may_be_entry(form: Form, node: Node, above: Form) -> bool:
    if isinstance(node, Mapping) and form.is_long and form.others is None and all(key.text in form.keys for key, _ in node):
        return True
    main = None if form.main is None else form.keys[form.main].holds
    if isinstance(node, Scalar):  # as a text anything could be read
        return main is not None and isinstance(main.scalar, Sentence)
    if isinstance(node, Mapping) and any(key.text in above.keys and key.text not in ABOUT_NAMES for key, _ in node):
        return False
    return main is not None and may_hold(main, node)
