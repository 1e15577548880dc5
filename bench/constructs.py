"""What the language consists of, in numbers: `python -m bench.constructs`.

Counted are the kinds of nodes that sentences are made of, keys of rule files, forms of entries, verbs, functions and folds. Run in two work
trees it gives the table before and after a change of the language.
"""

from __future__ import annotations

import re
from inspect import getmembers, isclass
from pathlib import Path

from custumal.dsl.check.rules.effects import VERBS
from custumal.dsl.keys import FORMS
from custumal.dsl.sentences import syntax

GRAMMAR = Path(syntax.__file__).with_name("grammar.lark")


def counts() -> dict[str, int]:
    """What there is of each, by what it is called."""
    own = [kind for _, kind in getmembers(syntax, isclass) if kind.__module__ == syntax.__name__]
    rules = re.findall(r"^[?!]*([a-z_]+)\s*(?:\{[^}]*\})?\s*:", GRAMMAR.read_text(encoding="utf-8"), re.MULTILINE)
    return {
        "nodes of sentences": len(own),
        "rules of the grammar": len(set(rules)),
        "forms of entries": len(FORMS),
        "keys, by form": sum(len(form.keys) for form in FORMS.values()),
        "keys, each name once": len({str(key) for form in FORMS.values() for key in form.keys}),
        "verbs": len(VERBS),
    }


if __name__ == "__main__":
    for name, number in counts().items():
        print(f"{number:5} {name}")
