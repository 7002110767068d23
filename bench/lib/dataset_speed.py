"""Speed of ``./run dataset``: frames per second from first to last picture."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import List

from bench.lib.report import ROOT, Figure

GOALS = {"cheap": 10.0, "middle": 5.0, "best": 2.0}
FRAMES = 40


def name(quality: str) -> str:
    return f"data set of the town, 640x480, boxes and masks, {quality}"


def figures() -> List[Figure]:
    """Measure each quality; an HDL-64 is written too, as always."""
    return [
        Figure(name(quality), _rate(quality), "1/s", goal, "higher", note=f"{FRAMES} frames")
        for quality, goal in GOALS.items()
    ]


def _rate(quality: str) -> float:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "set"
        command = [sys.executable, "-m", "sim.dataset", str(out), "--quality", quality]
        subprocess.run(
            [*command, "--frames", str(FRAMES)],
            cwd=ROOT,
            check=True,
            stdout=subprocess.DEVNULL,
        )
        times = sorted(
            path.stat().st_mtime for path in (out / "object" / "training" / "image_2").glob("*.png")
        )
    if len(times) != FRAMES:
        raise RuntimeError(f"{len(times)} pictures of {FRAMES} were written")
    return (FRAMES - 1) / (times[-1] - times[0])
