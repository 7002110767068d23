"""Slowdown of Gazebo with traffic over a long run.

It is computed from the progress lines of the traffic bridge.
"""

from __future__ import annotations

import os
import re
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import List, Optional

import numpy as np

from bench.lib.processes import family, launch
from bench.lib.report import Figure
from bench.lib.scenario import Scenario

# The ego stands at the end of the road by then, and as many vehicles come as go.
SETTLED = 200.0
WINDOW_TIME = 450.0  # s
WINDOW_DISTANCE = 1800.0  # s
PHYSICS_STEP = 0.005
TIMEOUT = 500.0
LAST_LANE = "Out_0"
GOAL = 5.0
NAME = "RTF decay over 30 simulated minutes of vehicles coming and going"
# As the bridge logs them, under the wall time in s.
PROGRESS = re.compile(
    r"\[(\d+\.\d+)[^\]]*\]: ([\d.]+) s simulated \| x[\d.]+ real time \| (\d+) vehicles"
)


@dataclass(frozen=True)
class Progress:
    """Wall and simulated time (n,) in s, and vehicles (n,)."""

    wall: np.ndarray
    simulated: np.ndarray
    vehicles: np.ndarray

    @staticmethod
    def read(output: str) -> Progress:
        rows = np.array(
            [[float(word) for word in match.groups()] for match in PROGRESS.finditer(output)]
        ).reshape(-1, 3)
        return Progress(*rows.T)

    def within(self, begin: float, end: float) -> Progress:
        """Return the reports between two simulated times."""
        chosen = (self.simulated >= begin) & (self.simulated <= end)
        return Progress(self.wall[chosen], self.simulated[chosen], self.vehicles[chosen])

    @property
    def factors(self) -> np.ndarray:
        """The real-time factor (n - 1,) between one report and the next."""
        return np.diff(self.simulated) / np.diff(self.wall)


class ServerWatch:
    """Watch of gzserver: processor time in s, resident memory in MB.

    Also the processor time in s of all other programs, including the launch's; if it differs
    between two parts, something else ran.
    """

    def __init__(self) -> None:
        self._server: Optional[int] = None
        self._rows: List[List[float]] = []

    def __call__(self, root: int) -> None:
        try:
            if self._server is None:
                self._server = next(
                    (
                        pid
                        for pid in family(root)
                        if Path(f"/proc/{pid}/comm").read_text().strip() == "gzserver"
                    ),
                    None,
                )
            if self._server is not None:
                fields = Path(f"/proc/{self._server}/stat").read_text().rpartition(")")[2].split()
                ticks, pages = int(fields[11]) + int(fields[12]), int(fields[21])
                tick, others = os.sysconf("SC_CLK_TCK"), _busy_ticks() - ticks
                self._rows.append(
                    [
                        time.time(),
                        ticks / tick,
                        pages * os.sysconf("SC_PAGE_SIZE") / 1e6,
                        others / tick,
                    ]
                )
        except OSError:
            pass  # a process has just ended

    def at(self, wall: np.ndarray) -> np.ndarray:
        """Return processor time, memory and others' time (3, n).

        ``wall`` (n,) are wall times.
        """
        rows = np.array(self._rows).reshape(-1, 4)
        return np.array([np.interp(wall, rows[:, 0], rows[:, column]) for column in (1, 2, 3)])


def _busy_ticks() -> int:
    """Return the busy ticks of all processors since boot."""
    user, nice, system, _, _, irq, softirq = map(int, Path("/proc/stat").read_text().split()[1:8])
    return user + nice + system + irq + softirq


def measure(
    scenario: Scenario, window: float = WINDOW_TIME, apart: float = WINDOW_DISTANCE
) -> List[Figure]:
    """Compare two windows of ``window`` s in one launch.

    The second begins ``apart`` s later.
    """
    duration = SETTLED + apart + window
    watch = ServerWatch()
    launched = launch(
        replace(scenario, ego_lane=LAST_LANE), duration, "gazebo", PHYSICS_STEP, TIMEOUT, watch
    )
    # The last report may come after the end.
    progress = Progress.read(launched.output).within(SETTLED, duration - 1.0)
    parts = progress.within(SETTLED, SETTLED + window), progress.within(SETTLED + apart, duration)
    if min(len(part.factors) for part in parts) < 2:
        raise RuntimeError(
            f"the bridge reported its progress only {len(progress.wall)} times in {duration:g} s"
        )
    factors = [float(np.median(part.factors)) for part in parts]
    vehicles = [float(np.mean(part.vehicles)) for part in parts]
    taken = [watch.at(part.wall[[0, -1]]) for part in parts]
    cpu, others = (
        [
            1e3 * float(np.diff(took[row])[0] / np.ptp(part.simulated))
            for took, part in zip(taken, parts)
        ]
        for row in (0, 2)
    )
    summary = launched.summary
    note = (
        f"{window:g} s against the {window:g} s that begin {apart:g} s later, in one launch at "
        "physics 5 ms, the number of vehicles steady: "
        f"x{factors[0]:.3g} with {vehicles[0]:.0f}, x{factors[1]:.3g} with {vehicles[1]:.0f} "
        f"(medians of {len(parts[0].factors)} and "
        f"{len(parts[1].factors)} reports); {summary['vehicles_departed']} came, "
        f"{summary['vehicles_arrived']} left, "
        f"lag at most {summary['lag_max_s']:.3g} s"
    )
    return [
        Figure(NAME, 100.0 * (1.0 - factors[1] / factors[0]), "%", GOAL, note=note),
        Figure(
            "the same from a line through all reports",
            100.0 * _decline(progress, apart),
            "%",
            note=f"slope by Theil and Sen over {len(progress.factors)} reports from {SETTLED:g} "
            "s on",
        ),
        Figure(
            "growth of gzserver's processor time per simulated second",
            100.0 * (cpu[1] / cpu[0] - 1.0),
            "%",
            note=f"{cpu[0]:.3g} ms and {cpu[1]:.3g} ms in the same two parts; all other programs, "
            "SUMO and the bridge among them, took "
            f"{others[0]:.3g} ms and {others[1]:.3g} ms: the figures hold where these two are "
            "alike",
        ),
        Figure(
            "growth of gzserver's memory",
            float(taken[1][1][1] - taken[0][1][0]),
            "MB",
            note=f"resident, from {taken[0][1][0]:.0f} MB at {SETTLED:g} s, over "
            f"{apart + window:g} s",
        ),
    ]


def _decline(progress: Progress, seconds: float) -> float:
    """Return the relative fall of the real-time factor over simulated s.

    It is the median slope between all pairs of reports (Theil-Sen).
    """
    times, factors = (progress.simulated[1:] + progress.simulated[:-1]) / 2.0, progress.factors
    first, second = np.triu_indices(len(times), 1)
    slope = np.median((factors[second] - factors[first]) / (times[second] - times[first]))
    begin = np.median(factors - slope * (times - times[0]))
    return float(-slope * seconds / begin)
