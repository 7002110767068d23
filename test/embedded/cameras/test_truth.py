"""Classes, instances, flow and boxes of pictures: against colours, geometry and OpenCV."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from sim.embedded.cameras import Shot
from sim.embedded.cameras.lens import intrinsics
from sim.rendering.classes import standard_classes
from sim.rendering.types import Quality
from sim.sdf.sensors.cameras import Lens
from sim.sdf.types import Box, Plane, Sphere

from ..bodies import IDENTITY, pose
from .pictures import BLUE, GREEN, RED, Watched, camera, seen, visual
from .test_seen import driving

CLASSES = standard_classes()
GROUND = seen("ground", visual(Plane((0.0, 0.0, 1.0), (400.0, 400.0)), GREEN, name="terrain"))
EXACTLY = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 50, 1e-10)
BARREL = Lens((-0.28, 0.07, 0.0011, -0.0008, 0.004))


def kind(name: str) -> int:
    return CLASSES.names.index(name)


def shot(eye=None, at=IDENTITY, **wanted) -> Shot:
    return Shot(eye or camera(), at, **{"labels": True, **wanted})


@pytest.mark.parametrize("samples", [0, 4])
@pytest.mark.parametrize("lens", [Lens(), BARREL])
def test_classes_and_instances_match_the_colours_per_pixel(samples, lens):
    """Labels cover the pixels of each thing's colour, without smooth edges."""
    models = [
        GROUND,
        seen("a", visual(Box((1.0, 1.0, 1.0)), RED, pose(6.0, 1.0, 0.5, yaw=0.4), "walls_red")),
        seen("b", visual(Sphere(0.7), BLUE, pose(4.0, -0.8, 0.7), "crowns")),
    ]
    watched = Watched(models, quality=Quality(samples=samples))
    frame = watched.frames([shot(camera(lens=lens), pose(z=1.2))])[0]
    expected = {"Building": RED, "Vegetation": BLUE, "Terrain": GREEN}
    for name, color in expected.items():
        labelled = frame.semantic == kind(name)
        colored = (frame.color == np.round(255 * np.array(color[:3]))).all(axis=2)
        if lens == Lens() and not samples:
            assert labelled.any() and np.array_equal(labelled, colored)
        else:
            # Between pixels colours blend.
            assert labelled[colored].all() and labelled.sum() < 1.05 * colored.sum() + 400
    sky = frame.semantic == kind("Sky")
    assert sky[5, 320] and (frame.instance[sky] == 0).all()
    numbers = [np.unique(frame.instance[frame.semantic == kind(name)]) for name in expected]
    assert all(len(found) == 1 for found in numbers) and len({n[0] for n in numbers}) == 3


def test_the_sensors_of_today_are_the_same_with_and_without_labels():
    watched = Watched([GROUND, seen("a", visual(Box((1.0, 1.0, 1.0)), RED, pose(6.0)))])
    plain, labelled = watched.frames(
        [Shot(camera(), pose(z=1.2), True), shot(None, pose(z=1.2), depth=True)]
    )
    assert np.array_equal(plain.color, labelled.color)
    assert np.array_equal(plain.depth, labelled.depth)


@pytest.mark.parametrize("lens", [Lens(), BARREL])
def test_flow_is_the_projected_motion_of_camera_and_thing(lens):
    """OpenCV's projections of the same points, now and before, agree."""
    eye = camera(lens=lens)
    watched = Watched([GROUND])
    box = seen("box", visual(Box((1.0, 1.0, 1.0)), RED))
    before, after = pose(z=1.5, pitch=0.1), pose(0.4, 0.1, 1.5, yaw=0.03, pitch=0.1)
    watched.physics.add(box, "box", pose(6.0, 0.5, 0.5))
    first = watched.frames([shot(eye, before, flow=True)])[0]
    assert first.flow is None
    watched.physics.poses.set_model_pose("box", pose(6.0, 1.0, 0.5))
    frame = watched.frames([shot(eye, after, flow=True, depth=True)])[0]
    focal, cx, cy = intrinsics(eye)
    matrix = np.array([[focal, 0.0, cx], [0.0, focal, cy], [0.0, 0.0, 1.0]])
    lens_ = np.array(eye.lens.coefficients)
    optical = np.array([[0.0, -1.0, 0.0], [0.0, 0.0, -1.0], [1.0, 0.0, 0.0]])
    checked = set()
    for v, u in [(250, 60), (300, 310), (400, 500), (330, 250), (470, 320), (262, 320), (310, 215)]:
        depth = frame.depth[v, u]
        if not np.isfinite(depth):
            continue
        ray = cv2.undistortPointsIter(
            np.array([[[u, v]]], float), matrix, lens_, np.eye(3), np.eye(3), EXACTLY
        )[0, 0]
        place = after @ np.array([depth, -ray[0] * depth, -ray[1] * depth, 1.0])
        moved = frame.semantic[v, u] != kind("Terrain")
        checked.add(bool(moved))
        old = np.linalg.inv(before) @ (place - np.array([0.0, 0.5 * moved, 0.0, 0.0]))
        pixel = cv2.projectPoints(optical @ old[:3], np.zeros(3), np.zeros(3), matrix, lens_)[0]
        np.testing.assert_allclose(
            frame.flow[v, u], np.array([u, v]) - pixel.ravel(), atol=0.05 if lens == Lens() else 0.6
        )
    assert checked == {False, True}
    # The sky moves by the camera's turn alone.
    if lens == Lens():
        assert frame.flow[20, 320, 0] == pytest.approx(focal * np.tan(0.03), rel=0.05)


def test_boxes_say_what_is_hidden_and_cut_off():
    """A wall hides a car's left half; the picture cuts another. The car is at 12 m."""
    size = (4.6, 1.8, 1.5)
    watched = Watched([GROUND, seen("car_1", visual(Box(size), RED, pose(12.0, z=0.75)))])
    alone = watched.frames([shot(None, pose(z=1.2), boxes=True)])[0].boxes
    assert [box.name for box in alone] == ["car_1"]
    box = alone[0]
    assert box.kind == kind("Car") and box.occlusion == 0.0 and box.truncation == 0.0
    np.testing.assert_allclose(box.size, size, atol=1e-4)
    np.testing.assert_allclose(box.camera_from_center[:3, 3], (12.0, 0.0, -0.45), atol=1e-4)
    focal = intrinsics(camera())[0]
    assert box.right - box.left + 1 == pytest.approx(focal * 1.8 / 9.7, abs=1)
    half = visual(Box((0.1, 4.0, 4.0)), BLUE, pose(5.0, 2.0, 0.0), "walls")
    watched.physics.add(seen("wall", half), "wall", IDENTITY)
    hidden = watched.frames([shot(None, pose(z=1.2), boxes=True)])[0].boxes[0]
    assert hidden.occlusion == pytest.approx(0.5, abs=0.03) and hidden.left >= 319
    watched.physics.remove("wall")
    edge = np.arctan(320 / focal)
    cut = watched.frames([shot(None, pose(z=1.2, yaw=edge), boxes=True)])[0].boxes[0]
    assert cut.truncation == pytest.approx(0.5, abs=0.1) and cut.right == 639


def test_a_rider_and_his_bicycle_are_two_classes_of_one_thing():
    watched = Watched([])
    driving(watched, "bicycle", x=5.0, yaw=1.5)
    frame = watched.frames([shot(None, pose(z=1.0))])[0]
    there = frame.instance > 0
    assert {kind("Rider"), kind("Bicycle")} == set(np.unique(frame.semantic[there]))
    assert len(np.unique(frame.instance[there])) == 1
