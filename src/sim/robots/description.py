"""An arm as a chain of joints, read from URDF.

SI units and radians. A joint's frame is its child link's; ``parent_from_joint`` is at position 0.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Dict, List, Sequence, Tuple, Union

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.sdf.types import Joint
from sim.sdf.urdf.attributes import origin
from sim.sdf.urdf.joints import read_joints
from sim.sdf.xml.elements import Element, failure, name_of, parse_text
from sim.sdf.xml.report import ReaderReport

ACCELERATION_TIME = 0.3  # s from rest to full speed, where no acceleration is given
JERK_TIME = 0.1  # s from rest to full acceleration, where no jerk is given


@dataclass(frozen=True)
class ArmJoint:
    """A revolute or prismatic joint; an endless one has infinite ends."""

    name: str
    kind: str
    parent_from_joint: Array
    axis: Array
    lower: float
    upper: float
    speed: float
    acceleration: float
    jerk: float
    effort: float

    @property
    def slides(self) -> bool:
        return self.kind == "prismatic"


@dataclass(frozen=True)
class Arm:
    """Joints from base link to flange, and the flange's frame in that of the last joint."""

    name: str
    base: str
    tip: str
    joints: Tuple[ArmJoint, ...]
    joint_from_tip: Array

    def __len__(self) -> int:
        return len(self.joints)

    @property
    def names(self) -> Tuple[str, ...]:
        return tuple(joint.name for joint in self.joints)

    def limits(self, field: str) -> Array:
        """Return one field of all joints, (k,).

        Fields: lower, upper, speed, acceleration, jerk or effort.
        """
        return np.array([getattr(joint, field) for joint in self.joints], dtype=float)

    def limited(self, accelerations: Sequence[float] = (), jerks: Sequence[float] = ()) -> Arm:
        """Return the arm with these accelerations and jerks.

        (k,) each, or empty to keep the current ones.
        """
        for values, what in ((accelerations, "accelerations"), (jerks, "jerks")):
            if len(values) not in (0, len(self)) or not all(
                math.isfinite(value) and value > 0.0 for value in values
            ):
                raise InputError(
                    self.name,
                    f"{what} {list(values)}: {len(self)} numbers above 0 are needed, one a joint",
                )
        joints = [
            replace(
                joint,
                acceleration=float(accelerations[index])
                if len(accelerations)
                else joint.acceleration,
                jerk=float(jerks[index]) if len(jerks) else _jerk(joint, accelerations, index),
            )
            for index, joint in enumerate(self.joints)
        ]
        return replace(self, joints=tuple(joints))


def _jerk(joint: ArmJoint, accelerations: Sequence[float], index: int) -> float:
    return float(accelerations[index]) / JERK_TIME if len(accelerations) else joint.jerk


def read_arm(
    text: Union[str, bytes], source: str, base: str = "base_link", tip: str = "tool0"
) -> Arm:
    """Read the chain from ``base`` to ``tip`` of a URDF. Raises InputError with file and line."""
    root = parse_text(text, source)
    if root.tag != "robot":
        raise failure(root, f'the root is <{root.tag}>; URDF starts with <robot name="...">')
    read = read_joints(root, ReaderReport())
    chain = _chain({joint.child: (joint, element) for joint, element in read}, base, tip, root)
    joints: List[ArmJoint] = []
    pending = np.eye(4)
    for joint, element in chain:
        pending = pending @ origin(element)
        if joint.kind != "fixed":
            joints.append(_arm_joint(joint, element, pending))
            pending = np.eye(4)
    if not joints:
        raise failure(
            root,
            f"no joint moves between {base} and {tip}; name the first and the last link of an arm",
        )
    return Arm(name_of(root), base, tip, tuple(joints), pending)


def _chain(
    by_child: Dict[str, Tuple[Joint, Element]], base: str, tip: str, root: Element
) -> List[Tuple[Joint, Element]]:
    chain: List[Tuple[Joint, Element]] = []
    link = tip
    while link != base:
        if link not in by_child or len(chain) > len(by_child):
            raise failure(
                root,
                f"no joints lead from the link {base!r} to the link {tip!r} ({link!r} hangs on "
                "none); "
                f"there are: {', '.join(by_child)}",
            )
        chain.append(by_child[link])
        link = by_child[link][0].parent
    return chain[::-1]


def _arm_joint(joint: Joint, element: Element, parent_from_joint: Array) -> ArmJoint:
    axis = joint.axis
    assert axis is not None  # The joint is not fixed.
    endless = joint.kind == "continuous"
    if not 0.0 < axis.velocity < math.inf:
        raise failure(
            element,
            f"has the speed limit {axis.velocity:g}; write one above 0 in <limit velocity>, which "
            "motions need",
        )
    lower, upper = (-math.inf, math.inf) if endless else (axis.lower, axis.upper)
    acceleration = axis.velocity / ACCELERATION_TIME
    kind = "revolute" if endless else joint.kind
    return ArmJoint(
        joint.name,
        kind,
        parent_from_joint,
        np.array(axis.xyz, dtype=float),
        lower,
        upper,
        axis.velocity,
        acceleration,
        acceleration / JERK_TIME,
        axis.effort,
    )
