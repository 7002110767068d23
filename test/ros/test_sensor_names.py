"""Names of the sensors' topics and frames, by default and by tags of gazebo_ros' plugins."""

from __future__ import annotations

import numpy as np
import pytest

from sim.ros.sensors.names import names_of
from sim.sdf.plugins import Plugin
from sim.sdf.sensors.imu import Imu
from sim.sdf.sensors.sensor import Sensor


def names(filename="", prefix="", **parameters):
    plugins = (
        (Plugin("p", filename, {tag.replace("__", "/"): text for tag, text in parameters.items()}),)
        if filename
        else ()
    )
    sensor = Sensor("front", "camera", np.eye(4), 10.0, Imu(), plugins)
    return names_of("ego", sensor, lambda space: prefix)


def test_ours_are_made_of_the_model_and_the_sensor():
    own = names()
    assert (own.topic("image_raw"), own.topic("image_raw", "left")) == (
        "/ego/front/image_raw",
        "/ego/front/left/image_raw",
    )
    assert (own.frame, own.own_frame, own.given_frame, own.rate) == (
        "ego/front",
        "ego/front",
        None,
        0.0,
    )


def test_ground_truth_of_a_tagged_camera_is_in_its_namespace():
    tagged = names("libgazebo_ros_camera.so", cameraName="front", imageTopicName="picture")
    assert tagged.topic("image_raw") == "/front/picture"
    assert tagged.topic("semantic/image_raw") == "/front/semantic/image_raw"
    assert tagged.beside("semantic/points") == "/ego/front/semantic/points"


def test_plugins_of_ours_and_of_strangers_change_nothing():
    assert names("libsim_lidar.so", device="VLP-16").topic("points") == "/ego/front/points"
    assert names("libmine.so", topicName="x").topic("points") == "/ego/front/points"


@pytest.mark.parametrize(
    "space, image, frame",
    [
        (None, "/cam/rgb", "lens"),
        ("", "/ego/cam/rgb", "ego/lens"),
        ("/", "/cam/rgb", "lens"),
        ("robot", "/robot/cam/rgb", "robot/lens"),
        ("/robot/", "/robot/cam/rgb", "robot/lens"),
    ],
)
def test_a_camera_s_tags_and_its_namespace(space, image, frame):
    given = {} if space is None else {"robotNamespace": space}
    tagged = names(
        "libgazebo_ros_camera.so",
        cameraName="cam",
        imageTopicName="rgb",
        frameName="lens",
        updateRate="12.5",
        **given,
    )
    assert tagged.topic("image_raw") == image
    assert tagged.topic("camera_info") == image.replace("rgb", "camera_info")
    assert (tagged.frame, tagged.own_frame, tagged.rate) == (frame, "ego/front", 12.5)


def test_tf_prefix_precedes_the_namespace_except_for_absolute_frames():
    laser, given = "libgazebo_ros_laser.so", {"frameName": "scan", "robotNamespace": "r"}
    assert names(laser, **given).frame == "r/scan"
    assert names(laser, prefix="/red/", **given).frame == "red/scan"
    assert names("libgazebo_ros_imu_sensor.so", prefix="red", **given).frame == "red/scan"
    assert names(laser, prefix="red", frameName="/scan").frame == "scan"


def test_a_depth_camera_s_tags():
    tagged = names(
        "libgazebo_ros_openni_kinect.so",
        cameraName="kinect",
        depthImageTopicName="depth/raw",
        pointCloudTopicName="depth/cloud",
    )
    assert [
        tagged.topic(name)
        for name in ("image_raw", "depth/image_raw", "depth/camera_info", "points")
    ] == [
        "/kinect/image_raw",
        "/kinect/depth/raw",
        "/kinect/depth/camera_info",
        "/kinect/depth/cloud",
    ]


def test_cameras_of_a_multicamera_have_folders():
    assert (
        names("libgazebo_ros_multicamera.so", cameraName="stereo").topic("image_raw", "left")
        == "/stereo/left/image_raw"
    )


@pytest.mark.parametrize(
    "filename, tag, frame",
    [
        ("libgazebo_ros_laser.so", "topicName", "r/f"),
        ("libgazebo_ros_gpu_laser.so", "topicName", "r/f"),
        ("libgazebo_ros_imu_sensor.so", "topicName", "f"),
        ("libgazebo_ros_block_laser.so", "topicName", "f"),
        ("libgazebo_ros_range.so", "topicName", "f"),
        ("libgazebo_ros_bumper.so", "bumperTopicName", "f"),
    ],
)
def test_plugins_of_one_topic(filename, tag, frame):
    tagged = names(filename, **{tag: "data", "frameName": "f", "robotNamespace": "r"})
    assert (tagged.topic("scan"), tagged.frame) == ("/r/data", frame)
    assert names(filename, **{tag: "/absolute", "robotNamespace": "r"}).topic("scan") == "/absolute"
    space = "/ego" if filename == "libgazebo_ros_imu_sensor.so" else ""
    assert names(filename).topic("scan") == f"{space}/scan"


def test_an_imu_sensor_without_a_namespace_is_below_its_model():
    """Upstream's libgazebo_ros_imu_sensor.so differs from the other plugins in this."""
    library = "libgazebo_ros_imu_sensor.so"
    assert names(library).topic("imu_data") == "/ego/imu_data"
    assert names(library, robotNamespace="", topicName="a").topic("imu_data") == "/a"
    assert names(library, robotNamespace="/", topicName="a").topic("imu_data") == "/a"
    assert names(library, robotNamespace="r", topicName="a").topic("imu_data") == "/r/a"


def test_a_rate_that_is_no_number_does_not_count():
    assert names("libgazebo_ros_imu_sensor.so", updateRateHZ="fast").rate == 0.0
    assert names("libgazebo_ros_imu_sensor.so", updateRateHZ="50").rate == 50.0
