"""Which SUMO is installed, for the names of what is kept of its work."""

from __future__ import annotations

import subprocess
from functools import lru_cache

import sumolib


@lru_cache(maxsize=None)
def version_of(program: str) -> bytes:
    """What one of SUMO's programs says of itself; it is asked once in a process."""
    return subprocess.run(
        [sumolib.checkBinary(program), "--version"], stdout=subprocess.PIPE, check=True
    ).stdout
