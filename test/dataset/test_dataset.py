"""Short drive as a data set.

Its files against each other and against geometry, and errors.
"""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import List, Set, Tuple

import cv2
import numpy as np
import pytest
from pycocotools import mask as coco_mask
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval

pytest.importorskip("mujoco")
from sim.dataset import kitti_format as kitti
from sim.dataset.__main__ import main
from sim.dataset.coco import run_lengths
from sim.dataset.sample import DataSample
from sim.dataset.writer import DatasetWriter
from sim.dataset.writing_thread import WritingThread
from sim.embedded.cameras.types import ThingBox
from sim.errors import SimulationError
from sim.traffic.backend.warm_hosts import WARM_HOSTS
from sim.transforms import transform_from_rpy

pytestmark = pytest.mark.not_quick
FRAMES = 3
FILES_PER_FRAME = 10


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
        "lanes/0*.json",
    ):
        files = list(drive.glob(pattern))
        assert len(files) == FRAMES and all(file.stat().st_size for file in files)
    assert len((drive / "odometry/poses/00.txt").read_text().splitlines()) == FRAMES


def test_label_boxes_hold_the_lidar_points_in_them(drive: Path) -> None:
    """Boxes in space, boxes in the picture, and the cloud agree.

    They are made in three ways. The lidar, which is elsewhere, may see more of things partly hidden
    from the camera.
    """
    base, whole = drive / "object" / "training", wholly_seen(drive)
    held, hidden = 0, 0
    for number in range(FRAMES):
        name = f"{number:06d}"
        points = np.fromfile(str(base / "velodyne" / f"{name}.bin"), np.float32).reshape(-1, 4)
        calib = base / "calib" / f"{name}.txt"
        to_camera, projection = matrix(calib, "Tr_velo_to_cam", 3), matrix(calib, "P2", 3)
        seen = points[:, :3] @ to_camera[:, :3].T + to_camera[:, 3]
        for row in (base / "label_2" / f"{name}.txt").read_text().splitlines():
            words = row.split()
            box = tuple(round(float(word)) for word in words[4:8])
            if words[0] == "DontCare" or (number + 1, *box) not in whole:
                hidden += 1
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
            assert (pixels > (left - 1.5, top - 1.5)).all()
            assert (pixels < (right + 1.5, bottom + 1.5)).all()
    assert held > 50 and hidden > 0


def wholly_seen(drive: Path) -> Set[Tuple[int, ...]]:
    """Return picture and box of fully visible things in COCO's file.

    The box is left, top, right, bottom; the things are within the picture.
    """
    document = json.loads((drive / "coco" / "instances.json").read_text())
    return {
        (each["image_id"], left, top, left + width - 1, top + height - 1)
        for each in document["annotations"]
        if each["occlusion"] == each["truncation"] == 0.0
        for left, top, width, height in [each["bbox"]]
    }


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


def test_cocos_own_reader_and_scores_take_it(drive: Path) -> None:
    """pycocotools' masks, areas, and boxes equal the file's.

    Its objects score 1 against themselves, but not in another place.
    """
    truth = COCO(str(drive / "coco" / "instances.json"))
    assert {image["id"] for image in truth.loadImgs(truth.getImgIds())} == {1, 2, 3}
    assert {each["name"] for each in truth.loadCats(truth.getCatIds())} >= {"Car"}
    things = truth.loadAnns(truth.getAnnIds())
    for each in things:
        runs = truth.annToRLE(each)
        assert coco_mask.area(runs) == each["area"]
        assert coco_mask.toBbox(runs).tolist() == each["bbox"]
    picture = cv2.imread(str(drive / truth.loadImgs(1)[0]["file_name"]))
    assert picture.shape[:2] == truth.annToMask(things[0]).shape
    assert average_precision(truth, 0) == pytest.approx(1.0)
    assert average_precision(truth, 40) < 0.3


def average_precision(truth: COCO, aside: int) -> float:
    """Return COCO's first figure, by masks, of shifted detections.

    All are ``aside`` pixels to the right.
    """
    found = []
    for each in truth.loadAnns(truth.getAnnIds()):
        mask = np.roll(truth.annToMask(each), aside, axis=1)
        found.append(
            {
                "image_id": each["image_id"],
                "category_id": each["category_id"],
                "segmentation": coco_mask.encode(np.asfortranarray(mask)),
                "score": 1.0,
            }
        )
    scores = COCOeval(truth, truth.loadRes(found), "segm")
    scores.evaluate()
    scores.accumulate()
    scores.summarize()
    return float(scores.stats[0])


def test_lane_lines_lie_on_white_paint(drive: Path) -> None:
    """TuSimple's columns in the lower half of the first picture. No car hides them there."""
    row = (drive / "lanes" / "tusimple.json").read_text().splitlines()[0]
    label = json.loads(row)
    picture = cv2.imread(str(drive / label["raw_file"]), cv2.IMREAD_GRAYSCALE).astype(int)
    height = picture.shape[0]
    brighter = []
    for lane in label["lanes"]:
        for column, line in zip(lane, label["h_samples"]):
            if line > 0.62 * height and 12 < column < picture.shape[1] - 12:
                around = picture[line, column - 12 : column + 13]
                brighter.append(around[10:15].max() >= around.max() - 10)
    assert len(brighter) > 5 and np.mean(brighter) > 0.6
    lines = json.loads((drive / "lanes" / "000000.json").read_text())["lines"]
    assert {line["paint"] for line in lines} >= {"solid", "dashed"}
    for line in lines:
        assert len(line["base"]) == len(line["pixels"]) > 1
        assert line["left_lane"] or line["right_lane"]


@pytest.mark.parametrize("rows", [[[0, 1], [1, 1]], [[1, 1], [1, 1]], [[0, 0], [0, 0]]])
@pytest.mark.parametrize("before, after", [(0, 0), (3, 0), (0, 1), (2, 5)])
def test_run_lengths_begin_with_what_is_not_in_the_mask(
    rows: list, before: int, after: int
) -> None:
    mask = np.pad(np.array(rows, bool), ((0, 0), (before, after)))
    counts = run_lengths(np.array(rows, bool), before, after)
    assert counts == run_lengths(mask) and all(counts[1:])
    flat = np.repeat(np.arange(len(counts)) % 2, counts)
    assert np.array_equal(flat.reshape(mask.shape, order="F"), mask)


def test_poses_go_on_from_the_first(drive: Path) -> None:
    poses = np.loadtxt(str(drive / "odometry/poses/00.txt")).reshape(-1, 3, 4)
    np.testing.assert_allclose(poses[0], np.eye(4)[:3], atol=1e-9)
    # Forward is z.
    assert 1.0 < poses[-1, 2, 3] < 120.0


def test_accelerations_of_the_drive_include_gravity(drive: Path) -> None:
    rows = np.array([np.loadtxt(str(path)) for path in sorted(drive.glob("raw/*/*/oxts/data/*"))])
    assert rows.shape == (FRAMES, 30)
    assert rows[:, 16] == pytest.approx(9.8, abs=0.3)  # au
    assert np.abs(rows[:, 14:16]).max() < 6.0


def test_a_drive_without_labels_says_so(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    words = ["--world", "merge", "--frames", "1", "--quality", "cheap", "--lidar", "VLP-16"]
    size = ["--width", "160", "--height", "120", "--smallest", "119"]
    assert main([str(tmp_path / "out"), *words, *size]) == 0
    said = capsys.readouterr().err
    assert "no labels: no thing of at least 119 pixels is in any of the 1 pictures" in said


def test_places_on_earth_and_attitudes_are_the_way_of_the_poses(drive: Path) -> None:
    """By KITTI's development kit (convertOxtsToPose).

    Mercator's projection at the first latitude, then yaw, pitch, and roll.
    """
    rows = np.array([np.loadtxt(str(path)) for path in sorted(drive.glob("raw/*/*/oxts/data/*"))])
    scale = np.cos(np.radians(rows[0, 0]))
    east = scale * 6378137.0 * np.radians(rows[:, 1])
    north = scale * 6378137.0 * np.log(np.tan(np.radians(90.0 + rows[:, 0]) / 2.0))
    imu = [
        transform_from_rpy((x, y, row[2]), tuple(row[3:6])) for x, y, row in zip(east, north, rows)
    ]
    calib = drive / "object/training/calib/000000.txt"
    to_velo, to_camera = (matrix(calib, f"Tr_{pair}", 3) for pair in ("imu_to_velo", "velo_to_cam"))
    camera_from_imu = np.vstack([to_camera, [0, 0, 0, 1]]) @ np.vstack([to_velo, [0, 0, 0, 1]])
    poses = np.loadtxt(str(drive / "odometry/poses/00.txt")).reshape(-1, 3, 4)
    for one, pose in zip(imu, poses):
        moved = camera_from_imu @ np.linalg.inv(imu[0]) @ one @ np.linalg.inv(camera_from_imu)
        np.testing.assert_allclose(moved[:3], pose, atol=1e-3)


def test_a_car_ahead_faces_as_kitti_has_it() -> None:
    """rotation_y is 0 along the camera's x, -pi/2 straight ahead [KITTI].

    The camera's x is to the right.
    """
    ahead = transform_from_rpy((10.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    to_the_right = transform_from_rpy((10.0, 0.0, 0.0), (0.0, 0.0, -np.pi / 2))
    for pose, turn in ((ahead, -np.pi / 2), (to_the_right, 0.0)):
        box = ThingBox("other", 1, 0, 0, 0, 50, 50, np.array([4.0, 1.8, 1.5]), pose, 0.0, 0.0)
        words = kitti.label(box, "Car", 10.0, (100, 80)).split()
        assert words[0] == "Car"
        assert float(words[14]) == pytest.approx(turn, abs=0.01)
        assert list(map(float, words[11:14])) == pytest.approx([0.0, 0.75, 10.0])


def test_a_folder_that_is_there_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    (tmp_path / "mine").write_text("precious")
    assert main([str(tmp_path)]) == 2
    assert "exists already" in capsys.readouterr().err
    assert (tmp_path / "mine").read_text() == "precious"


def test_a_full_disk_leaves_whole_frames(
    drive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sim.dataset.drive import DatasetDrive
    from sim.dataset.options import DatasetOptions
    from sim.rendering.classes import standard_classes

    options = DatasetOptions("merge", 4, pixels=(160, 120), lidar="VLP-16")
    write, written = Path.write_bytes, []

    def full(path: Path, data: bytes) -> int:
        written.append(path)
        if len(written) == 8:
            raise OSError(28, "No space left on device", str(path))
        # Frames behind the one that fails find room again, and are left out all the same.
        return write(path, data)

    monkeypatch.setattr(Path, "write_bytes", full)
    with DatasetDrive(options) as taken:
        writer = DatasetWriter(
            tmp_path / "out", options, standard_classes().names, taken.ego, lambda _: (0, 0, 0)
        )
        full_disk = pytest.raises(SimulationError, match=r"No space left.*1 frames are complete")
        with full_disk, WritingThread(writer.add) as thread:
            for sample in taken.samples():
                thread.add(sample)
        writer.finish()
    left = [path for path in (tmp_path / "out").rglob("*") if not path.is_dir()]
    assert len([path for path in left if "000000" in path.name]) == FILES_PER_FRAME
    assert not [path for path in left if "000001" in path.name]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_and_term_leave_whole_frames_and_no_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    write = DatasetWriter.add

    def interrupted(writer: DatasetWriter, sample: DataSample) -> None:
        write(writer, sample)
        if writer.frames == 2:
            os.kill(os.getpid(), number)

    monkeypatch.setattr(DatasetWriter, "add", interrupted)
    before, out = children(), tmp_path / "out"
    words = ["--world", "merge", "--frames", "500", "--lidar", "VLP-16", "--quality", "cheap"]
    assert main([str(out), *words, "--width", "160", "--height", "120"]) == 130
    assert children() == before
    frames = len((out / "odometry/poses/00.txt").read_text().splitlines())
    # Frames already begun are written too.
    assert 2 <= frames <= 5
    assert len(list(out.rglob("0*.*"))) == FILES_PER_FRAME * frames + 1
    assert len(COCO(str(out / "coco" / "instances.json")).getImgIds()) == frames


def children() -> Set[str]:
    """Return the processes that this one has started and that are there."""
    lists = Path("/proc/self/task").glob("*/children")
    found = {number for path in lists for number in path.read_text().split()}
    # Hosts of SUMO stay warm for the next simulation of this process.
    return found - {str(number) for number in WARM_HOSTS.pids}


@pytest.mark.parametrize(
    "words, message",
    [
        (["--world", "moon"], "'moon' not found; write one of town, merge"),
        (["--frames", "0"], "--frames: is 0"),
        (["--width", "9000"], "9000 x 480 pixels"),
        (["--quality", "ultra"], "write one of cheap, middle, best"),
        (["--latitude", "91"], "latitude: must be from -85 to 85"),
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
