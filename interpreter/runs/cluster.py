"""Work for the machines of a Dask cluster: the same as `processes.py` does on this one, with the same results.

What a worker had in hand when it died is done anew by another one, and each part counts once, by its number. A worker has to have the same
program and the same rules, which is asked of it before its first part.
"""

from __future__ import annotations

import importlib
import logging
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache, partial
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from custumal.dsl.diagnostics.diagnostic import RuleFileError
from custumal.interpreter.api import load_game
from custumal.interpreter.library import UnknownGame
from custumal.interpreter.runs.processes import left
from custumal.interpreter.setup.errors import BotFailed

if TYPE_CHECKING:
    from collections.abc import Iterator

Task = TypeVar("Task")
Result = TypeVar("Result")
PATIENCE = "10s"
"""How long a cluster is waited for."""
Played = tuple[str, tuple[str, ...]]
"""A game as it is named, with its variants."""
ROOMS = ("dsl", "interpreter", "insight")
"""The folders of the program on which what is played depends."""


class ClusterFailed(BotFailed):
    """A cluster is not there, or goes away, or plays by other rules; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """Where the scheduler is, as `tcp://host:8786`, and the games whose rules all its workers must have in common with this process."""

    address: str
    games: tuple[Played, ...]


def each_on_cluster(
    work: Callable[[Task], Result], tasks: Iterable[Task], cluster: Cluster, deadline: float | None = None
) -> Generator[Result, None, None]:
    """The results of `work` for all tasks, as they come; from the `deadline` on, by the clock `time.monotonic`, no more come. Whatever
    ends this early takes back what was not done yet.

    Raises:
        ClusterFailed: no scheduler answers, it goes away, or a worker has another program or other rules.
    """
    with _client(cluster.address) as client:
        there = partial(_by_these_rules, work, cluster.games, by_what_rules(cluster.games))
        waiting = client.map(there, list(tasks), pure=False, retries=3)
        try:
            coming = _dask().as_completed(waiting, loop=client.loop, timeout=left(deadline))
            while (done := _next(coming, deadline)) is not None:
                yield _result(done, cluster.address)
        finally:
            client.cancel(waiting, reason="nobody waits for it any more")


def _next(coming: Iterator[Any], deadline: float | None) -> Any:
    """What is done next; None where nothing is left, or time is up."""
    if left(deadline) == 0:
        return None
    try:
        return next(coming, None)
    except TimeoutError:
        if deadline is None:
            raise
        return None


def _dask() -> Any:
    return importlib.import_module("distributed")  # an extra


@contextmanager
def _client(address: str) -> Iterator[Any]:
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what goes wrong is told in a sentence
    try:
        client = _dask().Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise ClusterFailed(f"No cluster answers at {address}: {str(error).splitlines()[0]}.") from None
    try:
        yield client
    finally:
        client.close(timeout=2)


def _result(done: Any, address: str) -> Any:
    """The result of a task.

    Raises:
        ClusterFailed: the cluster has lost it.
        Exception: what the work raised.
    """
    try:
        return done.result()
    except _dask().KilledWorker:
        raise ClusterFailed(f"At {address} one worker after the other died over the same games.") from None
    except (_dask().client.FutureCancelledError, OSError):
        raise ClusterFailed(f"The cluster at {address} is gone.") from None


def _by_these_rules(work: Callable[[Task], Result], games: tuple[Played, ...], expected: str, task: Task) -> Result:
    """The work of one task, where the worker has the same rules as who asked for it.

    Raises:
        ClusterFailed: it has not.
    """
    try:
        found = by_what_rules(games)
    except (UnknownGame, RuleFileError) as error:
        raise ClusterFailed(f"A worker of the cluster can't play this: {str(error).splitlines()[0]}") from None
    if found != expected:
        raise ClusterFailed("A worker of the cluster has another version of the program or of the rules; nothing of it is counted.")
    return work(task)


@lru_cache(maxsize=8)
def by_what_rules(games: tuple[Played, ...]) -> str:
    """A hash of the program and of the rules of these games, as this process has them.

    Raises:
        RuleFileError, UnknownGame: one of them is not there, or can't be played.
    """
    root, digest = Path(__file__).parents[2], blake2b(digest_size=16)
    for file in (file for room in ROOMS for file in sorted((root / room).rglob("*.py"))):
        digest.update(f"{file.relative_to(root).as_posix()}\0".encode() + file.read_bytes())
    for game, variants in games:
        digest.update(load_game(game, variants).rules_hash.encode())
    return digest.hexdigest()
