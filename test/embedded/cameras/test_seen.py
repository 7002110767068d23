"""Camera pictures of worlds, traffic and lights, and their cost without subscribers."""

from __future__ import annotations

import threading
from dataclasses import replace

import cv2
import numpy as np
import pytest

from sim.embedded.cameras import Shot
from sim.errors import InputError, SimulationError
from sim.rendering.types import Quality
from sim.sdf.mesh.loading import load_mesh
from sim.sdf.reader import read_world
from sim.sdf.types import Box, Mesh, Sphere
from sim.traffic.lamps import head_lamps
from sim.traffic.state import VehicleType

from ..bodies import IDENTITY, box, pose
from ..traffic import state
from .pictures import BLUE, GREEN, MODELS, PLAIN, RED, REPOSITORY, Watched, camera, seen, visual

EYE = camera()
SIGNAL_BRAKE = 8
SIGNAL_LEFT = 2
WHITE_PAINT_COLOR = (235, 235, 230)
ASPHALT_COLOR = (54, 54, 56)


def near(picture: np.ndarray, color, tolerance: int = 12) -> np.ndarray:
    """Return the mask of pixels near a colour."""
    return (np.abs(picture.astype(int) - np.array(color)) <= tolerance).all(axis=2)


def driving(
    watched: Watched,
    model: str,
    signals: int = 0,
    x: float = 10.0,
    yaw: float = 0.0,
    time: float = 0.0,
) -> None:
    """Add a standing vehicle of a model, as of now."""
    watched.pool.set_types({0: VehicleType(model, model, 4.6, 1.8, 1.5)})
    shown = state(time, [1], [x], speed=0.0)
    watched.pool.add(replace(shown, yaw=np.array([yaw]), signals=np.array([signals], np.uint32)))
    while watched.physics.time < time + 0.1 - 1e-9:
        watched.pool.update()
        watched.physics.step()
    watched.pool.update()


def test_road_markings_of_the_merge_are_where_the_mesh_has_them():
    """A camera looks straight down on the lane line's longest triangle.

    Pixels at the mesh's height lie within the mesh and are white; pixels at the road's height are
    grey as asphalt.
    """
    world, _ = read_world(REPOSITORY / "worlds" / "merge.world", MODELS.paths)
    watched = Watched(world.models, PLAIN)
    markings = next(
        part.geometry
        for model in world.models
        for link in model.links
        for part in link.visuals
        if part.name == "markings"
    )
    vertices, faces = load_mesh(markings)
    triangles = vertices[faces]
    sides = triangles[:, 1:, :2] - triangles[:, :1, :2]
    longest = np.abs(np.linalg.det(sides)).argmax()
    middle, high = triangles[longest].mean(axis=0), 6.0
    view = camera(201, 201, 0.9)
    frame = watched.frame(view, pose(*middle[:2], high, pitch=np.pi / 2), depth=True)
    # Up in the picture is along x, left along y.
    scale = 100.5 / np.tan(0.45) / (high - triangles[..., 2:])
    places = 100.0 - scale * (triangles[..., 1::-1] - middle[1::-1])
    drawn = np.zeros((201, 201), np.uint8)
    for corners in places:
        # With the pixels that its edges pass through.
        cv2.fillConvexPoly(drawn, np.rint(16.0 * corners).astype(np.int32), 1, shift=4)
    paint = frame.depth < high - middle[2] + 0.003
    road = np.abs(frame.depth - high) < 0.003
    assert paint.sum() > 700 and road.sum() > 10_000
    assert drawn[paint].all()
    assert paint[cv2.erode(drawn, np.ones((3, 3), np.uint8)) > 0].all()
    # Both have textures, worn paint and grainy asphalt, each of its colour on the mean.
    picture = frame.color.astype(float)
    assert picture[paint].mean(axis=0) == pytest.approx(WHITE_PAINT_COLOR, abs=15.0)
    assert picture[road].mean(axis=0) == pytest.approx(ASPHALT_COLOR, abs=3.0)
    assert picture[paint].min() > picture[road].max() + 50.0


def test_a_traffic_vehicle_is_its_model_at_its_pose():
    """The camera sees the rear of a blue car, 4.6 m long."""
    watched = Watched([], PLAIN)
    driving(watched, "car", x=10.0)
    frame = watched.frame(camera(), pose(z=0.75), depth=True)
    assert frame.depth[240, 320] == pytest.approx(10.0 - 2.3, abs=0.05)
    assert near(frame.color, (51, 89, 166), 3)[240, 320]
    watched.pool.clear()
    watched.pool.update()
    assert np.isinf(watched.frame(camera(), pose(z=0.75), depth=True).depth).all()


def test_lamps_of_vehicles_shine_by_their_signals():
    """Brake lamps shine at once, a blinker in its first half period.

    The blinker is on its side only.
    """
    brake, amber = (255, 15, 8), (255, 140, 0)
    watched = Watched([], PLAIN)
    driving(watched, "car")
    dark = watched.frame(camera(), pose(z=0.7)).color
    assert not near(dark, brake).any() and not near(dark, amber).any()
    driving(watched, "car", SIGNAL_BRAKE | SIGNAL_LEFT, time=0.6)
    lit = watched.frame(camera(), pose(z=0.7)).color
    assert near(lit, brake).sum() > 100
    _v, u = np.nonzero(near(lit, amber))
    assert len(u) > 10 and (u < 320).all()
    driving(watched, "car", SIGNAL_BRAKE | SIGNAL_LEFT, time=0.9)
    later = watched.frame(camera(), pose(z=0.7)).color
    assert near(later, brake).sum() > 100 and not near(later, amber).any()


def test_a_type_without_a_model_is_a_box(caplog):
    watched = Watched([], PLAIN)
    driving(watched, "no_such_model", x=10.0)
    frame = watched.frame(camera(), pose(z=0.7), depth=True)
    assert frame.depth[240, 320] == pytest.approx(10.0 - 2.3, abs=1e-3)
    assert "no_such_model" in caplog.text


def test_lamps_of_traffic_lights_show_their_letters():
    names = ("red", "green")
    heads = [
        visual(Sphere(0.3), (0.1, 0.1, 0.1, 1.0), pose(5.0, 1.0 - 2.0 * k), f"lamp/A/0/{name}")
        for k, name in enumerate(names)
    ]
    lights = seen("traffic_lights", *heads)
    watched = Watched([lights], PLAIN)
    for letter, expected in (
        ("r", [head_lamps()["red"], (0.1,) * 3]),
        ("G", [(0.1,) * 3, head_lamps()["green"]]),
    ):
        watched.lamps.add(0.0, {("A", 0): letter})
        watched.lamps.update(0.0)
        picture = watched.frame(camera()).color
        for column, color in zip((230, 410), expected):
            assert near(picture, np.round(255 * np.array(color[:3])), 3)[240, column]


def test_models_come_move_and_go():
    watched = Watched([seen("first", visual(Box((1.0, 1.0, 1.0)), RED, pose(5.5)))], PLAIN)
    assert tuple(watched.frame(camera()).color[240, 320]) == (255, 0, 0)
    watched.physics.add(seen("second", visual(Box((0.5, 0.5, 0.5)), GREEN)), "second", pose(3.0))
    assert tuple(watched.frame(camera()).color[240, 320]) == (0, 255, 0)
    watched.physics.poses.set_model_pose("second", pose(3.0, 20.0))
    assert tuple(watched.frame(camera()).color[240, 320]) == (255, 0, 0)
    watched.physics.remove("first")
    assert np.isinf(watched.frame(camera(), depth=True).depth).all()


def test_a_falling_box_is_seen_where_it_is_when_captured():
    """A capture shows its own time, though it is drawn while physics goes on."""
    falling = replace(
        box((0.4, 0.4, 0.4)),
        links=(
            replace(box((0.4, 0.4, 0.4)).links[0], visuals=(visual(Box((0.002, 0.4, 0.4)), RED),)),
        ),
    )
    watched = Watched([], PLAIN)
    watched.physics.add(falling, "box", pose(5.0))
    heights, rows = [], []

    def deliver(frames):
        rows.append(np.nonzero(np.isfinite(frames[0].depth))[0].mean())

    for _ in range(5):
        heights.append(watched.physics.poses.model_pose("box")[2, 3])
        watched.cameras.capture([Shot(EYE, IDENTITY, True)], deliver)
        watched.physics.step(20)
    watched.cameras.finish()
    focal = 320 / np.tan(0.6)
    np.testing.assert_allclose(rows, 239.5 - focal * np.array(heights) / 5.0, atol=1.0)


def test_physics_goes_the_same_way_with_cameras():
    runs = []
    for looked in (False, True):
        watched = Watched([], PLAIN)
        watched.physics.add(box(), "box", pose(3.0, z=2.0))
        for _ in range(50):
            watched.physics.step()
            if looked:
                watched.cameras.capture([Shot(EYE, IDENTITY)], lambda frames: None)
        watched.cameras.finish()
        runs.append(
            (
                watched.physics.data.qpos.copy(),
                watched.physics.data.qvel.copy(),
                watched.physics.models.generation,
            )
        )
    assert all(np.array_equal(*values) for values in zip(*runs))


def test_nobody_looking_costs_nothing():
    threads = threading.active_count()
    watched = Watched([], PLAIN)
    watched.physics.step(10)
    watched.cameras.finish()
    assert threading.active_count() == threads


def test_frames_come_in_order_and_a_failing_delivery_stops_nothing(caplog):
    watched = Watched([seen("wall", visual(Box((0.2, 50.0, 50.0)), BLUE, pose(5.1)))], PLAIN)
    delivered = []

    def deliver(number):
        def take(frames):
            delivered.append(
                (number, threading.current_thread() is threading.main_thread(), len(frames))
            )
            if number == 1:
                raise ValueError("the subscriber is gone")

        return take

    for number in range(4):
        watched.cameras.capture([Shot(EYE, IDENTITY)] * 2, deliver(number))
    watched.cameras.finish()
    assert (
        delivered == [(number, False, 2) for number in range(4)]
        and "the subscriber is gone" in caplog.text
    )
    watched.cameras.close()
    with pytest.raises(SimulationError, match="closed"):
        watched.cameras.capture([Shot(EYE, IDENTITY)], deliver(9))


def test_a_mesh_that_cannot_be_read_is_told_and_the_rest_is_seen(tmp_path, caplog):
    broken = visual(Mesh(str(tmp_path / "none.stl")), RED, name="broken")
    watched = Watched(
        [seen("wall", visual(Box((0.2, 50.0, 50.0)), BLUE, pose(5.1)), broken)], PLAIN
    )
    assert tuple(watched.frame(camera()).color[240, 320]) == (0, 0, 255)
    assert "none.stl" in caplog.text


@pytest.mark.parametrize(
    "change, words",
    [
        ({"width": 0}, "pixels"),
        ({"fov": 3.2}, "horizontal_fov"),
        ({"near": 0.0}, "near < far"),
        ({"near": 5.0, "far": 5.0}, "near < far"),
        ({"format": "BAYER_RGGB8"}, "R8G8B8"),
    ],
)
def test_cameras_that_cannot_be_are_refused(change, words):
    watched = Watched([], PLAIN)
    with pytest.raises(InputError, match=words):
        watched.frame(camera(**change))


@pytest.mark.parametrize(
    "field, value",
    [("level", "nice"), ("samples", 3), ("samples", -1), ("smallest", -0.1), ("smallest", np.nan)],
)
def test_quality_is_checked(field, value):
    with pytest.raises(InputError, match={"level": "cheap, middle, best"}.get(field, field)):
        Quality(**{field: value})
