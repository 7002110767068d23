"""Advice on packages of robots' launch files that Debian lacks."""

from __future__ import annotations

from typing import Dict

ROBOTS = "./run setup robots installs it"
DEFAULT = "clone it into the workspace, or leave out the part of the launch file that wants it"
NAVIGATION = "not in Debian; drive by cmd_vel, or build it in the workspace"
JOYSTICK = "needs a joystick: switch that argument off, or use teleop_twist_keyboard"
PLUGINS = "both simulators run its plugins by name; only $(find ...) of its files fails"
SENSOR = "the description of a sensor: clone it, or switch the sensor's argument off"
MOVEIT = "not in Debian; the controllers' follow_joint_trajectory works without it"

ADVICE: Dict[str, str] = {
    "robot_state_publisher": ROBOTS,
    "joint_state_publisher": ROBOTS,
    "topic_tools": ROBOTS,
    "tf": ROBOTS,
    "joint_state_publisher_gui": "use joint_state_publisher, which needs no window",
    "robot_localization": "not in Debian; without it the drive's own odometry and tf remain: "
    "set enable_odom_tf or publishTf",
    "interactive_marker_twist_server": "markers in RViz alone; leave it out",
    "twist_mux": "build sim, which has one",
    "teleop_twist_keyboard": "build sim, which has one",
    "joy": JOYSTICK,
    "teleop_twist_joy": JOYSTICK,
    "move_base": NAVIGATION,
    "gmapping": NAVIGATION,
    "amcl": NAVIGATION,
    "map_server": NAVIGATION,
    "multimaster_launch": "for several masters: switch multimaster off",
    "gazebo_plugins": PLUGINS,
    "hector_gazebo_plugins": PLUGINS,
    "velodyne_gazebo_plugins": PLUGINS,
    "roboticsgroup_gazebo_plugins": PLUGINS,
    "roboticsgroup_upatras_gazebo_plugins": PLUGINS,
    "velodyne_description": SENSOR,
    "realsense2_description": SENSOR,
    "lms1xx": SENSOR,
    "hokuyo_description": SENSOR,
    "moveit_ros_move_group": MOVEIT,
    "moveit_simple_controller_manager": MOVEIT,
    "moveit_commander": MOVEIT,
}


def advice_on(package: str) -> str:
    """Return the advice on a missing package."""
    if package.startswith("moveit"):
        return MOVEIT
    return ADVICE.get(package, DEFAULT)
