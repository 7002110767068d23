"""Model of a road, and a ride compared with a quarter car."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy.interpolate import RegularGridInterpolator
from scipy.signal import butter, lsim, sosfiltfilt

pytest.importorskip("mujoco")

from sim.embedded.physics.physics import Physics
from sim.embedded.vehicles import Vehicles
from sim.sdf.mesh.loading import load_mesh
from sim.sdf.model_path import ModelPath
from sim.sdf.reader import read_model, read_world
from sim.sdf.types import Mesh
from sim.uneven_road.__main__ import main
from sim.uneven_road.model import write_road
from sim.uneven_road.surface import UnevenRoad

CARS = Path(__file__).resolve().parents[1] / "vehicle"
DT = 0.005


def test_the_command_writes_a_world_that_can_be_read(tmp_path: Path, capsys):
    words = ["E", "--length", "20", "--seed", "7", "--friction", "0.6", "--out", str(tmp_path)]
    assert main(words) == 0
    assert "class E, seed 7" in capsys.readouterr().out
    world, unsupported = read_world(tmp_path / "road_E_7.world", [str(tmp_path)])
    collision = world.models[0].links[0].collisions[0]
    assert unsupported == [] and collision.friction.mu == 0.6
    assert isinstance(collision.geometry, Mesh)
    vertices, _ = load_mesh(collision.geometry)
    road = UnevenRoad("E", 20.0, seed=7)
    assert vertices[:, 2].max() == pytest.approx(road.heights().max(), rel=1e-5)
    assert np.ptp(vertices[:, 0]) == pytest.approx(80.0, rel=1e-6)


@pytest.mark.parametrize(
    "words, said",
    [
        (["Z"], "class: 'Z' is not one of"),
        (["A", "--friction", "-1"], "--friction: -1 is below 0"),
        (["A", "--seed", "-1"], "--seed: -1 is below 0"),
    ],
)
def test_wrong_words_are_refused_in_a_line(words: list, said: str, capsys):
    assert main(words) == 2
    message = capsys.readouterr().err
    assert said in message and message.count("\n") == 1


@pytest.mark.not_quick
def test_a_car_rides_over_it_as_a_quarter_car_does(tmp_path: Path):
    """The heave of the symmetric plain car is a mass on springs.

    Its front and rear are alike: springs k and dampers d over the mean of its wheels' heights h:
    z'' = (k (h - z) + d (h' - z')) / m.
    """
    road, speed = UnevenRoad("C", 150.0, 4.0, seed=2, across=1.0), 20.0
    model, _ = write_road(road, "road", 0.9, tmp_path)
    physics = Physics((0.0, 0.0, -9.8), DT)
    surface, _ = read_model(model / "model.sdf", [str(tmp_path)])
    physics.add(surface, "road", np.eye(4))
    car, _ = read_model(CARS / "plain_car" / "model.sdf", [str(CARS)])
    vehicles = Vehicles(ModelPath([str(CARS)]))
    prepared = vehicles.prepare(car, DT)
    start = np.eye(4)
    start[0, 3] = -25.0
    physics.add(car, "car", start)
    vehicles.add("car", car, prepared)
    physics.poses.set_model_twist("car", np.array([speed, 0.0, 0.0]), np.zeros(3))
    rows = []
    while physics.poses.model_pose("car")[0, 3] < 150.0:
        vehicles.get("car").command(0.0, 0.0, speed)
        vehicles.apply(physics)
        physics.step()
        pose, (linear, _) = physics.poses.model_pose("car"), physics.poses.model_twist("car")
        rows.append((*pose[:3, 3], np.arctan2(pose[1, 0], pose[0, 0]), linear[2]))
    x, y, _, yaw, rate = np.array(rows).T
    heights = RegularGridInterpolator((road.places, road.lines), road.heights())
    wheels = [
        heights(np.column_stack([x + a * np.cos(yaw) - b * np.sin(yaw), y + a * np.sin(yaw) + b]))
        for a in (1.35, -1.35)
        for b in (0.78, -0.78)
    ]
    under = np.mean(wheels, axis=0)
    time = DT * np.arange(len(x))
    stiffness, damping, mass = 4.0 * 33000.0, 4.0 * 2500.0, 1500.0
    # Up to 10 Hz, since without wheel masses the acceleration has no upper bound in frequency.
    smooth = butter(4, 10.0, fs=1.0 / DT, output="sos")
    system = ([damping, stiffness], [mass, damping, stiffness])
    _, height, _ = lsim(system, sosfiltfilt(smooth, under), time)
    theirs = np.diff(height, 2) / DT**2
    # The change of the rate in a step depends on the step's begin.
    ours = sosfiltfilt(smooth, np.diff(rate) / DT)[1:]
    kept = (x[1:-1] > 0.0) & (x[1:-1] < 145.0)
    ours, theirs = ours[kept], theirs[kept]
    assert ours.std() > 0.5
    assert ours.std() == pytest.approx(theirs.std(), rel=0.05)
    assert np.corrcoef(ours, theirs)[0, 1] > 0.99
