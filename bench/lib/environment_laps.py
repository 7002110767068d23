"""Laps of the example stack on the loop, judged by truth.

They are empty and with traffic. Each lap has a seed, for the traffic, the noise of IMU, GPS and
wheel speeds, and is kept in ``build/bench/environment``: an interrupted run resumes. Remove the
folder to measure again. The launch's output of a failed lap is stored beside it.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any, Dict, List, Tuple

import numpy as np

from bench.lib.processes import launch_file
from bench.lib.report import ROOT, Figure

FOLDER = ROOT / "build" / "bench" / "environment"
# A lap takes 170 s of simulated time and waits at the light and for others.
MAX_LAP_TIME = 360.0  # s of simulated time
LAP_TIMEOUT = 2400.0  # s of wall time
RMS = 0.25


def laps(count: int, traffic: bool) -> List[Figure]:
    """Run laps, each with a different seed."""
    kind = "with traffic" if traffic else "empty"
    found = [_lap(seed, traffic) for seed in range(1, count + 1)]
    good = [_good(one) for one in found]
    rms = [one["rms"] for one in found]
    goal = (19.0 if traffic else 20.0) * count / 20.0
    return [
        Figure(
            f"laps of {count} without contact or leaving the lane, {kind}",
            float(sum(good)),
            "",
            float(np.ceil(goal)),
            better="higher",
        ),
        Figure(
            f"deviation from the lane's centre, rms, {kind}",
            float(np.sqrt(np.mean(np.square(rms)))),
            "m",
            RMS,
            low=min(rms),
            high=max(rms),
        ),
    ]


def _lap(seed: int, traffic: bool) -> Dict[str, Any]:
    path = FOLDER / f"lap_{'traffic' if traffic else 'empty'}_{seed}.json"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        lap, said = _driven(seed, traffic)
        if not _good(lap):
            path.with_suffix(".log").write_text(said, encoding="utf-8")
        path.write_text(json.dumps(lap), encoding="utf-8")
        print(f"{path.stem}: {lap}", file=sys.stderr, flush=True)
    found: Dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def _good(lap: Dict[str, Any]) -> bool:
    return bool(lap["driven"]) and not lap["collisions"] and lap["beyond"] <= 0.0


def _driven(seed: int, traffic: bool) -> Tuple[Dict[str, Any], str]:
    """Return the lap and its launch's output."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "lap.json"
        launched = launch_file(
            "ego_dev.launch",
            {
                "traffic": str(traffic).lower(),
                "sensors": "sensors_ego_dev_10hz",
                "noise": "consumer_imu,consumer_gps,wheel_speed",
                "noise_seed": seed,
                "seed": seed,
                "laps": 1,
            },
            MAX_LAP_TIME,
            "embedded",
            timeout=LAP_TIMEOUT,
            beside=[sys.executable, "-m", "bench.lib.lap_recorder", str(out)],
            until=lambda: out.exists() and json.loads(out.read_text(encoding="utf-8"))["driven"],
        )
        lap = json.loads(out.read_text(encoding="utf-8"))
    lap = {**lap, "seed": seed, "collisions": launched.summary["ego_collisions"]}
    return lap, launched.output
