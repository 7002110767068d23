"""Folders of runs as assets: ``run://`` lists them, ``run://NAME/FILE`` is a file."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import List

from sim.errors import InputError
from sim.run_folder import RESULT_FILES

KINDS = frozenset([".json", ".csv", ".png", ".svg"])
# Of a list, the newest.
MOST_RUNS = 100
MOST_FILE = 64 * 1024 * 1024


class Runs:
    """Runs with their folders in one parent folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.expanduser()

    def read(self, rest: str) -> bytes:
        """Return the asset behind ``run://``; raises InputError if not found."""
        if not rest:
            return json.dumps(self._list()).encode()
        parts = rest.split("/")
        path = self._folder.joinpath(*parts)
        if ".." in parts or "\0" in rest or self._folder.resolve() not in path.resolve().parents:
            raise InputError(f"run://{rest}", f"leads out of {self._folder}")
        if path.suffix not in KINDS:
            raise InputError(f"run://{rest}", f"only {' '.join(sorted(KINDS))} are read")
        # Beside a recording that is played may lie anything.
        if parts[0] in ("", ".") or not _is_run(self._folder / parts[0]) or not path.is_file():
            raise InputError(f"run://{rest}", "no such file of a run")
        if path.stat().st_size > MOST_FILE:
            raise InputError(f"run://{rest}", f"is larger than {MOST_FILE // 2**20} MB")
        return path.read_bytes()

    def _list(self) -> List[object]:
        if not self._folder.is_dir():
            return []
        runs = [one for one in self._folder.iterdir() if _is_run(one)]
        runs.sort(key=lambda one: one.stat().st_mtime, reverse=True)
        return [{"name": one.name, "files": self._files(one)} for one in runs[:MOST_RUNS]]

    def _files(self, run: Path) -> List[str]:
        return sorted(
            path.relative_to(run).as_posix()
            for pattern in ("*", "*/*")
            for path in run.glob(pattern)
            if path.suffix in KINDS
        )


def _is_run(folder: Path) -> bool:
    # False, too, of a folder that may not be looked into.
    return any(os.path.isfile(folder / name) for name in RESULT_FILES)
