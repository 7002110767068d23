"""Command line: its output, its files, and its exit codes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import yaml

pytest.importorskip("mujoco")
from sim.calibration.command import main
from sim.calibration.recording import write_recording
from sim.calibration.suite.scene import SuiteScene
from sim.calibration.suite.settings import SETTINGS
from sim.transforms import rotation_from_quaternion


def test_a_recording_is_calibrated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    setting, recording, out = SETTINGS[8], tmp_path / "one.npz", tmp_path / "lidar.yaml"
    with SuiteScene(setting) as scene:
        write_recording([scene.recording(3, 1.0, 1)], recording)
    assert main(["calibrate", str(recording), "--child", "velodyne", "--out", str(out)]) == 0
    said = capsys.readouterr().out
    assert "verdict: good\nframes: 3 of 3 used\n" in said
    assert 'name="velodyne_calibration"' in said
    assert '<origin xyz="' in said
    written = yaml.safe_load(out.read_text())
    truth = setting.camera_from_lidar
    assert written["translation"] == pytest.approx(truth[:3, 3].tolist(), abs=0.005)
    rotation = rotation_from_quaternion(np.array(written["rotation"]))
    np.testing.assert_allclose(rotation, truth[:3, :3], atol=0.003)
    assert np.linalg.eigvalsh(written["covariance"]).min() > 0.0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--settings", "1-12"], "--settings: must be 1 to 9, got 10"),
        (["--settings", "one"], "--settings: 'one' is not a number; write 1,5,9 or 1-9"),
        (["--methods", "board_fit,theirs"], "velas; got 'theirs'"),
        (["--methods", "ours,theirs"], "--methods: 'ours' is deprecated; use 'board_fit'\n"),
        (["--seeds", "0"], "must be at least 1"),
        (["--frames", "0,5"], "--frames: must be at least 1 each"),
        (["--lidar", "vlp17", "--settings", "7", "--frames", "1"], "model 'vlp17' not found"),
    ],
)
def test_a_plan_that_cannot_be_is_refused(
    words: list, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["suite", "--out", str(tmp_path), "--noise", "0", "--jobs", "1", *words]) == 2
    assert said in capsys.readouterr().err


def test_a_board_of_ones_own_becomes_a_model(tmp_path: Path) -> None:
    board = tmp_path / "board.yaml"
    board.write_text(
        "width: 1.0\nheight: 0.9\nthickness: 0.01\nradius: 0.1\n"
        "centers: [[-0.2, 0.2], [0.2, 0.2], [-0.2, -0.2], [0.2, -0.2]]\n"
    )
    assert main(["model", str(board), "--out", str(tmp_path / "plate")]) == 0
    assert "model://plate/meshes/board.obj" in (tmp_path / "plate" / "model.sdf").read_text()
