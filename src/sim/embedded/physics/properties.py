"""Physical properties of links and joints, with run-time changes.

The models themselves stay as they were added; a model that is built again gets its changes again.
Link frame, SI units.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Dict, List, Tuple

import numpy as np

from sim.arrays import Array
from sim.embedded.physics.compiled import CompiledWorld
from sim.embedded.physics.plans import ModelPlans
from sim.embedded.physics.spec import ModelPlan, body_name, set_inertia, set_joint
from sim.errors import InputError
from sim.sdf.types import Axis, Inertial, Joint, Link
from sim.transforms import transform

Key = Tuple[str, str]


@dataclass(frozen=True)
class LinkProperties:
    """Physical properties of a link, in its axes.

    ``center`` of mass (3,) and ``inertia`` (3, 3) about it; ``gravity``: it acts on the link.
    """

    mass: float
    center: Array
    inertia: Array
    gravity: bool


class ModelProperties:
    """Properties of all models of one world; each change compiles it."""

    def __init__(self, world: CompiledWorld, plans: ModelPlans) -> None:
        self._world, self._plans = world, plans
        self._links: Dict[Key, LinkProperties] = {}
        self._axes: Dict[Key, Axis] = {}

    def link(self, model: str, name: str) -> LinkProperties:
        """Return a link's mass, centre of mass, inertia and gravity flag.

        Raises InputError if unknown.
        """
        link = _link(self._plans[model], name)
        changed = self._links.get((model, name))
        if changed is not None:
            return changed
        inertial = link.inertial
        turn = inertial.link_from_inertial[:3, :3]
        return LinkProperties(
            inertial.mass,
            inertial.link_from_inertial[:3, 3].copy(),
            turn @ np.asarray(inertial.inertia, dtype=float) @ turn.T,
            link.gravity,
        )

    def axis(self, model: str, name: str) -> Axis:
        """Return a joint's limits, damping and friction. Raises InputError if it cannot move."""
        plan = self._plans[model]
        joint = _joint(plan, name)
        where = body_name(plan.name, name)
        if joint.axis is None or joint.kind == "fixed" or plan.model.static:
            raise InputError(where, f"a {joint.kind} joint of this model cannot move")
        return self._axes.get((plan.name, name), joint.axis)

    def set_link(self, model: str, name: str, wanted: LinkProperties) -> List[str]:
        """Change a link; return warnings about impossible values."""
        warnings = self._write_link(self._plans[model], name, wanted)
        self._compile(model)
        return warnings

    def set_axis(self, model: str, name: str, wanted: Axis) -> None:
        """Change limits, damping and friction of a joint."""
        self._write_axis(self._plans[model], name, wanted)
        self._compile(model)

    def _compile(self, model: str) -> None:
        self._world.compile(model)
        self._world.bind_followers()

    def _write_link(self, plan: ModelPlan, name: str, wanted: LinkProperties) -> List[str]:
        link, where = _link(plan, name), body_name(plan.name, name)
        if plan.model.static:
            raise InputError(where, "the model is static; its links have no physical properties")
        if not (np.isfinite(wanted.mass) and wanted.mass > 0.0):
            raise InputError(where, f"the mass {wanted.mass:g} kg must be finite and above 0")
        if not (np.isfinite(wanted.center).all() and np.isfinite(wanted.inertia).all()):
            raise InputError(where, "centre of mass and inertia must be finite")
        if np.linalg.eigvalsh(wanted.inertia)[0] <= 0.0:
            raise InputError(
                where,
                f"the inertia {wanted.inertia.tolist()} must be positive definite, as that of "
                "every body is",
            )
        inertial = Inertial(wanted.mass, transform(wanted.center, np.eye(3)), wanted.inertia)
        changed = replace(link, inertial=inertial, gravity=wanted.gravity)
        warnings = set_inertia(self._world.spec.body(where), changed, where)
        self._links[(plan.name, name)] = wanted
        return warnings

    def _write_axis(self, plan: ModelPlan, name: str, wanted: Axis) -> None:
        where = body_name(plan.name, name)
        if wanted.lower > wanted.upper:
            raise InputError(where, f"loStop {wanted.lower:g} is above hiStop {wanted.upper:g}")
        set_joint(self._world.spec.joint(where), plan, _joint(plan, name), wanted)
        self._axes[(plan.name, name)] = wanted

    def again(self, plan: ModelPlan) -> bool:
        """Apply the changes to a rebuilt model; return whether there were any."""
        links = [key for key in self._links if key[0] == plan.name]
        joints = [key for key in self._axes if key[0] == plan.name]
        for key in links:
            self._write_link(plan, key[1], self._links[key])
        for key in joints:
            self._write_axis(plan, key[1], self._axes[key])
        return bool(links or joints)

    def forget(self, model: str) -> None:
        """Delete the changes of a removed model."""
        self._links = {key: value for key, value in self._links.items() if key[0] != model}
        self._axes = {key: value for key, value in self._axes.items() if key[0] != model}


def _link(plan: ModelPlan, name: str) -> Link:
    for link in plan.model.links:
        if link.name == name:
            return link
    raise InputError(body_name(plan.name, name), "no such link")


def _joint(plan: ModelPlan, name: str) -> Joint:
    for joint in plan.model.joints:
        if joint.name == name:
            return joint
    raise InputError(body_name(plan.name, name), "no such joint")
