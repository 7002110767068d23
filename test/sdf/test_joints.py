"""Joints: kinds, axes in each SDF version's frames, limits, dynamics."""

from __future__ import annotations

import numpy as np
import pytest

from sim.errors import InputError

from .documents import read_body

LINKS = f'<link name="a"/><link name="b"><pose>1 0 0 0 0 {np.pi / 2}</pose></link>'


def read_joint(kind="revolute", axis="<xyz>1 0 0</xyz>", version="1.6", rest=""):
    model, messages = read_body(
        f'{LINKS}<joint name="j" type="{kind}"><parent>a</parent><child>b</child>'
        f"<axis>{axis}</axis>{rest}</joint>",
        version,
    )
    return (model.joints[0] if model.joints else None), messages


@pytest.mark.parametrize(
    "version, axis, expected",
    [
        ("1.6", "<xyz>1 0 0</xyz>", [1, 0, 0]),
        ("1.5", "<xyz>0 0  5</xyz>", [0, 0, 1]),
        (
            "1.6",
            "<xyz>1 0 0</xyz><use_parent_model_frame>true</use_parent_model_frame>",
            [0, -1, 0],
        ),
        ("1.4", "<xyz>1 0 0</xyz>", [0, -1, 0]),
        ("1.7", '<xyz expressed_in="__model__">1 0 0</xyz>', [0, -1, 0]),
        ("1.7", '<xyz expressed_in="b">1 0 0</xyz>', [1, 0, 0]),
    ],
)
def test_the_axis_ends_up_in_the_joint_frame(version, axis, expected):
    joint, messages = read_joint(axis=axis, version=version)
    np.testing.assert_allclose(joint.axis.xyz, expected, atol=1e-12)
    assert messages == []


def test_the_joint_pose_is_relative_to_the_child_link():
    joint, _ = read_joint(rest="<pose>0 0 0.5 0 0 0</pose>")
    np.testing.assert_allclose(joint.child_from_joint[:3, 3], [0, 0, 0.5])


def test_the_joint_pose_may_be_relative_to_the_model():
    joint, _ = read_joint(rest='<pose relative_to="__model__">1 2 0 0 0 0</pose>', version="1.7")
    np.testing.assert_allclose(joint.child_from_joint[:3, 3], [2, 0, 0], atol=1e-12)


def test_a_revolute_joint_without_limits_is_continuous():
    assert read_joint()[0].kind == "continuous"
    unlimited = "<xyz>1 0 0</xyz><limit><lower>-1e16</lower><upper>1e+16</upper></limit>"
    assert read_joint(axis=unlimited)[0].kind == "continuous"
    assert read_joint(axis="<limit><lower>-1</lower></limit>")[0].kind == "revolute"


def test_limits_and_dynamics():
    axis = (
        "<xyz>0 0 1</xyz><limit><lower>-0.5</lower><upper>0.25</upper><effort>30</effort>"
        "<velocity>-1</velocity></limit>"
        "<dynamics><damping>0.1</damping><friction>0.2</friction></dynamics>"
    )
    axis = read_joint("prismatic", axis)[0].axis
    assert (axis.lower, axis.upper, axis.effort, axis.velocity) == (-0.5, 0.25, 30, np.inf)
    assert (axis.damping, axis.friction) == (0.1, 0.2)


def test_fixed_joints_have_no_axis_and_may_hang_on_the_world():
    model, _ = read_body(
        '<link name="a"/><joint name="j" '
        'type="fixed"><parent>world</parent><child>a</child></joint>'
    )
    assert (model.joints[0].kind, model.joints[0].parent, model.joints[0].axis) == (
        "fixed",
        "world",
        None,
    )


@pytest.mark.parametrize("kind", ["ball", "universal", "screw", "revolute2", "gearbox"])
def test_other_kinds_are_left_out_and_said(kind):
    joint, messages = read_joint(kind)
    assert joint is None
    assert messages == [
        f"request: model[m]/joint[j]: joints of type {kind} are not supported, left out: its "
        "links move freely"
    ]


def test_a_joint_may_share_its_name_with_a_link_up_to_sdf_1_6():
    model, _ = read_body(
        '<link name="a"/><link name="j"><pose>1 0 0 0 0 0</pose></link>'
        '<joint name="j" type="fixed"><parent>a</parent><child>j</child></joint>'
    )
    np.testing.assert_allclose(model.joints[0].child_from_joint, np.eye(4))


@pytest.mark.parametrize(
    "body, message",
    [
        (
            '<joint name="j" type="hinge"><parent>a</parent><child>b</child></joint>',
            "write one of revolute",
        ),
        (
            '<joint name="j" type="fixed"><parent>a</parent><child>c</child></joint>',
            "link 'c' not found; links: a, b",
        ),
        ('<joint name="j" type="fixed"><parent>a</parent></joint>', "has no <child>"),
        (
            '<joint name="j" type="fixed"><parent>a</parent><child>a</child></joint>',
            "other than its parent",
        ),
        (
            '<joint name="j" type="revolute"><parent>a</parent><child>b</child></joint>',
            "has no <axis>",
        ),
        (
            '<joint name="j" type="revolute"><parent>a</parent><child>b</child><axis><xyz>0 0 '
            "0</xyz></axis></joint>",
            "is zero",
        ),
        (
            '<joint name="j" '
            'type="revolute"><parent>a</parent><child>b</child><axis><limit><lower>2</lower><upper>1</upper>'
            "</limit></axis></joint>",
            "exchange them",
        ),
    ],
)
def test_bad_joints(body, message):
    with pytest.raises(InputError, match=message):
        read_body(LINKS + body)
