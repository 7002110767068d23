"""Poses: relative_to, frames, nested models and includes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.errors import InputError
from sim.sdf.reader import read_model_string
from sim.transforms import inverse, rotation_from_rpy, transform_from_rpy

from .documents import BOX, link_of, model_folder, position, read_body, read_world_body

ANGLE = st.floats(-np.pi, np.pi)
QUARTER = np.pi / 2


@given(ANGLE, ANGLE, ANGLE)
def test_rotation_is_yaw_after_pitch_after_roll(roll, pitch, yaw):
    about = [
        rotation_from_rpy(roll, 0, 0),
        rotation_from_rpy(0, pitch, 0),
        rotation_from_rpy(0, 0, yaw),
    ]
    np.testing.assert_allclose(
        rotation_from_rpy(roll, pitch, yaw), about[2] @ about[1] @ about[0], atol=1e-12
    )


@given(ANGLE, ANGLE, ANGLE, st.tuples(*[st.floats(-10, 10)] * 3))
def test_inverse_undoes_a_transform(roll, pitch, yaw, xyz):
    matrix = transform_from_rpy(xyz, (roll, pitch, yaw))
    np.testing.assert_allclose(inverse(matrix) @ matrix, np.eye(4), atol=1e-12)


def test_yaw_turns_x_to_y_and_positive_pitch_points_x_down():
    np.testing.assert_allclose(rotation_from_rpy(0, 0, QUARTER) @ [1, 0, 0], [0, 1, 0], atol=1e-12)
    np.testing.assert_allclose(rotation_from_rpy(0, QUARTER, 0) @ [1, 0, 0], [0, 0, -1], atol=1e-12)


def test_links_are_relative_to_the_model_and_their_parts_to_the_link():
    model, _ = read_body(
        f'<pose>5 0 0 0 0 0</pose><link name="l"><pose>1 0 0  0 0 1.5</pose>'
        f'<collision name="c"><pose>0 2 0 0 0 0</pose>{BOX}</collision></link>'
    )
    assert position(model.world_from_model)[0] == 5
    np.testing.assert_allclose(
        model.links[0].model_from_link, transform_from_rpy([1, 0, 0], [0, 0, 1.5])
    )
    np.testing.assert_allclose(
        position(model.links[0].collisions[0].link_from_collision), [0, 2, 0]
    )


@pytest.mark.parametrize("attribute", ["relative_to", "frame"])
def test_a_link_relative_to_another_that_comes_later(attribute):
    model, _ = read_body(
        f'<link name="b"><pose {attribute}="a">1 0 0 0 0 0</pose></link>'
        f'<link name="a"><pose>0 0 1 0 0 {QUARTER}</pose></link>',
        "1.7",
    )
    np.testing.assert_allclose(position(link_of(model, "b").model_from_link), [0, 1, 1], atol=1e-12)


def test_a_chain_of_frames_and_a_collision_relative_to_one():
    model, _ = read_body(
        f"""<link name="l"><pose>10 0 0 0 0 0</pose>
        <collision name="c"><pose relative_to="tip">0 0 1 0 0 0</pose>{BOX}</collision></link>
        <frame name="base" attached_to="l"><pose>0 3 0 0 0 {QUARTER}</pose></frame>
        <frame name="tip"><pose relative_to="base">2 0 0 0 0 0</pose></frame>""",
        "1.7",
    )
    np.testing.assert_allclose(
        position(model.links[0].collisions[0].link_from_collision), [0, 5, 1], atol=1e-12
    )


def test_a_joint_may_name_a_frame_that_is_attached_to_a_link():
    model, _ = read_body(
        """<link name="a"/><link name="b"><pose>1 0 0 0 0 0</pose></link>
        <frame name="hand" attached_to="b"><pose>0 0 2 0 0 0</pose></frame>
        <joint name="j" type="fixed"><parent>a</parent><child>hand</child></joint>""",
        "1.7",
    )
    assert model.joints[0].child == "b"
    np.testing.assert_allclose(position(model.joints[0].child_from_joint), [0, 0, 2])


def test_models_relative_to_a_frame_of_the_world(tmp_path):
    world, _ = read_world_body(
        tmp_path,
        f"""<frame name="dock"><pose>1 2 0 0 0 {QUARTER}</pose></frame>
        <model name="a"><pose relative_to="dock">1 0 0 0 0 0</pose><link name="l"/></model>
        <model name="b"><pose relative_to="a">0 0 1 0 0 0</pose><link name="l"/></model>""",
        "1.7",
    )
    np.testing.assert_allclose(position(world.models[0].world_from_model), [1, 3, 0], atol=1e-12)
    np.testing.assert_allclose(position(world.models[1].world_from_model), [1, 3, 1], atol=1e-12)


def test_nested_models_become_links_and_joints_with_prefixed_names():
    model, _ = read_body(f"""<link name="base"/><model name="arm"><pose>0 0 1 0 0 {QUARTER}</pose>
        <link name="upper"><pose>1 0 0 0 0 0</pose></link><link name="fore"/>
        <joint name="elbow" type="fixed"><parent>upper</parent><child>fore</child></joint>
        <model name="hand"><link name="palm"><pose>2 0 0 0 0 0</pose></link></model></model>
        <joint name="mount" type="fixed"><parent>base</parent><child>arm::upper</child></joint>""")
    assert [link.name for link in model.links] == [
        "base",
        "arm::upper",
        "arm::fore",
        "arm::hand::palm",
    ]
    np.testing.assert_allclose(
        position(link_of(model, "arm::upper").model_from_link), [0, 1, 1], atol=1e-12
    )
    np.testing.assert_allclose(
        position(link_of(model, "arm::hand::palm").model_from_link), [0, 2, 1], atol=1e-12
    )
    assert [(joint.name, joint.parent, joint.child) for joint in model.joints] == [
        ("mount", "base", "arm::upper"),
        ("arm::elbow", "arm::upper", "arm::fore"),
    ]


def test_frames_inside_nested_models_can_be_named():
    model, _ = read_body(
        """<model name="arm"><pose>0 0 1 0 0 0</pose><link name="l"/>
        <frame name="tip"><pose>3 0 0 0 0 0</pose></frame></model>
        <link name="tool"><pose relative_to="arm::tip">0 1 0 0 0 0</pose></link>""",
        "1.7",
    )
    np.testing.assert_allclose(position(link_of(model, "tool").model_from_link), [3, 1, 1])


def test_include_overrides_name_pose_and_static(tmp_path):
    model_folder(tmp_path, "cone", '<pose>9 9 9 0 0 0</pose><static>true</static><link name="l"/>')
    world, messages = read_world_body(
        tmp_path,
        """<include><uri>model://cone</uri></include>
        <include><uri>model:///cone</uri><name>second</name><pose>1 0 0 0 0 0</pose>
        <static>0</static>
        <plugin name="p" filename="libp.so"/></include>""",
        paths=[str(tmp_path)],
    )
    assert [(model.name, model.static, len(model.plugins)) for model in world.models] == [
        ("cone", True, 0),
        ("second", False, 1),
    ]
    np.testing.assert_allclose(position(world.models[0].world_from_model), [9, 9, 9])
    np.testing.assert_allclose(position(world.models[1].world_from_model), [1, 0, 0])
    assert messages == []


def test_include_inside_a_model(tmp_path):
    model_folder(
        tmp_path, "wheel", '<pose>0 0 7 0 0 0</pose><link name="l"><pose>0 0 1 0 0 0</pose></link>'
    )
    model, _ = read_body(
        '<link name="base"/><include><uri>model://wheel</uri><name>left</name>'
        "<pose>0 1 0 0 0 0</pose></include><include><uri>model://wheel</uri></include>",
        paths=[str(tmp_path)],
    )
    assert [link.name for link in model.links] == ["base", "left::l", "wheel::l"]
    np.testing.assert_allclose(position(model.links[1].model_from_link), [0, 1, 1])
    np.testing.assert_allclose(position(model.links[2].model_from_link), [0, 0, 8])


def test_an_included_light_is_no_model(tmp_path):
    model_folder(tmp_path, "sun", "")
    (tmp_path / "sun" / "model.sdf").write_text(
        '<sdf version="1.6"><light name="sun" type="directional"/></sdf>'
    )
    world, messages = read_world_body(
        tmp_path, "<include><uri>model://sun</uri></include>", paths=[str(tmp_path)]
    )
    assert world.models == () and messages == []


def test_elements_of_an_included_model_are_reported_with_its_file(tmp_path):
    model_folder(tmp_path, "cam", '<link name="l"><sensor name="s" type="altimeter"/></link>')
    include = "<include><uri>model://cam</uri><name>{}</name></include>"
    _, messages = read_world_body(
        tmp_path, include.format("a") + include.format("b"), paths=[str(tmp_path)]
    )
    assert messages == [
        "cam/model.sdf: model[cam]/link[l]/sensor: not supported, ignored (type altimeter)"
    ]


def test_cycles_are_named(tmp_path):
    with pytest.raises(InputError, match="a -> b -> a"):
        read_body(
            '<link name="a"><pose relative_to="b"/></link><link name="b"><pose '
            'relative_to="a"/></link>',
            "1.7",
        )
    with pytest.raises(InputError, match="attached to each other"):
        read_body(
            '<link name="l"/><frame name="a" attached_to="b"/><frame name="b" attached_to="a"/>',
            "1.7",
        )
    model_folder(tmp_path, "x", "<include><uri>model://y</uri></include>")
    model_folder(tmp_path, "y", "<include><uri>model://x</uri></include>")
    with pytest.raises(InputError, match="cyclic include"):
        read_model_string(
            '<sdf version="1.6"><include><uri>model://x</uri></include></sdf>', [str(tmp_path)]
        )
