"""Synchronised arrival with another entity, the master.

Each arrives at its own position at the same time.
"""

from __future__ import annotations

import math
from typing import Callable, Optional, Tuple

from sim.openscenario.model.positions import Position
from sim.openscenario.model.private_actions import (
    AbsoluteSpeed,
    FinalSpeed,
    SynchronizeAction,
    TargetDistanceSteadyState,
)
from sim.openscenario.play.entity import Entity
from sim.openscenario.play.motion import SpeedMotion
from sim.openscenario.play.mover import EntityMover
from sim.openscenario.play.places import PositionResolver
from sim.openscenario.play.roads import Roads
from sim.openscenario.storyboard.world import ActionProgress

STEADY_TIME = 0.05  # s, before the meeting, from which on the speed is kept
STANDING_SPEED = 1e-3  # m/s


class SynchronizeMotion(SpeedMotion):
    """Motion that arrives together with a master.

    ``left`` returns the distances of the entity and the master to their places, m; ``within`` are
    the tolerances of arrival. The master is taken to keep its speed. With a ``final`` speed the way
    is a cubic of time between both places and speeds; without, the speed is constant. ``steady``
    returns the m before its place over which it has its final speed.
    """

    def __init__(
        self,
        left: Callable[[], Tuple[float, float]],
        master_speed: Callable[[], float],
        final: Optional[Callable[[], float]],
        within: Tuple[float, float],
        time: float,
        steady: Callable[[], float] = lambda: 0.0,
    ) -> None:
        super().__init__()
        self._left, self._master_speed = left, master_speed
        self._final, self._within, self._steady = final, within, steady
        # None before the first plan, then whether there is time for the final speed before.
        self._has_steady_part: Optional[bool] = None
        self._since, self._planned = time, False
        self._speed = self._acceleration = 0.0

    def speed(self, time: float, travelled: float, present: float) -> float:
        if not self._planned:
            self.plan(present)
        return max(0.0, self._speed + self._acceleration * (time - self._since))

    def plan(self, present: float) -> None:
        """Plan speed and acceleration from the present places."""
        if self.progress is not ActionProgress.RUNNING:
            return
        (left, master_left), master = self._left(), self._master_speed()
        self._planned, self._speed = True, present
        if master < STANDING_SPEED:
            # For a standing master, it stops at its own place.
            self._acceleration = (
                -(present**2) / (2.0 * left) if left > present * STEADY_TIME else 0.0
            )
            return
        remaining = master_left / master
        if remaining <= STEADY_TIME:
            return
        if self._final is None:
            self._speed, self._acceleration = max(left / remaining, 0.0), 0.0
            return
        left, remaining = self._before_steady_part(left, remaining)
        if remaining <= STEADY_TIME:
            self._speed, self._acceleration = self._final(), 0.0
            return
        change = 6.0 * left / remaining - 2.0 * (2.0 * present + self._final())
        self._acceleration = change / remaining

    def _before_steady_part(self, left: float, remaining: float) -> Tuple[float, float]:
        """Return m and s until the final speed is reached.

        Until the meeting, if there is no time for a steady part.
        """
        final, steady = (self._final() if self._final else 0.0), self._steady()
        if steady <= 0.0 or final <= 0.0:
            return left, remaining
        before = left - steady, remaining - steady / final
        if self._has_steady_part is None:
            self._has_steady_part = min(before) > STEADY_TIME
        return before if self._has_steady_part else (left, remaining)

    def settle(self, time: float, travelled: float, present: float) -> None:
        self._since = time
        if self.progress is not ActionProgress.RUNNING:
            return
        if any(left <= within for left, within in zip(self._left(), self._within)):
            self.end()
            self._speed = present if self._final is None else self._final()
            self._acceleration = 0.0


def synchronize_motion(
    action: SynchronizeAction,
    mover: EntityMover,
    master: EntityMover,
    places: PositionResolver,
    roads: Roads,
    time: float,
) -> SynchronizeMotion:
    def left() -> Tuple[float, float]:
        return (
            _left(action.position, mover, places, roads),
            _left(action.master_position, master, places, roads),
        )

    within = action.target_tolerance, action.target_tolerance_master
    final = None if action.final_speed is None else _final(action.final_speed, master.entity)
    steady = _steady(action.final_speed, final)
    return SynchronizeMotion(left, lambda: master.entity.speed, final, within, time, steady)


def _steady(
    wanted: Optional[FinalSpeed], final: Optional[Callable[[], float]]
) -> Callable[[], float]:
    """Return m before the place over which the final speed is kept."""
    state = wanted.speed.steady_state if wanted is not None else None
    if state is None or final is None:
        return lambda: 0.0
    if isinstance(state, TargetDistanceSteadyState):
        distance = state.distance
        return lambda: distance
    time, speed = state.time, final
    return lambda: time * speed()


def _final(wanted: FinalSpeed, master: Entity) -> Callable[[], float]:
    speed = wanted.speed
    if isinstance(speed, AbsoluteSpeed):
        value = speed.value
        return lambda: value
    factor, add = (1.0, speed.value)
    if speed.speed_target_value_type == "factor":
        factor, add = speed.value, 0.0
    return lambda: max(0.0, factor * master.speed + add)


def _left(position: Position, mover: EntityMover, places: PositionResolver, roads: Roads) -> float:
    """Return the remaining distance in m; negative past the position.

    It is measured along the trajectory, along the roads, or straight ahead.
    """
    entity, following = mover.entity, mover.trajectory
    pose, lane_place = places.placed(position)
    if following is not None:
        return following.course.nearest(pose.x, pose.y) - following.way
    apart = (
        roads.displacement(entity.lane_place, lane_place)
        if entity.lane_place and lane_place
        else None
    )
    if apart is not None:
        return apart.along
    dx, dy = pose.x - entity.x, pose.y - entity.y
    ahead = dx * math.cos(entity.heading) + dy * math.sin(entity.heading)
    return math.copysign(math.hypot(dx, dy), ahead)
