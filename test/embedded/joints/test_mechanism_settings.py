"""Settings of joint and gripper plugins, and warnings, equal on both simulators."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sim.embedded.joint_settings import Parallel, Vacuum, read_mechanism
from sim.errors import InputError
from sim.sdf.reader import read_model_string

from .rigs import FOLDER, rig

BARE = '<plugin name="joints" filename="libsim_joints.so"/>'


def test_without_plugins_nothing_is_driven():
    assert read_mechanism(replace(rig("arm"), plugins=())) is None


def test_by_default_all_joints_but_fingers_have_position_control():
    mechanism = read_mechanism(rig("hand"))
    assert [(driven.joint.name, driven.control) for driven in mechanism.driven] == [
        ("along", "position"),
        ("height", "position"),
    ]
    assert mechanism.movable == ("along", "height", "left_finger", "right_finger")
    gripper = mechanism.gripper
    assert isinstance(gripper, Parallel) and [finger.name for finger in gripper.fingers] == [
        "left_finger",
        "right_finger",
    ]
    assert (
        gripper.palm,
        gripper.closed_width,
        gripper.force,
        gripper.speed,
        gripper.grasp_assist,
    ) == ("palm", 0.0, 30.0, 0.1, False)


def test_named_joints_and_a_cup():
    mechanism = read_mechanism(rig("carts"))
    assert {driven.joint.name: driven.control for driven in mechanism.driven} == {
        "speed": "velocity",
        "push": "effort",
        "lift": "position",
    }
    assert read_mechanism(rig("cup")).gripper == Vacuum("mouth", 0.005, 0.2, 1.0, 15.0)


@pytest.mark.parametrize(
    "name, old, new, message",
    [
        (
            "carts",
            'name="push" control="effort"',
            'name="pull"',
            "<joint> names 'pull', which is not a movable joint; joints: speed, push, lift, loose",
        ),
        ("carts", 'name="push" control="effort"', 'name="anchor"', "<joint> names 'anchor'"),
        (
            "carts",
            'control="effort"',
            'control="force"',
            "joint push has control='force'; write one of position, velocity, effort",
        ),
        ("carts", 'name="push" control', 'name="speed" control', "joint speed is driven twice"),
        (
            "hand",
            BARE,
            BARE.replace("/>", '><joint name="left_finger"/></plugin>'),
            "left_finger is driven twice; the gripper's plugin drives it",
        ),
        ("arm", BARE, BARE + BARE, "arm: plugin joints: a model can have one libsim_joints.so"),
        ("hand", "<kind>parallel", "<kind>three", "<kind> is 'three'; write parallel or vacuum"),
        (
            "hand",
            'finger joint="left_finger"',
            'finger joint="along_"',
            "<finger> names 'along_'; it must be a prismatic joint that no other finger names; "
            "there are along, height, left_finger, right_finger",
        ),
        (
            "hand",
            'finger joint="left_finger"',
            'finger joint="right_finger"',
            "<finger> names 'right_finger'",
        ),
        ("hand", "<force>30", "<force>-3", "<force> is '-3'; write a number above 0"),
        ("hand", "<speed>0.1", "<speed>fast", "<speed> is 'fast'"),
        ("hand", "<force>30", "<force>", "<force> is ''; write a number above 0"),
        (
            "hand",
            "<grasp_assist>false",
            "<grasp_assist>maybe",
            "<grasp_assist> is 'maybe'; write true or false",
        ),
        (
            "cup",
            'cup link="mouth"',
            'cup link="nose"',
            'needs one <cup link="..."/> with one of the links base, beam, palm, mouth (gzserver '
            "keeps a URDF's link on a fixed joint",
        ),
        ("cup", "<reach>0.005", "<reach>nan", "<reach> is 'nan'"),
        (
            "arm",
            BARE,
            BARE.replace("/>", '><start joint="wrist" position="1"/></plugin>'),
            "<start> names 'wrist'; it must be a joint that moves",
        ),
        (
            "arm",
            BARE,
            BARE.replace("/>", '><start joint="elbow" position="3"/></plugin>'),
            "<start> of elbow has position='3'; write a number from -2 to 2",
        ),
        (
            "arm",
            BARE,
            BARE.replace("/>", '><tool_changer joint="elbow" point=""/></plugin>'),
            "<tool_changer> has point=''; write a number above 0",
        ),
        (
            "arm",
            BARE,
            BARE.replace("/>", '><contact_stop held="3"/></plugin>'),
            "<contact_stop> has force=''; write a number above 0, in N",
        ),
        (
            "hand",
            BARE,
            BARE.replace("/>", '><belt joint="along" speed="fast"/></plugin>'),
            "<belt> has speed='fast'; write a number of m/s",
        ),
    ],
)
def test_wrong_mechanism_settings_are_reported(name, old, new, message):
    with pytest.raises(InputError) as caught:
        read_mechanism(rig(name, (old, new)))
    assert message in str(caught.value)


def test_a_static_model_drives_nothing():
    text = (
        (FOLDER / "arm.sdf")
        .read_text(encoding="utf-8")
        .replace('<model name="arm">', '<model name="arm"><static>true</static>')
    )
    with pytest.raises(InputError, match="drives joints, and the model is static"):
        read_mechanism(read_model_string(text, [])[0])


def test_fingers_need_limits():
    with pytest.raises(InputError, match="finger left_finger needs a lower and an upper limit"):
        read_mechanism(rig("hand", ("<upper>0.04</upper>", "<upper>1e16</upper>")))
