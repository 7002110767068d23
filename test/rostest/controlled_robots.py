"""Texts, parameters and service client of robots under ros_control.

Used by the test beside this file.
"""

from __future__ import annotations

import os
import subprocess
import unittest
from contextlib import contextmanager
from typing import Any, Iterator, Sequence

import rospy
import yaml
from plugin_robots import spawn_robot
from simulator_client import call, done, until
from trajectory_client import Client

from controller_manager_msgs import srv

WORLDS = ["ground_plane"]
POSITION = "hardware_interface/PositionJointInterface"
CONTROLLERS = """
joint_state_controller: {type: joint_state_controller/JointStateController, publish_rate: 500}
arm_controller:
  type: position_controllers/JointTrajectoryController
  joints: [shoulder, elbow]
  stop_trajectory_duration: 0.2
  constraints: {goal_time: 0.5, shoulder: {trajectory: 0.1, goal: 0.01}, elbow: {goal: 0.01}}
elbow_controller: {type: position_controllers/JointPositionController, joint: elbow}
group_controller:
  {type: position_controllers/JointGroupPositionController, joints: [shoulder, elbow]}
gripper_controller: {type: position_controllers/GripperActionController, joint: elbow}
slide_controller:
  {type: effort_controllers/JointPositionController, joint: slide, pid: {p: 200.0, i: 0.0, d: 20.0}}
twice_controller:
  {type: position_controllers/JointTrajectoryController, joints: [elbow, elbow]}
strange_controller: {type: position_controllers/NoSuchController, joint: elbow}
"""
KINDS = {
    "list_controllers": srv.ListControllers,
    "list_controller_types": srv.ListControllerTypes,
    "load_controller": srv.LoadController,
    "unload_controller": srv.UnloadController,
    "switch_controller": srv.SwitchController,
}
BEST_EFFORT = 1
STRICT = 2


def link(name: str, mass: float, length: float) -> str:
    """Return a thin link that reaches along x."""
    inertia = mass * length**2 / 12
    return (
        f'<link name="{name}"><inertial><origin xyz="{length / 2} 0 0"/><mass value="{mass}"/>'
        f'<inertia ixx="0.01" iyy="{inertia}" izz="{inertia}" ixy="0" ixz="0" iyz="0"/></inertial>'
        "</link>"
    )


def transmission(joint: str, interface: str) -> str:
    return (
        f'<transmission name="{joint}_trans"><type>transmission_interface/SimpleTransmission</type>'
        f'<joint name="{joint}"><hardwareInterface>{interface}</hardwareInterface></joint>'
        f'<actuator name="{joint}_motor"><mechanicalReduction>1</mechanicalReduction></actuator>'
        "</transmission>"
    )


def joint(name: str, kind: str, parent: str, child: str, x: float, axis: str) -> str:
    limit = '<limit lower="-3" upper="3" effort="200" velocity="4"/>'
    return (
        f'<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>'
        f'<origin xyz="{x} 0 0"/><axis xyz="{axis}"/>{limit}</joint>'
    )


def robot(name: str, interface: str, more: str = "") -> str:
    """Return an arm of two links on a pillar.

    The arm bears its weight; a carriage beside it slides along x.
    """
    return (
        f'<robot name="{name}"><link name="world"/>{link("base", 5, 0.1)}'
        '<joint name="pillar" type="fixed"><parent link="world"/><child link="base"/>'
        '<origin xyz="0 0 1.5"/></joint>'
        f"{link('upper', 2, 0.4)}{joint('shoulder', 'revolute', 'base', 'upper', 0.1, '0 1 0')}"
        f"{link('lower', 1, 0.3)}{joint('elbow', 'revolute', 'upper', 'lower', 0.4, '0 1 0')}"
        f"{link('carriage', 2, 0.1)}{joint('slide', 'prismatic', 'world', 'carriage', 0, '1 0 0')}"
        f"{transmission('shoulder', interface)}{transmission('elbow', interface)}"
        f"{transmission('slide', 'hardware_interface/EffortJointInterface')}{more}"
        '<gazebo><plugin name="control" filename="libgazebo_ros_control.so"/></gazebo></robot>'
    )


def hand() -> str:
    """Return a tip at the arm's end that follows the elbow by -0.5."""
    wrist = joint("wrist", "revolute", "lower", "tip", 0.3, "0 1 0")
    mimic = '<mimic joint="elbow" multiplier="-0.5" offset="0.2"/></joint>'
    return link("tip", 0.1, 0.05) + wrist.replace("</joint>", mimic)


def spawn_controlled(name: str, text: str, space: str, parameters: str) -> Manager:
    """Spawn a robot with its description and controllers below a namespace.

    Returns its services once they exist; ``parameters`` is the controllers' YAML.
    """
    rospy.set_param(f"{space}/robot_description", text)
    for key, value in yaml.safe_load(parameters).items():
        rospy.set_param(f"{space}/{key}", value)
    spawn_robot(name, text, space)
    return Manager(space)


class Manager:
    """The services of controller_manager in a namespace."""

    def __init__(self, space: str) -> None:
        self._space = f"{space}/controller_manager"
        rospy.wait_for_service(f"{self._space}/load_controller", 60.0)

    def call(self, name: str, *given: Any) -> Any:
        return rospy.ServiceProxy(f"{self._space}/{name}", KINDS[name])(*given)

    def load(self, name: str) -> bool:
        return self.call("load_controller", name).ok

    def switch(
        self, start: Sequence[str] = (), stop: Sequence[str] = (), strictness: int = STRICT
    ) -> bool:
        return self.call("switch_controller", list(start), list(stop), strictness, False, 0.0).ok

    def begin(self, *names: str) -> None:
        """Load controllers and start them."""
        for name in names:
            assert self.load(name), name
        assert self.switch(names), names

    def states(self) -> dict:
        return {one.name: one for one in self.call("list_controllers").controller}


@contextmanager
def spawner(space: str, *words: str) -> Iterator[None]:
    """Run the program spawner as a launch file does. It waits until its controllers run."""
    process = subprocess.Popen(
        ["rosrun", "controller_manager", "spawner", *words, f"__ns:={space}"],
        env=dict(os.environ),
        stdin=subprocess.DEVNULL,
    )
    try:
        manager = Manager(space)

        def running() -> bool:
            states = manager.states()
            return all(word in states and states[word].state == "running" for word in words)

        until(running, f"running {', '.join(words)}")
        yield
    finally:
        process.terminate()
        process.wait(30.0)


class ControlledCase(unittest.TestCase):
    """Each case begins with the world as it was at the start."""

    def setUp(self) -> None:
        call("pause_physics")
        for name in done("get_world_properties").model_names:
            if name not in WORLDS:
                done("delete_model", name)
        call("reset_simulation")

    def client(self, name: str, kind: type) -> Client:
        """Return a foreign client of an action, disconnected at the case's end."""
        made = Client(name, kind)
        self.addCleanup(made.close)
        return made
