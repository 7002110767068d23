"""``calibration.launch`` on Gazebo against the settings' truth.

The sensors' messages pass the noise node and the calibration's node.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path
from typing import List, Tuple

import numpy as np

from bench.lib.report import Figure, of_samples
from sim.calibration.recording import CAMERA_FROM_OPTICAL
from sim.calibration.report import read_result
from sim.calibration.result import errors
from sim.calibration.suite.settings import SETTINGS
from sim.ports import free_port
from sim.process import end_child, start_child
from sim.transforms import transform

TIMEOUT = 300.0


def figures() -> List[Figure]:
    """Measure all settings with a VLP-16, 30 frames, K = 1."""
    found = np.array([_calibrated(number) for number in sorted(SETTINGS)])
    name = "VLP-16 on Gazebo, 30 frames, K = 1"
    note = f"worst: setting {1 + int(found[:, 0].argmax())}"
    return [
        Figure(f"{name}: worst e_t", float(found[:, 0].max()), "mm", 3.0, note=note),
        Figure(f"{name}: worst e_r", float(found[:, 1].max()), "deg", 0.15),
        of_samples(f"{name}: median e_t", found[:, 0].tolist(), "mm", 1.5),
        of_samples(f"{name}: median e_r", found[:, 1].tolist(), "deg", 0.06),
    ]


def _calibrated(number: int) -> Tuple[float, float]:
    """e_t in mm and e_r in deg of a setting."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder, open(Path(folder) / "output.txt", "w+b") as log:
        result = Path(folder) / "result.yaml"
        words = {
            "simulator": "gazebo",
            "setting": number,
            "gui": "false",
            "stay": "false",
            "output": result,
        }
        environment = {
            **os.environ,
            "ROS_MASTER_URI": f"http://127.0.0.1:{port}/",
            "ROS_HOME": folder,
        }
        command = ["roslaunch", "-p", str(port), "sim", "calibration.launch"]
        process = start_child(
            [*command, *(f"{key}:={value}" for key, value in words.items())], log, environment
        )
        try:
            process.wait(TIMEOUT)
        except subprocess.TimeoutExpired:
            pass
        finally:
            end_child(process)
        if not result.is_file():
            log.seek(0)
            raise RuntimeError(f"setting {number}: {log.read().decode(errors='replace')[-2000:]}")
        estimate, _, _ = read_result(result)
    camera_from_lidar = transform([0.0] * 3, CAMERA_FROM_OPTICAL) @ estimate.matrix
    e_t, e_r = errors(camera_from_lidar, SETTINGS[number].camera_from_lidar)
    return 1e3 * e_t, float(np.degrees(e_r))
