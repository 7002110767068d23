"""Assembly of a URDF from arm, gripper and simulator plugins.

An arm's description ends in a link for the flange, by convention ``tool0``; a gripper's begins with
its root link, which is fixed there. Names of links and joints stay unchanged, so that one arm
carries one gripper.
"""

from __future__ import annotations

import os
from copy import deepcopy
from pathlib import Path
from types import MappingProxyType
from typing import Mapping, Optional, Sequence, Tuple, Union

from lxml import etree

from sim.resources import resource
from sim.sdf.model_path import split_uri
from sim.sdf.urdf.attributes import attribute
from sim.sdf.xml.elements import Element, failure, name_of, parse_file, required_child

FLANGE_LINK = "tool0"
JOINTS_LIBRARY = "libsim_joints.so"
# Default force on a robot, or on its payload, at which it stops: ISO/TS 15066 has up to 140 N for
# hands, and fingers at 40 N hold a payload by friction against a little more than this force.
CONTACT_STOP_FORCE = 150.0  # N
HELD_STOP_FORCE = 40.0  # N
XmlFile = Union[str, "os.PathLike[str]"]


def folder() -> Path:
    """Return the folder of the package's own URDF files."""
    return resource("config", "robots", "urdf")


def assemble(
    name: str,
    arm: XmlFile,
    gripper: Optional[XmlFile] = None,
    fixed: bool = True,
    grasp_assist: Optional[bool] = None,
    flange_from_gripper: Sequence[float] = (0.0,) * 6,
    flange: str = FLANGE_LINK,
    reach: Mapping[str, Tuple[float, float]] = MappingProxyType({}),
    contact_stop: float = CONTACT_STOP_FORCE,
    start: Mapping[str, float] = MappingProxyType({}),
    changer: Optional[Tuple[str, Sequence[float], str]] = None,
) -> str:
    """Return the URDF text of an arm with a gripper as robot ``name``.

    The gripper is mounted on the link ``flange`` at x y z roll pitch yaw. ``fixed`` holds the base
    link to the world, as a simulator needs; a tree for tf and RViz goes without, and without the
    root's inertia, which would cause a warning. An arm without the plugin that drives joints gets
    it. ``grasp_assist`` overrides the option of the gripper's plugin, ``reach`` the ranges of some
    joints; ``contact_stop`` (N) is the default of the arm's plugin, ``start`` (rad or m) gives the
    joint positions at spawn and after a reset. ``changer``: the joint that moves the flange, the
    flange's x y z roll pitch yaw in that joint's child link, and the model on a tool changer at the
    start ("" for none). Raises InputError with file and line of a mismatch.
    """
    robot = _robot(arm)
    limit(robot, reach)
    plugin = _drive(robot, contact_stop, start)
    if changer is not None:
        joint, pose, tool = changer
        etree.SubElement(plugin, "tool_changer", joint=joint, pose=_words(pose), tool=tool)
    if gripper is not None:
        _mount(robot, _robot(gripper), flange, flange_from_gripper)
    robot.set("name", name)
    _assist(robot, grasp_assist)
    if fixed:
        _fix(robot)
    else:
        _weightless_root(robot)
    etree.indent(robot)
    return etree.tostring(robot, encoding="unicode")


def tool_text(name: str, gripper: XmlFile, grasp_assist: Optional[bool] = None) -> str:
    """Return the URDF text of a gripper as a separate model."""
    tool = _robot(gripper)
    tool.set("name", name)
    _assist(tool, grasp_assist)
    return etree.tostring(tool, encoding="unicode")


def _assist(robot: Element, grasp_assist: Optional[bool]) -> None:
    if grasp_assist is not None:
        for element in robot.iterfind("gazebo/plugin/grasp_assist"):
            element.text = "true" if grasp_assist else "false"


def limit(robot: Element, reach: Mapping[str, Tuple[float, float]]) -> None:
    """Override joint ranges of a URDF, rad or m.

    Raises InputError for a missing joint or one without a range.
    """
    joints = {
        name_of(joint): joint
        for joint in robot.iterfind("joint")
        if joint.get("type") in ("revolute", "prismatic")
    }
    for name, (low, high) in reach.items():
        if name not in joints:
            raise failure(
                robot, f"joint {name!r} with a range not found; joints: {', '.join(joints)}"
            )
        ends = required_child(joints[name], "limit")
        ends.set("lower", f"{low:.16g}")
        ends.set("upper", f"{high:.16g}")


def _robot(path: XmlFile) -> Element:
    root = parse_file(path)
    if root.tag != "robot":
        raise failure(root, f'the root is <{root.tag}>; URDF starts with <robot name="...">')
    for mesh in root.iter("mesh"):
        _locate(mesh, Path(path).resolve().parent)
    return root


def _locate(mesh: Element, folder: Path) -> None:
    """Make a mesh path relative to the URDF's folder absolute.

    A simulator receives the text alone.
    """
    scheme, rest = split_uri(mesh.get("filename") or "")
    if not scheme and rest and not Path(rest).is_absolute():
        mesh.set("filename", (folder / rest).as_uri())


def _drive(robot: Element, contact_stop: float, start: Mapping[str, float]) -> Element:
    """Add a position-drive plugin for every joint; return the plugin.

    A plugin of that kind that is already there decides the joints. Sets the force at which motion
    stops and the joints' start positions.
    """
    plugins = [
        plugin
        for plugin in robot.iterfind("gazebo/plugin")
        if Path(plugin.get("filename") or "").name == JOINTS_LIBRARY
    ]
    if not plugins:
        plugins = [
            etree.SubElement(
                etree.SubElement(robot, "gazebo"), "plugin", name="joints", filename=JOINTS_LIBRARY
            )
        ]
    if plugins[0].find("contact_stop") is None:
        etree.SubElement(
            plugins[0],
            "contact_stop",
            force=f"{contact_stop:.16g}",
            held=f"{min(contact_stop, HELD_STOP_FORCE):.16g}",
        )
    if plugins[0].find("start") is None:
        for joint, position in start.items():
            etree.SubElement(plugins[0], "start", joint=joint, position=f"{position:.16g}")
    return plugins[0]


def _mount(robot: Element, gripper: Element, flange: str, pose: Sequence[float]) -> None:
    links = {name_of(link) for link in robot.iterfind("link")}
    if flange not in links:
        raise failure(
            robot,
            f"link {flange} not found; add it at the flange to mount grippers",
        )
    base = root_link(gripper)
    taken = links | {name_of(joint) for joint in robot.iterfind("joint")}
    known = {material.get("name") for material in robot.iterfind("material")}
    for element in gripper:
        if element.tag in ("link", "joint") and name_of(element) in taken:
            raise failure(element, f"the arm has a {element.tag} of that name too; rename one")
        if element.tag != "material" or element.get("name") not in known:
            robot.append(deepcopy(element))
    robot.append(_fixed_joint(f"{flange}_{base}", flange, base, pose))


def root_link(robot: Element) -> str:
    """Return the name of the one link without a parent joint."""
    children = {
        attribute(required_child(joint, "child"), "link") for joint in robot.iterfind("joint")
    }
    roots = [name_of(link) for link in robot.iterfind("link") if name_of(link) not in children]
    if len(roots) != 1:
        raise failure(
            robot,
            f"has {len(roots)} links that hang on no joint ({', '.join(roots) or 'none'}); it "
            "must be one tree",
        )
    return roots[0]


def _fix(robot: Element) -> None:
    base = root_link(robot)
    if base != "world":
        robot.insert(0, etree.Element("link", name="world"))
        robot.append(_fixed_joint("world_fixed", "world", base, (0.0,) * 6))
        _weigh(next(link for link in robot.iterfind("link") if link.get("name") == base))


def _weigh(base: Element) -> None:
    """Give a massless base link 1 kg.

    Gazebo drops such a link with all its children; held to the world, its mass does not matter.
    """
    mass = base.find("inertial/mass")
    if mass is not None and float(mass.get("value", "0")) > 0.0:
        return
    for inertial in base.findall("inertial"):
        base.remove(inertial)
    inertial = etree.SubElement(base, "inertial")
    etree.SubElement(inertial, "mass", value="1")
    etree.SubElement(
        inertial, "inertia", ixx="0.01", iyy="0.01", izz="0.01", ixy="0", ixz="0", iyz="0"
    )


def _weightless_root(robot: Element) -> None:
    root = root_link(robot)
    for link in robot.iterfind("link"):
        if link.get("name") == root:
            for inertial in link.findall("inertial"):
                link.remove(inertial)


def _fixed_joint(name: str, parent: str, child: str, pose: Sequence[float]) -> Element:
    joint = etree.Element("joint", name=name, type="fixed")
    etree.SubElement(joint, "parent", link=parent)
    etree.SubElement(joint, "child", link=child)
    etree.SubElement(
        joint,
        "origin",
        xyz=_words(pose[:3]),
        rpy=_words(pose[3:]),
    )
    return joint


def _words(values: Sequence[float]) -> str:
    return " ".join(f"{value:.16g}" for value in values)
