"""Driver with delayed, wrong, and interrupted perception.

Car following: the Intelligent Driver Model (:mod:`sim.traffic.hooks.idm`) with the perceived state:

* delay: gap and speed of the leader ``reaction_time`` ago, extrapolated at constant speeds if the
  driver ``anticipates``;
* error: s exp(V_s w_s) and v_l - s r_c w_l, with w a Wiener process of standard deviation 1 and
  correlation time ``memory`` (Ornstein-Uhlenbeck);
* inattention: in a lapse of attention the driver holds the speed. Lapses come and go as a two-state
  Markov process, on average for ``lapse`` s every ``attention`` s. The Human Driver Model
  [HDM], with lapses as in [Przybyla].

SUMO's safety checks are off while the driver follows a leader, so that crashes are possible. Within
the stopping distance of the end of the lane they are on, since the model does not see lights, right
of way, and dead ends; without a leader in sight SUMO drives.
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
    """Driver with imperfect perception.

    ``reaction_time``, ``lapse``, ``attention`` and ``memory`` in s; ``distance_error`` V_s as a
    share, ``speed_error`` r_c in 1/s; ``deceleration`` is the comfortable one in m/s^2. Headway,
    gap, and acceleration are as for SUMO's driver.
    """

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
        """Return accelerations of vehicles with a leader in sight."""
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
        """Return the perceived gap and speed of the leader (2, n)."""
        steps = round(self.reaction_time / view.dt)
        now = np.stack([np.minimum(view.gap, 1e4), view.leader_speed])
        gap, leader_speed = self._past.delayed(view.number, now, steps)
        if self.anticipates:
            gap = gap - self.reaction_time * (view.speed - leader_speed)
        return np.stack([gap, leader_speed])

    def _estimated(self, view: View, gap: Array, leader_speed: Array) -> Array:
        """Return gap and speed of the leader (2, n) with estimation errors."""
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
        """Return a mask (n,) of inattentive drivers after a Markov step."""
        away = self._away.get(view.number, np.zeros((1, len(view))))[0] > 0.0
        end = 1.0 - np.exp(-view.dt / self.lapse) if self.lapse > 0 else 1.0
        begin = 1.0 - np.exp(-view.dt / self.attention) if self.lapse > 0 else 0.0
        draw = view.rng.random(len(view))
        away = np.where(away, draw >= end, draw < begin)
        self._away.put(view.number, away[None].astype(float))
        return away
