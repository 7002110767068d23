"""Recognition in rendered images of the kitting lab.

Drawn by the embedded simulator's renderer.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Dict, Iterator, List, Sequence

import cv2
import numpy as np
import pytest

# Pictures are drawn by the embedded simulator.
pytest.importorskip("mujoco")

from bench.lib.lab_pictures import LabPictures
from sim.kitting.detection.pictures.annotated import annotated
from sim.kitting.detection.pictures.candidates import noise_of
from sim.kitting.detection.pictures.optics import PinholeModel, optics_from_matrix, optics_of
from sim.kitting.detection.pictures.recogniser import Recognised, Recogniser, merged
from sim.kitting.detections import Detection
from sim.rendering.types import Quality
from sim.resources import resource
from sim.transforms import transform_from_rpy
from sim.workcell.bodies import Tray, Wall
from sim.workcell.gear import Gear
from sim.workcell.layout import LayoutModel, LayoutPart, read_layout

LAYOUT = read_layout(resource("config", "kitting_lab.yaml"))
CAMERA = "fanuc_camera"
TABLE = 0.75
pytestmark = pytest.mark.not_quick


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LabPictures]:
    pictures = LabPictures(LAYOUT, tmp_path_factory.mktemp("meshes"), quality=Quality(samples=4))
    yield pictures
    pictures.close()


@pytest.fixture(autouse=True)
def as_laid_out(lab: LabPictures) -> Iterator[None]:
    yield
    lab.move({name: one.world_from_model for name, one in LAYOUT.models.items()})


def optics() -> PinholeModel:
    placed = LAYOUT.models[CAMERA]
    return optics_of(placed.part.body, placed.world_from_model)


def noisy(picture: np.ndarray, sigma: float, seed: int) -> np.ndarray:
    noise = sigma * np.random.default_rng(seed).standard_normal(picture.shape)
    return np.clip(np.rint(picture + 255.0 * noise), 0.0, 255.0) / 255.0


def seen(lab: LabPictures, sigma: float = 0.007, seed: int = 1) -> Recognised:
    return Recogniser(LAYOUT, optics()).recognise(noisy(lab.picture(CAMERA), sigma, seed))


def visible(poses: Dict[str, np.ndarray]) -> Dict[str, LayoutModel]:
    """The gears and trays that are wholly in the picture."""
    found = {}
    for name, one in LAYOUT.models.items():
        if isinstance(one.part.body, (Gear, Tray)):
            here = poses.get(name, one.world_from_model)
            if optics().sees(here[:3, 3], 30.0):
                found[name] = replace(one, world_from_model=here)
    return found


def error(one: Detection, truth: np.ndarray) -> float:
    return float(np.linalg.norm((one.world_from_object - truth)[:2, 3]))


def nearest(truth: LayoutModel, detections: Sequence[Detection]) -> Detection:
    same = [one for one in detections if one.part == truth.part.name]
    assert same, f"no {truth.part.name} was seen"
    return min(same, key=lambda one: error(one, truth.world_from_model))


def turn_error(one: Detection, truth: np.ndarray, period: float) -> float:
    """rad, modulo the turn after which the object looks the same."""
    relative = truth[:3, :3].T @ one.world_from_object[:3, :3]
    angle = np.arctan2(relative[1, 0], relative[0, 0])
    return float(abs(np.remainder(angle + 0.5 * period, period) - 0.5 * period))


def assert_found(found: Recognised, wanted: Dict[str, LayoutModel], limit: float) -> None:
    for name, truth in wanted.items():
        one = nearest(truth, found.detections)
        assert error(one, truth.world_from_model) < limit, name
        body = truth.part.body
        if isinstance(body, Gear):
            turn = turn_error(one, truth.world_from_model, 2.0 * np.pi / body.teeth)
            assert turn < np.radians(0.6), name
        else:
            assert turn_error(one, truth.world_from_model, 2.0 * np.pi) < np.radians(0.5), name
        assert one.world_from_object[2, 3] == pytest.approx(truth.world_from_model[2, 3], abs=1e-3)
    assert len(found.detections) == len(wanted), [one.part for one in found.detections]


def test_pixels_are_those_of_opencv() -> None:
    """Projected points equal OpenCV's pinhole, and come back."""
    # Turned, since OpenCV's rotation vectors are coarse near half a turn.
    world_from_model = transform_from_rpy((0.1, 0.05, 2.2), (0.1, 1.45, 0.3))
    view = optics_of(LAYOUT.models[CAMERA].part.body, world_from_model)
    points = np.array([[0.3, -0.4, 0.75], [-0.2, 0.5, 0.79], [0.1, 0.05, 0.8]])
    camera_from_world = np.linalg.inv(view.world_from_camera)
    matrix = np.array([[view.focal, 0, view.center[0]], [0, view.focal, view.center[1]], [0, 0, 1]])
    expected, _ = cv2.projectPoints(
        points, cv2.Rodrigues(camera_from_world[:3, :3])[0], camera_from_world[:3, 3], matrix, None
    )
    np.testing.assert_allclose(view.pixels(points), expected[:, 0], atol=1e-6)
    for point in points:
        place = view.places(view.pixels(point), point[2])
        np.testing.assert_allclose(place, point[:2], atol=1e-9)
    same = optics_from_matrix(matrix.ravel(), view.size, world_from_model, "info")
    np.testing.assert_allclose(same.pixels(points), view.pixels(points))


@pytest.mark.parametrize("sigma", [0.0, 0.007, 0.09, 0.3])
def test_the_noise_of_a_picture_is_measured(sigma: float) -> None:
    flat = np.full((200, 200, 3), 0.5) + sigma * np.random.default_rng(3).standard_normal(
        (200, 200, 3)
    )
    assert noise_of(flat) == pytest.approx(sigma, rel=0.05, abs=1e-6)


@pytest.fixture(scope="module")
def undisturbed(lab: LabPictures) -> Recognised:
    """Return the recognised lab in its layout, with seed 0."""
    return seen(lab, 0.007, 0)


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_all_is_found_within_half_a_millimetre(
    lab: LabPictures, undisturbed: Recognised, seed: int
) -> None:
    found = seen(lab, 0.007, seed) if seed else undisturbed
    assert_found(found, visible({}), 0.5e-3)
    assert min(one.score for one in found.detections) > 0.8


@pytest.mark.parametrize(
    ("sigma", "least"), [pytest.param(0.09, 1.0, marks=pytest.mark.slow), (0.3, 0.9)]
)
def test_reports_of_poor_images_are_not_confidently_wrong(
    lab: LabPictures, sigma: float, least: float
) -> None:
    wanted = visible({})
    found = seen(lab, sigma)
    hits = 0
    for truth in wanted.values():
        one = nearest(truth, found.detections)
        hits += error(one, truth.world_from_model) < 1.5e-3
    assert hits >= least * len(wanted)
    for one in found.detections:
        same = [each for each in wanted.values() if each.part.name == one.part]
        near = min((error(one, each.world_from_model) for each in same), default=1.0)
        assert near < 1.5e-3 or one.score < 0.7, (one.part, near, one.score)


def test_parts_and_trays_are_found_at_any_place_and_rotation(
    lab: LabPictures,
) -> None:
    poses: Dict[str, np.ndarray] = {}
    for name, x, y, yaw in (
        ("fanuc_gear_small_1", 0.45, -0.3, 0.1),
        ("fanuc_gear_medium_1", 0.4, 0.4, 0.05),
        ("fanuc_gear_large_1", 0.42, 0.2, 0.08),
    ):
        poses[name] = transform_from_rpy((x, y, TABLE), (0.0, 0.0, yaw))
    poses["fanuc_kit"] = transform_from_rpy((0.2, 0.02, TABLE), (0.0, 0.0, 2.5))
    poses["handover_tray"] = transform_from_rpy((-0.05, 0.55, TABLE), (0.0, 0.0, -0.2))
    lab.move(poses)
    assert_found(seen(lab), visible(poses), 0.5e-3)


def test_gears_in_a_kit_tell_and_keep_its_pose(lab: LabPictures) -> None:
    kit = LAYOUT.models["fanuc_kit"].world_from_model
    poses = {}
    for number, gear in ((1, "fanuc_gear_large_1"), (3, "fanuc_gear_small_1")):
        slot = LAYOUT.slot_pose(f"fanuc_kit/{number}").copy()
        slot[:3, :3] = kit[:3, :3] @ transform_from_rpy((0, 0, 0), (0, 0, 0.03))[:3, :3]
        poses[gear] = slot
    lab.move(poses)
    assert_found(seen(lab), visible(poses), 0.5e-3)


def test_a_gear_that_lies_upside_down_is_seen_so(lab: LabPictures) -> None:
    poses = {}
    for name in ("fanuc_gear_small_1", "fanuc_gear_medium_2", "fanuc_gear_large_2"):
        truth = LAYOUT.models[name]
        height = truth.part.body.height
        poses[name] = truth.world_from_model @ transform_from_rpy((0, 0, height), (np.pi, 0, 0))
    lab.move(poses)
    found = seen(lab)
    for name, truth in visible(poses).items():
        one = nearest(truth, found.detections)
        assert error(one, truth.world_from_model) < 0.8e-3, name
        assert (one.world_from_object[2, 2] < 0.0) == (name in poses), name
        np.testing.assert_allclose(
            one.world_from_object[2, 3], truth.world_from_model[2, 3], atol=1e-3
        )


def test_a_gear_with_a_defect_is_told_by_its_darker_colour(lab: LabPictures) -> None:
    part = LAYOUT.parts["gear_small"]
    dark = LayoutPart(part.name, part.body, tuple(0.5 * value for value in part.color))
    place = transform_from_rpy((0.45, -0.3, TABLE), (0.0, 0.0, 0.0))
    lab.add("gear_small_9_faulty", dark, place)
    try:
        found = seen(lab)
    finally:
        lab.physics.remove("gear_small_9_faulty")
    faulty = [one for one in found.detections if one.faulty]
    assert len(faulty) == 1
    assert error(faulty[0], place) < 0.5e-3


@pytest.mark.parametrize("places", [2, pytest.param(4, marks=pytest.mark.slow)])
def test_partly_hidden_objects_are_lost_or_less_sure_only(lab: LabPictures, places: int) -> None:
    """A bar, like an arm, is moved across gears and trays."""
    bar = LayoutPart("bar", Wall((0.5, 0.08, 0.05)), (0.95, 0.75, 0.1))
    wanted = visible({})
    lab.add("bar", bar, transform_from_rpy((-0.2, -0.37, 1.0), (0.0, 0.0, 0.4)))
    scores: List[float] = []
    try:
        for aside in np.linspace(-0.1, 0.1, places):
            at = transform_from_rpy((-0.05 + aside, -0.3 + aside, 1.0), (0.0, 0.0, 0.4))
            lab.move({"bar": at})
            found = seen(lab)
            for one in found.detections:
                same = [each for each in wanted.values() if each.part.name == one.part]
                near = min(error(one, each.world_from_model) for each in same)
                sigma = np.sqrt(np.linalg.eigvalsh(one.covariance[:2, :2]).max())
                assert near < 1e-3 or one.score < 0.6 or near < 4.0 * sigma, (
                    aside,
                    one.part,
                    near,
                    one.score,
                )
                scores.append(one.score)
            assert len(found.detections) < len(wanted)
    finally:
        lab.physics.remove("bar")
    assert min(scores) < 0.95


def test_two_cameras_make_one_report() -> None:
    def at(x: float, score: float) -> Detection:
        pose = transform_from_rpy((x, 0.0, TABLE))
        return Detection("gear_small", "P", pose, np.eye(6), score)

    together = merged([[at(0.0, 0.7), at(0.2, 0.9)], [at(0.001, 0.8)]])
    assert sorted((one.world_from_object[0, 3], one.score) for one in together) == [
        (0.001, 0.8),
        (0.2, 0.9),
    ]


def test_the_drawn_picture_has_outlines_where_objects_are(
    lab: LabPictures, undisturbed: Recognised
) -> None:
    picture = lab.picture(CAMERA)
    drawn = annotated(picture, undisturbed)
    assert drawn.shape == picture.shape
    changed = (drawn != picture).any(axis=2)
    for outline in undisturbed.outlines:
        u, v = np.rint(outline).astype(int).T
        inside = (u >= 0) & (v >= 0) & (u < changed.shape[1]) & (v < changed.shape[0])
        near = cv2.dilate(changed.astype(np.uint8), np.ones((3, 3), np.uint8))
        assert near[v[inside], u[inside]].mean() > 0.95
    assert 0.005 < changed.mean() < 0.2
