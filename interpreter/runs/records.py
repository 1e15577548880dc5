"""Records of games as they were played: everything that is needed to play them again, as one JSON document."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from custumal.dsl.base.frozen import dataclass, field
from custumal.dsl.documents.json_documents import BadDocument
from custumal.interpreter.cache.atomic_write import write_atomically

_HALVES = re.compile("[\ud800-\udfff]")


class BadRecord(ValueError):
    """A file that is no record of this format; the message says what is wrong with it."""


@dataclass(slots=True)
class Record:
    """A played game. `choices` are the keys of all choices in order, chance included; `seats` say who played (human, random, …);
    `files` say where the files of the game and its variants were, by id, as far as these were no shipped ones; `rules` name what
    each entry of the rules said, by its address; `adopted` tells how many of the first choices were made by other rules; `scenario`
    says in which scenario the game began, if in one: its `name`, a `digest` of its position, and its `file` if it is none of the game's."""

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
    adopted: int = 0
    scenario: dict[str, str] = field(default_factory=dict)

    def to_json(self) -> str:
        """The document, one choice a line, so that two records can be compared line by line."""
        from custumal.dsl.documents.record_schema import RECORD_FORMAT  # noqa: PLC0415  # start-up is measured

        text = json.dumps({"format": RECORD_FORMAT, **self._data()}, ensure_ascii=False, indent=1) + "\n"
        # The name of a folder may be no text that could be written; in JSON there is an escape for it.
        return _HALVES.sub(lambda found: f"\\u{ord(found.group()):04x}", text)

    @staticmethod
    def from_json(text: str) -> Record:
        """The record that `to_json` wrote.

        Raises:
            BadDocument: the text is none.
        """
        from custumal.dsl.documents.record_schema import RECORD  # noqa: PLC0415  # start-up is measured

        data = RECORD.read(text)
        return Record(
            game=data["game"],
            rules_hash=data["rules_hash"],
            players=data["players"],
            seed=data["seed"],
            variants=tuple(data["variants"]),
            options=data["options"],
            seats=tuple(data["seats"]),
            choices=data["choices"],
            files=data.get("files", {}),
            rules=data.get("rules", {}),
            adopted=data.get("adopted", 0),
            scenario=data.get("scenario", {}),
        )

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
            **({"adopted": self.adopted} if self.adopted else {}),
            **({"scenario": self.scenario} if self.scenario else {}),
            "choices": self.choices,
        }

    def save(self, path: Path) -> None:
        """Write the record; an older one at this place is replaced in one step."""
        write_atomically(path, self.to_json())


@dataclass(frozen=True, slots=True)
class RecordFiles:
    """Where the records of a series of games are written: the folder, the id of the game, how many games there are."""

    folder: str
    game: str
    games: int

    def path(self, number: int) -> Path:
        """The file of a game; the first is number 0, and its name says 1."""
        return Path(self.folder) / f"{self.game}-{number + 1:0{len(str(self.games))}}.json"


def read_record(path: Path) -> Record:
    """The record in a file.

    Raises:
        BadRecord: the file is none, or a pipe or a device, which would keep the reader waiting or never end.
        OSError: it can't be read.
    """
    if path.exists() and not path.is_file():
        raise BadRecord(f"{path} is no record: it is not a file.")
    try:
        return Record.from_json(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise BadRecord(f"{path} is no record: it is not in UTF-8.") from None
    except BadDocument as error:
        raise BadRecord(f"{path} is no record: {error}.") from None
