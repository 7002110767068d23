"""The ros_control controllers of the Gazebo plugin (``gazebo/control``).

They serve robots of the embedded simulator, with their topics, services and actions, in a roscpp
node beside its own.
"""

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
        "sim_ros_control_displace": (None, [POINTER, POINTER]),
        "sim_ros_control_reset": (None, [POINTER]),
        "sim_ros_control_say_fallbacks": (None, [TEXT, TEXT, TEXT]),
    },
)


class _Node:
    """The roscpp node.

    Calls that wait for the master or other threads release Python's interpreter lock.
    """

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
    """Return the roscpp node; the first call starts it."""
    if not _nodes:
        _nodes.append(_Node())
    return _nodes[0]


class Controllers:
    """A robot's joints by its description, and its controllers.

    ``driven`` gives the driven quantity of each of ``joints``: 0 position, 1 velocity, 2 effort.
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
        """Update the controllers for the step from ``time`` to time + dt.

        ``readings`` (n, 3) are positions, velocities and efforts; ``outputs`` (n,) receive the
        commands.
        """
        if self.joints:
            LAWS().sim_ros_control_step(self._law, time, dt, address(readings), address(outputs))

    def displace(self, moved: Array) -> None:
        """Hold the joints that ``moved`` (n,) bool selects at their next positions.

        Their controllers restart.
        """
        LAWS().sim_ros_control_displace(self._law, address(moved))

    def reset(self) -> None:
        """Restart the controllers after joints or time were set."""
        LAWS().sim_ros_control_reset(self._law)

    def close(self) -> None:
        """End the controllers, their goals and their services."""
        self._delete()


def find_controllers(
    model: str, space: str, description: str, joints: Sequence[str]
) -> Optional[Controllers]:
    """Return the controllers of a model with the URDF in parameter ``description``.

    The name is resolved in the model's namespace ``space``: "" is the root, else "/name". None
    while the parameter is missing; InputError if it is not a URDF.
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
    """Log the elements of a plugin that are not supported."""
    ros_node()
    LAWS().sim_ros_control_say_fallbacks(model.encode(), sim_type.encode(), stop_topic.encode())
