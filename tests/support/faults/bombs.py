"""Texts that ask for much: of the reader, the parser, the checker. Most grow with a number; what they cost may grow as they do."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from string import ascii_lowercase


def _game(sections: str) -> str:
    head = "custumal: 1\ngame: bomb\nplayers: 2\nplay: {turn: {repeat: 1, do: {do: reset pot}}}\nkept: {pot: {is: 0 to 9, until: end}}\n"
    return head + sections


def _laughs(n: int) -> str:
    lines = ["a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, n)]
    return "\n".join(lines)


def _circle(n: int) -> str:
    return "define:\n" + "".join(f"  c{_letters(i)}: c{_letters((i + 1) % n)} + 1\n" for i in range(n))


def _chain(n: int, body: str) -> str:
    """Definitions each of which reads the one before."""
    names = [f"c{_letters(i)}" for i in range(n)]
    return "define:\n" + f"  {names[0]}: 1\n" + "".join(f"  {b}: {body.format(a)}\n" for a, b in pairwise(names))


def _backwards(n: int) -> str:
    """Definitions each of which reads the next one, which is not yet known."""
    return "define:\n" + "".join(f"  c{_letters(i)}: c{_letters(i + 1)} + 1\n" for i in range(n)) + f"  c{_letters(n)}: 1\n"


def _cans(n: int) -> str:
    """Definitions that ask for actions whose choices ask for definitions."""
    define = "".join(f"  c{_letters(i)}: can a{_letters(i)}(1)\n" for i in range(n))
    actions = "".join(
        f"  a{_letters(i)}: {{offered: w, choose: {{x: 1 to (if c{_letters(i + 1)} then 1 else 2)}}, do: reset pot}}\n" for i in range(n)
    )
    return f"define:\n{define}  c{_letters(n)}: true\nactions:\n{actions}"


def _letters(i: int) -> str:
    return "".join(chr(ord("a") + int(digit)) for digit in str(i))


def _loops(depth: int) -> str:
    inner = "count(seats)"
    for i in range(depth):
        inner = f"sum({inner} for x{_letters(i)} in cells of field)"
    return f"zones:\n  field: {GRID}\ndefine:\n  cost: {inner}\n"


def _lines(line: str, n: int) -> str:
    return "".join(line.format(_letters(i)) + "\n" for i in range(n))


def _following(line: str, n: int) -> str:
    """Lines each of which names itself and the next one."""
    return "".join(line.format(_letters(i), _letters(i + 1)) + "\n" for i in range(n))


GRID = "{shape: {grid: [60, 60]}}"
GROWING: dict[str, tuple[int, Callable[[int], str]]] = {
    "quadratic laughs": (3_000, lambda n: "a: &a [" + "x, " * (n // 3) + "x]\nb: [" + "*a, " * n + "*a]\n"),
    "deep flow lists": (50_000, lambda n: "a: " + "[" * n),
    "deep closed flow lists": (2_000, lambda n: "a: " + "[" * n + "]" * n),
    "deep flow maps": (20_000, lambda n: "a: " + "{a: " * n),
    "deep block maps": (1_000, lambda n: "".join(" " * i + "a:\n" for i in range(n))),
    "deep block lists": (20_000, lambda n: "- " * n + "a"),
    "deep steps": (60, lambda n: _game("setup: " + "{do: " * n + "reset pot" + "}" * n)),
    "many keys": (1_500, lambda n: "".join(f"k{i}: 1\n" for i in range(n))),
    "many sections of one name": (1_000, lambda n: "define: {a: 1}\n" * n),
    "many unknown keys": (2_000, lambda n: _game("actions:\n  a:\n" + _lines("    k{0}: 1", n))),
    "many unknown names": (1_000, lambda n: _game("define:\n" + _lines("  d{0}: nothing-{0}", n))),
    "many broken sentences": (1_000, lambda n: _game("define:\n" + _lines("  d{0}: (a is is", n))),
    "many documents": (5_000, lambda n: "---\na: 1\n" * n),
    "long line": (300_000, lambda n: "a: " + "x" * n),
    "long quoted line": (50_000, lambda n: 'a: "' + "\\u0041" * n + '"'),
    "long key": (300_000, lambda n: "x" * n + ": a"),
    "unclosed quote": (50_000, lambda n: 'a: "' + "x\n" * n),
    "long comment": (500_000, lambda n: "#" + "x" * n),
    "many comments": (100_000, lambda n: "# x\n" * n),
    "long folded text": (200_000, lambda n: "a: >\n" + "  x\n" * n),
    "many blanks": (500_000, lambda n: " " * n),
    "many blanks in a broken line": (500_000, lambda n: "a" + " " * n + "b: [c: d: e]\n"),
    "many line ends": (200_000, lambda n: "\n" * n + "a"),
    "many tabs": (500_000, lambda n: "\t" * n + "a: 1"),
    "many control characters": (500_000, lambda n: "a: \x00" + "\x07" * n),
    "many quotes": (200_000, lambda n: "a: " + "' " * n),
    "many broken lines": (20_000, lambda n: "a: b\n  c: d\n" * n),
    "huge number": (500_000, lambda n: "players: " + "9" * n),
    "huge number in a sentence": (3_900, lambda n: _game("values: {big: 1 + " + "9" * n + "}\n")),
    "huge product": (100, lambda n: _game("values: {big: " + " * ".join(["9223372036854775807"] * n) + "}\n")),
    "huge list": (2_000, lambda n: _game("lists: {l: [" + ", ".join(f"w{_letters(i)}" for i in range(n)) + "]}\n")),
    "huge heights": (
        900,
        lambda n: _game(
            "zones: {z: {shape: {cubes: [4, 4, 5]}}}\nscenarios: {s: {given: ['build z to [" + "[1], " * n + "[1]]'], then: {t: 'true'}}}\n"
        ),
    ),
    "parentheses": (1_900, lambda n: _game("values: {v: " + "(" * n + "1" + ")" * n + "}\n")),
    "unclosed parentheses": (3_900, lambda n: _game("values: {v: '" + "(" * n + "'}\n")),
    "nots": (950, lambda n: _game("define: {v: " + "not " * n + "true}\n")),
    "minuses": (3_900, lambda n: _game("values: {v: " + "-" * n + "1}\n")),
    "ofs": (480, lambda n: _game("values: {v: " + "next of " * n + "me}\n")),
    "dots": (750, lambda n: _game("values: {v: me" + ".next" * n + "}\n")),
    "ifs": (190, lambda n: _game("values: {v: " + "if true then 1 else " * n + "1}\n")),
    "quantifiers": (220, lambda n: _game("define: {v: " + "some seats where " * n + "true}\n")),
    "long sum": (1_000, lambda n: _game("values: {v: " + " + ".join(["1"] * n) + "}\n")),
    "long or": (600, lambda n: _game("define: {v: " + " or ".join(["true"] * n) + "}\n")),
    "long list of a sentence": (1_300, lambda n: _game("define: {v: '[" + "1, " * n + "1]'}\n")),
    "sentence too long": (40_000, lambda n: _game("values: {v: " + "1 + " * n + "1}\n")),
    "circle of definitions": (300, lambda n: _game(_circle(n))),
    "chain of definitions": (900, lambda n: _game(_chain(n, "{0} + 1"))),
    "chain of definitions backwards": (900, lambda n: _game(_backwards(n))),
    "chain of what can be done": (200, lambda n: _game(_cans(n))),
    "doubling definitions": (60, lambda n: _game(_chain(n, "{0} * {0}"))),
    "adding definitions": (200, lambda n: _game(_chain(n, "{0} + {0}"))),
    "doubling bundles": (60, lambda n: _game("resources: {coin: {}}\n" + _chain(n, "{0} + {0}"))),
    "conditional definitions": (400, lambda n: _game(_chain(n, "if pot is 1 then {0} else {0} + 1"))),
    "nested loops": (12, lambda n: _game(_loops(n))),
    "looping definitions": (50, lambda n: _game(f"zones:\n  field: {GRID}\n" + _chain(n, "sum({0} for x in cells of field)"))),
    "chain of procedures": (500, lambda n: _game("procedures:\n  pa: reset pot\n" + _following("  p{1}: p{0}", n))),
    "doubling procedures": (60, lambda n: _game("procedures:\n  pa: reset pot\n" + _following("  p{1}: [p{0}, p{0}]", n))),
    "many options": (600, lambda n: _game("options:\n" + _following("  o{0}: {{is: 1 to 9, default: 1, if: o{1} is 1}}", n))),
    "many parameters": (300, lambda n: _game("define: {'f(" + ", ".join(f"x{_letters(i)} seat" for i in range(n)) + ")': '1'}\n")),
    "many languages": (26, lambda n: "title: {" + ", ".join(f"{a}{b}: x" for a in ascii_lowercase[:n] for b in ascii_lowercase) + "}\n"),
    "many holes": (5_000, lambda n: _game("actions: {a: {offered: w, say: '" + "{pot}" * n + "'}}\n")),
    "nested holes": (5_000, lambda n: _game("actions: {a: {offered: w, say: '" + "{" * n + "pot" + "}" * n + "'}}\n")),
    "huge version": (5_000, lambda n: "%YAML " + "1" * n + ".2\n---\na: 1\n"),
    "many anchors": (2_000, lambda n: "".join(f"k{i}: &a{i} x\n" for i in range(n))),
    "many brackets in a flow list": (10_000, lambda n: "a: [" + "f(x, " * n + "]\n"),
    "many torn sentences": (1_000, lambda n: "a: {" + "b: f(x, y), " * n + "}\n"),
}
"""A size that is more than anything may have, and the text of a size, by what there is much of."""
BOMBS: dict[str, str] = {name: text(size) for name, (size, text) in GROWING.items()} | {
    "billion laughs": _laughs(10),
    "alias of itself": "a: &a [*a]\n",
    "huge board": _game(
        "zones: {b: {shape: {grid: [100000, 100000]}}, c: {shape: {cubes: [9999, 9999, 9999]}}, d: {shape: {ring: 9223372036854775807}}}\n"
    ),
    "huge copies": _game("kinds: {k: {}}\nzones: {z: k}\ncomponents: {t: {kind: k, in: z, copies: 9223372036854775807}}\n"),
    "huge for-each": _game(
        "kinds: {k: {printed: {a: number, b: number}}}\nzones: {z: k}\n"
        "components: {t: {kind: k, in: z, for-each: {a: 1 to 1000000, b: 1 to 1000000}}}\n"
    ),
    "definition of itself": _game("define: {v: v + v, w: x, x: w}\n"),
    "circle of procedures": _game("procedures: {a: b, b: c, c: a}\nsetup: a\n"),
    "circle of hooks": _game(
        "actions: {a: {offered: w, do: reset pot}}\n"
        "standing: {x: {after: actions.a, do: reset pot}, y: {after: standing.x, do: reset pot}, z: {before: standing.z, do: reset pot}}\n"
    ),
    "half a character": 'a: "\\ud800"\n',
    "beyond the last character": 'a: "\\UFFFFFFFF"\n',
    "merge keys": "a: &a {b: 1}\nc: {<<: *a}\n",
    "tags": "!!python/object/apply:os.system ['true']\n",
    "nothing": "",
    "only a mark of byte order": "\ufeff",
}
"""Texts that ask for much, by name."""
