"""Small texts that ask for much: of the reader, the parser, the checker."""

from __future__ import annotations

from itertools import pairwise


def _game(sections: str) -> str:
    head = "custumal: 1\ngame: bomb\nplayers: 2\nplay: {turn: {repeat: 1, do: {do: reset pot}}}\nkept: {pot: {is: 0 to 9, until: end}}\n"
    return head + sections


def _laughs() -> str:
    lines = ["a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 10)]
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
    return "zones:\n  field: {shape: {grid: [60, 60]}}\ndefine:\n" + f"  cost: {inner}\n"


BOMBS: dict[str, str] = {
    "billion laughs": _laughs(),
    "quadratic laughs": "a: &a [" + "x, " * 900 + "x]\nb: [" + "*a, " * 3000 + "*a]\n",
    "alias of itself": "a: &a [*a]\n",
    "deep flow lists": "a: " + "[" * 50_000,
    "deep closed flow lists": "a: " + "[" * 2_000 + "]" * 2_000,
    "deep flow maps": "a: " + "{a: " * 20_000,
    "deep block maps": "".join(" " * i + "a:\n" for i in range(1_000)),
    "deep block lists": "- " * 20_000 + "a",
    "deep steps": _game("setup: " + "{do: " * 60 + "reset pot" + "}" * 60),
    "many keys": "".join(f"k{i}: 1\n" for i in range(1_500)),
    "many sections of one name": "define: {a: 1}\n" * 1_000,
    "many unknown keys": _game("actions:\n  a:\n" + "".join(f"    k{_letters(i)}: 1\n" for i in range(2_000))),
    "many unknown names": _game("define:\n" + "".join(f"  d{_letters(i)}: nothing-{_letters(i)}\n" for i in range(600))),
    "many broken sentences": _game("define:\n" + "".join(f"  d{_letters(i)}: (a is is\n" for i in range(1_000))),
    "many documents": "---\na: 1\n" * 5_000,
    "long line": "a: " + "x" * 300_000,
    "long quoted line": 'a: "' + "\\u0041" * 50_000 + '"',
    "long key": "x" * 300_000 + ": a",
    "unclosed quote": 'a: "' + "x\n" * 50_000,
    "long comment": "#" + "x" * 500_000,
    "many comments": "# x\n" * 100_000,
    "long folded text": "a: >\n" + "  x\n" * 50_000,
    "many blanks": " " * 500_000,
    "many line ends": "\n" * 200_000 + "a",
    "many tabs": "\t" * 500_000 + "a: 1",
    "many control characters": "a: \x00" + "\x07" * 500_000,
    "huge number": "players: " + "9" * 500_000,
    "huge number in a sentence": _game("values: {big: 1 + " + "9" * 3_900 + "}\n"),
    "huge product": _game("values: {big: " + " * ".join(["9223372036854775807"] * 100) + "}\n"),
    "huge board": _game(
        "zones: {b: {shape: {grid: [100000, 100000]}}, c: {shape: {cubes: [9999, 9999, 9999]}}, d: {shape: {ring: 9223372036854775807}}}\n"
    ),
    "huge copies": _game("kinds: {k: {}}\nzones: {z: k}\ncomponents: {t: {kind: k, in: z, copies: 9223372036854775807}}\n"),
    "huge for-each": _game(
        "kinds: {k: {printed: {a: number, b: number}}}\nzones: {z: k}\n"
        "components: {t: {kind: k, in: z, for-each: {a: 1 to 1000000, b: 1 to 1000000}}}\n"
    ),
    "huge list": _game("lists: {l: [" + ", ".join(f"w{_letters(i)}" for i in range(2_000)) + "]}\n"),
    "huge heights": _game(
        "zones: {z: {shape: {cubes: [4, 4, 5]}}}\nscenarios: {s: {given: ['build z to [" + "[1], " * 900 + "[1]]'], then: {t: 'true'}}}\n"
    ),
    "parentheses": _game("values: {v: " + "(" * 1_900 + "1" + ")" * 1_900 + "}\n"),
    "unclosed parentheses": _game("values: {v: '" + "(" * 3_900 + "'}\n"),
    "nots": _game("define: {v: " + "not " * 950 + "true}\n"),
    "minuses": _game("values: {v: " + "-" * 3_900 + "1}\n"),
    "ofs": _game("values: {v: " + "next of " * 480 + "me}\n"),
    "dots": _game("values: {v: me" + ".next" * 750 + "}\n"),
    "ifs": _game("values: {v: " + "if true then 1 else " * 190 + "1}\n"),
    "quantifiers": _game("define: {v: " + "some seats where " * 220 + "true}\n"),
    "long sum": _game("values: {v: " + " + ".join(["1"] * 1_000) + "}\n"),
    "long or": _game("define: {v: " + " or ".join(["true"] * 600) + "}\n"),
    "long list of a sentence": _game("define: {v: '[" + "1, " * 1_300 + "1]'}\n"),
    "sentence too long": _game("values: {v: " + "1 + " * 20_000 + "1}\n"),
    "circle of definitions": _game(_circle(300)),
    "definition of itself": _game("define: {v: v + v, w: x, x: w}\n"),
    "chain of definitions": _game(_chain(900, "{0} + 1")),
    "chain of definitions backwards": _game(_backwards(900)),
    "chain of what can be done": _game(_cans(200)),
    "doubling definitions": _game(_chain(60, "{0} * {0}")),
    "adding definitions": _game(_chain(200, "{0} + {0}")),
    "doubling bundles": _game("resources: {coin: {}}\n" + _chain(60, "{0} + {0}")),
    "conditional definitions": _game(_chain(400, "if pot is 1 then {0} else {0} + 1")),
    "nested loops": _game(_loops(12)),
    "looping definitions": _game("zones:\n  field: {shape: {grid: [60, 60]}}\n" + _chain(50, "sum({0} for x in cells of field)")),
    "circle of procedures": _game("procedures: {a: b, b: c, c: a}\nsetup: a\n"),
    "chain of procedures": _game("procedures:\n  pa: reset pot\n" + "".join(f"  p{_letters(i + 1)}: p{_letters(i)}\n" for i in range(500))),
    "doubling procedures": _game(
        "procedures:\n  pa: reset pot\n" + "".join(f"  p{_letters(i + 1)}: [p{_letters(i)}, p{_letters(i)}]\n" for i in range(60))
    ),
    "circle of hooks": _game(
        "actions: {a: {offered: w, do: reset pot}}\n"
        "standing: {x: {after: actions.a, do: reset pot}, y: {after: standing.x, do: reset pot}, z: {before: standing.z, do: reset pot}}\n"
    ),
    "many options": _game(
        "options:\n" + "".join(f"  o{_letters(i)}: {{is: 1 to 9, default: 1, if: o{_letters(i + 1)} is 1}}\n" for i in range(300))
    ),
    "many parameters": _game("define: {'f(" + ", ".join(f"x{_letters(i)} seat" for i in range(300)) + ")': '1'}\n"),
    "many languages": "title: {"
    + ", ".join(f"{a}{b}: x" for a in "abcdefghijklmnopqrstuvwxyz" for b in "abcdefghijklmnopqrstuvwxyz")
    + "}\n",
    "many holes": _game("actions: {a: {offered: w, say: '" + "{pot}" * 5_000 + "'}}\n"),
    "nested holes": _game("actions: {a: {offered: w, say: '" + "{" * 5_000 + "pot" + "}" * 5_000 + "'}}\n"),
    "half a character": 'a: "\\ud800"\n',
    "beyond the last character": 'a: "\\UFFFFFFFF"\n',
    "merge keys": "a: &a {b: 1}\nc: {<<: *a}\n",
    "tags": "!!python/object/apply:os.system ['true']\n",
    "huge version": "%YAML " + "1" * 5_000 + ".2\n---\na: 1\n",
    "many anchors": "".join(f"k{i}: &a{i} x\n" for i in range(2_000)),
    "many brackets in a flow list": "a: [" + "f(x, " * 10_000 + "]\n",
    "many torn sentences": "a: {" + "b: f(x, y), " * 1_000 + "}\n",
    "nothing": "",
    "only a mark of byte order": "\ufeff",
}
"""Small texts that ask for much, by name."""
