"""Settings of the plugins ``libsim_joints.so`` and ``libsim_gripper.so`` of a model.

They are checked against its joints and links.
"""

from __future__ import annotations

import ctypes
from collections import defaultdict
from dataclasses import dataclass, field, fields
from typing import Any, Callable, Dict, List, Mapping, Optional, Tuple, Type, TypeVar, Union

from sim.arrays import Array
from sim.laws.library import COUNT, POINTER, TEXT, Laws, refusal, texts
from sim.sdf.types import Joint, Model
from sim.transforms import transform_from_pose

JOINTS_LIBRARY = "libsim_joints.so"
GRIPPER_LIBRARY = "libsim_gripper.so"
LIBRARIES = (JOINTS_LIBRARY, GRIPPER_LIBRARY)
PARALLEL = "parallel"
VACUUM = "vacuum"
SEPARATOR = "\x1f"
LAWS = Laws("sim_laws", {"sim_mechanism": (TEXT, [COUNT, POINTER, TEXT, COUNT])})


@dataclass(frozen=True)
class DrivenJoint:
    """Joint with its kind of control: position, velocity or effort."""

    joint: Joint
    control: str


@dataclass(frozen=True)
class Parallel:
    """Parallel gripper with fingers on prismatic joints that open in + direction.

    The width is ``closed_width`` + their sum; ``palm`` is their parent link. Units: m, N, m/s.
    """

    fingers: Tuple[Joint, ...]
    palm: str
    closed_width: float
    force: float
    speed: float
    grasp_assist: bool


@dataclass(frozen=True)
class Vacuum:
    """Suction cup at the origin of a link, along its +z.

    ``reach`` in m, ``alignment`` in rad, ``payload`` in kg, and the ``force`` in N at which it
    breaks loose.
    """

    cup: str
    reach: float
    alignment: float
    payload: float
    force: float


Gripper = Union[Parallel, Vacuum]


@dataclass(frozen=True)
class ForceTorqueSettings:
    """Force-torque sensor of the load beyond a joint.

    It measures in ``link_from_sensor`` (4, 4) of the joint's child ``link``; ``frame`` is its name
    in tf.
    """

    link: str
    frame: str
    link_from_sensor: Array


@dataclass(frozen=True)
class ContactLimits:
    """Contact forces in N on links, and on held models, that stop a motion."""

    force: float
    held: float


@dataclass(frozen=True)
class ToolChangerSettings:
    """Tool changer at ``link_from_flange`` (4, 4) of a link.

    It takes tools within ``point`` m and ``angle`` rad; ``tool`` is the model mounted at the start,
    if any.
    """

    link: str
    link_from_flange: Array
    tool: str
    point: float
    angle: float


@dataclass(frozen=True)
class BeltSettings:
    """Conveyor belt: a link on a prismatic joint, with its speed in m/s."""

    joint: str
    speed: float


@dataclass(frozen=True)
class Mechanism:
    """Driven parts of a model.

    ``movable`` are the names of all movable joints, in the order of the file. ``contact_stop``:
    limits of contacts, None without. ``start`` has the joint positions (rad or m) at spawn and
    after a reset, where not 0.
    """

    movable: Tuple[str, ...]
    driven: Tuple[DrivenJoint, ...]
    gripper: Optional[Gripper]
    force_torque: Optional[ForceTorqueSettings] = None
    contact_stop: Optional[ContactLimits] = None
    start: Mapping[str, float] = field(default_factory=dict)
    changer: Optional[ToolChangerSettings] = None
    belt: Optional[BeltSettings] = None


# Values of fields by their annotations.
VALUES: Mapping[str, Callable[[str], object]] = {
    "str": str,
    "float": float,
    "bool": "1".__eq__,
    "Array": lambda text: transform_from_pose(list(map(float, text.split()))),
}
T = TypeVar("T")


def read_mechanism(model: Model) -> Optional[Mechanism]:
    """Return the mechanism of a model's plugins; None without any."""
    if not any(plugin.filename in LIBRARIES for plugin in model.plugins):
        return None
    rows = _read(model)
    joints = {joint.name: joint for joint in model.joints}
    return Mechanism(
        tuple(rows["movable"]),
        tuple(DrivenJoint(joints[name], control) for name, control in rows["driven"].items()),
        _gripper(rows, joints),
        _beyond(ForceTorqueSettings, rows["force_torque"], joints),
        _made(ContactLimits, rows["contact_stop"]),
        {name: float(position) for name, position in rows["start"].items()},
        _beyond(ToolChangerSettings, rows["changer"], joints),
        _made(BeltSettings, rows["belt"]),
    )


def _read(model: Model) -> Dict[str, Dict[str, str]]:
    """Return the law's texts by section and name. Raises InputError for a wrong plugin."""
    words, message = _words(model), ctypes.create_string_buffer(4096)
    found = LAWS().sim_mechanism(len(words), texts(words), message, len(message))
    if found is None:
        raise refusal(message.value)
    rows: Dict[str, Dict[str, str]] = defaultdict(dict)
    cells = found.decode().split(SEPARATOR)
    for section, name, value in zip(cells[::3], cells[1::3], cells[2::3]):
        rows[section][name] = value
    return rows


def _words(model: Model) -> List[str]:
    """Return a model as ``native/mechanism.cc`` takes it."""
    words = [model.name, str(int(model.static))]
    for link in model.links:
        words += ["link", link.name]
    for joint in model.joints:
        if joint.axis is not None and joint.kind != "fixed":
            limits = str(joint.axis.lower), str(joint.axis.upper)
            words += ["joint", joint.name, joint.child, joint.kind, *limits]
    for plugin in model.plugins:
        words += ["plugin", plugin.filename, plugin.name]
        for tag, text in plugin.parameters.items():
            for attributes in plugin.lists.get(tag, ({},)):
                words += ["element", tag, text]
                for pair in attributes.items():
                    words += ["attribute", *pair]
    return words


def _gripper(rows: Mapping[str, Dict[str, str]], joints: Mapping[str, Joint]) -> Optional[Gripper]:
    if not rows["fingers"]:
        return _made(Vacuum, rows["vacuum"])
    fingers = tuple(joints[name] for name in rows["fingers"])
    return _made(Parallel, rows["parallel"], fingers=fingers, palm=fingers[0].parent)


def _beyond(kind: Type[T], row: Mapping[str, str], joints: Mapping[str, Joint]) -> Optional[T]:
    """Return a part of a joint's child link."""
    return _made(kind, row, link=joints[row["joint"]].child) if row else None


def _made(kind: Type[T], row: Mapping[str, str], **more: object) -> Optional[T]:
    """Create a dataclass from texts by field; None without texts."""
    if not row:
        return None
    names: Any = [one for one in fields(kind) if one.name not in more]  # type: ignore[arg-type]
    return kind(**{one.name: VALUES[one.type](row[one.name]) for one in names}, **more)
