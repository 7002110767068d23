"""Folder of SUMO's own data: type maps, schemas."""

from __future__ import annotations

import os
from pathlib import Path

import sumolib


def sumo_home() -> Path:
    """Return SUMO's folder, which contains ``data``.

    That of the Python package, else SUMO_HOME, else the one above the program's.
    """
    try:
        import sumo

        return Path(sumo.SUMO_HOME)
    except (ImportError, AttributeError):
        beside = Path(sumolib.checkBinary("netconvert")).resolve().parent.parent
        return Path(os.environ.get("SUMO_HOME", str(beside)))
