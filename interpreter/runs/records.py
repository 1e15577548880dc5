"""Records of games as they were played: everything that is needed to play them again, as one JSON document."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from custumal.dsl.base.limits import MOST_SEATS
from custumal.interpreter.cache.atomic_write import write_atomically

FORMAT = 1
_HALVES = re.compile("[\ud800-\udfff]")


class BadRecord(ValueError):
    """A file that is no record of this format; the message says what is wrong with it."""


@dataclass(slots=True)
class Record:
    """A played game. `choices` are the keys of all choices in order, chance included; `seats` say who played (human, random, …);
    `files` say where the files of the game and its variants were, by id, as far as these were no shipped ones; `rules` name what
    each entry of the rules said, by its address."""

    game: str
    rules_hash: str
    players: int
    seed: int
    variants: tuple[str, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)
    seats: tuple[str, ...] = ()
    choices: list[str] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)
    rules: dict[str, str] = field(default_factory=dict)

    def to_json(self) -> str:
        """The document, one choice a line, so that two records can be compared line by line."""
        text = json.dumps({"format": FORMAT, **self._data()}, ensure_ascii=False, indent=1) + "\n"
        # The name of a folder may be no text that could be written; in JSON there is an escape for it.
        return _HALVES.sub(lambda found: f"\\u{ord(found.group()):04x}", text)

    def _data(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "rules_hash": self.rules_hash,
            "variants": list(self.variants),
            "options": self.options,
            "players": self.players,
            "seats": list(self.seats),
            "seed": self.seed,
            **({"files": self.files} if self.files else {}),
            **({"rules": self.rules} if self.rules else {}),
            "choices": self.choices,
        }

    def save(self, path: Path) -> None:
        """Write the record; an older one at this place is replaced in one step."""
        write_atomically(path, self.to_json())


_FIELDS: dict[str, type] = {
    "game": str,
    "rules_hash": str,
    "variants": list,
    "options": dict,
    "players": int,
    "seats": list,
    "seed": int,
    "choices": list,
}
_IN_WORDS: dict[type, str] = {str: "a text", list: "a list", dict: "a map", int: "a number"}


def read_record(path: Path) -> Record:
    """The record in a file.

    Raises:
        BadRecord: the file is none.
        OSError: it can't be read.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        raise BadRecord(f"{path} is no whole JSON document; it can't be read on from line {error.lineno}, column {error.colno}.") from None
    except UnicodeDecodeError:
        raise BadRecord(f"{path} is no JSON document: it is not in UTF-8.") from None
    except (ValueError, RecursionError):
        raise BadRecord(f"{path} is no record: its numbers are too long, or it is nested too deeply.") from None
    return record_of(data, str(path))


def record_of(data: object, name: str) -> Record:
    """The record that plain data describe.

    Raises:
        BadRecord: the data are none.
    """
    if not isinstance(data, Mapping):
        raise BadRecord(f"{name} is no record: a map of format, game, choices … is expected.")
    if "format" not in data:
        raise BadRecord(f"{name} is no record: it does not say its `format`.")
    if data["format"] != FORMAT:
        raise BadRecord(f"{name} has the format {data['format']!r}; this version reads {FORMAT}.")
    fault = _fault(data)
    if fault is not None:
        raise BadRecord(f"{name}: {fault}")
    return Record(
        game=data["game"],
        rules_hash=data["rules_hash"],
        players=data["players"],
        seed=data["seed"],
        variants=tuple(data["variants"]),
        options=dict(data["options"]),
        seats=tuple(data["seats"]),
        choices=list(data["choices"]),
        files=dict(data.get("files", {})),
        rules=dict(data.get("rules", {})),
    )


def _fault(data: Mapping[str, Any]) -> str | None:
    """What is wrong with the fields of a record."""
    for key, of in _FIELDS.items():
        if not isinstance(data.get(key), of) or isinstance(data.get(key), bool):
            return f"`{key}` should be {_IN_WORDS[of]}."
    if not 1 <= data["players"] <= MOST_SEATS:
        return f"`players` should be from 1 to {MOST_SEATS}."
    if not all(isinstance(choice, str) for key in ("choices", "variants", "seats") for choice in data[key]):
        return "choices, variants and seats are lists of texts."
    for key in ("files", "rules"):
        texts = data.get(key, {})
        if not isinstance(texts, Mapping) or not all(isinstance(text, str) for text in texts.values()):
            return f"`{key}` should be a map of texts."
    return None
