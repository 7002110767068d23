"""One ego among others in successive steps, so that what is measured of many steps is computed at
once: a step alone has too few rows for numpy's calls."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Sequence

import numpy as np

from sim.arrays import Array
from sim.traffic.ego_state import EgoState
from sim.traffic.measures.boxes import Boxes


@dataclass(frozen=True)
class EgoSteps:
    """An ego's boxes ``own`` (k,) at ``time`` (k,), and ``others`` (n,) with their ``ids`` (n,) and
    the ``step`` (n,), ascending, in which they were there."""

    time: Array
    own: Boxes
    others: Boxes
    ids: Array
    step: Array

    def __len__(self) -> int:
        return len(self.time)

    def bounds(self, rows: Array) -> Array:
        """Where among ascending ``rows`` of others those of each step begin, and where the last
        ends; (k + 1,)."""
        found: Array = np.searchsorted(self.step[rows], np.arange(len(self) + 1))
        return found


def one_step(now: float, ego: EgoState, ids: Array, others: Boxes) -> EgoSteps:
    """A single step with ``others`` (n,)."""
    return EgoSteps(np.array([now]), box_of(ego), others, ids, np.zeros(len(others), np.intp))


def successive(steps: Sequence[EgoSteps]) -> EgoSteps:
    """At least one single step, in their order."""
    first, *more = steps
    return EgoSteps(
        np.concatenate([step.time for step in steps]),
        first.own.joined(*(step.own for step in more)),
        first.others.joined(*(step.others for step in more)),
        np.concatenate([step.ids for step in steps]),
        np.repeat(np.arange(len(steps)), [len(step.others) for step in steps]),
    )


def box_of(ego: EgoState) -> Boxes:
    """An ego's box as the only one of (1,)."""
    return Boxes(
        *(
            np.array([value], float)
            for value in (
                ego.centre,
                ego.yaw,
                ego.speed,
                ego.length,
                ego.width,
                ego.z,
                ego.yaw_rate,
            )
        )
    )
