"""Four-point procedure: finds a cell's registration error.

A controller that uses the result is free of the error.
"""

from __future__ import annotations

from pathlib import Path
from typing import List

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from sim.errors import InputError
from sim.kitting.detection.truth import TruthDetector, chain_spec
from sim.kitting.registration import (
    CellRegistration,
    fit_frames,
    measure,
    read_registration,
    registration_of,
    write_profile,
    write_registration,
)
from sim.noise.profile import read_profile
from sim.noise.registration import RegistrationOffsets
from sim.resources import resource
from sim.transforms import transform_from_rpy
from sim.workcell.layout import read_layout

LAYOUT = read_layout(resource("config", "kitting_lab.yaml"))
# [AgileRobots, Table 1], m.
POINTS = np.array([[0.5359, 0.1577], [0.7231, -0.4003], [0.5238, -0.1067], [0.7473, 0.1554]])
OFFSETS = np.array([[0.0, 0.005], [-0.009, -0.007], [-0.004, 0.0], [0.005, 0.0]])
TABLE_1 = RegistrationOffsets(POINTS, OFFSETS)
# True marker places for reports at Table 1's points.
PLACES = np.column_stack([POINTS + OFFSETS, np.full(4, 0.75)])


class Cell:
    """A cell with Table 1's detector error and a marker."""

    def __init__(self, profile: str = "nist_motoman", factor: float = 1.0, seed: int = 1) -> None:
        read = read_profile(profile, [resource("config", "noise")])
        self._detector = TruthDetector(LAYOUT, chain_spec(read), seed, factor)
        self._number, self.place = 0, np.zeros(3)

    def place_marker(self, place: np.ndarray) -> None:
        self.place = np.asarray(place)

    def detect(self) -> np.ndarray:
        self._number += 1
        marker = {"gear_small_marker": transform_from_rpy(self.place)}
        seen = self._detector.see(0.1 * self._number, self._number, marker)
        return seen.objects[0].world_from_object[:3, 3]

    def touch(self) -> np.ndarray:
        return self.place

    def measured(self, reports: int = 1) -> RegistrationOffsets:
        stops = measure(PLACES, self.place_marker, self.detect, self.touch, reports)
        return registration_of(stops)

    def errors(self, registration: RegistrationOffsets, reports: int = 1) -> np.ndarray:
        """Return a controller's errors at and between the points."""
        rng = np.random.default_rng(5)
        low, high = PLACES.min(axis=0), PLACES.max(axis=0)
        found: List[float] = []
        for place in (*PLACES, *rng.uniform(low, high, (20, 3))):
            self.place_marker(place)
            seen = np.mean([self.detect() for _ in range(reports)], axis=0)
            reached = registration.apply(seen[None])[0][0]
            found.append(float(np.linalg.norm(reached - place)))
        return np.array(found)


def test_table_1_is_found_and_then_cancelled() -> None:
    cell = Cell(factor=0.0)
    before = cell.errors(RegistrationOffsets(POINTS, np.zeros((4, 2))))
    assert before.max() > 9e-3
    found = cell.measured()
    np.testing.assert_allclose(found.points, POINTS, atol=1e-9)
    np.testing.assert_allclose(found.offsets[:, :2], OFFSETS, atol=1e-9)
    assert cell.errors(found).max() < 1e-9


@pytest.mark.not_quick
def test_with_noise_it_is_found_within_the_noise() -> None:
    reports = 30
    cell = Cell()
    found = cell.measured(reports)
    # Sigma 0.28 and 0.33 mm, of means of as many reports.
    limit = 4.0 * np.array([0.28e-3, 0.33e-3]) / np.sqrt(reports)
    assert np.all(np.abs(found.offsets[:, :2] - OFFSETS) < limit)
    assert cell.errors(found, reports).max() < 2.0 * np.linalg.norm(limit)
    assert Cell(seed=2).measured(reports).offsets.tolist() != found.offsets.tolist()


def test_the_result_is_written_for_controller_and_detector(tmp_path: Path) -> None:
    found = CellRegistration(Cell(factor=0.0).measured(), (0.1, 0.2, 0.0, 0.0, 0.0, 0.3))
    path, profile = tmp_path / "cell.yaml", tmp_path / "cell_profile.yaml"
    write_registration(path, found, "Measured in the simulated cell")
    again = read_registration(path)
    np.testing.assert_allclose(again.registration.offsets, found.registration.offsets)
    np.testing.assert_allclose(again.registration.points, found.registration.points)
    assert again.frame == pytest.approx(found.frame)
    write_profile(profile, CellRegistration(found.registration), "four-point procedure")
    cell = Cell(str(profile), factor=0.0)
    assert cell.errors(TABLE_1).max() < 1e-9


def test_the_bridge_takes_the_file(tmp_path: Path) -> None:
    shift_from = pytest.importorskip("sim.ros.crcl.registration").shift_from
    path = tmp_path / "cell.yaml"
    write_registration(path, CellRegistration(Cell(factor=0.0).measured()))
    reported, _ = shift_from(str(path))(tuple(PLACES[1]), (0.0, 0.0, 0.0, 1.0))
    np.testing.assert_allclose(reported[:2], POINTS[1], atol=1e-9)


def test_the_frame_between_two_robots_equals_scipys() -> None:
    rng = np.random.default_rng(7)
    turn = Rotation.from_rotvec([0.01, -0.02, 1.5])
    source = PLACES + rng.normal(0.0, 0.05, PLACES.shape)
    target = turn.apply(source) + np.array([0.3, -1.2, 0.01])
    exact = fit_frames(source, target)
    assert exact.rms < 1e-12
    np.testing.assert_allclose(exact.target_from_source[:3, :3], turn.as_matrix(), atol=1e-12)
    touched = target + rng.normal(0.0, 0.4e-3, target.shape)
    fit = fit_frames(source, touched)
    expected, length = Rotation.align_vectors(
        touched - touched.mean(axis=0), source - source.mean(axis=0)
    )
    np.testing.assert_allclose(fit.target_from_source[:3, :3], expected.as_matrix(), atol=1e-9)
    assert fit.rms == pytest.approx(length / 2.0, rel=1e-6)


@pytest.mark.parametrize(
    "places, match",
    [
        (PLACES[:3], "got 3; the procedure needs at least 4"),
        (PLACES[[0, 1, 2, 2]], "coincide"),
        (np.outer(np.arange(1.0, 5.0), [0.1, 0.1, 0.0]), "one line"),
    ],
)
def test_places_that_tell_too_little_are_refused(places: np.ndarray, match: str) -> None:
    cell = Cell("nist_detector", factor=0.0)
    with pytest.raises(InputError, match=match):
        measure(places, cell.place_marker, cell.detect, cell.touch)


def test_a_detector_that_loses_the_marker_is_said() -> None:
    cell = Cell()
    with pytest.raises(InputError, match="place 1: detector"):
        measure(PLACES, cell.place_marker, lambda: np.array([np.nan, 0.0, 0.0]), cell.touch)


@pytest.mark.parametrize(
    "text, match",
    [
        ("points: [[0, 0]]", "'offsets' is missing"),
        ("points: [[0, 0], [1, 0], [0, 1], [1, 1]]\noffsets: [[0, 0]]", "1 for 4 points"),
        (
            "points: [[0, 0], [1, 0], [0, 1], [1, 1]]\noffsets: [[0, 0], [0, 0], [0, 0], [0, 0]]\n"
            "frame: [0, 0, 0]",
            "frame: six numbers",
        ),
    ],
)
def test_a_file_that_is_wrong_is_named(tmp_path: Path, text: str, match: str) -> None:
    path = tmp_path / "wrong.yaml"
    path.write_text(text)
    with pytest.raises(InputError, match=match) as caught:
        read_registration(path)
    assert "wrong.yaml" in str(caught.value)


def test_offsets_are_of_the_frame_of_the_reports() -> None:
    points, offsets = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]], [[0.01, 0.0]] * 4
    found = CellRegistration(
        RegistrationOffsets(points, offsets), (2.0, 3.0, 0.0, 0.0, 0.0, np.pi / 2)
    )
    assert found.offset(np.array([1.5, 3.5, 0.7])) == pytest.approx([0.0, 0.01, 0.0], abs=1e-12)
