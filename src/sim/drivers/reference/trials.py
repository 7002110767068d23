"""Many trials of one reference driver against others whose motion is given, stepped together.

The order of each step is that of the published study's code [Mattas2022]: the judgement and the
test for a crash use the state at step i; then v(i+1), and x(i+1) = x(i) + v(i+1) / rate. SI units,
axes as in ``encounter``; arrays (steps, n) have a row a step.
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
    Box,
    Encounter,
)
from sim.drivers.reference.reaction import JUDGEMENT_RATE, fresh, react


@dataclass(frozen=True)
class Motion:
    """Places and speeds (steps, n) of the others' centres; how long they are, one number or
    (steps, n), and how wide."""

    x: Array
    y: Array
    speed: Array
    drift: Array
    length: Union[float, Array] = VEHICLE_LENGTH
    width: float = VEHICLE_WIDTH

    def box(self, step: int) -> Box:
        """Of each at a step."""
        if isinstance(self.length, np.ndarray):
            return Box(self.length[step], self.width)
        return Box(self.length, self.width)


@dataclass(frozen=True)
class Trials:
    """``kind`` of encounter; ``steps`` (n,), how many are judged; ``seen`` (steps, n) bool, whether
    the driver sees the other, at once where not given.

    ``own_x`` (steps, n) is where the driver's centre is, at ``own_speed`` (n,), until it first sees
    the other: of a driver who sees at once the first row is enough. Where ``ends_at_rest``, the
    trial is over when the driver stands.
    """

    kind: str
    other: Motion
    own_x: Array
    own_speed: Array
    steps: Array
    seen: Optional[Array] = None
    ends_at_rest: bool = False
    own_box: Box = STUDIED_BOX

    def __len__(self) -> int:
        return len(self.own_speed)

    def encounter(self, step: int, x: Array, speed: Array, acceleration: Array) -> Encounter:
        """What drivers at ``x`` (n,) see at a step."""
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
class Outcome:
    """Of each trial (n,): whether it ``crashed``, the ``first_unsafe`` step (-1: none), and the
    ``hardest`` deceleration; ``x`` and ``speed`` (steps, n) are the driver's where they were asked
    for, else of the first step alone."""

    crashed: Array
    first_unsafe: Array
    hardest: Array
    x: Array
    speed: Array


def run(
    driver: ReferenceDriver, trials: Trials, rate: float = JUDGEMENT_RATE, *, keep: bool = False
) -> Outcome:
    """Drives all trials, whose kind the driver must be defined for, to their ends: the last step, a
    crash, a danger that is dismissed."""
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
    return Outcome(crashed, first, hardest, np.stack(places), np.stack(speeds))
