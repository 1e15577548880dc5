"""What is told when something goes wrong: diagnostics for rule files, a sentence for the rest, never a traceback."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from custumal.dsl.diagnostics.catalogue.names import UNKNOWN_OPTION
from custumal.dsl.diagnostics.catalogue.play import OPTION_VALUE, PLAYERS
from custumal.dsl.diagnostics.diagnostic import Diagnostic, RuleFileError
from custumal.interpreter.library import UnknownGame, named_file
from custumal.interpreter.runs.records import BadRecord
from custumal.interpreter.setup.errors import NOWHERE, BotFailed, PlayError
from custumal.ui.terminal.exit_codes import PROBLEMS, WRONG_USAGE
from custumal.ui.terminal.output import complain_lines, complain_painted

if TYPE_CHECKING:
    from custumal.dsl.yaml.source import SourceText

_USAGE = frozenset((PLAYERS.id, UNKNOWN_OPTION.id, OPTION_VALUE.id))
"""Problems of what was typed, not of the rules."""


class UsageProblem(Exception):
    """Something that can't be done as it was asked for; the message is a sentence. `code` is the exit code."""

    def __init__(self, message: str, code: int = WRONG_USAGE) -> None:
        super().__init__(message)
        self.code = code


def report_error(error: Exception) -> int:
    """Report an error on the standard error output and answer the exit code."""
    match error:
        case BrokenPipeError():
            raise error  # whoever reads has enough, which is no problem
        case RuleFileError(diagnostics=diagnostics):
            tell_diagnostics(diagnostics)
            return PROBLEMS
        case PlayError() if error.code in _USAGE and error.span is None:
            complain(error.message)
            return WRONG_USAGE
        case PlayError():
            _tell_play_error(error)
            return PROBLEMS
        case UnknownGame():
            return _tell_unknown_game(error)
        case UsageProblem(code=code):
            complain(str(error))
            return code
        case OSError(filename=str(name), strerror=str(why)):
            complain(f"{name}: {why}.")
            return PROBLEMS
        case OSError(strerror=str(why)):
            complain(f"The output can't be written: {why}.")
            return PROBLEMS
        case BadRecord() | BotFailed() | OSError():
            complain(str(error))
            return PROBLEMS
    return tell_bug(error)


def _tell_unknown_game(error: UnknownGame) -> int:
    """What was typed wrongly is told in a sentence; what a variant says wrongly, at its place in the file."""
    source = None if error.variant is None else _source(str(error.variant))
    if source is None:
        complain(str(error))
        return WRONG_USAGE
    from custumal.dsl.check.paths import without_base  # noqa: PLC0415  # brings the whole checker with it

    tell_diagnostics([without_base(source, str(error), error.nearest)])
    return PROBLEMS


def complain(message: str) -> None:
    """One sentence on the standard error output, or several lines."""
    complain_lines(f"custumal: {one}" for one in message.splitlines())


def tell_diagnostics(diagnostics: Iterable[Diagnostic]) -> None:
    """Diagnostics with excerpts of the files that they speak of, as far as these can be found."""
    from custumal.dsl.diagnostics.render.text import render_text, wants_color  # noqa: PLC0415  # start-up is measured
    from custumal.dsl.yaml.source import file_span  # noqa: PLC0415  # start-up is measured

    found = list(diagnostics)
    spans = {span for d in found for span in (d.span, *(r.span for r in d.related))}
    # What is said of a whole file may be that it is not to be read.
    names = {span.file for span in spans if span != file_span(span.file)}
    sources = {name: source for name in names if (source := _source(name))}
    complain_painted(render_text(found, sources, wants_color(sys.stderr)))


def _source(name: str) -> SourceText | None:
    from custumal.dsl.yaml.source import SourceText  # noqa: PLC0415  # start-up is measured

    try:
        path = named_file(name)
        return None if path is None else SourceText(path, name, path.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError):
        return None


def _tell_play_error(error: PlayError) -> None:
    if error.span is None or error.span == NOWHERE:
        complain(f"{error.message} [{error.code}]")
    else:
        tell_diagnostics([error.diagnostic()])


def tell_bug(error: Exception) -> int:
    """What nobody foresaw: the details go to a file, and the standard error output says where it is. The exit code of a command."""
    import tempfile  # noqa: PLC0415  # start-up is measured
    import traceback  # noqa: PLC0415

    details = "".join(traceback.format_exception(error))
    try:
        with tempfile.NamedTemporaryFile("w", prefix="custumal-", suffix=".txt", delete=False, encoding="utf-8") as handle:
            handle.write(details)
        where = f"The details are in {handle.name}; please report them."
    except OSError:
        where = "The details could not be written anywhere."
    complain(f"This is a bug in custumal ({type(error).__name__}). {where}")
    return PROBLEMS
