"""Mechanisms of ``libsim_joints.so`` and ``libsim_gripper.so`` in a world, by model.

Belongs to the physics thread. Follows models as they come and go.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import Callable, Dict, List, Optional, Sequence, Tuple, Union

import mujoco

from sim.arrays import Array
from sim.embedded.joint_settings import Mechanism, Parallel
from sim.embedded.joints.belt import Belt
from sim.embedded.joints.command import CommandPoint, knots_of
from sim.embedded.joints.contact_stop import ContactStop, Load
from sim.embedded.joints.drives import Drives
from sim.embedded.joints.force_torque import ForceTorqueSensor, ForceTorqueSensors
from sim.embedded.joints.gripper import GripperOrder, GripperReport
from sim.embedded.joints.model_parts import ModelParts
from sim.embedded.joints.parallel import ParallelGripper
from sim.embedded.joints.together import Together
from sim.embedded.joints.tool_changer import ToolChanger, ToolChangers
from sim.embedded.joints.vacuum import VacuumGripper
from sim.embedded.physics.physics import Physics, StepOutcome
from sim.embedded.subsystem import Subsystem, overridden, soonest_update
from sim.errors import InputError

AnyGripper = Union[ParallelGripper, VacuumGripper]


@dataclass(frozen=True)
class JointStates:
    """States of a model's n movable joints.

    Names, positions, velocities and drive efforts, each (n,).
    """

    names: Sequence[str]
    positions: List[float]
    velocities: List[float]
    efforts: List[float]


class Mechanisms(Subsystem):
    """The driven models of a world.

    A kind of part is a file with a :class:`Subsystem` and its entry in ``self._kinds``, which is
    in the order of effect on a step."""

    def __init__(self, physics: Physics) -> None:
        self._physics = physics
        self._drives, self._together = Drives(physics), Together()
        self._changers = ToolChangers(self._changer)
        self._belts = ModelParts(self._belt)
        self._sensors = ForceTorqueSensors(physics)
        self._grippers: ModelParts[AnyGripper] = ModelParts(self._gripper)
        self._stops = ModelParts(self._stop)
        self._kinds: Tuple[Subsystem, ...] = (
            # First, since another kinematic tree has other forces.
            self._changers,
            self._belts,
            self._grippers,
            self._sensors,
            self._drives,
            self._stops,
        )
        # Kinds with any parts, since each step pays for empty calls.
        self._used: Sequence[Subsystem] = self._kinds
        self._before: Tuple[Callable[[], None], ...] = ()
        self._after: Tuple[Callable[[], None], ...] = ()
        self._mechanisms: Dict[str, Mechanism] = {}
        self._changes = -1
        self._places: Dict[str, Tuple[Array, Array]] = {}
        self._bound = -1

    def follow(self) -> Dict[str, Mechanism]:
        """Return the mechanisms by model, the same objects while they exist."""
        models = self._physics.models
        if self._changes == models.changes:
            return self._mechanisms
        self._changes = models.changes
        found = {name: models.mechanism(name) for name in models.names()}
        self._mechanisms = {name: mechanism for name, mechanism in found.items() if mechanism}
        for kind in self._kinds:
            if isinstance(kind, ModelParts):
                kind.follow(self._mechanisms)
        self._drives.set(
            {
                (name, driven.joint.name): driven
                for name, mechanism in self._mechanisms.items()
                for driven in mechanism.driven
            }
        )
        self._arrange()
        return self._mechanisms

    def _arrange(self) -> None:
        # Of subclasses some act without parts too.
        self._used = [kind for kind in self._kinds if type(kind) is not ModelParts or kind.used]
        self._before = overridden(self._used, "before_step")
        self._after = overridden(self._used, "after_step")

    def command(
        self, model: str, stamp: float, joints: Sequence[str], points: Sequence[CommandPoint]
    ) -> None:
        """Let joints of a model follow points, with times from ``stamp`` on.

        Raises InputError, without effect, for a wrong command.
        """
        self.follow()
        self._drives.command(model, stamp, knots_of(joints, points, self._drives.controls(model)))

    def order(self, model: str, order: GripperOrder) -> None:
        """Give an order to a model's gripper; raises InputError if wrong."""
        self.follow()
        if model not in self._grippers:
            raise InputError(
                model,
                f"has no gripper; models with one: {', '.join(self._grippers.models) or 'none'}",
            )
        self._grippers[model].order(order)

    def report(self, model: str) -> GripperReport:
        """Return the state of a model's gripper."""
        return self._grippers[model].report()

    def states(self, model: str) -> JointStates:
        """Return the states of a model's movable joints."""
        names = self.follow()[model].movable
        qpos, dofs = self._places_of(model, names)
        fingers = self._grippers[model].efforts() if model in self._grippers else {}
        efforts = [
            fingers[name] if name in fingers else self._drives.effort(model, name) for name in names
        ]
        data = self._physics.data
        return JointStates(names, data.qpos[qpos].tolist(), data.qvel[dofs].tolist(), efforts)

    def _places_of(self, model: str, names: Sequence[str]) -> Tuple[Array, Array]:
        """Return MuJoCo's indices of positions and velocities of a model's joints."""
        models = self._physics.models
        if self._bound != models.generation:
            self._bound, self._places = models.generation, {}
        if model not in self._places:
            compiled = self._physics.model
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
        """Return the sensor in a model's wrist; it must have one."""
        self.follow()
        return self._sensors[model]

    def contact_stop(self, model: str) -> ContactStop:
        """Return the contact stop of a model, which must have one."""
        self.follow()
        return self._stops[model]

    def changer(self, model: str) -> ToolChanger:
        """Return a model's tool changer; it must have one."""
        self.follow()
        return self._changers[model]

    def belt(self, model: str) -> Belt:
        """Return a conveyor's belt; the model must have one."""
        self.follow()
        return self._belts[model]

    def before_step(self) -> None:
        """Set the forces of the coming step."""
        if self.follow():
            for act in self._before:
                act()

    def after_step(self) -> None:
        if self._mechanisms:
            for read in self._after:
                read()

    def reset(self) -> None:
        """Delete all commands: joints hold their positions, grippers release."""
        self.follow()
        for kind in self._kinds:
            kind.reset()

    def next_update(self, now: float) -> float:
        """Return the time in s up to which C++ alone makes steps.

        It holds while nothing touches the watched parts.
        """
        if self.follow():
            return soonest_update(self._used, now)
        return math.inf

    def prepare(self) -> int:
        """Return the address of ``Mechanisms`` for steps in C++, 0 if empty."""
        fingers, looks = [], []
        for gripper in self._grippers:
            if isinstance(gripper, ParallelGripper):
                law, touchable = gripper.prepare()
                fingers.append(law)
                looks.append(touchable)
        looks += [stop.prepare() for stop in self._stops]
        self._sensors.before_step()
        wrists = [law for law in (sensor.prepare() for sensor in self._sensors) if law]
        drives = self._drives
        self._together.bind(drives.prepare(), drives.count, fingers, wrists, looks)
        return self._together.address

    def settle_together(self, made: int, outcome: StepOutcome) -> None:
        """Update the parts after steps made in one call."""
        if not self._mechanisms:
            return
        physics, settled = self._physics, made - outcome.unsettled
        if outcome.beyond:
            self._drives.watch((physics.steps - 1) * physics.timestep)
        if settled:
            first = physics.steps - made + 1
            times = [(first + step) * physics.timestep for step in range(settled)]
            for name in self._stops.models:
                places = self._together.places(settled, self._drives.rows(name))
                self._stops[name].remember(times, places)
        if outcome.unsettled:
            self.after_step()

    def _load(self, model: str) -> Load:
        """Return a model's held models, and the tool on its flange."""
        tool = self._changers[model].tool if model in self._changers else ""
        hand = tool or model
        return self._grippers[hand].thing if hand in self._grippers else "", tool

    def _changer(self, model: str, mechanism: Mechanism) -> Optional[ToolChanger]:
        settings = mechanism.changer
        return None if settings is None else ToolChanger(self._physics, model, settings)

    def _belt(self, model: str, mechanism: Mechanism) -> Optional[Belt]:
        settings = mechanism.belt
        return None if settings is None else Belt(self._physics, model, settings)

    def _gripper(self, model: str, mechanism: Mechanism) -> Optional[AnyGripper]:
        settings = mechanism.gripper
        if isinstance(settings, Parallel):
            return ParallelGripper(self._physics, model, settings)
        return None if settings is None else VacuumGripper(self._physics, model, settings)

    def _stop(self, model: str, mechanism: Mechanism) -> Optional[ContactStop]:
        limits = mechanism.contact_stop
        if limits is None:
            return None
        load = partial(self._load, model)
        return ContactStop(self._physics, model, limits, self._drives, load)
