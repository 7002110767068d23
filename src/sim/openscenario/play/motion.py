"""Motions: actions of one entity that take time.

They set its speed or its place across its lane. ``at`` times are s of the scenario; each ends by
itself, is stopped, or goes on.
"""

from __future__ import annotations

import math
from typing import Callable, Optional, Sequence, Tuple

from sim.openscenario.play.shapes import share
from sim.openscenario.storyboard.world import ActionProgress

# Tolerance of equal times, s.
SAME = 1e-9


class EntityMotion:
    def __init__(self) -> None:
        self.progress = ActionProgress.RUNNING

    def stop(self) -> None:
        if self.progress is ActionProgress.RUNNING:
            self.progress = ActionProgress.STOPPED

    def end(self) -> None:
        if self.progress is ActionProgress.RUNNING:
            self.progress = ActionProgress.ENDED


class InstantAction(EntityMotion):
    """Action that takes no time."""

    def __init__(self) -> None:
        super().__init__()
        self.progress = ActionProgress.ENDED


class ActionGroup:
    """Action of several entities; it runs as long as any of them."""

    def __init__(self, parts: Sequence[EntityMotion]) -> None:
        self._parts = parts

    @property
    def progress(self) -> ActionProgress:
        found = {each.progress for each in self._parts}
        if ActionProgress.RUNNING in found:
            return ActionProgress.RUNNING
        return ActionProgress.STOPPED if ActionProgress.STOPPED in found else ActionProgress.ENDED

    def stop(self) -> None:
        for each in self._parts:
            each.stop()


class SpeedMotion(EntityMotion):
    """Motion that sets the speed."""

    def speed(self, time: float, travelled: float, present: float) -> float:
        """Return the speed in m/s at a time. ``travelled`` m since the action began."""
        raise NotImplementedError

    def settle(self, time: float, travelled: float, present: float) -> None:
        """End the motion if it is over."""

    def plan(self, present: float) -> None:
        """Plan from the present places, after all entities have moved."""


class SpeedChange(SpeedMotion):
    """Change between two speeds over s, or over m if ``by_distance``."""

    def __init__(
        self, start: float, source: float, target: float, shape: str, over: float, by_distance: bool
    ) -> None:
        super().__init__()
        self._start, self._source, self._target = start, source, target
        self._shape, self._over, self._by_distance = shape, over, by_distance

    def speed(self, time: float, travelled: float, present: float) -> float:
        done = travelled if self._by_distance else time - self._start
        part = done / self._over if self._over > 0.0 else math.inf
        if part >= 1.0 - SAME:
            return self._target
        return self._source + (self._target - self._source) * share(self._shape, part)[0]

    def settle(self, time: float, travelled: float, present: float) -> None:
        done = travelled if self._by_distance else time - self._start
        if done >= self._over - SAME:
            self.end()


class SpeedFollow(SpeedMotion):
    """Keeps another's speed until stopped, after the change to it."""

    def __init__(
        self, wanted: Callable[[], float], change: Callable[[float, float], float]
    ) -> None:
        super().__init__()
        self._wanted, self._change = wanted, change

    def speed(self, time: float, travelled: float, present: float) -> float:
        return self._change(time, self._wanted())


class SpeedProfileMotion(SpeedMotion):
    """Piecewise linear speed profile over time."""

    def __init__(self, start: float, times: Sequence[float], speeds: Sequence[float]) -> None:
        super().__init__()
        self._start, self._times, self._speeds = start, list(times), list(speeds)

    def speed(self, time: float, travelled: float, present: float) -> float:
        since = time - self._start
        for i in range(1, len(self._times)):
            before, after = self._times[i - 1], self._times[i]
            if since < after - SAME:
                part = (since - before) / (after - before)
                return self._speeds[i - 1] + part * (self._speeds[i] - self._speeds[i - 1])
        return self._speeds[-1]

    def settle(self, time: float, travelled: float, present: float) -> None:
        if time - self._start >= self._times[-1] - SAME:
            self.end()


class DistanceKeeping(SpeedMotion):
    """Reaches a distance to another entity, and keeps it if ``continuous``.

    ``missing`` is the distance that the entity should be farther ahead, nan if no road leads to the
    other: it then keeps its speed. Without limits it moves there at once; else with the other's
    speed and a share of the missing distance a second (proportional control), within ``limits``:
    acceleration, deceleration, speed.
    """

    # Gain in 1/s of the missing distance, and tolerance of arrival in m and m/s.
    SHARE, NEAR = 0.5, 0.05

    def __init__(
        self,
        missing: Callable[[], float],
        other_speed: Callable[[], float],
        at_once: bool,
        continuous: bool,
        limits: Tuple[float, float, float],
    ) -> None:
        super().__init__()
        self.missing, self._other_speed = missing, other_speed
        self._at_once, self._continuous, self._limits = at_once, continuous, limits
        self._before: Optional[float] = None
        # Last commanded speed, from which limits of acceleration count.
        self._last: Optional[float] = None

    @property
    def places(self) -> bool:
        """True if it moves the entity to its place at once."""
        return self._at_once and self.progress is ActionProgress.RUNNING

    def speed(self, time: float, travelled: float, present: float) -> float:
        if self.progress is not ActionProgress.RUNNING:
            return present
        if self._at_once:
            return self._other_speed() if self._continuous else present
        before = time if self._before is None else self._before
        self._before = time
        faster, slower, most = self._limits
        missing, other = self.missing(), self._other_speed()
        last = present if self._last is None else self._last
        if math.isnan(missing):
            return last
        # Limited so that the entity can still brake in time.
        closing = min(abs(self.SHARE * missing), math.sqrt(max(slower * abs(missing), 0.0)))
        # Reverse to keep a distance only if the other does.
        wanted = min(max(other + math.copysign(closing, missing), min(other, 0.0)), most)
        step = time - before
        self._last = min(max(wanted, last - slower * step), last + faster * step)
        return self._last

    def settle(self, time: float, travelled: float, present: float) -> None:
        if self._continuous:
            return
        reached = abs(self.missing()) <= self.NEAR
        if reached and (self._at_once or abs(present - self._other_speed()) <= self.NEAR):
            self.end()


class OffsetChange(EntityMotion):
    """Change of the offset across the lane, m to the left.

    If ``goes_on``, it then keeps ``target``.
    """

    def __init__(
        self,
        start: float,
        source: float,
        target: Callable[[], float],
        shape: str,
        over: float,
        by_distance: bool = False,
        goes_on: bool = False,
    ) -> None:
        super().__init__()
        self._start, self._source, self._target = start, source, target
        self._shape, self._over = shape, over
        self._by_distance, self._goes_on = by_distance, goes_on

    def offset(self, time: float, travelled: float) -> float:
        done = travelled if self._by_distance else time - self._start
        part = done / self._over if self._over > 0.0 else math.inf
        target = self._target()
        if part >= 1.0 - SAME:
            return target
        return self._source + (target - self._source) * share(self._shape, part)[0]

    def settle(self, time: float, travelled: float, present: float) -> None:
        done = travelled if self._by_distance else time - self._start
        if not self._goes_on and done >= self._over - SAME:
            self.end()
            reached = self._target()
            self._target = lambda: reached
