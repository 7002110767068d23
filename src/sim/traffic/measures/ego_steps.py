"""Successive steps of an ego and its surroundings, measured together.

A single step has too few rows for numpy's calls.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Sequence

import numpy as np

from sim.arrays import Array
from sim.traffic.ego_state import EgoState
from sim.traffic.measures.boxes import Boxes


@dataclass(frozen=True)
class EgoSteps:
    """Steps of an ego and its surroundings.

    The ego's boxes ``own`` (k,) at ``time`` (k,), and ``others`` (n,) with their ``ids`` (n,) and
    the ``step`` (n,), ascending, of each.
    """

    time: Array
    own: Boxes
    others: Boxes
    ids: Array
    step: Array

    def __len__(self) -> int:
        return len(self.time)

    def bounds(self, rows: Array) -> Array:
        """Return the first index of each step and the last end.

        Shape (k + 1,); the indices are into ascending ``rows`` of others.
        """
        found: Array = np.searchsorted(self.step[rows], np.arange(len(self) + 1))
        return found


def one_step(now: float, ego: EgoState, ids: Array, others: Boxes) -> EgoSteps:
    """Return a single step with ``others`` (n,)."""
    return EgoSteps(np.array([now]), box_of(ego), others, ids, np.zeros(len(others), np.intp))


def successive(steps: Sequence[EgoSteps]) -> EgoSteps:
    """Join single steps in their order; at least one."""
    first, *more = steps
    return EgoSteps(
        np.concatenate([step.time for step in steps]),
        first.own.joined(*(step.own for step in more)),
        first.others.joined(*(step.others for step in more)),
        np.concatenate([step.ids for step in steps]),
        np.repeat(np.arange(len(steps)), [len(step.others) for step in steps]),
    )


def box_of(ego: EgoState) -> Boxes:
    """Return an ego's box as boxes (1,)."""
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
