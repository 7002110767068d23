"""Ego with its task: actions, observations, rewards, and end.

SI units.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, Tuple

import numpy as np
from gymnasium import spaces

from sim.arrays import Array
from sim.checks import number
from sim.environments.closed_loop import ClosedLoop
from sim.environments.lane_following import LaneFollowing
from sim.environments.observations import Observer
from sim.environments.task import Rewards, Task
from sim.errors import InputError
from sim.traffic.frames import wrap
from sim.vehicle.idm import speed_command

# Of the ego, in a state: speed, acceleration, yaw rate, steering angle, way to the left of the path
# and heading against it, way left to the goal, time left; where the agent corrects the driver of
# the launch files, that driver's acceleration behind these.
OF_EGO = 8
# Farthest from its path that an ego may be, m.
ASIDE = 5.0


@dataclass(frozen=True)
class ActionMapping:
    """Mapping of actions from -1 to 1 to driving.

    The first is the acceleration, as a fraction of ``braking`` or ``accelerating`` in m/s^2. If the
    agent ``steers``, the second is the steering angle as a fraction of the vehicle's maximum; else
    the ego follows its path by pure pursuit. If it ``corrects``, its acceleration is added to that
    of the launch files' driver.
    """

    steers: bool = False
    corrects: bool = False
    accelerating: float = 3.0
    braking: float = 6.0

    def __post_init__(self) -> None:
        for name in ("steers", "corrects"):
            if not isinstance(getattr(self, name), (bool, np.bool_)):
                raise InputError(name, f"got {getattr(self, name)!r}; give True or False")
        for name in ("accelerating", "braking"):
            number(getattr(self, name), name, 1e-3, 100.0)

    @property
    def space(self) -> spaces.Box:
        return spaces.Box(-1.0, 1.0, (1 + self.steers,), np.float32)

    @property
    def of_ego(self) -> int:
        """Number of ego values in a state."""
        return OF_EGO + self.corrects


class Agent:
    """Agent that drives the ego ``name`` of a loop.

    ``ends`` lists which of ``reached``, ``contact``, and ``off_road`` has ended the episode.
    """

    def __init__(
        self, loop: ClosedLoop, name: str, task: Task, driving: ActionMapping, observer: Observer
    ) -> None:
        self.ego, self.driving = loop.egos[name], driving
        self._loop, self._task, self._observer = loop, task, observer
        self._driver = LaneFollowing(loop, task.stops, ego=name)
        self._goal = self._beginning(task.goal) + task.beyond

    def reset(self) -> None:
        """Start a new episode."""
        self.ends: Dict[str, bool] = {}
        self._along, self._aside = self._placed()
        self._speed, self._acceleration = self.ego.state.speed, 0.0
        self._look()

    def drive(self, action: Array) -> None:
        """Command the ego by an action, from this boundary on.

        Numbers beyond -1 and 1 are clipped.
        """
        wanted, count = _numbers(action), 1 + self.driving.steers
        if wanted.shape != (count,) or not np.isfinite(wanted).all():
            raise InputError(
                "action", f"must be {count} finite numbers from -1 to 1, not {action!r:.80}"
            )
        share, *turn = wanted.clip(-1.0, 1.0).tolist()
        driving = self.driving
        acceleration = share * (driving.accelerating if share > 0.0 else driving.braking)
        if driving.corrects:
            acceleration += self._corrected
        angle = turn[0] * self._greatest if driving.steers else self._driver.steering()
        self.ego.command(angle, *speed_command(self.ego.state.speed, acceleration))

    def judge(self, rewards: Rewards) -> float:
        """Return the reward of the last step."""
        before, step = self._along, self._task.scenario.step
        self._along, self._aside = self._placed()
        contact = bool(self.ego.touched)
        self.ends = {
            "contact": contact,
            "off_road": abs(self._aside) > ASIDE and not contact,
            "reached": self._along >= self._goal,
        }
        speed = self.ego.state.speed
        self._acceleration, self._speed = (speed - self._speed) / step, speed
        self._look()
        reward = rewards.way * (self._along - before) + rewards.time * step
        reward += rewards.goal * (self.ends["reached"] and not contact)
        reward += rewards.contact * contact + rewards.off_road * self.ends["off_road"]
        return float(reward)

    @property
    def over(self) -> bool:
        return any(self.ends.values())

    @property
    def late(self) -> bool:
        """True if the task's time is up."""
        return self._loop.time >= self._task.seconds - 0.5 * self._task.scenario.step

    def observation(self) -> Any:
        """Return the observation at this boundary."""
        ego, path = self.ego.state, self._driver.course.path
        heading = float(wrap(ego.yaw - path.at(self._along)[3]))
        own = (
            ego.speed,
            self._acceleration,
            ego.yaw_rate,
            self.ego.vehicle.steering_angle,
            self._aside,
            heading,
            self._goal - self._along,
            self._task.seconds - self._loop.time,
        )
        return self._observer.observe(
            self.ego.name, (*own, self._corrected) if self.driving.corrects else own
        )

    def idm_action(self) -> Array:
        """Return the action of ``lane_follow``, the launch files' driver.

        It is the acceleration of the Intelligent Driver Model, and pure pursuit.
        """
        angle, wanted = self._driver_wants()
        wanted = 0.0 if self.driving.corrects else wanted
        share = wanted / (self.driving.accelerating if wanted > 0.0 else self.driving.braking)
        found = [share, angle / self._greatest] if self.driving.steers else [share]
        return np.clip(np.array(found, np.float32), -1.0, 1.0)

    @property
    def _greatest(self) -> float:
        """The vehicle's greatest steering angle, rad."""
        return self.ego.vehicle.parameters.steering.max_angle

    def _look(self) -> None:
        if self.driving.corrects:
            self._corrected = self._driver_wants()[1]

    def _driver_wants(self) -> Tuple[float, float]:
        """Return steering angle and acceleration of the launch files' driver."""
        angle, speed, acceleration = self._driver.command()
        return angle, acceleration if speed > self.ego.state.speed else -acceleration

    def _placed(self) -> Tuple[float, float]:
        """Return the ego's arc length and lateral offset on its path, m.

        The offset is positive to the left.
        """
        along, aside = self._driver.course.path.project(*self.ego.state.centre)
        return float(along), float(aside)

    def _beginning(self, edge: str) -> float:
        """Return the arc length of the path at an edge's start."""
        lanes = self._loop.network.edge(edge)
        x, y = self._loop.network.known_path(lanes[len(lanes) // 2]).at(0.0)[:2]
        return float(self._driver.course.path.project(x, y)[0])


def _numbers(action: Any) -> Array:
    """Return an action as floats, without numbers an empty array."""
    try:
        found: Array = np.asarray(action, float)
    except (TypeError, ValueError):
        return np.empty(0)
    return found
