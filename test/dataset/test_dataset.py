"""A short drive as a data set: its files against each other and against geometry, and what is
refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import List

import cv2
import numpy as np
import pytest

pytest.importorskip("mujoco")
pytest.importorskip("libsumo")
from sim.dataset import kitti_format as kitti
from sim.dataset.__main__ import main
from sim.dataset.coco import run_lengths
from sim.dataset.writer import DatasetWriter
from sim.embedded.cameras.types import ThingBox
from sim.errors import SimulationError
from sim.transforms import transform_from_rpy

pytestmark = pytest.mark.not_quick
FRAMES = 3


@pytest.fixture(scope="module")
def drive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("data") / "drive"
    words = [
        "--world",
        "merge",
        "--frames",
        str(FRAMES),
        "--every",
        "30",
        "--quality",
        "cheap",
        "--lidar",
        "VLP-16",
    ]
    assert main([str(out), *words, "--width", "320", "--height", "240"]) == 0
    return out


def matrix(path: Path, name: str, rows: int) -> np.ndarray:
    text = next(line for line in path.read_text().splitlines() if line.startswith(name + ":"))
    return np.array(text.split(":")[1].split(), float).reshape(rows, -1)


def test_every_frame_is_there_in_every_benchmark(drive: Path) -> None:
    for pattern in (
        "object/training/image_2/*",
        "object/training/calib/*",
        "object/training/velodyne/*.bin",
        "odometry/sequences/00/image_2/*.png",
        "raw/*/*_sync/velodyne_points/data/*.bin",
        "raw/*/*_sync/oxts/data/*.txt",
    ):
        files = list(drive.glob(pattern))
        assert len(files) == FRAMES and all(file.stat().st_size for file in files)
    assert len((drive / "odometry/poses/00.txt").read_text().splitlines()) == FRAMES


def test_boxes_of_labels_hold_the_points_of_the_lidar_that_lie_in_them(drive: Path) -> None:
    """A box in space, its box in the picture and the cloud are made in three ways; they agree."""
    base = drive / "object" / "training"
    held = 0
    for number in range(FRAMES):
        name = f"{number:06d}"
        points = np.fromfile(str(base / "velodyne" / f"{name}.bin"), np.float32).reshape(-1, 4)
        calib = base / "calib" / f"{name}.txt"
        to_camera, projection = matrix(calib, "Tr_velo_to_cam", 3), matrix(calib, "P2", 3)
        seen = points[:, :3] @ to_camera[:, :3].T + to_camera[:, 3]
        for row in (base / "label_2" / f"{name}.txt").read_text().splitlines():
            words = row.split()
            if words[0] == "DontCare" or float(words[1]) > 0.01 or words[2] != "0":
                continue
            left, top, right, bottom, h, w, length, x, y, z, turn = map(float, words[4:])
            local = seen - (x, y, z)
            along = np.cos(turn) * local[:, 0] - np.sin(turn) * local[:, 2]
            aside = np.sin(turn) * local[:, 0] + np.cos(turn) * local[:, 2]
            inside = (
                (np.abs(along) < length / 2 + 0.03)
                & (np.abs(aside) < w / 2 + 0.03)
                & (local[:, 1] < 0.03)
                & (local[:, 1] > -h - 0.03)
            )
            pixels = seen[inside] @ projection[:, :3].T
            pixels = pixels[:, :2] / pixels[:, 2:]
            held += len(pixels)
            if len(pixels):
                within = (pixels >= (left - 1.5, top - 1.5)) & (
                    pixels <= (right + 1.5, bottom + 1.5)
                )
                # The lidar sees past what hides a twentieth of a thing from the camera.
                assert within.all(axis=1).mean() > 0.9
    assert held > 50


def test_cocos_masks_fill_their_boxes(drive: Path) -> None:
    document = json.loads((drive / "coco" / "instances.json").read_text())
    assert len(document["images"]) == FRAMES and len(document["annotations"]) > FRAMES
    for each in document["annotations"]:
        height, width = each["segmentation"]["size"]
        counts = each["segmentation"]["counts"]
        assert sum(counts) == height * width
        flat = np.repeat(np.arange(len(counts)) % 2, counts).astype(np.uint8)
        mask = flat.reshape((height, width), order="F")
        assert list(cv2.boundingRect(mask)) == each["bbox"] and mask.sum() == each["area"]


@pytest.mark.parametrize("rows", [[[0, 1], [1, 1]], [[1, 1], [1, 1]], [[0, 0], [0, 0]]])
def test_run_lengths_begin_with_what_is_not_in_the_mask(rows: list) -> None:
    mask = np.array(rows, bool)
    counts = run_lengths(mask)
    flat = np.repeat(np.arange(len(counts)) % 2, counts)
    assert np.array_equal(flat.reshape(mask.shape, order="F"), mask)


def test_poses_go_on_from_the_first(drive: Path) -> None:
    poses = np.loadtxt(str(drive / "odometry/poses/00.txt")).reshape(-1, 3, 4)
    np.testing.assert_allclose(poses[0], np.eye(4)[:3], atol=1e-9)
    # Forward is z.
    assert 1.0 < poses[-1, 2, 3] < 120.0


def test_a_car_ahead_faces_as_kitti_has_it() -> None:
    """rotation_y is 0 along the camera's x, to the right, and -pi/2 straight ahead [KITTI]."""
    ahead = transform_from_rpy((10.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    to_the_right = transform_from_rpy((10.0, 0.0, 0.0), (0.0, 0.0, -np.pi / 2))
    for pose, turn in ((ahead, -np.pi / 2), (to_the_right, 0.0)):
        box = ThingBox("other", 1, 0, 0, 0, 50, 50, np.array([4.0, 1.8, 1.5]), pose, 0.0, 0.0)
        words = kitti.label(box, "Car", 10.0).split()
        assert words[0] == "Car"
        assert float(words[14]) == pytest.approx(turn, abs=0.01)
        assert list(map(float, words[11:14])) == pytest.approx([0.0, 0.75, 10.0])


def test_a_folder_that_is_there_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    (tmp_path / "mine").write_text("precious")
    assert main([str(tmp_path)]) == 2
    assert "is there already" in capsys.readouterr().err
    assert (tmp_path / "mine").read_text() == "precious"


def test_a_full_disk_leaves_whole_frames(
    drive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sim.dataset.drive import Drive
    from sim.dataset.options import Options
    from sim.rendering.classes import standard_classes

    options = Options("merge", 2, pixels=(160, 120), lidar="VLP-16")
    write, written = Path.write_bytes, []

    def full(path: Path, data: bytes) -> int:
        written.append(path)
        if len(written) == 7:
            raise OSError(28, "No space left on device", str(path))
        return write(path, data)

    monkeypatch.setattr(Path, "write_bytes", full)
    with Drive(options) as taken:
        writer = DatasetWriter(
            tmp_path / "out", options, standard_classes().names, taken.ego, lambda _: (0, 0, 0)
        )
        with pytest.raises(SimulationError, match=r"No space left.*1 frames are complete"):
            for sample in taken.samples():
                writer.add(sample)
        writer.finish()
    left = [path for path in (tmp_path / "out").rglob("*") if not path.is_dir()]
    assert len([path for path in left if "000000" in path.name]) == 9
    assert not [path for path in left if "000001" in path.name]


@pytest.mark.parametrize(
    "words, message",
    [
        (["--world", "moon"], "there is no 'moon'; write one of town, merge"),
        (["--frames", "0"], "--frames: is 0"),
        (["--width", "9000"], "9000 x 480 pixels"),
        (["--quality", "ultra"], "write one of cheap, middle, best"),
        (["--weather", "rian"], "did you mean rain"),
        (["--time-of-day", "25"], "from 0 to 24"),
    ],
)
def test_bad_words_are_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture, words: List[str], message: str
) -> None:
    out = tmp_path / "out"
    assert main([str(out), *words]) == 2
    assert message in capsys.readouterr().err and not out.exists()
