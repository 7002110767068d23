"""What became of the recorded driver and of the reference drivers in its place, as lines and as
JSON."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any, Dict, Iterator, List, Mapping, Optional

from sim.drivers.reference.beside import Drive
from sim.files import drafted

# What the entity itself is called among the drivers.
RECORDED = "recorded"


def avoiding(drives: Mapping[str, Drive]) -> List[str]:
    """The reference drivers who hit nobody."""
    return [name for name, drive in drives.items() if name != RECORDED and math.isinf(drive.crash)]


def lines(drives: Mapping[str, Drive]) -> Iterator[str]:
    """A line for each driver, and one that sums them up."""
    for name, drive in drives.items():
        yield f"{name}: {_said(drive)}"
    names = ", ".join(avoiding(drives)) or "no reference driver"
    if math.isinf(drives[RECORDED].crash):
        yield f"nothing to avoid; without a crash too: {names}"
    else:
        yield f"avoided by: {names}"


def write_json(path: Path, drives: Mapping[str, Drive]) -> None:
    """The same in a file; times, gaps and decelerations in SI units, null for never and nobody."""
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


def _said(drive: Drive) -> str:
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
