"""Robots with gazebo_plugins, and driving one by its own odometry.

Used by the tests beside this file.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import rospy
from geometry_msgs.msg import Twist
from nav_msgs.msg import Odometry
from simulator_client import Subscription, done, now, pose, until, yaw

EXAMPLE = (
    Path(__file__).resolve().parents[2] / "examples" / "two_wheels" / "urdf" / "two_wheels.urdf"
)
# Contacts of ODE that do not rattle.
FIRM = (
    "<surface><contact><ode><kp>1000000</kp><kd>100</kd><min_depth>0.0005</min_depth>"
    "<max_vel>0.1</max_vel></ode></contact></surface>"
)
PHYSICS_STEP = 0.002  # s
MAX_SPEED = 0.4  # m/s
MAX_YAW_RATE = 0.8  # rad/s
CONTROL_PERIOD = 0.1  # s


def _body(name: str, pose: str, mass: float) -> str:
    inertia = "<ixx>0.001</ixx><iyy>0.001</iyy><izz>0.001</izz>"
    return (
        f'<link name="{name}"><pose>{pose}</pose><inertial><mass>{mass}</mass><inertia>{inertia}'
        "</inertia></inertial></link>"
    )


def _at_world(link: str, sensor: str = "") -> str:
    return (
        f'<joint name="mount" type="fixed"><parent>world</parent><child>{link}</child>{sensor}'
        "</joint>"
    )


def _finger(name: str) -> str:
    return (
        f'<joint name="{name}_joint" type="revolute"><parent>palm</parent><child>{name}</child>'
        "<axis><xyz>1 0 0</xyz><dynamics><damping>0.02</damping></dynamics></axis></joint>"
    )


def _force_torque(name: str, frame: str, direction: str) -> str:
    """Return a sensor in a joint, rotated by a quarter turn about z."""
    return (
        f'<sensor name="{name}" type="force_torque"><pose>0 0 0 0 0 1.5707963</pose>'
        f"<update_rate>100</update_rate><force_torque><frame>{frame}</frame>"
        f"<measure_direction>{direction}</measure_direction></force_torque></sensor>"
    )


# A palm at the world with an arm 0.5 m above it, which is rolled by a quarter turn.
FEELER = (
    '<sdf version="1.6"><model name="feeler">'
    + _body("palm", "0 0 1 0 0 0", 1.0)
    + _body("arm", "0 0 1.5 1.5707963 0 0", 0.5)
    + _at_world(
        "palm",
        _force_torque("wrist", "sensor", "parent_to_child")
        + _force_torque("world", "parent", "child_to_parent"),
    )
    + '<joint name="elbow" type="fixed"><parent>palm</parent><child>arm</child>'
    + _force_torque("own", "child", "child_to_parent")
    + _force_torque("given", "parent", "parent_to_child")
    + "</joint></model></sdf>"
)
# A palm at the world with two fingers that turn about their centres along x, the left one 0.1 m
# along y; the right one goes as the left one does.
HAND = (
    '<sdf version="1.6"><model name="hand">'
    + _body("palm", "0 0 1 0 0 0", 1.0)
    + _body("left", "0 0.1 1 0 0 0", 0.2)
    + _body("right", "0 0 1.2 0 0 0", 0.2)
    + _at_world("palm")
    + _finger("left")
    + _finger("right")
    + '<plugin name="mimic" filename="libroboticsgroup_gazebo_mimic_joint_plugin.so">'
    "<joint>left_joint</joint><mimicJoint>right_joint</mimicJoint><multiplier>-0.5</multiplier>"
    '<offset>0.1</offset></plugin><plugin name="feel" filename="libgazebo_ros_ft_sensor.so">'
    "<jointName>mount</jointName><topicName>felt</topicName><updateRate>100</updateRate></plugin>"
    '<plugin name="see" filename="libgazebo_ros_f3d.so"><bodyName>left</bodyName>'
    '<topicName>applied</topicName></plugin><plugin name="push" filename="libgazebo_ros_force.so">'
    "<bodyName>left</bodyName><topicName>push</topicName></plugin>"
    '<plugin name="imu" filename="libgazebo_ros_imu.so"><bodyName>palm</bodyName>'
    "<topicName>imu</topicName><updateRate>100</updateRate></plugin>"
    '<plugin name="gps" filename="libhector_gazebo_ros_gps.so"><bodyName>palm</bodyName>'
    "<updateRate>10</updateRate></plugin>"
    '<plugin name="compass" filename="libhector_gazebo_ros_magnetic.so"><bodyName>palm</bodyName>'
    "<updateRate>10</updateRate></plugin>"
    '<plugin name="inert" filename="libhector_gazebo_ros_imu.so"><topicName>inert</topicName>'
    "<updateRate>100</updateRate><accelOffset>0.1 0 0</accelOffset></plugin>"
    '<plugin name="states" filename="libgazebo_ros_joint_state_publisher.so">'
    "<jointName>left_joint, right_joint</jointName></plugin></model></sdf>"
)
# A cup at the world, and what hangs 3 cm below it.
CUP = (
    '<sdf version="1.6"><model name="cup">'
    + _body("cup", "0 0 1 0 0 0", 1.0)
    + _at_world("cup")
    + '<plugin name="vacuum" filename="libgazebo_ros_vacuum_gripper.so"><bodyName>cup</bodyName>'
    "<topicName>grasping</topicName></plugin></model></sdf>"
)
THING = (
    '<sdf version="1.6"><model name="thing">'
    + _body("box", "0 0 0.97 0 0 0", 0.5)
    + "</model></sdf>"
)


# A body that is drawn to a frame of tf.
HELD = (
    '<sdf version="1.6"><model name="held">'
    + _body("body", "0 0 1 0 0 0", 0.5)
    + '<plugin name="god" filename="libgazebo_ros_hand_of_god.so"><linkName>body</linkName>'
    "</plugin></model></sdf>"
)


def step(seconds: float) -> float:
    """Step the paused physics by a time, and return the time after it."""
    return done("step_world", round(seconds / PHYSICS_STEP)).stamp.to_sec()


def spawn_robot(name: str, text: str, namespace: str, x: float = 0.0, y: float = 0.0) -> None:
    kind = "urdf" if "<robot " in text else "sdf"
    done(f"spawn_{kind}_model", name, text, namespace, pose(x, y, 0.0), "")


def _wheel(name: str, parent: str, x: float, y: float) -> str:
    """Return a wheel of 0.1 m radius that turns about y."""
    return (
        f'<link name="{name}"><pose>{x} {y} 0.1 -1.5707963 0 0</pose><inertial>'
        "<mass>0.5</mass><inertia><ixx>0.002</ixx><iyy>0.002</iyy><izz>0.0025</izz>"
        '</inertia></inertial><collision name="tyre"><geometry><sphere><radius>0.1</radius>'
        f"</sphere></geometry>{FIRM}</collision></link>"
        f'<joint name="{name}_joint" type="revolute"><parent>{parent}</parent>'
        f"<child>{name}</child><axis><xyz>0 0 1</xyz></axis></joint>"
    )


def _on_wheels(name: str, wheels: str, plugin: str) -> str:
    return (
        f'<sdf version="1.6"><model name="{name}"><link name="base"><pose>0 0 0.15 0 0 0</pose>'
        "<inertial><mass>8</mass><inertia><ixx>0.1</ixx><iyy>0.15</iyy><izz>0.2</izz></inertia>"
        '</inertial><collision name="hull"><geometry><box><size>0.4 0.3 0.1</size></box></geometry>'
        f"</collision></link>{wheels}{plugin}</model></sdf>"
    )


def skid_steer(plugin: str) -> str:
    """Return a box on four wheels with the plugins of a text.

    The wheels are 0.4 m apart, of 0.1 m radius.
    """
    wheels = "".join(
        _wheel(f"{side}_{end}", "base", x, y)
        for side, y in (("left", 0.2), ("right", -0.2))
        for end, x in (("front", 0.15), ("rear", -0.15))
    )
    return _on_wheels("rover", wheels, plugin)


def tricycle(plugin: str) -> str:
    """Return a box on two wheels, with a steered one 0.5 m ahead. The two are 0.4 m apart."""
    fork = (
        '<link name="fork"><pose>0.35 0 0.25 0 0 0</pose><inertial><mass>0.5</mass><inertia>'
        "<ixx>0.002</ixx><iyy>0.002</iyy><izz>0.002</izz></inertia></inertial></link>"
        '<joint name="front_steering_joint" type="revolute"><parent>base</parent>'
        "<child>fork</child><axis><xyz>0 0 1</xyz><limit><lower>-1.6</lower><upper>1.6</upper>"
        "</limit></axis></joint>"
    )
    wheels = (
        fork
        + _wheel("front_wheel", "fork", 0.35, 0.0)
        + _wheel("left_wheel", "base", -0.15, 0.2)
        + _wheel("right_wheel", "base", -0.15, -0.2)
    )
    return _on_wheels("trike", wheels, plugin)


class Robot:
    """Commands to a robot and its odometry, in its namespace."""

    def __init__(self, space: str) -> None:
        self.odom = Subscription(f"{space}/odom", Odometry)
        self._commands = rospy.Publisher(f"{space}/cmd_vel", Twist, queue_size=10, tcp_nodelay=True)
        until(self._commands.get_num_connections, f"{space}/cmd_vel")

    def command(self, forward: float, turning: float, lateral: float = 0.0) -> None:
        message = Twist()
        message.linear.x, message.linear.y, message.angular.z = forward, lateral, turning
        self._commands.publish(message)

    def round(self, forward: float, turning: float, lateral: float = 0.0) -> Any:
        """Make one control cycle and return the odometry at its end."""
        self.command(forward, turning, lateral)
        return self.seen(step(CONTROL_PERIOD))

    def seen(self, time: float) -> Any:
        """Return the last odometry before a time."""
        found = self.odom.wait(lambda message: message.header.stamp.to_sec() > time - 0.0205 - 1e-6)
        # Only the newest is looked at.
        self.odom.messages[:-1] = []
        return found

    def come_to_rest(self) -> Any:
        """Step until the robot is at rest, and return its odometry."""
        for _ in range(60):
            here = self.round(0.0, 0.0)
            if abs(here.twist.twist.linear.x) + abs(here.twist.twist.angular.z) < 3e-3:
                return here
        raise AssertionError(f"it does not come to rest by {now()} s")

    def drive_square(self, side: float) -> float:
        """Drive four sides and corners by odometry; return its distance, m."""
        way, heading = 0.0, 0.0
        for _ in range(4):
            begin = self.come_to_rest().pose.pose.position
            gone = 0.0
            while gone < side - 0.02:
                here = self.round(
                    min(MAX_SPEED, 0.02 + 1.5 * (side - gone)), 0.0
                ).pose.pose.position
                gone = math.hypot(here.x - begin.x, here.y - begin.y)
            way, heading = way + gone, heading + math.pi / 2
            self.come_to_rest()
            self._turn(heading)
        self.come_to_rest()
        return way

    def _turn(self, heading: float) -> None:
        error = math.pi / 2
        while abs(error) > 0.02:
            rate = math.copysign(min(MAX_YAW_RATE, 0.02 + 1.5 * abs(error)), error)
            reached = yaw(self.round(0.0, rate).pose.pose)
            error = math.remainder(heading - reached, 2.0 * math.pi)
