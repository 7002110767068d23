"""Joint sensors belong to the child, with frame and direction.

Elsewhere they are refused.
"""

from __future__ import annotations

import numpy as np
import pytest

from sim.errors import InputError
from sim.sdf.reader import read_model_string
from sim.sdf.sensors.force_torque import ForceTorque
from sim.sdf.urdf.reader import read_urdf_string

SENSOR = '<sensor name="ft" type="force_torque"><pose>0 0 0.1 0 0 0</pose>{}</sensor>'
BODY = "<inertial><mass>1</mass></inertial>"


def model(in_joint: str, in_link: str = "") -> str:
    return (
        f'<sdf version="1.6"><model name="m"><link name="a">{BODY}</link><link name="b">'
        f'<pose>1 0 0 0 0 0</pose>{BODY}{in_link}</link><joint name="j" type="revolute"><pose>0 0 '
        f"0.2 0 0 0</pose><parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz></axis>{in_joint}"
        "</joint></model></sdf>"
    )


def test_a_joint_s_sensor_is_its_child_s() -> None:
    text = "<force_torque><frame>parent</frame></force_torque>"
    read, said = read_model_string(model(SENSOR.format(text)), ())
    assert not said
    (sensor,) = read.links[1].sensors
    assert not read.links[0].sensors
    assert sensor.kind == ForceTorque("parent", "child_to_parent")
    np.testing.assert_allclose(sensor.link_from_sensor[:3, 3], (0.0, 0.0, 0.3))


def test_without_words_it_is_what_the_child_gives_in_its_own_axes() -> None:
    (sensor,) = read_model_string(model(SENSOR.format("")), ())[0].links[1].sensors
    assert sensor.kind == ForceTorque("child", "child_to_parent") and sensor.rate == 50.0


def test_a_urdf_s_tag_of_a_joint_has_one_too() -> None:
    weight = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial>'
    urdf = (
        f'<robot name="r"><link name="a">{weight}</link><link name="b">{weight}</link>'
        '<joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint>'
        f'<gazebo reference="j">{SENSOR.format("")}<preserveFixedJoint>true</preserveFixedJoint>'
        "</gazebo></robot>"
    )
    read, said = read_urdf_string(urdf, "robot")
    assert [sensor.name for sensor in read.links[1].sensors] == ["ft"] and not said


@pytest.mark.parametrize(
    "in_joint, in_link, said",
    [
        ("", SENSOR.format(""), "is of a joint; move it into one"),
        ('<sensor name="i" type="imu"/>', "", "a joint cannot have a sensor of type 'imu'"),
        (
            SENSOR.format("<force_torque><frame>world</frame></force_torque>"),
            "",
            "is 'world'; write child, parent or sensor",
        ),
        (
            SENSOR.format("<force_torque><measure_direction>up</measure_direction></force_torque>"),
            "",
            "is 'up'; write child_to_parent or parent_to_child",
        ),
    ],
)
def test_errors_are_reported(in_joint: str, in_link: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        read_model_string(model(in_joint, in_link), ())
