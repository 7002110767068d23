"""World loaded by gzserver: the user's models and files, traffic's pools, the pace."""

from __future__ import annotations

import os
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from sim.errors import InputError
from sim.gzserver.pool_world import ModelPool, WorldPace, write_world
from sim.sdf.materials.skins import mesh_skins
from sim.sdf.measure.bounds import model_bounds
from sim.sdf.mesh.loading import load_mesh
from sim.sdf.model_path import ModelPath
from sim.sdf.reader import read_model, read_world
from sim.sdf.types import Collision, Inertial, Link, Mesh, Model, World
from sim.traffic.demand.vtypes import TYPES

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = [str(ROOT / "models"), str(ROOT / "worlds")]
MERGE = str(ROOT / "worlds" / "merge.world")
PHYSICS = (
    "<physics type='ode'><max_step_size>0.002</max_step_size>"
    "<real_time_update_rate>250</real_time_update_rate></physics>"
)
MESH = (
    "<model name='m'><static>1</static><link name='l'><visual "
    "name='v'><geometry><mesh><uri>{}</uri></mesh></geometry></visual>"
    "</link></model>"
)


def written(tmp_path: Path, source: str, pools=(), pace=WorldPace()) -> World:
    target = tmp_path / "out" / "written.world"
    target.parent.mkdir(exist_ok=True)
    write_world(source, str(target), pools, pace, ModelPath(FOLDERS))
    return read_world(target, FOLDERS)[0]


def world_file(tmp_path: Path, body: str) -> str:
    path = tmp_path / "user.world"
    path.write_text(f"<sdf version='1.6'><world name='w'>{body}</world></sdf>")
    return str(path)


def test_pools_stand_beside_the_users_models(tmp_path):
    pools = [
        ModelPool(number, kind.shown.model, count)
        for (number, kind), count in zip(enumerate(TYPES.values()), (50, 3, 2, 2, 0))
    ]
    world = written(tmp_path, MERGE, pools)
    parked = {model.name: model for model in world.models if model.name.startswith("traffic_pool_")}
    assert set(parked) == {pool.name(k) for pool in pools for k in range(pool.count)}
    assert {model.name for model in world.models} - set(parked) == {
        "ground",
        "merge_road",
        "merge_street",
    }
    assert all(
        model.static and model.links[0].collisions and model.links[0].visuals and not model.plugins
        for model in parked.values()
    )


def test_a_pools_models_have_the_size_of_its_type(tmp_path):
    size = (16.5, 2.55, 4.0)
    world = written(
        tmp_path, MERGE, [ModelPool(0, "truck", 1, size, (0.1, 0.2, 0.4)), ModelPool(1, "truck", 1)]
    )
    models = {model.name: model for model in world.models}
    for name, wanted in (("traffic_pool_0_0", size), ("traffic_pool_1_0", (9.0, 2.5, 3.6))):
        lower, upper = model_bounds(models[name])
        np.testing.assert_allclose(upper - lower, wanted, atol=1e-6)
    reach = [
        np.ptp(load_mesh(visual.geometry)[0].reshape(-1, 3)[:, 0])
        for visual in models["traffic_pool_0_0"].links[0].visuals
        if visual.name == "body"
    ]
    assert reach == pytest.approx([16.5], rel=0.02)
    painted = [
        path for path in (tmp_path / "out").glob("*.mtl") if "Kd 0.1 0.2 0.4" in path.read_text()
    ]
    assert [path.name for path in painted] == ["truck_0_0_body.mtl"]


def test_parked_models_are_far_below_and_touch_nothing(tmp_path):
    world = written(tmp_path, MERGE, [ModelPool(0, "bus", 60), ModelPool(1, "truck", 60)])
    boxes = []
    for model in world.models:
        if model.name.startswith("traffic_pool_"):
            lower, upper = model_bounds(model)
            position = model.world_from_model[:3, 3]
            boxes.append((lower + position, upper + position))
    assert max(upper[2] for _, upper in boxes) < -900.0
    assert all(np.any(a[1] < b[0]) or np.any(b[1] < a[0]) for a, b in combinations(boxes, 2))


def test_thousands_of_vehicles_are_written(tmp_path):
    write_world(
        MERGE,
        str(tmp_path / "w.world"),
        [ModelPool(0, "car", 1500), ModelPool(1, "bus", 1500)],
        WorldPace(),
        ModelPath(FOLDERS),
    )
    assert (tmp_path / "w.world").read_text().count('<model name="traffic_pool_') == 3000


@pytest.mark.parametrize(
    "pace, step, rate",
    [
        (WorldPace(), 0.002, 250.0),
        (WorldPace(1.0), 0.002, 500.0),
        (WorldPace(2.0, 0.01), 0.01, 200.0),
        (WorldPace(0.0, 0.001), 0.001, 0.0),
        (WorldPace(-1.0, 0.001), 0.001, 500.0),
    ],
)
def test_the_pace_is_the_update_rate_times_the_step(tmp_path, pace, step, rate):
    physics = written(tmp_path, world_file(tmp_path, PHYSICS), pace=pace).physics
    assert physics.max_step_size == pytest.approx(
        step
    ) and physics.real_time_update_rate == pytest.approx(rate)


@pytest.mark.parametrize("factor, rate", [("1", 500.0), ("0.5", 250.0), ("0", 0.0)])
def test_an_update_rate_of_0_leaves_the_pace_to_the_real_time_factor(tmp_path, factor, rate):
    """Gazebo itself would run as fast as it can, whatever the factor."""
    text = PHYSICS.replace("250<", "0<").replace(
        "</physics>", f"<real_time_factor>{factor}</real_time_factor></physics>"
    )
    assert written(
        tmp_path, world_file(tmp_path, text), pace=WorldPace()
    ).physics.real_time_update_rate == pytest.approx(rate)


def test_the_default_physics_is_the_one_that_is_set(tmp_path):
    other = "<physics name='a' type='ode'><max_step_size>0.5</max_step_size></physics>"
    marked = PHYSICS.replace("<physics", "<physics name='b' default='1'")
    physics = written(tmp_path, world_file(tmp_path, other + marked), pace=WorldPace(1.0)).physics
    assert (physics.max_step_size, physics.real_time_update_rate) == (0.002, 500.0)


def test_a_world_without_physics_gets_one(tmp_path):
    physics = written(tmp_path, world_file(tmp_path, ""), pace=WorldPace(1.0, 0.004)).physics
    assert (physics.max_step_size, physics.real_time_update_rate) == (0.004, 250.0)


@pytest.mark.parametrize("uri", ["meshes/a.stl", "file://meshes/a.stl", "./meshes/a.stl"])
def test_relative_files_of_the_world_are_found_from_elsewhere(tmp_path, monkeypatch, uri):
    (tmp_path / "meshes").mkdir()
    (tmp_path / "meshes" / "a.stl").write_bytes(b"solid")
    source = world_file(tmp_path, MESH.format(uri))
    (tmp_path / "cwd").mkdir()
    monkeypatch.chdir(tmp_path / "cwd")
    geometry = written(tmp_path, source).models[0].links[0].visuals[0].geometry
    assert (
        isinstance(geometry, Mesh)
        and os.path.samefile(geometry.path, tmp_path / "meshes" / "a.stl")
        and os.path.isabs(geometry.path)
    )


def test_uris_that_gazebo_resolves_are_unchanged(tmp_path):
    source = world_file(
        tmp_path,
        "<include><uri>model://car</uri></include>"
        "<model name='s'><link name='l'><visual name='v'><geometry><box><size>1 1 "
        "1</size></box></geometry><material><script>"
        "<uri>file://media/materials/scripts/gazebo.material</uri></script></material></visual></link></model>",
    )
    write_world(source, str(tmp_path / "out.world"), [], WorldPace(), ModelPath(FOLDERS))
    text = (tmp_path / "out.world").read_text()
    assert (
        "<uri>model://car</uri>" in text
        and "<uri>file://media/materials/scripts/gazebo.material</uri>" in text
    )


@pytest.mark.parametrize(
    "text, message",
    [
        ("<sdf version='1.6'><world name='w'><model", r"user\.world:1: not well-formed XML"),
        ("<sdf version='1.6'><model name='m'/></sdf>", r"user\.world: has no <world>"),
        ("<sdf version='2.9'><world name='w'/></sdf>", r"SDF 2\.9 is not read"),
        (
            "<sdf version='1.6'><world "
            "name='w'><physics><max_step_size>0</max_step_size></physics></world></sdf>",
            r"max_step_size is 0 s",
        ),
    ],
)
def test_a_world_that_cannot_be_read(tmp_path, text, message):
    (tmp_path / "user.world").write_text(text)
    with pytest.raises(InputError, match=message):
        written(tmp_path, str(tmp_path / "user.world"))


def test_a_missing_world_and_a_missing_traffic_model(tmp_path):
    with pytest.raises(InputError, match=r"none\.world: no such file"):
        written(tmp_path, "none.world")
    with pytest.raises(InputError, match=r"vehicle type 3: 'model://tram': model 'tram' not found"):
        written(tmp_path, MERGE, [ModelPool(3, "tram", 1)])


@pytest.mark.parametrize(
    "name, visuals",
    [
        ("car", {"body", "brake_lights", "blinker_left_front", "blinker_right_front"}),
        (
            "ambulance",
            {"body", "brake_lights", "blinker_left_front", "blinker_right_front", "blue_left"},
        ),
        ("bicycle", {"body", "rider"}),
        ("pedestrian", {"body", "leg_left", "leg_right", "arm_left", "arm_right"}),
    ],
)
def test_visuals_that_never_change_are_joined_and_look_as_before(tmp_path, name, visuals):
    """Switched lamps by kind, swinging limbs, and riders remain as visuals.

    Riders have a separate class.
    """
    before = read_model(ROOT / "models" / name / "model.sdf", FOLDERS)[0].links[0].visuals
    after = written(tmp_path, MERGE, [ModelPool(0, name, 1)]).models[-1].links[0].visuals
    assert {visual.name for visual in after} == visuals
    np.testing.assert_allclose(_bounds(after), _bounds(before), atol=0.01)


def _bounds(visuals) -> np.ndarray:
    boxes = []
    for visual in visuals:
        part = Link(
            "l",
            np.eye(4),
            Inertial(1.0, np.eye(4), np.eye(3)),
            (Collision("c", visual.link_from_visual, visual.geometry),),
        )
        boxes.append(model_bounds(Model("m", np.eye(4), True, (part,))))
    return np.array(
        [np.min([box[0] for box in boxes], axis=0), np.max([box[1] for box in boxes], axis=0)]
    )


def test_merged_meshes_face_outwards_and_keep_their_colours(tmp_path):
    world = written(tmp_path, MERGE, [ModelPool(0, "bicycle", 1)])
    mesh = world.models[-1].links[0].visuals[0].geometry
    corners, normals = (_written(mesh.path, tag) for tag in ("v", "vn"))
    outwards = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    assert (np.einsum("ij,ij->i", outwards, normals.mean(axis=1)) > 0.0).all()
    vertices, faces = load_mesh(mesh)
    assert vertices[faces].sum(axis=(0, 1)) == pytest.approx(
        corners.sum(axis=(0, 1)), abs=1e-6
    ) and len(faces) == len(corners)
    before = read_model(ROOT / "models" / "bicycle" / "model.sdf", FOLDERS)[0].links[0].visuals
    materials = Path(mesh.path).with_suffix(".mtl").read_text()
    colors = {
        tuple(map(float, line.split()[1:]))
        for line in materials.splitlines()
        if line.startswith("Kd")
    }
    parts = [
        skin.color[:3] if visual.unpainted else visual.color[:3]
        for visual in before
        if visual.name != "rider"
        for skin in mesh_skins(visual.geometry)
    ]
    assert colors == set(parts)


def _written(path: str, tag: str) -> np.ndarray:
    """Return the vectors (n, 3, 3) of one kind in an OBJ file, by triangle."""
    found = [
        list(map(float, line.split()[1:]))
        for line in Path(path).read_text().splitlines()
        if line.startswith(f"{tag} ")
    ]
    return np.array(found).reshape(-1, 3, 3)


def test_other_than_plain_shapes_are_unchanged(tmp_path):
    folder = tmp_path / "models" / "odd"
    folder.mkdir(parents=True)
    (folder / "model.config").write_text(
        "<model><name>odd</name><sdf version='1.6'>model.sdf</sdf></model>"
    )
    box = "<visual name='{}'>{}<geometry><box><size>1 1 1</size></box></geometry>{}</visual>"
    paint = "<material><ambient>1 0 0 1</ambient><diffuse>1 0 0 1</diffuse></material>"
    (folder / "model.sdf").write_text(
        "<sdf version='1.6'><model name='odd'><link name='l'>"
        + box.format("a", "", paint)
        + box.format("b", "", "")
        + box.format("c", "<transparency>0.5</transparency>", paint)
        + box.format("d", "", "<material><script><name>Gazebo/Red</name></script></material>")
        + "</link></model></sdf>"
    )
    write_world(
        MERGE,
        str(tmp_path / "w.world"),
        [ModelPool(0, "odd", 1)],
        WorldPace(),
        ModelPath([*FOLDERS, str(tmp_path / "models")]),
    )
    assert [
        name for name in "abcd" if f'<visual name="{name}">' in (tmp_path / "w.world").read_text()
    ] == list("abcd")
