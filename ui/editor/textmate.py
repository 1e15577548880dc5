"""The grammar by which editors colour sentences without a server: made from the words of the language and the table of keys.

A TextMate grammar knows lines and what is open. Every key and every id opens a rule that lasts as long as lines are indented deeper; what
can stand in it is what the table of keys says of it, in blocks and in flow style apart.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from custumal.dsl.keys import FILES, FORMS, Entries, Form, Holds, Key, Layout, One, Sentence, Steps
from custumal.dsl.sentences.words import RESERVED_WORDS, SIGNS

SCOPE = "source.yaml.custumal"
_SENTENCE = "meta.sentence.custumal"
_KEY = {"name": "entity.name.tag.yaml"}
_COLON = {"name": "punctuation.separator.key-value.mapping.yaml"}
_ID = r"(?:\"[^\"]*\"|'[^']*'|[^\s#:,\[\]{}\"'-][^:#\[\]{}]*?)"
_FLOW_ID = r"(?:\"[^\"]*\"|'[^']*'|[^\s#:,\[\]{}\"'-][^:#,\[\]{}]*?)"
_IN_BLOCK = r"(?<=\s)", r"(?=\s+#|\s*$)"
_BEHIND_DASH = r"(?<=-\s)", _IN_BLOCK[1]
_IN_FLOW = r"(?<=[\s,\[])", r"(?=\s*[,}\]]|\s+#|\s*$)"
"""What stands before and behind a value: on its line, behind the dash of a list, in brackets."""
_ESCAPED = {"match": r"\\."}
_DOUBLED = {"match": "''"}
Pattern = dict[str, Any]


def grammar() -> dict[str, Any]:
    """A TextMate grammar that is injected into YAML: it colours sentences wherever rule files have them."""
    made = _Grammar()
    top = made.top()
    made.repository["words"] = {"patterns": _words()}
    return {
        "scopeName": SCOPE,
        "injectionSelector": "L:source.yaml -comment -string.quoted",
        "patterns": top,
        "repository": {name: made.repository[name] for name in sorted(_named_in(top, made.repository))},
    }


def _named_in(patterns: list[Pattern], repository: dict[str, Any]) -> set[str]:
    """The rules of a repository that are named by some patterns, or by rules that are."""
    found: set[str] = set()
    waiting: list[Any] = [*patterns]
    while waiting:
        here = waiting.pop()
        name = here.get("include", "#")[1:]
        if name and name not in found:
            found.add(name)
            waiting.append(repository[name])
        waiting += [*here.get("patterns", ()), *here.get("beginCaptures", {}).values()]
    return found


class _Grammar:
    """Collects the rules: one for what each sort of value holds, and one for each form, for blocks and for flow style."""

    def __init__(self) -> None:
        self.repository: dict[str, Any] = {}
        self._numbers: dict[Holds, int] = {}

    def top(self) -> list[Pattern]:
        """The keys at the top of all sorts of files."""
        found: dict[str, dict[Holds, None]] = {}
        for form in FILES.values():
            for key in form.keys.values():
                found.setdefault(key.name, {})[key.holds] = None
        return [_block_rule("()", name, [self.value(each) for each in holds]) for name, holds in sorted(found.items())]

    # ------------------------------------------------------------ values

    def value(self, holds: Holds, *, flow: bool = False) -> Pattern:
        """What stands behind a key."""
        if holds not in self._numbers:
            self._numbers[holds] = len(self._numbers)
            for style in (False, True):
                self.repository[_named(f"value{self._numbers[holds]}", flow=style)] = {"patterns": [*self._value(holds, flow=style)]}
        return {"include": "#" + _named(f"value{self._numbers[holds]}", flow=flow)}

    def _value(self, holds: Holds, *, flow: bool) -> Iterable[Pattern]:
        member = holds if holds.members is None else holds.members
        layouts = dict.fromkeys(layout for layout in (holds.map, member.map) if layout is not None)
        yield {"name": "comment.line.number-sign.yaml", "match": r"(?:^|(?<=\s))#.*$"}
        for layout in layouts:
            yield {"begin": r"\{", "end": r"\}", "patterns": [*self._layout(layout, flow=True)]}
        yield {"begin": r"\[", "end": r"\]", "patterns": [self.value(member, flow=True)]}
        for layout in layouts if not flow else ():
            yield from self._layout(layout, flow=False)
        if isinstance(holds.scalar, Sentence):
            yield from _sentences(_IN_FLOW if flow else _IN_BLOCK)
            return
        if isinstance(member.scalar, Sentence) and not flow:
            yield from _sentences(_BEHIND_DASH)
        yield {"name": "string.quoted.double.yaml", "begin": rf'{_IN_FLOW[0]}"', "end": '"', "patterns": [_ESCAPED]}
        yield {"name": "string.quoted.single.yaml", "begin": rf"{_IN_FLOW[0]}'", "end": "'(?!')", "patterns": [_DOUBLED]}

    def _layout(self, layout: Layout, *, flow: bool) -> Iterable[Pattern]:
        match layout:
            case Entries(form, ids):
                yield {"include": self.entries(FORMS[form], is_signature=ids == "signature", flow=flow)}
            case One(form):
                yield {"include": self.form(FORMS[form], flow=flow)}
            case Steps():
                yield {"include": self.form(FORMS["step"], flow=flow)}
                yield {"include": self.entries(FORMS["step"], flow=flow)}

    # ------------------------------------------------------------ entries

    def form(self, form: Form, *, flow: bool) -> str:
        """The keys of an entry."""
        name = _named(f"form-{form.name}", flow=flow)
        if name not in self.repository:
            self.repository[name] = {}
            by_value: dict[Holds, list[Key]] = {}
            for key in form.keys.values():
                by_value.setdefault(key.holds, []).append(key)
            keys = [("|".join(key.name for key in each), holds) for holds, each in by_value.items()]
            if form.others is not None:
                keys.append((_FLOW_ID if flow else _ID, form.others))
            rules = [_rules(words, [self.value(holds, flow=flow)], flow=flow) for words, holds in keys]
            self.repository[name]["patterns"] = [rule for each in rules for rule in each]
        return f"#{name}"

    def entries(self, form: Form, *, flow: bool, is_signature: bool = False) -> str:
        """Entries of a form under their ids, short or long."""
        name = _named(f"entries-{form.name}{'-signed' * is_signature}", flow=flow)
        if name not in self.repository:
            self.repository[name] = {}
            main = None if form.main is None else form.keys[form.main]
            inside: list[Pattern] = []
            if form.is_long or main is None:
                inside += [{"include": self.form(form, flow=False)}] if not flow else []
                inside.append({"begin": r"\{", "end": r"\}", "patterns": self._inside_flow(form, main)})
            if main is not None:
                inside.append(self.value(main.holds, flow=flow))
            self.repository[name]["patterns"] = [*_rules(_FLOW_ID if flow else _ID, inside, flow=flow, is_signature=is_signature)]
        return f"#{name}"

    def _inside_flow(self, form: Form, main: Key | None) -> list[Pattern]:
        """The keys of a long entry, or, where it may be written without, the map that its main key holds."""
        inner = () if main is None or main.holds.map is None else self._layout(main.holds.map, flow=True)
        return [{"include": self.form(form, flow=True)}, *inner]


def _named(name: str, *, flow: bool) -> str:
    return f"{name}-flow" if flow else name


def _rules(words: str, inside: list[Pattern], *, flow: bool, is_signature: bool = False) -> Iterable[Pattern]:
    """The rules for one of these keys or ids: in flow style, on a line of its own, or behind the dash of a list."""
    own: Pattern = {"name": _SENTENCE, "patterns": [{"include": "#words"}]} if is_signature else _KEY
    if flow:
        begin = rf"(?<=[\s,{{\[])({words})(:)(?=\s|$)"
        yield {"begin": begin, "end": r"(?=[,}\]])", "beginCaptures": {"1": own, "2": _COLON}, "patterns": inside}
        return
    yield _block_rule(r"(\s*)", words, inside, own)
    captures = {"2": own, "3": _COLON}
    deeper = r"^(?=\1\s\s\s+\S|\1\s\s-\s|\s*(?:#|$))"
    yield {"begin": rf"^(\s*)-\s+({words})(:)(?=\s|$)", "while": deeper, "beginCaptures": captures, "patterns": inside}


def _block_rule(indent: str, words: str, inside: list[Pattern], own: Pattern = _KEY) -> Pattern:
    """A key or id on a line of its own, with all that stands deeper, or with dashes as deep."""
    deeper = r"^(?=\1\s+\S|\1-\s|\s*(?:#|$))"
    return {"begin": rf"^{indent}({words})(:)(?=\s|$)", "while": deeper, "beginCaptures": {"2": own, "3": _COLON}, "patterns": inside}


def _sentences(around: tuple[str, str]) -> Iterable[Pattern]:
    """A sentence as it may be written: in quotes, or plain to the end of its value or line; `around` is what stands before and behind."""
    words, (before, end) = {"include": "#words"}, around
    yield {"name": _SENTENCE, "begin": rf'{before}"', "end": '"', "patterns": [_ESCAPED, words]}
    yield {"name": _SENTENCE, "begin": rf"{before}'", "end": "'(?!')", "patterns": [_DOUBLED, words]}
    yield {"match": r"(?<=\s)[>|][-+0-9]*(?=\s*(?:#|$))"}
    begins = r"(?!-\s)(?=[^\s#\"'\[\]{}>|&*!%@`,])"
    yield {"name": _SENTENCE, "begin": before + begins, "end": end, "patterns": [words]}


def _words() -> list[dict[str, str]]:
    words = "|".join(sorted(RESERVED_WORDS))
    signs = "|".join(sorted(("".join(f"\\{letter}" for letter in sign) for sign in SIGNS.values()), key=len, reverse=True))
    return [
        {"name": "keyword.control.custumal", "match": rf"(?<![\w.-])({words})(?![\w-])"},
        {"name": "constant.numeric.custumal", "match": r"(?<![\w-])[0-9]+(?![\w-])"},
        {"name": "variable.other.custumal", "match": r"[^\W\d_][^\W_]*(-[^\W\d_][^\W_]*)*"},
        {"name": "keyword.operator.custumal", "match": signs},
    ]
