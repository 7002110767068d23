"""Moves one entity: along its lane, a trajectory, or straight on."""

from __future__ import annotations

import math
from typing import NamedTuple, Optional, Union

from sim.openscenario.model.private_actions import FollowTrajectoryAction, Timing
from sim.openscenario.play.entity import Entity, LanePlace
from sim.openscenario.play.even_stretch import EvenStretch, even_stretch
from sim.openscenario.play.links import Choice
from sim.openscenario.play.motion import (
    SAME,
    DistanceKeeping,
    EntityMotion,
    OffsetChange,
    SpeedMotion,
)
from sim.openscenario.play.random_way import RandomWay
from sim.openscenario.play.roads import Roads, wrap_angle
from sim.openscenario.play.trajectories import TrajectoryPath
from sim.openscenario.play.way import Way
from sim.openscenario.storyboard.world import ActionProgress

# Angle to its lane beyond which an entity leaves it, and speed that counts as standstill.
MAX_LANE_ANGLE = 0.1  # rad
STANDING_SPEED = 1e-3  # m/s


class ObservedState(NamedTuple):
    """Observed state of an entity moved from outside.

    Place of its reference point, speed and acceleration along its heading.
    """

    x: float
    y: float
    z: float
    heading: float
    speed: float
    acceleration: float


class TrajectoryMotion(EntityMotion):
    """Trajectory following, by its own times or by the entity's speed."""

    def __init__(self, action: FollowTrajectoryAction, course: TrajectoryPath, time: float) -> None:
        super().__init__()
        self.course = course
        self.way = action.initial_distance_offset
        reference = action.time_reference
        self.timed = isinstance(reference, Timing) and course.times is not None
        self._scale, self._offset = 1.0, 0.0
        if isinstance(reference, Timing):
            relative = reference.domain_absolute_relative == "relative"
            self._scale = reference.scale
            self._offset = reference.offset + (time if relative else 0.0)

    def way_at(self, time: float) -> float:
        """Return the distance along the timed trajectory at a scenario time."""
        return self.course.way_at((time - self._offset) / self._scale)

    def over(self, time: float) -> bool:
        """Return whether the end is reached."""
        if not self.timed:
            return self.way >= self.course.length - SAME
        assert self.course.times is not None
        return time >= self._offset + self._scale * float(self.course.times[-1]) - SAME


class EntityMover:
    """Mover of one entity by ``longitudinal`` and ``lateral`` motions.

    Without them, it keeps its speed and its place across the lane.
    """

    def __init__(self, entity: Entity, roads: Roads) -> None:
        self.entity, self._roads = entity, roads
        self.longitudinal: Optional[SpeedMotion] = None
        self.lateral: Optional[OffsetChange] = None
        self.trajectory: Optional[TrajectoryMotion] = None
        # True if the pose is exactly that of the lane place, with the lane's heading.
        self._aligned = False
        # Speed in m/s at which the entity was stopped at the end of its road.
        self.speed_at_end = 0.0
        # The even stretch of lane under it, if any.
        self._stretch: Optional[EvenStretch] = None
        # The route that it takes where several ways lead on.
        self.way: Union[Way, RandomWay, None] = None
        # Travelled distance at the begin of the longitudinal and the lateral motion.
        self._along_from = self._across_from = 0.0

    def drive(self, motion: SpeedMotion, time: float, initial: bool = False) -> None:
        """Replace the longitudinal motion from a time on.

        An ``initial`` one, of Init, leaves a trajectory with times unchanged.
        """
        if self.longitudinal is not None:
            self.longitudinal.stop()
        if self.trajectory is not None and self.trajectory.timed:
            if initial:
                motion.stop()
                return
            self._leave()
        self.longitudinal, self._along_from = motion, self.entity.travelled
        self.entity.speed = motion.speed(time, 0.0, self.entity.speed)
        self.correct()
        self.note(0.0)
        self.settle(time)

    def steer(self, motion: OffsetChange, lane_place: LanePlace, time: float) -> None:
        """Replace the lateral motion from a time on.

        ``lane_place`` is the present place relative to the motion's lane.
        """
        if self.lateral is not None:
            self.lateral.stop()
        self._leave()
        self.lateral, self._across_from = motion, self.entity.travelled
        self.entity.lane_place = lane_place
        offset = lane_place.direction * motion.offset(time, 0.0)
        if offset != lane_place.offset:
            lane_place.offset = offset
            self._pose(0.0)
        self.settle(time)

    def follow(self, motion: TrajectoryMotion) -> None:
        if self.lateral is not None:
            self.lateral.stop()
        self._leave()
        if motion.timed and self.longitudinal is not None:
            self.longitudinal.stop()
            self.longitudinal = None
        self.lateral, self.trajectory = None, motion

    def place(
        self, x: float, y: float, z: float, heading: float, lane_place: Optional[LanePlace]
    ) -> None:
        """Put the entity at a place, at rest across its lane."""
        entity = self.entity
        entity.x, entity.y, entity.z, entity.heading = x, y, z, heading
        entity.lane_place, entity.exists, self._aligned = lane_place, True, False
        entity.lateral_speed = entity.lateral_acceleration = 0.0
        self.note(0.0)

    def tow(self, x: float, y: float, heading: float) -> None:
        """Put the entity at its place behind a towing one.

        Its own motions end.
        """
        entity = self.entity
        for motion in (self.longitudinal, self.lateral, self.trajectory):
            if motion is not None:
                motion.stop()
        self.longitudinal = self.lateral = self.trajectory = None
        entity.x, entity.y, entity.heading, entity.exists = x, y, heading, True
        entity.lane_place = self._roads.locate(x, y, heading, entity.lane_place)
        if entity.lane_place is not None:
            entity.z = self._roads.pose(entity.lane_place).z
        self._aligned = False

    def settle(self, time: float) -> None:
        """End motions that are over at a time."""
        entity = self.entity
        if self.longitudinal is not None:
            self.longitudinal.settle(time, entity.travelled - self._along_from, entity.speed)
        if self.lateral is not None:
            self.lateral.settle(time, entity.travelled - self._across_from, entity.speed)

    def _leave(self) -> None:
        if self.trajectory is not None:
            self.trajectory.stop()
            self.trajectory = None

    def speed_at(self, time: float, travelled: float) -> float:
        motion = self.longitudinal
        if motion is None:
            return self.entity.speed
        return motion.speed(time, travelled - self._along_from, self.entity.speed)

    def advance(self, time: float, dt: float) -> None:
        """Advance to a time, ``dt`` later."""
        entity = self.entity
        if not entity.exists:
            return
        self._drop_stopped()
        if self._advance_evenly(time, dt):
            return
        before, heading, stopped = entity.speed, entity.heading, False
        if self.trajectory is not None and self.trajectory.timed:
            self._along_times(self.trajectory, time, dt)
        else:
            middle = self.speed_at(time - 0.5 * dt, entity.travelled + 0.5 * before * dt)
            after = self.speed_at(time, entity.travelled + middle * dt)
            # Simpson's rule: exact for the shapes' cubics.
            way = (before + 4.0 * middle + after) / 6.0 * dt
            stays = self.trajectory is None and self._at_end(way)
            self._on(time, way, dt)
            entity.speed = after
            entity.travelled += 0.0 if stays else abs(way)
            stopped = self.trajectory is None and self._at_end(after)
        entity.acceleration = (entity.speed - before) / dt
        if stopped:
            self.speed_at_end, entity.speed, entity.acceleration = entity.speed, 0.0, 0.0
        elif entity.speed:
            self.speed_at_end = 0.0
        turned = wrap_angle(entity.heading - heading) / dt
        entity.lateral_acceleration = 0.5 * (before + entity.speed) * turned
        self.note(dt)
        self.settle(time)

    def _advance_evenly(self, time: float, dt: float) -> bool:
        """Advance along an even stretch of the lane, if possible.

        The motion is that of the general formulas, in a fraction of the time. Return False
        without an even stretch.
        """
        entity, motion, place = self.entity, self.longitudinal, self.entity.lane_place
        if not self._aligned or self.lateral is not None or self.trajectory is not None:
            return False
        if place is None:
            return False
        stretch = self._stretch
        if stretch is None or not stretch.fits(place):
            self._stretch = stretch = even_stretch(self._roads, place)
            if stretch is None:
                return False
        before = middle = after = entity.speed
        if motion is not None:
            middle = self.speed_at(time - 0.5 * dt, entity.travelled + 0.5 * before * dt)
            after = self.speed_at(time, entity.travelled + middle * dt)
        # Simpson's rule, as in advance.
        way = (before + 4.0 * middle + after) / 6.0 * dt
        s = stretch.moved(place.s, way)
        if not stretch.low < s < stretch.high:
            return False
        turned = stretch.turned(place.s, s) / dt
        entity.lane_place = place = LanePlace(
            place.road, place.lane, s, place.offset, place.direction
        )
        entity.x, entity.y, entity.z, entity.heading = stretch.pose(place, entity.heading)
        entity.speed, entity.acceleration = after, (after - before) / dt
        entity.travelled += abs(way)
        entity.lateral_acceleration = 0.5 * (before + after) * turned
        entity.lateral_speed = 0.0
        self.speed_at_end = 0.0 if after else self.speed_at_end
        entity.off_road = entity.at_end = None
        entity.standing = _longer(entity.standing, dt, abs(after) < STANDING_SPEED)
        if motion is not None:
            motion.settle(time, entity.travelled - self._along_from, after)
        return True

    def observe(self, seen: ObservedState, dt: float) -> None:
        """Take over an observed state, ``dt`` later."""
        entity = self.entity
        turned = wrap_angle(seen.heading - entity.heading) / dt
        entity.lateral_acceleration = 0.5 * (entity.speed + seen.speed) * turned
        entity.travelled += math.hypot(seen.x - entity.x, seen.y - entity.y)
        self._aligned = False
        entity.x, entity.y, entity.z, entity.heading, entity.speed, entity.acceleration = seen
        entity.lane_place = self._roads.locate(
            entity.x, entity.y, entity.heading, entity.lane_place
        )
        if entity.lane_place is not None:
            line = self._roads.pose(entity.lane_place).heading
            across = entity.speed * math.sin(wrap_angle(entity.heading - line))
            entity.lateral_speed = entity.lane_place.direction * across
        self.note(dt)

    def _drop_stopped(self) -> None:
        """Drop finished motions. Speed and place across the lane are kept."""
        if self.longitudinal is not None and self.longitudinal.progress is ActionProgress.STOPPED:
            self.longitudinal = None
        if self.lateral is not None and self._is_over(self.lateral):
            self.lateral = None
        if self.trajectory is not None and self.trajectory.progress is ActionProgress.STOPPED:
            self.trajectory = None

    def _is_over(self, lateral: OffsetChange) -> bool:
        """Return whether a lateral motion is stopped, or ended along the lane."""
        ended = lateral.progress is ActionProgress.ENDED and self._aligned
        return ended or lateral.progress is ActionProgress.STOPPED

    def correct(self) -> None:
        """Correct places and plans after all entities have moved.

        Places of entities that keep a distance without limits, and plans that depend on other
        places.
        """
        motion, entity = self.longitudinal, self.entity
        if motion is not None:
            motion.plan(entity.speed)
        if isinstance(motion, DistanceKeeping) and motion.places and entity.lane_place is not None:
            for _ in range(8):
                missing = motion.missing()
                if abs(missing) < 1e-6 or math.isnan(missing):
                    break
                entity.lane_place, _ = self._roads.moved(entity.lane_place, missing, 0.0, 1.0)
                self._pose(0.0)

    def _along_times(self, motion: TrajectoryMotion, time: float, dt: float) -> None:
        before, after = motion.way, motion.way_at(time)
        motion.way = after
        entity = self.entity
        # The speed at the time, from both sides where they agree.
        near = motion.way_at(time - 1e-4) if not motion.over(time) else motion.way_at(time)
        entity.speed = max(0.0, (after - near) / 1e-4) if after > near else (after - before) / dt
        entity.travelled += after - before
        self._on_course(motion)
        if motion.over(time):
            self._finish(motion)

    def _on(self, time: float, way: float, dt: float) -> None:
        entity, motion = self.entity, self.trajectory
        if motion is not None:
            motion.way += way
            rest = motion.way - motion.course.length
            self._on_course(motion)
            if motion.over(time):
                self._finish(motion)
                if rest > 0.0:
                    self._straight(rest)
            return
        if entity.lane_place is None or not self._along_lane():
            self._straight(way)
            return
        rate = 0.0
        if self.lateral is not None:
            left = self.lateral.offset(time, entity.travelled + way - self._across_from)
            rate = (entity.lane_place.direction * left - entity.lane_place.offset) / dt
        entity.lane_place, _ = self._roads.moved(entity.lane_place, way, rate, dt, self._choice())
        self._pose(self._drift(time, way, dt, rate))

    def _choice(self) -> Optional[Choice]:
        return self.way.choose if self.way is not None else None

    def _drift(self, time: float, way: float, dt: float, rate: float) -> float:
        """Return the present change of the offset per m of s.

        A step across, by ``rate`` m/s either way, has no heading.
        """
        entity, speed = self.entity, way / dt
        lateral = self.lateral
        if lateral is None or abs(speed) < STANDING_SPEED or abs(rate) >= abs(speed):
            entity.lateral_speed = 0.0
            return 0.0
        tiny = 1e-4
        ahead = entity.travelled + way - self._across_from
        now = lateral.offset(time, ahead)
        assert entity.lane_place is not None
        left = (now - lateral.offset(time - tiny, ahead - speed * tiny)) / tiny
        entity.lateral_speed = rate = entity.lane_place.direction * left
        return self._roads.moved(entity.lane_place, speed * tiny, rate, tiny, self._choice())[1]

    def _along_lane(self) -> bool:
        lane_place = self.entity.lane_place
        assert lane_place is not None
        if self.lateral is not None or self._aligned:
            return True
        turned = abs(wrap_angle(self.entity.heading - self._roads.pose(lane_place).heading))
        return turned < MAX_LANE_ANGLE

    def _pose(self, drift: float) -> None:
        entity = self.entity
        assert entity.lane_place is not None
        pose = self._roads.pose(entity.lane_place, drift)
        entity.x, entity.y, entity.z, entity.heading = pose
        self._aligned = drift == 0.0

    def _straight(self, way: float) -> None:
        entity = self.entity
        self._aligned = False
        entity.x += way * math.cos(entity.heading)
        entity.y += way * math.sin(entity.heading)
        entity.lane_place = self._roads.locate(
            entity.x, entity.y, entity.heading, entity.lane_place
        )

    def _on_course(self, motion: TrajectoryMotion) -> None:
        entity = self.entity
        self._aligned = False
        entity.x, entity.y, entity.heading = motion.course.at(motion.way)
        entity.lane_place = self._roads.locate(
            entity.x, entity.y, entity.heading, entity.lane_place
        )
        if entity.lane_place is not None:
            entity.z = self._roads.pose(entity.lane_place).z

    def _finish(self, motion: TrajectoryMotion) -> None:
        motion.end()
        self.trajectory = None

    def note(self, dt: float) -> None:
        """Update the times at standstill, off the road and at its end."""
        entity = self.entity
        entity.standing = _longer(entity.standing, dt, abs(entity.speed) < STANDING_SPEED)
        on_road = self._roads.on_lanes(entity.lane_place)
        entity.off_road = _longer(entity.off_road, dt, not on_road)
        entity.at_end = _longer(
            entity.at_end, dt, self._at_end(1.0) or self._at_end(self.speed_at_end)
        )

    def _at_end(self, motion: float) -> bool:
        """Return whether the lane ends in the direction of motion. Ahead if positive."""
        lane_place = self.entity.lane_place
        if lane_place is None or not motion:
            return False
        sign = lane_place.direction if motion > 0.0 else -lane_place.direction
        return self._roads.at_end(lane_place, sign) and self._along_lane()


def _longer(since: Optional[float], dt: float, holds: bool) -> Optional[float]:
    """Return the duration of a state, 0 s when it begins. None if it does not hold."""
    if not holds:
        return None
    return 0.0 if since is None else since + dt
