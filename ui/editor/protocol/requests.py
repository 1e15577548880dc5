"""What clients ask of a file: each answer is made by a capability and put into the protocol's words."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from lsprotocol import types as lsp

from custumal.ui.editor.features import folding, formatting, hover, navigation, symbols
from custumal.ui.editor.features.completing import completion
from custumal.ui.editor.features.completing.item import Item
from custumal.ui.editor.protocol.messages import Client, path_of
from custumal.ui.editor.view import View, view_of

_SYMBOLS = {
    "actions": lsp.SymbolKind.Method, "procedures": lsp.SymbolKind.Function, "define": lsp.SymbolKind.Function,
    "values": lsp.SymbolKind.Constant, "options": lsp.SymbolKind.Constant, "kept": lsp.SymbolKind.Variable,
    "resources": lsp.SymbolKind.Variable, "zones": lsp.SymbolKind.Field, "lists": lsp.SymbolKind.Enum,
    "kinds": lsp.SymbolKind.Class, "components": lsp.SymbolKind.Object, "scenarios": lsp.SymbolKind.Event,
    "edits": lsp.SymbolKind.Operator, "rules": lsp.SymbolKind.String, "play": lsp.SymbolKind.Module, "setup": lsp.SymbolKind.Module,
}  # fmt: skip
_ITEMS = {
    "name": lsp.CompletionItemKind.Variable, "word": lsp.CompletionItemKind.Keyword, "verb": lsp.CompletionItemKind.Method,
    "function": lsp.CompletionItemKind.Function, "member": lsp.CompletionItemKind.Field, "enum": lsp.CompletionItemKind.EnumMember,
    "constant": lsp.CompletionItemKind.Constant, "key": lsp.CompletionItemKind.Property, "reference": lsp.CompletionItemKind.Reference,
    "event": lsp.CompletionItemKind.Event, "module": lsp.CompletionItemKind.Module, "type": lsp.CompletionItemKind.Class,
}  # fmt: skip


async def _view(ls: Client, uri: str) -> View | None:
    """The view of an open file, checked as it is now. A request that has been cancelled meanwhile goes no further."""
    await asyncio.sleep(0)
    return view_of(ls.known, path_of(uri))


def _place(ls: Client, view: View, position: lsp.Position) -> tuple[int, int]:
    """Line and column, from 1 in code points."""
    line = position.line + 1
    return line, ls.messages.column(view.source.line(line), position.character)


async def _definition(ls: Client, params: lsp.DefinitionParams) -> lsp.Location | None:
    view = await _view(ls, params.text_document.uri)
    found = None if view is None else navigation.definition(view, *_place(ls, view, params.position))
    return None if found is None else ls.messages.location(found)


async def _references(ls: Client, params: lsp.ReferenceParams) -> list[lsp.Location] | None:
    view = await _view(ls, params.text_document.uri)
    if view is None:
        return None
    found = navigation.references(view, *_place(ls, view, params.position), declared=params.context.include_declaration)
    return [ls.messages.location(span) for span in found]


async def _highlights(ls: Client, params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight] | None:
    view = await _view(ls, params.text_document.uri)
    if view is None:
        return None
    kinds = {True: lsp.DocumentHighlightKind.Write, False: lsp.DocumentHighlightKind.Read}
    found = navigation.highlights(view, *_place(ls, view, params.position))
    return [lsp.DocumentHighlight(ls.messages.range(span), kinds[writes]) for span, writes in found]


async def _hover(ls: Client, params: lsp.HoverParams) -> lsp.Hover | None:
    view = await _view(ls, params.text_document.uri)
    found = None if view is None else hover.hover(view, *_place(ls, view, params.position))
    if found is None:
        return None
    span, told = found
    return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, told), ls.messages.range(span))


async def _completion(ls: Client, params: lsp.CompletionParams) -> lsp.CompletionList | None:
    await asyncio.sleep(0)
    path, line = path_of(params.text_document.uri), params.position.line + 1
    text = (ls.known.text(path) or "").split("\n")
    here = text[line - 1] if line <= len(text) else ""
    found = completion.complete(ls.known, path, line, ls.messages.column(here, params.position.character))
    if found is None:
        return None
    first, last = (lsp.Position(line - 1, ls.messages.codec.client_num_units(here[: column - 1])) for column in (found.first, found.last))
    return lsp.CompletionList(is_incomplete=not found.is_whole, items=[_item(item, lsp.Range(first, last)) for item in found.items])


def _item(item: Item, where: lsp.Range) -> lsp.CompletionItem:
    return lsp.CompletionItem(
        label=item.label,
        kind=_ITEMS.get(item.kind, lsp.CompletionItemKind.Text),
        detail=item.detail or None,
        documentation=lsp.MarkupContent(lsp.MarkupKind.Markdown, item.told) if item.told else None,
        sort_text=f"{item.rank}{item.label}",
        text_edit=lsp.TextEdit(where, item.insert or item.label),
    )


async def _outline(ls: Client, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol] | None:
    view = await _view(ls, params.text_document.uri)
    return None if view is None else [_symbol(ls, symbol) for symbol in symbols.outline(view)]


def _symbol(ls: Client, symbol: symbols.Symbol) -> lsp.DocumentSymbol:
    return lsp.DocumentSymbol(
        name=symbol.name,
        kind=_SYMBOLS.get(symbol.section, lsp.SymbolKind.Property),
        range=ls.messages.range(symbol.whole),
        selection_range=ls.messages.range(symbol.own),
        detail=symbol.address,
        children=[_symbol(ls, inner) for inner in symbol.inner],
    )


async def _search(ls: Client, params: lsp.WorkspaceSymbolParams) -> list[lsp.SymbolInformation]:
    await asyncio.sleep(0)
    documents = {id(document): document for path in ls.known.texts if (view := view_of(ls.known, path)) for document in view.documents}
    found = symbols.search(tuple(documents.values()), params.query)
    return [
        lsp.SymbolInformation(ls.messages.location(span), address, _SYMBOLS.get(address.partition(".")[0], lsp.SymbolKind.Property))
        for address, span in found
    ]


async def _folding(ls: Client, params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange] | None:
    view = await _view(ls, params.text_document.uri)
    if view is None:
        return None
    kinds = {True: lsp.FoldingRangeKind.Comment, False: lsp.FoldingRangeKind.Region}
    return [lsp.FoldingRange(first - 1, last - 1, kind=kinds[comment]) for first, last, comment in folding.folds(view)]


async def _formatting(ls: Client, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit] | None:
    view = await _view(ls, params.text_document.uri)
    text = None if view is None else formatting.formatted(view)
    if view is None or text is None:
        return None
    lines = view.source.text.count("\n") + 1
    return [lsp.TextEdit(lsp.Range(lsp.Position(0, 0), lsp.Position(lines, 0)), text)]


REQUESTS: dict[str, tuple[Callable[..., Any], Any]] = {
    lsp.TEXT_DOCUMENT_DEFINITION: (_definition, None),
    lsp.TEXT_DOCUMENT_REFERENCES: (_references, None),
    lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT: (_highlights, None),
    lsp.TEXT_DOCUMENT_HOVER: (_hover, None),
    lsp.TEXT_DOCUMENT_COMPLETION: (_completion, lsp.CompletionOptions(trigger_characters=[".", "(", "{", " "])),
    lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL: (_outline, None),
    lsp.WORKSPACE_SYMBOL: (_search, None),
    lsp.TEXT_DOCUMENT_FOLDING_RANGE: (_folding, None),
    lsp.TEXT_DOCUMENT_FORMATTING: (_formatting, None),
}
"""The handlers by method, with the options that the client is told."""
