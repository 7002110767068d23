"""Bodies without part in steps: static, without shapes in the physics.

A town's parked cars are of this kind: their shapes are added only near moving models
(``ground/shapes``). MuJoCo iterates over all bodies eight times a step. Bodies of this kind are
therefore built last, and after the first step of a call :mod:`stretch` gives MuJoCo only the bodies
before them; readers of poses see all.
"""

from __future__ import annotations

from typing import Iterable

import mujoco
import numpy as np

from sim.embedded.physics.spec import ModelPlan

# So many bodies are put last in some 20 ms whenever a model comes, ten times as many in 3 s: MuJoCo
# goes through all bodies to delete one.
MOST = 100


def taking_part(model: mujoco.MjModel) -> int:
    """Return the number of leading bodies that take part in steps."""
    bare = (
        (model.body_weldid == 0)
        & (model.body_geomnum == 0)
        & (model.body_mocapid < 0)
        & (np.arange(model.nbody) > 0)
    )
    return int(np.flatnonzero(~bare)[-1]) + 1


def put_last(spec: mujoco.MjSpec, plans: Iterable[ModelPlan]) -> None:
    """Move the bodies of bare models behind all others. They are built again."""
    lists = [plan.parts.roots for plan in plans if _is_bare(plan)]
    if sum(map(len, lists)) > MOST:
        return
    copies = [[(root.name, root.pos.copy(), root.quat.copy()) for root in roots] for roots in lists]
    for roots in lists:
        for root in roots:
            spec.delete(root)
    for roots, bodies in zip(lists, copies):
        roots[:] = [
            spec.worldbody.add_body(name=name, pos=position, quat=quaternion)
            for name, position, quaternion in bodies
        ]


def _is_bare(plan: ModelPlan) -> bool:
    """Return whether a static model's links, all under the world, are bare."""
    parts = plan.parts
    return (
        plan.model.static
        and not parts.welds
        and not any(root.geoms or root.bodies for root in parts.roots)
    )
