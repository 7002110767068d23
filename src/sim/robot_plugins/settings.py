"""Checked settings of a model plugin of gazebo_plugins, with upstream's defaults.

The table of kinds is ``laws/robot_plugins/kinds.cc``, which the Gazebo plugins read too.
"""

from __future__ import annotations

import ctypes
import weakref
from itertools import count, takewhile
from typing import List, Tuple

from sim.laws.library import COUNT, POINTER, TEXT, Laws, refusal, texts
from sim.sdf.plugins import Plugin
from sim.sdf.types import Model

LAWS = Laws(
    "sim_laws",
    {
        "sim_plugin_known": (COUNT, [TEXT]),
        "sim_sensor_plugin_takes": (COUNT, [TEXT, TEXT, TEXT]),
        "sim_plugin_kind": (TEXT, [COUNT]),
        "sim_plugin_settings_new": (
            POINTER,
            [TEXT, TEXT, TEXT, COUNT, POINTER, POINTER, POINTER, TEXT, COUNT],
        ),
        "sim_plugin_settings_delete": (None, [POINTER]),
        "sim_plugin_text": (TEXT, [POINTER, TEXT]),
        "sim_plugin_topic": (TEXT, [POINTER, TEXT]),
        "sim_plugin_space": (TEXT, [POINTER]),
        "sim_plugin_frame": (TEXT, [POINTER, TEXT, TEXT]),
        "sim_plugin_rows": (COUNT, [POINTER]),
        "sim_plugin_joints": (TEXT, [POINTER]),
        "sim_plugin_unknown": (TEXT, [POINTER]),
    },
)
DIFF_DRIVE = "libgazebo_ros_diff_drive.so"
SKID_STEER_DRIVE = "libgazebo_ros_skid_steer_drive.so"
TRICYCLE_DRIVE = "libgazebo_ros_tricycle_drive.so"
JOINT_STATE_PUBLISHER = "libgazebo_ros_joint_state_publisher.so"
P3D = "libgazebo_ros_p3d.so"
PLANAR_MOVE = "libgazebo_ros_planar_move.so"
FT_SENSOR = "libgazebo_ros_ft_sensor.so"
F3D = "libgazebo_ros_f3d.so"
FORCE = "libgazebo_ros_force.so"
VACUUM_GRIPPER = "libgazebo_ros_vacuum_gripper.so"
HAND_OF_GOD = "libgazebo_ros_hand_of_god.so"
TEMPLATE = "libgazebo_ros_template.so"
WHEEL_SLIP = "libgazebo_ros_wheel_slip.so"
IMU = "libgazebo_ros_imu.so"
HECTOR_IMU = "libhector_gazebo_ros_imu.so"
HECTOR_GPS = "libhector_gazebo_ros_gps.so"
HECTOR_MAGNETIC = "libhector_gazebo_ros_magnetic.so"
MIMIC = "libroboticsgroup_gazebo_mimic_joint_plugin.so"
MIMIC_UPATRAS = "libroboticsgroup_upatras_gazebo_mimic_joint_plugin.so"
ROS_CONTROL = "libgazebo_ros_control.so"


def is_robot_plugin(plugin: Plugin) -> bool:
    """Return whether both simulators run plugins of this kind."""
    return bool(LAWS().sim_plugin_known(plugin.filename.encode()))


def ignored_tags(plugin: Plugin) -> List[str]:
    """Return the tags without effect of a sensor's plugin of gazebo_plugins."""
    return [
        tag
        for tag, text in plugin.parameters.items()
        if "/" not in tag
        and not LAWS().sim_sensor_plugin_takes(
            plugin.filename.encode(), tag.encode(), text.encode()
        )
    ]


def kinds() -> List[str]:
    """Return the file names of all kinds that both simulators run."""
    names = takewhile(lambda name: name is not None, map(LAWS().sim_plugin_kind, count()))
    return [name.decode() for name in names]


class PluginSettings:
    """Parameters of a plugin in a model.

    Raises InputError, with plugin and element, for a wrong value and for a joint or a link that the
    model lacks. ``law`` is the pointer for C functions; ``rows`` counts a repeatable element;
    ``joints`` are the plugin's joints in the order of its tags; ``unknown`` are unsupported tags.
    """

    def __init__(self, plugin: Plugin, model: Model) -> None:
        self.filename, self.plugin = plugin.filename, plugin.name
        given = _given(plugin)
        parts = (
            [joint.name for joint in model.joints if joint.kind != "fixed"],
            [joint.name for joint in model.joints if joint.kind == "fixed"],
            [link.name for link in model.links],
        )
        message = ctypes.create_string_buffer(1024)
        self.law = LAWS().sim_plugin_settings_new(
            plugin.filename.encode(),
            plugin.name.encode(),
            model.name.encode(),
            len(given) // 2,
            texts(given),
            (COUNT * 3)(*map(len, parts)),
            texts([name for names in parts for name in names]),
            message,
            len(message),
        )
        if self.law is None:
            raise refusal(message.value)
        weakref.finalize(self, LAWS().sim_plugin_settings_delete, self.law)
        self.rows: int = LAWS().sim_plugin_rows(self.law)
        self.joints: Tuple[str, ...] = _names(LAWS().sim_plugin_joints(self.law))
        self.unknown: Tuple[str, ...] = _names(LAWS().sim_plugin_unknown(self.law))

    @property
    def space(self) -> str:
        """Namespace of the plugin's topics: "" for the root, else "/name"."""
        return str(LAWS().sim_plugin_space(self.law).decode())

    def text(self, tag: str) -> str:
        """Return the text of a tag's element, or the kind's default."""
        return str(LAWS().sim_plugin_text(self.law, tag.encode()).decode())

    def number(self, tag: str) -> float:
        return float(self.text(tag))

    def flag(self, tag: str) -> bool:
        return self.text(tag) == "true"

    def triple(self, tag: str) -> Tuple[float, float, float]:
        x, y, z = map(float, self.text(tag).split())
        return x, y, z

    def topic(self, name: str) -> str:
        """Return the full name of a topic."""
        return str(LAWS().sim_plugin_topic(self.law, name.encode()).decode())

    def frame(self, tf_prefix: str, frame: str) -> str:
        """Return the full name of a frame.

        ``tf_prefix`` is the ROS parameter as resolved from the plugin's namespace; it may be empty.
        """
        return str(LAWS().sim_plugin_frame(self.law, tf_prefix.encode(), frame.encode()).decode())


# By plugin, the element that comes several times (row_tag in ``kinds.cc``).
ROWS = {WHEEL_SLIP: "wheel"}


def _given(plugin: Plugin) -> List[str]:
    """Return alternating tags and texts of a plugin; tags contain the row number."""
    row = ROWS.get(plugin.filename)
    given = [
        text
        for tag, value in plugin.parameters.items()
        if "/" not in tag and tag != row
        for text in (tag, value)
    ]
    if row in plugin.parameters and row not in plugin.lists:
        given += [f"{row}/0/", ""]
    for number, has in enumerate(plugin.lists.get(row or "", ())):
        given += [text for tag, value in has.items() for text in (f"{row}/{number}/{tag}", value)]
    return given


def _names(joined: bytes) -> Tuple[str, ...]:
    return tuple(filter(None, joined.decode().split(",")))
