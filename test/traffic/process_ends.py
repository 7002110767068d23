"""State of a process, for tests of programs that must end."""

from __future__ import annotations

import os


def runs(pid: int) -> bool:
    """Return whether a process runs and is not a zombie."""
    try:
        return bool(os.readlink(f"/proc/{pid}/exe"))
    except OSError:
        return False
