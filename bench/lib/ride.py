"""Motion of a car's body on its springs over an uneven road.

It moves a lidar's rings on the road between scans.
"""

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
from sim.uneven_road.surface import UnevenRoad

CAR_NAME = "ego_car"
PHYSICS_STEP = 0.005  # s
SETTLING_TIME = 2.0  # s
BEGIN_PLACE = 5.0  # m, where the car begins on the road
EXTRA_ROAD = 40.0  # m; additional length of the road


def ride(speeds: np.ndarray, period: float, grade: str = "B", seed: int = 1) -> np.ndarray:
    """Return the default car's rest_from_base (n, 4, 4) each ``period`` s.

    It has heave, roll and pitch from a road of a class of ISO 8608, at ``speeds`` (n,) m/s, from
    rest.
    """
    models = [str(ROOT / "models")]
    physics, vehicles = Physics(timestep=PHYSICS_STEP), Vehicles(ModelPath(models))
    way = float(speeds.sum()) * period
    with tempfile.TemporaryDirectory() as folder:
        road = UnevenRoad(grade, way + EXTRA_ROAD, across=1.0, seed=seed)
        written, _ = write_road(road, "road", 0.9, Path(folder))
        surface, _ = read_model(written / "model.sdf", [folder])
        physics.add(surface, "road", np.eye(4))
    car, _ = read_model(ROOT / "models" / CAR_NAME / "model.sdf", models)
    prepared = vehicles.prepare(car, PHYSICS_STEP)
    physics.add(car, CAR_NAME, transform_from_rpy((BEGIN_PLACE, 0.0, 0.0), (0.0, 0.0, 0.0)))
    vehicles.add(CAR_NAME, car, prepared)

    def drive(seconds: float, speed: float) -> None:
        for _ in range(round(seconds / PHYSICS_STEP)):
            vehicles.get(CAR_NAME).command(0.0, 0.0, speed)
            vehicles.apply(physics)
            physics.step()

    drive(SETTLING_TIME, 0.0)
    rest = physics.poses.model_pose(CAR_NAME)
    found = []
    for speed in speeds.tolist():
        pose = physics.poses.model_pose(CAR_NAME)
        heading = np.arctan2(pose[1, 0], pose[0, 0])
        place = (pose[0, 3], pose[1, 3], rest[2, 3])
        found.append(inverse(transform_from_rpy(place, (0.0, 0.0, heading))) @ pose)
        drive(period, speed)
    return np.array(found)
