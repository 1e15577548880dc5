"""The catalogue of diagnostics is where messages are made, and nothing of it is there in vain."""

import ast
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from ruamel.yaml import YAML

from custumal.dsl.diagnostics import catalogue
from custumal.dsl.diagnostics.code import Code
from custumal.dsl.diagnostics.render.manual import THEMES, entries

ROOT = Path(__file__).parents[2]
ROOM = ROOT / "dsl" / "diagnostics"
CATALOGUE = Path(catalogue.__file__).parent
MAKES = {"says", "Problem", "Diagnostic", "Related"}
"""What words a message, or makes a diagnostic of words."""


def trees(*parts: Path, having: Iterable[str] = ("",)) -> Iterator[tuple[Path, ast.Module]]:
    """The files in which one of these texts stands: to parse all takes its time."""
    for path in sorted(path for part in parts for path in part.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if any(word in text for word in having):
            yield path, ast.parse(text)


def outside(*having: str) -> list[tuple[Path, ast.Module]]:
    everything = trees(*(ROOT / part for part in ("dsl", "interpreter", "insight", "ui")), having=having)
    return [(path, tree) for path, tree in everything if ROOM not in path.parents]


def called(call: ast.Call) -> str:
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


def functions() -> Counter[str]:
    """What the catalogue offers, and how often each name is given."""
    return Counter(node.name for _, tree in trees(CATALOGUE) for node in tree.body if isinstance(node, ast.FunctionDef))


def test_nobody_else_words_a_message() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno} {called(node)}"
        for path, tree in outside(*(f"{name}(" for name in MAKES))
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and called(node) in MAKES
    ]
    assert found == []


def test_every_message_has_a_name_of_its_own_and_is_said_somewhere() -> None:
    offered = functions()
    assert [name for name, times in offered.items() if times > 1 and not name.startswith("_")] == []
    taken = {
        alias.name
        for _, tree in outside("diagnostics.catalogue")
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    taken |= {node.id for _, tree in trees(ROOM) for node in ast.walk(tree) if isinstance(node, ast.Name)}
    assert sorted(offered.keys() - taken) == []


def test_every_code_has_a_message_and_a_section() -> None:
    modules = {path.stem: tree for path, tree in trees(CATALOGUE) if path.stem != "__init__"}
    assert {module.__name__.rpartition(".")[2] for theme in THEMES.values() for module in theme} == modules.keys()
    said = {
        node.func.value.id
        for tree in modules.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name)
    }
    told = [module for theme in THEMES.values() for module in theme]
    named = {name: value for module in told for name, value in vars(module).items() if isinstance(value, Code)}
    assert sorted(named.keys() - said) == []
    assert {name: code.id.upper().replace("-", "_") for name, code in named.items()} == {name: name for name in named}
    assert [code.id for code in named.values()] == list(entries())


def test_every_entry_beside_a_module_is_of_one_of_its_codes() -> None:
    for module in (module for theme in THEMES.values() for module in theme):
        written = YAML(typ="safe").load(Path(str(module.__file__)).with_suffix(".yaml").read_text(encoding="utf-8"))
        assert written.keys() <= {value.id for value in vars(module).values() if isinstance(value, Code)}
