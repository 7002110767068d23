"""Log of an ego's motion and closeness.

Steps are written as CSV, figures go into the summary. Conflicts are encounters: a pair counts once
for as long as its measure stays beyond the threshold without a break.
"""

from __future__ import annotations

import math
import os
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Dict, Iterator, List, Optional, Set, Tuple

import numpy as np

from sim.arrays import Array
from sim.traffic.ego_state import EgoState
from sim.traffic.measures.closeness import RANGE, Closeness, closenesses
from sim.traffic.measures.ego_steps import EgoSteps, successive
from sim.traffic.measures.encroachment import Encroachments, reach
from sim.traffic.measures.thresholds import Thresholds

# Steps that are measured at once.
BLOCK = 50
COLUMNS = (
    "time",
    "x",
    "y",
    "yaw",
    "speed",
    "acceleration",
    "jerk",
    "lane",
    "gap",
    "ttc",
    "ttc_behind",
    "drac",
    "drac_of_others",
    "pet",
)


@dataclass
class _Conflicts:
    """Counts encounters beyond a threshold, and their total duration."""

    count: int = 0
    steps: int = 0
    going_on: Set[int] = field(default_factory=set)

    def take(self, pairs: Set[int]) -> None:
        self.count += len(pairs - self.going_on)
        self.steps += bool(pairs)
        self.going_on = pairs


@dataclass(frozen=True)
class EgoOnLane:
    """Ego in a step: its lane, speed ``limit``, and surroundings.

    A ``limit`` of 0 means off the road.
    """

    ego: EgoState
    lane: str
    limit: float
    step: EgoSteps


class EgoLog:
    """Measures of one ego since the last reset.

    Writes ``<name>.csv`` as it goes, a block of steps at a time.
    """

    def __init__(
        self, name: str, step: float, thresholds: Thresholds, folder: Optional[Path]
    ) -> None:
        self._step, self._thresholds = step, thresholds
        self._encroachments = Encroachments(step)
        self._series: Dict[str, List[float]] = {
            column: [] for column in ("gap", "ttc", "ttc_behind", "drac", "drac_of_others", "jerk")
        }
        self._conflicts = {measure: _Conflicts() for measure in ("ttc", "drac", "drac_of_others")}
        self._motion: List[float] = []
        self._waiting: List[EgoOnLane] = []
        self._steps, self._distance, self._time_loss, self._off_road, self._slowest_change = (
            0,
            0.0,
            0.0,
            0.0,
            0.0,
        )
        self._place: Optional[Tuple[float, float]] = None
        self.contacts = 0
        self._file = None
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            self._file = (folder / f"{name.replace('/', '_')}.csv").open(
                "w", encoding="utf-8", buffering=1 << 16
            )
            self._file.write(",".join(COLUMNS) + "\n")

    def take(self, step: EgoOnLane) -> List[Closeness]:
        """Take a step and return the closeness of newly measured steps."""
        self._waiting.append(step)
        return self.finish() if len(self._waiting) >= BLOCK else []

    def finish(self) -> List[Closeness]:
        """Measure the remaining steps."""
        waiting, self._waiting = self._waiting, []
        if not waiting:
            return []
        steps = successive([each.step for each in waiting])
        found = closenesses(steps)
        for each, near, pet in zip(waiting, found, self._encroachments.take(steps).tolist()):
            self._add(each, near, pet)
        return found

    def _add(self, at: EgoOnLane, near: Closeness, pet: float) -> None:
        ego = at.ego
        acceleration, jerk = self._rates(ego.speed)
        values = {
            "gap": near.gap,
            "ttc": near.time_to_collision,
            "ttc_behind": near.time_to_collision_behind,
            "drac": near.deceleration,
            "drac_of_others": near.deceleration_of_others,
            "jerk": jerk,
        }
        for column, value in values.items():
            self._series[column].append(value)
        self._count(near, at.step.ids)
        self._add_way(ego, at.lane, at.limit)
        if self._file:
            row = (
                float(at.step.time[0]),
                *ego.centre,
                ego.yaw,
                ego.speed,
                acceleration,
                jerk,
                at.lane,
                near.gap,
                values["ttc"],
                values["ttc_behind"],
                values["drac"],
                values["drac_of_others"],
                pet,
            )
            with _named(self._file.name):
                self._file.write(",".join(map(_cell, row)) + "\n")

    def figures(self) -> Dict[str, Any]:
        """Return the ego's part of the summary."""
        self.finish()
        exposed = {
            measure: conflicts.steps * self._step for measure, conflicts in self._conflicts.items()
        }
        pets = np.array(self._encroachments.all())
        time = self._steps * self._step
        return {
            "time_s": time,
            "distance_m": self._distance,
            "mean_speed_mps": self._distance / time if time else 0.0,
            "time_loss_s": self._time_loss,
            "off_road_s": self._off_road,
            "collisions": self.contacts,
            "strongest_braking_mps2": -self._slowest_change,
            "jerk_rms_mps3": _rms(self._series["jerk"]),
            "gap_m": _low(self._series["gap"]),
            "ttc_s": _low(self._series["ttc"]),
            "ttc_behind_s": _low(self._series["ttc_behind"]),
            "drac_mps2": _high(self._series["drac"]),
            "drac_of_others_mps2": _high(self._series["drac_of_others"]),
            "pet_s": _low(pets.tolist()),
            "encounters_crossing": len(pets),
            "ttc_conflicts": self._conflicts["ttc"].count,
            "ttc_exposed_s": exposed["ttc"],
            "drac_conflicts": self._conflicts["drac"].count,
            "drac_exposed_s": exposed["drac"],
            "drac_of_others_conflicts": self._conflicts["drac_of_others"].count,
            "pet_conflicts": int((pets < self._thresholds.post_encroachment).sum()),
        }

    def close(self) -> None:
        self.finish()
        file, self._file = self._file, None
        if file:
            with _named(file.name):
                file.close()

    def _rates(self, speed: float) -> Tuple[float, float]:
        """Return acceleration and jerk from the last three speeds; 0 at first."""
        self._motion = [*self._motion[-2:], speed]
        motion = self._motion
        changes = [(after - before) / self._step for before, after in zip(motion, motion[1:])]
        acceleration = changes[-1] if changes else 0.0
        self._slowest_change = min(self._slowest_change, acceleration)
        jerk = (changes[-1] - changes[-2]) / self._step if len(changes) > 1 else 0.0
        return acceleration, jerk

    def _count(self, near: Closeness, ids: Array) -> None:
        if not (len(near.rows) or len(near.touched)):
            for conflicts in self._conflicts.values():
                conflicts.take(set())
            return
        limits = self._thresholds
        self._conflicts["ttc"].take(
            set(ids[near.rows[near.times < limits.time_to_collision]].tolist())
            | set(ids[near.touched].tolist())
        )
        self._conflicts["drac"].take(
            set(ids[near.rows[near.needed > limits.deceleration]].tolist())
        )
        self._conflicts["drac_of_others"].take(
            set(ids[near.rows[near.needed_of_them > limits.deceleration]].tolist())
        )

    def _add_way(self, ego: EgoState, lane: str, limit: float) -> None:
        self._steps += 1
        if self._place is not None:
            self._distance += math.dist(self._place, ego.centre)
        self._place = ego.centre
        if not lane:
            self._off_road += self._step
        elif limit > 0.0:
            self._time_loss += self._step * max(0.0, 1.0 - max(ego.speed, 0.0) / limit)


@contextmanager
def _named(path: str) -> Iterator[None]:
    """Add the file name to write errors. Python omits it. An empty file is removed."""
    try:
        yield
    except OSError as error:
        if os.stat(path).st_size == 0:
            os.unlink(path)
        raise OSError(error.errno, error.strerror, path) from None


def sight(speed: float) -> float:
    """Return the range of an ego's measures in m."""
    return max(RANGE, float(reach(np.array(speed))))


def _cell(value: Any) -> str:
    return value if isinstance(value, str) else f"{value:.4f}" if math.isfinite(value) else ""


def _low(values: List[float]) -> Dict[str, Optional[float]]:
    """Return minimum, 5 % and 50 % quantile of the values."""
    found = np.array(values, float)
    found = found[np.isfinite(found)]
    return (
        {"min": None, "p5": None, "p50": None}
        if not len(found)
        else {
            "min": float(found.min()),
            "p5": float(np.percentile(found, 5)),
            "p50": float(np.percentile(found, 50)),
        }
    )


def _high(values: List[float]) -> Dict[str, Optional[float]]:
    """Return maximum and 95 % quantile of values above 0."""
    found = np.array(values, float)
    found = found[found > 0.0]
    return (
        {"max": None, "p95": None}
        if not len(found)
        else {"max": float(found.max()), "p95": float(np.percentile(found, 95))}
    )


def _rms(values: List[float]) -> float:
    return float(np.sqrt(np.mean(np.square(values)))) if values else 0.0
