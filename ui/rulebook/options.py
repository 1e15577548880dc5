"""What a table may decide before the game, the rules for one player, and the variants that lie beside the game."""

from __future__ import annotations

from collections.abc import Iterator

from custumal.dsl.model import Call, Const, Expr, GameModel, Op, Option
from custumal.dsl.overlay.summary import HouseRules, beside
from custumal.interpreter.setup.values import Value
from custumal.ui.rulebook.blocks import Block, BulletList, Heading, Paragraph
from custumal.ui.rulebook.edition import Edition


def options_chapter(edition: Edition) -> Iterator[Block]:
    """Each option with what holds if nothing is agreed."""
    options = edition.game.model.options
    if options:
        yield Heading(2, edition.word("options"), "options")
        yield BulletList(tuple(_option(edition, option) for option in options.values()))


def _option(edition: Edition, option: Option) -> str:
    said = edition.said_with_names(option.source.say) or edition.name(option.name)
    usual = edition.word("default", value=_value(edition, option, option.default))
    chosen = edition.game.values.get(option.name, option.default)
    here = "" if chosen == option.default else f"; {edition.word('here', value=_value(edition, option, chosen))}"
    rules = ", ".join(option.source.rules)
    return f"{said} ({usual}{here})" + (f" - {edition.word('concerns', rules=rules)}" if rules else "")


def _value(edition: Edition, option: Option, value: Value) -> str:
    return edition.labels.value(value, option.type, edition.language)


# ---------------------------------------------------------------- one player


def solo_chapter(edition: Edition) -> Iterator[Block]:
    """The numbered rules behind everything that asks whether there is one player."""
    model, rulebook = edition.game.model, edition.rulebook
    if model.players[0] != 1 or model.players[1] == 1 or rulebook is None:
        return
    cited = set(_solo_rules(model))
    entries = [entry for entry in rulebook.section("rules") if entry.id in cited]
    if entries:
        yield Heading(2, edition.word("solo"), "solo")
        yield Paragraph(edition.word("about-solo"), remark=True)
        yield BulletList(tuple(f"{entry.id}: {edition.of_entry(entry, 'text')}" for entry in entries))


def _solo_rules(model: GameModel) -> Iterator[str]:
    """What rule elements cite that hold for one player only: those that ask for it, and those that ask for a word that does."""
    words = {name for name, definition in model.definitions.items() if _asks(definition.body, frozenset())}
    names = frozenset(words)
    for name in words:
        yield from model.definitions[name].source.rules
    elements = [
        *((rule.source, (rule.condition, rule.applies)) for rule in model.standing),
        *((end.source, (end.applies,)) for end in model.end),
        *((step.source, (step.condition,)) for step in (*model.setup, *model.play)),
        *((option.source, (option.condition,)) for option in model.options.values()),
    ]
    if model.ladder is not None:
        elements.append((model.ladder.source, (model.ladder.condition,)))
    for source, conditions in elements:
        if any(condition is not None and _asks(condition, names) for condition in conditions):
            yield from source.rules


def _asks(expr: Expr, names: frozenset[str]) -> bool:
    """Whether an expression, or one that it is the conjunction of, says that there is one player."""
    match expr:
        case Op(name="and", arguments=arguments):
            return any(_asks(argument, names) for argument in arguments)
        case Op(name="eq", arguments=(Op(name="players"), Const(value=1))) | Op(name="eq", arguments=(Const(value=1), Op(name="players"))):
            return True
        case Call(definition=name):
            return name in names
    return False


# ---------------------------------------------------------------- variants


def variants_chapter(edition: Edition) -> Iterator[Block]:
    """The variants that lie beside the game, each with its reason."""
    found = beside(edition.selection.game.path, edition.language)
    if found:
        yield Heading(2, edition.word("variants"), "variants")
        yield BulletList(tuple(_variant(edition, variant) for variant in found))


def _variant(edition: Edition, variant: HouseRules) -> str:
    notes = [edition.word("in-force")] if variant.id in edition.game.variants else []
    notes += [edition.word("for-players", players=variant.players)] if variant.players else []
    notes += [edition.word("needs", others=", ".join(variant.requires))] if variant.requires else []
    notes += [edition.word("not-with", others=", ".join(variant.excludes))] if variant.excludes else []
    notes += [edition.word("fact", what=edition.name(name), value=value) for name, value in variant.sets.items()]
    said = f"{variant.title} (`{variant.id}`{''.join(f'; {note}' for note in notes)})"
    return " - ".join([said, *([variant.because] if variant.because else variant.reasons)])
