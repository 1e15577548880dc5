"""The canonical layout of rule files: what it looks like, and that it changes nothing else."""

from __future__ import annotations

import random
import re
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from custumal.dsl.fmt.formatting import format_text
from tests.support.scale import some

ROOT = Path(__file__).parents[2]
SHIPPED = sorted((ROOT / "games").rglob("*.yaml"))
KINDS = {"scenarios": "scenario", "variants": "variant"}


def kind_of(path: Path) -> str:
    return "rulebook" if path.stem == "rulebook" else KINDS.get(path.parent.name, "game")


def fmt(text: str, kind: str = "game", **options: Any) -> str:
    return format_text(text, kind, "game.yaml", **options)


def data(text: str) -> Any:
    """What another reader than ours makes of a text."""
    return YAML(typ="safe", pure=True).load(text)


def comments(text: str) -> list[str]:
    return re.findall(r"(?:^|(?<=\s))#.*", text, re.MULTILINE)


# ---------------------------------------------------------------- what it looks like

CASES = {
    "indentation": ("zones:\n    a: {}\n    b:\n          shape: pile\n", "zones:\n  a: {}\n  b:\n    shape: pile\n"),
    "items under their key": ("includes:\n- a.yaml\n-   b.yaml\n", "includes:\n  - a.yaml\n  - b.yaml\n"),
    "a map behind its dash": ("display:\n- a: 1\n  b: 2\n-\n  a: 3\n", "display:\n  - a: 1\n    b: 2\n  - a: 3\n"),
    "lists in lists": ("display:\n-   - 1\n    - 2\n", "display:\n  - - 1\n    - 2\n"),
    "space around signs": ("display: { a:   1 ,b : [ 1,2 ] }\n", "display: {a: 1, b: [1, 2]}\n"),
    "columns of values": ("kept:\n  a:     truth\n  long:  truth\n", "kept:\n  a: truth\n  long: truth\n"),
    "a value below its key": ("kept:\n  a:\n    truth\n", "kept:\n  a: truth\n"),
    "blank lines": ("\n\ngame: a   \n\n\n\nplayers: 2\n\n\n", "game: a\n\nplayers: 2\n"),
    "no line break at the end": ("game: a", "game: a\n"),
    "line breaks of Windows": ("game: a\r\nplayers: 2\r\n", "game: a\nplayers: 2\n"),
    "a document mark": ("---\ngame: a\n...\n", "game: a\n"),
    "sentences": (
        "define:\n  a( s   seat ): count( x in  s.hand where x . worth>=-1 )-1\n",
        "define:\n  a(s seat): count(x in s.hand where x.worth >= -1) - 1\n",
    ),
    "words stay": ("define:\n  a: (s.hand)\n", "define:\n  a: (s.hand)\n"),
    "needless quotes": ("define:\n  a: 'count(x)  is 1'\n  b: \"1\"\n", 'define:\n  a: count(x) is 1\n  b: "1"\n'),
    "quotes of texts stay": ("title: 'A  game'\n", "title: 'A  game'\n"),
    "numbers and truths": ("values: {a: 3, b: true}\n", "values: {a: 3, b: true}\n"),
    "commas in braces": ("define: {a: 'max(b, c)', d: e}\n", "define:\n  a: max(b, c)\n  d: e\n"),
    "braces over several lines": ("display: {a: [[1, 2],\n    [3, 4]],\n  b: 1}\n", "display:\n  a:\n    - [1, 2]\n    - [3, 4]\n  b: 1\n"),
    "folded sentences keep their lines": (
        "define:\n    a: >-\n          some x in y\n          where z   \n",
        "define:\n  a: >-\n    some x in y\n    where z\n",
    ),
    "literal texts keep their indentation": (
        "display:\n   a: |\n      b\n        c\n\n      d\n",
        "display:\n  a: |\n    b\n      c\n\n    d\n",
    ),
    "blank lines that a text keeps": ("display:\n    a: |+\n        b\n\n\n    c: 1\n", "display:\n  a: |+\n    b\n\n\n  c: 1\n"),
    "an indicator of indentation": ("display:\n    a: |4\n          b\n        c\n", "display:\n  a: |2\n      b\n    c\n"),
    "a sentence over two lines": ("define:\n  a: some x in y\n       where z\n", "define:\n  a: some x in y where z\n"),
    "a text over two lines": ("title: one\n   two\nnote: x\n", "title: one\n  two\nnote: x\n"),
    "anchors and aliases": (
        "values:\n  a:  &n   3\n  b:   *n\ndisplay: &d\n    x: [ &e 1,*e ]\n",
        "values:\n  a: &n 3\n  b: *n\ndisplay: &d\n  x: [&e 1, *e]\n",
    ),
    "what only looks like an anchor": ("display: {a&b:  1}\n", "display: {a&b: 1}\n"),
    "effects that do something with a selection": (
        "procedures:\n  a: discard  ( x where y )\n  b: a( 1 )\n",
        "procedures:\n  a: discard (x where y)\n  b: a(1)\n",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_layout(case: str) -> None:
    before, after = CASES[case]
    assert fmt(before) == after
    assert fmt(after) == after


COMMENTED = {
    "behind a line, in its column": ("game: a      # one\nkept:\n    b: truth # two\n", "game: a      # one\nkept:\n  b: truth   # two\n"),
    "two spaces at least": ("kept:\n  a: truth # two\n", "kept:\n  a: truth  # two\n"),
    "above what it is about": ("kept:\n# one\n      # two\n      a: truth\n", "kept:\n  # one\n  # two\n  a: truth\n"),
    "below the last entry": (
        "kept:\n    a: {is: truth}\n    # more to come\nend: {}\n# the end\n",
        "kept:\n  a: {is: truth}\n  # more to come\nend: {}\n# the end\n",
    ),
    "between items": ("display:\n- a: 1\n# one\n- a: 2 # two\n", "display:\n  - a: 1\n  # one\n  - a: 2  # two\n"),
    "behind a dash alone": ("display:\n  - # one\n    a: 1\n", "display:\n  # one\n  - a: 1\n"),
    "between a key and its value": ("kept:\n  a: # one\n    truth\n", "kept:\n  a: truth  # one\n"),
    "behind the head of a block": ("define:\n    a: >-    # one\n       b\n       c\n", "define:\n  a: >-      # one\n    b\n    c\n"),
    "in braces, which keep their lines": (
        "display:\n    a: [1, # one\n        2] # two\n    b: 1\n",
        "display:\n  a: [1, # one\n      2]   # two\n  b: 1\n",
    ),
    "what YAML may have swallowed": ("kept:\n   a: b #c\n", "kept:\n  a: b #c\n"),
    "no comment at all": ('display: {a: "b # c", d: e#f}\n', 'display: {a: "b # c", d: e#f}\n'),
}


@pytest.mark.parametrize("case", COMMENTED)
def test_comments(case: str) -> None:
    before, after = COMMENTED[case]
    assert fmt(before) == after
    assert fmt(after) == after


def test_a_long_map_of_keys_goes_below_its_key() -> None:
    row = ", ".join(f"entry-{i}: {i}" for i in range(12))
    assert fmt(f"display: {{a: {{{row}}}}}\n").count("\n") == 14
    assert fmt(f"display: {{a: {{{row[:60].rpartition(', ')[0]}}}}}\n").count("\n") == 1


def test_canonical_words_are_only_written_where_asked_for() -> None:
    text = "define:\n  a: (stone.colour is red)\n"
    assert fmt(text) == text
    assert fmt(text, wording=True) == "define:\n  a: colour of stone is red\n"


@pytest.mark.parametrize(
    "text",
    [
        "game: [a\n", "game:\n\ta\n", "a: 1\na:   2\n", "a: {f(x,   y)}\n", "- a\n-   b\n", "", "   \n", "%YAML 1.2\n---\na:   1\n",
        "a:  1\n---\nb:  2\n", "a:   !x b\n", "\x00",
    ],
)  # fmt: skip
def test_what_cannot_be_read_stays_as_it_is(text: str) -> None:
    assert fmt(text) == text


def test_what_has_no_canonical_form_is_at_least_tidied() -> None:
    text = 'title: "a \\   \n    b"\nplayers:   2\n\n\n'
    assert fmt(f"{text}kept:\n    a: truth   \n") == f"{text[:-1]}kept:\n    a: truth\n"


# ---------------------------------------------------------------- the shipped files


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: str(path.relative_to(ROOT)))
def test_shipped_files_keep_their_data_and_comments(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    new = fmt(text, kind_of(path))
    if new != text:
        assert fmt(new, kind_of(path)) == new
        assert data(new) == data(text)
        assert comments(new) == comments(text)


@pytest.mark.parametrize("path", some(SHIPPED[::4], 16), ids=lambda path: str(path.relative_to(ROOT)))
def test_other_layouts_of_a_file_lead_to_the_same(path: Path) -> None:
    canonical = fmt(path.read_text(encoding="utf-8"), kind_of(path))
    messy = _messy(canonical, random.Random(path.name))
    assert data(messy) == data(canonical) and messy != canonical
    assert _columns(fmt(messy, kind_of(path))) == _columns(canonical)


def _messy(text: str, rng: random.Random) -> str:
    """The same file as somebody else would have written it."""
    step = rng.choice([3, 4, 5])
    lines: list[str] = []
    for line in text.split("\n"):
        bare = line.lstrip(" ")
        bare = f"-{' ' * (step - 1)}{bare[2:]}" if bare.startswith("- ") else bare
        if bare[:1] != "#" and not re.search(r"['\"]", bare):
            bare = re.sub(r"(?<=\{)(?=\w)|(?<=\w)(?=\})", lambda _: " " * rng.randrange(3), bare) if ": {" in bare else bare
            bare = re.sub(r"^((?:-\s+)?[\w-]+:) (?=[^>|])", lambda found: found[1] + " " * rng.randrange(1, 4), bare)
        lines.append(" " * ((len(line) - len(line.lstrip(" "))) // 2 * step) + bare + " " * rng.randrange(3) * (bare[-1:] == "}"))
        if not bare and rng.random() < 0.5:
            lines.append("")
    return "\n".join(lines)


def _columns(text: str) -> str:
    """The text without the columns of the comments behind lines, which stay where they were."""
    return re.sub(r"(?<=\S) +#", "  #", text)


SLIPS = [
    "#",
    "  # x",
    ":",
    "- ",
    "\n",
    "\n\n",
    "  ",
    "{",
    "}",
    "[",
    "]",
    "'",
    '"',
    "|\n",
    ">-\n",
    "&a ",
    "*a",
    "? ",
    "---\n",
    ",",
    "\t",
    "é",
    "\\ ",
]


@pytest.mark.parametrize("seed", range(40))
def test_damaged_files_have_a_layout_too_or_stay_as_they_are(seed: int) -> None:
    rng = random.Random(seed)
    lines = rng.choice(SHIPPED).read_text(encoding="utf-8").split("\n")
    first = rng.choice([i for i, line in enumerate(lines) if line[:1].isalpha()])
    text = "\n".join(lines[first : first + 25])
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(len(text) + 1)
        text = text[:at] + rng.choice(SLIPS) + text[at + rng.randrange(2) :]
    new = fmt(text)
    assert fmt(new) == new
    assert comments(new) == comments(text)


# ---------------------------------------------------------------- any data in any layout


def is_readable(text: str) -> bool:
    """The reader does not take `:1` inside braces, which its own writer writes."""
    try:
        return bool(data(text))
    except YAMLError:
        return False


words = st.text("abc de-1:#'\"{}[],|>&*!%\n", min_size=1, max_size=12)
leaves = st.one_of(st.integers(-20, 20), st.booleans(), words)
keys = st.text("abcdef", min_size=1, max_size=4)
trees = st.recursive(leaves, lambda parts: st.one_of(st.lists(parts, max_size=4), st.dictionaries(keys, parts, max_size=4)), max_leaves=16)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.dictionaries(keys, trees, min_size=1, max_size=5),
    st.sampled_from([None, True, False]),
    st.sampled_from([(2, 2, 0), (2, 4, 2), (5, 6, 3)]),
    st.integers(10, 80),
    st.randoms(use_true_random=False),
)
def test_any_data_in_any_layout(
    tree: dict[str, Any], flow: bool | None, steps: tuple[int, int, int], width: int, rng: random.Random
) -> None:
    yaml = YAML(typ="safe", pure=True)
    yaml.default_flow_style = flow  # None chooses by depth
    yaml.indent, yaml.width = steps[0], width
    out = StringIO()
    yaml.dump(tree, out)
    assume(is_readable(out.getvalue()))
    lines = [line + "   # note" if rng.random() < 0.1 and re.fullmatch(r" *[a-f]+:", line) else line for line in out.getvalue().split("\n")]
    text = "\n".join(lines)
    new = fmt(text)
    assert data(new) == data(text) == tree
    assert fmt(new) == new
    assert comments(new).count("# note") >= text.count("   # note")
