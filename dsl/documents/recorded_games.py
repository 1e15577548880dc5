"""Recorded games that scenarios begin with: a file beside the one that names it, read as strictly as rules.

Records are JSON documents written by the program; what is wrong with one is told at the place that names it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.base.limits import GREATEST_INTEGER, LIMITS
from custumal.dsl.diagnostics.catalogue.files import no_record, record_cannot_be_used
from custumal.dsl.diagnostics.catalogue.values import record_steps
from custumal.dsl.diagnostics.diagnostic import Report
from custumal.dsl.documents.document import Slot
from custumal.dsl.documents.includes import include_path
from custumal.dsl.documents.json_documents import BadDocument
from custumal.dsl.documents.record_schema import RECORD
from custumal.dsl.yaml.source import Sources, read_source
from custumal.dsl.yaml.tree import Mapping, Node, Scalar, Sequence


@dataclass(frozen=True, slots=True)
class Recorded:
    """A recorded game up to a step. `file` is where the scenario names it, `choices` are the keys of the choices made by then."""

    file: Scalar
    game: str
    players: int
    seed: int
    options: dict[str, Any]
    choices: tuple[str, ...]

    def word(self, value: str | int) -> Scalar:
        """Something that the record says, standing where the scenario names the record."""
        text = str(value).lower() if isinstance(value, bool) else str(value)
        return Scalar(value, text, self.file.span)

    def pairs(self) -> tuple[tuple[Scalar, Node], ...]:
        """The keys of a scenario that begins at the same place without the record.

        A seed too large for a rule file is left out; it matters only for what chance brings after these choices.
        """
        span = self.file.span
        options = Mapping(tuple((self.word(name), self.word(value)) for name, value in self.options.items()), span)
        return (
            (self.word("players"), self.word(self.players)),
            *(((self.word("options"), options),) if self.options else ()),
            *(((self.word("seed"), self.word(self.seed)),) if self.seed <= GREATEST_INTEGER else ()),
            (self.word("after"), Sequence(tuple(self.word(key) for key in self.choices), span, flow=False)),
        )


def recorded(slot: Slot, sources: Sources, report: Report) -> Recorded | None:
    """The game that the key `record` of a scenario names; None where it can't be used, which is reported at the name or the step.

    The file lies beside the one in which the scenario stands, or in a folder there.
    """
    parts = slot.entries[0].slots if slot.entries else {"file": slot}
    named, step = parts.get("file"), parts.get("step")
    if named is None or not isinstance(named.node, Scalar):
        return None
    data = _read(named.node, sources, report)
    if data is None:
        return None
    keys = tuple(data["choices"])
    count = len(keys) if step is None else _number(step.node)
    if step is not None and not 1 <= count <= len(keys):
        report.tell(step.node.span, record_steps(named.node.text, len(keys)))
        return None
    return Recorded(named.node, data["game"], data["players"], data["seed"], data["options"], keys[:count])


def _read(named: Scalar, sources: Sources, report: Report) -> dict[str, Any] | None:
    """The record as plain data with everything that is needed."""
    home = sources.get(named.span.file)
    path = Path(named.span.file) if home is None else home.path
    mine = Report()
    found = include_path(path.parent, named.text, named.span, mine, "the folder of this file")
    source = None if found is None else read_source(found, named.text, mine, LIMITS)
    for wrong in mine.sorted()[:1]:
        report.tell(named.span, record_cannot_be_used(wrong.message, wrong.suggestion))
    if source is None or mine.has_errors:
        return None
    try:
        data = RECORD.read_again(source.text)
    except BadDocument as error:
        report.tell(named.span, no_record(named.text, str(error)))
        return None
    if "scenario" in data:
        report.tell(named.span, record_cannot_be_used("it begins in the position of a scenario, not with the set-up of a game", None))
        return None
    return data


def _number(node: Node) -> int:
    return node.value if isinstance(node, Scalar) and isinstance(node.value, int) else 0
