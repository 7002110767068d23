"""Detection from truth: noise, the paper's clusters, registration errors.

A controller cancels the registration errors.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sim.errors import InputError
from sim.kitting.detection.classes import classes_of
from sim.kitting.detection.lost import Losses
from sim.kitting.detection.truth import (
    TruthDetector,
    chain_spec,
    covariance_of,
    still_reports,
)
from sim.kitting.detections import KIT_TRAY, PART, PARTS_TRAY
from sim.noise.models import nist
from sim.noise.profile import read_profile
from sim.noise.registration import RegistrationOffsets
from sim.resources import resource
from sim.transforms import transform_from_rpy
from sim.workcell.bodies import Tray
from sim.workcell.gear import Gear
from sim.workcell.layout import read_layout

LAYOUT = read_layout(resource("config", "kitting_lab.yaml"))
POSES = {name: model.world_from_model for name, model in LAYOUT.models.items()}
TABLE_1 = (
    [[0.5359, 0.1577], [0.7231, -0.4003], [0.5238, -0.1067], [0.7473, 0.1554]],
    [[0.0, 0.005], [-0.009, -0.007], [-0.004, 0.0], [0.005, 0.0]],
)


def profile(name: str, *changes: str):
    return read_profile(name, [resource("config", "noise")], changes)


def detector(name: str = "nist_detector", seed: int = 1, factor: float = 1.0) -> TruthDetector:
    return TruthDetector(LAYOUT, chain_spec(profile(name)), seed, factor)


def test_all_gears_and_trays_are_reported_with_class_and_pose() -> None:
    report = detector(factor=0.0).see(3.0, 30, POSES)
    expected = {
        name: model
        for name, model in LAYOUT.models.items()
        if isinstance(model.part.body, (Gear, Tray))
    }
    assert report.time == 3.0
    assert len(report.objects) == len(expected) > 20
    for one, name in zip(report.objects, sorted(expected)):
        assert one.part == expected[name].part.name
        body = expected[name].part.body
        kind = PART if isinstance(body, Gear) else KIT_TRAY if body.kit else PARTS_TRAY
        assert one.kind == kind
        np.testing.assert_allclose(one.world_from_object, POSES[name], atol=1e-9)
        assert not one.faulty
        assert 0.0 < one.score <= 1.0


def test_only_parts_and_trays_are_objects_also_later_ones() -> None:
    seen = detector().see(0.0, 0, {**POSES, "fanuc": np.eye(4), "gear_small_17": np.eye(4)})
    parts = [one.part for one in seen.objects]
    there = sum(model.part.name == "gear_small" for model in LAYOUT.models.values())
    assert parts.count("gear_small") == there + 1
    assert set(parts) <= {one.part for one in classes_of(LAYOUT)}


def test_a_flipped_gear_is_seen_so_and_a_defect_is_told() -> None:
    over = POSES["fanuc_gear_small_1"] @ transform_from_rpy((0.0, 0.0, 0.04), (np.pi, 0.0, 0.0))
    seen = detector().see(0.0, 0, {"fanuc_gear_small_1": over, "gear_large_1_faulty": np.eye(4)})
    assert seen.objects[0].world_from_object[2, 2] == pytest.approx(-1.0)
    assert [one.faulty for one in seen.objects] == [False, True]


def test_equal_reports_are_drawn_whichever_came_before() -> None:
    first = detector().see(0.4, 4, POSES)
    other = detector()
    for number in range(4):
        other.see(0.1 * number, number, POSES)
    again = other.see(0.4, 4, POSES)
    for one, two in zip(first.objects, again.objects):
        np.testing.assert_array_equal(one.world_from_object, two.world_from_object)
    different = detector(seed=2).see(0.4, 4, POSES)
    assert not np.array_equal(
        first.objects[0].world_from_object, different.objects[0].world_from_object
    )


@pytest.mark.not_quick
def test_reports_vary_as_their_covariance_says() -> None:
    changes = (
        "chains: {objects: {models: {turn: {model: object_rotation, yaw_sigma: 0.01},"
        " more: {model: gaussian, of: position, sigma: 0.0002}}}}"
    )
    spec = chain_spec(profile("nist_detector", changes))
    eyes = TruthDetector(LAYOUT, spec, 5)
    still = {"fanuc_gear_large_1": POSES["fanuc_gear_large_1"]}
    seen = [eyes.see(0.1 * number, number, still).objects[0] for number in range(1500)]
    poses = np.array([one.world_from_object for one in seen])
    covariance = seen[0].covariance
    np.testing.assert_allclose(covariance, covariance_of(spec))
    np.testing.assert_allclose(poses[:, :3, 3].var(axis=0), np.diag(covariance)[:3], rtol=0.1)
    np.testing.assert_allclose(
        np.arctan2(poses[:, 1, 0], poses[:, 0, 0]).var(), covariance[5, 5], rtol=0.1
    )
    assert covariance[0, 0] == pytest.approx(nist.SIGMA_X**2 + 0.0002**2)


@pytest.mark.not_quick
@pytest.mark.parametrize("seed", range(3))
def test_the_papers_reports_of_a_still_object_are_reproduced(seed: int) -> None:
    """[AgileRobots, Fig. 11]: 1487 reports, sigma 0.28 mm and 0.33 mm."""
    seen = still_reports(
        chain_spec(profile("nist_detector")), (nist.MEAN_X, nist.MEAN_Y), nist.DRAWS, seed
    )
    assert seen.shape == (nist.DRAWS, 2)
    np.testing.assert_allclose(seen.std(axis=0), (nist.SIGMA_X, nist.SIGMA_Y), rtol=0.05)
    np.testing.assert_allclose(seen.mean(axis=0), (nist.MEAN_X, nist.MEAN_Y), atol=3e-5)


def test_a_controller_with_table_1_finds_the_truth() -> None:
    eyes = detector("nist_motoman", factor=0.0)
    truth = transform_from_rpy((0.62, -0.05, 0.755), (0.0, 0.0, 0.3))
    reported = eyes.see(0.0, 0, {"gear_small_1": truth}).objects[0].world_from_object
    assert np.linalg.norm((reported - truth)[:3, 3]) > 1e-3
    found, _ = RegistrationOffsets(*TABLE_1).apply(reported[None, :3, 3])
    np.testing.assert_allclose(found[0], truth[:3, 3], atol=1e-9)


def test_a_registration_file_gives_the_same_error_as_the_profile(tmp_path: Path) -> None:
    path = tmp_path / "table_1.yaml"
    path.write_text(f"points: {TABLE_1[0]}\noffsets: {TABLE_1[1]}\n")
    truth = {"gear_small_1": transform_from_rpy((0.62, -0.05, 0.755), (0.0, 0.0, 0.3))}
    spec = chain_spec(profile("nist_detector"), str(path))
    own = TruthDetector(LAYOUT, spec, 1, 0.0).see(0.0, 0, truth)
    profiles = detector("nist_motoman", factor=0.0).see(0.0, 0, truth)
    np.testing.assert_allclose(
        own.objects[0].world_from_object, profiles.objects[0].world_from_object, atol=1e-12
    )


def test_a_profile_without_objects_is_refused() -> None:
    with pytest.raises(InputError, match="no chain for /gazebo/model_states"):
        chain_spec(profile("decent_camera"))


def test_objects_with_a_decreased_count_are_lost() -> None:
    eyes, losses = detector(), Losses()
    losses.noted(eyes.see(0.0, 0, POSES))
    without = {name: pose for name, pose in POSES.items() if name != "fanuc_gear_small_2"}
    assert losses.noted(eyes.see(0.1, 1, without)).lost == ("gear_small",)
    assert losses.noted(eyes.see(0.2, 2, without)).lost == ()
