"""A route drawn at random: at each junction one of the ways on, with equal probability."""

from __future__ import annotations

import zlib
from typing import Dict, Optional, Sequence, Tuple

import numpy as np

from sim.openscenario.play.entity import LanePlace
from sim.openscenario.play.links import LaneSegment


class RandomWay:
    """Random way of an entity, from the ``seed`` and its ``name``; it never ends."""

    over = False

    def __init__(self, seed: int, name: str) -> None:
        self._rng = np.random.default_rng([seed, zlib.crc32(name.encode())])
        self._choices: Dict[LaneSegment, LaneSegment] = {}
        self._at = ("", -1, 0)

    def choose(self, segment: LaneSegment, options: Sequence[LaneSegment]) -> Optional[LaneSegment]:
        """Return one of several continuations; the same one until the entity has taken it."""
        if not options:
            return None
        if segment not in self._choices:
            self._choices[segment] = options[int(self._rng.integers(len(options)))]
        return self._choices[segment]

    def wanted(self, lane_place: LanePlace, section: int) -> Optional[int]:
        """Return the entity's own lane; forget the choice of a section that it has left."""
        at = (lane_place.road, section, lane_place.direction)
        if at != self._at:
            self._choices = {key: value for key, value in self._choices.items() if _of(key, at)}
            self._at = at
        return lane_place.lane


def _of(segment: LaneSegment, at: Tuple[str, int, int]) -> bool:
    return (segment.road, segment.section, segment.sign) == at
