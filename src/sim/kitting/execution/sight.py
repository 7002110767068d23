"""Waiting for detections before and after actions. Simulated seconds."""

from __future__ import annotations

from typing import Any, Callable, Generator, Iterator, Optional

import numpy as np

from sim.kitting.execution.failures import DETECTOR_SILENT
from sim.kitting.execution.requests import Until
from sim.kitting.world.model import WorldModel
from sim.kitting.world.rows import PRESENT, KnownObject, Slot


class DetectionTimes:
    """Reports for a robot.

    ``seen`` is the time of the last report, ``silence`` in s the timeout of a detector.
    """

    def __init__(
        self,
        world: WorldModel,
        now: Callable[[], float],
        seen: Callable[[], float],
        silence: float,
    ) -> None:
        self._world, self._now, self._seen, self._silence = world, now, seen, silence

    def look(self, began: Optional[float] = None) -> Iterator[Until]:
        """Wait for a report after a time, by default from now on."""
        since = self._now() if began is None else began
        yield Until(
            lambda: self._seen() > since,
            self._silence,
            DETECTOR_SILENT,
            f"the detector has said nothing for {self._silence:g} s",
        )

    def sees(self, sku: str, slot: Slot) -> Generator[Until, Any, bool]:
        """Return whether the next report has a part in a slot."""
        began = self._now()
        yield from self.look(began)
        return any(
            one.state == PRESENT and one.slot == slot.number and one.measured > began
            for one in self._world.objects(sku, slot.tray)
        )

    def seen_at(self, part: KnownObject) -> Optional[KnownObject]:
        """Return a part of the same kind seen at this one's place."""
        return next(
            (
                one
                for one in self._world.objects(part.part)
                if one.id != part.id
                and one.state == PRESENT
                and one.measured > part.measured
                and np.linalg.norm((one.world_from_object - part.world_from_object)[:3, 3]) < 0.01
            ),
            None,
        )
