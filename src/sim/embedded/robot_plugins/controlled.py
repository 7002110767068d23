"""The joints of a world that controllers of ros_control drive, by model.

A position comes about by computed torque (``native/drives.cc``), a velocity by a motor
(``native/motors.cc``), an effort as it is. Belongs to the physics thread. SI units.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Dict, Optional, Protocol, Sequence

import mujoco
import numpy as np

from sim.arrays import Array
from sim.embedded.joint_settings import DrivenJoint
from sim.embedded.joints.command import EFFORT, POSITION
from sim.embedded.joints.drive_rows import DriveRows, Key
from sim.embedded.joints.trajectory import JointSpline
from sim.embedded.physics.native import NATIVE
from sim.embedded.physics.physics import Physics
from sim.embedded.physics.spec import MOTOR
from sim.embedded.sensors.schedule import SensorSchedule
from sim.embedded.subsystem import Subsystem
from sim.laws.library import address
from sim.sdf.types import Joint

# Kinds of command of a joint, as controllers number them.
BY_POSITION = 0
BY_VELOCITY = 1
BY_EFFORT = 2
# Torque of a motor with an unlimited joint.
MAX_EFFORT = 1e4  # N or N m


class JointDrivers(Protocol):
    """Controllers of a model's joints; ``driven`` are the command kinds."""

    @property
    def joints(self) -> Sequence[str]: ...

    @property
    def driven(self) -> Sequence[int]: ...

    def step(self, time: float, dt: float, readings: Array, outputs: Array) -> None:
        """Write the joints' commands (n,).

        ``readings`` (n, 3) are positions, velocities and efforts.
        """

    def displace(self, moved: Array) -> None:
        """Hold the joints that ``moved`` (n,) bool selects at their next positions."""

    def reset(self) -> None:
        """Restart, after a reset of joints or time."""


class _Robot:
    """Joints of one model; arrays have the order of its controllers."""

    def __init__(
        self, physics: Physics, model: str, controllers: JointDrivers, period: float
    ) -> None:
        self._physics, self._model, self._controllers = physics, model, controllers
        self._schedule: Optional[SensorSchedule] = (
            SensorSchedule(model, 1.0 / max(period, physics.timestep), physics.timestep)
            if period > 0.0
            else None
        )
        self._generation = -1
        count, driven = len(controllers.joints), np.array(controllers.driven, dtype=int)
        self._readings, self._outputs = np.zeros((count, 3)), np.zeros(count)
        self._servos = np.flatnonzero(driven != BY_VELOCITY)
        self._motors = np.flatnonzero(driven == BY_VELOCITY)
        joints = {joint.name: joint for joint in physics.models.sdf(model).joints}
        self._joints = [
            _unlimited(joints[name], what) for name, what in zip(controllers.joints, driven)
        ]
        keys: Dict[Key, DrivenJoint] = {
            (model, self._joints[row].name): DrivenJoint(
                self._joints[row], POSITION if driven[row] == BY_POSITION else EFFORT
            )
            for row in self._servos
        }
        self._trajectories = [JointSpline(False) for _ in keys]
        self._rows = DriveRows(physics, keys, dict(zip(keys, self._trajectories)))
        self._stepped = False
        # Positions after the last step.
        self._seen: Array = np.full(count, np.nan)

    def before_step(self) -> None:
        """Set the forces of the coming step."""
        physics = self._physics
        self._bind()
        now, step = physics.time, physics.timestep
        self._readings[:, 0] = physics.data.qpos[self._qpos]
        self._readings[:, 1] = physics.data.qvel[self._dof]
        displaced = (self._readings[:, 0] != self._seen) & ~np.isnan(self._seen)
        if displaced.any():
            self._controllers.displace(displaced)
            self._stepped = False
        schedule = self._schedule
        if schedule is None or schedule.due(now) or not self._stepped:
            self._stepped = True
            dt = step if schedule is None else 1.0 / schedule.rate
            self._controllers.step(now, dt, self._readings, self._outputs)
        if not self._trajectories:
            return
        for trajectory, value in zip(self._trajectories, self._outputs[self._servos].tolist()):
            trajectory.hold(now, value)
        physics.refresh()
        rows = self._rows
        if NATIVE().sim_drives_moved(physics.data._address, rows.law):
            positions: Array = physics.data.qpos[rows.qpos]
            moved = positions != rows.last
            rows.seat(moved, positions)
        NATIVE().sim_drives_apply(
            physics.model._address, physics.data._address, rows.law, now + step, step
        )
        self._readings[self._servos, 2] = rows.efforts

    def turn_motors(self) -> None:
        """Set the motors of the coming step. The state must not change in between."""
        if not len(self._motors):
            return
        physics = self._physics
        physics.refresh()
        self._rates[:] = self._outputs[self._motors]
        NATIVE().sim_motors_apply(
            physics.model._address,
            physics.data._address,
            len(self._motors),
            address(self._motor_dofs),
            address(self._rates),
        )

    def after_step(self) -> None:
        data = self._physics.data
        self._seen[:] = data.qpos[self._qpos]
        if self._trajectories:
            NATIVE().sim_drives_settle(data._address, self._rows.law)
        if len(self._motors):
            frictions = data.efc_type == mujoco.mjtConstraint.mjCNSTR_FRICTION_DOF
            forces = np.zeros(self._physics.model.nv)
            forces[data.efc_id[frictions]] = data.efc_force[frictions]
            self._readings[self._motors, 2] = forces[self._motor_dofs]

    def reset(self) -> None:
        self._rows.restart()
        self._readings[:] = self._outputs[:] = 0.0
        self._stepped = False
        self._seen[:] = np.nan
        self._controllers.reset()

    def _bind(self) -> None:
        """Find the joints in MuJoCo's current model; set the motors' torque limits."""
        models, model = self._physics.models, self._physics.model
        if self._generation == models.generation:
            return
        self._generation = models.generation
        names = [f"{self._model}::{joint.name}" for joint in self._joints]
        ids = np.array(
            [mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_JOINT, name) for name in names], dtype=int
        )
        self._qpos, self._dof = model.jnt_qposadr[ids], model.jnt_dofadr[ids]
        self._motor_dofs = self._dof[self._motors].astype(np.int32)
        self._rates = np.zeros(len(self._motors))
        for row, dof in zip(self._motors, self._motor_dofs):
            axis = self._joints[row].axis
            model.dof_frictionloss[dof] = min(axis.effort if axis else math.inf, MAX_EFFORT)
            model.dof_solimp[dof] = MOTOR
            # A wheel turns on the spot without resistance, as with the other drives.
            wheel = model.geom_bodyid == model.dof_bodyid[dof]
            model.geom_condim[wheel], model.geom_priority[wheel] = 3, 2
        self._rows.bind(self._physics)
        self._physics.touch()


class ControlledRobots(Subsystem):
    """Models with joints driven by plugins' controllers, by model and plugin."""

    def __init__(self, physics: Physics) -> None:
        self._physics = physics
        self._robots: Dict[Key, _Robot] = {}

    def __bool__(self) -> bool:
        return bool(self._robots)

    def add(self, model: str, plugin: str, controllers: JointDrivers, period: float) -> None:
        """Add controllers of a model, called each ``period`` simulated s.

        A ``period`` of 0 means each step.
        """
        self._robots[model, plugin] = _Robot(self._physics, model, controllers, period)

    def remove(self, model: str, plugin: str) -> None:
        self._robots.pop((model, plugin), None)

    def before_step(self) -> None:
        """Run the controllers and set the forces of the coming step."""
        for key in list(self._robots):
            if self._physics.models.has(key[0]):
                self._robots[key].before_step()
            else:
                del self._robots[key]

    def turn_motors(self) -> None:
        """Set the motors of the coming step."""
        for robot in self._robots.values():
            robot.turn_motors()

    def after_step(self) -> None:
        for robot in self._robots.values():
            robot.after_step()

    def reset(self) -> None:
        for robot in self._robots.values():
            robot.reset()

    def next_update(self, now: float) -> float:
        return now if self._robots else math.inf


class ControlledMotors(Subsystem):
    """Motors of controlled robots; last before a step, with the robots' state."""

    def __init__(self, robots: ControlledRobots) -> None:
        self._robots = robots

    def before_step(self) -> None:
        self._robots.turn_motors()

    def reset(self) -> None:
        """Do nothing: the robots hold the state."""

    def next_update(self, now: float) -> float:
        return self._robots.next_update(now)


def _unlimited(joint: Joint, driven: int) -> Joint:
    """Return a joint without effort limits for position control, as gazebo_ros_control.

    Limits of 0 mean without limit.
    """
    axis = joint.axis
    if axis is None:
        return joint
    effort = math.inf if driven == BY_POSITION or axis.effort <= 0.0 else axis.effort
    velocity = math.inf if axis.velocity <= 0.0 else axis.velocity
    return replace(joint, axis=replace(axis, effort=effort, velocity=velocity))
