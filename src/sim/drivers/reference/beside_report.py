"""Report on the recorded and the reference drivers, as lines and JSON."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any, Dict, Iterator, List, Mapping, Optional

from sim.drivers.reference.beside import DriveResult
from sim.files import drafted

# Name of the entity itself among the drivers.
RECORDED = "recorded"


def avoiding(drives: Mapping[str, DriveResult]) -> List[str]:
    """Return the reference drivers that avoid every crash."""
    return [name for name, drive in drives.items() if name != RECORDED and math.isinf(drive.crash)]


def lines(drives: Mapping[str, DriveResult]) -> Iterator[str]:
    """Yield a line for each driver, and a summary."""
    for name, drive in drives.items():
        yield f"{name}: {_said(drive)}"
    names = ", ".join(avoiding(drives)) or "no reference driver"
    if math.isinf(drives[RECORDED].crash):
        yield f"nothing to avoid; without a crash too: {names}"
    else:
        yield f"avoided by: {names}"


def write_json(path: Path, drives: Mapping[str, DriveResult]) -> None:
    """Write the report as JSON.

    Times, gaps, and decelerations in SI units, null for never and none.
    """
    found: Dict[str, Any] = {
        name: {
            "crash_s": _finite(drive.crash),
            "with": drive.with_whom or None,
            "least_gap_m": _finite(drive.least_gap),
            "unsafe_from_s": _finite(drive.first_unsafe),
            "hardest_braking_mps2": drive.hardest,
        }
        for name, drive in drives.items()
    }
    with drafted(path) as draft:
        draft.write_text(
            json.dumps({"drives": found, "avoided_by": avoiding(drives)}, indent=2) + "\n",
            encoding="utf-8",
        )


def _finite(value: float) -> Optional[float]:
    return value if math.isfinite(value) else None


def _said(drive: DriveResult) -> str:
    words = [
        "no crash"
        if math.isinf(drive.crash)
        else f"crash with {drive.with_whom} at {drive.crash:.1f} s"
    ]
    if math.isfinite(drive.first_unsafe):
        words.append(
            f"unsafe from {drive.first_unsafe:.1f} s on, braking with {drive.hardest:.1f} m/s^2 "
            "at most"
        )
    if math.isinf(drive.crash) and math.isfinite(drive.least_gap):
        words.append(f"least gap {drive.least_gap:.1f} m")
    return "; ".join(words)
