"""Trailers behind entities: kinematic towing without side slip of the trailer's axle.

A trailer's reference point is its axle; the coupling is ``coupler`` m ahead of it, and meets the
hitch of the towing entity, ``hitch`` m ahead of that one's reference point (negative behind it).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Dict, Iterator, List, Mapping, Tuple

from sim.errors import InputError
from sim.openscenario.model.element import Element
from sim.openscenario.model.entities import ScenarioObject, TrailerRef, Vehicle
from sim.openscenario.play.mover import EntityMover
from sim.openscenario.play.roads import wrap_angle

# Jump of a hitch in a step, in m, beyond which its trailer is put in line behind it.
MAX_HITCH_STEP = 1.0


@dataclass
class Coupling:
    """Connection of a trailer, with the hitch's place in the last step."""

    towing: str
    hitch: float
    coupler: float
    x: float
    y: float


class Trailers:
    """Couplings of a scenario, by the names of the trailers.

    An entity ``driven`` by physics cannot be towed.
    """

    def __init__(
        self,
        objects: Mapping[str, ScenarioObject],
        movers: Mapping[str, EntityMover],
        driven: str = "",
    ) -> None:
        self._objects, self._movers, self._driven = objects, movers, driven
        self.couplings: Dict[str, Coupling] = {}

    def connect_initial(self) -> None:
        """Connect the trailers of the first moment, front ones first."""
        pairs = list(initial_pairs(self._objects))
        while pairs:
            towed = {trailer for _, trailer in pairs}
            ready = [each for each in pairs if each[0] not in towed]
            if not ready:
                source = self._objects[pairs[0][0]].source
                raise InputError(source, f"tows itself: {' and '.join(sorted(towed))}")
            for towing, trailer in ready:
                if self._movers[towing].entity.exists:
                    self.connect(towing, trailer, self._objects[towing])
            pairs = [each for each in pairs if each not in ready]

    def connect(self, towing: str, trailer: str, source: Element) -> float:
        """Connect a trailer at once; return its displacement in m.

        Without a place yet it is put in line behind. Raises InputError where the two have no hitch
        and coupler, or tow each other.
        """
        if trailer == self._driven:
            raise InputError(source.source, f"connects {trailer}, which is driven by physics")
        hitch, coupler = coupling_lengths(self._objects, towing, trailer, source)
        if towing in (trailer, *self.behind(trailer)):
            raise InputError(source.source, f"connects {trailer} to {towing}, which it tows")
        self.disconnect(towing)
        self.couplings.pop(trailer, None)
        front, own = self._movers[towing].entity, self._movers[trailer].entity
        heading = own.heading if own.exists else front.heading
        before = (own.x, own.y) if own.exists else None
        x, y = self._hitch(towing, hitch)
        self.couplings[trailer] = Coupling(towing, hitch, coupler, x, y)
        self._put(trailer, heading)
        own.speed, own.acceleration = front.speed, 0.0
        return math.hypot(own.x - before[0], own.y - before[1]) if before else 0.0

    def disconnect(self, towing: str) -> None:
        """Disconnect the trailer behind an entity; it keeps its speed."""
        for trailer in [name for name, each in self.couplings.items() if each.towing == towing]:
            del self.couplings[trailer]

    def behind(self, towing: str) -> List[str]:
        """Return the trailers behind an entity, from front to back."""
        found: List[str] = []
        for trailer, each in self.couplings.items():
            if each.towing == towing:
                found += [trailer, *self.behind(trailer)]
        return found

    def follow(self, dt: float) -> None:
        """Move all trailers after their towing entities have moved, ``dt`` later."""
        if not self.couplings:
            return
        leading = [each for each in self._movers if each not in self.couplings]
        for trailer in [name for each in leading for name in self.behind(each)]:
            self._follow(trailer, dt)

    def _follow(self, trailer: str, dt: float) -> None:
        """Move one trailer along the tractrix of its hitch.

        The hitch moves straight by d at an angle phi to the trailer:
        tan(phi / 2) falls by exp(-d / coupler).
        """
        coupling, mover = self.couplings[trailer], self._movers[trailer]
        front, own = self._movers[coupling.towing].entity, mover.entity
        if not front.exists or not own.exists:
            return
        x, y = self._hitch(coupling.towing, coupling.hitch)
        way = math.hypot(x - coupling.x, y - coupling.y)
        heading, jumped = own.heading, way > MAX_HITCH_STEP + 2.0 * abs(front.speed) * dt
        if jumped:
            heading = front.heading
        elif way > 0.0:
            direction = math.atan2(y - coupling.y, x - coupling.x)
            angle = wrap_angle(direction - own.heading)
            angle = 2.0 * math.atan(math.tan(0.5 * angle) * math.exp(-way / coupling.coupler))
            heading = wrap_angle(direction - angle)
        coupling.x, coupling.y = x, y
        before, speed = (own.x, own.y, own.heading), own.speed
        self._put(trailer, heading)
        moved = (own.x - before[0]) * math.cos(heading) + (own.y - before[1]) * math.sin(heading)
        own.speed = front.speed if jumped else moved / dt
        own.acceleration = 0.0 if jumped else (own.speed - speed) / dt
        own.travelled += 0.0 if jumped else abs(moved)
        own.lateral_acceleration = own.speed * wrap_angle(heading - before[2]) / dt
        mover.note(dt)

    def _put(self, trailer: str, heading: float) -> None:
        """Put a trailer at its hitch with a heading."""
        coupling = self.couplings[trailer]
        x = coupling.x - coupling.coupler * math.cos(heading)
        y = coupling.y - coupling.coupler * math.sin(heading)
        self._movers[trailer].tow(x, y, heading)

    def _hitch(self, name: str, hitch: float) -> Tuple[float, float]:
        entity = self._movers[name].entity
        return (
            entity.x + hitch * math.cos(entity.heading),
            entity.y + hitch * math.sin(entity.heading),
        )


def coupling_lengths(
    objects: Mapping[str, ScenarioObject], towing: str, trailer: str, source: Element
) -> Tuple[float, float]:
    """Return m of hitch and coupler ahead of the two reference points.

    Raises InputError if one of the two has none.
    """
    front, own = objects[towing].body, objects[trailer].body
    if not isinstance(front, Vehicle) or front.trailer_hitch is None:
        raise InputError(source.source, f"needs a <TrailerHitch> of {towing}")
    if not isinstance(own, Vehicle) or own.trailer_coupler is None:
        raise InputError(source.source, f"needs a <TrailerCoupler> of {trailer}")
    if own.trailer_coupler.dx <= 0.0:
        raise InputError(
            own.trailer_coupler.source,
            f"has dx='{own.trailer_coupler.dx:g}', which must be above 0: ahead of the axle",
        )
    return front.trailer_hitch.dx, own.trailer_coupler.dx


def initial_pairs(objects: Mapping[str, ScenarioObject]) -> Iterator[Tuple[str, str]]:
    """Yield the names of vehicles and of their trailers from the start."""
    for name, each in objects.items():
        if isinstance(each.body, Vehicle) and each.body.trailer is not None:
            behind = each.body.trailer.trailer
            yield name, behind.entity_ref if isinstance(behind, TrailerRef) else behind.name
