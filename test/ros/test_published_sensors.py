"""Each kind of sensor of the SDF reader has its topics."""

from __future__ import annotations

import pytest

from sim.ros.sensors.published import CAMERAS, DIRECT, LIDARS, published
from sim.sdf.sensors.cameras import Cameras
from sim.sdf.sensors.contact import Contact
from sim.sdf.sensors.force_torque import ForceTorque
from sim.sdf.sensors.gps import Gps
from sim.sdf.sensors.imu import Imu
from sim.sdf.sensors.magnetometer import Magnetometer
from sim.sdf.sensors.rays import Fan, Rays
from sim.sdf.sensors.sensor import SensorKind
from sim.sdf.sensors.sonar import Sonar

WORKERS = {
    Imu(): DIRECT,
    Gps(): DIRECT,
    Magnetometer(): DIRECT,
    Contact(()): DIRECT,
    ForceTorque("child", "child_to_parent"): DIRECT,
    Rays(Fan(2), Fan(1), 0.0, 1.0): LIDARS,
    Sonar(0.0, 1.0, 0.5): LIDARS,
    Cameras(()): CAMERAS,
}


@pytest.mark.parametrize("kind", WORKERS, ids=lambda kind: type(kind).__name__)
def test_a_kind_is_measured_by_its_worker(kind) -> None:
    found = published(kind)

    assert callable(found.port)
    assert found.worker == WORKERS[kind]


def test_all_kinds_that_are_read_are_published() -> None:
    assert {type(kind) for kind in WORKERS} == set(SensorKind.__subclasses__())
