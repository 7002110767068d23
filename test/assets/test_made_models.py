"""The committed models equal the script's; their shape is plausible."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import trimesh

from sim.assets.traffic.cars import CARS
from sim.assets.traffic.catalogue import MODELS, model_files
from sim.assets.traffic.egos import EGOS, write_ego
from sim.assets.traffic.files import write_model
from sim.assets.traffic.pedestrians import PERSONS
from sim.sdf.reader import read_model

FOLDER = Path(__file__).resolve().parents[2] / "models"


def meshes(name: str):
    """Return each visual's mesh in the model's frame, read by trimesh."""
    model, _ = read_model(FOLDER / name / "model.sdf", [str(FOLDER)])
    return {
        visual.name: trimesh.load(
            visual.geometry.path, force="mesh", process=False
        ).apply_transform(visual.link_from_visual)
        for visual in model.links[0].visuals
        if hasattr(visual.geometry, "path")
    }


@pytest.mark.parametrize("name", MODELS)
def test_the_committed_model_is_what_the_script_makes(name, tmp_path):
    write_model(model_files(name), tmp_path)
    made = {path.relative_to(tmp_path): path for path in tmp_path.rglob("*") if path.is_file()}
    kept = {path.relative_to(FOLDER) for path in (FOLDER / name).rglob("*") if path.is_file()}
    assert kept == set(made)
    for path, file in made.items():
        assert file.read_bytes() == (FOLDER / path).read_bytes(), path


@pytest.mark.parametrize("name", [name for name in MODELS if name not in PERSONS])
def test_visuals_fill_the_collision_box(name):
    """Within 5 cm: mirrors may stand out, no face is far inside."""
    model, _ = read_model(FOLDER / name / "model.sdf", [str(FOLDER)])
    size = np.array(model.links[0].collisions[0].geometry.size)
    seen = np.array([part.bounds for part in meshes(name).values()])
    lower, upper = seen[:, 0].min(axis=0), seen[:, 1].max(axis=0)
    np.testing.assert_allclose(lower, [-size[0] / 2, -size[1] / 2, 0.0], atol=0.05)
    np.testing.assert_allclose(upper, [size[0] / 2, size[1] / 2, size[2]], atol=0.05)


@pytest.mark.parametrize("name", CARS)
def test_cars_are_shaped_like_cars(name):
    """Windscreens lean back, wheels touch the ground, both sides are alike.

    Lamps are at their places.
    """
    parts = meshes(name)
    _, car = CARS[name]
    body, details = parts["body"], parts["details"]
    assert 500 < sum(len(part.faces) for part in parts.values()) < 1500
    for wheel, at in ("wheel_front_left", car.axles[0]), ("wheel_rear_right", car.axles[1]):
        lower, upper = parts[wheel].bounds
        assert lower[2] == pytest.approx(0.0, abs=0.02)
        assert 0.5 * (lower[0] + upper[0]) == pytest.approx(0.5 * car.length - at, abs=0.01)
    # Going up 0.2 m from the middle of the windscreen, it has gone back.
    heights = car.cowl + 0.3 * (car.height - car.cowl) * np.array([1.0, 2.0])
    hits = [
        trimesh.util.concatenate([body, details]).ray.intersects_location(
            [[10.0, 0.1, height]], [[-1.0, 0.0, 0.0]], multiple_hits=False
        )[0][0, 0]
        for height in heights
    ]
    rake = np.arctan2(np.diff(heights)[0], hits[0] - hits[1])
    assert np.radians(20.0) < rake < np.radians(65.0)
    assert parts["brake_lights"].bounds[1, 0] < -0.4 * car.length
    assert parts["blinker_left_front"].bounds[0, 1] > 0.0 > parts["blinker_right_rear"].bounds[1, 1]
    mirrored = body.vertices * [1.0, -1.0, 1.0]
    near, _ = trimesh.proximity.ProximityQuery(body).vertex(mirrored)
    assert near.max() < 1e-3


@pytest.mark.parametrize("name", CARS)
def test_the_outside_is_outside(name):
    """A ray from around a car meets a face's front first."""
    whole = trimesh.util.concatenate(list(meshes(name).values()))
    rng = np.random.default_rng(1)
    directions = rng.normal(size=(2000, 3)) * [1.0, 1.0, 0.4]
    directions[:, 2] = np.abs(directions[:, 2])
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    targets = rng.uniform(-0.4, 0.4, (2000, 3)) * whole.extents + [0.0, 0.0, whole.extents[2] / 2]
    faces = whole.ray.intersects_first(targets + 20.0 * directions, -directions)
    found = faces[faces >= 0]
    facing = np.einsum("ij,ij->i", whole.face_normals[found], directions[faces >= 0])
    assert len(found) > 1500 and (facing > 0.0).mean() > 0.99


@pytest.mark.parametrize("name", PERSONS)
def test_persons_fill_their_box_and_limbs_hang_in_joints(name):
    model, _ = read_model(FOLDER / name / "model.sdf", [str(FOLDER)])
    size = np.array(model.links[0].collisions[0].geometry.size)
    parts = meshes(name)
    whole = trimesh.util.concatenate(list(parts.values()))
    assert whole.bounds[:, 2] == pytest.approx([0.0, size[2]], abs=0.02)
    assert np.abs(whole.bounds[:, 1]).max() < 0.5 * size[1] + 0.05
    for limb, side in (("leg_left", 1.0), ("leg_right", -1.0), ("arm_left", 1.0)):
        visual = next(each for each in model.links[0].visuals if each.name == limb)
        own = parts[limb].bounds - visual.link_from_visual[:3, 3]
        assert own[1, 2] == pytest.approx(-own[0, 2], abs=1e-3)
        assert side * visual.link_from_visual[1, 3] > 0.0


@pytest.mark.parametrize("name", EGOS)
def test_the_committed_body_of_an_ego_is_what_the_script_makes(name, tmp_path):
    write_ego(name, tmp_path)
    made = {path.relative_to(tmp_path): path for path in tmp_path.rglob("*") if path.is_file()}
    kept = (FOLDER / name / "meshes").iterdir()
    assert {path.relative_to(FOLDER) for path in kept} == set(made)
    for path, file in made.items():
        assert file.read_bytes() == (FOLDER / path).read_bytes(), path


@pytest.mark.parametrize("name", EGOS)
def test_the_body_of_an_ego_fills_its_hull_and_stands_on_its_wheels(name):
    """Its wheels match its cylinders, which the vehicle's law checks.

    Size and place are compared.
    """
    model, _ = read_model(FOLDER / name / "model.sdf", [str(FOLDER)])
    link = model.links[0]
    (hull,) = link.collisions
    middle, half = hull.link_from_collision[:3, 3], 0.5 * np.array(hull.geometry.size)
    parts = meshes(name)
    lower, upper = parts["body"].bounds
    scale = min(half[0] / 2.3, 1.0)
    np.testing.assert_allclose(lower[:2], (middle - half)[:2], atol=0.06 * scale)
    np.testing.assert_allclose(upper, middle + half, atol=0.06 * scale)
    assert lower[2] > 0.1 * scale and (lower[2] - (middle - half)[2]) < 0.35 * scale
    shown = {visual.name: visual for visual in link.visuals}
    for end in ("front", "rear"):
        for side in ("left", "right"):
            cylinder = shown[f"{end}_{side}_wheel"]
            rim = parts[f"{end}_{side}_rim"].bounds
            place, radius = cylinder.link_from_visual[:3, 3], cylinder.geometry.radius
            np.testing.assert_allclose(rim.mean(axis=0)[[0, 2]], place[[0, 2]], atol=0.01 * scale)
            np.testing.assert_allclose(np.ptp(rim[:, [0, 2]], axis=0), 2.0 * radius, rtol=0.02)
            assert np.abs(rim[:, 1]).max() < half[1] + 0.05 * scale
