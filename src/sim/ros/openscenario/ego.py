"""The ego of a scenario in a simulator, at its initial state."""

from __future__ import annotations

import math
import os
import time
from pathlib import Path

import rospy
from geometry_msgs.msg import Pose

from gazebo_msgs.msg import ModelState
from gazebo_msgs.srv import SetModelState, SpawnModel
from sim.errors import InputError, SimulationError
from sim.msg import AckermannDrive, AckermannDriveStamped
from sim.openscenario.play.entity import Entity
from sim.ros.conversions import pose_from_matrix, twist
from sim.ros.node.waiting import Wait
from sim.sdf.model_path import ModelPath
from sim.sdf.reader import read_model
from sim.transforms import transform_from_rpy
from sim.vehicle.parameters import PLUGIN, load_parameters

SPAWN_SERVICE = "/gazebo/spawn_sdf_model"
SET_STATE_SERVICE = "/gazebo/set_model_state"


class EgoModel:
    """A model that its plugin drives.

    ``rear_axle`` is the distance of the rear axle ahead of the model's origin, m.
    """

    def __init__(self, name: str) -> None:
        path = ModelPath(os.environ.get("GAZEBO_MODEL_PATH", "").split(":"))
        self._file = Path(path.model_file(f"model://{name}"))
        model, _ = read_model(self._file, path.paths)
        driven = [each for each in model.plugins if each.filename == PLUGIN]
        uri = driven[0].parameters.get("parameters", "") if driven else ""
        if not uri:
            raise InputError(
                f"ego_model {name}", f"has no plugin {PLUGIN} with <parameters>, so it cannot drive"
            )
        self.rear_axle = load_parameters(path.resolve(uri)).rear_axle_x

    def enter(self, name: str, start: Entity, timeout: float) -> None:
        """Spawn the model under a name at an entity's pose and speed."""
        Wait(SPAWN_SERVICE, timeout).until_offered()
        try:
            text = self._file.read_text(encoding="utf-8")
            pose = self._pose(start)
            answer = rospy.ServiceProxy(SPAWN_SERVICE, SpawnModel)(name, text, "", pose, "")
        except (rospy.ROSException, rospy.ServiceException) as error:
            raise SimulationError(f"the simulator does not take {name} ({error})") from None
        if not answer.success:
            raise SimulationError(answer.status_message)
        self.move(name, start)
        if start.speed:
            self._hold(name, start.speed, timeout)

    def move(self, name: str, start: Entity) -> None:
        """Move an existing model to a moving entity's pose and speed.

        Without speed the model is not moved.
        """
        if not start.speed:
            return
        cos, sin = math.cos(start.heading), math.sin(start.heading)
        moving = twist((start.speed * cos, start.speed * sin, 0.0), (0.0, 0.0, 0.0))
        state = ModelState(name, self._pose(start), moving, "world")
        try:
            answer = rospy.ServiceProxy(SET_STATE_SERVICE, SetModelState)(state)
        except (rospy.ROSException, rospy.ServiceException) as error:
            raise SimulationError(f"the simulator does not move {name} ({error})") from None
        if not answer.success:
            raise SimulationError(answer.status_message)

    def _pose(self, start: Entity) -> Pose:
        """Return the model's pose for a rear axle at an entity's place."""
        cos, sin = math.cos(start.heading), math.sin(start.heading)
        place = (start.x - self.rear_axle * cos, start.y - self.rear_axle * sin, start.z)
        return pose_from_matrix(transform_from_rpy(place, (0.0, 0.0, start.heading)))

    def _hold(self, name: str, speed: float, timeout: float) -> None:
        """Command the speed until the driver does. A car without commands brakes."""
        topic = f"/{name}/ackermann_cmd"
        self._command = rospy.Publisher(topic, AckermannDriveStamped, latch=True, queue_size=1)
        limit = time.monotonic() + timeout
        while not self._command.get_num_connections():
            if rospy.is_shutdown() or time.monotonic() > limit:
                raise SimulationError(f"{topic} has no subscriber")
            rospy.rostime.wallsleep(0.02)
        self._command.publish(AckermannDriveStamped(drive=AckermannDrive(speed=speed)))
