"""An ego that is to reach a place on its way through traffic, as an environment of Gymnasium."""

from __future__ import annotations

from typing import Any, Dict, Optional, Sequence, Tuple

import gymnasium

from sim.arrays import Array
from sim.environments.agent import Agent
from sim.environments.closed_loop import ClosedLoop
from sim.environments.observations import Observer
from sim.environments.options import chosen
from sim.environments.task import Rewards, Task


class DriveEnv(gymnasium.Env[Any, Array]):
    """Actions are those of :class:`Driving`, observations those of :class:`Observed`, whose fields
    are ``options``.

    Each reset draws the seed of the traffic from ``traffic_seeds``, or takes the option
    ``traffic_seed``. ``info`` has ``time`` in s, ``traffic_seed``, and which of ``reached``,
    ``contact`` and ``off_road`` has ended an episode. An episode is cut after the task's seconds.
    """

    def __init__(
        self,
        task: Task,
        traffic_seeds: Sequence[int] = range(1, 21),
        rewards: Rewards = Rewards(),
        **options: Any,
    ) -> None:
        driving, observed = chosen(options)
        self.task, self.rewards, self._seeds = task, rewards, tuple(traffic_seeds)
        self.loop = ClosedLoop(task.scenario)
        self._observer = Observer(self.loop, observed)
        self._agent = Agent(self.loop, task.scenario.egos[0].name, task, driving, self._observer)
        self.action_space = driving.space
        self.observation_space = observed.space(driving.of_ego)

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[Any, Dict[str, Any]]:
        super().reset(seed=seed)
        drawn = self._seeds[int(self.np_random.integers(len(self._seeds)))]
        self._traffic_seed = int((options or {}).get("traffic_seed", drawn))
        self.loop.reset(self._traffic_seed)
        self._agent.reset()
        return self._agent.observation(), self._info()

    def step(self, action: Array) -> Tuple[Any, float, bool, bool, Dict[str, Any]]:
        agent = self._agent
        agent.drive(action)
        self.loop.step()
        reward = agent.judge(self.rewards)
        cut = agent.late and not agent.over
        return agent.observation(), reward, agent.over, cut, {**self._info(), **agent.ends}

    def close(self) -> None:
        self._observer.close()
        self.loop.close()

    def idm_action(self) -> Array:
        """What the driver of the launch files would do, as :meth:`Agent.idm_action` says."""
        return self._agent.idm_action()

    def _info(self) -> Dict[str, Any]:
        return {"time": self.loop.time, "traffic_seed": self._traffic_seed}
