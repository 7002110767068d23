"""gazebo_ros services about forces: on links and on joints, and their ends."""

from __future__ import annotations

import math
from typing import Any, Callable, Dict, Tuple

import numpy as np
import rospy

from gazebo_msgs.srv import ApplyBodyWrench, ApplyJointEffort, BodyRequest, JointRequest
from sim.embedded.efforts import Effort
from sim.embedded.entities import WorldEntities
from sim.embedded.simulation import Simulation
from sim.embedded.wrenches import TimedWrench
from sim.errors import InputError, SimError
from sim.ros.conversions import array
from sim.ros.node.services import offer


class ForceServices:
    """``/gazebo/apply_*`` and ``clear_*``; handlers run in the physics thread."""

    def __init__(self, simulation: Simulation, entities: WorldEntities) -> None:
        self._simulation, self._entities = simulation, entities
        box = simulation.mailbox
        self._services = [
            offer("gazebo/apply_body_wrench", ApplyBodyWrench, box, self._apply_body_wrench),
            offer("gazebo/apply_joint_effort", ApplyJointEffort, box, self._apply_joint_effort),
            rospy.Service(
                "gazebo/clear_body_wrenches",
                BodyRequest,
                lambda request: self._clear(
                    lambda: simulation.subsystems.wrenches.forget(*entities.link(request.body_name))
                ),
            ),
            rospy.Service(
                "gazebo/clear_joint_forces",
                JointRequest,
                lambda request: self._clear(
                    lambda: simulation.subsystems.efforts.forget(
                        *entities.joint(request.joint_name)
                    )
                ),
            ),
        ]

    def _apply_body_wrench(self, request: Any) -> Dict[str, Any]:
        model, link = self._entities.link(request.body_name)
        turn = self._entities.state(request.reference_frame).pose[:3, :3]
        force, torque = turn @ array(request.wrench.force), turn @ array(request.wrench.torque)
        point = array(request.reference_point)
        if not np.isfinite([*force, *torque, *point]).all():
            raise InputError("wrench", "holds a number that is not finite")
        begin, end = self._times(request)
        self._simulation.subsystems.wrenches.add(
            TimedWrench(model, link, tuple(force), tuple(torque), tuple(point), begin, end)
        )
        return {}

    def _apply_joint_effort(self, request: Any) -> Dict[str, Any]:
        model, joint = self._entities.joint(request.joint_name)
        # Raises for a joint that cannot move.
        self._simulation.physics.joints.dof(model, joint)
        if not math.isfinite(request.effort):
            raise InputError("effort", f"{request.effort} must be a finite number of N m or N")
        begin, end = self._times(request)
        self._simulation.subsystems.efforts.add(Effort(model, joint, request.effort, begin, end))
        return {}

    def _times(self, request: Any) -> Tuple[float, float]:
        begin = max(request.start_time.to_sec(), self._simulation.physics.time)
        lasts = request.duration.to_sec()
        if lasts == 0.0:
            raise InputError("duration", "is 0 s, which acts at no step; negative acts for ever")
        return begin, begin + lasts if lasts > 0 else math.inf

    def _clear(self, action: Callable[[], None]) -> Tuple[()]:
        """Clear forces; these services have no field for an error."""
        try:
            self._simulation.mailbox.call(action)
        except SimError as error:
            rospy.logwarn("nothing is cleared: %s", error)
        return ()
