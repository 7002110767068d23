"""Detects saved files by polling."""

from __future__ import annotations

import os
from typing import Dict, Iterable, List, Optional, Tuple

# Inode, size, time of change in ns; an editor may write a file or put another in its place.
Mark = Tuple[int, int, int]


def mark(path: str) -> Optional[Mark]:
    """Return a mark that changes with each save, or None. None means a missing file."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return (found.st_ino, found.st_size, found.st_mtime_ns)


class FileChanges:
    """Polls files for changes.

    A save is reported once the file is unchanged in two successive polls: an editor writes in
    pieces (debouncing).
    """

    def __init__(self, files: Iterable[str] = ()) -> None:
        self._known: Dict[str, Optional[Mark]] = {}
        self._seen: Dict[str, Optional[Mark]] = {}
        self.watch(files)

    def watch(self, files: Iterable[str]) -> None:
        """Add files; their present content is the baseline."""
        for path in files:
            if path not in self._known:
                self._known[path] = self._seen[path] = mark(path)

    def saved(self) -> List[str]:
        """Return the saved files; empty while one is still being written."""
        changed, settled = [], True
        for path, known in self._known.items():
            there = mark(path)
            if there is None:
                continue
            if there != known:
                changed.append(path)
                settled = settled and there == self._seen[path]
            self._seen[path] = there
        if not settled:
            return []
        for path in changed:
            self._known[path] = self._seen[path]
        return changed

    def __len__(self) -> int:
        return len(self._known)
