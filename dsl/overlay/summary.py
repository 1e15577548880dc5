"""What a variant file says about itself, read without its rules, so that many can be listed at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from custumal.dsl.base.file_names import VARIANTS, leads_out, variants_in
from custumal.dsl.base.frozen import dataclass
from custumal.dsl.diagnostics.diagnostic import Report
from custumal.dsl.yaml.load import load_file
from custumal.dsl.yaml.tree import Mapping, Node, Scalar, Sequence

_OPTIONS = "options."


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The header of a variant: its name for people, why it is, for how many, the options that it sets or adds, the other
    variants that it needs or does not go with, and the reasons of its edits."""

    id: str
    title: str
    because: str
    players: str
    sets: dict[str, str]
    adds: tuple[str, ...]
    requires: tuple[str, ...]
    excludes: tuple[str, ...]
    reasons: tuple[str, ...] = ()

    def data(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "id": self.id, "title": self.title, "because": self.because, "players": self.players, "options_set": self.sets,
            "options_added": list(self.adds), "requires": list(self.requires), "excludes": list(self.excludes),
        }  # fmt: skip


def line_of(data: dict[str, Any]) -> str:
    """The same in one line for people."""
    notes = [f"{name} = {value}" for name, value in data["options_set"].items()]
    notes += [f"new option {name}" for name in data["options_added"]]
    notes += [f"for {data['players']} players"] if data["players"] else []
    notes += [f"needs {', '.join(data['requires'])}"] if data["requires"] else []
    notes += [f"not with {', '.join(data['excludes'])}"] if data["excludes"] else []
    return f"{data['id']} - {data['title']}" + (f" ({'; '.join(notes)})" if notes else "")


def beside(game: Path, language: str = "") -> list[HouseRules]:
    """The variants that lie beside a game file; their texts in a language, else in the first that each has."""
    found = (house_rules(path, language) for path in variants_in(game.parent / VARIANTS) if not leads_out(path, game.parent))
    return [one for one in found if one is not None]


def house_rules(path: Path, language: str = "") -> HouseRules | None:
    """The header of a variant file; None if it can't be read or is none."""
    tree = load_file(path, str(path), Report(), {})
    name = tree.get("variant") if isinstance(tree, Mapping) else None
    if not isinstance(tree, Mapping) or not isinstance(name, Scalar):
        return None
    added = tree.get("options")
    return HouseRules(
        name.text,
        _text(tree.get("title"), language) or name.text,
        _text(tree.get("because"), language),
        _text(tree.get("players")),
        dict(_options_set(tree.get("edits"))),
        tuple(key.text for key, _ in added) if isinstance(added, Mapping) else (),
        _words(tree.get("requires")),
        _words(tree.get("excludes")),
        tuple(_reasons(tree.get("edits"), language)),
    )


def _options_set(edits: Node | None) -> Iterator[tuple[str, str]]:
    for _, edit in edits if isinstance(edits, Mapping) else ():
        target, value = (edit.get("set"), edit.get("to")) if isinstance(edit, Mapping) else (None, None)
        if isinstance(target, Scalar) and target.text.startswith(_OPTIONS) and isinstance(value, Scalar):
            yield target.text.removeprefix(_OPTIONS).removesuffix(".default"), value.text


def _reasons(edits: Node | None, language: str) -> Iterator[str]:
    for _, edit in edits if isinstance(edits, Mapping) else ():
        said = _text(edit.get("because"), language) if isinstance(edit, Mapping) else ""
        if said:
            yield said


def _text(node: Node | None, language: str = "") -> str:
    """A text, of several languages the wanted one or else the first."""
    first = node.get(language) or node.pairs[0][1] if isinstance(node, Mapping) and len(node) else node
    return first.text if isinstance(first, Scalar) else ""


def _words(node: Node | None) -> tuple[str, ...]:
    nodes = node.items if isinstance(node, Sequence) else () if node is None else (node,)
    return tuple(word.text for word in nodes if isinstance(word, Scalar))
