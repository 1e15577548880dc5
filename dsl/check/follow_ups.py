"""Problems that follow from others: where something of the rules could not be read, what asks for it is not to blame."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from custumal.dsl.diagnostics.catalogue.names import is_about
from custumal.dsl.diagnostics.catalogue.yaml import DUPLICATE_KEY, is_without_values
from custumal.dsl.diagnostics.diagnostic import Diagnostic
from custumal.dsl.documents.document import Document


def follow_up(
    document: Document, rulebook: Document | None, scenarios: Sequence[Document], read: Sequence[Diagnostic]
) -> Callable[[Diagnostic], bool] | None:
    """Whether a problem follows from those that were found while the files were read; None where none does.

    What can't be found under a name that was lost, or under any where one may be missing; and, where the rules could not be read as a
    whole, whatever is found in scenarios, which are judged by the rules.
    """
    lost = document.lost if rulebook is None else document.lost | rulebook.lost
    is_torn = any(one.code == DUPLICATE_KEY.id or is_without_values(one) for one in read)  # some name of what stands there may be missing
    own = [entry.node.span for entry in document.section("scenarios")]
    others = {part.file for part in scenarios}

    def is_of_scenarios(one: Diagnostic) -> bool:
        return one.span.file in others or any(one.span.is_within(span) for span in own)

    def is_of_rules(one: Diagnostic) -> bool:
        return not is_of_scenarios(one) and (rulebook is None or one.span.file != rulebook.file)

    are_whole = not any(one.is_error and is_of_rules(one) for one in read)
    if are_whole and not lost and not is_torn:
        return None
    return lambda one: (not are_whole and is_of_scenarios(one)) or ((is_torn or bool(lost)) and is_about(None if is_torn else lost, one))
