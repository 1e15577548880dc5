"""What type every form of expression has: a table of expressions about the frame game."""

import pytest
from ruamel.yaml import YAML

from tests.support.game_frames import CASES
from tests.support.probes import Probes

TABLE: dict[str, dict[str, str]] = YAML(typ="safe").load(CASES / "types.yaml")
EXPRESSIONS = {text: wanted for group in TABLE.values() for text, wanted in group.items()}


@pytest.fixture(scope="module")
def probes(tmp_path_factory: pytest.TempPathFactory) -> Probes:
    return Probes(list(EXPRESSIONS), tmp_path_factory.mktemp("types"))


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_type(text: str, probes: Probes) -> None:
    wanted = EXPRESSIONS[text]
    if wanted.startswith("error "):
        assert probes.said(text) == [wanted.removeprefix("error ")]
    else:
        assert probes.said(text) == []
        assert probes.type_of(text) == wanted
