"""What a step or an action asks for: choices, restrictions, cost, limit, and the names that they give."""

from __future__ import annotations

from weakref import proxy

from custumal.dsl.base.frozen import replace
from custumal.dsl.base.types import ANYTHING, BUNDLE, EMPTY, NUMBER, SEAT, TRUTH, Number, Set, Symbol, Type, maybe
from custumal.dsl.check.entries.context import Context
from custumal.dsl.check.typing import coercion
from custumal.dsl.check.typing.names import resource
from custumal.dsl.check.typing.scope import Premise, Scope, facts_of, facts_of_member
from custumal.dsl.diagnostics.catalogue.names import no_local_called
from custumal.dsl.diagnostics.catalogue.types import list_holds_values
from custumal.dsl.diagnostics.suggest import nearest
from custumal.dsl.documents.document import Entry, Slot
from custumal.dsl.keys import FORMS
from custumal.dsl.model import ChoiceEntry, Const, Decision, Expr, Limit, Local, Op, Require
from custumal.dsl.model.expression_walk import every_expression
from custumal.dsl.sentences import syntax as sx
from custumal.dsl.sentences.syntax_tools import walk
from custumal.dsl.yaml.tree import Mapping


def named(cx: Context, slot: Slot | None, scope: Scope) -> tuple[tuple[tuple[Local, Expr], ...], Scope]:
    """The names that a `let` gives, each of which the later ones may read, and the scope in which all are known."""
    found: list[tuple[Local, Expr]] = []
    for entry in slot.entries if slot is not None else ():
        value = readable(cx, cx.expression(entry.slot("is"), scope) or cx.ex.unknown(entry.key.span))
        local = new_name(cx, entry, value, scope)
        found.append((local, value))
        scope = scope.bind(local)
    return tuple(found), replace(scope, torn=scope.torn or is_torn(slot))


def is_torn(slot: Slot | None) -> bool:
    """Whether something else stands where a map of names should, which has been reported."""
    return slot is not None and not isinstance(slot.node, Mapping)


def is_half_read(entry: Entry) -> bool:
    """Whether something may be chosen in an entry that could not be read, which has been reported."""
    return is_torn(entry.slot("choose")) or _has_strange_keys(entry)


def _has_strange_keys(entry: Entry) -> bool:
    """Whether a key has been reported under which something may stand that belongs elsewhere in the entry."""
    return isinstance(entry.node, Mapping) and any(key.text not in FORMS[entry.form].keys for key, _ in entry.node)


def readable(cx: Context, value: Expr) -> Expr:
    """A place that holds one reads as its content where a name is given to it."""
    return coercion.content_of(cx.words, value) if coercion.holds_one_unshaped(cx.words, value.type) else value


def new_name(cx: Context, entry: Entry, value: Expr, scope: Scope) -> Local:
    """The id of an entry as the name of a value; names that mean something already are reported."""
    cx.ex.not_taken(entry.id, entry.key.span, scope)
    return cx.ex.locals.new(entry.id, value.type, entry.key.span)


def asks(entry: Entry) -> bool:
    """Whether a step or rule asks for something."""
    return any(key in entry.slots for key in ("choose", "require", "ensure", "cost", "limit", "consent"))


_ASKED = frozenset({"choose", "require", "ensure", "cost", "consent", "may", "offer"})
"""What stands between the condition of a step and what it does; a `limit` alone does not."""


def decide(cx: Context, entry: Entry, scope: Scope, *, is_action: bool = False) -> tuple[Decision | None, Scope]:
    """What a step or action asks for; restrictions are typed as soon as what they read has been chosen."""
    if not is_action and not asks(entry):
        return None, scope
    chosen, required, scope = _chosen(cx, entry, scope)
    # Others may choose, and rules may act, before what was chosen is paid for and done: only what is frozen is known then.
    after = scope if not is_action and _ASKED.isdisjoint(entry.slots) else scope.after_effects()
    decision = Decision(
        entries=chosen,
        require=required,
        cost=cost(cx, entry.slot("cost"), after),
        limit=limit(cx, entry, scope),
        consent=cx.expression(entry.slot("consent"), scope, SEAT),
        ensure=tuple(r for e in entry.entries("ensure") if (r := _require(cx, e, after)) is not None),
    )
    if not is_half_read(entry):
        cx.findings.decisions[entry.address] = decision
    return decision, after


def _chosen(cx: Context, entry: Entry, scope: Scope) -> tuple[tuple[ChoiceEntry, ...], tuple[Require, ...], Scope]:
    """What is chosen, the restrictions, and the scope in which all that is known."""
    pending = _pending(entry)
    done: dict[str, Require] = {}
    outside = set(scope.names)
    scope = replace(scope, torn=scope.torn or is_torn(entry.slot("choose")))
    names = [e.id for e in entry.entries("choose")]
    chosen: list[ChoiceEntry] = []
    for i, item in enumerate(entry.entries("choose")):
        scope = _ready(cx, pending, done, set(names[i:]) - outside, scope)
        made = _choice(cx, item, scope) or _unread(cx, item, scope)
        chosen.append(made)
        scope = _knowing_candidates(cx, made, scope.bind(made.local))
    scope = _ready(cx, pending, done, set(), scope)
    return tuple(chosen), tuple(done[e.address] for e in entry.entries("require") if e.address in done), scope


def _unread(cx: Context, entry: Entry, scope: Scope) -> ChoiceEntry:
    """What could not be read is still one thing that is chosen, and has a name, which is not unknown wherever it is used."""
    form = "one" if entry.slot("let") is None else "let"
    nothing = cx.ex.unknown(entry.key.span)
    return ChoiceEntry(cx.ex.locals.new(entry.id, ANYTHING, entry.key.span), form, None, nothing, cx.source(entry, scope))


def _knowing_candidates(cx: Context, made: ChoiceEntry, scope: Scope) -> Scope:
    """The scope in which the conditions of the candidates hold for the one that is chosen."""
    facts = facts_of_member(made.among, made.local) if made.form == "one" else frozenset()
    return scope.knowing(facts, Premise(made.source.address, cx.findings.needed)) if facts else scope


def _pending(entry: Entry) -> dict[str, tuple[Entry, set[str]]]:
    """The restrictions with the bare words that they use."""
    return {e.address: (e, {w for key in ("that", "unless") for w in _words(e.slot(key))}) for e in entry.entries("require")}


def _words(slot: Slot | None) -> set[str]:
    if slot is None or slot.sentence is None:
        return set()
    return {n.text for n in walk(slot.sentence) if isinstance(n, sx.Name)}


def _ready(cx: Context, pending: dict[str, tuple[Entry, set[str]]], done: dict[str, Require], later: set[str], scope: Scope) -> Scope:
    """Type the restrictions that need nothing of what is chosen later; what they make sure holds from here on."""
    for address, (entry, words) in list(pending.items()):
        if words & later or _strange(cx, words, later, scope):
            continue
        del pending[address]
        made = _require(cx, entry, scope)
        if made is not None:
            done[address] = made
            if made.unless is None:
                scope = scope.knowing(facts_of(made.that), Premise(address, cx.findings.needed))
    return scope


def _strange(cx: Context, words: set[str], later: set[str], scope: Scope) -> bool:
    """Is there an unknown word that is much like an entry chosen later? It can be told what was meant when that is known."""
    near = {word for word in words - scope.names.keys() - {"cells"} if nearest(word, later) is not None}
    return bool(near) and bool(near - set(cx.words.member_words()))


def _require(cx: Context, entry: Entry, scope: Scope) -> Require | None:
    that = cx.expression(entry.slot("that"), scope, TRUTH)
    unless = cx.expression(entry.slot("unless"), scope, TRUTH)
    if that is None:
        return None
    source = cx.source(entry, scope.knowing(facts_of(that, holds=False)))
    return Require(that, unless, source, locals_in(that) | (locals_in(unless) if unless is not None else frozenset()))


def locals_in(expr: Expr) -> frozenset[str]:
    """The ids of the locals that an expression reads."""
    return frozenset(e.id for e in (expr, *every_expression(expr)) if isinstance(e, Local))


def _listed(cx: Context, slot: Slot) -> sx.ListOf:
    """A YAML list of what may be chosen: every item is read as a choice of its own, and is one candidate here."""
    found = []
    for item in slot.items:
        sentence = item.sentence
        if isinstance(sentence, sx.Choices) and sentence.form == "one":
            found.append(sentence.among)
        elif sentence is not None:
            cx.report.tell(item.node.span, list_holds_values())
    return sx.ListOf(tuple(found), slot.node.span)


def _choice(cx: Context, entry: Entry, scope: Scope) -> ChoiceEntry | None:
    if entry.slot("let") is not None:
        value = cx.expression(entry.slot("let"), scope)
        if value is None:
            return None
        value = readable(cx, value)
        return ChoiceEntry(new_name(cx, entry, value, scope), "let", None, value, cx.source(entry, scope))
    slot = entry.slot("from")
    tree = None if slot is None else slot.sentence
    if slot is not None and tree is None and slot.items:
        tree = sx.Choices("one", None, _listed(cx, slot), slot.node.span)
    if not isinstance(tree, sx.Choices):
        return None
    amount = None if tree.amount is None else cx.ex.number(tree.amount, scope)
    among = cx.ex.set_of(tree.among, scope)
    inner = among.type.inner if isinstance(among.type, Set) else ANYTHING
    if isinstance(inner, Number) and tree.form == "one" and inner.low is None:
        inner = Number(None, None)
    of = {"one": inner, "maybe": maybe(inner)}.get(tree.form, Set(inner))
    local = new_name(cx, entry, replace(among, type=of), scope)
    return ChoiceEntry(local, tree.form, amount, among, cx.source(entry, scope))


def cost(cx: Context, slot: Slot | None, scope: Scope) -> Expr | None:
    """What is paid: a bundle, or a map of resources and amounts."""
    if slot is None:
        return None
    if not slot.entries:
        found = cx.expression(slot, scope)
        if found is None or found.type == EMPTY:
            return None
        return cx.ex.require(found, BUNDLE)
    total: Expr | None = None
    for entry in slot.entries:
        number = resource(cx.ex, entry.id, entry.key.span)
        amount = None if number is None else cx.expression(entry.slot("is"), scope, NUMBER)
        if amount is None:
            continue
        unit = Const(Symbol("resource"), entry.key.span, number)
        part = Op(BUNDLE, amount.span, "b-unit", (unit, amount))
        total = part if total is None else Op(BUNDLE, slot.node.span, "b-add", (total, part))
    return total


def _pass_of(cx: Context, step: sx.Name, scope: Scope) -> str | None:
    """The step in each pass of which a limit counts anew."""
    if step.text != "game":
        return cx.ex.step(step.text, step.span, around=scope.step)
    cx.ex.not_a_step("game", step.span, "the whole game")
    return "game"


def limit(cx: Context, entry: Entry, scope: Scope) -> Limit | None:
    """How often it may be done in a pass of a step."""
    slot = entry.slot("limit")
    if slot is None or not isinstance(slot.sentence, sx.Limit):
        return None
    tree = slot.sentence
    count = None if tree.count is None else cx.ex.number(tree.count, scope)
    address = _pass_of(cx, tree.step, scope)
    each: list[Local] = []
    for name in tree.each:
        if name.text in scope.names:
            each.append(scope.names[name.text])
        else:
            cx.report.tell(name.span, no_local_called(name.text, nearest(name.text, scope.names)))
    if address is None:
        return None
    source = replace(cx.source(entry, scope), address=f"{entry.address}.limit", span=slot.node.span)
    return Limit(count, address, tuple(each), source)


class EntryTypes:
    """The types of what actions choose, found when `can A(args)` first needs them, before the actions are typed in full.

    The context knows it and not the other way round, as with `Definitions`.
    """

    def __init__(self, cx: Context) -> None:
        self.cx: Context = proxy(cx)
        self.known: dict[str, dict[str, Type]] = {}

    def of(self, action: str) -> dict[str, Type]:
        """Name to type; what can't be typed without its restrictions is left out."""
        if action not in self.known:
            self.known[action] = {}
            entry = self.cx.document.entry(f"actions.{action}")
            if entry is not None:
                with self.cx.aside(f"actions.{action}()?"):
                    self.known[action] = self._read(entry)
        return self.known[action]

    def _read(self, entry: Entry) -> dict[str, Type]:
        action = self.cx.words.action(entry.id)
        assert action is not None
        scope = Scope().bind(action.actor)
        found: dict[str, Type] = {}
        for item in entry.entries("choose"):
            made = _choice(self.cx, item, scope)
            if made is not None:
                scope = scope.bind(made.local)
                found[item.id] = made.local.type
        return found
