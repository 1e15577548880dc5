"""Variants of the small game of `tests/cases/variants`, written into a folder and checked there."""

from __future__ import annotations

import shutil
from pathlib import Path
from textwrap import dedent

from custumal.dsl.check.game import Checked
from custumal.dsl.check.variants import check_variants
from custumal.dsl.overlay.combine import Combined

CASES = Path(__file__).parents[1] / "cases" / "variants"


def header(name: str, text: str) -> str:
    """The text of a variant, or with `.accepted` behind its name of the file beside it, with what every such file begins with."""
    variant, _, accepted = name.partition(".")
    if accepted:
        named = "" if text.lstrip().startswith("accepted:") else f"accepted: {variant}\n"
        return f"custumal: 1\n{named}{dedent(text)}"
    of = "" if "of:" in [line.partition(" ")[0] for line in text.splitlines()] else "of: bazaar\n"
    return f"custumal: 1\nvariant: {name}\n{of}{dedent(text)}"


def check(folder: Path, variants: dict[str, str], chosen: list[str] | None = None, *, accepting: bool = False) -> tuple[Checked, Combined]:
    """The check of the base with variants, given by their names and texts; all of them, or only some. What is called like a variant and
    `.accepted` is the file beside it."""
    shutil.copy(CASES / "base.yaml", folder / "game.yaml")
    shutil.copy(CASES / "rulebook.yaml", folder / "rulebook.yaml")
    (folder / "variants").mkdir(exist_ok=True)
    for name, text in variants.items():
        (folder / "variants" / f"{name}.yaml").write_text(header(name, text), encoding="utf-8")
    names = [name for name in variants if "." not in name] if chosen is None else chosen
    files = [folder / "variants" / f"{name}.yaml" for name in names]
    return check_variants(folder / "game.yaml", "game.yaml", files, accepting=accepting)
