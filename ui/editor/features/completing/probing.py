"""What a check knows where the cursor is: the file is checked with a word there, and the check ends when it comes to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.base.types import Set, Truth, Type, bare
from custumal.dsl.check.typing.expressions import Expressions
from custumal.dsl.check.typing.functions import dotted
from custumal.dsl.check.typing.members import known_words, member
from custumal.dsl.check.typing.scope import Scope
from custumal.dsl.diagnostics.diagnostic import Report
from custumal.dsl.model import Expr, Local
from custumal.dsl.sentences import syntax as sx
from custumal.ui.editor.cursor import WORD, Cursor
from custumal.ui.editor.workspace import Workspace

STEP_FUNCTIONS = frozenset({"passes", "running", "staying", "occurrences", "turns"})
"""Functions whose first argument is a step."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a check knew where the cursor is.

    `names` are in force, `element` is what a selection is about, `wanted` the type that should stand there. `members` may be asked of what
    stands behind the word; only they can stand behind a dot. `tests` may be said of what stands before `is`. `seats`: those of scenarios
    can be named. `asked`: "action", "ignoring", "step" or "all" where no value stands but such a name, with the word around it.
    """

    names: dict[str, Local]
    element: Local | None = None
    wanted: Type | None = None
    members: tuple[str, ...] = ()
    is_behind_dot: bool = False
    of_element: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    seats: bool = False
    asked: str = ""
    around: str = ""


class _FoundError(Exception):
    """Ends a check as soon as it has come to the cursor."""


class _Probe:
    """Sees every expression before it is typed."""

    def __init__(self) -> None:
        self.found: Found | None = None
        self.tests: tuple[str, ...] = ()

    def __call__(self, ex: Expressions, node: sx.Expression, scope: Scope, wanted: Type | None) -> None:
        if isinstance(node, sx.Compare) and _is_word(node.right):
            self.tests = _tests(ex, node, scope)
        found = _found(ex, node, scope, wanted)
        if found is not None:
            tests = self.tests if isinstance(node, sx.Name) else ()
            self.found = replace(found, tests=tests, seats=scope.seats_by_number)
            raise _FoundError


def look(workspace: Workspace, path: Path, cursor: Cursor) -> Found | None:
    """What a check knows at the cursor; None where it does not come there."""
    probe = _Probe()
    try:
        workspace.look(path, cursor.text, probe)
    except _FoundError:
        return probe.found
    return None


def _is_word(node: sx.Expression | None) -> bool:
    return isinstance(node, sx.Name) and node.text == WORD


def _found(ex: Expressions, node: sx.Expression, scope: Scope, wanted: Type | None) -> Found | None:
    """What is known at an expression, if it is the one at the cursor."""
    match node:
        case sx.Name(text=text) if text == WORD:
            of_element = () if scope.element is None else tuple(word for word, _ in _asked_of(ex, node, scope.element, scope))
            return Found(scope.names, scope.element, wanted, of_element=of_element)
        case sx.Apply() if node.word.text == WORD:
            return Found(scope.names, scope.element, wanted, _members(ex, node, scope), is_behind_dot=node.style == "dot")
        case sx.Apply() if node.word.text in STEP_FUNCTIONS and node.arguments and WORD in (dotted(node.arguments[0]) or "").split("."):
            return Found(scope.names, asked="step", around=node.word.text)
        case sx.Apply() if node.word.text == "all" and node.arguments and _is_word(node.arguments[0]):
            return Found(scope.names, asked="all")
        case sx.Can() if node.action.text == WORD:
            return Found(scope.names, asked="action")
        case sx.Can() if any(word.text == WORD for word in node.ignoring):
            return Found(scope.names, asked="ignoring", around=node.action.text)
    return None


def _members(ex: Expressions, node: sx.Apply, scope: Scope) -> tuple[str, ...]:
    """The words that can be asked of what stands before a dot or behind the word; of a set, also those of its members."""
    if not node.arguments:
        return ()
    first = _typed(ex, node.arguments[0], scope)
    inner = first.type.inner if isinstance(first.type, Set) else first.type
    both = (first, Local(inner, first.span, "it", "it"))
    return tuple(dict.fromkeys(word for each in both for word, _ in _asked_of(ex, node.word, each, scope)))


def _asked_of(ex: Expressions, name: sx.Name, first: Expr, scope: Scope) -> Iterator[tuple[str, Expr | None]]:
    """The words that mean something of a value, with what they give; None for those that are handed over more than that."""
    probe, report = ex.probe, ex.report
    ex.probe, ex.report = None, Report()
    for word in known_words(ex, first):
        if len(ex.words.meaning(word).parameters) > 1:
            yield word, None
        elif (made := member(ex, replace(name, text=word), (first,), scope, quiet=True)) is not None:
            yield word, made
    ex.probe, ex.report = probe, report


def _tests(ex: Expressions, node: sx.Compare, scope: Scope) -> tuple[str, ...]:
    """The words that say something true or false of what stands before `is`."""
    first = _typed(ex, node.left, scope)
    assert isinstance(node.right, sx.Name)
    return tuple(word for word, made in _asked_of(ex, node.right, first, scope) if made is not None and isinstance(bare(made.type), Truth))


def _typed(ex: Expressions, node: sx.Expression, scope: Scope) -> Expr:
    """An expression beside the word; what is wrong with it is told elsewhere."""
    probe, report = ex.probe, ex.report
    ex.probe, ex.report = None, Report()
    try:
        return ex.check(node, scope)
    finally:
        ex.probe, ex.report = probe, report
