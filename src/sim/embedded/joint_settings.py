"""What a model's plugins ``libsim_joints.so`` and ``libsim_gripper.so`` ask for, checked against
its joints and links."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Dict, List, Mapping, Optional, Set, Tuple, Union

from sim.arrays import Array
from sim.embedded.joints.command import CONTROLS, POSITION
from sim.errors import InputError
from sim.sdf.plugins import Plugin
from sim.sdf.types import Joint, Model
from sim.transforms import transform_from_pose

JOINTS_LIBRARY = "libsim_joints.so"
GRIPPER_LIBRARY = "libsim_gripper.so"
PARALLEL = "parallel"
VACUUM = "vacuum"
# Tolerances of a tool changer's pins.
CHANGER_POINT_TOLERANCE = 0.003  # m
CHANGER_ANGLE_TOLERANCE = 0.05  # rad


@dataclass(frozen=True)
class DrivenJoint:
    """A joint and how it is controlled: by position, velocity or effort."""

    joint: Joint
    control: str


@dataclass(frozen=True)
class Parallel:
    """Fingers on prismatic joints that open in + direction; width = ``closed_width`` + their sum,
    m, N, m/s; ``palm`` is the link they hang on."""

    fingers: Tuple[Joint, ...]
    palm: str
    closed_width: float
    force: float
    speed: float
    grasp_assist: bool


@dataclass(frozen=True)
class Vacuum:
    """A cup at the origin of a link, along its +z: ``reach`` m, ``alignment`` rad, ``payload`` kg,
    and the ``force`` N at which it breaks loose."""

    cup: str
    reach: float
    alignment: float
    payload: float
    force: float


Gripper = Union[Parallel, Vacuum]


@dataclass(frozen=True)
class ForceTorque:
    """A sensor of what acts beyond a joint: it measures in ``link_from_sensor`` (4, 4) of the
    joint's child ``link``; ``frame`` is its name in tf."""

    link: str
    frame: str
    link_from_sensor: Array


@dataclass(frozen=True)
class ContactLimits:
    """N that something may press with on the links of a model, and on what it holds, before its
    motion stops."""

    force: float
    held: float


@dataclass(frozen=True)
class Changer:
    """A tool changer at ``link_from_flange`` (4, 4) of a link: it takes what is within ``point`` m
    and ``angle`` rad of it, and has the model ``tool`` on at the start, if any."""

    link: str
    link_from_flange: Array
    tool: str
    point: float
    angle: float


@dataclass(frozen=True)
class BeltSettings:
    """A prismatic joint whose link is a conveyor's belt, and its speed in m/s."""

    joint: str
    speed: float


@dataclass(frozen=True)
class Mechanism:
    """What is driven in a model; ``movable`` are the names of all joints that can move, in the
    order of the file.

    ``contact_stop``: when contacts stop its motion; None where they are not looked at. ``start``
    has the positions (rad or m) in which joints stand at spawn and after a reset, where not at 0.
    """

    movable: Tuple[str, ...]
    driven: Tuple[DrivenJoint, ...]
    gripper: Optional[Gripper]
    force_torque: Optional[ForceTorque] = None
    contact_stop: Optional[ContactLimits] = None
    start: Mapping[str, float] = field(default_factory=dict)
    changer: Optional[Changer] = None
    belt: Optional[BeltSettings] = None


def read_mechanism(model: Model) -> Optional[Mechanism]:
    """What a model's plugins ask for; None where it has none of them."""
    joints = [plugin for plugin in model.plugins if plugin.filename == JOINTS_LIBRARY]
    grippers = [plugin for plugin in model.plugins if plugin.filename == GRIPPER_LIBRARY]
    for plugins in (joints, grippers):
        if len(plugins) > 1:
            raise InputError(
                _where(model, plugins[1]),
                f"a model can have one {plugins[0].filename}; put what both do into one",
            )
    if not joints and not grippers:
        return None
    if model.static:
        raise InputError(
            _where(model, (joints + grippers)[0]),
            "drives joints, and the model is static; take one of both away",
        )
    movable = {joint.name: joint for joint in model.joints if joint.kind != "fixed"}
    gripper = _read_gripper(model, grippers[0], movable) if grippers else None
    fingers = {joint.name for joint in gripper.fingers} if isinstance(gripper, Parallel) else set()
    driven = _read_joints(model, joints[0], movable, fingers) if joints else ()
    if not joints:
        return Mechanism(tuple(movable), driven, gripper)
    return Mechanism(
        tuple(movable),
        driven,
        gripper,
        _read_force_torque(model, joints[0], movable),
        _read_contact_stop(model, joints[0]),
        _read_start(model, joints[0], movable),
        _read_changer(model, joints[0], movable),
        _read_belt(model, joints[0], movable),
    )


def _read_joints(
    model: Model, plugin: Plugin, movable: Dict[str, Joint], fingers: Set[str]
) -> Tuple[DrivenJoint, ...]:
    where, found = _where(model, plugin), {}
    for attributes in plugin.lists.get("joint", ()):
        name, control = attributes.get("name", ""), attributes.get("control", POSITION)
        if name not in movable:
            raise InputError(
                where,
                f"<joint> names {name!r}, which is no joint that moves; there are "
                f"{', '.join(movable) or 'none'}",
            )
        if control not in CONTROLS:
            raise InputError(
                where, f"joint {name} has control={control!r}; write one of {', '.join(CONTROLS)}"
            )
        if name in found or name in fingers:
            raise InputError(
                where,
                f"joint {name} is driven twice"
                + ("; the gripper's plugin drives it" if name in fingers else ""),
            )
        found[name] = DrivenJoint(movable[name], control)
    if plugin.lists.get("belt"):
        return tuple(found.values())
    return tuple(found.values()) or tuple(
        DrivenJoint(joint, POSITION) for name, joint in movable.items() if name not in fingers
    )


def _read_force_torque(
    model: Model, plugin: Plugin, movable: Dict[str, Joint]
) -> Optional[ForceTorque]:
    found = _beyond(model, plugin, movable, "force_torque")
    if found is None:
        return None
    attributes, link, link_from_sensor = found
    return ForceTorque(link, attributes.get("frame", "") or link, link_from_sensor)


def _read_changer(model: Model, plugin: Plugin, movable: Dict[str, Joint]) -> Optional[Changer]:
    found = _beyond(model, plugin, movable, "tool_changer")
    if found is None:
        return None
    attributes, link, link_from_flange = found
    where, limits = _where(model, plugin), []
    for name, usual in (("point", CHANGER_POINT_TOLERANCE), ("angle", CHANGER_ANGLE_TOLERANCE)):
        try:
            limits.append(float(attributes.get(name, usual)))
        except ValueError:
            limits.append(math.nan)
        if not 0.0 < limits[-1] < math.inf:
            raise InputError(
                where,
                f"<tool_changer> has {name}={attributes[name]!r}; write a number above 0",
            )
    return Changer(link, link_from_flange, attributes.get("tool", ""), *limits)


def _read_belt(model: Model, plugin: Plugin, movable: Dict[str, Joint]) -> Optional[BeltSettings]:
    found = _beyond(model, plugin, movable, "belt")
    if found is None:
        return None
    where, name, text = (
        _where(model, plugin),
        found[0].get("joint", ""),
        found[0].get("speed", "0"),
    )
    if movable[name].kind != "prismatic":
        raise InputError(where, f"<belt> names {name!r}; it must be a prismatic joint")
    try:
        speed = float(text)
    except ValueError:
        speed = math.nan
    if not math.isfinite(speed):
        raise InputError(where, f"<belt> has speed={text!r}; write a number of m/s")
    return BeltSettings(name, speed)


def _beyond(
    model: Model, plugin: Plugin, movable: Dict[str, Joint], tag: str
) -> Optional[Tuple[Mapping[str, str], str, Array]]:
    """The attributes of an element that names a joint, the joint's child link, and the element's
    pose in it."""
    where, given = _where(model, plugin), plugin.lists.get(tag, ())
    if not given:
        return None
    if len(given) > 1:
        raise InputError(where, f"has several <{tag}>; a model can have one")
    joint = movable.get(given[0].get("joint", ""))
    if joint is None:
        raise InputError(
            where,
            f"<{tag}> names {given[0].get('joint', '')!r}, which is no joint that moves; "
            f"there are {', '.join(movable) or 'none'}",
        )
    text = given[0].get("pose", "0 0 0 0 0 0")
    try:
        pose = [float(word) for word in text.split()]
    except ValueError:
        pose = []
    if len(pose) != 6 or not all(map(math.isfinite, pose)):
        raise InputError(where, f"<{tag}> has pose={text!r}; write x y z roll pitch yaw")
    return given[0], joint.child, transform_from_pose(pose)


def _read_contact_stop(model: Model, plugin: Plugin) -> Optional[ContactLimits]:
    where, given = _where(model, plugin), plugin.lists.get("contact_stop", ())
    if not given:
        return None
    if len(given) > 1:
        raise InputError(where, "has several <contact_stop>; a model can have one")
    force = _newtons(given[0].get("force", ""), where, "force")
    return ContactLimits(
        force, _newtons(given[0]["held"], where, "held") if "held" in given[0] else force
    )


def _read_start(model: Model, plugin: Plugin, movable: Dict[str, Joint]) -> Dict[str, float]:
    where, found = _where(model, plugin), {}
    for attributes in plugin.lists.get("start", ()):
        name, text = attributes.get("joint", ""), attributes.get("position", "")
        if name not in movable or name in found:
            raise InputError(
                where,
                f"<start> names {name!r}; it must be a joint that moves and that no other <start> "
                f"names; there are {', '.join(movable) or 'none'}",
            )
        try:
            position = float(text)
        except ValueError:
            position = math.nan
        axis = movable[name].axis
        assert axis is not None  # The joint moves.
        if not axis.lower <= position <= axis.upper or not math.isfinite(position):
            raise InputError(
                where,
                f"<start> of {name} has position={text!r}; write a number from {axis.lower:g} to "
                f"{axis.upper:g}",
            )
        found[name] = position
    return found


def _newtons(text: str, where: str, name: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not value > 0.0:
        raise InputError(where, f"<contact_stop> has {name}={text!r}; write a number above 0, in N")
    return value


def _read_gripper(model: Model, plugin: Plugin, movable: Dict[str, Joint]) -> Gripper:
    kind = plugin.parameters.get("kind", PARALLEL)
    if kind == PARALLEL:
        return _read_parallel(model, plugin, movable)
    if kind == VACUUM:
        return _read_vacuum(model, plugin)
    raise InputError(_where(model, plugin), f"<kind> is {kind!r}; write {PARALLEL} or {VACUUM}")


def _read_parallel(model: Model, plugin: Plugin, movable: Dict[str, Joint]) -> Parallel:
    where, fingers = _where(model, plugin), []
    sliding = [name for name, joint in movable.items() if joint.kind == "prismatic"]
    for attributes in plugin.lists.get("finger", ()):
        joint = movable.get(attributes.get("joint", ""))
        if joint is None or joint.kind != "prismatic" or joint in fingers:
            raise InputError(
                where,
                f"<finger> names {attributes.get('joint', '')!r}; it must be a prismatic joint "
                f"that no other finger names; there are {', '.join(sliding) or 'none'}",
            )
        axis = joint.axis
        assert axis is not None  # The joint slides.
        if not (math.isfinite(axis.lower) and math.isfinite(axis.upper)):
            raise InputError(
                where,
                f"finger {joint.name} needs a lower and an upper limit: how far it closes and "
                "opens",
            )
        fingers.append(joint)
    if not fingers:
        raise InputError(where, 'has no fingers; write <finger joint="..."/> for each')
    assist = plugin.parameters.get("grasp_assist", "false").strip().lower()
    if assist not in ("true", "false", "1", "0"):
        raise InputError(where, f"<grasp_assist> is {assist!r}; write true or false")
    return Parallel(
        tuple(fingers),
        fingers[0].parent,
        _number(where, plugin, "closed_width", 0.0, zero=True),
        _number(where, plugin, "force", 20.0),
        _number(where, plugin, "speed", 0.1),
        assist in ("true", "1"),
    )


def _read_vacuum(model: Model, plugin: Plugin) -> Vacuum:
    where, cups = (
        _where(model, plugin),
        [attributes.get("link", "") for attributes in plugin.lists.get("cup", ())],
    )
    names: List[str] = [link.name for link in model.links]
    if len(cups) != 1 or cups[0] not in names:
        raise InputError(
            where, f'needs one <cup link="..."/> with one of the links {", ".join(names)}'
        )
    return Vacuum(
        cups[0],
        _number(where, plugin, "reach", 0.005),
        _number(where, plugin, "alignment", 0.2),
        _number(where, plugin, "payload", math.inf),
        _number(where, plugin, "force", math.inf),
    )


def _number(where: str, plugin: Plugin, tag: str, default: float, zero: bool = False) -> float:
    text = plugin.parameters.get(tag, "").strip()
    try:
        value = float(text) if text else default
    except ValueError:
        value = math.nan
    if not (value > 0.0 or (zero and value == 0.0)):
        raise InputError(
            where, f"<{tag}> is {text!r}; write a number {'of at least' if zero else 'above'} 0"
        )
    return value


def _where(model: Model, plugin: Plugin) -> str:
    return f"{model.name}: plugin {plugin.name}"
