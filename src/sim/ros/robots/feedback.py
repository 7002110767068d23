"""State and measurements of a robot controller as CrclStatus."""

from __future__ import annotations

import math
from typing import Optional

from geometry_msgs.msg import Twist, Vector3
from geometry_msgs.msg import Wrench as WrenchMessage
from sensor_msgs.msg import JointState

from sim.arrays import Array
from sim.msg import CrclStatus, GripperState
from sim.robots.effector import Effector
from sim.robots.executor import CommandProgress
from sim.robots.mover import DONE, ERROR, READY, WORKING, MotionReport, Mover
from sim.robots.wrist import Wrench, about_controlled_point
from sim.ros.conversions import header, pose_from_matrix
from sim.ros.robots.arm_state import ArmState

# s between looks at which branch the arm is in, which costs as much as all the rest and hardly ever
# changes.
BRANCH_PERIOD = 0.1
STATES = {
    READY: CrclStatus.READY,
    WORKING: CrclStatus.WORKING,
    DONE: CrclStatus.DONE,
    ERROR: CrclStatus.ERROR,
}


class RobotFeedback:
    """Writes the status of one robot.

    ``frame`` is the workstation's, ``gripper`` the last report of its gripper.
    """

    def __init__(self, frame: str, mover: Mover, effector: Effector) -> None:
        self._frame, self._mover, self._effector = frame, mover, effector
        self._names = list(mover.robot.arm.names)
        self._branch, self._looked = "", -math.inf
        self.gripper: Optional[GripperState] = None

    def message(
        self,
        state: ArmState,
        report: MotionReport,
        progress: CommandProgress,
        wrench: Optional[Wrench] = None,
    ) -> CrclStatus:
        """Return the status at the time of a measurement.

        ``wrench`` is measured by the wrist sensor, in the axes of ``tool0``.
        """
        joints = JointState(
            name=self._names,
            position=state.positions.tolist(),
            velocity=state.velocities.tolist(),
            effort=state.efforts.tolist(),
        )
        status = CrclStatus(
            header=header(state.time, self._frame),
            id=progress.id,
            state=STATES[progress.state],
            description=progress.description,
            joints=joints,
            pose=pose_from_matrix(report.pose),
            twist=_twist(report.twist),
            configuration=self._configuration(state),
            tool=self._mover.ring.tool,
            override=report.override,
        )
        if wrench is not None:
            force, torque = about_controlled_point(
                wrench, report.pose, self._mover.ring.tool0_from_tcp
            )
            status.wrench, status.wrench_known = (
                WrenchMessage(Vector3(*force.tolist()), Vector3(*torque.tolist())),
                True,
            )
        if self._effector.mounted and self.gripper is not None:
            status.gripper, status.gripper_known = self.gripper, True
        return status

    def _configuration(self, state: ArmState) -> str:
        if not self._looked <= state.time < self._looked + BRANCH_PERIOD:
            self._branch, self._looked = self._mover.configuration(state.positions), state.time
        return self._branch


def _twist(values: Array) -> Twist:
    return Twist(Vector3(*values[:3].tolist()), Vector3(*values[3:].tolist()))
