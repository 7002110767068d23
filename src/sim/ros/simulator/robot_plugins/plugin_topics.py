"""Publishes the topics of gazebo_plugins for robots of the embedded simulator."""

from __future__ import annotations

import math
from typing import Dict, List, Tuple, Type, Union

import rospy
from geometry_msgs.msg import TransformStamped
from tf2_msgs.msg import TFMessage

from sim.embedded.simulation import Simulation
from sim.errors import InputError
from sim.robot_plugins.settings import (
    DIFF_DRIVE,
    F3D,
    FORCE,
    FT_SENSOR,
    HAND_OF_GOD,
    HECTOR_GPS,
    HECTOR_IMU,
    HECTOR_MAGNETIC,
    IMU,
    JOINT_STATE_PUBLISHER,
    MIMIC,
    MIMIC_UPATRAS,
    P3D,
    PLANAR_MOVE,
    ROS_CONTROL,
    SKID_STEER_DRIVE,
    TEMPLATE,
    TRICYCLE_DRIVE,
    VACUUM_GRIPPER,
    WHEEL_SLIP,
    PluginSettings,
)
from sim.ros.simulator.robot_plugins.body_ports import (
    GpsPorts,
    HectorImuPorts,
    ImuPorts,
    MagneticPorts,
)
from sim.ros.simulator.robot_plugins.control_ports import ControlPorts
from sim.ros.simulator.robot_plugins.hand_of_god_ports import HandOfGodPorts
from sim.ros.simulator.robot_plugins.joint_state_ports import JointStatePorts
from sim.ros.simulator.robot_plugins.mimic_ports import MimicPorts, NoPorts, TemplatePorts
from sim.ros.simulator.robot_plugins.p3d_ports import P3dPorts
from sim.ros.simulator.robot_plugins.planar_move_ports import PlanarMovePorts
from sim.ros.simulator.robot_plugins.ports import PluginTopics
from sim.ros.simulator.robot_plugins.vacuum_ports import VacuumPorts
from sim.ros.simulator.robot_plugins.wheel_drive_ports import WheelDrivePorts
from sim.ros.simulator.robot_plugins.wheel_slip_ports import WheelSlipPorts
from sim.ros.simulator.robot_plugins.wrench_ports import (
    AppliedWrenchPorts,
    ForcePorts,
    ForceTorquePorts,
)

AnyPorts = Union[PluginTopics, ControlPorts, MimicPorts, NoPorts]
KINDS: Dict[str, Type[Union[PluginTopics, ControlPorts, MimicPorts, TemplatePorts]]] = {
    DIFF_DRIVE: WheelDrivePorts,
    SKID_STEER_DRIVE: WheelDrivePorts,
    TRICYCLE_DRIVE: WheelDrivePorts,
    JOINT_STATE_PUBLISHER: JointStatePorts,
    P3D: P3dPorts,
    PLANAR_MOVE: PlanarMovePorts,
    FT_SENSOR: ForceTorquePorts,
    F3D: AppliedWrenchPorts,
    FORCE: ForcePorts,
    VACUUM_GRIPPER: VacuumPorts,
    HAND_OF_GOD: HandOfGodPorts,
    TEMPLATE: TemplatePorts,
    WHEEL_SLIP: WheelSlipPorts,
    IMU: ImuPorts,
    HECTOR_IMU: HectorImuPorts,
    HECTOR_GPS: GpsPorts,
    HECTOR_MAGNETIC: MagneticPorts,
    MIMIC: MimicPorts,
    MIMIC_UPATRAS: MimicPorts,
    ROS_CONTROL: ControlPorts,
}
QUEUE = 100


class RobotPluginTopics:
    """Follows models as they are spawned and deleted.

    ``seed`` is that of noise, with the names of model and plugin.
    """

    def __init__(self, simulation: Simulation, seed: int) -> None:
        self._simulation, self._seed = simulation, seed
        self._ports: Dict[Tuple[str, str], Tuple[PluginSettings, AnyPorts]] = {}
        self._changes = -1
        self._tf = rospy.Publisher("/tf", TFMessage, queue_size=QUEUE, tcp_nodelay=True)
        simulation.on_step.append(self)

    def __call__(self, now: float) -> None:
        self._follow()
        frames: List[TransformStamped] = []
        for _, ports in self._ports.values():
            frames += ports.publish(now)
        if frames:
            self._tf.publish(TFMessage(frames))

    def next(self, now: float) -> float:
        """Return ``now`` if there are robots, which are updated after each step."""
        changed = self._changes != self._simulation.physics.models.changes
        return now if self._ports or changed else math.inf

    def _follow(self) -> None:
        models = self._simulation.physics.models
        if self._changes == models.changes:
            return
        self._changes = models.changes
        wanted = {
            (name, settings.plugin): settings
            for name in models.names()
            for settings in models.plan(name).robot_plugins
        }
        # A model may have been replaced by another of its name.
        for key, (settings, ports) in list(self._ports.items()):
            if wanted.get(key) is not settings:
                ports.close()
                del self._ports[key]
        for key, settings in wanted.items():
            if key not in self._ports:
                self._ports[key] = settings, self._made(key[0], settings)

    def _made(self, model: str, settings: PluginSettings) -> AnyPorts:
        try:
            return KINDS[settings.filename](self._simulation, model, settings, self._seed)
        except InputError as error:
            where = f"{model}: plugin {settings.plugin}"
            rospy.logerr("%s: %s; this plugin does not run", where, error)
            return NoPorts()
