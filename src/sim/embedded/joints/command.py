"""Checks commands to joints and converts them to knots.

The law is ``laws/joints/command.cc``. ROS messages are left to others. Times count from the
command's stamp, in s; SI units.
"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from itertools import chain
from typing import Dict, Mapping, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.laws.library import COUNT, POINTER, TEXT, Laws, refusal, texts

POSITION = "position"
VELOCITY = "velocity"
EFFORT = "effort"
COMMAND = [COUNT, POINTER, COUNT, POINTER, COUNT, POINTER, POINTER, POINTER, TEXT, COUNT]
LAWS = Laws("sim_laws", {"sim_joint_command": (COUNT, COMMAND)})


@dataclass(frozen=True)
class CommandPoint:
    """Target of some joints at a time, one value per joint. Missing quantities are empty."""

    time: float
    positions: Tuple[float, ...] = ()
    velocities: Tuple[float, ...] = ()
    accelerations: Tuple[float, ...] = ()
    effort: Tuple[float, ...] = ()


def knots_of(
    joints: Sequence[str], points: Sequence[CommandPoint], controls: Mapping[str, str]
) -> Dict[str, Array]:
    """Return the knots (n, 5) of each joint, rows of :class:`Knot`.

    ``controls`` is the kind of control of each joint. Raises InputError for a wrong command.
    """
    known = [text for pair in controls.items() for text in pair]
    values = [
        (point.positions, point.velocities, point.accelerations, point.effort) for point in points
    ]
    counts = np.array([[len(each) for each in row] for row in values], dtype=np.int32)
    numbers = np.array(
        [number for point, row in zip(points, values) for number in chain([point.time], *row)]
    )
    knots, message = np.empty((len(joints), len(points), 5)), ctypes.create_string_buffer(1024)
    if not LAWS().sim_joint_command(
        len(joints),
        texts(joints),
        len(controls),
        texts(known),
        len(points),
        counts.ctypes.data,
        numbers.ctypes.data,
        knots.ctypes.data,
        message,
        len(message),
    ):
        raise refusal(message.value)
    return dict(zip(joints, knots))
