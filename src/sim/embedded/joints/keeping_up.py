"""Corrects the position of things held by friction on a curved path. SI units.

A step of semi-implicit Euler moves a free body straight along its velocity v, x + v h, but bodies
on joints along their curve, which to second order is J v h + h^2/2 J' v (J: Jacobian of the point,
J' its rate). Friction equalizes velocities, not positions, so that the difference would add up to
h/2 times speed times turn: half a millimetre at 0.5 m/s, a turn of 1 rad and 2 ms.
"""

from __future__ import annotations

import mujoco
import numpy as np

from sim.embedded.physics.motion import is_free
from sim.embedded.physics.physics import Physics


def keep_up(physics: Physics, hand: int, thing: int) -> None:
    """Move the free body ``thing`` by the step's curvature error.

    The path is that of the body ``hand``; call it right after the step.
    """
    model, data = physics.model, physics.data
    if not is_free(model, thing):
        return
    rates = np.zeros((2, 3, model.nv))
    mujoco.mj_jacDot(model, data, rates[0], rates[1], data.xpos[thing], hand)
    linear, angular = 0.5 * physics.timestep**2 * (rates @ data.qvel)
    start = int(model.jnt_qposadr[model.body_jntadr[thing]])
    data.qpos[start : start + 3] += linear
    turned, turn = (
        data.qpos[start + 3 : start + 7].copy(),
        data.xmat[thing].reshape(3, 3).T @ angular,
    )
    mujoco.mju_quatIntegrate(turned, turn, 1.0)
    data.qpos[start + 3 : start + 7] = turned
