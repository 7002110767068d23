"""Converts ROS messages from and to the library's types.

All frame and unit conventions of messages are handled here.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any, Dict, Mapping, Optional, Sequence, Tuple, Union

import numpy as np
import rospy
from geometry_msgs.msg import Point, Pose, Quaternion, Transform, TransformStamped, Twist, Vector3
from std_msgs.msg import Header

from sim.arrays import Array
from sim.errors import InputError
from sim.msg import TrafficLights, TrafficStates, TrafficTypes, TrafficVehicles
from sim.ros.numpy_message import numpy_message
from sim.traffic.state import TrafficState, VehicleType
from sim.transforms import (
    quaternion_from_rotation,
    transform_from_quaternion,
)

NumpyTrafficStates = numpy_message(TrafficStates)
WORLD_FRAME = "world"
STATES_TOPIC = "/traffic/states"
TYPES_TOPIC = "/traffic/types"
LIGHTS_TOPIC = "/traffic/lights"
FINITE_FIELDS = ("x", "y", "z", "yaw", "pitch", "roll", "speed")
# No vehicle is as long, wide or high.
MAX_EXTENT = 1000.0  # m
# A shorter quaternion counts as no rotation.
MIN_QUATERNION_NORM = 1e-9


def stamp(time: float) -> rospy.Time:
    """Return the nearest nanosecond; rospy's from_sec truncates 3.21 s to 3.209999999."""
    return rospy.Time(*divmod(round(time * 1e9), 10**9))


def header(time: float, frame: str = WORLD_FRAME) -> Header:
    return Header(stamp=stamp(time), frame_id=frame)


def matrix_from_pose(pose: Pose) -> Array:
    """Return the 4x4 transform of a pose.

    An all-zero quaternion is the identity rotation, as in gazebo_ros.
    """
    turn, place = pose.orientation, pose.position
    p, numbers = (place.x, place.y, place.z), (turn.x, turn.y, turn.z, turn.w)
    if not all(map(math.isfinite, (*p, *numbers))):
        raise InputError("pose", "holds a number that is not finite")
    return transform_from_quaternion(p, numbers, MIN_QUATERNION_NORM)


def pose_from_matrix(matrix: Array) -> Pose:
    return Pose(
        Point(*matrix[:3, 3].tolist()),
        Quaternion(*quaternion_from_rotation(matrix[:3, :3].tolist())),
    )


def transform(parent: str, child: str, parent_from_child: Array, time: float) -> TransformStamped:
    """Return a tf message of a 4x4 transform."""
    rotation = Quaternion(*quaternion_from_rotation(parent_from_child[:3, :3].tolist()))
    return TransformStamped(
        header(time, parent), child, Transform(vector(parent_from_child[:3, 3]), rotation)
    )


def yaw_from_pose(pose: Pose) -> float:
    """Return the heading of the pose's x axis in the plane."""
    matrix = matrix_from_pose(pose)
    return float(np.arctan2(matrix[1, 0], matrix[0, 0]))


def vector(values: Union[Array, Sequence[float]]) -> Vector3:
    x, y, z = values.tolist() if isinstance(values, np.ndarray) else values
    return Vector3(float(x), float(y), float(z))


def array(message: Vector3) -> Array:
    return np.array([message.x, message.y, message.z])


def twist(linear: Union[Array, Sequence[float]], angular: Union[Array, Sequence[float]]) -> Twist:
    return Twist(vector(linear), vector(angular))


def states_message(state: TrafficState, time: float, lights: int = 0) -> TrafficStates:
    """Convert a traffic state to a message.

    ``time`` is the state's time on the simulator's clock, ``lights`` the version of the lights that
    belong to it.
    """
    x, y, z = state.position.T
    return NumpyTrafficStates(
        header(time),
        state.step,
        state.id,
        state.type,
        x,
        y,
        z,
        state.yaw,
        state.pitch,
        state.roll,
        state.speed,
        state.acceleration,
        state.yaw_rate,
        state.signals,
        lights,
    )


def state_from_message(message: TrafficStates) -> TrafficState:
    """Return the state with rows sorted by id; InputError if inconsistent."""
    fields = (*FINITE_FIELDS, "acceleration", "yaw_rate")
    _check_lengths(STATES_TOPIC, message, ("id", "type", *fields, "signals"))
    if not message.step > 0.0:
        raise InputError(STATES_TOPIC, f"step is {message.step:g} s, not above 0")
    ids, kinds, signals = (
        np.asarray(message.id),
        np.asarray(message.type),
        np.asarray(message.signals),
    )
    numbers = np.array([getattr(message, field) for field in fields], float)
    if not np.isfinite(numbers[: len(FINITE_FIELDS)]).all():
        field, row = np.argwhere(~np.isfinite(numbers[: len(FINITE_FIELDS)]))[0]
        raise InputError(
            STATES_TOPIC,
            f"{fields[field]} of vehicle {ids[row]} is {numbers[field, row]}, not a finite number",
        )
    if not (ids[1:] > ids[:-1]).all():
        order = np.argsort(ids)
        ids, kinds, signals, numbers = ids[order], kinds[order], signals[order], numbers[:, order]
        twice = ids[1:][ids[1:] == ids[:-1]]
        if len(twice):
            raise InputError(STATES_TOPIC, f"vehicle {twice[0]} comes twice in one state")
    yaw, pitch, roll, speed, acceleration, yaw_rate = numbers[3:]
    return TrafficState(
        message.header.stamp.to_sec(),
        message.step,
        ids,
        kinds,
        np.ascontiguousarray(numbers[:3].T),
        yaw,
        pitch,
        roll,
        speed,
        acceleration,
        yaw_rate,
        signals,
    )


def _check_lengths(topic: str, message: Any, fields: Sequence[str]) -> None:
    first, count = fields[0], len(getattr(message, fields[0]))
    for field in fields:
        if len(getattr(message, field)) != count:
            raise InputError(
                topic,
                f"{field} has {len(getattr(message, field))} elements, and {first} {count}; all "
                "must be of one length",
            )


def vehicles_message(state: TrafficState, names: Sequence[str], time: float) -> TrafficVehicles:
    ids = state.id.tolist()
    return TrafficVehicles(
        header(time), ids, [names[number] for number in ids], state.type.tolist()
    )


def types_message(
    types: Sequence[VehicleType], peak: Mapping[VehicleType, int], time: float
) -> TrafficTypes:
    return TrafficTypes(
        header(time),
        list(range(len(types))),
        [kind.name for kind in types],
        [kind.model for kind in types],
        [kind.length for kind in types],
        [kind.width for kind in types],
        [kind.height for kind in types],
        [_color_text(kind) for kind in types],
        [peak.get(kind, 0) for kind in types],
    )


def types_from_message(message: TrafficTypes) -> Dict[int, VehicleType]:
    """Return the types by number; InputError if the message is inconsistent."""
    fields = ("type", "name", "model", "length", "width", "height")
    _check_lengths(TYPES_TOPIC, message, fields)
    types = {}
    for number, name, model, *size in zip(*(getattr(message, field) for field in fields)):
        if not all(0.0 < extent < MAX_EXTENT for extent in size):
            raise InputError(
                TYPES_TOPIC,
                f"length, width and height of type {name} are {size} m; each must be above 0 and "
                f"below {MAX_EXTENT:g}",
            )
        types[number] = VehicleType(name, model, *size)
    for number, text in zip(message.type, message.color):
        types[number] = replace(types[number], color=_color(text, types[number].name))
    return types


def _color_text(kind: VehicleType) -> str:
    return "" if kind.color is None else "{:.4g} {:.4g} {:.4g}".format(*kind.color)


def _color(text: str, name: str) -> Optional[Tuple[float, float, float]]:
    if not text:
        return None
    try:
        red, green, blue = (float(word) for word in text.split())
    except ValueError:
        red = green = blue = math.nan
    if not all(0.0 <= value <= 1.0 for value in (red, green, blue)):
        raise InputError(
            TYPES_TOPIC,
            f"color of type {name} is {text!r}; write red, green and blue from 0 to 1, or nothing",
        )
    return red, green, blue


def lights_from_message(message: TrafficLights) -> Dict[Tuple[str, int], str]:
    """Return SUMO's letter for each link of each light; InputError if inconsistent."""
    fields = ("light", "link", "state")
    _check_lengths(LIGHTS_TOPIC, message, fields)
    return {
        (light, link): letter[:1] or "O"
        for light, link, letter in zip(*(getattr(message, field) for field in fields))
    }
