"""How a car's body moves on its springs while it drives over an uneven road: what keeps a lidar's
rings on the road from lying where they lay at the scan before."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np

from bench.lib.report import ROOT
from sim.embedded.physics.physics import Physics
from sim.embedded.vehicles import Vehicles
from sim.sdf.model_path import ModelPath
from sim.sdf.reader import read_model
from sim.transforms import inverse, transform_from_rpy
from sim.uneven_road.model import write_road
from sim.uneven_road.surface import Road

CAR = "ego_car"
STEP = 0.005
SETTLING = 2.0
# m: where the car begins on the road, and how much longer the road is.
BEGIN = 5.0
LONGER = 40.0


def ride(speeds: np.ndarray, period: float, grade: str = "B", seed: int = 1) -> np.ndarray:
    """rest_from_base (n, 4, 4) of the default car each ``period`` s: heave, roll and pitch, while
    it drives as fast as ``speeds`` (n,) m/s, from rest, over a road of a class of ISO 8608."""
    models = [str(ROOT / "models")]
    physics, vehicles = Physics(timestep=STEP), Vehicles(ModelPath(models))
    way = float(speeds.sum()) * period
    with tempfile.TemporaryDirectory() as folder:
        road = Road(grade, way + LONGER, across=1.0, seed=seed)
        written, _ = write_road(road, "road", 0.9, Path(folder))
        surface, _ = read_model(written / "model.sdf", [folder])
        physics.add(surface, "road", np.eye(4))
    car, _ = read_model(ROOT / "models" / CAR / "model.sdf", models)
    prepared = vehicles.prepare(car, STEP)
    physics.add(car, CAR, transform_from_rpy((BEGIN, 0.0, 0.0), (0.0, 0.0, 0.0)))
    vehicles.add(CAR, car, prepared)

    def drive(seconds: float, speed: float) -> None:
        for _ in range(round(seconds / STEP)):
            vehicles.get(CAR).command(0.0, 0.0, speed)
            vehicles.apply(physics)
            physics.step()

    drive(SETTLING, 0.0)
    rest = physics.model_pose(CAR)
    found = []
    for speed in speeds.tolist():
        pose = physics.model_pose(CAR)
        heading = np.arctan2(pose[1, 0], pose[0, 0])
        place = (pose[0, 3], pose[1, 3], rest[2, 3])
        found.append(inverse(transform_from_rpy(place, (0.0, 0.0, heading))) @ pose)
        drive(period, speed)
    return np.array(found)
