"""Plugin settings have upstream's defaults, namespaces and frames; errors name the element."""

from __future__ import annotations

from dataclasses import replace
from typing import Dict

import pytest
from plugin_settings import MODEL, NAMES, settings

from sim.errors import InputError
from sim.robot_plugins.settings import (
    DIFF_DRIVE,
    F3D,
    FORCE,
    FT_SENSOR,
    HAND_OF_GOD,
    HECTOR_GPS,
    HECTOR_IMU,
    HECTOR_MAGNETIC,
    IMU,
    JOINT_STATE_PUBLISHER,
    MIMIC,
    MIMIC_UPATRAS,
    P3D,
    PLANAR_MOVE,
    ROS_CONTROL,
    SKID_STEER_DRIVE,
    TEMPLATE,
    TRICYCLE_DRIVE,
    VACUUM_GRIPPER,
    WHEEL_SLIP,
    kinds,
)
from sim.sdf.namespaces import in_namespace
from sim.sdf.plugins import Plugin


def test_each_kind_is_known_by_its_own_file_name():
    assert kinds() == [
        DIFF_DRIVE,
        SKID_STEER_DRIVE,
        TRICYCLE_DRIVE,
        JOINT_STATE_PUBLISHER,
        P3D,
        PLANAR_MOVE,
        FT_SENSOR,
        F3D,
        FORCE,
        VACUUM_GRIPPER,
        HAND_OF_GOD,
        TEMPLATE,
        WHEEL_SLIP,
        IMU,
        HECTOR_IMU,
        HECTOR_GPS,
        HECTOR_MAGNETIC,
        MIMIC,
        MIMIC_UPATRAS,
        ROS_CONTROL,
    ]


def test_diff_drive_has_upstreams_defaults():
    drive = settings()
    assert drive.joints == NAMES
    assert drive.number("wheelSeparation") == 0.34
    assert drive.number("wheelDiameter") == 0.15
    assert drive.number("wheelTorque") == 5.0
    assert drive.text("odometrySource") == "world"
    assert drive.text("robotBaseFrame") == "base_footprint"
    assert (drive.flag("publishOdomTF"), drive.flag("publishWheelTF")) == (True, False)


@pytest.mark.parametrize(
    "space,topic,frame",
    [
        (None, "/bot/cmd_vel", "bot/odom"),
        ("", "/bot/cmd_vel", "bot/odom"),
        ("/", "/cmd_vel", "odom"),
        ("/one/", "/one/cmd_vel", "one/odom"),
    ],
)
def test_topics_and_frames_are_in_the_namespace(space: str, topic: str, frame: str):
    given: Dict[str, str] = {} if space is None else {"robotNamespace": space}
    drive = settings(**given)
    assert drive.topic("cmd_vel") == topic
    assert drive.topic("/fast") == "/fast"
    assert drive.frame("", "odom") == frame
    assert drive.frame("other", "odom") == "other/odom"


def test_an_empty_namespace_is_the_root_for_ros_control_alone():
    assert settings(ROS_CONTROL).space == "/bot"
    assert settings(ROS_CONTROL, robotNamespace="").space == ""
    assert settings(DIFF_DRIVE, robotNamespace="").space == "/bot"


def test_a_fixed_joint_may_feel():
    assert settings(FT_SENSOR, jointName="wrist", topicName="felt").text("jointName") == "wrist"


def test_p3d_stands_at_the_root_without_a_namespace():
    truth = settings(P3D, bodyName="base", topicName="truth")
    assert truth.topic("truth") == "/truth"
    assert truth.frame("", "world") == "world"


@pytest.mark.parametrize(
    "filename,given,said",
    [
        (
            DIFF_DRIVE,
            {"leftJoint": "absent"},
            "<leftJoint> names 'absent', which is not a movable joint",
        ),
        (DIFF_DRIVE, {"leftJoint": "right_joint"}, "names 'right_joint' again"),
        (DIFF_DRIVE, {"wheelDiameter": "0"}, "<wheelDiameter> is '0'; write a number above 0"),
        (DIFF_DRIVE, {"wheelSeparation": "nan"}, "<wheelSeparation> is 'nan'"),
        (DIFF_DRIVE, {"wheelTorque": "-1"}, "a number of at least 0"),
        (DIFF_DRIVE, {"publishTf": "perhaps"}, "write true or false"),
        (DIFF_DRIVE, {"odometrySource": "guess"}, "write encoder or world"),
        (DIFF_DRIVE, {"commandTopic": " "}, "<commandTopic> is ''; write a name"),
        (SKID_STEER_DRIVE, {}, "<leftFrontJoint> names 'left_front_joint'"),
        (JOINT_STATE_PUBLISHER, {}, "has no <jointName>"),
        (P3D, {"bodyName": "base"}, "has no <topicName>"),
        (P3D, {"bodyName": "b", "topicName": "t", "xyzOffset": "0 0"}, "write three numbers"),
        (
            P3D,
            {"bodyName": "b", "topicName": "t"},
            "<bodyName> is 'b'; write one of the links base",
        ),
        (FORCE, {"bodyName": "b", "topicName": "t"}, "<bodyName> is 'b'"),
        (VACUUM_GRIPPER, {"bodyName": "base"}, "has no <topicName>"),
        (FT_SENSOR, {"jointName": "j", "topicName": "t"}, "names 'j', which is not a joint of the"),
        (FT_SENSOR, {"jointName": "wrist", "topicName": "t", "gaussianNoise": "-1"}, "at least 0"),
        (MIMIC, {"joint": "left_joint", "mimicJoint": "wrist"}, "not a movable joint of the model"),
        (MIMIC, {"joint": "left_joint", "mimicJoint": "left_joint"}, "names 'left_joint' again"),
        (
            MIMIC,
            {"joint": "left_joint", "mimicJoint": "right_joint", "multiplier": "x"},
            "a number",
        ),
    ],
)
def test_wrong_settings_are_named_with_the_allowed_values(filename: str, given: dict, said: str):
    with pytest.raises(InputError) as error:
        settings(filename, **given)
    assert str(error.value).startswith("bot: plugin drive: ")
    assert said in str(error.value)


def test_elements_that_mean_nothing_are_found():
    assert settings(alwaysOn="true", rosDebugLevel="na").unknown == ("alwaysOn", "rosDebugLevel")


def test_several_joints_are_named_in_one_element():
    states = settings(JOINT_STATE_PUBLISHER, jointName=" right_joint , left_joint")
    assert states.joints == ("right_joint", "left_joint")


def test_spawning_in_a_namespace_applies_to_plugins_without_one():
    plugins = (Plugin("one", DIFF_DRIVE), Plugin("two", P3D, {"robotNamespace": "mine"}))
    model = replace(MODEL, plugins=plugins)
    placed = in_namespace(model, "/fleet/bot1")
    assert [plugin.parameters["robotNamespace"] for plugin in placed.plugins] == [
        "/fleet/bot1",
        "mine",
    ]
    assert in_namespace(model, "") is model
