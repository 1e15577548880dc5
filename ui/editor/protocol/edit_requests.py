"""What clients ask in order to change a file or to show more of it: rename, quick fixes, colours, types, lenses, and their commands."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from lsprotocol import types as lsp

from custumal.dsl.base.open_texts import open_texts
from custumal.dsl.check.paths import RuleFile
from custumal.dsl.overlay.changes import changes, merged, rule_sentences, without_variants
from custumal.dsl.overlay.report import diff_text
from custumal.ui.editor.features import accepting, covered, fixes, lenses, rename, signatures
from custumal.ui.editor.features import semantic_tokens as tokens
from custumal.ui.editor.protocol.messages import Client, path_of
from custumal.ui.editor.view import View, view_of


class Shown(Client, Protocol):
    """A client to which something can be told and shown; how scenarios ended when they were last run, by id, and what those of a game or
    variant came to when this was last measured. `has_terminal`: it carries out the commands for playing itself."""

    results: dict[str, str]
    counts: dict[RuleFile, covered.Counts]
    has_terminal: bool

    def tell(self, message: str) -> None: ...

    async def show(self, name: str, text: str) -> None: ...

    def look_again(self) -> None: ...

    def check_soon(self, path: Path) -> None: ...


async def _view(ls: Client, uri: str) -> View | None:
    await asyncio.sleep(0)
    return view_of(ls.known, path_of(uri))


def _place(ls: Client, view: View, position: lsp.Position) -> tuple[int, int]:
    line = position.line + 1
    return line, ls.messages.column(view.source.line(line), position.character)


async def _prepare(ls: Client, params: lsp.PrepareRenameParams) -> lsp.Range | None:
    view = await _view(ls, params.text_document.uri)
    use = None if view is None else rename.renamable(view, *_place(ls, view, params.position))
    return None if use is None else ls.messages.range(use.span)


async def _rename(ls: Shown, params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
    view = await _view(ls, params.text_document.uri)
    if view is None:
        return None
    try:
        found = rename.rename(view, *_place(ls, view, params.position), params.new_name)
    except rename.RefusedError as why:
        ls.tell(str(why))
        return None
    edits = {
        ls.messages.uri(path): [lsp.TextEdit(ls.messages.range(span), new) for span, new in changed] for path, changed in found.items()
    }
    return lsp.WorkspaceEdit(changes=edits)


async def _fixes(ls: Client, params: lsp.CodeActionParams) -> list[lsp.CodeAction] | None:
    view = await _view(ls, params.text_document.uri)
    if view is None:
        return None
    uri, lines = params.text_document.uri, (params.range.start.line + 1, params.range.end.line + 1)
    offered = [_offered(uri, offer) for offer in accepting.offers(view, *lines)]
    found = fixes.fixes(view, *lines)
    likeliest = {id(fix.problem): fix for fix in reversed(found) if fix.problem is not None}
    return [*(_action(ls, fix, is_likeliest=likeliest.get(id(fix.problem)) is fix) for fix in found), *offered]


def _offered(uri: str, offer: accepting.Offer) -> lsp.CodeAction:
    command = lsp.Command(offer.title, offer.command, arguments=[uri, offer.about])
    return lsp.CodeAction(offer.title, kind=lsp.CodeActionKind.QuickFix, command=command)


def _action(ls: Client, fix: fixes.Fix, *, is_likeliest: bool) -> lsp.CodeAction:
    uri = ls.messages.uri(ls.known.path_of(fix.span.file))
    edit = lsp.WorkspaceEdit(changes={uri: [lsp.TextEdit(ls.messages.range(fix.span), fix.new)]})
    problems = None if fix.problem is None else [ls.messages.diagnostic(fix.problem)]
    return lsp.CodeAction(fix.title, kind=lsp.CodeActionKind.QuickFix, diagnostics=problems, edit=edit, is_preferred=is_likeliest or None)


async def _tokens(ls: Client, params: lsp.SemanticTokensParams) -> lsp.SemanticTokens | None:
    view = await _view(ls, params.text_document.uri)
    if view is None:
        return None
    data: list[int] = []
    before = lsp.Position(0, 0)
    for span, kind in tokens.tokens(view):
        where = ls.messages.range(span)
        line = where.start.line - before.line
        column = where.start.character - (0 if line else before.character)
        data += [line, column, where.end.character - where.start.character, tokens.KINDS.index(kind), 0]
        before = where.start
    return lsp.SemanticTokens(data=data)


async def _signature(ls: Client, params: lsp.SignatureHelpParams) -> lsp.SignatureHelp | None:
    await asyncio.sleep(0)
    path, line = path_of(params.text_document.uri), params.position.line + 1
    here = (ls.known.text(path) or "").split("\n")[line - 1 : line]
    column = ls.messages.column(here[0] if here else "", params.position.character)
    found = signatures.signature(ls.known, path, line, column)
    if found is None:
        return None
    parameters = [lsp.ParameterInformation(each) for each in found.parameters]
    told = lsp.SignatureInformation(f"{found.word}({', '.join(found.parameters)})", parameters=parameters)
    return lsp.SignatureHelp([told], 0, found.active)


async def _hints(ls: Client, params: lsp.InlayHintParams) -> list[lsp.InlayHint] | None:
    view = await _view(ls, params.text_document.uri)
    if view is None:
        return None
    found = signatures.hints(view, params.range.start.line + 1, params.range.end.line + 1)
    return [lsp.InlayHint(ls.messages.range(span).end, f": {of}", lsp.InlayHintKind.Type) for span, of in found]


async def _lenses(ls: Shown, params: lsp.CodeLensParams) -> list[lsp.CodeLens] | None:
    view = await _view(ls, params.text_document.uri)
    if view is None:
        return None
    uri = params.text_document.uri
    found = lenses.lenses(view, ls.results, ls.counts.get(ls.known.unit(view.path)))
    return [lsp.CodeLens(ls.messages.range(each.span), _command(ls, view, uri, each)) for each in found]


def _command(ls: Shown, view: View, uri: str, lens: lenses.Lens) -> lsp.Command:
    """What a lens does: what is played is the game or the variant, by the client or, told how, by whoever sits before it."""
    if lens.command not in (lenses.PLAY, lenses.PLAY_ON):
        return lsp.Command(lens.title, lens.command, arguments=[uri, lens.about])
    played = ls.messages.uri(ls.known.unit(view.path).path)
    scenario = lens.about if lens.command == lenses.PLAY_ON else ""
    return lsp.Command(lens.title, lens.command if ls.has_terminal else lenses.HOW, arguments=[played, scenario])


# ---------------------------------------------------------------- commands


async def run_scenario(ls: Shown, uri: str, scenario: str) -> str:
    """Run one scenario, aside so that the client is answered meanwhile; how it ends is told, and shown beside it."""
    view = await _view(ls, uri)
    said = "not open" if view is None else await asyncio.to_thread(lenses.run, view, scenario)
    ls.results[scenario] = said
    ls.look_again()
    ls.tell(f"{scenario}: {said}")
    return said


async def show_changes(ls: Shown, uri: str, _about: str) -> str:
    """What a variant changes, as `diff` tells it; it is shown, too."""
    view = await _view(ls, uri)
    base = next((source.path for source in view.result.found.sources.values() if source.path.name == "game.yaml"), None) if view else None
    if view is None or view.game is None or base is None:
        said = "the variant has errors"
        ls.tell(said)
        return said
    with open_texts(ls.known.texts):
        new = merged(base, str(base), [view.path])
        old = without_variants(new)
        said = diff_text(changes(old, new), rule_sentences(old.rulebook) | rule_sentences(new.rulebook))
    await ls.show(f"what {view.path.stem} changes", said)
    return said


async def how_to_play(ls: Shown, uri: str, scenario: str) -> str:
    """How the game or the variant is played, from the position of a scenario if one is named."""
    said = lenses.how_to_play(path_of(uri), scenario)
    ls.tell(said)
    return said


async def accept(ls: Shown, uri: str, _about: str) -> str:
    """Write down what a variant contradicts in its game, if all that is open is saved: what counts is what lies on the disk."""
    path, open_still = path_of(uri), accepting.unsaved(ls.known.texts)
    said = f"first save {', '.join(open_still)}" if open_still else await asyncio.to_thread(accepting.accept, path)
    ls.tell(said)
    ls.check_soon(path)
    return said


async def cover(ls: Shown, uri: str, _about: str) -> str:
    """Run all scenarios of what a file belongs to, aside, and show beside the elements of its rules how often they came to each."""
    view = await _view(ls, uri)
    if view is None or view.game is None:
        said = "not open" if view is None else "the game has errors"
    else:
        counts = await asyncio.to_thread(covered.measured, view.game)
        ls.counts[ls.known.unit(view.path)] = counts
        ls.look_again()
        said = covered.summary(counts)
    ls.tell(said)
    return said


COMMANDS: dict[str, Callable[..., Any]] = {
    lenses.RUN: run_scenario,
    lenses.CHANGES: show_changes,
    lenses.HOW: how_to_play,
    accepting.ACCEPT: accept,
    covered.COVER: cover,
}
"""What is carried out by the server; what lenses offer besides is the client's to do."""

_LEGEND = lsp.SemanticTokensLegend(token_types=list(tokens.KINDS), token_modifiers=[])
EDITS: dict[str, tuple[Callable[..., Any], Any]] = {
    lsp.TEXT_DOCUMENT_PREPARE_RENAME: (_prepare, None),
    lsp.TEXT_DOCUMENT_RENAME: (_rename, lsp.RenameOptions(prepare_provider=True)),
    lsp.TEXT_DOCUMENT_CODE_ACTION: (_fixes, lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix])),
    lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL: (_tokens, _LEGEND),
    lsp.TEXT_DOCUMENT_SIGNATURE_HELP: (_signature, lsp.SignatureHelpOptions(trigger_characters=["(", ","])),
    lsp.TEXT_DOCUMENT_INLAY_HINT: (_hints, None),
    lsp.TEXT_DOCUMENT_CODE_LENS: (_lenses, None),
}
"""The handlers by method, with the options that the client is told."""
