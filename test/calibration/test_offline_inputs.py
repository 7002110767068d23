"""Clouds and pictures of other programs: PCD, PNG, plain arrays."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import List

import cv2
import numpy as np
import pytest
import yaml

from sim.calibration.camera_file import read_camera
from sim.calibration.command import main
from sim.calibration.pcd import decompress_lzf, read_pcd
from sim.calibration.recording import CAMERA_FROM_OPTICAL, read_recording
from sim.errors import InputError
from sim.transforms import rotation_from_quaternion

POINTS = np.array([[1.0, 2.0, 3.0, 7], [-4.5, 0.25, 1e3, 9]])


def header(data: str, kinds: str = "F F F U", sizes: str = "4 4 4 2") -> bytes:
    lines = ["# .PCD v0.7", "VERSION 0.7", "FIELDS x y z ring", f"SIZE {sizes}", f"TYPE {kinds}"]
    lines += ["COUNT 1 1 1 1", "WIDTH 2", "HEIGHT 1", "VIEWPOINT 0 0 0 1 0 0 0", "POINTS 2"]
    return "\n".join([*lines, f"DATA {data}", ""]).encode()


def bodies() -> List[bytes]:
    """Return the same points in the three encodings."""
    rows = [struct.pack("<fffH", *row[:3], int(row[3])) for row in POINTS.tolist()]
    columns = b"".join(POINTS[:, axis].astype("<f4").tobytes() for axis in range(3))
    columns += POINTS[:, 3].astype("<u2").tobytes()
    # One literal run of at most 32 bytes: its length less 1, then the bytes.
    packed = bytes([len(columns) - 1]) + columns
    text = "\n".join(f"{x} {y} {z} {ring:.0f}" for x, y, z, ring in POINTS.tolist()) + "\n"
    return [
        header("ascii") + text.encode(),
        header("binary") + b"".join(rows),
        header("binary_compressed") + struct.pack("<II", len(packed), len(columns)) + packed,
    ]


@pytest.mark.parametrize("content", bodies(), ids=["ascii", "binary", "compressed"])
def test_a_pcd_has_the_same_points_in_each_encoding(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "scan.pcd"
    path.write_bytes(content)
    found = read_pcd(path)
    for axis, name in enumerate("xyz"):
        assert found[name].tolist() == POINTS[:, axis].tolist()
    assert found["ring"].tolist() == [7, 9]
    path.write_bytes(content[:-6])
    with pytest.raises(InputError, match=r"scan\.pcd: "):
        read_pcd(path)


def test_lzf_repeats_what_lies_behind() -> None:
    """A literal run, and bytes from behind [LZF]."""
    assert decompress_lzf(b"\x02abc" + bytes([1 << 5, 2])) == b"abcabc"
    assert decompress_lzf(b"\x00a" + bytes([7 << 5, 2, 0])) == b"a" * 12


@pytest.mark.parametrize(
    "content, message",
    [
        (b"ply\n", "no line DATA"),
        (b"FIELDS x y\nDATA ascii\n", "no line SIZE"),
        (header("zip"), "DATA must be ascii, binary or binary_compressed, got 'zip'"),
        (header("ascii", sizes="4 4 4"), "must have as many entries each"),
        (header("ascii", kinds="F F F F"), "field ring: type F2 x 1 is not supported"),
    ],
)
def test_a_wrong_pcd_is_refused(content: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "scan.pcd"
    path.write_bytes(content)
    with pytest.raises(InputError, match=message):
        read_pcd(path)


@pytest.mark.parametrize("optics", [[500, 39.5, 29.5, 80, 60], [500, 39.5, 29.5, 80, 60, 0, 400]])
@pytest.mark.parametrize("columns", [3, 4])
def test_plain_arrays_are_a_recording(optics: List[float], columns: int, tmp_path: Path) -> None:
    """Rows become 60 fx / fy: 75 at fy 400."""
    cloud = np.arange(10.0 * columns).reshape(10, columns)
    picture = np.tile(np.arange(60, dtype=np.uint8)[:, None], (1, 80))
    arrays = {"0/optics": np.array(optics, float), "0/0000/cloud": cloud, "0/0000/left": picture}
    np.savez(str(tmp_path / "one.npz"), **arrays)
    (found,) = read_recording(tmp_path / "one.npz")
    (frame,) = found.frames
    assert np.stack([frame.cloud[name] for name in "xyz"], 1).tolist() == cloud[:, :3].tolist()
    rows = 60 if len(optics) == 5 else 75
    assert frame.left.shape == (rows, 80) == (found.optics.height, found.optics.width)
    assert (found.optics.focal, found.optics.baseline) == (500.0, 0.0)
    assert found.optics.center == (39.5, (rows - 1) / 2)
    # A ray's row: v = cy + f y / z keeps pointing at the same grey level.
    at = found.optics.center[1] + 500.0 * 0.04
    expected = 29.5 + (500.0 if rows == 60 else 400.0) * 0.04
    assert np.interp(at, np.arange(rows), frame.left[:, 0]) == pytest.approx(expected, abs=0.6)


@pytest.mark.parametrize(
    "name, array, message",
    [
        ("0/optics", np.zeros(4), "0/optics: must be 5 to 7 numbers"),
        ("0/optics", np.zeros(6), "focal lengths must be positive"),
        ("0/0000/cloud", np.zeros((9, 5)), "0/0000/cloud: must have fields x y z, or the shape"),
    ],
)
def test_arrays_of_other_shapes_are_named(
    name: str, array: np.ndarray, message: str, tmp_path: Path
) -> None:
    arrays = {
        "0/optics": np.array([500.0, 39.5, 29.5, 80, 60]),
        "0/0000/cloud": np.zeros((9, 3)),
        "0/0000/left": np.zeros((60, 80), np.uint8),
    }
    np.savez(str(tmp_path / "one.npz"), **{**arrays, name: array})
    with pytest.raises(InputError, match=message):
        read_recording(tmp_path / "one.npz")


def test_a_lens_is_undone_as_by_opencv(tmp_path: Path) -> None:
    """A straight line that OpenCV's model bends is straight again."""
    matrix = np.array([[200.0, 0.0, 159.5], [0.0, 200.0, 119.5], [0.0, 0.0, 1.0]])
    coefficients = [-0.2, 0.05, 0.0, 0.0, 0.0]
    path = tmp_path / "camera.yaml"
    values = {
        "image_width": 320,
        "image_height": 240,
        "camera_matrix": {"rows": 3, "cols": 3, "data": matrix.ravel().tolist()},
        "distortion_model": "plumb_bob",
        "distortion_coefficients": {"rows": 1, "cols": 5, "data": coefficients},
    }
    path.write_text(yaml.safe_dump(values))
    rays = np.array([[x, 0.4, 1.0] for x in np.linspace(-0.6, 0.6, 200)])
    pixels, _ = cv2.projectPoints(rays, np.zeros(3), np.zeros(3), matrix, np.array(coefficients))
    drawn = np.zeros((240, 320), np.uint8)
    cv2.polylines(drawn, [np.rint(pixels).astype(np.int32)], False, 255, 2)
    cv2.imwrite(str(tmp_path / "line.png"), drawn)
    found = read_camera(path).picture(tmp_path / "line.png").astype(float)
    rows = (found * np.arange(240)[:, None]).sum(axis=0)[80:240] / found.sum(axis=0)[80:240]
    assert rows == pytest.approx(119.5 + 200.0 * 0.4, abs=0.8)
    path.write_text(yaml.safe_dump({**values, "distortion_model": "magic"}))
    with pytest.raises(InputError, match="distortion_model: must be one of: plumb_bob"):
        read_camera(path)


@pytest.mark.not_quick
def test_a_pcd_and_a_picture_are_calibrated(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By a single camera with oblong pixels; the scene has the truth."""
    pytest.importorskip("mujoco")
    from sim.calibration.suite.scene import SuiteScene
    from sim.calibration.suite.settings import SETTINGS

    setting = SETTINGS[7]
    with SuiteScene(setting) as scene:
        recording = scene.recording(2, 1.0, 1)
    optics, words = recording.optics, ["calibrate"]
    for number, frame in enumerate(recording.frames):
        cloud = frame.cloud
        finite = np.isfinite(cloud["x"])
        rows = np.zeros(finite.sum(), [(name, "<f4") for name in "xyz"] + [("ring", "<u2")])
        for name in rows.dtype.names:
            rows[name] = cloud[name][finite]
        text = header("binary").decode().replace("WIDTH 2", f"WIDTH {len(rows)}")
        path = tmp_path / f"{number}.pcd"
        path.write_bytes(text.replace("POINTS 2", f"POINTS {len(rows)}").encode() + rows.tobytes())
        words.append(str(path))
        low = cv2.resize(
            frame.left, (optics.width, optics.height * 4 // 5), interpolation=cv2.INTER_AREA
        )
        cv2.imwrite(str(tmp_path / f"{number}.png"), low)
    center = (optics.center[1] + 0.5) * 0.8 - 0.5
    camera = {"image_width": optics.width, "image_height": optics.height * 4 // 5}
    camera.update(fx=optics.focal, fy=0.8 * optics.focal, cx=optics.center[0], cy=center)
    (tmp_path / "camera.yaml").write_text(yaml.safe_dump(camera))
    words += ["--camera", str(tmp_path / "camera.yaml"), "--out", str(tmp_path / "out.yaml")]
    assert main([*words, "--images", str(tmp_path / "0.png")]) == 2
    assert "--images: must be one for each cloud, got 1 for 2" in capsys.readouterr().err
    words += ["--images", str(tmp_path / "0.png"), str(tmp_path / "1.png")]
    assert main([*words, "--method", "magic"]) == 2
    assert "--method: must be board_fit or velo2cam, got 'magic'" in capsys.readouterr().err
    assert main([*words, "--method", "velo2cam"]) == 2
    assert "stereo" in capsys.readouterr().err
    main(words)
    written = yaml.safe_load((tmp_path / "out.yaml").read_text())
    truth = setting.camera_from_lidar
    place = CAMERA_FROM_OPTICAL @ written["translation"]
    assert place == pytest.approx(truth[:3, 3], abs=0.012)
    rotation = CAMERA_FROM_OPTICAL @ rotation_from_quaternion(np.array(written["rotation"]))
    np.testing.assert_allclose(rotation, truth[:3, :3], atol=0.006)
