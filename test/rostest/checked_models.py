"""Models to compare check_model with their start on both simulators.

Each is a kind of trouble or of ease that public robots have.
"""

from __future__ import annotations

from typing import Dict

INERTIAL = '<inertial><mass value="1"/><inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" '
INERTIAL += 'ixz="0" iyz="0"/></inertial>'
BOX = "<geometry><box size='0.2 0.2 0.2'/></geometry>"
P3D = '<gazebo><plugin name="truth" filename="libgazebo_ros_p3d.so"><bodyName>{0}</bodyName>'
P3D += "<topicName>{1}</topicName></plugin></gazebo>"
IMU = '<gazebo reference="{0}"><sensor name="{1}" type="imu"><pose>0.1 0 0 0 0 0</pose></sensor>'
IMU += "</gazebo>"


def link(name: str, inside: str = INERTIAL) -> str:
    """Return a link of a URDF."""
    return f'<link name="{name}">{inside}</link>'


def joint(name: str, kind: str, parent: str, child: str, inside: str = "") -> str:
    """Return a joint of a URDF, 0.3 m along z."""
    limit = "" if kind in ("fixed", "continuous") else '<limit lower="-1" upper="1" effort="5" '
    limit += 'velocity="5"/>' if limit else ""
    return (
        f'<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>'
        f'<origin xyz="0 0 0.3"/><axis xyz="0 0 1"/>{limit}{inside}</joint>'
    )


def visual(mesh: str) -> str:
    """Return the inside of a link with a visual of a mesh."""
    shape = f'<geometry><mesh filename="{mesh}"/></geometry>'
    return f"{INERTIAL}<collision>{BOX}</collision><visual>{shape}</visual>"


TWO = link("base") + link("arm") + joint("turn", "revolute", "base", "arm")
KEEP = '<gazebo reference="{0}"><preserveFixedJoint>true</preserveFixedJoint></gazebo>'
SDF_MESH = (
    '<{0} name="{1}"><geometry><mesh><uri>model://nowhere/a.dae</uri></mesh></geometry></{0}>'
)
SDF_LINK = '<link name="{0}"><inertial><mass>1</mass></inertial>{1}</link>'

URDFS: Dict[str, str] = {
    "plain": TWO + P3D.format("arm", "plain_truth") + IMU.format("base", "s"),
    "dangling_sensor": TWO + IMU.format("lens", "s") + IMU.format("arm", "t"),
    "dangling_friction": TWO + '<gazebo reference="none"><mu1>1</mu1></gazebo>',
    "massless_tip": TWO + link("tip", "") + joint("t", "revolute", "arm", "tip"),
    "massless_between": link("base")
    + link("mid", "")
    + link("arm")
    + joint("a", "revolute", "base", "mid")
    + joint("b", "revolute", "mid", "arm")
    + P3D.format("arm", "between_truth")
    + IMU.format("arm", "s"),
    "frames": link("foot", "")
    + link("base")
    + link("eye", "")
    + joint("f", "fixed", "foot", "base")
    + joint("e", "fixed", "base", "eye")
    + P3D.format("eye", "frames_truth")
    + IMU.format("eye", "s"),
    "kept_frame": link("base")
    + link("tip")
    + joint("k", "fixed", "base", "tip")
    + KEEP.format("k"),
    "kept_massless": link("base")
    + link("tip", "")
    + joint("k", "fixed", "base", "tip")
    + KEEP.format("k")
    + IMU.format("tip", "s"),
    "no_limit": link("base")
    + link("arm")
    + joint("turn", "continuous", "base", "arm").replace("continuous", "revolute"),
    "two_roots": link("base") + link("arm"),
    "two_links": link("base") + link("base"),
    "no_effort": TWO.replace('effort="5" ', ""),
    "partial_inertia": link("base", INERTIAL.replace(' ixy="0"', "")),
    "no_inertia": link("base", '<inertial><mass value="1"/></inertial>'),
    "no_end": link("base") + joint("turn", "revolute", "base", "arm"),
    "undefined_material": link(
        "base", f"{INERTIAL}<visual>{BOX}<material name='nowhere'/></visual>"
    ),
    "floating": link("base") + link("arm") + joint("f", "floating", "base", "arm"),
    "wrong_plugin": TWO + P3D.format("none", "wrong_truth"),
    "missing_visual": link("base", visual("package://no_such_package/a.dae")),
    "missing_collision": link(
        "base", visual("package://no_such_package/a.dae").replace("visual", "collision")
    ),
    "link_tags": TWO
    + '<gazebo reference="arm"><kp>1e6</kp><material>Gazebo/Red</material><selfCollide>1'
    "</selfCollide></gazebo>",
    "world_link": '<link name="world"/>' + TWO + joint("w", "fixed", "world", "base"),
    "mimic": TWO + link("b") + joint("m", "revolute", "base", "b", '<mimic joint="turn"/>'),
    "force_on_fixed": link("base")
    + link("tip")
    + joint("k", "fixed", "base", "tip")
    + '<gazebo reference="k"><sensor name="ft" type="force_torque"/></gazebo>',
    "unsupported_sensor": TWO
    + '<gazebo reference="arm"><sensor name="alt" type="altimeter"/></gazebo>',
}
SDFS: Dict[str, str] = {
    "sdf_contact": SDF_LINK.format(
        "base",
        '<sensor name="s" type="contact"><contact><collision>none</collision></contact></sensor>',
    ),
    "sdf_no_mass": SDF_LINK.format("base", "").replace(">1<", ">0<"),
    "sdf_no_mesh": SDF_LINK.format("base", SDF_MESH.format("collision", "c")),
    "sdf_no_picture": SDF_LINK.format("base", SDF_MESH.format("visual", "v")),
    "sdf_no_link": SDF_LINK.format("base", "")
    + '<joint name="j" type="fixed"><parent>base</parent><child>none</child></joint>',
    "sdf_plain": SDF_LINK.format("base", '<sensor name="s" type="imu"/>'),
    "sdf_fast_sensor": SDF_LINK.format(
        "base", '<sensor name="s" type="imu"><update_rate>2500</update_rate></sensor>'
    ),
    "sdf_ball": SDF_LINK.format("base", "")
    + SDF_LINK.format("arm", "")
    + '<joint name="j" type="ball"><parent>base</parent><child>arm</child></joint>',
}


def texts() -> Dict[str, str]:
    """Return the documents by the names of their models."""
    found = {name: f'<robot name="{name}">{text}</robot>' for name, text in URDFS.items()}
    for name, text in SDFS.items():
        found[name] = f'<sdf version="1.6"><model name="{name}">{text}</model></sdf>'
    return found
