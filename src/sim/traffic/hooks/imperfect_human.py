"""A driver who sees late, estimates wrongly and sometimes does not look.

Car following: the Intelligent Driver Model (:mod:`sim.traffic.hooks.idm`) on what the driver
perceives:
* late: gap and speed of the leader as they were ``reaction_time`` ago, carried on at constant
  speeds to now where he ``anticipates``;
* wrong: s exp(V_s w_s) and v_l - s r_c w_l, with w a Wiener process of standard deviation 1 that
  forgets in ``memory`` s;
* not at all: in a lapse of attention he holds his speed. Lapses come and go as a two-state Markov
  process, on average for ``lapse`` s every ``attention`` s. The Human Driver Model
  [HDM], with lapses as in [Przybyla].

SUMO's own care is off while he follows a leader, so that he can crash. Within his stopping distance
of the end of his lane it is on, since he does not know of lights, right of way and dead ends;
without a leader in sight SUMO drives.
"""

from __future__ import annotations

import numpy as np

from sim import checks
from sim.arrays import Array
from sim.traffic.hooks.actions import Actions
from sim.traffic.hooks.idm import idm
from sim.traffic.hooks.memory import Memory
from sim.traffic.hooks.view import View

HARDEST = 9.0
SPARE = 10.0


class ImperfectHuman:
    """``reaction_time``, ``lapse``, ``attention`` and ``memory`` in s; ``distance_error`` V_s as a
    share, ``speed_error`` r_c in 1/s; ``deceleration`` is the comfortable one in m/s^2. Headway,
    gap and acceleration are those of SUMO's driver."""

    def __init__(
        self,
        reaction_time: float = 0.7,
        anticipates: bool = True,
        lapse: float = 1.5,
        attention: float = 60.0,
        distance_error: float = 0.05,
        speed_error: float = 0.01,
        memory: float = 20.0,
        deceleration: float = 2.0,
    ) -> None:
        self.reaction_time = checks.number(reaction_time, "reaction_time", 0.0, 5.0)
        self.anticipates = bool(anticipates)
        self.lapse, self.attention = (
            checks.number(lapse, "lapse", 0.0, 60.0),
            checks.number(attention, "attention", 0.1),
        )
        self.distance_error = checks.number(distance_error, "distance_error", 0.0, 0.5)
        self.speed_error = checks.number(speed_error, "speed_error", 0.0, 0.2)
        self.memory = checks.number(memory, "memory", 0.1)
        self.deceleration = checks.number(deceleration, "deceleration", 0.1, 9.0)
        self._past = Memory(2)
        self._error = Memory(2)
        self._away = Memory(1)

    def control(self, view: View) -> Actions:
        """Accelerations of those who have a leader in sight."""
        sees = np.isfinite(view.gap)
        gap, leader_speed = self._estimated(view, *self._late(view))
        wanted = idm(
            view.speed,
            gap,
            leader_speed,
            view.allowed_speed,
            view.headway,
            view.min_gap,
            view.max_acceleration,
            self.deceleration,
        )
        wanted = np.where(
            self._inattentive(view), 0.0, np.clip(wanted, -HARDEST, view.max_acceleration)
        )
        stopping = (
            view.speed * self.reaction_time + view.speed**2 / (2.0 * view.max_deceleration) + SPARE
        )
        return Actions(
            acceleration=np.where(sees, wanted, np.nan), careless=sees & (view.remaining > stopping)
        )

    def _late(self, view: View) -> Array:
        """Gap and speed of the leader (2, n) as perceived."""
        steps = round(self.reaction_time / view.dt)
        now = np.stack([np.minimum(view.gap, 1e4), view.leader_speed])
        gap, leader_speed = self._past.delayed(view.number, now, steps)
        if self.anticipates:
            gap = gap - self.reaction_time * (view.speed - leader_speed)
        return np.stack([gap, leader_speed])

    def _estimated(self, view: View, gap: Array, leader_speed: Array) -> Array:
        """The same with the errors of estimation."""
        fresh, kept = view.rng.standard_normal((2, 2, len(view))), np.exp(-view.dt / self.memory)
        error = kept * self._error.get(view.number, fresh[0]) + np.sqrt(1.0 - kept**2) * fresh[1]
        self._error.put(view.number, error)
        return np.stack(
            [
                gap * np.exp(self.distance_error * error[0]),
                leader_speed - gap * self.speed_error * error[1],
            ]
        )

    def _inattentive(self, view: View) -> Array:
        """Who does not look (n,), after a step of the two-state process."""
        away = self._away.get(view.number, np.zeros((1, len(view))))[0] > 0.0
        end = 1.0 - np.exp(-view.dt / self.lapse) if self.lapse > 0 else 1.0
        begin = 1.0 - np.exp(-view.dt / self.attention) if self.lapse > 0 else 0.0
        draw = view.rng.random(len(view))
        away = np.where(away, draw >= end, draw < begin)
        self._away.put(view.number, away[None].astype(float))
        return away
