"""What a keystroke costs a language server, in milliseconds of its CPU: `python -m bench.keystrokes` (Linux).

A real server in a process of its own, spoken to as an editor does it: files of King's Abbey are open, one of its variants beside them. A
letter is typed somewhere in a sentence, and counted is what the server spends until the problems of that file are told, and until the
problems of all that is open are (the variant is checked again when its game changes); then another letter, and what it spends until
something is offered, and after that until the problems of the file are told.
"""

from __future__ import annotations

import itertools
import json
import random
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from custumal.interpreter.library import shipped

KEYS = 60
FILES = ("building.yaml", "crusades.yaml", "scenarios", "variants/auction.yaml")
VARIANT = "variants/auction.yaml"
_WORDS = re.compile(r"(?<=: )[a-z][a-z-]+(?= )")
Message = dict[str, Any]


class Server:
    """A server over its standard streams."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "custumal", "lsp"]
        self.process = subprocess.Popen(  # noqa: S603  # itself
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self.numbers = itertools.count(1)
        self.ask("initialize", processId=None, rootUri=None, capabilities={"general": {"positionEncodings": ["utf-32"]}})
        self.send("initialized")

    def cpu(self) -> float:
        """The milliseconds of CPU that it has spent so far."""
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        return sum(int(task.read_text("ascii").split()[0]) for task in tasks) / 1e6

    def memory(self) -> int:
        """The most that it has had, in MB."""
        said = Path(f"/proc/{self.process.pid}/status").read_text("ascii")
        return int(next(line.split()[1] for line in said.splitlines() if line.startswith("VmHWM"))) // 1024

    def send(self, method: str, number: int | None = None, /, **params: object) -> None:
        said = {"jsonrpc": "2.0", "method": method, "params": params} | ({} if number is None else {"id": number})
        body = json.dumps(said).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        self.process.stdin.flush()

    def said(self) -> Iterator[Message]:
        """What it says, as it comes."""
        out = self.process.stdout
        assert out is not None
        while header := out.readline():
            length = int(header.split(b":")[1]) if header.startswith(b"Content-Length") else 0
            while out.readline().strip():
                pass
            yield json.loads(out.read(length))

    def ask(self, method: str, **params: object) -> Message:
        """A question, and its answer."""
        number = next(self.numbers)
        self.send(method, number, **params)
        return next(one for one in self.said() if one.get("id") == number and "method" not in one)

    def until_told(self, uri: str, version: int) -> None:
        """Wait until the problems of a version of a file are told."""
        told = (one["params"] for one in self.said() if one.get("method") == "textDocument/publishDiagnostics")
        next(one for one in told if one["uri"] == uri and one["version"] == version)

    def rested(self) -> None:
        """Wait until it spends nothing any more."""
        before = -1.0
        while (now := self.cpu()) != before:
            before = now
            time.sleep(0.3)


class Typist:
    """Types letters into one file; each takes the place of the one before."""

    def __init__(self, server: Server, path: Path) -> None:
        self.server, self.uri, self.text = server, path.as_uri(), path.read_text("utf-8")
        self.version = 1
        self.places = [found.start() for found in _WORDS.finditer(self.text)]

    def opens(self) -> None:
        item = {"uri": self.uri, "languageId": "yaml", "version": 1, "text": self.text}
        self.server.send("textDocument/didOpen", textDocument=item)

    def types(self, dice: random.Random) -> Message:
        """One letter, somewhere; the position behind it."""
        at = dice.choice(self.places)
        self._shows(self.text[:at] + dice.choice("abc") + self.text[at:])
        return {"line": self.text.count("\n", 0, at), "character": at - self.text.rfind("\n", 0, at)}

    def takes_back(self) -> None:
        self._shows(self.text)

    def waits(self) -> None:
        """Until the problems of what is typed are told."""
        self.server.until_told(self.uri, self.version)

    def _shows(self, text: str) -> None:
        self.version += 1
        document = {"uri": self.uri, "version": self.version}
        self.server.send("textDocument/didChange", textDocument=document, contentChanges=[{"text": text}])


def main() -> None:
    folder = dict(shipped())["kings-abbey"].parent
    for name in FILES:
        path = folder / name if name.endswith(".yaml") else max((folder / name).glob("*.yaml"), key=lambda each: each.stat().st_size)
        *times, memory = measured(path, folder / VARIANT)
        own, every, offered = map(shown, times)
        print(f"{path.relative_to(folder)}: its problems {own}; all problems {every}; completion {offered}; {memory} MB", flush=True)


def measured(path: Path, variant: Path) -> tuple[list[float], list[float], list[float], int]:
    """What is spent until the problems of a file are told, until all are, and until something is offered; and how much memory."""
    server, dice = Server(), random.Random(5)
    typist = Typist(server, path)
    for each in {path, variant}:
        Typist(server, each).opens()
    typist.waits()
    server.rested()
    told, all_told, offered = [], [], []
    for key in range(KEYS):
        before = server.cpu()
        if key % 3 == 2:
            typist.takes_back()
        else:
            typist.types(dice)
        typist.waits()
        told.append(server.cpu() - before)
        server.rested()
        all_told.append(server.cpu() - before)
        before = server.cpu()
        server.ask("textDocument/completion", textDocument={"uri": typist.uri}, position=typist.types(dice))
        offered.append(server.cpu() - before)
        before = server.cpu()
        typist.waits()
        told.append(server.cpu() - before)
        server.rested()
    memory = server.memory()
    server.process.kill()
    return told, all_told, offered, memory


def shown(times: list[float]) -> str:
    return f"{statistics.median(times):.0f} ms in the median, {sorted(times)[int(len(times) * 0.95)]:.0f} p95"


if __name__ == "__main__":
    main()
