"""Robot and workcell in the embedded physics, in this process.

Figures of motion and handling are measured on it.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Callable, List, Optional, Sequence

import numpy as np

from sim.embedded.joints.command import CommandPoint
from sim.embedded.joints.contact_stop import ContactStop
from sim.embedded.joints.drives import COMMAND_SILENCE
from sim.embedded.joints.gripper import GripperOrder
from sim.embedded.joints.mechanisms import Mechanisms
from sim.embedded.physics.physics import Physics
from sim.robot_orders import Motion
from sim.robots.mover import DONE, ERROR, MotionReport, Mover
from sim.ros.robots.placed import placed_arm
from sim.sdf.reader import read_model_string
from sim.sdf.urdf.reader import read_urdf_string
from sim.workcell.layout import Layout
from sim.workcell.models import model_text, write_meshes

PHYSICS_STEP = 0.002  # s
ROBOT_CYCLE = 0.004  # s
CONTROL_PERIOD = 0.02  # s
MEASURING_PERIOD = 0.008  # s
MAX_MOTION_TIME = 60.0  # s


class Cell:
    """Workcell controlled as by the node robot_controller.

    Setpoints come every 4 ms, sent one period of 20 ms ahead.
    """

    def __init__(self, layout: Layout, robot: str, models: Sequence[str]) -> None:
        self.layout, self.name, self.placed = layout, robot, placed_arm(layout, robot)
        self.physics = Physics((0.0, 0.0, -9.8), PHYSICS_STEP)
        with tempfile.TemporaryDirectory() as folder:
            meshes = write_meshes(layout, Path(folder))
            added = [
                (
                    read_model_string(model_text(name, layout.models[name].part, meshes), [])[0],
                    name,
                    layout.models[name].world_from_model,
                )
                for name in models
            ]
            arm, _ = read_urdf_string(self.placed.robot.urdf(), robot)
            self.physics.add_many([*added, (arm, robot, self.placed.world_from_base)])
        self.names = list(self.placed.robot.arm.names)
        for name, position in zip(self.names, self.placed.robot.start):
            self.physics.joints.set_position(robot, name, float(position))
        self._mechanisms = Mechanisms(self.physics)
        self._mechanisms.follow()
        self.mover = Mover(self.placed.robot, self.placed.robot.start)
        self.on_step: Optional[Callable[[float], None]] = None
        self._steps, self._quiet_until = 0, 0.0
        self.run(0.1)

    def run(self, seconds: float) -> MotionReport:
        """Let time pass; return the last measurement."""
        report = self._measure()
        for _ in range(round(seconds / PHYSICS_STEP)):
            report = self._step() or report
        return report

    def move(self, motion: Motion) -> MotionReport:
        """Execute a motion to its end; raises RuntimeError on failure."""
        self.mover.take(motion, self.physics.time + 2 * CONTROL_PERIOD)
        for _ in range(round(MAX_MOTION_TIME / PHYSICS_STEP)):
            report = self._step()
            if self._stopped():
                raise RuntimeError(f"stopped by {self.stop.last.pressing.other}")
            if report and report.state == ERROR:
                raise RuntimeError(report.description)
            if report and report.state == DONE:
                return report
        raise RuntimeError(f"not done after {MAX_MOTION_TIME:g} s")

    def grip(self, width: float, seconds: float = 0.6, force: float = 0.0) -> None:
        """Open or close, and wait; ``force`` 0 is the maximum."""
        self._mechanisms.order(self.name, GripperOrder(0.0, width, force))
        self.run(seconds)

    def holds(self) -> str:
        """Return the model in the gripper."""
        return self._mechanisms.report(self.name).thing

    def tool(self) -> np.ndarray:
        """world_from_tcp (4, 4) as the physics has it."""
        return self.physics.poses.link_pose(self.name, "tcp")

    @property
    def stop(self) -> ContactStop:
        """Return the contact stop of the arm."""
        return self._mechanisms.contact_stop(self.name)

    def _stopped(self) -> bool:
        """Return whether a contact stopped the arm in this step.

        It then holds its position.
        """
        if self.stop.last is None or self.stop.last.time != self.physics.time:
            return False
        self._quiet_until = self.physics.time + 2 * COMMAND_SILENCE
        self.run(2 * COMMAND_SILENCE)
        states = self._mechanisms.states(self.name)
        self.mover.hold(
            self.physics.time,
            [states.positions[list(states.names).index(name)] for name in self.names],
        )
        return True

    def _step(self) -> Optional[MotionReport]:
        if self._steps % round(CONTROL_PERIOD / PHYSICS_STEP) == 0:
            self._send()
        self._mechanisms.before_step()
        self.physics.step()
        self._mechanisms.after_step()
        self._steps += 1
        if self.on_step:
            self.on_step(self.physics.time)
        return (
            self._measure() if self._steps % round(MEASURING_PERIOD / PHYSICS_STEP) == 0 else None
        )

    def _send(self) -> None:
        if self.physics.time < self._quiet_until:
            return
        begin = self.physics.time + CONTROL_PERIOD
        offsets = ROBOT_CYCLE * np.arange(1, round(CONTROL_PERIOD / ROBOT_CYCLE) + 1)
        ahead = self.mover.setpoints(begin + offsets)
        rows = zip(offsets.tolist(), *ahead.tolist())
        self._mechanisms.command(
            self.name,
            begin,
            self.names,
            [CommandPoint(time, *map(tuple, row)) for time, *row in rows],
        )

    def _measure(self) -> MotionReport:
        states = self._mechanisms.states(self.name)
        rows: List[int] = [list(states.names).index(name) for name in self.names]
        positions, velocities = np.array(states.positions)[rows], np.array(states.velocities)[rows]
        return self.mover.measure(
            self.physics.time, positions, velocities, np.array(states.efforts)[rows]
        )
