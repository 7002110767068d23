"""Models that the checks add to a world, and their motion.

They are far above the world and have unique names.
"""

from __future__ import annotations

import math
import os
from dataclasses import dataclass, field
from typing import Any, List, Optional, Sequence, Union

import numpy as np
from geometry_msgs.msg import Point, Pose, Quaternion, Twist, Vector3

from gazebo_msgs.msg import ModelState
from sim.arrays import Array
from sim.ros.conformance.report import Differs
from sim.ros.conformance.server import GazeboServices

HEIGHT = 1000.0
MASS = 2.0
SDF = f"""<?xml version="1.0"?><sdf version="1.5"><model name="any"><link name="link">
<inertial><mass>{MASS}</mass><inertia><ixx>0.1</ixx><iyy>0.1</iyy><izz>0.1</izz><ixy>0</ixy><ixz>0</ixz><iyz>0</iyz></inertia></inertial>
<collision name="hull"><geometry><box><size>0.5 0.5 0.5</size></box></geometry></collision></link>
</model></sdf>"""
INERTIAL = (
    '<inertial><mass value="1"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" '
    'iyz="0"/></inertial>'
)
URDF = (
    '<robot name="any"><link name="base">'
    + INERTIAL
    + '</link><link name="arm">'
    + INERTIAL
    + '</link><joint name="{joint}" type="revolute">'
    '<origin xyz="0 0 0.5"/><axis xyz="0 1 0"/><parent link="base"/><child link="arm"/><limit '
    'lower="-2" upper="2" effort="10" velocity="10"/>'
    "</joint></robot>"
)


@dataclass
class Probe:
    """A box, and an arm on a hinge."""

    box: str = field(default_factory=lambda: f"check_simulator_box_{os.getpid()}")
    arm: str = field(default_factory=lambda: f"check_simulator_arm_{os.getpid()}")
    spawned: List[str] = field(default_factory=list)

    @property
    def hinge(self) -> str:
        return f"{self.arm}_hinge"

    @property
    def link(self) -> str:
        return f"{self.box}::link"

    def spawn_box(self, server: GazeboServices) -> str:
        return self._spawn(server, "spawn_sdf_model", self.box, SDF, pose(0.0, 0.0, HEIGHT, 0.3))

    def spawn_arm(self, server: GazeboServices) -> str:
        return self._spawn(
            server,
            "spawn_urdf_model",
            self.arm,
            URDF.format(joint=self.hinge),
            pose(10.0, 0.0, HEIGHT),
        )

    def _spawn(
        self, server: GazeboServices, service: str, name: str, text: str, where: Pose
    ) -> str:
        # Noted first: a spawn that answers too late may still come to be.
        self.spawned.append(name)
        server.done(service, name, text, "", where, "")
        if name not in server.done("get_world_properties").model_names:
            raise Differs(f"{service} succeeded, but get_world_properties does not list {name}")
        return ""

    def place(
        self, server: GazeboServices, where: Pose, moving: Optional[Twist] = None, frame: str = ""
    ) -> None:
        """Move the box."""
        server.done("set_model_state", ModelState(self.box, where, moving, frame))


def pose(x: float, y: float, z: float, yaw: float = 0.0) -> Pose:
    return Pose(Point(x, y, z), Quaternion(0.0, 0.0, math.sin(yaw / 2), math.cos(yaw / 2)))


def twist(
    linear: Sequence[float] = (0.0, 0.0, 0.0), angular: Sequence[float] = (0.0, 0.0, 0.0)
) -> Twist:
    return Twist(Vector3(*linear), Vector3(*angular))


def values(of: Any) -> Array:
    """Return x, y, z of a point or vector as (3,)."""
    return np.array([of.x, of.y, of.z])


def yaw(of: Pose) -> float:
    """Return the heading of a level pose."""
    return 2.0 * math.atan2(of.orientation.z, of.orientation.w)


def near(
    what: str,
    found: Union[Array, Sequence[float]],
    wanted: Union[Array, Sequence[float]],
    tolerance: float,
) -> None:
    """Raise Differs if numbers are further apart than ``tolerance``."""
    if not np.all(np.abs(np.asarray(found, float) - np.asarray(wanted, float)) <= tolerance):
        raise Differs(f"{what} is {_short(found)}, not {_short(wanted)} within {tolerance:g}")


def _short(numbers: Union[Array, Sequence[float]]) -> str:
    return " ".join(f"{number:.9g}" for number in numbers)
