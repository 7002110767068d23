"""Simulates many trials of one reference driver together.

The motion of the others is given. The order of each step is that of the published study's code
[Mattas2022]: the judgement and the crash test use the state at step i; then v(i+1), and x(i+1) =
x(i) + v(i+1) / rate. SI units, axes as in ``encounter``; arrays (steps, n) have a row per step.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Union

import numpy as np

from sim.arrays import Array
from sim.drivers.reference.catalogue import ReferenceDriver
from sim.drivers.reference.encounter import (
    STUDIED_BOX,
    VEHICLE_LENGTH,
    VEHICLE_WIDTH,
    Encounter,
    VehicleSize,
)
from sim.drivers.reference.reaction import JUDGEMENT_RATE, fresh, react


@dataclass(frozen=True)
class TrialMotion:
    """Motion of the others.

    Places and speeds (steps, n) of their centres; lengths, one number or (steps, n), and widths.
    """

    x: Array
    y: Array
    speed: Array
    drift: Array
    length: Union[float, Array] = VEHICLE_LENGTH
    width: float = VEHICLE_WIDTH

    def box(self, step: int) -> VehicleSize:
        """Return the box of each at a step."""
        if isinstance(self.length, np.ndarray):
            return VehicleSize(self.length[step], self.width)
        return VehicleSize(self.length, self.width)


@dataclass(frozen=True)
class Trials:
    """Trials of one kind of encounter.

    ``steps`` (n,) is the number of judged steps; ``seen`` (steps, n) bool, whether the driver sees
    the other, by default at once. ``own_x`` (steps, n) are places of the driver's centre, at
    ``own_speed`` (n,), until it first sees the other: if it sees at once the first row is enough.
    If ``ends_at_rest``, the trial is over when the driver stands.
    """

    kind: str
    other: TrialMotion
    own_x: Array
    own_speed: Array
    steps: Array
    seen: Optional[Array] = None
    ends_at_rest: bool = False
    own_box: VehicleSize = STUDIED_BOX

    def __len__(self) -> int:
        return len(self.own_speed)

    def encounter(self, step: int, x: Array, speed: Array, acceleration: Array) -> Encounter:
        """Return the encounter at a step of drivers at ``x`` (n,)."""
        other = self.other
        return Encounter(
            other.x[step] - x,
            other.y[step],
            speed,
            acceleration,
            other.speed[step],
            other.drift[step],
            self.own_box,
            other.box(step),
        )


@dataclass(frozen=True)
class ReferenceOutcome:
    """Outcome of each trial (n,).

    Whether it ``crashed``, the ``first_unsafe`` step (-1: none), and the ``hardest`` deceleration;
    ``x`` and ``speed`` (steps, n) are the driver's if requested, else of the first step alone.
    """

    crashed: Array
    first_unsafe: Array
    hardest: Array
    x: Array
    speed: Array


def run(
    driver: ReferenceDriver, trials: Trials, rate: float = JUDGEMENT_RATE, *, keep: bool = False
) -> ReferenceOutcome:
    """Simulate all trials to their ends.

    The driver must be defined for their kind. A trial ends with the last step, a crash, or a
    dismissed danger.
    """
    judge, count = driver.judges[trials.kind], len(trials)
    memory = fresh(driver.reaction, count)
    crashed, over, started = (np.zeros(count, bool) for _ in range(3))
    first, hardest = np.full(count, -1), np.zeros(count)
    x, speed, before = trials.own_x[0], trials.own_speed, trials.own_speed
    kept = [(x, speed)]
    for i in range(int(trials.steps.max(initial=0))):
        over = over | (i >= trials.steps)
        looks = ~over if trials.seen is None else ~over & trials.seen[i]
        started = started | looks
        seen = trials.encounter(i, x, speed, (speed - before) * rate)
        judged = judge(seen)
        step = react(driver.reaction, memory, speed, judged, rate)
        crashed = crashed | (looks & seen.touching)
        first = np.where((first < 0) & looks & judged.unsafe, i, first)
        hardest = np.where(looks, np.maximum(hardest, step.braking), hardest)
        over = over | crashed | (looks & judged.dismissed)
        if trials.ends_at_rest:
            over = over | (speed == 0.0)
        memory = step.memory.where(looks, memory)
        before, speed = speed, np.where(looks, step.speed, speed)
        unseeing = trials.own_x[min(i + 1, len(trials.own_x) - 1)]
        x = np.where(started, x + speed / rate, unseeing)
        if keep:
            kept.append((x, speed))
        if over.all():
            break
    places, speeds = zip(*kept)
    return ReferenceOutcome(crashed, first, hardest, np.stack(places), np.stack(speeds))
