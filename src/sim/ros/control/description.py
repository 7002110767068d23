"""ros_control's reading of a robot's description, without a node (``gazebo/control``)."""

from __future__ import annotations

import ctypes
from typing import List

from sim.errors import InputError
from sim.laws.library import Laws
from sim.model_check.control import ControlReading

TEXT = ctypes.c_char_p
LAWS = Laws(
    "sim_ros_control",
    {"sim_ros_control_read": (TEXT, [TEXT, TEXT]), "sim_ros_control_types": (TEXT, [])},
)


def controller_types() -> List[str]:
    """Return the types of controllers that both simulators run."""
    return LAWS().sim_ros_control_types().decode().split()


def read_control(urdf: str, space: str) -> ControlReading:
    """Return the joints that controllers drive.

    ``space`` is the namespace: "" is the root, else "/name". Raises InputError for a wrong
    description.
    """
    text = LAWS().sim_ros_control_read(urdf.encode(), space.strip("/").encode()).decode()
    lines = [line.partition(" ")[::2] for line in text.splitlines()]
    for what, line in lines:
        if what == "error":
            where, _, error = line.partition(": ")
            raise InputError(where, error)
    return ControlReading(
        tuple(line.rpartition(" ")[0] for what, line in lines if what == "joint"),
        tuple(line for what, line in lines if what == "remark"),
    )
