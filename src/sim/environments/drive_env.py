"""An ego that is to reach a place on its way through traffic, as an environment of Gymnasium.

Units are SI; what is around is in the ego's frame, x forward, y left, from its centre.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Dict, Optional, Sequence, Tuple

import gymnasium
import numpy as np
from gymnasium import spaces

from sim.arrays import Array
from sim.environments.closed_loop import ClosedLoop, Scenario
from sim.environments.lane_following import LaneFollowing
from sim.errors import InputError
from sim.traffic.frames import wrap
from sim.vehicle.idm import speed_command

# Of the ego, in an observation: speed, acceleration, yaw rate, steering angle, way to the left of
# the path and heading against it, way left to the goal, time left.
OF_EGO = 8
# Of each neighbour: whether there is one, x, y, cos and sin of its heading against the ego's, its
# speed, length and width.
OF_NEIGHBOUR = 8
# Farthest from its path that an ego may be, m.
ASIDE = 5.0


@dataclass(frozen=True)
class Task:
    """``stops``: edges that the way from the ego's lane leads over; the goal is reached so many m
    (``beyond``) behind the beginning of the edge ``goal``, within ``seconds``."""

    scenario: Scenario
    stops: Sequence[str]
    goal: str
    beyond: float
    seconds: float


@dataclass(frozen=True)
class Rewards:
    """For each m of way, each s, the goal, a contact, and leaving the road."""

    way: float = 0.1
    time: float = -0.1
    goal: float = 10.0
    contact: float = -20.0
    off_road: float = -20.0


class DriveEnv(gymnasium.Env[Array, Array]):
    """Actions are numbers from -1 to 1: the acceleration, as a share of ``braking`` or
    ``accelerating`` in m/s^2, and where the agent ``steers``, the steering angle as a share of the
    vehicle's greatest; else the ego follows its path by pure pursuit.

    Each reset draws the seed of the traffic from ``traffic_seeds``, or takes the option
    ``traffic_seed``. ``info`` has ``time`` in s, ``traffic_seed``, and which of ``reached``,
    ``contact`` and ``off_road`` has ended an episode. An episode is cut after the task's seconds.
    """

    def __init__(
        self,
        task: Task,
        steers: bool = False,
        neighbours: int = 12,
        traffic_seeds: Sequence[int] = range(1, 21),
        rewards: Rewards = Rewards(),
        accelerating: float = 3.0,
        braking: float = 6.0,
    ) -> None:
        self.task, self.steers, self.neighbours, self.rewards = task, steers, neighbours, rewards
        self._seeds, self._limits = tuple(traffic_seeds), (braking, accelerating)
        self.loop = ClosedLoop(task.scenario)
        self._driver = LaneFollowing(self.loop, task.stops)
        self._goal = self._beginning(task.goal) + task.beyond
        self._actions = 2 if steers else 1
        self.action_space = spaces.Box(-1.0, 1.0, (self._actions,), np.float32)
        size = OF_EGO + neighbours * OF_NEIGHBOUR
        self.observation_space = spaces.Box(-np.inf, np.inf, (size,), np.float32)
        self._along, self._speed = 0.0, 0.0

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[Array, Dict[str, Any]]:
        super().reset(seed=seed)
        drawn = self._seeds[int(self.np_random.integers(len(self._seeds)))]
        self._traffic_seed = int((options or {}).get("traffic_seed", drawn))
        self.loop.reset(self._traffic_seed)
        self._along, _ = self._placed()
        self._speed = self.loop.ego.speed
        return self._observation(0.0), self._info()

    def step(self, action: Array) -> Tuple[Array, float, bool, bool, Dict[str, Any]]:
        wanted = np.asarray(action, float)
        if wanted.shape != (self._actions,) or not np.isfinite(wanted).all():
            raise InputError(
                "action",
                f"must be {self._actions} finite numbers from -1 to 1, not {wanted.tolist()}",
            )
        self._drive(np.clip(wanted, -1.0, 1.0))
        self.loop.step()
        before, (self._along, aside) = self._along, self._placed()
        rewards, step = self.rewards, self.task.scenario.step
        contact = bool(self.loop.touched)
        ends = {
            "contact": contact,
            "off_road": abs(aside) > ASIDE and not contact,
            "reached": self._along >= self._goal,
        }
        reward = rewards.way * (self._along - before) + rewards.time * step
        reward += rewards.goal * (ends["reached"] and not contact)
        reward += rewards.contact * contact + rewards.off_road * ends["off_road"]
        speed = self.loop.ego.speed
        acceleration, self._speed = (speed - self._speed) / step, speed
        over = any(ends.values())
        cut = not over and self.loop.time >= self.task.seconds - 0.5 * step
        return self._observation(acceleration), float(reward), over, cut, {**self._info(), **ends}

    def close(self) -> None:
        self.loop.close()

    def idm_action(self) -> Array:
        """What ``lane_follow``, the driver of the launch files, would do: the acceleration of the
        Intelligent Driver Model, and pure pursuit."""
        angle, speed, acceleration = self._driver.command()
        braking, accelerating = self._limits
        wanted = math.copysign(acceleration, speed - self.loop.ego.speed)
        share = wanted / (accelerating if wanted > 0.0 else braking)
        greatest = self.loop.vehicle.parameters.steering.max_angle
        found = [share, angle / greatest] if self.steers else [share]
        return np.clip(np.array(found, np.float32), -1.0, 1.0)

    def _drive(self, wanted: Array) -> None:
        braking, accelerating = self._limits
        share = float(wanted[0])
        acceleration = share * (accelerating if share > 0.0 else braking)
        angle = (
            float(wanted[1]) * self.loop.vehicle.parameters.steering.max_angle
            if self.steers
            else self._driver.steering()
        )
        self.loop.command(angle, *speed_command(self.loop.ego.speed, acceleration))

    def _placed(self) -> Tuple[float, float]:
        """Arc length of the ego on its path, and how far to the left of it, m."""
        along, aside = self._driver.course.path.project(*self.loop.ego.centre)
        return float(along), float(aside)

    def _beginning(self, edge: str) -> float:
        """Arc length of the path at which an edge begins."""
        lanes = self.loop.network.edge(edge)
        x, y = self.loop.network.known_path(lanes[len(lanes) // 2]).at(0.0)[:2]
        return float(self._driver.course.path.project(x, y)[0])

    def _observation(self, acceleration: float) -> Array:
        ego, path = self.loop.ego, self._driver.course.path
        along, aside = self._placed()
        heading = float(wrap(np.array([ego.yaw - path.at(along)[3]]))[0])
        own = (
            ego.speed,
            acceleration,
            ego.yaw_rate,
            self.loop.vehicle.steering_angle,
            aside,
            heading,
            self._goal - along,
            self.task.seconds - self.loop.time,
        )
        return np.concatenate([own, self._neighbours().ravel()]).astype(np.float32)

    def _neighbours(self) -> Array:
        """The nearest (neighbours, 8), the nearest first, zeros where there is none."""
        ego, state = self.loop.ego, self.loop.shown
        found = np.zeros((self.neighbours, OF_NEIGHBOUR))
        apart = state.position[:, :2] - ego.centre
        nearest = np.argsort((apart**2).sum(axis=1), kind="stable")[: self.neighbours]
        cos, sin = math.cos(ego.yaw), math.sin(ego.yaw)
        x, y = apart[nearest].T
        turn, rows = state.yaw[nearest] - ego.yaw, len(nearest)
        found[:rows, 0] = 1.0
        found[:rows, 1], found[:rows, 2] = cos * x + sin * y, cos * y - sin * x
        found[:rows, 3], found[:rows, 4] = np.cos(turn), np.sin(turn)
        found[:rows, 5] = state.speed[nearest]
        found[:rows, 6:] = self.loop.sizes[state.type[nearest], :2]
        return found

    def _info(self) -> Dict[str, Any]:
        return {"time": self.loop.time, "traffic_seed": self._traffic_seed}
