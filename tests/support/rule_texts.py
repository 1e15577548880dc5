"""All rule files that there are: those that are shipped, those of the tests, and the examples of the docs, broken ones among them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from tests.support.game_frames import CASES, framed
from tests.support.variant_frames import header

ROOT = Path(__file__).parents[2]
Text = tuple[str, str, str]
"""What a text is called, its kind of file and the text."""
_BLOCK = re.compile(r"^```yaml([^\n]*)\n(.*?)^```$", flags=re.MULTILINE | re.DOTALL)
_TOP = re.compile(r"^(rulebook|variant|game|accepted|of):", flags=re.MULTILINE)
_KINDS = {"rulebook": "rulebook", "variant": "variant", "game": "game", "accepted": "accepted", "of": "scenario"}


def kind_of(text: str) -> str:
    """What sort of file this is, by the key that says whose it is."""
    found = _TOP.search(text)
    return _KINDS[found.group(1)] if found else "components"


def files() -> Iterator[Text]:
    """The shipped games with everything in their folders, and the whole games of the tests."""
    for path in sorted(
        (*(ROOT / "games").rglob("*.yaml"), *(p for part in ("hard", "included", "market") for p in (CASES / part).rglob("*.yaml")))
    ):
        text = path.read_text(encoding="utf-8")
        yield path.relative_to(ROOT).as_posix(), kind_of(text), text


def cases() -> Iterator[Text]:
    """Every mistake that the checker knows, and what variants get wrong."""
    for path in sorted((CASES / "check").glob("*.yaml")):
        for name, case in _loaded(path).items():
            yield name, "game", framed(case["piece"]).text
            yield from ((f"{name}: {file}", kind_of(text), text) for file, text in case.items() if file not in ("piece", "says"))
    for name, case in _loaded(CASES / "variants" / "faults.yaml").items():
        yield from ((f"{name}: {file}", kind_of(header(file, text)), header(file, text)) for file, text in case["variants"].items())
    for name in ("base", "rulebook"):
        text = (CASES / "variants" / f"{name}.yaml").read_text(encoding="utf-8")
        yield name, kind_of(text), text


def examples() -> Iterator[Text]:
    """Every example of the page of diagnostics."""
    page = (ROOT / "docs" / "diagnostics.md").read_text(encoding="utf-8")
    for number, (info, text) in enumerate(_BLOCK.findall(page)):
        kind = kind_of(text)
        name = f"example {number}{info}"
        is_piece = kind == "components" and not {"whole", "file"} & set(info.split())
        yield (name, "game", framed(text).text) if is_piece else (name, kind, text)


def _loaded(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = YAML(typ="safe").load(path)
    return found
