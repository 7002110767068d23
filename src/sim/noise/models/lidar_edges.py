"""Mixed pixels: a beam on two surfaces reports a range between them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Tuple

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.noise.models import fields
from sim.noise.models.beams import Beams
from sim.noise.models.model import NoiseModel


@dataclass(frozen=True)
class LidarMixedPixels(NoiseModel):
    """Mixed pixels at edges between neighbouring beams.

    (1 - w) r + w r' with w in [0, 1/2]; r' is the range of the neighbour in the ring, if the edge
    between the two beams lies in the beam's footprint. The edge is anywhere between two beams an
    angle apart, so a footprint of ``divergence`` rad holds it with probability divergence / (2
    angle) for each of the two, and w, the share beyond the edge, is uniform. Surfaces of an edge
    are ``least`` to ``most`` m apart: nearer ones are slopes, and of farther ones the receiver
    separates the two echoes and reports the stronger (Tuley, Vandapel and Hebert 2005). Beams
    farther apart than ``neighbour`` rad are not neighbours.
    """

    kind: ClassVar[str] = "lidar"
    divergence: float = fields.not_negative()
    least: float = fields.not_negative(0.1)
    most: float = fields.positive(2.0)
    neighbour: float = fields.positive(0.012)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.least > self.most:
            raise InputError("least", f"must be at most 'most' ({self.most:g}), got {self.least:g}")

    def __call__(self, beams: Beams, rng: np.random.Generator) -> Beams:
        before, after, angle = self._edges(beams)
        ranges = np.array(beams.ranges)
        own = rng.random(before.size)
        share = np.minimum(0.5 * self.divergence / angle, 0.5)
        weight = 0.5 * rng.random(before.size)
        for mixed, other, chosen in (
            (before, after, own < share),
            (after, before, own >= 1.0 - share),
        ):
            one, two, w = mixed[chosen], other[chosen], weight[chosen]
            ranges[one] = (1.0 - w) * beams.ranges[one] + w * beams.ranges[two]
        return replace(beams, ranges=ranges)

    def _edges(self, beams: Beams) -> Tuple[Array, Array, Array]:
        """Return index pairs (m,), (m,) of neighbours across edges.

        The third array (m,) is the angle between them.
        """
        order = np.argsort(beams.ring, kind="stable")
        with np.errstate(invalid="ignore"):
            step = np.abs(np.diff(beams.ranges[order]))
            places = np.flatnonzero((step >= self.least) & (step <= self.most))
        before, after = order[places], order[places + 1]
        gap = np.linalg.norm(beams.directions[before] - beams.directions[after], axis=1).astype(
            float
        )
        near = (beams.ring[before] == beams.ring[after]) & (gap <= self.neighbour) & (gap > 0.0)
        return before[near], after[near], gap[near]
