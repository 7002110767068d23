"""The embedded simulator's physical world: steps it, and reads and writes poses, twists, joints,
wrenches and contacts by name.

Leaves clocks, services and vehicles to its users. World frame, SI units, poses as (4, 4)
``world_from_x``. Readings always belong to ``time``: what follows from a write or a step is
recomputed at the next reading, so write first, then read.
"""

from __future__ import annotations

import ctypes
from collections import Counter
from typing import Callable, Dict, Iterable, List, Optional, Sequence, Tuple

import mujoco
import numpy as np

from sim.arrays import Array
from sim.embedded.physics.frames import checked_pose, checked_vector
from sim.embedded.physics.geoms import GROUND_GROUP
from sim.embedded.physics.layout import States
from sim.embedded.physics.motion import body_pose, body_twist, move_root, set_tree_twist
from sim.embedded.physics.native import NATIVE
from sim.embedded.physics.population import Addition, Population
from sim.embedded.physics.solved import Contacts, solved_contacts
from sim.errors import InputError, SimulationError
from sim.laws.library import COUNT
from sim.sdf.types import Joint, Model
from sim.transforms import inverse

ALL = ""
DEFAULT_MEMORY = 256 * 2**20


class Outcome(ctypes.Structure):
    """Of several steps: whether the state is no longer finite, a driven joint was asked for more
    than it can, and the last step is to be settled."""

    _fields_ = [(name, COUNT) for name in ("diverged", "beyond", "unsettled")]
    diverged: int
    beyond: int
    unsettled: int


class Physics:
    """A MuJoCo world of the SDF models of ``models``."""

    def __init__(
        self,
        gravity: Sequence[float] = (0.0, 0.0, -9.8),
        timestep: float = 0.001,
        memory: int = DEFAULT_MEMORY,
        visuals: bool = False,
    ) -> None:
        self.timestep, self.steps = timestep, 0
        # Counts resets of models or time.
        self.resets = 0
        self._refreshed = 0
        self._pushed = False
        self._jumps: Counter[str] = Counter()
        self._keep_contacts = -1
        self._solved: Tuple[int, Optional[Contacts]] = (-1, None)
        # Whether MuJoCo computes forces on each body (``data.cfrc_ext``, ``cfrc_int``) after each
        # step: for drives, or for those who read them then, by an identity of theirs.
        self.keep_forces = False
        self.force_readers: Dict[int, Callable[[], None]] = {}
        # Twists of static models that are moved from outside, by name.
        self._carried: Dict[str, Tuple[Array, Array]] = {}
        self.models = Population(gravity, timestep, memory, visuals, self.touch)

    @property
    def model(self) -> mujoco.MjModel:
        """MuJoCo's model of this generation."""
        return self.models.model

    @property
    def data(self) -> mujoco.MjData:
        """MuJoCo's state of this generation."""
        return self.models.data

    @property
    def time(self) -> float:
        """Simulated time in s, without accumulated rounding."""
        return self.steps * self.timestep

    @property
    def gravity(self) -> Array:
        """Gravity (3,) in m/s^2."""
        result: Array = self.model.opt.gravity.copy()
        return result

    def set_gravity(self, gravity: Array) -> None:
        """Change gravity (3,) from the next step on."""
        vector = checked_vector("gravity", "gravity", gravity)
        self.models.set_gravity(vector)
        self.touch()

    def add(self, model: Model, name: str, world_from_model: Array) -> None:
        """Add one model at a pose."""
        self.models.add_many([(model, name, world_from_model)])

    def add_many(self, additions: Iterable[Addition]) -> None:
        """Add models with one compile; on an InputError the world is as before."""
        self.models.add_many(additions)

    def remove(self, name: str) -> None:
        """Remove a model and everything that belongs to it alone."""
        self.models.remove(name)
        self._carried.pop(name, None)

    def touch(self) -> None:
        """Say that positions or velocities were written from outside."""
        self._stale = True

    def refresh(self) -> None:
        """Bring everything that follows from positions and velocities up to date."""
        if self._stale:
            ground = self.models.ground
            if ground:
                mujoco.mj_kinematics(self.model, self.data)
                ground.update()
            mujoco.mj_step1(self.model, self.data)
            self.models.discs.straighten()
            if ground:
                ground.smooth()
            self._stale = False
            self._refreshed += 1

    @property
    def moment(self) -> int:
        """Another number whenever positions or velocities may have changed; up to date when
        given."""
        self.refresh()
        return self._refreshed

    def step(self, n: int = 1) -> None:
        """Advance by n steps; wrenches act during the first."""
        for _ in range(n):
            self.refresh()
            diverged = NATIVE().sim_step2(self.model._address, self.data._address)
            self._stale = True
            if self.keep_forces or self.force_readers:
                mujoco.mj_rnePostConstraint(self.model, self.data)
                for read in self.force_readers.values():
                    read()
            if self._keep_contacts == self.steps:
                self._solved = (self.steps + 1, solved_contacts(self.model, self.data))
            self.steps += 1
            self.clear_wrenches()
            if diverged:
                raise self._diverged()

    def stretch(self, law: int, steps: int, seconds: float, outcome: Outcome) -> int:
        """Up to ``steps`` steps in one call, with what :mod:`stretch` has at ``law``, for about
        ``seconds`` by the wall; how many were made, and what came of them."""
        made: int = NATIVE().sim_stretch(
            self.model._address,
            self.data._address,
            law,
            steps,
            self.steps,
            not self._stale,
            self.timestep,
            seconds,
            ctypes.addressof(outcome),
        )
        if made:
            self.steps += made
            self._stale, self._pushed = True, False
        if outcome.diverged:
            raise self._diverged()
        return made

    def _diverged(self) -> SimulationError:
        return SimulationError(
            f"the physics diverged at {self.time:.3f} s; use a smaller step, or check masses, "
            "inertias and forces, then reset"
        )

    def reset(self) -> None:
        """Time 0, and every model at its spawn pose as in :meth:`reset_models`."""
        self.reset_time()
        self.reset_models()

    def reset_time(self) -> None:
        """Count steps from 0 again; nothing moves."""
        self.steps = 0
        self._begin_again()
        self.data.time = 0.0

    def reset_models(self) -> None:
        """Every model at its spawn pose, joints where they start, everything at rest; time and
        traffic slots go on as they are."""
        self._carried.clear()
        self._begin_again()
        self.models.reset(self.time)

    def _begin_again(self) -> None:
        """Forget contacts of earlier steps."""
        self.resets += 1
        self._jumps[ALL] += 1
        self._keep_contacts, self._solved = -1, (-1, None)

    def model_pose(self, name: str) -> Array:
        """world_from_model (4, 4), which moves with the model's first link."""
        self.refresh()
        plan = self.models.plan(name)
        body = self.models.body_id(name, plan.model.links[0].name)
        return body_pose(self.data, body) @ plan.link_from_model

    def set_model_pose(self, name: str, pose: Array) -> None:
        """Move all links of a model rigidly; joint angles and velocities stay."""
        self._only_free(name)
        displacement = checked_pose(name, pose) @ inverse(self.model_pose(name))
        for root in self.models.plan(name).roots:
            move_root(self.model, self.data, self._root_id(root), displacement)
        self._moved(name)

    def jumps(self, name: str) -> int:
        """How often somebody put a model elsewhere, or gave it another velocity, than physics
        did."""
        return self._jumps[name] + self._jumps[ALL]

    def model_twist(self, name: str) -> Tuple[Array, Array]:
        """Linear velocity (3,) of the first link's origin and angular velocity (3,), world axes; of
        a static model, as it was set."""
        if name in self._carried:
            linear, angular = self._carried[name]
            return linear.copy(), angular.copy()
        return self.link_twist(name, self.models.plan(name).model.links[0].name)

    def set_model_twist(self, name: str, linear: Array, angular: Array) -> None:
        """Let all links of a model move as one rigid body; its joints stop, as in Gazebo. A static
        model stays, and only reports the twist."""
        linear, angular = (
            checked_vector(name, "linear", linear),
            checked_vector(name, "angular", angular),
        )
        self._only_free(name)
        if self.models.plan(name).model.static:
            self._carried[name] = (linear.copy(), angular.copy())
            return
        self.refresh()
        origin = self.data.xpos[
            self.models.body_id(name, self.models.plan(name).model.links[0].name)
        ]
        for root in self.models.plan(name).roots:
            set_tree_twist(self.model, self.data, self._root_id(root), linear, angular, origin)
        self._jumps[name] += 1
        self.touch()

    def link_pose(self, name: str, link: str) -> Array:
        """world_from_link (4, 4)."""
        body = self._body(name, link)
        self.refresh()
        return body_pose(self.data, body)

    def set_link_pose(self, name: str, link: str, pose: Array) -> None:
        """Bring a link to a pose together with all links that joints tie to it, so that joint
        angles stay."""
        self._only_free(name)
        displacement = checked_pose(f"{name}::{link}", pose) @ inverse(self.link_pose(name, link))
        move_root(
            self.model, self.data, int(self.model.body_rootid[self._body(name, link)]), displacement
        )
        self._moved(name)

    def link_twist(self, name: str, link: str) -> Tuple[Array, Array]:
        """Linear velocity (3,) of a link's origin and angular velocity (3,), world axes."""
        body = self._body(name, link)
        self.refresh()
        return body_twist(self.model, self.data, body)

    def set_link_twist(self, name: str, link: str, linear: Array, angular: Array) -> None:
        """Give a link a twist together with all links that joints tie to it; these joints stop."""
        linear, angular = (
            checked_vector(name, "linear", linear),
            checked_vector(name, "angular", angular),
        )
        body = self._body(name, link)
        self.refresh()
        set_tree_twist(
            self.model,
            self.data,
            int(self.model.body_rootid[body]),
            linear,
            angular,
            self.data.xpos[body],
        )
        self._jumps[name] += 1
        self.touch()

    def joint_state(self, name: str, joint: str) -> Tuple[float, float, str]:
        """Position (rad or m), velocity and kind; fixed joints and those of static models stand at
        zero."""
        kind, index = self._joint(name, joint).kind, self._joint_id(name, joint)
        if index < 0:
            return 0.0, 0.0, kind
        position = self.data.qpos[self.model.jnt_qposadr[index]]
        return float(position), float(self.data.qvel[self.model.jnt_dofadr[index]]), kind

    def dof(self, name: str, joint: str) -> int:
        """Which velocity of this generation is a joint's; InputError where it cannot move."""
        index = self._joint_id(name, joint)
        if index < 0:
            raise InputError(
                f"{name}::{joint}",
                f"a {self._joint(name, joint).kind} joint of this model cannot move",
            )
        return int(self.model.jnt_dofadr[index])

    def set_joint_position(self, name: str, joint: str, value: float) -> None:
        """Put a joint at a position in rad or m; its velocity stays."""
        where, index = f"{name}::{joint}", self._joint_id(name, joint)
        if index < 0:
            raise InputError(
                where, f"a {self._joint(name, joint).kind} joint of this model cannot move"
            )
        if not np.isfinite(value):
            raise InputError(where, f"the position {value} must be finite")
        self.data.qpos[self.model.jnt_qposadr[index]] = value
        self._jumps[name] += 1
        self.touch()

    def apply_wrench(
        self,
        name: str,
        link: str,
        force: Iterable[float],
        torque: Iterable[float],
        point: Array,
    ) -> None:
        """Add a force (3,) at a world point (3,) and a torque (3,), both in world axes, for the
        next step only."""
        body = self._body(name, link)
        self.refresh()
        # Plain floats: NumPy's scalars are several times slower, and this runs once per vehicle and
        # step.
        x, y, z = (np.asarray(point, dtype=float) - self.data.xipos[body]).tolist()
        fx, fy, fz = map(float, force)
        tx, ty, tz = map(float, torque)
        self.data.xfrc_applied[body] += (
            fx,
            fy,
            fz,
            tx + y * fz - z * fy,
            ty + z * fx - x * fz,
            tz + x * fy - y * fx,
        )
        self._pushed = True

    def drive(self, body: int, law: int) -> None:
        """Add the wheel forces of a vehicle (``Vehicle.law``) on a body to the next step."""
        self.refresh()
        NATIVE().sim_drive(
            self.model._address,
            self.data._address,
            body,
            GROUND_GROUP,
            law,
            self.time,
            self.timestep,
        )
        self._pushed = True

    def clear_wrenches(self) -> None:
        """Forget the wrenches applied since the last step."""
        if self._pushed:
            NATIVE().sim_clear_wrenches(self.model._address, self.data._address)
            self._pushed = False

    def contacts(self) -> List[Tuple[str, str]]:
        """Pairs of names, of models or labelled slots, that touch at this time; each pair once,
        sorted."""
        self.refresh()
        layout = self.models.layout()
        bodies = self.model.geom_bodyid[
            np.asarray(self.data.contact.geom, dtype=int).reshape(-1, 2)
        ]
        pairs = {tuple(sorted(map(layout.name_of_body, pair))) for pair in bodies.tolist()}
        return sorted((first, second) for first, second in pairs)

    def touching(self, model: str) -> List[str]:
        """Names of the models or labelled slots that touched a model in the step just made, sorted;
        call it right after the step."""
        if not self.models.has(model):
            return []
        bodies = self.model.geom_bodyid[
            np.asarray(self.data.contact.geom, dtype=int).reshape(-1, 2)
        ]
        own = np.isin(bodies, self.bodies_of(model))
        others = bodies[:, ::-1][own & ~own[:, ::-1]]
        return sorted({self.name_of_body(body) for body in others.tolist()})

    def keep_contacts(self) -> None:
        """Keep the contacts of the coming step for :meth:`solved_contacts`."""
        self._keep_contacts = self.steps

    @property
    def keeps_contacts(self) -> bool:
        """Whether the contacts of the coming step are to be kept."""
        return self._keep_contacts == self.steps

    @property
    def single_steps(self) -> bool:
        """Whether each step is to be made alone: its pictures, contacts or forces are wanted."""
        return self.models.visuals or self.keeps_contacts or bool(self.force_readers)

    def solved_contacts(self) -> Optional[Contacts]:
        """The contacts of the step just made; None where they were not to be kept."""
        return self._solved[1] if self._solved[0] == self.steps else None

    def name_of_geom(self, geom: int) -> str:
        """``model::link::collision``, or the traffic vehicle or ground that a geom without a name
        belongs to."""
        name = mujoco.mj_id2name(self.model, mujoco.mjtObj.mjOBJ_GEOM, geom)
        body = int(self.model.geom_bodyid[geom])
        shape = self.models.shape_slots.shape_of_body(body)
        return name or (shape.name if shape else self.models.layout().name_of_body(body))

    def name_of_body(self, body: int) -> str:
        """The model that a body belongs to, or the traffic vehicle or ground."""
        return self.models.layout().name_of_body(body)

    def name_of_link(self, body: int) -> str:
        """``model::link`` of a body, or the traffic vehicle or ground that a body without a link
        belongs to."""
        shape = self.models.shape_slots.shape_of_body(body)
        if shape is not None:
            return shape.body
        name = mujoco.mj_id2name(self.model, mujoco.mjtObj.mjOBJ_BODY, body) or ""
        return name if "::" in name[1:] else self.name_of_body(body)

    def bodies_of(self, name: str) -> List[int]:
        """The bodies of a model in the compiled world."""
        return [self.models.body_id(name, link.name) for link in self.models.plan(name).model.links]

    def model_states(self) -> States:
        """Pose and twist of every model in one reading, in order of insertion."""
        self.refresh()
        states = self.models.layout().model_states(self.model, self.data)
        for name, (linear, angular) in self._carried.items():
            row = states.names.index(name)
            states.linear[row], states.angular[row] = linear, angular
        return states

    def link_states(self) -> States:
        """Pose and twist of every link in one reading."""
        self.refresh()
        return self.models.layout().link_states(self.model, self.data)

    def link_poses(self) -> Tuple[Array, Array]:
        """Positions (n, 3) and rotations (n, 3, 3) of every link, in the order of models and of
        their links."""
        self.refresh()
        bodies = self.models.layout().link_bodies
        return self.data.xpos[bodies], self.data.xmat[bodies].reshape(-1, 3, 3)

    def dynamic_positions(self) -> Array:
        """Positions (n, 3) of all models that are not static, at their first links."""
        if self._stale:
            # All that follows from them is worked out when somebody asks for it.
            mujoco.mj_kinematics(self.model, self.data)
        return self.models.layout().dynamic_positions(self.data)

    def mount(self, name: str, owner: str, link: str, link_from_model: Array) -> None:
        """Hang a free model on a link of another, as by a fixed joint at ``link_from_model`` (4,
        4)."""
        self._body(owner, link)
        self.models.mount(name, owner, link, link_from_model)

    def unmount(self, name: str) -> None:
        """Make a model free again, where it is and as fast as it moves."""
        self.models.unmount(name)

    def _only_free(self, name: str) -> None:
        owner = self.models.mounted_on(name)
        if owner:
            raise InputError(
                name, f"is held by the tool changer of {owner}; open that first, or move {owner}"
            )

    def _moved(self, name: str) -> None:
        """A model was put elsewhere; if it is ground, prisms and slots are where it was."""
        self._jumps[name] += 1
        parts = self.models.plan(name).parts
        if parts.sheets or parts.shapes:
            self.models.ground.look_again()
        self.touch()

    def _body(self, name: str, link: str) -> int:
        self.models.plan(name)
        return self.models.body_id(name, link)

    def _root_id(self, body: str) -> int:
        result: int = mujoco.mj_name2id(self.model, mujoco.mjtObj.mjOBJ_BODY, body)
        return result

    def _joint(self, name: str, joint: str) -> Joint:
        for candidate in self.models.plan(name).model.joints:
            if candidate.name == joint:
                return candidate
        raise InputError(
            f"{name}::{joint}",
            f"no such joint; model {name} has {', '.join(self.models.joint_names(name)) or 'none'}",
        )

    def _joint_id(self, name: str, joint: str) -> int:
        self._joint(name, joint)
        result: int = mujoco.mj_name2id(self.model, mujoco.mjtObj.mjOBJ_JOINT, f"{name}::{joint}")
        return result
