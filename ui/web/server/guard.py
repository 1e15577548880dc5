"""What every request has to fulfil, and what every answer carries."""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from custumal.ui.text.table_words import said

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self' {sockets}; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
"""What a page may load, and from where: nothing inline, nothing from elsewhere."""
_HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",  # the address of a table is the key to it
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-store",
}
_WRONG_SITE = 4403
"""The code with which a socket is refused to another site."""


def names_of_this_machine(host: str) -> frozenset[str]:
    """The names by which this server may be asked for. Numbers are no names: whoever has them has not been led here by a name of
    his own."""
    here = socket.gethostname().lower()
    return frozenset(("localhost", host.lower(), here, f"{here}.local"))


@dataclass(frozen=True, slots=True)
class Guard:
    """Lets through what asks for this server by one of its names and comes from its own pages."""

    app: ASGIApp
    names: frozenset[str]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._is_here(host):
            await _refuse("wrong-host", 421, scope, receive, send)
        elif _needs_origin(scope) and not _is_own(headers.get("origin"), host):
            await _refuse("wrong-origin", 403, scope, receive, send)
        else:
            await self.app(scope, receive, _with_headers(send, host))

    def _is_here(self, host: str) -> bool:
        name = _name_of(host)
        return name in self.names or _is_address(name)


def _name_of(host: str) -> str:
    try:
        return (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _needs_origin(scope: Scope) -> bool:
    """Whether a request does something, so that it has to come from a page of this server."""
    return bool(scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD"))


def _is_own(origin: str | None, host: str) -> bool:
    return origin is not None and origin.partition("://")[2].lower() == host.lower()


async def _refuse(key: str, status: int, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": _WRONG_SITE, "reason": said(key, "en")})
        return
    await PlainTextResponse(f"{said(key, 'en')}\n", status)(scope, receive, send)


def _with_headers(send: Send, host: str) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("content-security-policy", POLICY.format(sockets=f"ws://{host} wss://{host}"))
        await send(message)

    return sending
