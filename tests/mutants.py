"""Mutation testing with mutmut: changes the program in small ways, one at a time, and tells which changes neither mypy nor a test notices.

    python tests/mutants.py PART [WORD ...]

PART is one of `mutants.toml`; with words only files whose path has one of them are changed. mutmut wants the package to be a folder
below the one in which it runs, so it works on a copy of the tracked files, in `build/mutants/PART`; there `mutmut browse` shows all.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).parent.parent
PARTS = tomllib.loads((ROOT / "tests" / "mutants.toml").read_text(encoding="utf-8"))
MUTMUT = (sys.executable, "-m", "mutmut")
TYPES = (sys.executable, "-m", "mypy", "--config-file=", "--strict", "--no-warn-unused-ignores", "--follow-imports=silent", "--output=json")


def main(part: str, *words: str) -> None:
    place = ROOT / "build" / "mutants" / part
    files = copied(place)
    changeable = [name for name in files if any(fnmatch(name, pattern) for pattern in PARTS[part]["change"])]
    chosen = [name for name in changeable if not words or any(word in name for word in words)]
    (place / "pyproject.toml").write_text(settings(chosen, PARTS[part]["tests"]), encoding="utf-8")
    subprocess.run([*MUTMUT, "run", "--max-children", "1"], cwd=place, env={**os.environ, "CI": "1"}, check=True)
    tell(place)


def copied(place: Path) -> list[str]:
    """Copies all tracked files into the package of a new folder; their names."""
    shutil.rmtree(place, ignore_errors=True)
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    names = [name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file() and not (ROOT / name).is_symlink()]
    for name in names:
        (place / "custumal" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, place / "custumal" / name)
    return names


def settings(chosen: list[str], tests: list[str]) -> str:
    """The settings of mutmut. What mypy notices is not run; all else is, in a process that has collected the tests but run none, so
    that no cache is filled."""
    values = {
        "source_paths": ["custumal"],
        "only_mutate": [f"custumal/{name}" for name in chosen],
        "pytest_add_cli_args_test_selection": [f"custumal/{test}" for test in tests],
        "type_check_command": [*TYPES, *(part for name in chosen for part in ("-p", f"custumal.{name[:-3].replace('/', '.')}"))],
        "process_isolation": "forkserver",
        "timeout_multiplier": 5.0,
        "timeout_constant": 3.0,
    }
    return "[tool.mutmut]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in values.items())


def tell(place: Path) -> None:
    """Prints how many mutants of each file there were, what became of them, and each that lives."""
    listed = subprocess.run([*MUTMUT, "results", "--all", "true"], cwd=place, capture_output=True, text=True, check=True)
    found = [tuple(line.strip().rsplit(": ", 1)) for line in listed.stdout.splitlines() if ": " in line]
    living = [name for name, status in found if status not in ("killed", "caught by type check", "timeout")]
    for name in living:
        print(subprocess.run([*MUTMUT, "show", name], cwd=place, capture_output=True, text=True, check=True).stdout)
    counts: dict[str, Counter[str]] = {}
    for name, status in found:
        counts.setdefault(name.rpartition(".")[0], Counter())[status] += 1
    for module, count in counts.items():
        print(module, ", ".join(f"{number} {status}" for status, number in count.most_common()))


if __name__ == "__main__":
    main(*sys.argv[1:])
