"""IMU against the differentiated motion of its body, within 1 %."""

from __future__ import annotations

import numpy as np
import pytest

from sim.embedded.physics.physics import Physics
from sim.embedded.sensors.imu import InertialUnit
from sim.sdf.sensors.imu import Imu
from sim.sdf.types import Axis

from .bodies import box, ground, hanging, pose
from .mounted import carrying, mount, sensor

GRAVITY = 9.8
MOUNTED = pose(x=0.4, y=0.3, z=-0.2, yaw=0.7, pitch=0.4)


def unit(physics, model):
    return InertialUnit(physics, mount(model))


def moving(model, name, gravity=(0, 0, -GRAVITY), at=MOUNTED, step=0.001):
    physics = Physics(gravity, step)
    carrier = carrying(model, [sensor(Imu(), "imu", at, 100.0)], name)
    physics.add(carrier, name, pose(z=5.0))
    return physics, carrier


def read(physics, imu, steps):
    """Yield a reading every ``steps`` steps, with the mount's pose."""
    while True:
        for _ in range(steps):
            physics.step()
            imu.watch()
        yield imu.measure()


def test_a_box_at_rest_feels_that_it_does_not_fall():
    physics = Physics((0, 0, -GRAVITY), 0.002)
    carrier = carrying(box((1.0, 1.0, 1.0)), [sensor(Imu(), "imu", pose(pitch=0.3))], "box")
    physics.add_many([(ground(), "ground", pose()), (carrier, "box", pose(z=0.5))])
    physics.step(500)
    imu = unit(physics, carrier)
    imu.measure()
    reading = next(read(physics, imu, 10))
    # The sensor's x axis points 0.3 rad down.
    assert reading.specific_force == pytest.approx(
        GRAVITY * np.array([-np.sin(0.3), 0.0, np.cos(0.3)]), abs=0.01
    )
    assert reading.angular_velocity == pytest.approx(np.zeros(3), abs=1e-4)
    assert reading.orientation == pytest.approx(pose(pitch=0.3)[:3, :3], abs=1e-4)


def test_in_free_fall_only_rotation_causes_specific_force():
    physics, carrier = moving(box((1.0, 1.0, 1.0)), "box")
    physics.poses.set_model_twist("box", np.array([1.0, 2.0, 3.0]), np.array([0.0, 0.0, 3.0]))
    imu = unit(physics, carrier)
    imu.measure()
    reading = next(read(physics, imu, 10))
    arm = np.hypot(0.4, 0.3)
    assert np.linalg.norm(reading.specific_force) == pytest.approx(9.0 * arm, rel=0.01)
    # Towards the axis, seen in the sensor's own frame.
    assert reading.orientation @ reading.specific_force / (9.0 * arm) == pytest.approx(
        -np.append(
            np.array([[np.cos(0.03), -np.sin(0.03)], [np.sin(0.03), np.cos(0.03)]]) @ [0.8, 0.6],
            0.0,
        ),
        abs=0.02,
    )
    assert reading.orientation @ reading.angular_velocity == pytest.approx([0, 0, 3.0], abs=1e-9)


def test_readings_of_a_swinging_arm_match_its_derivatives():
    physics = Physics((0, 0, -GRAVITY), 0.0005)
    carrier = carrying(
        hanging("continuous", Axis((0.0, 1.0, 0.0))), [sensor(Imu(), "imu", MOUNTED)], "arm"
    )
    physics.add(carrier, "arm", pose())
    physics.joints.set_position("arm", "hinge", 1.2)
    imu, place = unit(physics, carrier), mount(carrier)
    imu.measure()
    places, forces, turns, rates = [place.pose(physics)[:3, 3]], [], [], []
    for _ in range(1200):
        physics.step()
        imu.watch()
        reading = imu.measure()
        places.append(place.pose(physics)[:3, 3])
        turns.append(reading.orientation)
        rates.append(reading.angular_velocity)
        forces.append(reading.orientation @ reading.specific_force)
    accelerations = np.diff(places, 2, axis=0) / physics.timestep**2
    truth = accelerations + np.array([0, 0, GRAVITY])
    # Both are means over a step, shifted by half of one.
    measured = (np.array(forces[:-1]) + np.array(forces[1:])) / 2
    off = np.linalg.norm(measured - truth, axis=1)
    assert off.max() < 0.01 * np.linalg.norm(truth, axis=1).max()
    assert (off < 0.01 * np.linalg.norm(truth, axis=1)).mean() > 0.99
    # d R / d t = R [w]x with w in the sensor's axes.
    spin = np.einsum("nji,njk->nik", turns[:-1], np.diff(turns, axis=0)) / physics.timestep
    assert (
        np.abs(np.column_stack([spin[:, 2, 1], spin[:, 0, 2], spin[:, 1, 0]]) - rates[:-1]).max()
        < 0.01 * np.abs(rates).max()
    )


def test_rare_readings_add_up_to_the_change_of_velocity():
    physics, carrier = moving(box((1.0, 1.0, 1.0)), "box", at=pose())
    imu = unit(physics, carrier)
    imu.measure()
    start, gained = physics.poses.link_twist("box", "link")[0], np.zeros(3)
    for _ in range(30):
        for _ in range(7):
            physics.apply_wrench(
                "box",
                "link",
                np.array([2.0 * np.cos(20 * physics.time), 1.0, 0.0]),
                np.zeros(3),
                physics.poses.model_pose("box")[:3, 3],
            )
            physics.step()
            imu.watch()
        reading = imu.measure()
        gained += (
            (reading.orientation @ reading.specific_force + physics.gravity) * 7 * physics.timestep
        )
    assert gained == pytest.approx(physics.poses.link_twist("box", "link")[0] - start, abs=1e-9)


def test_being_put_elsewhere_or_given_a_speed_is_no_acceleration():
    physics, carrier = moving(box((1.0, 1.0, 1.0)), "box", at=pose())
    imu = unit(physics, carrier)
    imu.measure()
    readings = read(physics, imu, 10)
    next(readings)
    physics.poses.set_model_twist("box", np.array([50.0, 0.0, 0.0]), np.zeros(3))
    physics.poses.set_model_pose("box", pose(x=10.0, z=5.0))
    for _ in range(3):
        assert np.linalg.norm(next(readings).specific_force) < 0.01


def test_the_first_measurement_after_nobody_watched_is_none():
    physics, carrier = moving(box((1.0, 1.0, 1.0)), "box", at=pose())
    imu = unit(physics, carrier)
    assert imu.measure() is None
    assert next(read(physics, imu, 5)) is not None
    physics.step(20)
    assert imu.measure() is None
