"""Report and YAML file of a calibration: frames of values and covariance."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import yaml

from sim.calibration.fit.pose import PoseEstimate
from sim.calibration.report import read_result, report, result_yaml
from sim.calibration.result import GOOD, Calibration
from sim.errors import InputError
from sim.transforms import transform_from_rpy

DEVIATIONS = (0.001, 0.002, 0.003, 0.0004, 0.0005, 0.0006)
# The child's x is the parent's y, its y the parent's -x.
TURNED = transform_from_rpy((0.1, 0.2, 0.3), (0.0, 0.0, np.pi / 2))


def calibration(matrix: np.ndarray) -> Calibration:
    """Return a result with the deviations in the child's axes."""
    return Calibration(GOOD, PoseEstimate(matrix, np.diag(np.square(DEVIATIONS))))


def test_standard_deviations_are_in_the_axes_of_the_values() -> None:
    text = report(calibration(TURNED), "camera", "velodyne")
    assert "velodyne in camera: x 0.1000 y 0.2000 z 0.3000 m" in text
    about = np.degrees([0.0005, 0.0004, 0.0006])
    assert (
        "standard deviation in the axes of camera: x 2.00 y 1.00 z 3.00 mm, "
        f"about x {about[0]:.4f} y {about[1]:.4f} z {about[2]:.4f} deg"
    ) in text


def test_the_file_names_the_axes_of_its_covariance(tmp_path: Path) -> None:
    path = tmp_path / "lidar.yaml"
    path.write_text(result_yaml(calibration(TURNED), "camera", "velodyne"))
    written = yaml.safe_load(path.read_text())
    assert written["covariance_axes"] == "camera"
    assert np.sqrt(np.diag(written["covariance"])) == pytest.approx(
        [0.002, 0.001, 0.003, 0.0005, 0.0004, 0.0006]
    )
    read, _, _ = read_result(path)
    np.testing.assert_allclose(np.sqrt(np.diag(read.covariance)), DEVIATIONS, rtol=1e-6)


def test_an_optical_frame_turns_values_and_deviations_alike() -> None:
    """The camera's axes are the optical frame's z, -x and -y."""
    text = report(calibration(np.eye(4)).in_optical_frame(), "optical", "velodyne")
    assert "axes of optical: x 2.00 y 3.00 z 1.00 mm" in text


def test_an_older_file_has_the_childs_axes(tmp_path: Path) -> None:
    written = yaml.safe_load(result_yaml(calibration(TURNED), "camera", "velodyne"))
    written["covariance"] = np.diag(np.square(DEVIATIONS)).tolist()
    del written["covariance_axes"]
    path = tmp_path / "old.yaml"
    path.write_text(yaml.safe_dump(written))
    read, _, _ = read_result(path)
    np.testing.assert_allclose(np.sqrt(np.diag(read.covariance)), DEVIATIONS)
    path.write_text(yaml.safe_dump({**written, "covariance_axes": "base"}))
    with pytest.raises(InputError, match="covariance_axes: must be camera or velodyne, got 'base'"):
        read_result(path)
