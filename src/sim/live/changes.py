"""Which files have been saved since they were last looked at."""

from __future__ import annotations

import os
from typing import Dict, Iterable, List, Optional, Tuple

# Inode, size, time of change in ns; an editor may write a file or put another in its place.
Mark = Tuple[int, int, int]


def mark(path: str) -> Optional[Mark]:
    """What tells a saved file from the one before; None while there is none."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return (found.st_ino, found.st_size, found.st_mtime_ns)


class Changes:
    """Looks at files each time it is asked. A save is reported when the file is the same at two
    looks on end: an editor writes in pieces."""

    def __init__(self, files: Iterable[str] = ()) -> None:
        self._known: Dict[str, Optional[Mark]] = {}
        self._seen: Dict[str, Optional[Mark]] = {}
        self.watch(files)

    def watch(self, files: Iterable[str]) -> None:
        """Adds files; what they are at this moment is no change."""
        for path in files:
            if path not in self._known:
                self._known[path] = self._seen[path] = mark(path)

    def saved(self) -> List[str]:
        """The files that have been saved; none while one of them is still being written."""
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
