"""Verbs that change kept values and resources."""

from __future__ import annotations

from collections.abc import Callable

from custumal.dsl.base.frozen import replace
from custumal.dsl.base.types import BUNDLE, SEAT, Anything, Bundle, Empty, Maybe, Number, Set, Symbol, Type, bare, maybe
from custumal.dsl.check.entries.context import Context
from custumal.dsl.check.rules.verbs import Phrase, Verb
from custumal.dsl.check.symbols.signatures import KeptInfo
from custumal.dsl.check.typing import coercion
from custumal.dsl.check.typing.scope import Scope
from custumal.dsl.diagnostics.catalogue.actors import nobody_to_trade
from custumal.dsl.diagnostics.catalogue.names import not_kept, nothing_kept
from custumal.dsl.diagnostics.catalogue.sentences import roll_gives
from custumal.dsl.diagnostics.catalogue.types import only_numbers_raised
from custumal.dsl.diagnostics.catalogue.values import kept_of_things
from custumal.dsl.diagnostics.suggest import nearest
from custumal.dsl.model import Effect, Expr, Roll, Trade, Write
from custumal.dsl.model.expression_walk import resources_in
from custumal.dsl.sentences import syntax as sx


def _written(phrase: Phrase) -> tuple[KeptInfo, tuple[Expr, ...]] | None:
    """The kept value that an effect writes, with its arguments; an argument may be a set (then each)."""
    cx, node = phrase.cx, phrase.object
    word = node.word if isinstance(node, sx.Apply) else node
    kept = cx.words.meaning(word.text).kept if isinstance(word, sx.Name) else None
    if kept is None:
        _not_kept(cx, word)
        return None
    cx.findings.written.add(kept.name)
    given = node.arguments if isinstance(node, sx.Apply) else ()
    if not kept.parameters and cx.words.is_lost(kept.name):
        return None  # of what it is could not be read, which has been reported
    if len(given) != len(kept.parameters):
        cx.report.tell(node.span, kept_of_things(kept.name, len(kept.parameters), len(given), _whose(phrase, kept)))
        return None
    arguments = tuple(_each_of(cx, g, p, phrase.scope) for g, p in zip(given, kept.parameters, strict=True))
    cx.ex.within(kept.parameters, arguments)
    return kept, arguments


def _whose(phrase: Phrase, kept: KeptInfo) -> str | None:
    """The value with what it is of, where nothing is said of that and the nearest name in force fits."""
    if isinstance(phrase.object, sx.Apply) or len(kept.parameters) != 1:
        return None
    fitting = (name for name, local in reversed(phrase.scope.names.items()) if local.type == kept.parameters[0])
    name = next(fitting, None)
    return None if name is None else f"my {kept.name}" if name == "me" else f"{kept.name} of {name}"


def _not_kept(cx: Context, word: sx.Expression) -> None:
    text = word.text if isinstance(word, sx.Name) else ""
    guess = nearest(text, cx.words.kept_names())
    is_known = text == "" or cx.words.has_word(text)
    cx.report.tell(word.span, not_kept(text, guess) if is_known else nothing_kept(text, guess))


def _each_of(cx: Context, node: sx.Expression, parameter: Type, scope: Scope) -> Expr:
    expr = cx.ex.check(node, scope)
    fitted = coercion.fits(cx.words, parameter, expr)
    if fitted is not None:
        return fitted
    collected = coercion.as_set(cx.words, expr)
    if collected is not None and isinstance(collected.type, Set) and coercion.same_kind(cx.words, collected.type.inner, parameter):
        return collected
    return cx.ex.require(expr, parameter)


def _roll(phrase: Phrase) -> Effect | None:
    target = _written(phrase)
    if target is None:
        return None
    kept, arguments = target
    if isinstance(kept.type, Anything) and len(arguments) == 1:
        return None  # what it is can't be read, which is told there
    if len(arguments) != 1 or not isinstance(kept.type, Number) or kept.type.low is None or kept.type.high is None:
        phrase.cx.report.tell(phrase.object.span, roll_gives())
        return None
    of = arguments[0] if isinstance(arguments[0].type, Set) else coercion.just(arguments[0])
    return Roll(phrase.condition, phrase.span, kept.name, of)


def _set(phrase: Phrase) -> Effect | None:
    target = _written(phrase)
    if target is None:
        phrase.cx.ex.check(phrase.after["to"], phrase.scope)
        return None
    kept, arguments = target
    value = phrase.cx.ex.check(phrase.after["to"], phrase.scope, kept.type)
    return Write(phrase.condition, phrase.span, kept.name, arguments, "set", value)


def _change(mode: str) -> Callable[[Phrase], Effect | None]:
    def build(phrase: Phrase) -> Effect | None:
        target = _written(phrase)
        amount = phrase.cx.ex.number(phrase.after["by"], phrase.scope)
        if target is None:
            return None
        kept, arguments = target
        if not isinstance(bare(kept.type), Number | Anything):
            phrase.cx.report.tell(phrase.object.span, only_numbers_raised(kept.name, kept.type))
        return Write(phrase.condition, phrase.span, kept.name, arguments, mode, amount)

    return build


def _reset(phrase: Phrase) -> Effect | None:
    target = _written(phrase)
    return None if target is None else Write(phrase.condition, phrase.span, target[0].name, target[1], "reset", None)


def _trade(mode: str) -> Callable[[Phrase], Effect | None]:
    def build(phrase: Phrase) -> Effect | None:
        bundle = _bundle(phrase)
        phrase.cx.findings.written.update(resources_of(phrase.cx, bundle))
        if "for" in phrase.after:
            seat = phrase.cx.ex.check(phrase.after["for"], phrase.scope, SEAT)
        elif "me" in phrase.scope.names:
            seat = replace(phrase.scope.names["me"], span=phrase.verb.span)
        else:
            phrase.cx.report.tell(phrase.verb.span, nobody_to_trade(mode))
            return None
        return Trade(phrase.condition, phrase.span, mode, bundle, seat)

    return build


def _bundle(phrase: Phrase) -> Expr:
    bundle = phrase.cx.ex.plain(phrase.object, phrase.scope, BUNDLE)
    if isinstance(bundle.type, Symbol | Bundle | Anything | Empty) or isinstance(bare(bundle.type), Bundle):
        return bundle if isinstance(bundle.type, Maybe | Empty) else phrase.cx.ex.require(bundle, BUNDLE)
    return phrase.cx.ex.require(bundle, maybe(BUNDLE))


def resources_of(cx: Context, bundle: Expr) -> set[str]:
    """The resources that a bundle may be of: those it names, or all."""
    known = cx.words.resources()
    return {known[number] for number in resources_in(bundle)} or set(known)


WRITING: dict[str, Verb] = {
    "roll": Verb(_roll, "roll F of S"),
    "set": Verb(_set, "set V to E", ("to",)),
    "raise": Verb(_change("raise"), "raise V by n", ("by",)),
    "lower": Verb(_change("lower"), "lower V by n", ("by",)),
    "reset": Verb(_reset, "reset V"),
    "gain": Verb(_trade("gain"), "gain B [for s]", ("for",), optional=("for",)),
    "lose": Verb(_trade("lose"), "lose B [for s]", ("for",), optional=("for",)),
}
