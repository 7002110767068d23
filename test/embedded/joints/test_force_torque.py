"""Force-torque sensor: zero without load, else contacts and held things.

It measures in its own axes about its origin.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sim.embedded.joint_settings import read_mechanism
from sim.embedded.joints.command import CommandPoint
from sim.errors import InputError
from sim.robots.robot import read_robot
from sim.sdf.types import Model
from sim.sdf.urdf.reader import read_urdf_string
from sim.transforms import inverse

from ..bodies import pose
from .rigs import Stand, rig

ROBOTS = {"fanuc": "link_6", "motoman": "link_7"}


def arm(name: str) -> Model:
    robot = read_robot(
        Path(__file__).resolve().parents[3] / "config" / "robots" / f"{name}.yaml", name, None
    )
    return read_urdf_string(robot.urdf(), name)[0]


class Wrist:
    """Robot that stands alone, with its sensor."""

    def __init__(self, name: str) -> None:
        self.name, self.stand = name, Stand((arm(name), pose(z=1.0)))
        self.sensor = self.stand.mechanisms.force_torque(name)
        self.sensor.wanted = True
        joints = [f"joint_{k + 1}" for k in range(6)]
        for joint, to in zip(joints, (0.3, 0.2, -0.3, 0.4, -1.0, 0.5)):
            self.stand.move(name, joint, to, 0.5)

    def world_from_sensor(self) -> np.ndarray:
        return (
            self.stand.physics.poses.link_pose(self.name, ROBOTS[self.name])
            @ self.sensor.settings.link_from_sensor
        )

    def push(self, force: np.ndarray, point: np.ndarray, seconds: float = 0.1) -> None:
        for _ in range(round(seconds / self.stand.physics.timestep)):
            self.stand.physics.apply_wrench(self.name, "gripper_base", force, np.zeros(3), point)
            self.stand.run(self.stand.physics.timestep)


@pytest.fixture(scope="module", params=ROBOTS)
def wrist(request) -> Wrist:
    return Wrist(request.param)


@pytest.mark.not_quick
def test_without_contacts_the_sensor_reads_zero_even_in_motion(wrist: Wrist) -> None:
    force, torque = wrist.sensor.reading()
    assert np.abs(force).max() < 1e-6 and np.abs(torque).max() < 1e-6, (
        "neither its tool's weight nor what turns it"
    )
    wrist.stand.go(wrist.name, ["joint_1"], CommandPoint(0.5, (0.0,), (0.0,)))
    for _ in range(50):
        wrist.stand.run(0.002)
        assert np.abs(np.concatenate(wrist.sensor.reading())).max() < 1e-6


@pytest.mark.parametrize("force", [(0.0, 0.0, 20.0), (5.0, -3.0, 2.0)])
def test_a_push_is_felt_in_the_sensors_axes_and_about_its_origin(wrist: Wrist, force) -> None:
    wrist.stand.run(1.0)
    force = np.array(force)
    sensor = wrist.world_from_sensor()
    point = (sensor @ [0.03, -0.02, 0.1, 1.0])[:3]
    wrist.push(force, point)
    sensor = wrist.world_from_sensor()
    felt, torque = wrist.sensor.reading()
    wanted = sensor[:3, :3].T @ force
    assert felt == pytest.approx(wanted, abs=0.02 * np.linalg.norm(force))
    arm_of_force = (inverse(sensor) @ [*point, 1.0])[:3]
    assert torque == pytest.approx(
        np.cross(arm_of_force, wanted), abs=0.01 * np.linalg.norm(force) * 0.1
    )
    wrist.stand.run(0.2)
    assert np.abs(wrist.sensor.reading()[0]).max() < 1e-3, "and no longer when it has ended"


def test_only_while_it_is_wanted_is_anything_computed(wrist: Wrist) -> None:
    wrist.sensor.wanted = False
    wrist.stand.run(0.01)
    assert wrist.sensor.reading() is None and not wrist.stand.physics.keep_forces
    wrist.sensor.wanted = True
    wrist.stand.run(0.01)
    assert wrist.sensor.reading() is not None


@pytest.mark.parametrize(
    "element, words",
    [
        (
            '<force_torque joint="nowhere"/>',
            "<force_torque> names 'nowhere', which is not a movable joint; joints: shoulder, elbow",
        ),
        ('<force_torque joint="elbow" pose="1 2 3"/>', "pose='1 2 3'; write x y z roll pitch yaw"),
        (
            '<force_torque joint="elbow"/><force_torque joint="elbow"/>',
            "has several <force_torque>",
        ),
    ],
)
def test_sensor_settings_of_a_plugin_are_checked(element: str, words: str) -> None:
    bare = '<plugin name="joints" filename="libsim_joints.so"/>'
    with pytest.raises(InputError, match=words.split(";")[0].replace("(", "\\(")):
        read_mechanism(rig("arm", (bare, bare.replace("/>", f">{element}</plugin>"))))


def test_a_model_without_one_has_none() -> None:
    assert read_mechanism(rig("arm")).force_torque is None
