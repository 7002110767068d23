"""Sensor models on a link of another model."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.errors import InputError
from sim.sdf.model_path import ModelPath
from sim.sdf.mounting import mounted
from sim.sdf.xml.elements import parse_text
from sim.sdf.xml.poses import pose_matrix
from sim.transforms import pose_from_transform, transform_from_pose

from .documents import BOX, model_folder

MODELS = Path(__file__).resolve().parents[2] / "models"
OWN = ModelPath([str(MODELS), str(MODELS / "sensors")])
EYE = (
    f'<link name="l"><pose>0 0 1 0 0 0</pose><visual name="v">{BOX}</visual><sensor name="s" '
    'type="camera"><pose>0.1 0 0 0 0 0</pose></sensor></link>'
)
CAR = (
    '<sdf version="1.6"><model name="car"><link name="base"><pose>1 0 0 0 0 0</pose>'
    f'<visual name="hull">{BOX}</visual></link></model></sdf>'
)
ANGLE = st.floats(-np.pi, np.pi)


def including(*poses: str, uri: str = "model://eye") -> str:
    return "".join(
        f"<include><uri>{uri}</uri><name>eye_{k}</name><pose>{pose}</pose></include>"
        for k, pose in enumerate(poses)
    )


def link_of(text: str):
    return parse_text(text, "mounted").find("model/link")


@given(ANGLE, st.floats(-np.pi / 2, np.pi / 2), ANGLE, st.tuples(*[st.floats(-10, 10)] * 3))
def test_values_give_the_pose_again(roll, pitch, yaw, xyz):
    matrix = transform_from_pose((*xyz, roll, pitch, yaw))
    np.testing.assert_allclose(transform_from_pose(pose_from_transform(matrix)), matrix, atol=1e-7)


def test_parts_become_the_links_own_at_their_place(tmp_path):
    model_folder(tmp_path, "eye", EYE)
    model_folder(tmp_path, "set", including("2 0 0 0 0 1.5707963267948966", "0 3 0 0 0 0"))
    link = link_of(mounted(CAR, "set", ModelPath([str(tmp_path)])))
    assert [(part.tag, part.get("name")) for part in link if part.tag != "pose"] == [
        ("visual", "hull"),
        ("visual", "eye_0_v"),
        ("sensor", "eye_0"),
        ("visual", "eye_1_v"),
        ("sensor", "eye_1"),
    ]
    places = {
        sensor.get("name"): pose_matrix(sensor.find("pose")) for sensor in link.iter("sensor")
    }
    np.testing.assert_allclose(
        places["eye_0"], transform_from_pose((1.0, 0.1, 1.0, 0.0, 0.0, np.pi / 2)), atol=1e-6
    )
    np.testing.assert_allclose(
        places["eye_1"], transform_from_pose((-0.9, 3.0, 1.0, 0.0, 0.0, 0.0)), atol=1e-6
    )


def test_a_contact_sensor_looks_at_its_own_collision():
    link = link_of(mounted(CAR, "bumper", OWN))
    (sensor,), names = (
        link.findall("sensor"),
        [part.get("name") for part in link.findall("collision")],
    )
    assert sensor.get("name") == "bumper" and [sensor.findtext("contact/collision")] == names == [
        "bumper_bumper"
    ]


def test_sensors_of_the_sets_own_file_keep_their_names(tmp_path):
    """One or several; the include distinguishes an included model's sensors."""
    collision, contact = (
        f'<collision name="c">{BOX}</collision>',
        "<contact><collision>c</collision></contact>",
    )
    front, rear = (
        '<sensor name="front" type="imu"/>',
        f'<sensor name="rear" type="contact">{contact}</sensor>',
    )
    model_folder(tmp_path, "one", f'<link name="l">{front}</link>')
    model_folder(tmp_path, "two", f'<link name="l">{collision}{front}{rear}</link>')
    model_folder(
        tmp_path,
        "outer",
        "<include><uri>model://two</uri><name>pair</name></include>"
        + f'<link name="l">{front}</link>',
    )
    for name, expected in (
        ("one", ["front"]),
        ("two", ["front", "rear"]),
        ("outer", ["front", "pair_front", "pair_rear"]),
    ):
        link = link_of(mounted(CAR, name, ModelPath([str(tmp_path)])))
        assert [sensor.get("name") for sensor in link.findall("sensor")] == expected
        looked_at, there = (
            link.findall("sensor/contact/collision"),
            [part.get("name") for part in link.findall("collision")],
        )
        assert [collision.text for collision in looked_at] == there


@pytest.mark.parametrize("name, sensors", [("sensors_paper", 7), ("sensors_full", 11)])
def test_the_egos_sets_have_sensors_of_different_names(name, sensors):
    link = link_of(mounted((MODELS / "ego_car" / "model.sdf").read_text(), name, OWN))
    found = [sensor.get("name") for sensor in link.findall("sensor")]
    assert len(found) == sensors == len(set(found)) and {
        "front_camera",
        "back_camera",
        "laser",
        "range_rear_left",
    } <= set(found)
    assert float(link.findtext("inertial/mass")) == 1462.0


@pytest.mark.parametrize("name, rate", [("sensors_ego_dev", 30.0), ("sensors_ego_dev_10hz", 10.0)])
def test_the_driving_cars_set_has_the_papers_rates(name, rate):
    """[RosEnvironment, VI B]: colour and depth images at 30 Hz, the IMU at 70 Hz."""
    link = link_of(mounted((MODELS / "ego_car" / "model.sdf").read_text(), name, OWN))
    rates = {s.get("name"): float(s.findtext("update_rate")) for s in link.findall("sensor")}
    assert rates == {
        "stereo": rate,
        "rgbd": rate,
        "light_camera": 10.0,
        "imu": 70.0,
        "gps": 5.0,
        "lidar": 10.0,
    }


def test_errors_are_reported(tmp_path):
    model_folder(tmp_path, "eye", EYE)
    model_folder(tmp_path, "twice", including("0 0 0 0 0 0") * 2)
    model_folder(tmp_path, "endless", including("0 0 0 0 0 0", uri="model://endless"))
    path = ModelPath([str(tmp_path)])
    with pytest.raises(InputError, match="visual 'eye_0_v'; give their includes different names"):
        mounted(CAR, "twice", path)
    with pytest.raises(InputError, match="includes itself"):
        mounted(CAR, "endless", path)
    with pytest.raises(InputError, match="model 'nothing' not found"):
        mounted(CAR, "nothing", path)
    with pytest.raises(InputError, match="car: has no <model> with a <link>"):
        mounted("<sdf version='1.6'><model name='car'/></sdf>", "eye", path, "car")


@pytest.mark.parametrize("part", ["sensor", "visual"])
def test_a_part_without_a_name_is_refused(part, tmp_path):
    model_folder(tmp_path, "nameless", f'<link name="l"><{part} type="camera"/></link>')
    with pytest.raises(InputError, match=f"{part}: has no name"):
        mounted(CAR, "nameless", ModelPath([str(tmp_path)]))
