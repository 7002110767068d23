"""The controllers of ros_control that the Gazebo plugin has (``gazebo/control``), for a robot of
the embedded simulator: with their topics, services and actions, in a roscpp node beside its own."""

from __future__ import annotations

import atexit
import ctypes
import weakref
from itertools import count
from typing import Any, List, Optional, Sequence, Tuple

import rospy

from sim.arrays import Array
from sim.laws.library import COUNT, NUMBER, POINTER, Laws, address, library, refusal

TEXT = ctypes.c_char_p
LAWS = Laws(
    "sim_ros_control",
    {
        "sim_ros_control_joint": (TEXT, [POINTER, COUNT]),
        "sim_ros_control_driven": (COUNT, [POINTER, COUNT]),
        "sim_ros_control_step": (None, [POINTER, NUMBER, NUMBER, POINTER, POINTER]),
        "sim_ros_control_reset": (None, [POINTER]),
        "sim_ros_control_say_fallbacks": (None, [TEXT, TEXT, TEXT]),
    },
)


class _Node:
    """The roscpp node. What waits for the master or for other threads lets Python go on
    meanwhile."""

    def __init__(self) -> None:
        self._calls = ctypes.CDLL(library("sim_ros_control")._name)
        self._calls.sim_ros_control_new.restype = POINTER
        self._calls.sim_ros_control_delete.argtypes = [POINTER]
        self._calls.sim_ros_control_follower_new.restype = POINTER
        name = rospy.get_name().strip("/").replace("/", "_") + "_ros_control"
        self._calls.sim_ros_control_begin(name.encode())
        atexit.register(self._calls.sim_ros_control_end)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._calls, f"sim_ros_control_{name}")


_nodes: List[_Node] = []


def ros_node() -> _Node:
    """The roscpp node, which the first call starts."""
    if not _nodes:
        _nodes.append(_Node())
    return _nodes[0]


class Controllers:
    """A robot's joints by its description, and its controllers.

    ``driven`` says of each of ``joints`` what the simulator is to drive: 0 a position, 1 a
    velocity, 2 an effort.
    """

    def __init__(self, law: int) -> None:
        self._law = law
        self._delete = weakref.finalize(self, ros_node().delete, law)
        names = (LAWS().sim_ros_control_joint(law, row) for row in count())
        self.joints: Tuple[str, ...] = tuple(
            name.decode() for name in iter(lambda: next(names), None)
        )
        self.driven: Tuple[int, ...] = tuple(
            LAWS().sim_ros_control_driven(law, row) for row in range(len(self.joints))
        )

    def step(self, time: float, dt: float, readings: Array, outputs: Array) -> None:
        """Lets controllers work for the step from ``time`` to time + dt: ``readings`` (n, 3) are
        positions, velocities and efforts; ``outputs`` (n,) become what joints are to do."""
        if self.joints:
            LAWS().sim_ros_control_step(self._law, time, dt, address(readings), address(outputs))

    def reset(self) -> None:
        """Joints or time have been put elsewhere: controllers start again."""
        LAWS().sim_ros_control_reset(self._law)

    def close(self) -> None:
        """Ends the controllers, their goals and their services."""
        self._delete()


def find_controllers(
    model: str, space: str, description: str, joints: Sequence[str]
) -> Optional[Controllers]:
    """Those of a model whose URDF is the parameter ``description``, as seen from its namespace.

    ``space`` "" is the root, else "/name". None as long as the parameter is not there; InputError
    where it holds no URDF.
    """
    message = ctypes.create_string_buffer(1024)
    law = ros_node().new(
        model.encode(),
        space.encode(),
        description.encode(),
        len(joints),
        (TEXT * len(joints))(*(joint.encode() for joint in joints)),
        message,
        len(message),
    )
    if law is None and message.value:
        raise refusal(message.value)
    return None if law is None else Controllers(law)


def say_fallbacks(model: str, sim_type: str, stop_topic: str) -> None:
    """Says what of a plugin's elements is not here."""
    ros_node()
    LAWS().sim_ros_control_say_fallbacks(model.encode(), sim_type.encode(), stop_topic.encode())
