"""Version of the installed SUMO, part of cache keys."""

from __future__ import annotations

import subprocess
from functools import lru_cache

import sumolib


@lru_cache(maxsize=None)
def version_of(program: str) -> bytes:
    """Return the version output of one of SUMO's programs. It runs once in a process."""
    return subprocess.run(
        [sumolib.checkBinary(program), "--version"], stdout=subprocess.PIPE, check=True
    ).stdout
