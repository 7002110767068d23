"""The topic of a sensor in a joint."""

from __future__ import annotations

from typing import Optional

import numpy as np
from geometry_msgs.msg import Wrench, WrenchStamped

from sim.arrays import Array
from sim.embedded.robot_plugins.joint_wrench import JointWrench
from sim.embedded.sensors.mount import SensorMount
from sim.ros.conversions import header, vector
from sim.ros.sensors.link_frames import link_frame
from sim.ros.sensors.names import SensorNames
from sim.ros.sensors.port import SensorEnvironment, SensorPort
from sim.ros.sensors.published import DIRECT, SensorFactory
from sim.sdf.sensors.force_torque import ForceTorque
from sim.sdf.types import Model


class ForceTorquePort(SensorPort):
    """``wrench`` from the joint's child on its parent, or the reverse."""

    def __init__(self, measured: SensorEnvironment, mount: SensorMount, names: SensorNames) -> None:
        model = measured.physics.models.sdf(mount.model)
        joint = next(one for one in model.joints if one.child == mount.link)
        self._wrench = JointWrench(measured.physics, mount.model, joint.name)
        kind = mount.sensor.kind
        assert isinstance(kind, ForceTorque)
        self._kind, self._sensor_from_link = kind, mount.sensor.link_from_sensor[:3, :3].T
        self._frame = _frame(kind, model, mount, joint.parent, names)
        super().__init__(names.topic("wrench"), WrenchStamped, self._message)

    def wanted(self) -> bool:
        wanted = super().wanted()
        if wanted != self._wrench.wanted:
            self._wrench.wanted = wanted
        return wanted

    def close(self) -> None:
        self._wrench.wanted = False
        super().close()

    def _message(self, now: float) -> Optional[WrenchStamped]:
        """Return the wrench. The first is of the step after the first subscription."""
        if not self._wrench.known:
            return None
        turn = self._turn()
        wrench = Wrench(vector(turn @ self._wrench.force), vector(turn @ self._wrench.torque))
        return WrenchStamped(header(now, self._frame), wrench)

    def _turn(self) -> Array:
        """Return the rotation of vectors (3,) in the child's axes."""
        axes = {
            "child": np.eye(3),
            "parent": self._wrench.parent_from_child,
            "sensor": self._sensor_from_link,
        }[self._kind.frame]
        return axes if self._kind.direction == "child_to_parent" else -axes


def _frame(
    kind: ForceTorque, model: Model, mount: SensorMount, parent: str, names: SensorNames
) -> str:
    if kind.frame == "sensor":
        return names.frame
    link = mount.link if kind.frame == "child" else parent
    return "world" if link == "world" else link_frame(model, link)


PUBLISHED = SensorFactory(ForceTorquePort, DIRECT)
