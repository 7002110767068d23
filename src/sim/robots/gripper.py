"""Data of a gripper from its description: grip, opening, controlled point."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Mapping, Tuple

import numpy as np

from sim.arrays import Array
from sim.sdf.types import Axis, Joint
from sim.sdf.urdf.attributes import attribute
from sim.sdf.urdf.joints import link_poses, read_joints
from sim.sdf.xml.elements import Element, child_text, failure, name_of, number, parse_file
from sim.sdf.xml.report import ReaderReport

PARALLEL = "parallel"
VACUUM = "vacuum"
CONTROLLED = "tcp"
PLUGIN = "libsim_gripper.so"


@dataclass(frozen=True)
class Gripper:
    """Data of a gripper.

    Widths and the radius of suction cups in m, force in N, speed in m/s; ``mount_from_tcp`` (4, 4)
    is from its link ``tcp`` to its root link, or identity without one.
    """

    name: str
    kind: str
    mount_from_tcp: Array
    fingers: Tuple[str, ...] = ()
    closed_width: float = 0.0
    open_width: float = 0.0
    force: float = 0.0
    speed: float = 0.0
    cup_radius: float = 0.0

    def width(self, setting: float) -> float:
        """Return the width of CRCL's setting. 0 is closed, 1 is wide open."""
        return self.closed_width + min(max(setting, 0.0), 1.0) * (
            self.open_width - self.closed_width
        )


def read_gripper(path: Path) -> Gripper:
    """Read a gripper's URDF with the plugin libsim_gripper.so.

    Raises InputError with file and line for missing data.
    """
    root = parse_file(path)
    plugins = [
        plugin for plugin in root.iterfind("gazebo/plugin") if plugin.get("filename") == PLUGIN
    ]
    if len(plugins) != 1:
        raise failure(
            root, f'has {len(plugins)} <gazebo><plugin filename="{PLUGIN}">; a gripper has one'
        )
    plugin = plugins[0]
    kind = child_text(plugin, "kind")
    if kind not in (PARALLEL, VACUUM):
        raise failure(plugin, f"has the kind {kind!r}; write {PARALLEL} or {VACUUM}")
    joints = {joint.name: (joint, element) for joint, element in read_joints(root, ReaderReport())}
    links = {name_of(link): link for link in root.iterfind("link")}
    poses = link_poses(root, links, list(joints.values()))
    tcp = poses.get(CONTROLLED, np.eye(4))
    if kind == VACUUM:
        cups = {attribute(cup, "link") for cup in plugin.iterfind("cup")}
        radii = [
            float(attribute(cylinder, "radius"))
            for name, link in links.items()
            if name in cups
            for cylinder in link.iterfind("collision/geometry/cylinder")
        ]
        force = number(plugin.find("force"), 0.0)
        return Gripper(name_of(root), kind, tcp, force=force, cup_radius=max(radii, default=0.0))
    fingers = tuple(attribute(finger, "joint") for finger in plugin.iterfind("finger"))
    closed = number(plugin.find("closed_width"), 0.0)
    opening = sum(_finger(name, joints, plugin).upper for name in fingers)
    return Gripper(
        name_of(root),
        kind,
        tcp,
        fingers,
        closed,
        closed + opening,
        number(plugin.find("force"), 0.0),
        number(plugin.find("speed"), 0.0),
    )


def _finger(name: str, joints: Mapping[str, Tuple[Joint, Element]], plugin: Element) -> Axis:
    joint = joints[name][0] if name in joints else None
    if joint is None or joint.kind != "prismatic" or joint.axis is None:
        raise failure(
            plugin,
            f"finger {name!r} is not a prismatic joint; must be one of: {', '.join(joints)}",
        )
    return joint.axis
