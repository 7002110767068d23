"""tf frames of a robot: base, links, controlled point."""

from __future__ import annotations

from sensor_msgs.msg import JointState

from sim.arrays import Array
from sim.ros.conversions import WORLD_FRAME, transform
from sim.ros.node.static_frames import StaticFrames
from sim.ros.robots.link_frames import RobotLinkFrames
from sim.ros.robots.placed import PlacedArm


class RobotFrames:
    """tf frames of one robot.

    ``world`` -> ``<robot>/base_link``, ``<robot>/workstation`` if CRCL's poses are in another frame
    than the world, ``<robot>/<link>``, and ``<robot>/tool0`` -> ``<robot>/tcp`` of a changed tool;
    moving links at most ``rate`` times a simulated s.
    """

    def __init__(self, placed: PlacedArm, rate: float) -> None:
        self._frames, self._name = StaticFrames(), placed.name
        self._flange = f"{placed.name}/{placed.robot.arm.tip}"
        frames = [transform(WORLD_FRAME, f"{placed.name}/base_link", placed.world_from_base, 0.0)]
        if placed.frame != WORLD_FRAME:
            frames.append(transform(WORLD_FRAME, placed.frame, placed.world_from_workstation, 0.0))
        self._frames.set(placed.name, frames)
        self._links = RobotLinkFrames(
            placed.name, placed.robot.urdf(fixed=False), self._frames, rate
        )

    def measured(self, joints: JointState) -> None:
        """Publish the frames of newly measured joints."""
        self._links.take(joints)

    def fit(self, flange_from_tcp: Array) -> None:
        """Set another controlled point on the flange."""
        self._frames.set(
            "tool", [transform(self._flange, f"{self._name}/tcp", flange_from_tcp, 0.0)]
        )
