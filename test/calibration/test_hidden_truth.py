"""The estimate is made by a process without access to the truth.

It gets messages and the board's description, in its own folder; the suite with the settings cannot
be imported.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("mujoco")
from sim.calibration.recording import write_recording
from sim.calibration.report import read_result
from sim.calibration.result import errors
from sim.calibration.suite.scene import SuiteScene
from sim.calibration.suite.settings import SuiteSetting

from .synthetic import CONFIG, REPOSITORY

ESTIMATE = """
import sys
for hidden in ("sim.calibration.suite.scene", "sim.calibration.suite.trials", "mujoco"):
    sys.modules[hidden] = None
from sim.calibration.command import main
sys.exit(main(sys.argv[1:]))
"""


def drawn(seed: int) -> SuiteSetting:
    """Draw a rig and a board before it that no table has."""
    rng = np.random.default_rng(seed)
    near, angle = 0.3, 0.2
    camera = (*rng.uniform(-near, near, 2), 1.5, *rng.uniform(-0.1, 0.1, 3))
    lidar = (*rng.uniform(-near, near, 2), rng.uniform(1.3, 1.7), *rng.uniform(-angle, angle, 3))
    board = (
        2.3 + rng.uniform(0.0, 0.3),
        rng.uniform(-0.1, 0.1),
        rng.uniform(1.4, 1.6),
        *rng.uniform(-0.15, 0.15, 2),
        np.pi + rng.uniform(-0.3, 0.3),
    )
    return replace(SuiteSetting(camera, lidar), board=board)


@pytest.mark.parametrize("seed", [3, pytest.param(11, marks=pytest.mark.slow)])
def test_the_estimate_needs_no_truth(seed: int, tmp_path: Path) -> None:
    setting = drawn(seed)
    with SuiteScene(setting) as scene:
        write_recording([scene.recording(5, 1.0, seed)], tmp_path / "seen.npz")
    shutil.copy(CONFIG / "board_2017.yaml", tmp_path / "board.yaml")
    words = ["calibrate", "seen.npz", "--board", "board.yaml", "--out", "found.yaml"]
    ended = subprocess.run(
        [sys.executable, "-c", ESTIMATE, *words],
        cwd=tmp_path,
        env={"PYTHONPATH": str(REPOSITORY / "src"), "PATH": "/usr/bin:/bin"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
    )
    assert ended.returncode == 0, ended.stdout
    found, _, _ = read_result(tmp_path / "found.yaml")
    e_t, e_r = errors(found.matrix, setting.camera_from_lidar)
    assert e_t < 0.005
    assert np.degrees(e_r) < 0.2
