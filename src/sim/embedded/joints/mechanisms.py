"""Everything that is driven in a world by ``libsim_joints.so`` and ``libsim_gripper.so``, by the
name of its model.

Belongs to the physics thread. Follows models as they come and go.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Dict, List, Sequence, Tuple, Union

import mujoco

from sim.arrays import Array
from sim.embedded.joint_settings import Gripper, Mechanism, Parallel
from sim.embedded.joints.belt import Belt
from sim.embedded.joints.command import Point, knots_of
from sim.embedded.joints.contact_stop import ContactStop
from sim.embedded.joints.drives import Drives
from sim.embedded.joints.force_torque import ForceTorqueSensor
from sim.embedded.joints.gripper import Order, Report
from sim.embedded.joints.parallel import ParallelGripper
from sim.embedded.joints.together import Together
from sim.embedded.joints.tool_changer import ToolChanger
from sim.embedded.joints.vacuum import VacuumGripper
from sim.embedded.physics.physics import Outcome, Physics
from sim.errors import InputError

AnyGripper = Union[ParallelGripper, VacuumGripper]


@dataclass(frozen=True)
class JointStates:
    """Of the n joints of a model that can move: names, positions, velocities and the efforts that
    drive them, each (n,)."""

    names: Sequence[str]
    positions: List[float]
    velocities: List[float]
    efforts: List[float]


class Mechanisms:
    """The driven models of a world."""

    def __init__(self, physics: Physics) -> None:
        self._physics = physics
        self._drives, self._together = Drives(physics), Together()
        self._grippers: Dict[str, AnyGripper] = {}
        self._sensors: Dict[str, ForceTorqueSensor] = {}
        self._stops: Dict[str, ContactStop] = {}
        self._changers: Dict[str, ToolChanger] = {}
        self._belts: Dict[str, Belt] = {}
        self._mechanisms: Dict[str, Mechanism] = {}
        self._changes = -1
        self._places: Dict[str, Tuple[Array, Array]] = {}
        self._bound = -1

    def follow(self) -> Dict[str, Mechanism]:
        """What is driven, by model; the same object for as long as its model is there."""
        physics = self._physics
        if self._changes != physics.models.changes:
            self._changes = physics.models.changes
            found = {
                name: mechanism
                for name in physics.models.names()
                for mechanism in [physics.models.mechanism(name)]
                if mechanism
            }
            self._grippers = {
                name: self._grippers[name]
                if self._mechanisms.get(name) is mechanism
                else self._gripper(name, mechanism.gripper)
                for name, mechanism in found.items()
                if mechanism.gripper
            }
            self._sensors = {
                name: self._sensors[name]
                if self._mechanisms.get(name) is mechanism
                else ForceTorqueSensor(physics, name, mechanism.force_torque)
                for name, mechanism in found.items()
                if mechanism.force_torque
            }
            self._stops = {
                name: self._stops[name]
                if self._mechanisms.get(name) is mechanism
                else ContactStop(physics, name, mechanism.contact_stop, self._drives)
                for name, mechanism in found.items()
                if mechanism.contact_stop is not None
            }
            self._changers = {
                name: self._changers[name]
                if self._mechanisms.get(name) is mechanism
                else ToolChanger(physics, name, mechanism.changer)
                for name, mechanism in found.items()
                if mechanism.changer is not None
            }
            self._belts = {
                name: self._belts[name]
                if self._mechanisms.get(name) is mechanism
                else Belt(physics, name, mechanism.belt)
                for name, mechanism in found.items()
                if mechanism.belt is not None
            }
            self._mechanisms = found
            self._drives.set(
                {
                    (name, driven.joint.name): driven
                    for name, mechanism in found.items()
                    for driven in mechanism.driven
                }
            )
        return self._mechanisms

    def command(
        self, model: str, stamp: float, joints: Sequence[str], points: Sequence[Point]
    ) -> None:
        """Let joints of a model follow points whose time 0 is ``stamp``; InputError where anything
        is wrong, and nothing changes."""
        self.follow()
        self._drives.command(model, stamp, knots_of(joints, points, self._drives.controls(model)))

    def order(self, model: str, order: Order) -> None:
        """Tell a model's gripper what to do; InputError where anything is wrong."""
        self.follow()
        if model not in self._grippers:
            raise InputError(
                model, f"no model with a gripper; there are {', '.join(self._grippers) or 'none'}"
            )
        self._grippers[model].order(order)

    def report(self, model: str) -> Report:
        """What a model's gripper does and holds."""
        return self._grippers[model].report()

    def states(self, model: str) -> JointStates:
        """All joints of a model that can move."""
        names = self.follow()[model].movable
        qpos, dofs = self._places_of(model, names)
        fingers = self._grippers[model].efforts() if model in self._grippers else {}
        efforts = [
            fingers[name] if name in fingers else self._drives.effort(model, name) for name in names
        ]
        data = self._physics.data
        return JointStates(names, data.qpos[qpos].tolist(), data.qvel[dofs].tolist(), efforts)

    def _places_of(self, model: str, names: Sequence[str]) -> Tuple[Array, Array]:
        """Where MuJoCo keeps positions and velocities of a model's joints in this generation."""
        models = self._physics.models
        if self._bound != models.generation:
            self._bound, self._places = models.generation, {}
        if model not in self._places:
            compiled = models.model
            ids = [
                mujoco.mj_name2id(compiled, mujoco.mjtObj.mjOBJ_JOINT, f"{model}::{name}")
                for name in names
            ]
            self._places[model] = (
                compiled.jnt_qposadr[ids].astype(int),
                compiled.jnt_dofadr[ids].astype(int),
            )
        return self._places[model]

    def force_torque(self, model: str) -> ForceTorqueSensor:
        """The sensor in a model's wrist; it must have one."""
        self.follow()
        return self._sensors[model]

    def contact_stop(self, model: str) -> ContactStop:
        """What watches a model's contacts; it must have one."""
        self.follow()
        return self._stops[model]

    def changer(self, model: str) -> ToolChanger:
        """A model's tool changer; it must have one."""
        self.follow()
        return self._changers[model]

    def belt(self, model: str) -> Belt:
        """A conveyor's belt; the model must have one."""
        self.follow()
        return self._belts[model]

    def apply(self) -> None:
        """Set the forces of the coming step."""
        if self.follow():
            # First, since another kinematic tree has other forces.
            for changer in self._changers.values():
                changer.apply()
            for belt in self._belts.values():
                belt.apply()
            self._keep_forces()
            for gripper in self._grippers.values():
                gripper.apply()
            self._drives.apply()

    def settle(self) -> None:
        """Call it right after each step."""
        if self._mechanisms:
            for gripper in self._grippers.values():
                gripper.settle()
            for sensor in self._sensors.values():
                sensor.settle()
            for belt in self._belts.values():
                belt.settle()
            self._drives.settle()
            for name, stop in self._stops.items():
                stop.settle(*self._on(name))

    def next(self, now: float) -> float:
        """A simulated time before which steps can be made together, as long as nothing is touched
        that somebody looks at; ``now`` where the coming one cannot."""
        if self.follow():
            if self._belts:
                return now
            parts = (*self._grippers.values(), *self._stops.values(), *self._changers.values())
            return min((part.next(now) for part in parts), default=math.inf)
        return math.inf

    def prepare(self) -> int:
        """What C++ does in steps that are made together: the address of ``Mechanisms``, 0 for
        nothing."""
        fingers, looks = [], []
        for gripper in self._grippers.values():
            if isinstance(gripper, ParallelGripper):
                law, touchable = gripper.prepare()
                fingers.append(law)
                looks.append(touchable)
        looks += [stop.prepare(*self._on(name)) for name, stop in self._stops.items()]
        self._keep_forces()
        wrists = [law for law in (sensor.prepare() for sensor in self._sensors.values()) if law]
        drives = self._drives
        self._together.bind(drives.prepare(), drives.count, fingers, wrists, looks)
        return self._together.address

    def settle_together(self, made: int, outcome: Outcome) -> None:
        """Call it right after so many steps that were made together."""
        if not self._mechanisms:
            return
        physics, settled = self._physics, made - outcome.unsettled
        if outcome.beyond:
            self._drives.watch((physics.steps - 1) * physics.timestep)
        if settled and self._stops:
            first = physics.steps - made + 1
            times = [(first + step) * physics.timestep for step in range(settled)]
            for name, stop in self._stops.items():
                stop.remember(times, self._together.places(settled, self._drives.rows(name)))
        if outcome.unsettled:
            self.settle()

    def _keep_forces(self) -> None:
        self._physics.keep_forces = any(sensor.wanted for sensor in self._sensors.values())

    def _on(self, name: str) -> Tuple[str, str]:
        """What a model holds, and the tool on its flange."""
        tool = self._changers[name].tool if name in self._changers else ""
        hand = tool or name
        return self._grippers[hand].thing if hand in self._grippers else "", tool

    def reset(self) -> None:
        """Forget what was asked for: joints hold where they are, grippers let go."""
        self.follow()
        for changer in self._changers.values():
            changer.reset()
        for changer in self._changers.values():
            changer.restore()
        self._drives.reset()
        for part in (*self._grippers.values(), *self._stops.values(), *self._belts.values()):
            part.reset()

    def _gripper(self, name: str, gripper: Gripper) -> AnyGripper:
        return (
            ParallelGripper(self._physics, name, gripper)
            if isinstance(gripper, Parallel)
            else VacuumGripper(self._physics, name, gripper)
        )
