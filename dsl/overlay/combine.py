"""Several variants on one game: found, put in order, checked against each other, applied one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from custumal.dsl.base.frozen import dataclass, field, replace
from custumal.dsl.diagnostics.catalogue.edits import no_rulebook
from custumal.dsl.diagnostics.diagnostic import Diagnostic, Report, Span
from custumal.dsl.documents.document import Document, Part
from custumal.dsl.documents.game_files import GameFiles, read_files
from custumal.dsl.documents.reader import Reader
from custumal.dsl.documents.rule_files import read_parts
from custumal.dsl.overlay.apply import Applier, all_units
from custumal.dsl.overlay.conflicts import check_conflicts, check_fit, check_order
from custumal.dsl.overlay.discovery import VariantFiles
from custumal.dsl.overlay.family import Family
from custumal.dsl.overlay.players import players_of_all
from custumal.dsl.overlay.rewrite import Changes, rewrite
from custumal.dsl.overlay.touched import Touched
from custumal.dsl.overlay.variant import Unit, Variant, variant_of
from custumal.dsl.sentences.sentence import parse
from custumal.dsl.sentences.syntax import Sentence
from custumal.dsl.yaml.source import Sources
from custumal.dsl.yaml.traps import check_sentence
from custumal.dsl.yaml.tree import Mapping, Node, Scalar


class Memo:
    """Parses every sentence once, however often the tree around it is read again.

    Args:
        sources: the texts of the files, to tell what YAML did to a sentence.
    """

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self.known: dict[tuple[str, int], tuple[Scalar, Sentence | None]] = {}

    def __call__(self, start: str, scalar: Scalar, report: Report) -> Sentence | None:
        key = (start, id(scalar))
        if key not in self.known:
            # an unreadable sentence must be told again each time
            mine = Report()
            sentence = self._parsed(start, scalar, mine)
            found = mine.sorted()
            report.extend(found)
            if found:
                return sentence
            self.known[key] = (scalar, sentence)
        return self.known[key][1]

    def _parsed(self, start: str, scalar: Scalar, report: Report) -> Sentence | None:
        source = self.sources.get(scalar.span.file)
        whole = source is None or check_sentence(scalar, source, report)
        return parse(start, scalar, report) if whole else None


@dataclass(slots=True)
class Combined:
    """A game with its variants: the merged document and rulebook, and the variants in the order in which they were applied.

    `base` and `base_rulebook` are as before; `touched` maps every address that was written to the variant that wrote it last.
    `reading` has what is wrong with the form of the merged files; `is_sound`: nothing was wrong with that of the base.
    """

    base: Document
    base_rulebook: Document | None
    document: Document
    rulebook: Document | None
    variants: tuple[Variant, ...]
    sources: Sources
    memo: Memo
    variant_files: VariantFiles
    is_sound: bool = False
    touched: dict[str, tuple[str, Span]] = field(default_factory=dict)
    reading: dict[str, list[Diagnostic]] = field(default_factory=dict)

    def units(self) -> list[tuple[Unit, str, Span]]:
        """Everything that could be left out, with what it does (a verb, or "entry") and where it stands."""
        found: list[tuple[Unit, str, Span]] = []
        for variant in self.variants:
            found += [(Unit(variant.id, f"edits.{e.id}"), e.verb, e.span) for e in variant.edits]
            edited = {e.address for e in variant.edits}
            for address, (by, span) in self.touched.items():
                if by == variant.id and address not in edited:
                    found.append((Unit(variant.id, address), "entry", span))
        return found

    def without(self, wanted: Callable[[Unit], bool]) -> Combined | None:
        """The game with only some of the changes; None where the others can't stand without those."""
        trial = replace(self, document=self.base, rulebook=self.base_rulebook, touched={}, reading={})
        return trial if apply_all(trial, Report(), wanted) else None


def with_file(combined: Combined, changed: Part, report: Report) -> Combined:
    """The same game and variants where the file of one of these is another."""
    variants = tuple(_with_part(variant, changed, combined.sources, report) for variant in combined.variants)
    again = replace(combined, document=combined.base, rulebook=combined.base_rulebook, variants=variants, touched={}, reading={})
    if not report.has_errors:
        apply_all(again, report)
    return again


def _with_part(variant: Variant, changed: Part, sources: Sources, report: Report) -> Variant:
    if variant.document.file != changed.name:
        return variant
    return variant_of(read_parts((changed,), report, sources), variant.path, variant.accepted) or variant


def combine(game: Path, name: str, chosen: Iterable[Path], report: Report, files: GameFiles | None = None) -> Combined:
    """The merged document of a game file and variant files.

    Args:
        game: the game file; name: what messages call it.
        chosen: variant files, in any order.
        report: takes what is wrong; with errors nothing is applied.
        files: those of the game, if they have been read.
    """
    chosen = list(chosen)
    files = files or read_files(game, name)
    sources, base, rulebook = files.sources.copy(), files.rules, files.rulebook
    report.extend(files.found)
    is_sound = not files.found
    variant_files = VariantFiles(game, name, chosen)
    family = Family(base.text("game") or "", variant_files, report, sources)
    variants = family.read(chosen)
    if not report.has_errors:
        check_conflicts(variants, report)
    for variant in variants:
        check_fit(variant, base, report)
    combined = Combined(base, rulebook, base, rulebook, tuple(variants), sources, Memo(sources), variant_files, is_sound)
    if base.tree is not None and not report.has_errors:
        apply_all(combined, report)
        check_order(combined.document, variants, report)
    return combined


def apply_all(combined: Combined, report: Report, wanted: Callable[[Unit], bool] = all_units) -> bool:
    """Apply the variants one after the other; false, and nothing changed, if one of them can't be."""
    documents = (combined.document, combined.rulebook)
    for variant in combined.variants:
        _apply(combined, variant, report, wanted)
        if report.has_errors:
            combined.document, combined.rulebook = documents
            return False
    return True


def _apply(combined: Combined, variant: Variant, report: Report, wanted: Callable[[Unit], bool]) -> None:
    rules = tuple(e for e in variant.edits if not e.of_rulebook)
    applier = Applier(combined.document, variant, report, wanted, _players(combined, variant, wanted))
    tree = applier.tree(rules)
    if tree is not None:
        combined.touched |= {address: (variant.id, span) for address, span in applier.touched.spans.items()}
        combined.document = _read(combined, combined.document, tree)
    if any(e.of_rulebook for e in variant.edits):
        _apply_to_rulebook(combined, variant, report, wanted)


def _players(combined: Combined, variant: Variant, wanted: Callable[[Unit], bool]) -> Node | None:
    """For how many the game is as soon as this variant has been applied; None where it does not say."""
    if "players" not in variant.document.header or not wanted(Unit(variant.id, "players")):
        return None
    so_far = combined.variants[: combined.variants.index(variant) + 1]
    return players_of_all(each for each in so_far if wanted(Unit(each.id, "players")))


def _apply_to_rulebook(combined: Combined, variant: Variant, report: Report, wanted: Callable[[Unit], bool]) -> None:
    texts = tuple(e for e in variant.edits if e.of_rulebook)
    if combined.rulebook is None or combined.rulebook.tree is None:
        for edit in texts:
            report.tell(edit.span, no_rulebook())
        return
    applier = Applier(combined.rulebook, variant, report, wanted)
    tree = applier.tree(texts)
    if tree is not None:
        combined.touched |= {f"rulebook.{address}": (variant.id, span) for address, span in applier.touched.spans.items()}
        combined.rulebook = _read(combined, combined.rulebook, _with_own_examples(tree, variant, applier.touched))


def _with_own_examples(tree: Mapping, variant: Variant, touched: Touched) -> Mapping:
    """The rulebook in which no example that a variant words is said to be of the printed rules, unless this variant says so."""
    changes, rules = Changes(), tree.get("rules")
    for name, rule in rules if isinstance(rules, Mapping) else ():
        whose = rule.key("example-from") if isinstance(rule, Mapping) else None
        is_said = f"rules.{name.text}.example-from" in touched.spans or (whose is not None and whose.span.file in variant.files)
        if whose is not None and not is_said and touched.clash(f"rules.{name.text}.example") is not None:
            changes.remove(whose)
    made = rewrite(tree, changes)
    assert isinstance(made, Mapping)
    return made


def _read(combined: Combined, before: Document, tree: Mapping) -> Document:
    """The changed tree read anew; what is wrong with it takes the place of what was wrong before."""
    mine = Report()
    is_sound = combined.is_sound and not combined.reading.get(before.kind)
    document = read_again(before, tree, mine, combined.memo, is_sound=is_sound)
    combined.reading[before.kind] = mine.sorted()
    return document


def read_again(
    before: Document,
    tree: Mapping,
    report: Report,
    memo: Callable[[str, Scalar, Report], Sentence | None] = parse,
    *,
    is_sound: bool = False,
) -> Document:
    """The document of a changed tree. `is_sound`: nothing was wrong with the one before."""
    document = Reader(report, memo, *((before,) if is_sound else ())).document(tree, before.kind, before.file)
    return replace(document, parts=(Part(before.kind, before.file, tree),))
