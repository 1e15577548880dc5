"""YAML: what is no YAML, and what of it rule files don't use."""

from __future__ import annotations

from custumal.dsl.diagnostics.code import ERROR, WARNING, Code
from custumal.dsl.diagnostics.diagnostic import Diagnostic, Problem, Related, Span
from custumal.dsl.diagnostics.lookalikes import named
from custumal.dsl.diagnostics.wording import every, quoted

YAML_SYNTAX = Code(
    "yaml-syntax", ERROR, "The file is no YAML: a bracket is not closed, a line is indented like none above it, a colon is missing."
)


def document_ends() -> Problem:
    return YAML_SYNTAX.says("the document ends here, inside a quoted text; close the text with a quote first")


def blank_lines_deeper() -> Problem:
    return YAML_SYNTAX.says(
        "the blank lines at the start of this block of text are indented deeper than the text; delete the spaces in them"
    )


def tab_here() -> Problem:
    return YAML_SYNTAX.says("a tab stands here; write a blank instead", " ")


def unreadable_from_here() -> Problem:
    return YAML_SYNTAX.says("YAML cannot read the file from here on; if this is part of a sentence, quote the sentence")


def item_among_entries() -> Problem:
    return YAML_SYNTAX.says("a list item stands among the entries of a mapping; indent it below the key that it belongs to")


def closes_nothing(sign: str) -> Problem:
    return YAML_SYNTAX.says(f"`{sign}` closes or divides nothing here; delete it, or open the bracket")


def value_missing_before(sign: str) -> Problem:
    return YAML_SYNTAX.says(f"a value is missing before `{sign}`")


def value_missing() -> Problem:
    return YAML_SYNTAX.says("a value is missing here")


def number_unreadable() -> Problem:
    return YAML_SYNTAX.says("YAML cannot read a number in this file")


def keys_in_first_column() -> Problem:
    return YAML_SYNTAX.says("the keys of a file all begin in the first column, and this one does not")


def file_was_complete() -> Problem:
    return YAML_SYNTAX.says("the file was complete before this; a file is one mapping, whose keys all begin in the first column")


def space_missing(key: str, rest: str) -> Problem:
    odd = rest[: len(rest) - len(rest.lstrip())]
    hint = f"; what stands there is {named(odd[0])}" if odd else ""
    return YAML_SYNTAX.says(f"a space is missing after `:`{hint}", f"{key}: {rest.lstrip()}")


def flow_not_closed(opener: str, closer: str, *, has_comment: bool) -> Problem:
    hint = "; YAML takes everything from ` #` on for a comment" if has_comment else ""
    return YAML_SYNTAX.says(f"this `{opener}` is not closed: a `{closer}` or a comma is missing{hint}")


def bracket_in_comment(comment: str, as_text: str) -> Problem:
    said = f"YAML takes {quoted(comment)} for a comment, so that a bracket before it is not closed; quote the text"
    return YAML_SYNTAX.says(said, as_text)


def quote_not_closed(sign: str, said: str) -> Problem:
    return YAML_SYNTAX.says(f"this text is not closed: a `{sign}` is missing at its end", said + sign)


def neither_key_nor_item(written: str, *, is_word: bool) -> Problem:
    message = (
        "this is neither `key: value` nor `- item`: a `:` is missing, or the line belongs to the one above and must be indented deeper"
    )
    return YAML_SYNTAX.says(message, f"{written}:" if is_word else None)


def indented_as_if_going_on(beside: Span) -> Problem:
    """`beside` is the entry beside which this line should stand, here and in the next two."""
    return _misaligned("this entry is indented as if it went on with the value above it", beside)


def indented_like_none_above(beside: Span) -> Problem:
    return _misaligned("this line is indented like none of the blocks above it", beside)


def indented_like_no_neighbour(beside: Span) -> Problem:
    return _misaligned("this entry is indented like none of its neighbours", beside)


def _misaligned(what: str, beside: Span) -> Problem:
    return YAML_SYNTAX.says(f"{what}; line it up with its neighbours", None, Related(beside, "it should probably stand beside this"))


UNQUOTED_SENTENCE = Code(
    "unquoted-sentence",
    ERROR,
    "A sentence begins with a sign that means something to YAML, or holds a `: `, or inside of `{…}` a `[…]` or a text with a `{E}`.",
)


def second_colon(as_text: str) -> Problem:
    return UNQUOTED_SENTENCE.says(
        "YAML takes the second `: ` on this line for another key; if it belongs to a sentence, quote the sentence", as_text
    )


def chosen_by_signs() -> Problem:
    return UNQUOTED_SENTENCE.says("a choice between values has no `?` and `:`, it is written `if P then A else B`")


def opener_missing(opener: str, closer: str, value: str) -> Problem:
    return YAML_SYNTAX.says(f"`{closer}` ends this value, and no `{opener}` begins it", f"{opener}{value}")


def bracket_beside_key(key: str, mark: str, sign: str) -> Problem:
    """`mark` is what stands between a key and the bracket of its value."""
    lacks = "the blank behind the colon" if mark.endswith(":") else "the colon"
    return YAML_SYNTAX.says(f"{lacks} is missing between `{key}` and `{sign}`; write `{key}: {sign}`", f"{key}: {sign}")


def list_beside_key(as_text: str) -> Problem:
    message = "a list begins on the line of its key; start it on the next line, or quote the text if `-` belongs to it"
    return UNQUOTED_SENTENCE.says(message, as_text)


def more_text_follows(end: str, as_text: str) -> Problem:
    return UNQUOTED_SENTENCE.says(f"the value ends with its `{end}`, and more text follows; quote the whole sentence", as_text)


def text_follows(end: str) -> Problem:
    return UNQUOTED_SENTENCE.says(
        f"text follows a value that ended with its `{end}`; quote the whole sentence, or give it a line of its own"
    )


SIGILS = {
    "&": "gives it a name", "*": "repeats a named value", "!": "begins a tag", "|": "begins a block of text", ">": "begins a block of text",
    "%": "begins an instruction", "@": "means nothing yet", "`": "means nothing yet", "?": "marks a key", "-": "begins a list item",
}  # fmt: skip


def begins_with_sigil(sign: str, as_text: str) -> Problem:
    shown = "a backtick" if sign == "`" else f"`{sign}`"
    meaning = SIGILS.get(sign, "begins a block of text")
    message = f"{shown} at the start of a value {meaning} in YAML; if it belongs to a sentence, quote the sentence"
    return UNQUOTED_SENTENCE.says(message, as_text)


def bracket_needs_quotes(sign: str, said: str) -> Problem:
    message = f"a {'text' if sign == '{' else 'sentence'} with `{sign}` in it needs quotes inside of brackets"
    return UNQUOTED_SENTENCE.says(message, None if '"' in said else f'"{said}"')


TORN_SENTENCE = Code("torn-sentence", ERROR, "Inside `{…}` and `[…]` YAML ends a sentence at a comma.")


def begins_a_block(head: str, as_text: str) -> Problem:
    return TORN_SENTENCE.says(
        f"`{head}` begins a block of text on the lines below, and there is none; if it belongs to a sentence, quote the sentence", as_text
    )


def effects_torn(as_list: str) -> Problem:
    return TORN_SENTENCE.says(f"several effects are a list; did you mean `{as_list}`?", as_list)


def torn_at_comma(line: str, as_text: str) -> Problem:
    return TORN_SENTENCE.says(
        f"YAML ends a sentence at the comma inside `{{…}}` and `[…]`; quote it, or give it a line of its own: {line}", as_text
    )


def bracket_torn(*, is_open: bool) -> Problem:
    missing = "never closed" if is_open else "never opened"
    return TORN_SENTENCE.says(
        f"a bracket of this sentence is {missing}; YAML ends it at a comma inside `{{…}}` and `[…]`: quote it, or give it a line of its own"
    )


def no_value_after_comma(key: str, whole_text: str | None) -> Problem:
    """`whole_text` is the text before the comma with this key, quoted, where they may be one text."""
    hint = "" if whole_text is None else f"; if it belongs to the text before the comma, quote that: {whole_text}"
    return TORN_SENTENCE.says(f"`{key}` has no value{hint}")


def list_in_braces(inside: str) -> Problem:
    return TORN_SENTENCE.says(f"{_NO_VALUES}; a list is written `[…]`", f"[{inside}]")


_NO_VALUES = "`{…}` holds `key: value` pairs, and none of these has a value"


def is_without_values(one: Diagnostic) -> bool:
    """Whether all that stands in braces has no value, so that nothing of it is read."""
    return one.code == TORN_SENTENCE.id and one.message.startswith(_NO_VALUES)


SWALLOWED_COMMENT = Code("swallowed-comment", WARNING, "YAML takes ` #…` after a sentence or a text for a comment.")


def swallowed_comment(comment: str, as_text: str) -> Problem:
    return SWALLOWED_COMMENT.says(
        (
            f"YAML takes {quoted(comment)} for a comment, and the text ends before it; "
            "quote the text if this belongs to it, or put two spaces before it if it is a comment"
        ),
        as_text,
    )


DUPLICATE_KEY = Code("duplicate-key", ERROR, "A key stands twice in one map; YAML would silently keep the last.")


def key_twice(key: str, others: list[str], first: Span) -> Problem:
    """`others` stand twice in the same map behind it: probably they belong to another entry."""
    more = f" and {len(others) - _MOST_NAMED} more" if len(others) > _MOST_NAMED else ""
    also = f", and so do {every(others[:_MOST_NAMED])}{more}; {_NAME_MISSING}" if others else ""
    return DUPLICATE_KEY.says(f"the key `{key}` stands twice in one mapping{also}", None, Related(first, "it stands here first"))


_MOST_NAMED = 5
_NAME_MISSING = "is the name of an entry missing above it?"


def is_torn(one: Diagnostic) -> bool:
    """Whether two entries stand in one map as if they were one: of neither is it known what belongs to it."""
    return one.code == DUPLICATE_KEY.id and one.message.endswith(_NAME_MISSING)


def table_row_twice(row: str, first: Span) -> Problem:
    return DUPLICATE_KEY.says(f"the row `{row}` stands twice in this table", None, Related(first, "it stands here first"))


KEY_NOT_TEXT = Code("key-not-text", ERROR, "A key is no name: it is empty, a list, a map or a truth.")


def key_not_text() -> Problem:
    return KEY_NOT_TEXT.says("a mapping or list cannot be a key; a key is a name or a whole number")


def key_missing() -> Problem:
    return KEY_NOT_TEXT.says("a `:` with no key before it")


def key_to_quote(key: str) -> Problem:
    return KEY_NOT_TEXT.says(f"the key `{key}` is not read as text; quote it", f'"{key}"')


SEVERAL_DOCUMENTS = Code("several-documents", ERROR, "A `---` begins a second document in the same file.")


def several_documents() -> Problem:
    return SEVERAL_DOCUMENTS.says("a second document begins here; put it into a file of its own and name that under `includes`")


YAML_DIRECTIVE = Code("yaml-directive", ERROR, "A line that begins with `%` gives YAML instructions, which rule files do not use.")


def yaml_directive() -> Problem:
    return YAML_DIRECTIVE.says("a line that begins with `%` gives YAML instructions, which rule files do not use; delete it", "")


def directive_or_text() -> Problem:
    return YAML_DIRECTIVE.says(
        "a line that begins with `%` gives YAML instructions, which rule files do not use; delete it, or quote the text"
    )


YAML_TAG = Code(
    "yaml-tag", ERROR, "A tag such as `!!set` would make an object of another kind; rule files have text, numbers, truths, lists and maps."
)


def yaml_tag(word: str) -> Problem:
    return YAML_TAG.says(
        f"`{word}` is a YAML tag, and rule files use none; write `not` for a negation, or quote the text if `!` belongs to it"
    )


def tag_begins() -> Problem:
    return YAML_TAG.says(
        "`!` begins a YAML tag, and rule files use none; write `not` for a negation, or quote the text if `!` belongs to it"
    )


MERGE_KEY = Code("merge-key", ERROR, "`<<` would mix one map into another, and nobody could see where a rule comes from.")


def merge_key() -> Problem:
    return MERGE_KEY.says(
        "merge keys (`<<`) are not used in rule files; write the entries out, or repeat a whole value with `&name` and `*name`"
    )


UNUSED_ANCHOR = Code("unused-anchor", WARNING, "`&name` names what follows for YAML, and no `*name` uses it.")


def unused_anchor(name: str) -> Problem:
    return UNUSED_ANCHOR.says(
        f"`&{name}` names what follows it for YAML, and no `*{name}` uses the name; if it belongs to the text, quote the text"
    )


UNKNOWN_ALIAS = Code("unknown-alias", ERROR, "`*name` repeats what was named `&name`, and nothing is.")


def unknown_alias(name: str, near: str | None) -> Problem:
    return UNKNOWN_ALIAS.says(
        f"`*{name}` repeats what `&{name}` names, and nothing before has that name; if `*` belongs to the text, quote the text",
        f"*{near}" if near else None,
    )


def alias_of_itself(name: str) -> Problem:
    return UNKNOWN_ALIAS.says(f"`*{name}` repeats the very thing it stands in")


DUPLICATE_ANCHOR = Code("duplicate-anchor", ERROR, "Two things have the same name after `&`.")


def anchor_twice(name: str, first: Span) -> Problem:
    return DUPLICATE_ANCHOR.says(f"the name `&{name}` is given twice", None, Related(first, "it is first given here"))


ALIAS_TOO_LARGE = Code("alias-too-large", ERROR, "Aliases repeat more than 10 000 keys and values.")


def alias_too_large(most: int) -> Problem:
    return ALIAS_TOO_LARGE.says(f"aliases repeat more than {most} keys and values in this file")


NESTED_TOO_DEEP = Code(
    "nested-too-deep", ERROR, "Maps and lists stand more than 64 deep inside each other, or brackets inside a sentence do."
)


def sentence_nested_too_deep(most: int) -> Problem:
    return NESTED_TOO_DEEP.says(f"this sentence is nested more than {most} levels deep; give parts of it names of their own")


def nested_too_deep(most: int) -> Problem:
    return NESTED_TOO_DEEP.says(f"mappings and lists stand more than {most} deep inside each other here")
