"""The four-point registration procedure in a running simulation.

A gear is the marker; the detector reports it, and the robot touches its true position [AgileRobots,
Calibration].
"""

from __future__ import annotations

import threading
import time
from typing import Callable, List, Sequence

import numpy as np
import rospy

from sim.arrays import Array
from sim.crcl.enums import CommandState
from sim.errors import SimulationError
from sim.kitting.detection.classes import ObjectClass
from sim.kitting.detections import PART, Detection, Detections
from sim.kitting.execution import commands
from sim.kitting.execution.port import CrclPort
from sim.kitting.execution.requests import Do
from sim.kitting.world.cell import Cell
from sim.ros.kitting.messages import detections_from_message
from sim.ros.scenes.live_simulator import LiveSimulator
from sim.transforms import inverse
from sim.workcell.gear import Gear
from sim.workcell.layout import Layout
from vision_msgs.msg import Detection3DArray

MAX_REPORT_DISTANCE = 0.1  # m, from the marker
ROBOT_SPEED = 0.25  # m/s
POLL_PERIOD = 0.02  # s of wall time
TIMEOUT = 120.0  # s of wall time


class Registering:
    """Moves, detects and touches the marker.

    ``marker`` is a model of the ``part``; ``stopped`` returns whether to abort.
    """

    def __init__(
        self,
        port: CrclPort,
        marker: str,
        part: str,
        cell: Cell,
        robot: str,
        classes: Sequence[ObjectClass],
        stopped: Callable[[], bool],
    ) -> None:
        self._port, self._marker, self._part = port, marker, part
        self._cell, self._robot, self._classes, self._stopped = cell, robot, classes, stopped
        self._tool = next(name for name, one in cell.tools.items() if one.robot == robot)
        ring = cell.robots[robot].ring
        self._workstation_from_world = inverse(ring.world_from_workstation)
        self._models, self._place = LiveSimulator(), np.eye(4)
        self._since = 0.0
        self._arrived = threading.Condition()
        self._reports: List[Array] = []
        self._subscriber = rospy.Subscriber(
            "detections", Detection3DArray, self._see, queue_size=50
        )

    def place(self, world_from_marker: Array) -> None:
        """Move the marker to a place."""
        self._models.move(self._marker, world_from_marker)
        with self._arrived:
            self._place = world_from_marker
            self._since = rospy.get_time() + 0.1
            self._reports.clear()

    def detect(self) -> Array:
        """Return the marker's position (3,) in its next report."""
        with self._arrived:
            if not self._arrived.wait_for(lambda: bool(self._reports), TIMEOUT):
                raise SimulationError(
                    f"no {self._part} is reported within {MAX_REPORT_DISTANCE:g} m of the marker "
                    f"on {self._subscriber.resolved_name}"
                )
            return self._reports.pop(0)

    def touch(self) -> Array:
        """Return the marker's position (3,) in the robot's frame, by touching it."""
        truth = self._models.poses([self._marker])[self._marker]
        ways = self._cell.grasps(self._robot, truth, self._part, self._tool)
        if not ways:
            raise SimulationError(f"the marker is out of {self._robot}'s reach")
        stops = ways[0]
        self._do(commands.grip(1.0))
        for pose, straight in ((stops.above, False), (stops.at, True)):
            goal = self._workstation_from_world @ pose
            self._do(commands.move(goal, ROBOT_SPEED, straight))
        status = self._port.status()
        if status.pose_status is None:
            raise SimulationError("the robot does not report its position")
        touched = commands.place_of(status.pose_status.pose)
        above = stops.at[:3, 3] - truth[:3, 3]
        self._do(commands.move(self._workstation_from_world @ stops.above, ROBOT_SPEED, True))
        return touched - self._workstation_from_world[:3, :3] @ above

    def _do(self, request: Do) -> None:
        self._wait(self._ready, "session")
        self._port.send(request.command)
        self._wait(self._done, "end of a command")

    def _ready(self) -> bool:
        self._port.status()
        return self._port.ready

    def _done(self) -> bool:
        status = self._port.status()
        ended = self._port.ended(status)
        if ended == CommandState.ERROR:
            said = status.command_status.state_description
            raise SimulationError(f"the robot: {said or 'an error'}")
        return ended is not None

    def _wait(self, condition: Callable[[], bool], what: str) -> None:
        end = time.monotonic() + TIMEOUT
        while not condition():
            if time.monotonic() > end or self._stopped():
                raise SimulationError(f"no {what} within {TIMEOUT:g} s")
            time.sleep(POLL_PERIOD)

    def _see(self, message: Detection3DArray) -> None:
        seen = detections_from_message(message, self._classes)
        with self._arrived:
            if seen.time < self._since:
                return
            near = [
                one.world_from_object[:3, 3]
                for one in seen.objects
                if one.part == self._part
                and np.linalg.norm((one.world_from_object - self._place)[:3, 3])
                < MAX_REPORT_DISTANCE
            ]
            if near:
                self._reports.append(
                    min(near, key=lambda at: float(np.linalg.norm(at - self._place[:3, 3])))
                )
                self._arrived.notify_all()


def known_parts(layout: Layout, models: LiveSimulator) -> Detections:
    """Return the true poses of a layout's gears as a report."""
    gears = {
        name: placed.part.name
        for name, placed in layout.models.items()
        if isinstance(placed.part.body, Gear)
    }
    exact = np.diag([1e-10] * 6)
    return Detections(
        rospy.get_time(),
        "truth",
        tuple(
            Detection(gears[name], PART, pose, exact, 1.0)
            for name, pose in models.poses(list(gears)).items()
        ),
    )
