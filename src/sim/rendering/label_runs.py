"""Run-length encoding of equal labels along a picture's rows.

It has some thousand runs in place of all pixels.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sim.arrays import Array


@dataclass(frozen=True)
class LabelRuns:
    """Runs (n,) by rows, then by columns.

    Each has its row, its first and last column, class, and instance.
    """

    rows: Array
    first: Array
    last: Array
    kinds: Array
    instances: Array

    @property
    def pixels(self) -> Array:
        """Number of pixels (n,) of each."""
        return self.last - self.first + 1

    def of(self, instance: int) -> LabelRuns:
        """Return the runs of an instance."""
        own = np.flatnonzero(self.instances == instance)
        return LabelRuns(
            self.rows[own], self.first[own], self.last[own], self.kinds[own], self.instances[own]
        )


def runs_of(kinds: Array, instances: Array) -> LabelRuns:
    """Encode classes and instances (h, w) as runs. Classes are below 256."""
    width = kinds.shape[1]
    labels = (instances.astype(np.uint32) << 8 | kinds).ravel()
    begins = np.ones(len(labels), bool)
    np.not_equal(labels[1:], labels[:-1], out=begins[1:])
    begins[::width] = True
    starts = np.flatnonzero(begins)
    rows, first = np.divmod(starts, width)
    found = labels[starts]
    last = first + np.diff(starts, append=len(labels)) - 1
    return LabelRuns(rows, first, last, (found & 255).astype(int), (found >> 8).astype(int))
