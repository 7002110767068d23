"""Driver module with reference drivers in traffic.

Vehicles of a ``sim.traffic.hooks`` module react to their leaders as a reference driver would. SI
units.
"""

from __future__ import annotations

import numpy as np

from sim import checks
from sim.arrays import Array
from sim.drivers.reference.catalogue import TRAFFIC, named
from sim.drivers.reference.encounter import VEHICLE_WIDTH, Encounter, VehicleSize
from sim.drivers.reference.reaction import ReactionState
from sim.drivers.reference.watch import Alert, calm, limit
from sim.traffic.hooks.actions import Actions
from sim.traffic.hooks.memory import Memory as Kept
from sim.traffic.hooks.view import View

# Gap without a leader, m.
FAR = 1e6


class ReferenceTraffic:
    """``driver`` is one of fsm, human, rss, reg157.

    SUMO drives until it judges unsafe, and again once all has been safe for ``recovery`` s. Where
    ``careless``, SUMO does not keep it from a crash meanwhile.
    """

    def __init__(self, driver: str = "fsm", recovery: float = 3.0, careless: bool = False) -> None:
        self._reference, self.driver = named(driver, "driver"), driver
        self.recovery = checks.number(recovery, "recovery", 0.0)
        self.careless = bool(careless)
        self._kept = Kept(4)

    def control(self, view: View) -> Actions:
        """Return decelerations after unsafe judgements; SUMO drives the others."""
        reaction = self._reference.reaction
        judged = self._reference.judges[TRAFFIC](_encounter(view))
        allowed, alert = limit(
            reaction,
            self._alert(view),
            view.speed,
            judged,
            1.0 / view.dt,
            self.recovery,
        )
        memory = alert.memory
        self._kept.put(
            view.number,
            np.stack([memory.judged, memory.delay, memory.deceleration, alert.calm]),
        )
        takes = np.isfinite(allowed)
        return Actions(
            acceleration=np.where(takes, allowed, np.nan), careless=takes & self.careless
        )

    def _alert(self, view: View) -> Alert:
        usual = calm(self._reference.reaction, len(view))
        judged, delay, deceleration, safe_for = self._kept.get(
            view.number,
            np.stack(
                [
                    usual.memory.judged,
                    usual.memory.delay,
                    usual.memory.deceleration,
                    usual.calm,
                ]
            ),
        )
        return Alert(ReactionState(judged > 0.0, delay, deceleration), safe_for)


def _encounter(view: View) -> Encounter:
    """Return each vehicle's encounter with its leader on its own lane.

    The leader is as long as the vehicle.
    """
    gap: Array = np.where(np.isfinite(view.gap), view.gap, FAR)
    none = np.zeros(len(view))
    box = VehicleSize(view.length, VEHICLE_WIDTH)
    return Encounter(
        gap + view.length,
        none,
        view.speed,
        view.acceleration,
        view.leader_speed,
        none,
        box,
        box,
        view.leader_acceleration,
    )
