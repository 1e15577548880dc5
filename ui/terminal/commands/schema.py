"""`schema`: the JSON Schemas of rule files, for editors, and of the documents that the program writes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from custumal.dsl.diagnostics.suggest import nearest
from custumal.dsl.diagnostics.wording import did_you_mean
from custumal.dsl.documents.record_schema import RECORD
from custumal.dsl.documents.schema import RULE_FILES, schema
from custumal.interpreter.position.json_schema import POSITION
from custumal.ui.terminal.exit_codes import DONE
from custumal.ui.terminal.output import say
from custumal.ui.terminal.problems import UsageProblem

_DOCUMENTS: dict[str, dict[str, Any]] = {"record": RECORD.schema, "position": POSITION.schema}
KINDS = (*RULE_FILES, *_DOCUMENTS)
"""Whatever has a schema."""


def print_schema(kind: str | None) -> int:
    """The JSON Schema of a kind of file; without one, the kinds.

    Raises:
        UsageProblem: there is no such kind.
    """
    if kind is None:
        say("\n".join(KINDS) + "\n")
        return DONE
    if kind not in KINDS:
        known = did_you_mean(nearest(kind, KINDS), f"; there are {', '.join(KINDS)}.")
        raise UsageProblem(f"No kind of file is called `{kind}`{known}")
    say(schema_text(kind))
    return DONE


def schema_text(kind: str) -> str:
    """A schema as it stands in `schemas/`."""
    return json.dumps(_DOCUMENTS.get(kind) or schema(kind), indent=2, ensure_ascii=False) + "\n"


def write_schemas(folder: Path) -> None:
    """Writes all schemas to a folder, as `KIND.schema.json`."""
    for kind in KINDS:
        (folder / f"{kind}.schema.json").write_text(schema_text(kind), encoding="utf-8", newline="\n")
