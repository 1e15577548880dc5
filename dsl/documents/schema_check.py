"""A second look at a file with its JSON Schema, in our own words, for whatever the reader of keys let pass."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from custumal.dsl.diagnostics.diagnostic import Diagnostic, Report, Severity, Span
from custumal.dsl.diagnostics.suggest import nearest
from custumal.dsl.diagnostics.wording import listed, quoted
from custumal.dsl.documents.key_faults import found
from custumal.dsl.documents.quick_schema import Test, validity
from custumal.dsl.documents.schema import schema
from custumal.dsl.sentences.words import alternatives
from custumal.dsl.yaml.tree import Mapping, Node, Scalar, Sequence, plain

Fault = Any
"""A `jsonschema.ValidationError`; that package is loaded only where a file is checked."""

_TYPES = {
    "string": "a text",
    "integer": "a whole number",
    "boolean": "`true` or `false`",
    "array": "a list",
    "object": "a map",
    "number": "a number",
    "null": "nothing",
}


def check_schema(tree: Node, kind: str, report: Report) -> None:
    """Reports where the file differs from the schema of its kind, except where an error has been reported already."""
    data = plain(tree)
    if _is_valid(kind)(data):
        return
    errors = list(_validator(kind).iter_errors(data))
    if not errors:
        return
    known = [diagnostic for diagnostic in report.sorted() if diagnostic.is_error]
    for error in errors:
        for diagnostic in _diagnostics(tree, error):
            if not _is_known(known, diagnostic.span, _extent(tree, error)):
                report.add(diagnostic)


@cache
def _is_valid(kind: str) -> Test:
    return validity(schema(kind))


@cache
def _validator(kind: str) -> Any:
    from jsonschema import Draft202012Validator  # noqa: PLC0415  # slow to import; only checks need it

    return Draft202012Validator(schema(kind))


def _is_known(known: list[Diagnostic], span: Span, extent: Span) -> bool:
    """Whether an error stands at the place or anywhere inside what it belongs to."""
    return any(_within(each.span, extent) or _within(span, each.span) for each in known)


def _within(inner: Span, outer: Span) -> bool:
    start, end = (outer.line, outer.column), (outer.end_line, outer.end_column)
    return inner.file == outer.file and start <= (inner.line, inner.column) and (inner.end_line, inner.end_column) <= end


# ------------------------------------------------------------ from the place in the data to the place in the file


def _walk(tree: Node, path: Iterable[object]) -> tuple[Scalar | None, Node]:
    """The key (None for an item of a list or the whole file) and the node at a path of keys and indices."""
    key: Scalar | None = None
    node = tree
    for step in path:
        if isinstance(node, Mapping):
            inside = node.get(str(step))
            if inside is None:
                break
            key, node = node.key(str(step)), inside
        elif isinstance(node, Sequence) and isinstance(step, int):
            key, node = None, node.items[step]
    return key, node


def _extent(tree: Node, error: Fault) -> Span:
    key, node = _walk(tree, error.absolute_path)
    return key.span.to(node.span) if key is not None else node.span


# ------------------------------------------------------------ in our own words


def _diagnostics(tree: Node, error: Fault) -> Iterator[Diagnostic]:
    key, node = _walk(tree, error.absolute_path)
    where = quoted(key.text) if key is not None else "this place"
    span = key.span if key is not None else _start(node)
    rule = str(error.validator)
    if rule == "additionalProperties" and isinstance(node, Mapping):
        yield from _strange(node, where, (error.schema or {}).get("properties", {}))
    elif rule == "required" and isinstance(node, Mapping):
        yield _error("missing-key", span, f"{where} needs {listed(name for name in error.validator_value if name not in node)}")
    elif rule in ("enum", "pattern") and isinstance(node, Mapping):
        yield _bad_key(node, str(error.instance), where)
    elif rule == "enum":
        yield _bad_word(node, where, [str(word) for word in error.validator_value])
    elif rule == "pattern":
        yield _error("wrong-shape", node.span, f"{where} can't hold {found(node)}")
    elif rule == "type":
        expected = error.validator_value if isinstance(error.validator_value, list) else [error.validator_value]
        either = alternatives([_TYPES.get(str(each), str(each)) for each in expected])
        yield _error("wrong-shape", node.span, f"{where} takes {either}, but {found(node)} stands here")
    elif rule == "None":
        yield _error("clashing-keys", span, f"{where} can't stand beside the other keys here")
    else:
        yield _error("wrong-shape", span, f"{where} can't hold {found(node)}")


def _strange(node: Mapping, where: str, known: dict[str, object]) -> Iterator[Diagnostic]:
    for key, _ in node:
        if key.text not in known:
            near = nearest(key.text, (name for name in known if name not in node))
            meant = f", did you mean `{near}`?" if near else ""
            yield _error("unknown-key", key.span, f"{where} has no key {quoted(key.text)}{meant}", near)


def _bad_key(node: Mapping, name: str, where: str) -> Diagnostic:
    key = node.key(name)
    span = key.span if key is not None else _start(node)
    return _error("bad-id", span, f"{quoted(name)} can't be a key of {where}, or not beside the other keys")


def _bad_word(node: Node, where: str, words: list[str]) -> Diagnostic:
    near = nearest(node.text, words) if isinstance(node, Scalar) else None
    meant = f", did you mean `{near}`?" if near else ""
    return _error("unknown-word", node.span, f"{where} takes {listed(words)}, but {found(node)} stands here{meant}", near)


def _start(node: Node) -> Span:
    """Where a node begins: its first key, or the whole of a smaller one."""
    return node.pairs[0][0].span if isinstance(node, Mapping) and node.pairs else node.span


def _error(code: str, span: Span, message: str, suggestion: str | None = None) -> Diagnostic:
    return Diagnostic(code, Severity.ERROR, span, message, suggestion)
