"""Runs of equal labels along the rows of a picture: some thousand in place of its pixels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sim.arrays import Array


@dataclass(frozen=True)
class LabelRuns:
    """Of each run (n,) its row, its first and last column, class and instance; by rows, then by
    columns."""

    rows: Array
    first: Array
    last: Array
    kinds: Array
    instances: Array

    @property
    def pixels(self) -> Array:
        """How many pixels (n,) each has."""
        return self.last - self.first + 1

    def of(self, instance: int) -> LabelRuns:
        """Those of an instance."""
        own = np.flatnonzero(self.instances == instance)
        return LabelRuns(
            self.rows[own], self.first[own], self.last[own], self.kinds[own], self.instances[own]
        )


def runs_of(kinds: Array, instances: Array) -> LabelRuns:
    """The runs of classes (h, w), below 256, and instances (h, w)."""
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
