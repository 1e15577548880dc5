"""What several tests of the checker look at."""

import pytest

from custumal.dsl.check.entries.context import Context
from custumal.dsl.diagnostics.diagnostic import Report
from custumal.dsl.documents.document import Document
from custumal.dsl.yaml.source import Sources


@pytest.fixture
def contexts(monkeypatch: pytest.MonkeyPatch) -> list[Context]:
    """Those of all checks, the last one last."""
    made: list[Context] = []

    class Known(Context):
        def __init__(self, document: Document, report: Report, sources: Sources) -> None:
            super().__init__(document, report, sources)
            made.append(self)

    monkeypatch.setattr("custumal.dsl.check.build.Context", Known)
    return made
