"""Drives a robot through the waypoints of a mission as a lockstep participant, so that runs repeat,
and says how far it is."""

from __future__ import annotations

import threading
from typing import Optional, Tuple

import rospy

from sim.drivers.patrol import Patrol, PatrolOptions, Waypoint
from sim.errors import InputError
from sim.msg import (
    AckermannDrive,
    AckermannDriveStamped,
    LockstepBoundary,
    Mission,
    MissionEntity,
    MissionStatus,
)
from sim.ros.conversions import header
from sim.ros.lockstep_client import LockstepClient, Membership, egos_from

PERIOD = 0.1


def waypoint(entity: MissionEntity) -> Waypoint:
    return Waypoint(entity.name, entity.pose.position.x, entity.pose.position.y, entity.yaw)


def start_of(mission: Mission, robot_type: str) -> MissionEntity:
    """Where the robot starts: the first entity of its type, else the mission's ego."""
    for entity in mission.entities:
        if entity.type == robot_type or (not robot_type and entity.name == mission.ego):
            return entity
    known = ", ".join(sorted({entity.type for entity in mission.entities})) or "none"
    raise InputError(
        "mission",
        f"has no entity of type {robot_type!r} to start from"
        if robot_type
        else "its ego is no entity of the mission; "
        f"name the type of the robot's (robot_type); there are {known}",
    )


class MissionDrive:
    """``finished`` is set once the patrol has succeeded or failed; :attr:`patrol` says which."""

    def __init__(
        self, robot: str, mission: Mission, options: PatrolOptions, types: Tuple[str, str]
    ) -> None:
        robot_type, waypoint_type = types
        goals = [waypoint(entity) for entity in mission.entities if entity.type == waypoint_type]
        if not goals:
            raise InputError(
                "mission",
                f"has no entity of type {waypoint_type!r}; it has "
                f"{', '.join(sorted({entity.type for entity in mission.entities}))}",
            )
        self.patrol = Patrol(waypoint(start_of(mission, robot_type)), goals, options)
        self.finished = threading.Event()
        self.time: Optional[float] = None
        self.began: Optional[float] = None
        self._robot, self._topic, self._reported = robot, f"/{robot}/ackermann_cmd", -1
        self._command = rospy.Publisher(
            self._topic, AckermannDriveStamped, queue_size=10, tcp_nodelay=True
        )
        self._status = rospy.Publisher("~status", MissionStatus, queue_size=10, latch=True)

    def join(self, timeout: float) -> None:
        """Takes part from here on: the simulator waits for each command."""
        self._client = LockstepClient(
            Membership("mission_runner", PERIOD, [self._robot], timeout), self._boundary
        )
        self._client.join(self._command)

    def leave(self) -> None:
        self._client.leave()

    def _boundary(self, message: LockstepBoundary) -> None:
        now, robots = message.header.stamp.to_sec(), egos_from(message)
        due = now + PERIOD
        if robots:
            robot = robots[0]
            angle, speed = self.patrol.command(now, robot.centre, robot.yaw, robot.speed)
            self._command.publish(
                AckermannDriveStamped(
                    header(due, f"{self._robot}/base_link"),
                    AckermannDrive(angle, 0.0, speed, 0.0, 0.0),
                )
            )
            self.began = now if self.began is None else self.began
            self.time = self.time if self.finished.is_set() else now
            self._tell(now)
        self._client.done(now, due, [self._topic] if robots else [])
        if self.patrol.done:
            self.finished.set()

    def _tell(self, now: float) -> None:
        patrol, count = self.patrol, len(self.patrol.reached)
        if (count == self._reported and not patrol.failure) or self.finished.is_set():
            return
        self._reported, total = count, len(patrol.waypoints)
        text = patrol.failure or (
            f"reached {patrol.reached[-1][0]} ({count} of {total}) at {now:.1f} s"
            if count
            else f"drives to {patrol.next}"
        )
        state = (
            MissionStatus.FAILED
            if patrol.failure
            else MissionStatus.SUCCEEDED
            if patrol.done
            else MissionStatus.DRIVING
        )
        rospy.loginfo("mission: %s", text)
        self._status.publish(MissionStatus(header(now), state, text, patrol.next, count, total))
