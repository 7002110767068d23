"""Drives a robot through the waypoints of a mission, in lockstep.

Publishes its progress.
"""

from __future__ import annotations

import threading
from typing import Dict, List, Optional, Sequence, Tuple

import rospy

from sim.drivers.waypoints import MissionWaypoint
from sim.errors import InputError
from sim.msg import LockstepBoundary, Mission, MissionEntity, MissionStatus
from sim.ros.conversions import header
from sim.ros.lockstep_client import LockstepClient, Membership, egos_from
from sim.ros.scenes.mission_robots import MissionRobot
from sim.ros.scenes.mission_tasks import END, START, MissionTask

PERIOD = 0.1


def waypoint(entity: MissionEntity) -> MissionWaypoint:
    return MissionWaypoint(entity.name, entity.pose.position.x, entity.pose.position.y, entity.yaw)


def start_of(mission: Mission, robot_type: str) -> MissionEntity:
    """Return the first entity of the robot's type, else the mission's ego.

    It is the robot's start.
    """
    for entity in mission.entities:
        if entity.type == robot_type or (not robot_type and entity.name == mission.ego):
            return entity
    known = ", ".join(sorted({entity.type for entity in mission.entities})) or "none"
    raise InputError(
        "mission",
        f"has no entity of type {robot_type!r} to start from"
        if robot_type
        else "its ego is not an entity of the mission; "
        f"name the type of the robot's (robot_type); there are {known}",
    )


def goals_of(mission: Mission, waypoint_type: str) -> List[MissionWaypoint]:
    """Return the waypoints: the entities of a type, in the scenario's order."""
    goals = [waypoint(entity) for entity in mission.entities if entity.type == waypoint_type]
    if goals:
        return goals
    raise InputError(
        "mission",
        f"has no entity of type {waypoint_type!r}; it has "
        f"{', '.join(sorted({entity.type for entity in mission.entities}))}",
    )


class MissionDrive:
    """Lockstep participant that drives a mission.

    ``finished`` is set once the mission has succeeded or failed; ``progress`` contains which.
    ``tasks`` are services by the stop at which they are called (:mod:`.mission_tasks`).
    """

    def __init__(self, name: str, robot: MissionRobot, tasks: Dict[str, str]) -> None:
        self.progress, self.finished = robot.progress, threading.Event()
        self.time: Optional[float] = None
        self.began: Optional[float] = None
        self._name, self._robot, self._tasks = name, robot, tasks
        self._task: Optional[MissionTask] = None
        # Stops whose task is due, in their order, and the number of processed waypoints.
        self._due, self._passed = [START], 0
        self._reported: Tuple[int, int, str] = (-1, -1, "")
        self._status = rospy.Publisher("~status", MissionStatus, queue_size=10, latch=True)

    def join(self, objects: Sequence[str], timeout: float) -> None:
        """Join the lockstep.

        The simulator then waits for each answer, and sends the poses of the robot and the
        ``objects``.
        """
        self._timeout = timeout
        self._client = LockstepClient(
            Membership("mission_runner", PERIOD, [self._name, *objects], timeout), self._boundary
        )
        self._client.join(*([self._robot.publisher] if self._robot.stamped else []))

    def leave(self) -> None:
        self._client.leave()

    def _boundary(self, message: LockstepBoundary) -> None:
        now = message.header.stamp.to_sec()
        due, inputs = now + PERIOD, []
        here = next((one for one in egos_from(message) if one.name == self._name), None)
        if here is not None:
            self.began = now if self.began is None else self.began
            if not self.finished.is_set():
                # A reset ends the mission; its duration is counted until then.
                self.time = now if self.time is None else max(self.time, now)
            if not self._works(now, due):
                self._robot.drive(now, due, here, message)
                inputs = [self._robot.topic] if self._robot.stamped else []
                self._note_stops()
            self._tell(now)
        self._client.done(now, due, inputs)
        if self.progress.failure or (self.progress.done and not self._due and not self._task):
            self.finished.set()

    def _works(self, now: float, due: float) -> bool:
        """Return whether a task is active at the robot's stop. Starts a task that is due."""
        if self._task is not None and self._task.done:
            self.progress.failure = self._task.failure or ""
            self._task = None
        while self._task is None and self._due and not self.progress.failure:
            service = self._tasks.get(self._due.pop(0))
            if service:
                self._robot.stand(due)
                self._task = MissionTask(service, self._timeout)
                rospy.loginfo("mission: stands, and %s works", service)
        if self._task is not None:
            self.progress.stay(now)
            limit = self.progress.limits.time_limit
            if self.began is not None and now - self.began > limit:
                self.progress.failure = f"{self._task.service} is not done within {limit:g} s"
        return self._task is not None

    def _note_stops(self) -> None:
        progress = self.progress
        for name, _ in progress.reached[self._passed :]:
            self._due.append(name)
        if len(progress.reached) > self._passed and progress.done:
            self._due.append(END)
        self._passed = len(progress.reached)
        self._due = [stop for stop in self._due if stop in self._tasks]

    def _tell(self, now: float) -> None:
        progress, count = self.progress, len(self.progress.reached)
        state, total = self._state(), len(progress.waypoints)
        last, at = progress.reached[-1] if count else ("", now)
        if self.finished.is_set() or (count, state) == self._reported[:2]:
            return
        text = progress.failure or (
            f"reached {last} ({count} of {total}) at {at:.1f} s"
            if count
            else f"drives to {progress.next}"
        )
        if text != self._reported[2]:
            rospy.loginfo("mission: %s", text)
        self._reported = (count, state, text)
        self._status.publish(MissionStatus(header(now), state, text, progress.next, count, total))

    def _state(self) -> int:
        if self.progress.failure:
            return MissionStatus.FAILED
        ended = self.progress.done and not self._due and not self._task
        return MissionStatus.SUCCEEDED if ended else MissionStatus.DRIVING
