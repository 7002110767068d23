"""Static meshes are solid at their triangles, not as convex hulls.

They cost nothing far from moving bodies.
"""

from __future__ import annotations

import numpy as np
import pytest

from sim.embedded.physics.ground.sheets import CellIndex, is_closed, is_convex, sheet_of, welded
from sim.embedded.physics.physics import Physics
from sim.sdf.types import Collision

from .bodies import IDENTITY, ball, box, ground, pose, ray_ground
from .ground_meshes import GRADE, PROFILE, ground_model, height, hill, hills, strip, write_obj

DT = 0.005
CUBE = (
    np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], float),
    np.array(
        [
            [0, 1, 3],
            [0, 3, 2],
            [4, 6, 7],
            [4, 7, 5],
            [0, 4, 5],
            [0, 5, 1],
            [2, 3, 7],
            [2, 7, 6],
            [0, 2, 6],
            [0, 6, 4],
            [1, 5, 7],
            [1, 7, 3],
        ]
    ),
)


def bridge(tmp_path, along: int = 1) -> Physics:
    """Return a plane with a road over a bridge 6 m high."""
    physics = Physics((0.0, 0.0, -9.8), DT)
    road = ground_model(write_obj(tmp_path / f"road{along}.obj", *strip(PROFILE, along=along)))
    physics.add_many([(ground(), "ground", IDENTITY), (road, "road", pose(z=0.01))])
    return physics


@pytest.mark.parametrize("along", [1, 7])
def test_rays_and_boxes_find_the_road_over_and_under_the_bridge(tmp_path, along):
    physics = bridge(tmp_path, along)
    places = np.array([10.0, 39.0, 41.0, 90.0, 139.0, 141.0, 160.0, 200.0, 300.0])
    down = ray_ground(
        physics,
        np.column_stack([places, np.zeros(9), np.full(9, 20.0)]),
        np.array([0.0, 0.0, -1.0]),
    )
    np.testing.assert_allclose(20.0 - down, height(places) + 0.01, atol=1e-5)
    under = ray_ground(physics, np.array([[160.0, 0.0, 2.0]]), np.array([0.0, 0.0, -1.0]))
    np.testing.assert_allclose(under, 2.0)
    physics.add_many(
        [
            (box(mu=0.9), "over", pose(x=160.0, z=6.2)),
            (box(mu=0.9), "under", pose(x=160.0, z=0.3)),
            (box(mu=0.9), "ramp", pose(x=90.0, z=3.2, pitch=-np.arctan(GRADE))),
        ]
    )
    physics.step(400)
    for name, z in (
        ("over", 6.11),
        ("under", 0.1),
        ("ramp", 3.01 + 0.1 / np.cos(np.arctan(GRADE))),
    ):
        assert physics.poses.model_pose(name)[2, 3] == pytest.approx(z, abs=2e-3), name
    assert physics.poses.model_pose("ramp")[0, 3] == pytest.approx(90.0, abs=0.01)
    assert physics.contacts.pairs() == [("ground", "under"), ("over", "road"), ("ramp", "road")]


@pytest.mark.parametrize("speed", [1.0, 3.0, 6.0, 9.0])
def test_a_box_slides_over_the_seams_of_triangles_as_on_a_plane(tmp_path, speed):
    """Seams of 140 level triangles neither stop nor turn a box."""
    road = ground_model(
        write_obj(tmp_path / "road.obj", *strip(((0.0, 0.0), (60.0, 0.0)), along=70)), mu=1.0
    )
    ends = []
    for model in (ground(1.0), road):
        physics = Physics((0.0, 0.0, -9.8), DT)
        physics.add_many(
            [
                (model, "road", IDENTITY),
                (box((0.6, 0.4, 0.2), mu=0.1), "box", pose(x=5.0, y=0.3, z=0.1)),
            ]
        )
        physics.step(20)
        physics.poses.set_model_twist("box", np.array([speed, 0.0, 0.0]), np.zeros(3))
        physics.step(900)
        ends.append(physics.poses.model_pose("box")[:3, 3])
    np.testing.assert_allclose(ends[1], ends[0], rtol=0.005, atol=0.03)


def test_a_ball_rolls_down_over_the_kinks(tmp_path):
    """Down 100 m of 6 % it gains v^2 = 10/7 g h.

    It never leaves or sinks into the road by more than 2 cm.
    """
    physics, radius = bridge(tmp_path, 7), 0.3
    physics.add(ball(radius), "ball", pose(x=180.5, z=6.01 - 0.5 * GRADE + radius))
    apart, speed = [], 0.0
    while physics.poses.model_pose("ball")[0, 3] < 300.0 and physics.time < 60.0:
        physics.step(5)
        x, _, z = physics.poses.model_pose("ball")[:3, 3]
        apart.append(z - radius - height(x) - 0.01)
        if x < 279.0:
            speed = np.linalg.norm(physics.poses.model_twist("ball")[0])
    assert physics.poses.model_pose("ball")[0, 3] >= 300.0
    assert np.abs(apart).max() < 0.02
    assert speed == pytest.approx(np.sqrt(10.0 / 7.0 * 9.8 * 98.5 * GRADE), rel=0.03)


def test_a_wall_of_a_mesh_stops_what_runs_into_it(tmp_path):
    """Two walls 4 m apart: a hull would fill the room between them."""
    walls = [
        np.array([[x, -2.0, 0.0], [x, 2.0, 0.0], [x, 2.0, 1.0], [x, -2.0, 1.0]]) for x in (0.0, 4.0)
    ]
    mesh = write_obj(
        tmp_path / "walls.obj",
        np.concatenate(walls),
        np.array([[0, 1, 2], [0, 2, 3], [4, 6, 5], [4, 7, 6]]),
    )
    physics = Physics((0.0, 0.0, -9.8), DT)
    physics.add_many(
        [
            (ground(), "ground", IDENTITY),
            (ground_model(mesh), "walls", IDENTITY),
            (box(), "box", pose(x=2.0, z=0.1)),
        ]
    )
    physics.step(20)
    assert physics.contacts.pairs() == [("box", "ground")]
    physics.poses.set_model_twist("box", np.array([8.0, 0.0, 0.0]), np.zeros(3))
    physics.step(200)
    assert physics.poses.model_pose("box")[0, 3] < 4.0


def test_moving_the_ground_moves_what_is_solid(tmp_path):
    physics = Physics((0.0, 0.0, -9.8), DT)
    physics.add_many(
        [
            (ground(), "ground", IDENTITY),
            (box(), "box", pose(x=5.0, z=1.2)),
            (
                ground_model(
                    write_obj(tmp_path / "road.obj", *strip(((0.0, 0.0), (10.0, 0.0), (20.0, 1.0))))
                ),
                "road",
                pose(z=1.0),
            ),
        ]
    )
    physics.step(50)
    assert physics.contacts.pairs() == [("box", "road")]
    physics.poses.set_model_pose("road", pose(z=1.0, x=-100.0))
    assert physics.contacts.pairs() == []
    physics.step(200)
    assert physics.contacts.pairs() == [("box", "ground")]
    for _ in range(2):
        physics.reset()
        assert physics.poses.model_pose("box")[2, 3] == pytest.approx(1.2)
        physics.step(50)
        assert physics.contacts.pairs() == [("box", "road")]
        assert physics.poses.model_pose("box")[2, 3] == pytest.approx(1.1, abs=1e-3)
    physics.remove("road")
    physics.step(200)
    assert physics.contacts.pairs() == [("box", "ground")]


def test_a_convex_closed_mesh_stays_its_hull(tmp_path):
    cube = write_obj(tmp_path / "cube.obj", *CUBE)
    assert sheet_of(Collision("c", IDENTITY, cube), "b", "w") is None
    physics = Physics((0.0, 0.0, -9.8), DT)
    physics.add_many([(ground_model(cube), "cube", IDENTITY), (box(), "box", pose(0.5, 0.5, 1.15))])
    physics.step(100)
    assert physics.poses.model_pose("box")[2, 3] == pytest.approx(1.1, abs=1e-3)
    assert not physics.models.ground_slots.prisms


@pytest.mark.parametrize(
    "faces, closed, convex",
    [(CUBE[1], True, True), (CUBE[1][:, ::-1], True, False), (CUBE[1][1:], False, None)],
)
def test_closed_and_convex_meshes_are_recognized(faces, closed, convex):
    assert is_closed(faces) == closed
    if convex is not None:
        assert is_convex(CUBE[0], faces) == convex


def test_two_cubes_are_not_convex_and_a_dented_one_neither():
    vertices, faces = np.vstack([CUBE[0], CUBE[0] + 5.0]), np.vstack([CUBE[1], CUBE[1] + 8])
    assert is_closed(faces) and not is_convex(vertices, faces)
    dented = CUBE[0].copy()
    dented[7] = 0.4
    assert is_closed(CUBE[1]) and not is_convex(dented, CUBE[1])


def test_repeated_vertices_of_stl_files_are_one():
    vertices, faces = welded(CUBE[0][CUBE[1]].reshape(-1, 3), np.arange(36).reshape(-1, 3))
    assert len(vertices) == 8 and is_closed(faces) and is_convex(vertices, faces)


@pytest.mark.parametrize("seed", range(20))
def test_the_index_finds_every_triangle_of_a_box(seed):
    rng = np.random.default_rng(seed)
    corners = rng.uniform(-100, 100, (200, 1, 3)) + rng.normal(
        0.0, rng.choice([0.5, 5.0, 60.0]), (200, 3, 3)
    )
    index = CellIndex(corners)
    for _ in range(20):
        lower = rng.uniform(-150, 150, 3)
        upper = lower + rng.uniform(0, 30, 3)
        inside = ((corners.min(axis=1) <= upper) & (corners.max(axis=1) >= lower)).all(axis=1)
        assert set(np.flatnonzero(inside)) <= set(index.near(lower, upper).tolist())


def test_of_many_triangles_few_are_in_the_physics(tmp_path):
    """A box rests on the right one of 20 000 triangles.

    Triangles far from all bodies are not in the physics.
    """
    physics = Physics((0.0, 0.0, -9.8), DT)
    physics.add(ground_model(write_obj(tmp_path / "hills.obj", *hills(100))), "hills", IDENTITY)
    physics.add_many(
        [
            (box((0.4, 0.4, 0.2)), f"box{k}", pose(at, at, hill(at, at) + 0.3))
            for k, at in enumerate(20.0 * np.arange(9) + 1.0)
        ]
    )
    physics.step(200)
    physics.add(box(), "other", pose(50.0, 150.0, 5.0))
    physics.step()
    assert len(physics.models.ground_slots.prisms) <= 256
    for k in range(9):
        x, y, z = physics.poses.model_pose(f"box{k}")[:3, 3]
        assert z - 0.1 == pytest.approx(hill(x, y), abs=0.05), k
        assert ("hills", f"box{k}") in physics.contacts.pairs() or (
            f"box{k}",
            "hills",
        ) in physics.contacts.pairs()


def test_the_rim_of_a_mesh_is_no_seam(tmp_path):
    """A box slides against the edge of a plate 20 cm high."""
    physics = Physics((0.0, 0.0, -9.8), DT)
    plate = ground_model(
        write_obj(tmp_path / "plate.obj", *strip(((3.0, 0.2), (6.0, 0.2), (10.0, 0.2))))
    )
    physics.add_many(
        [
            (ground(), "ground", IDENTITY),
            (plate, "plate", IDENTITY),
            (box(mu=0.1), "box", pose(z=0.1)),
        ]
    )
    physics.poses.set_model_twist("box", np.array([5.0, 0.0, 0.0]), np.zeros(3))
    physics.step(400)
    assert physics.poses.model_pose("box")[0, 3] < 2.95


def test_prisms_keep_their_shape_through_resets_spawns_and_deletions(tmp_path):
    """Each used prism has its triangle's corners in the compiled world."""
    physics = bridge(tmp_path, 7)
    physics.add(box(), "box", pose(x=150.0, z=6.2))
    for change in (
        lambda: None,
        physics.reset,
        physics.reset,
        lambda: physics.add(ball(), "ball", pose(x=90.0, z=4.0)),
        physics.reset,
        lambda: physics.remove("ball"),
        lambda: physics.poses.set_model_pose("road", pose(z=0.2, yaw=0.02)),
    ):
        change()
        physics.step(10)
        physics.refresh()
        prisms, model = physics.models.ground_slots.prisms, physics.model
        assert prisms.used.any()
        for number in np.flatnonzero(prisms.used):
            geom = model.body_geomadr[prisms.body_ids[number]]
            first = model.mesh_vertadr[model.geom_dataid[geom]]
            corners = (
                model.mesh_vert[first : first + 6] @ physics.data.geom_xmat[geom].reshape(3, 3).T
                + physics.data.geom_xpos[geom]
            )
            apart = np.linalg.norm(corners[:, None] - prisms._corners[number][None], axis=2)
            assert (apart.min(axis=0) < 1e-4).all() and (apart.min(axis=1) < 1e-4).all()
