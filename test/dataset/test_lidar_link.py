"""A data set's lidar measures the same in its child process as here."""

from __future__ import annotations

import numpy as np
import pytest
from embedded.bodies import box, pose
from embedded.mounted import carrying, exposure, mount, sensor

from sim.dataset import lidar_child
from sim.dataset.lidar_link import LidarLink
from sim.embedded.lidar.scanner import Scanner
from sim.embedded.lidar.snapshot import SnapshotTaker
from sim.embedded.lidar.targets import RayTargets
from sim.embedded.physics.physics import Physics
from sim.embedded.traffic.traffic import Traffic
from sim.errors import SimulationError
from sim.sdf.model_path import ModelPath
from sim.sdf.sensors.rays import Fan, Rays

MODELS = ModelPath([])


def test_the_child_measures_each_instant_and_names_what_is_wrong() -> None:
    physics = Physics(gravity=(0, 0, 0))
    rays = Rays(Fan(1), Fan(1), 0.5, 80.0)
    head = carrying(
        box((0.2, 0.2, 0.2)),
        [sensor(rays, at=pose(z=0.5), parameters={"device": "VLP-16"})],
        "head",
    )
    physics.add_many(
        [(head, "head", pose()), (box((2.0, 4.0, 6.0)), "wall", pose(x=9.0))],
    )
    taker, link = SnapshotTaker(physics, Traffic(physics)), LidarLink(MODELS, mount(head))
    try:
        for place in (9.0, 12.0):
            # The second time the models are not sent again.
            physics.poses.set_model_pose("wall", pose(x=place))
            link.begin(taker.take())
            found = link.returns()
            here = Scanner(RayTargets(MODELS), mount(head), distorted=False)
            assert np.array_equal(found, lidar_child.returns(here, exposure(physics).last))
            ahead = found[np.abs(found[:, 1]) < 1.0]
            assert len(ahead) > 50 and found.dtype == np.float32
            # The wall's face is 1 m before its middle.
            assert np.allclose(ahead[:, 0], place - 1.0, atol=1e-4)
            assert (found[:, 3] >= 0.0).all() and (found[:, 3] <= 1.0).all()
    finally:
        link.close()
    with pytest.raises(SimulationError, match="has ended"):
        link.begin(taker.take())
