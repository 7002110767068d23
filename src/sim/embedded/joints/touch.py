"""Which models touch the fingers of a gripper, and with what force."""

from __future__ import annotations

from typing import Dict, List, Sequence, Tuple

import mujoco
import numpy as np

from sim.arrays import Array
from sim.embedded.physics.physics import Physics

# N below which a touch holds nothing.
LEAST = 0.1


def touches(physics: Physics, fingers: Array, count: int) -> List[Dict[str, Tuple[float, int]]]:
    """For each of ``count`` fingers: normal force N and one body of each model that it touches;
    ``fingers`` is the finger of each body, or -1.

    Of the step just made; call it right after the step.
    """
    found: List[Dict[str, Tuple[float, int]]] = [{} for _ in range(count)]
    if not physics.data.ncon:
        return found
    bodies = physics.model.geom_bodyid[physics.data.contact.geom]
    sides = fingers[bodies]
    if sides.max() < 0:
        return found
    wrench = np.empty(6)
    for index, side in np.argwhere(sides >= 0).tolist():
        mujoco.mj_contactForce(physics.model, physics.data, index, wrench)
        touched, body = found[sides[index, side]], int(bodies[index, 1 - side])
        name = physics.name_of_body(body)
        touched[name] = (touched.get(name, (0.0, body))[0] + float(wrench[0]), body)
    return found


def pushed(physics: Physics, body: int, thing: int) -> Array:
    """Force (3,) in N, world axes, by which contacts between the trees of two bodies push the
    first, in the step just made."""
    total, wrench, roots = np.zeros(3), np.empty(6), physics.model.body_rootid
    if not physics.data.ncon:
        return total
    trees = roots[physics.model.geom_bodyid[physics.data.contact.geom]]
    for sign, pair in ((-1.0, (roots[body], roots[thing])), (1.0, (roots[thing], roots[body]))):
        for index in np.flatnonzero((trees == pair).all(axis=1)).tolist():
            # On the contact's second geom, in the contact's axes.
            mujoco.mj_contactForce(physics.model, physics.data, index, wrench)
            total += sign * physics.data.contact.frame[index].reshape(3, 3).T @ wrench[:3]
    return total


def grasped(found: Sequence[Dict[str, Tuple[float, int]]]) -> str:
    """The model that every finger presses on, empty where there is none; of several the one that is
    pressed most."""
    least = {name: min(touched.get(name, (0.0, 0))[0] for touched in found) for name in found[0]}
    best = max(least, key=least.__getitem__, default="")
    return best if best and least[best] > LEAST else ""
