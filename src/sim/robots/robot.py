"""Robot from a YAML file: arm, tools, start, maximum rates, settling.

Poses in the file are x y z roll pitch yaw, in m and rad; paths are relative to the file's own
folder, else to the package's ``urdf`` folder.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Dict, Mapping, Optional, Tuple, Union

import numpy as np
from lxml import etree

from sim.arrays import Array
from sim.checks import mapping, number, read_yaml, sequence, text
from sim.errors import InputError
from sim.robots.assembly import CONTACT_STOP_FORCE, FLANGE_LINK, assemble, folder, limit
from sim.robots.description import Arm, read_arm
from sim.robots.gripper import Gripper, read_gripper
from sim.robots.kinematics.kinematics import kinematics_of
from sim.robots.kinematics.solver import Solver
from sim.robots.loads import Loads
from sim.robots.motion.context import Speeds
from sim.robots.ring import Ring
from sim.robots.settling import Settling
from sim.sdf.xml.elements import parse_text
from sim.transforms import pose_from_transform, transform_from_pose

KEYS = (
    "arm",
    "base_link",
    "flange",
    "gripper",
    "mount",
    "base",
    "workstation",
    "tools",
    "tool",
    "start",
    "accelerations",
    "jerks",
    "speeds",
    "settling",
    "contact_stop",
)
SPEEDS = ("trans_speed", "trans_accel", "rot_speed", "rot_accel", "corner", "corner_angle")
SETTLING = ("point", "angle", "joint_angle", "joint_slide", "patience", "timeout")


@dataclass(frozen=True)
class EndEffector:
    """File and data of a gripper."""

    file: Path
    gripper: Gripper


@dataclass(frozen=True)
class Robot:
    """Complete data for the controller of one robot."""

    name: str
    arm_file: Path
    gripper_file: Optional[Path]
    mount: Tuple[float, ...]
    arm: Arm
    gripper: Optional[Gripper]
    ring: Ring
    start: Array
    speeds: Speeds
    settling: Settling
    reach: Mapping[str, Tuple[float, float]] = field(default_factory=dict)
    contact_stop: float = CONTACT_STOP_FORCE
    # End effectors for its tool changer, by the names of their models; empty without a tool
    # changer. The one on at the start is the ring's tool.
    end_effectors: Mapping[str, EndEffector] = field(default_factory=dict)

    @cached_property
    def kinematics(self) -> Solver:
        return kinematics_of(self.arm)

    @cached_property
    def loads(self) -> Loads:
        """Return the joints' loads; InputError for links without masses."""
        return Loads(self.urdf(), self.arm)

    def loads_with(self, tool: str) -> Loads:
        """Return the joints' loads with this end effector on the tool changer."""
        if tool not in self.end_effectors:
            return self.loads
        if tool not in self._loads_by_tool:
            text = replace(self, gripper_file=self.end_effectors[tool].file).urdf()
            self._loads_by_tool[tool] = Loads(text, self.arm)
        return self._loads_by_tool[tool]

    @cached_property
    def _loads_by_tool(self) -> Dict[str, Loads]:
        return {}

    def urdf(self, fixed: bool = True, grasp_assist: Optional[bool] = None) -> str:
        """Return the robot with its gripper as one URDF.

        Held to the world for a simulator, or as a bare tree.
        """
        return assemble(
            self.name,
            self.arm_file,
            self.gripper_file,
            fixed,
            grasp_assist,
            self.mount,
            self.arm.tip,
            self.reach,
            self.contact_stop,
            dict(zip(self.arm.names, self.start.tolist())),
            self._changer() if self.end_effectors else None,
        )

    def _changer(self) -> Tuple[str, Tuple[float, ...], str]:
        pose = pose_from_transform(self.arm.joint_from_tip)
        return self.arm.names[-1], pose, self.ring.tool

    def placed(self, world_from_base: Array, world_from_workstation: Array) -> Robot:
        """Return the robot at another place, with another workstation frame."""
        ring = replace(
            self.ring,
            world_from_base=world_from_base,
            world_from_workstation=world_from_workstation,
        )
        return replace(self, ring=ring)

    def with_tool(self, name: str) -> Robot:
        """Return the robot with another tool on, "" for the bare flange."""
        return replace(self, ring=self.ring.with_tool(name))


def read_robot(
    path: Union[str, Path],
    name: Optional[str] = None,
    gripper: Optional[str] = None,
    reach: Optional[Mapping[str, Tuple[float, float]]] = None,
    end_effectors: Optional[Mapping[str, str]] = None,
    tool: str = "",
) -> Robot:
    """Read a robot from a YAML file.

    ``name``, ``gripper`` ("" for none) and ``reach``, the ranges of its joints, override the
    file's. With ``end_effectors``, grippers by the names of their models, it has a tool changer in
    place of a gripper; ``tool`` is on at the start. Raises InputError with file and key.
    """
    if end_effectors is not None:
        robot = read_robot(path, name, "", reach)
        return _with_changer(robot, end_effectors, tool, Path(path))
    path = Path(path)
    where = str(path)
    values = mapping(read_yaml(path), where, KEYS, ("arm",))
    if gripper is not None:
        values = {**values, "gripper": gripper and f"{gripper}.urdf", "tool": gripper}
    arm_file = _file(values["arm"], f"{where}: arm", path)
    links = [
        text(values.get(key, usual), f"{where}: {key}")
        for key, usual in (("base_link", "base_link"), ("flange", FLANGE_LINK))
    ]
    arm = read_arm(
        _limited(_read(arm_file, f"{where}: arm"), str(arm_file), reach or {}),
        str(arm_file),
        *links,
    )
    arm = arm.limited(
        _numbers(values.get("accelerations"), f"{where}: accelerations", len(arm)),
        _numbers(values.get("jerks"), f"{where}: jerks", len(arm)),
    )
    gripper_file = (
        _file(values["gripper"], f"{where}: gripper", path) if values.get("gripper") else None
    )
    mounted = read_gripper(gripper_file) if gripper_file else None
    mount = _numbers(values.get("mount"), f"{where}: mount", 6) or (0.0,) * 6
    start = np.array(
        _numbers(values.get("start"), f"{where}: start", len(arm)) or np.zeros(len(arm))
    )
    _check_start(arm, start, where)
    tools = _tools(values, mounted, mount, path)
    tool = str(values["tool"] or "") if "tool" in values else (mounted.name if mounted else "")
    ring = Ring(
        _pose(values.get("base"), f"{where}: base"),
        _pose(values.get("workstation"), f"{where}: workstation"),
        tools,
    ).with_tool(tool)
    speeds = Speeds(
        **{
            "trans_speed": 1.0,
            "trans_accel": 4.0,
            "rot_speed": 3.0,
            "rot_accel": 12.0,
            **_section(values, "speeds", SPEEDS, where),
        }
    )
    return Robot(
        name or path.stem,
        arm_file,
        gripper_file,
        mount,
        arm,
        mounted,
        ring,
        start,
        speeds,
        Settling(**_section(values, "settling", SETTLING, where)),
        reach or {},
        number(values.get("contact_stop", CONTACT_STOP_FORCE), f"{where}: contact_stop", 1e-9),
    )


def _with_changer(robot: Robot, end_effectors: Mapping[str, str], tool: str, path: Path) -> Robot:
    found: Dict[str, EndEffector] = {}
    for name, gripper in end_effectors.items():
        file = _file(f"{gripper}.urdf", f"tools/{name}/gripper", path)
        found[name] = EndEffector(file, read_gripper(file))
    tools = {name: one.gripper.mount_from_tcp for name, one in found.items()}
    # The flange is the mount: the changer is a part of the tool.
    ring = replace(robot.ring, tools=tools, tool="").with_tool(tool)
    return replace(robot, ring=ring, mount=(0.0,) * 6, end_effectors=found)


def _limited(data: bytes, source: str, reach: Mapping[str, Tuple[float, float]]) -> bytes:
    """Return an arm's description with other ranges of some joints."""
    if not reach:
        return data
    root = parse_text(data, source)
    limit(root, reach)
    return etree.tostring(root)


def _section(
    values: Dict[str, Any], key: str, names: Tuple[str, ...], where: str
) -> Dict[str, float]:
    section = mapping(values.get(key) or {}, f"{where}: {key}", names)
    return {name: number(value, f"{where}: {key}/{name}", 1e-9) for name, value in section.items()}


def _file(value: Any, where: str, named_in: Path) -> Path:
    beside = named_in.resolve().parent / text(value, where)
    return beside if beside.exists() else folder() / text(value, where)


def _read(path: Path, where: str) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(
            where,
            f"{path} cannot be read ({error.strerror}); name a URDF file beside this file, of "
            f"{folder()}, or by an absolute path",
        ) from None


def _numbers(value: Any, where: str, count: int) -> Tuple[float, ...]:
    """Return ``count`` numbers, or an empty tuple without the key."""
    if value is None:
        return ()
    values = sequence(value, where)
    if len(values) != count:
        raise InputError(where, f"has {len(values)} numbers; {count} are needed")
    return tuple(number(item, f"{where}/{index}") for index, item in enumerate(values))


def _pose(value: Any, where: str) -> Array:
    return transform_from_pose(_numbers(value, where, 6) or (0.0,) * 6)


def _tools(
    values: Dict[str, Any], gripper: Optional[Gripper], mount: Tuple[float, ...], path: Path
) -> Dict[str, Array]:
    """Return named tools, each the controlled point's pose on the flange.

    The file has a pose or a gripper's file; the mounted gripper is a tool under its own name.
    """
    where = str(path)
    tools = {gripper.name: transform_from_pose(mount) @ gripper.mount_from_tcp} if gripper else {}
    section = values.get("tools") or {}
    if not isinstance(section, dict):
        raise InputError(
            f"{where}: tools", "a mapping of names to poses or gripper files is needed"
        )
    for name, value in section.items():
        at = f"{where}: tools/{name}"
        tools[str(name)] = (
            transform_from_pose(mount) @ read_gripper(_file(value, at, path)).mount_from_tcp
            if isinstance(value, str)
            else _pose(value, at)
        )
    return tools


def _check_start(arm: Arm, start: Array, where: str) -> None:
    for joint, value in zip(arm.joints, start):
        if not joint.lower <= value <= joint.upper:
            raise InputError(
                f"{where}: start",
                f"{joint.name} at {value:.4g} is out of its range {joint.lower:.4g} to "
                f"{joint.upper:.4g}",
            )
