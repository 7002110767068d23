"""URDF robots: tree, frames, masses, materials, package URIs, bad input."""

from __future__ import annotations

import numpy as np
import pytest

from sim.errors import InputError
from sim.sdf.types import Box, Cylinder, Mesh, Sphere
from sim.sdf.urdf.reader import is_urdf, read_urdf_string

from .documents import link_of
from .meshes import STL, write

INERTIAL = (
    '<inertial><origin xyz="0 0 0.1"/><mass value="2"/>'
    '<inertia ixx="1" iyy="2" izz="3" ixy="0.1" ixz="0" iyz="0"/></inertial>'
)
BASE = f'<link name="base">{INERTIAL}</link>'
ARM = f'<link name="arm">{INERTIAL}</link>'
LINKS = '<parent link="base"/><child link="arm"/>'


def read(body, **options):
    return read_urdf_string(
        f'<?xml version="1.0"?>\n<robot name="r">{body}</robot>', "request", **options
    )


@pytest.mark.parametrize(
    "text, found",
    [
        ('<?xml version="1.0"?>\n<!-- <sdf> -->\n<robot name="r"/>', True),
        ("<!-- a line of a licence -->\n" * 60 + '<sdf version="1.6"/>', False),
        ("<robotics/>", False),
        ('<sdf version="1.6"><robot/></sdf>', False),
        ("", False),
    ],
)
def test_a_urdf_is_known_by_its_outermost_element(text: str, found: bool):
    assert is_urdf(text) is found


def test_links_stand_where_the_joints_at_zero_put_them():
    model, messages = read(
        BASE + ARM + f'<link name="tip">{INERTIAL}</link>'
        f'<joint name="a" type="revolute">{LINKS}<origin xyz="1 0 0" rpy="0 0 {np.pi / 2}"/>'
        '<axis xyz="0 0 2"/><limit lower="-1" upper="2" effort="3" velocity="4"/>'
        '<dynamics damping="0.5" friction="0.25"/></joint>'
        '<joint name="b" type="fixed"><parent link="arm"/><child link="tip"/><origin xyz="2 0 '
        '0"/></joint>'
    )
    assert (model.name, model.static, messages) == ("r", False, [])
    np.testing.assert_allclose(link_of(model, "tip").model_from_link[:3, 3], [1, 2, 0], atol=1e-12)
    revolute, fixed = model.joints
    assert (revolute.kind, fixed.kind, fixed.axis) == ("revolute", "fixed", None)
    np.testing.assert_array_equal(revolute.child_from_joint, np.eye(4))
    axis = revolute.axis
    assert axis.xyz == (0, 0, 1)
    assert (axis.lower, axis.upper, axis.effort, axis.velocity, axis.damping, axis.friction) == (
        -1,
        2,
        3,
        4,
        0.5,
        0.25,
    )


def test_continuous_joints_have_no_limits_and_turn_about_x_by_default():
    joint = read(BASE + ARM + f'<joint name="a" type="continuous">{LINKS}</joint>')[0].joints[0]
    assert (joint.kind, joint.axis.xyz, joint.axis.lower, joint.axis.upper) == (
        "continuous",
        (1, 0, 0),
        -np.inf,
        np.inf,
    )


def test_inertial():
    inertial = read(BASE)[0].links[0].inertial
    assert (inertial.mass, inertial.link_from_inertial[2, 3]) == (2.0, 0.1)
    np.testing.assert_array_equal(inertial.inertia, [[1, 0.1, 0], [0.1, 2, 0], [0, 0, 3]])


def test_a_link_without_inertial_is_a_frame_without_mass():
    model, _ = read(
        f'<link name="foot"/>{BASE}<joint name="j" type="fixed"><parent link="foot"/><child '
        'link="base"/></joint>'
    )
    assert [link.inertial.mass for link in model.links] == [0.0, 2.0]


def test_shapes_colours_and_names():
    model, _ = read(
        '<material name="paint"><color rgba="0.1 0.2 0.3 0.4"/></material>'
        + f"""<link name="base">{INERTIAL}
        <collision><geometry><box size="1 2 3"/></geometry></collision>
        <collision><origin xyz="0 0 1" rpy="0 0 0"/><geometry><cylinder radius="0.5" length="2"/>
        </geometry></collision>
        <visual name="ball"><geometry><sphere radius="0.25"/></geometry><material name="paint"/>
        </visual>
        <visual><geometry><sphere radius="1"/></geometry><material name="own">
        <color rgba="1 0 0 1"/></material></visual></link>"""
    )
    link = model.links[0]
    assert [(part.name, part.geometry) for part in link.collisions] == [
        ("base_collision", Box((1.0, 2.0, 3.0))),
        ("base_collision_1", Cylinder(0.5, 2.0)),
    ]
    assert link.collisions[1].link_from_collision[2, 3] == 1
    assert [(part.name, part.geometry, part.color) for part in link.visuals] == [
        ("ball", Sphere(0.25), (0.1, 0.2, 0.3, 0.4)),
        ("base_visual_1", Sphere(1.0), (1, 0, 0, 1)),
    ]


def mesh_link(uri):
    return (
        f'<link name="base">{INERTIAL}<collision><geometry><mesh filename="{uri}" scale="1 1 '
        '2"/></geometry></collision></link>'
    )


def test_mass_0_makes_a_frame_whatever_its_inertia():
    foot = f'<link name="foot">{INERTIAL}</link>'.replace('mass value="2"', 'mass value="0"')
    model, _ = read(
        f'{foot}{BASE}<joint name="j" type="fixed"><parent link="foot"/><child '
        'link="base"/></joint>'
    )
    assert model.links[0].inertial.mass == 0.0 and not model.links[0].inertial.inertia.any()


def test_package_uris_go_through_the_callable(tmp_path):
    path = write(tmp_path, "a.stl", STL)
    model, _ = read(
        mesh_link("package://shop/a.stl"), package_folder={"shop": str(tmp_path)}.__getitem__
    )
    assert model.links[0].collisions[0].geometry == Mesh(path, (1.0, 1.0, 2.0))
    assert read(mesh_link(f"file://{path}"))[0].links[0].collisions[0].geometry.path == path


@pytest.mark.parametrize(
    "uri, message",
    [
        ("package://none/a.stl", "the ROS package 'none' is not found"),
        ("package://shop/b.stl", "b.stl not found; check its name"),
        ("package://shop/../a.stl", "climbs out of its folder"),
        ("model://x/a.stl", "model 'x' not found"),
        ("", "has no filename"),
    ],
)
def test_bad_mesh_uris(tmp_path, uri, message):
    with pytest.raises(InputError, match=message):
        read(mesh_link(uri), package_folder={"shop": str(tmp_path)}.__getitem__)


def test_gazebo_tags_are_reported_and_transmissions_are_known():
    model, messages = read(
        BASE + ARM + f'<joint name="a" type="continuous">{LINKS}<mimic joint="b"/></joint>'
        '<gazebo reference="base"><kp>1</kp></gazebo><gazebo><static>true</static></gazebo>'
        '<transmission name="t"><type>x</type><joint name="a"/></transmission>'
    )
    assert messages == [
        "request: robot[r]/gazebo[base]/kp: of base: not supported, ignored (contacts have the "
        "simulator's own stiffness)"
    ]
    assert model.static and model.joints[0].mimics == "b"
    assert model.transmissions == ("a",)


def test_floating_joints_are_left_out_and_said():
    model, messages = read(BASE + ARM + f'<joint name="a" type="floating">{LINKS}</joint>')
    assert model.joints == () and "joints of type floating are not supported" in messages[0]


def test_a_link_named_world_is_the_world():
    model, _ = read(
        f'<link name="world"/>{BASE}<joint name="j" type="fixed"><parent link="world"/><child '
        'link="base"/>'
        '<origin xyz="0 0 3"/></joint>'
    )
    assert [link.name for link in model.links] == ["base"]
    assert model.joints[0].parent == "world"
    np.testing.assert_allclose(model.links[0].model_from_link[:3, 3], [0, 0, 3])


REVOLUTE = (
    f'<joint name="a" type="revolute">{LINKS}<limit lower="0" upper="1" effort="1" '
    'velocity="1"/></joint>'
)


@pytest.mark.parametrize(
    "body, message",
    [
        ("", "has no links"),
        (BASE + BASE, "the link's name 'base' is used twice"),
        (BASE + ARM, "has the roots base, arm"),
        (BASE + REVOLUTE, "link 'arm' not found; links: base"),
        (BASE + ARM + REVOLUTE + REVOLUTE, "the joint's name 'a' is used twice"),
        (BASE + ARM + REVOLUTE + REVOLUTE.replace('"a"', '"b"'), "hangs on two joints"),
        (
            BASE
            + ARM
            + REVOLUTE
            + '<joint name="b" type="fixed"><parent link="arm"/><child link="base"/></joint>',
            "is its own ancestor",
        ),
        (BASE + '<link name="arm"/>' + REVOLUTE, "moving link 'arm' has no mass"),
        (BASE + ARM + f'<joint name="a" type="revolute">{LINKS}</joint>', "has no <limit>"),
        (BASE + ARM + f'<joint name="a" type="hinge">{LINKS}</joint>', "write one of revolute"),
        (
            BASE + ARM + f'<joint name="a" type="continuous">{LINKS}<axis xyz="0 0 0"/></joint>',
            "is zero",
        ),
        (
            BASE.replace('xyz="0 0 0.1"', 'xyz="0 0"'),
            "has 2 numbers; write 3 numbers in xyz: x y z",
        ),
        (BASE.replace('value="2"', 'value="-2"'), "the mass is -2"),
        (BASE.replace('value="2"', ""), "has no value"),
    ],
)
def test_bad_robots(body, message):
    with pytest.raises(InputError) as error:
        read(body)
    assert message in str(error.value)
    assert str(error.value).startswith("request:2: ")


def test_xacro_is_not_urdf():
    with pytest.raises(InputError, match="expand xacro first"):
        read_urdf_string('<sdf version="1.6"/>', "request")


def test_sensors_in_gazebo_tags_are_on_the_links_that_they_refer_to():
    model, messages = read(
        BASE + ARM + f'<joint name="a" type="continuous">{LINKS}</joint>'
        '<gazebo reference="arm"><kp>1</kp><sensor name="imu" type="imu"><pose>0 0 0.5 0 0 '
        "0</pose><update_rate>50</update_rate>"
        '<plugin name="p" '
        'filename="libgazebo_ros_imu_sensor.so"><topicName>data</topicName></plugin></sensor></gazebo>'
        '<gazebo reference="base"><sensor name="touch" '
        'type="contact"><contact><collision>base_collision</collision></contact></sensor></gazebo>'
    )
    base, arm = model.links
    (imu,) = arm.sensors
    assert (imu.name, imu.rate, imu.link_from_sensor[2, 3], imu.plugins[0].parameters) == (
        "imu",
        50.0,
        0.5,
        {"topicName": "data"},
    )
    assert base.sensors[0].kind.collisions == tuple(collision.name for collision in base.collisions)
    assert len(messages) == 1 and "/kp: of arm: not supported, ignored" in messages[0]


def test_plugins_and_friction_in_gazebo_tags():
    base = BASE.replace(
        "</link>", '<collision><geometry><sphere radius="1"/></geometry></collision></link>'
    )
    model, messages = read(
        base + '<gazebo reference="base"><mu1>0.7</mu1></gazebo><gazebo '
        'reference="base"><mu2>0.6</mu2></gazebo>'
        '<gazebo><plugin name="p" filename="libp.so"><finger joint="a"/><finger '
        'joint="b"/><force>20</force></plugin></gazebo>'
    )
    (plugin,) = model.plugins
    assert (plugin.name, plugin.filename, plugin.parameters["force"]) == ("p", "libp.so", "20")
    assert plugin.lists == {"finger": ({"joint": "a"}, {"joint": "b"})}
    assert {
        (collision.friction.mu, collision.friction.mu2) for collision in model.links[0].collisions
    } == {(0.7, 0.6)}
    assert messages == []
    with pytest.raises(InputError, match=r"gazebo/plugin.*: has no filename"):
        read(BASE + '<gazebo><plugin name="p"/></gazebo>')


@pytest.mark.parametrize(
    "content",
    [
        '<sensor name="imu" type="imu"/>',
        '<sensor name="s" type="camera"/>',
        "<mu1>1</mu1>",
        "<material>Gazebo/Red</material>",
        "<preserveFixedJoint>true</preserveFixedJoint>",
        "",
    ],
)
def test_a_reference_to_nothing_is_ignored_and_named_once(content):
    model, messages = read(BASE + f'<gazebo reference="leg">{content}</gazebo>' * 2)
    assert messages == [
        "request: robot[r]/gazebo[leg]: refers to 'leg', which is neither a link nor a joint of "
        "the robot, ignored"
    ]
    assert model.links[0].sensors == ()
    world = '<link name="world"/>' + BASE
    world += '<joint name="j" type="fixed"><parent link="world"/><child link="base"/></joint>'
    model, messages = read(world + f'<gazebo reference="world">{content}</gazebo>')
    assert messages == [
        "request: robot[r]/gazebo[world]: refers to the world, whose tags are ignored"
    ]


def test_tags_of_links_set_gravity_collisions_and_colour(tmp_path):
    mesh = write(tmp_path, "a.stl", STL)
    shown = f'<visual><geometry><mesh filename="file://{mesh}"/></geometry></visual>'
    base, arm = (text.replace("</link>", f"{shown}</link>") for text in (BASE, ARM))
    model, messages = read(
        base + arm + f'<joint name="a" type="continuous">{LINKS}</joint>'
        '<gazebo reference="base"><turnGravityOff>true</turnGravityOff><material>Gazebo/Blue'
        "</material></gazebo>"
        '<gazebo reference="arm"><selfCollide>1</selfCollide><gravity>false</gravity>'
        "<material>My/Paint</material></gazebo>"
        '<gazebo reference="a"><provideFeedback>true</provideFeedback></gazebo>'
    )
    first, second = model.links
    assert (first.gravity, first.self_collide) == (False, False)
    assert (second.gravity, second.self_collide) == (False, True)
    assert first.visuals[0].color == (0.0, 0.0, 1.0, 1.0) and not first.visuals[0].unpainted
    assert second.visuals[0].unpainted
    assert len(messages) == 1 and "material 'My/Paint' is not one of Gazebo's" in messages[0]


def test_ignored_tags_are_named_with_their_links():
    tags = "<kp>1e5</kp><minDepth>0.001</minDepth><fdir1>1 0 0</fdir1>"
    _, messages = read(
        BASE + ARM + f'<joint name="a" type="continuous">{LINKS}</joint>'
        f'<gazebo reference="base">{tags}</gazebo><gazebo reference="arm">{tags}</gazebo>'
        '<gazebo reference="a"><springStiffness>3</springStiffness></gazebo>'
        "<gazebo><enable_wind>true</enable_wind></gazebo>"
    )
    assert [message.split(": ")[1:3] for message in messages] == [
        ["robot[r]/gazebo[base]/kp", "of base, arm"],
        ["robot[r]/gazebo[base]/minDepth", "of base, arm"],
        ["robot[r]/gazebo[base]/fdir1", "of base, arm"],
        ["robot[r]/gazebo[a]/springStiffness", "of a"],
        ["robot[r]/gazebo/enable_wind", "not supported, ignored"],
    ]


@pytest.mark.parametrize("uri", ["package://none/a.dae", "package://shop/b.stl", "model://x/a.stl"])
def test_a_missing_visual_mesh_is_shown_as_collisions(tmp_path, uri):
    shapes = '<collision><origin xyz="0 0 1"/><geometry><sphere radius="2"/></geometry></collision>'
    shapes += '<collision><geometry><box size="1 2 3"/></geometry></collision>'
    visual = f'<visual><geometry><mesh filename="{uri}"/></geometry><material name="m">'
    visual += '<color rgba="1 0 0 1"/></material></visual>'
    body = BASE.replace("</link>", f"{shapes}{visual}{visual}</link>")
    model, messages = read(body, package_folder={"shop": str(tmp_path)}.__getitem__)
    (link,) = model.links
    assert [visual.geometry for visual in link.visuals] == [Sphere(2.0), Box((1.0, 2.0, 3.0))]
    assert {visual.color for visual in link.visuals} == {(1.0, 0.0, 0.0, 1.0)}
    np.testing.assert_array_equal(link.visuals[0].link_from_visual[:3, 3], [0, 0, 1])
    assert len({visual.name for visual in link.visuals}) == 2
    assert len(messages) == 1 and messages[0].endswith("; shown as the link's collisions")
    assert repr(uri) in messages[0] and "robot[r]/link[base]/visual: " in messages[0]


def test_a_transmission_without_a_joint_does_not_refuse_a_robot():
    model, _ = read(BASE + '<transmission name="t"><joint/></transmission><transmission name="u"/>')
    assert model.transmissions == ()
