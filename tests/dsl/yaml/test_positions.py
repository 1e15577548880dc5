"""Every character of every scalar is found again in the file, whatever style it is written in.

The scalars are written by a pen that notes the place of each character as it writes it, so that what is expected comes from the writing
and not from a second reading.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest
from ruamel.yaml import YAML
from ruamel.yaml.compat import StringIO

from custumal.dsl.diagnostics.diagnostic import Report, Span
from custumal.dsl.yaml.load import load_text
from custumal.dsl.yaml.tree import Mapping, Node, Scalar, Sequence

PER_STYLE = 500
LETTERS = "abcdefghijkmnopqrstuvwxyzäéßñλжあ漢字한🎲🧙👍\u0301"
INNER = LETTERS + "0123456789()[]{}.,;'\"\\/+*<>=|&!?%@-_"
ESCAPES = {"\n": "\\n", "\t": "\\t", '"': '\\"', "\\": "\\\\", "/": "\\/", "\xa0": "\\_"}


class Pen:
    """Writes a text and knows where it is; `note` also remembers a character of the value and its place."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.line, self.column = 1, 1
        self.value: list[str] = []
        self.places: list[tuple[int, int]] = []

    def write(self, text: str) -> None:
        self.parts.append(text)
        breaks = text.count("\n")
        self.line += breaks
        self.column = len(text) - text.rfind("\n") if breaks else self.column + len(text)

    def note(self, character: str, written: str | None = None) -> None:
        self.value.append(character)
        self.places.append((self.line, self.column))
        self.write(character if written is None else written)

    def begin(self) -> None:
        self.value, self.places = [], []

    @property
    def here(self) -> tuple[int, int]:
        return self.line, self.column

    @property
    def text(self) -> str:
        return "".join(self.parts)


def word(dice: random.Random, letters: str = INNER) -> str:
    """Something that begins with a letter, so that no style takes it for anything but text."""
    return dice.choice(LETTERS[:-1]) + "".join(dice.choice(letters) for _ in range(dice.randrange(7))) + "z"


def fold(pen: Pen, dice: random.Random, indent: int) -> None:
    """Breaks a line inside a plain or quoted scalar: one break is a space, each more is itself."""
    pen.write(" " * dice.choice([0, 0, 1, 3]))
    blank = dice.choice([0, 0, 0, 1, 2])
    if blank:
        pen.write("\n")
    else:
        pen.note(" ", "\n")
    for _ in range(blank):
        pen.write(" " * dice.choice([0, 2]))
        pen.note("\n")
    pen.write(" " * (indent + dice.choice([0, 2])))


def gap(pen: Pen, dice: random.Random, indent: int, several_lines: bool) -> None:
    if several_lines and dice.random() < 0.3:
        fold(pen, dice, indent)
    else:
        for _ in range(dice.choice([1, 1, 1, 2])):
            pen.note(" ")


def write_plain(pen: Pen, dice: random.Random, indent: int, several_lines: bool = True) -> None:
    for i in range(dice.randrange(1, 7)):
        if i:
            gap(pen, dice, indent, several_lines)
        for character in word(dice, INNER.replace("[", "").replace("{", "")):
            pen.note(character)


def write_single(pen: Pen, dice: random.Random, indent: int, several_lines: bool = True) -> None:
    pen.write("'")
    for i in range(dice.randrange(1, 7)):
        if i:
            gap(pen, dice, indent, several_lines)
        for character in word(dice, INNER + " #:"):
            pen.note(character, "''" if character == "'" else None)
    end_quoted(pen, "'")


def write_double(pen: Pen, dice: random.Random, indent: int, several_lines: bool = True) -> None:
    pen.write('"')
    for i in range(dice.randrange(1, 7)):
        if i:
            gap(pen, dice, indent, several_lines)
        for character in word(dice, INNER + " #:\n\t\xa0"):
            pen.note(character, escaped(character, dice))
        if several_lines and dice.random() < 0.1:
            pen.write("\\\n" + " " * indent)
            pen.note("y")
    end_quoted(pen, '"')


def escaped(character: str, dice: random.Random) -> str:
    if character in '\n\t"\\' or (character in ESCAPES and dice.random() < 0.5):
        return ESCAPES[character]
    if dice.random() < 0.1:
        code = ord(character)
        return f"\\x{code:02x}" if code < 256 else f"\\u{code:04X}" if code < 65536 else f"\\U{code:08x}"
    return character


def end_quoted(pen: Pen, sign: str) -> None:
    pen.places.append(pen.here)
    pen.write(sign)


def write_block(pen: Pen, dice: random.Random, indent: int, folded: bool) -> None:
    """Lines, blank lines and deeper lines, with every way to end; a break becomes a space only between two usual lines."""
    chomping, explicit = dice.choice(["", "-", "+"]), dice.random() < 0.3
    step = dice.choice([1, 2, 4]) if explicit else 2
    header = dice.choice([f"{step}{chomping}", f"{chomping}{step}"]) if explicit else chomping
    pen.write((">" if folded else "|") + header + dice.choice(["", "", "  # a comment"]) + "\n")
    margin = " " * (indent - 2 + step)
    lines = [line_of(dice, deeper=i > 0 or explicit) for i in range(dice.randrange(1, 6))]
    breaks = [dice.choice([1, 1, 1, 2, 3]) for _ in lines]
    for _ in range(dice.choice([0, 0, 1])):
        pen.note("\n")
    for i, line in enumerate(lines):
        pen.write(margin)
        for character in line:
            pen.note(character)
        end = pen.here
        last = i == len(lines) - 1
        if last:
            kept = {"": 1, "-": 0, "+": breaks[i]}[chomping]
            write_breaks(pen, breaks[i], [n < kept for n in range(breaks[i])])
            pen.places.append(end)
        elif folded and line[0] != " " and lines[i + 1][0] != " ":
            if breaks[i] == 1:
                pen.note(" ", "\n")
            else:
                write_breaks(pen, breaks[i], [n > 0 for n in range(breaks[i])])
        else:
            write_breaks(pen, breaks[i], [True] * breaks[i])


def line_of(dice: random.Random, deeper: bool) -> str:
    lead = " " * dice.choice([0, 0, 0, 2]) if deeper else ""
    return lead + " ".join(word(dice, INNER + "#:") for _ in range(dice.randrange(1, 5))) + dice.choice(["", "", " "])


def write_breaks(pen: Pen, number: int, noted: list[bool]) -> None:
    assert len(noted) == number
    for note in noted:
        if note:
            pen.note("\n")
        else:
            pen.write("\n")


def write_literal(pen: Pen, dice: random.Random, indent: int) -> None:
    write_block(pen, dice, indent, folded=False)


def write_folded(pen: Pen, dice: random.Random, indent: int) -> None:
    write_block(pen, dice, indent, folded=True)


INLINE: dict[str, Callable[..., None]] = {"plain": write_plain, "single": write_single, "double": write_double}
BLOCKS: dict[str, Callable[[Pen, random.Random, int], None]] = {"literal": write_literal, "folded": write_folded}


def write_entry(pen: Pen, dice: random.Random, style: str, number: int) -> None:
    """One entry of a mapping with a scalar of that style somewhere in it: as value, item, flow value, or key."""
    place = dice.choice(["value", "item"]) if style in BLOCKS else dice.choice(["value", "value", "item", "anchored", "key"])
    if place == "key":
        pen.write("  ")
        pen.begin()
        INLINE[style](pen, dice, 4, several_lines=False)
        end_plain(pen, style)
        pen.write(f"{number}: 1\n" if style == "plain" else ": 1\n")
        return
    pen.write({"value": f"  k{number}: ", "item": f"  k{number}:\n  - ", "anchored": f"  k{number}: &a{number} "}[place])
    pen.begin()
    if style in BLOCKS:
        BLOCKS[style](pen, dice, 4)
        return
    INLINE[style](pen, dice, 4)
    end_plain(pen, style)
    pen.write(dice.choice(["\n", "  # a comment\n"]))


def end_plain(pen: Pen, style: str) -> None:
    if style == "plain":
        pen.places.append(pen.here)


def leaves(node: Node) -> Iterator[Scalar]:
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Sequence):
        for item in node:
            yield from leaves(item)
    else:
        for key, value in node:
            yield key
            yield from leaves(value)


@pytest.mark.parametrize("style", [*INLINE, *BLOCKS])
@pytest.mark.parametrize("line_break", ["\n", "\r\n"])
def test_every_character_of_generated_scalars_is_mapped_to_its_place(style: str, line_break: str) -> None:
    dice = random.Random(f"{style}{line_break!r}")
    checked = 0
    while checked < PER_STYLE:
        pen, expected = Pen(), []
        pen.write("top:\n")
        for number in range(25):
            write_entry(pen, dice, style, number)
            expected.append(("".join(pen.value), tuple(pen.places)))
        report = Report()
        root = load_text(pen.text.replace("\n", line_break), "a.yaml", report)
        assert root is not None, [(d.span, d.message) for d in report.sorted()] + [pen.text]
        assert not report.has_errors, report.sorted()
        found = [scalar for scalar in leaves(root) if scalar.style == style and (style != "plain" or "z" in scalar.text)]
        for scalar, (value, places) in zip(found, expected, strict=True):
            key_number = len(scalar.text) - len(value) if style == "plain" else 0
            assert scalar.text[: len(value)] == value
            assert scalar.places[: len(places) - 1] == places[:-1], (scalar.text, pen.text)
            assert key_number or scalar.places == places, (scalar.text, pen.text)
            checked += 1


def test_scalars_in_flow_collections_are_mapped() -> None:
    dice = random.Random(7)
    for _ in range(60):
        pen, expected = Pen(), []
        pen.write("top: [")
        for number in range(8):
            style = dice.choice(list(INLINE))
            pen.write(", " if number else "")
            pen.begin()
            if style == "plain":
                for character in word(dice, LETTERS + "0123456789.+*<>="):
                    pen.note(character)
                end_plain(pen, style)
            else:
                INLINE[style](pen, dice, 4)
            expected.append(("".join(pen.value), tuple(pen.places)))
        pen.write("]\n")
        root = load_text(pen.text, "a.yaml", Report())
        assert isinstance(root, Mapping)
        items = root.get("top")
        assert isinstance(items, Sequence)
        assert all(isinstance(item, Scalar) and item.flow for item in items)
        assert [(s.text, s.places) for s in leaves(items)] == expected


@pytest.mark.parametrize("columns", [20, 40, 80, 1000])
def test_scalars_that_a_yaml_writer_wrote_are_mapped(columns: int) -> None:
    """The writer chooses style and folds; each character that needs no escape must stand in the file where the map says."""
    dice = random.Random(columns)
    texts = [" ".join(word(dice, INNER + "#:\n") for _ in range(dice.randrange(1, 12))) for _ in range(125)]
    writer, stream = YAML(typ="safe", pure=True), StringIO()
    writer.width, writer.allow_unicode, writer.default_flow_style = columns, True, False
    writer.dump({f"k{i}": text for i, text in enumerate(texts)}, stream)
    root = load_text(stream.getvalue(), "a.yaml", Report())
    assert isinstance(root, Mapping)
    lines = stream.getvalue().split("\n")
    for i, text in enumerate(texts):
        scalar = root.get(f"k{i}")
        assert isinstance(scalar, Scalar)
        assert scalar.text == text
        assert len(scalar.places) == len(text) + 1
        assert list(scalar.places) == sorted(scalar.places)
        for character, (line, column) in zip(text, scalar.places, strict=False):
            written = lines[line - 1][column - 1 : column]
            assert written in (character, "\\") or (character in " \n" and not written)


@pytest.mark.parametrize(
    ("text", "part", "span"),
    [
        ("a: is no-name", "no-name", (1, 7, 1, 14)),
        ("a: 'it''s no-name'", "no-name", (1, 11, 1, 18)),
        ('a: "\\u00e9 no-name"', "no-name", (1, 12, 1, 19)),
        ("a: >-\n  first\n  no-name", "no-name", (3, 3, 3, 10)),
        ("a: |2-\n    first\n  no-name\n\n\n", "no-name", (3, 3, 3, 10)),
        ("a: 🎲 no-name", "no-name", (1, 6, 1, 13)),
        ("\ufeffa: no-name", "no-name", (1, 4, 1, 11)),
        ("a: &x no-name\nb: *x", "no-name", (1, 7, 1, 14)),
        ("a: &x # why\n  no-name\nb: *x", "no-name", (2, 3, 2, 10)),
        ("? no-name\n: 1", "no-name", (1, 3, 1, 10)),
        ("no-name(a, b): 1", "no-name", (1, 1, 1, 8)),
        ("a: one\n  two no-name", "two no", (2, 3, 2, 9)),
        ('a: "one\\\n  two"', "onetwo", (1, 5, 2, 6)),
    ],
)
def test_a_part_of_a_sentence_has_its_span(text: str, part: str, span: tuple[int, int, int, int]) -> None:
    report = Report()
    root = load_text(text, "a.yaml", report)
    assert isinstance(root, Mapping), report.sorted()
    scalar = next(s for s in leaves(root) if part in s.text)
    start = scalar.text.index(part)
    assert scalar.span_of(start, start + len(part)) == Span("a.yaml", *span)


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("a: {b: 1}", (1, 4, 1, 10)),
        ("a:\n  b: 1\n  c: 2\n\n# end\nd: 1", (2, 3, 3, 7)),
        ("a:\n- 1\n- 2\n\nd: 1", (2, 1, 3, 4)),
        ("a: [1,\n  2]", (1, 4, 2, 5)),
        ("a: |\n  text\n\n\nb: 1", (1, 4, 2, 7)),
        ("a:\nb: 1", (1, 3, 1, 3)),
        ("a: &n {b: 1}\nb: *n", (1, 7, 1, 13)),
        ("a: 'x\n  y'", (1, 4, 2, 5)),
    ],
)
def test_values_have_exact_spans(text: str, span: tuple[int, int, int, int]) -> None:
    root = load_text(text, "a.yaml", Report())
    assert isinstance(root, Mapping)
    value = root.get("a")
    assert value is not None
    assert value.span == Span("a.yaml", *span)


@pytest.mark.parametrize("text", ["a:\n  b: >\n", "a:\n  b: | # why\n\n", "a:\n  b: >-\n\nc: d\n"])
def test_a_block_text_of_no_lines_ends_behind_its_sign(text: str) -> None:
    root = load_text(text, "a.yaml", Report())
    assert root is not None
    scalar = next(scalar for scalar in leaves(root) if scalar.style in ("literal", "folded"))
    assert (scalar.text, list(scalar.places)) == ("", [(2, 7)])


def test_everything_in_an_alias_stands_where_the_alias_stands() -> None:
    root = load_text("a: &n {b: [x]}\nc: *n\n", "a.yaml", Report())
    assert isinstance(root, Mapping)
    value = root.get("c")
    assert isinstance(value, Mapping)
    spans = {scalar.span for scalar in leaves(value)} | {scalar.span_of(0, 1) for scalar in leaves(value)}
    assert spans == {value.span} == {Span("a.yaml", 2, 4, 2, 6)}
