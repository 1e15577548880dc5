"""What clients send that can't be understood: headers that are none, messages that are none, requests out of order."""

from __future__ import annotations

import re
from typing import Any, BinaryIO

from lsprotocol.types import ResponseError
from pygls.exceptions import JsonRpcException, JsonRpcInvalidRequest
from pygls.protocol import LanguageServerProtocol

from custumal.dsl.base.frozen import dataclass

LONGEST = 1 << 26
"""Bytes of the longest message that is read: more is no rule file."""
_NAME = b"content-length:"
_LENGTH = re.compile(rb"[ \t]*(\d+)\r?\n")
_NOTHING = b"\n"


def as_header(line: bytes) -> bytes:
    """A line between messages as pygls reads it: where a message was shorter or longer than it said, the next header may stand at the end
    of anything. A length that no message has is none."""
    at = line.lower().rfind(_NAME)
    found = _LENGTH.fullmatch(line, at + len(_NAME)) if at >= 0 else None
    if found is None:
        return line
    length = found[1].lstrip(b"0") or b"0"
    is_too_long = len(length) > len(str(LONGEST)) or int(length) > LONGEST
    return _NOTHING if is_too_long else b"Content-Length: %b\r\n" % length


class Resynchronised:
    """A stream that finds the next message behind whatever is none."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def readline(self) -> bytes:
        return as_header(self._stream.readline(LONGEST))

    def read(self, count: int) -> bytes:
        return self._stream.read(count)


@dataclass(frozen=True, slots=True)
class Refused:
    """A request that is answered by an error."""

    number: int | str
    error: ResponseError


class Answering(LanguageServerProtocol):
    """Answers requests that can't be understood, too, as far as can be seen which they are; of anything else the client is told."""

    @property
    def is_shut_down(self) -> bool:
        """Whether the client has said that nothing more is asked."""
        return self._shutdown

    def structure_message(self, data: dict[str, Any]) -> object:
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            if "method" not in data or not isinstance(data.get("id"), int | str):
                raise
            return Refused(data["id"], error.to_response_error())

    def handle_message(self, message: Any) -> None:  # whatever JSON holds
        refused = message if isinstance(message, Refused) else self._untimely(message)
        if refused is not None:
            self._send_response(refused.number, error=refused.error)
        elif not hasattr(message, "jsonrpc"):
            raise JsonRpcInvalidRequest
        else:
            super().handle_message(message)

    def _untimely(self, message: object) -> Refused | None:
        """A request that says no version or another one, or that comes after the client has said that it was the last."""
        said = message if isinstance(message, dict) else {key: getattr(message, key, None) for key in ("id", "method", "jsonrpc")}
        number = said.get("id")
        is_request = said.get("method") is not None and isinstance(number, int | str)
        if not is_request or (said.get("jsonrpc") == self.VERSION and not self._shutdown):
            return None
        return Refused(number, JsonRpcInvalidRequest().to_response_error())  # type: ignore[arg-type]  # looked at above
