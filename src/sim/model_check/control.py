"""Findings of transmissions and mimic joints.

A transmission's is by ros_control's own reader of the description, which both simulators have.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, List, Optional, Sequence, Tuple

from sim.model_check.finding import (
    AS_WRITTEN,
    IGNORED,
    OTHERWISE,
    ModelFinding,
    PartSupport,
    finding,
)
from sim.model_check.gazebo_view import GazeboView
from sim.robot_plugins.followers import loose_followers, under_ros_control
from sim.sdf.types import Model
from sim.sdf.xml.elements import Element


@dataclass(frozen=True)
class ControlReading:
    """Joints that ros_control drives, and its remarks on the others."""

    joints: Tuple[str, ...]
    remarks: Tuple[str, ...] = ()


# Reads a URDF's text for a namespace; InputError if ros_control refuses it.
ReadControl = Callable[[str, str], ControlReading]


def of_transmissions(
    root: Element, model: Model, view: GazeboView, reading: Optional[ControlReading]
) -> List[ModelFinding]:
    """Return findings of a URDF's transmissions; ``reading`` is None without ros_control."""
    found = []
    for element in root.iterfind("transmission"):
        joints = [joint.get("name") or "" for joint in element.iterfind("joint")]
        name = element.get("name") or ""
        if not under_ros_control(model):
            verdict = PartSupport(IGNORED, "the model has no plugin libgazebo_ros_control.so")
        elif reading is None:
            verdict = AS_WRITTEN
        else:
            verdict = _transmission(name, joints, reading)
        gone = next(filter(None, map(view.without_joint, joints)), "")
        gazebo = PartSupport(IGNORED, gone) if gone and verdict.does != IGNORED else verdict
        found.append(finding("transmission", f"{name} ({', '.join(joints)})", verdict, gazebo))
    return found


def _transmission(name: str, joints: Sequence[str], reading: ControlReading) -> PartSupport:
    begin = f"transmission {name}: "
    said = "; ".join(remark[len(begin) :] for remark in reading.remarks if remark.startswith(begin))
    if not said:
        driven = set(joints) <= set(reading.joints)
        return AS_WRITTEN if driven else PartSupport(IGNORED, "it is of another namespace")
    taken = "is taken" in said and "left out" not in said
    return PartSupport(OTHERWISE if taken else IGNORED, said)


def of_followers(model: Model, view: GazeboView) -> List[ModelFinding]:
    """Return findings of joints with ``<mimic>``."""
    loose, found = loose_followers(model), []
    for joint in model.joints:
        if joint.mimics:
            wrong = loose.get(joint.name, "")
            verdict = PartSupport(IGNORED, wrong) if wrong else AS_WRITTEN
            gone = view.without_joint(joint.name)
            gazebo = PartSupport(IGNORED, gone) if gone else verdict
            found.append(finding("mimic", f"{joint.name} (as {joint.mimics})", verdict, gazebo))
    return found
