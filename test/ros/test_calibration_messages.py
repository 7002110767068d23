"""Messages and bags as the calibration takes them."""

from __future__ import annotations

from pathlib import Path
from typing import Dict, List

import cv2
import numpy as np
import pytest
import rosbag
import rospy
from sensor_msgs.msg import CameraInfo, CompressedImage, Image, PointCloud2, PointField
from std_msgs.msg import Header

from sim.calibration.command import main
from sim.calibration.recording import CAMERA_FROM_OPTICAL, BoardRecording
from sim.calibration.report import read_result
from sim.calibration.result import errors
from sim.calibration.suite.settings import SETTINGS
from sim.errors import InputError
from sim.ros.calibration import bag_writer
from sim.ros.calibration.bags import read_bags
from sim.ros.calibration.messages import cloud, grey, optics_of

TOPICS = {"left": "/stereo/left/image_rect", "right": "/stereo/right/image_rect"}
POINTS = "/velodyne/points"


def stamped(number: int, frame: str) -> Header:
    return Header(stamp=rospy.Time.from_sec(10.0 + 0.1 * number), frame_id=frame)


def info(baseline: float = 0.0, **changes: List[float]) -> CameraInfo:
    """Return the camera_info of the suite's stereo camera."""
    focal = 1624.8
    given = {
        "K": [focal, 0.0, 639.5, 0.0, focal, 479.5, 0.0, 0.0, 1.0],
        "P": [focal, 0, 639.5, -focal * baseline, 0, focal, 479.5, 0, 0, 0, 1, 0],
        "R": [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0],
        "D": [0.0] * 5,
    }
    return CameraInfo(height=960, width=1280, distortion_model="plumb_bob", **{**given, **changes})


def picture(values: np.ndarray, encoding: str = "mono8") -> Image:
    return Image(
        height=values.shape[0],
        width=values.shape[1],
        encoding=encoding,
        step=values.strides[0],
        data=values.tobytes(),
    )


def encoded(values: np.ndarray) -> CompressedImage:
    """Encode an image as compressed_image_transport does by default."""
    data = cv2.imencode(".jpg", values, [cv2.IMWRITE_JPEG_QUALITY, 80])[1].tobytes()
    return CompressedImage(format="mono8; jpeg compressed mono8", data=data)


def points(values: np.ndarray) -> PointCloud2:
    fields = [PointField(name, 4 * number, 7, 1) for number, name in enumerate("xyz")]
    packed = np.stack([values[name] for name in "xyz"], axis=1).astype("<f4")
    return PointCloud2(
        height=1,
        width=len(packed),
        fields=fields,
        point_step=12,
        row_step=12 * len(packed),
        data=packed.tobytes(),
    )


def write_bag(path: Path, recording: BoardRecording, topics: Dict[str, str] = TOPICS) -> None:
    """Write a bag with the messages of image_proc and a lidar's driver."""
    optics = recording.optics
    with rosbag.Bag(str(path), "w") as bag:
        for number, frame in enumerate(recording.frames):
            for side, values in (("left", frame.left), ("right", frame.right)):
                if side not in topics or values is None:
                    continue
                compressed = topics[side].endswith("/compressed")
                message = encoded(values) if compressed else picture(values)
                message.header = stamped(number, "stereo_left_optical")
                bag.write(topics[side], message, message.header.stamp)
                found = info(optics.baseline if side == "right" else 0.0)
                found.P[0] = found.P[5] = optics.focal
                found.P[2], found.P[6] = optics.center
                found.P[3] = -optics.focal * (optics.baseline if side == "right" else 0.0)
                found.header = message.header
                camera = topics[side].split("/image")[0]
                bag.write(f"{camera}/camera_info", found, found.header.stamp)
            message = points(frame.cloud)
            message.header = stamped(number, "velodyne")
            bag.write(POINTS, message, message.header.stamp)


@pytest.fixture(scope="module")
def recording() -> BoardRecording:
    pytest.importorskip("mujoco")
    from sim.calibration.suite.trials import Case, record

    return record(Case(8, "vlp16", 1.0, 1), 3)[0]


@pytest.mark.parametrize("ending", [pytest.param("", marks=pytest.mark.slow), "/compressed"])
def test_a_bag_is_calibrated(
    tmp_path: Path, recording: BoardRecording, capsys: pytest.CaptureFixture[str], ending: str
) -> None:
    """The result equals that of the recording, in the images' optical frame."""
    topics = {side: topic + ending for side, topic in TOPICS.items()}
    write_bag(tmp_path / "one.bag", recording, topics)
    out, drawn = tmp_path / "lidar.yaml", tmp_path / "over.png"
    words = ["calibrate", str(tmp_path / "one.bag"), "--out", str(out), "--picture", str(drawn)]
    assert main(words, read_bags) == 0
    assert "frames: 3 of 3 used" in capsys.readouterr().out
    found, parent, child = read_result(out)
    assert (parent, child) == ("stereo_left_optical", "velodyne")
    camera_from_lidar = np.eye(4)
    camera_from_lidar[:3] = CAMERA_FROM_OPTICAL @ found.matrix[:3]
    e_t, e_r = errors(camera_from_lidar, SETTINGS[8].camera_from_lidar)
    assert e_t < 0.006 and np.degrees(e_r) < 0.25
    assert cv2.imread(str(drawn)).shape == (960, 1280, 3)


def test_a_data_set_of_the_suite_is_a_bag(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is calibrated without naming a topic, in the frames of calibration.launch."""
    pytest.importorskip("mujoco")
    bag, out = tmp_path / "board.bag", tmp_path / "lidar.yaml"
    words = ["record", "--setting", "8", "--frames", "3", "--out", str(bag)]
    assert main(words, read_bags, bag_writer.write_bag) == 0
    assert f"wrote {bag}\nthe lidar in the pictures' optical frame: " in capsys.readouterr().out
    assert main(["calibrate", str(bag), "--out", str(out)], read_bags) == 0
    found, parent, child = read_result(out)
    assert (parent, child) == ("camera/stereo_bumblebee/left_optical", "lidar/vlp16")
    camera_from_lidar = np.eye(4)
    camera_from_lidar[:3] = CAMERA_FROM_OPTICAL @ found.matrix[:3]
    assert errors(camera_from_lidar, SETTINGS[8].camera_from_lidar)[0] < 0.006
    assert main(["record", "--frames", "1", "--out", str(tmp_path / "no" / "one.bag")]) == 2
    assert "bags need ROS" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("topics", "words", "said"),
    [
        ({}, [], "name one of its topics with --left: it has none"),
        (TOPICS, ["--points", "/scan"], "has no topic /scan; it has /stereo/left/camera_info"),
        (TOPICS, ["--frames", "0"], "--frames: must be at least 1"),
    ],
)
def test_a_bag_without_what_is_needed_is_refused(
    tmp_path: Path,
    recording: BoardRecording,
    capsys: pytest.CaptureFixture[str],
    topics: Dict[str, str],
    words: List[str],
    said: str,
) -> None:
    write_bag(tmp_path / "one.bag", recording, topics)
    assert main(["calibrate", str(tmp_path / "one.bag"), *words], read_bags) != 0
    printed = capsys.readouterr()
    assert said in printed.out + printed.err


def test_an_invalid_bag_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "one.bag"
    path.write_bytes(b"#ROSBAG V2.0\n")
    assert main(["calibrate", str(path)], read_bags) == 2
    assert "is not a readable bag" in capsys.readouterr().err
    assert main(["calibrate", str(path)]) == 2
    assert "bags need ROS" in capsys.readouterr().err


def test_camera_info_is_that_of_rectified_pictures() -> None:
    optics = optics_of(info(), info(0.12), "/left/camera_info", rectified=False)
    assert optics.baseline == pytest.approx(0.12)
    lens = info(D=[0.1, 0.0, 0.0, 0.0, 0.0])
    assert optics_of(lens, None, "/left/camera_info", rectified=True).baseline == 0.0
    for left, right, said in (
        (info(P=[0.0] * 12), None, "the camera is not calibrated"),
        (lens, None, "its pictures are not rectified"),
        (info(), info(0.0), "-fx times the baseline"),
        (info(P=[900.0, 0, 0, 0, 0, 950.0, 0, 0, 0, 0, 1, 0]), None, "900 and fy 950 of P differ"),
    ):
        with pytest.raises(InputError, match=said):
            optics_of(left, right, "/left/camera_info", rectified=False)


def test_a_single_cameras_bag_is_calibrated(tmp_path: Path, recording: BoardRecording) -> None:
    write_bag(tmp_path / "one.bag", recording, {"left": "/camera/image_rect"})
    assert main(["calibrate", str(tmp_path / "one.bag")], read_bags) == 0


def test_an_invalid_compressed_image_is_refused() -> None:
    with pytest.raises(InputError, match="is not an image of the format 'jpeg'"):
        grey(CompressedImage(format="jpeg", data=b"\xff\xd8 nothing"))


def test_pictures_become_grey_as_opencv_does_it() -> None:
    values = np.random.default_rng(1).integers(0, 256, (4, 5, 3), np.uint8)
    expected = cv2.cvtColor(values, cv2.COLOR_RGB2GRAY)
    np.testing.assert_array_equal(grey(picture(values, "rgb8")), expected)
    turned = np.ascontiguousarray(values[..., ::-1])
    np.testing.assert_array_equal(grey(picture(turned, "bgr8")), expected)
    np.testing.assert_array_equal(grey(picture(expected)), expected)
    deep = expected.astype("<u2") << 8
    np.testing.assert_array_equal(grey(picture(deep, "mono16")), expected)


def test_points_that_are_not_finite_are_left_out() -> None:
    given = np.zeros(4, [("x", "f4"), ("y", "f4"), ("z", "f4")])
    given["y"][1], given["z"][2] = np.nan, np.inf
    assert len(cloud(points(given))) == 2
    message = points(given)
    message.fields = message.fields[:2]
    with pytest.raises(InputError, match="lack z; a cloud has x, y and z"):
        cloud(message)
