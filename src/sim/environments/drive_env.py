"""Gymnasium environment of an ego that drives to a goal through traffic."""

from __future__ import annotations

from typing import Any, Dict, Optional, Sequence, Tuple

import gymnasium

from sim.arrays import Array
from sim.environments.agents import Agents
from sim.environments.task import Rewards, Task


class DriveEnv(gymnasium.Env[Any, Array]):
    """Environment with the actions of :class:`Driving`.

    It has the observations of :class:`Observed`; ``options`` are fields of both. Each reset draws
    the seed of the traffic from ``traffic_seeds``, or takes the option ``traffic_seed``. ``info``
    has ``time`` in s, ``traffic_seed``, and which of ``reached``, ``contact``, and ``off_road`` has
    ended an episode. An episode is truncated after the task's seconds.
    """

    def __init__(
        self,
        task: Task,
        traffic_seeds: Sequence[int] = range(1, 21),
        rewards: Rewards = Rewards(),
        **options: Any,
    ) -> None:
        self.task, self.rewards, self._name = task, rewards, task.scenario.egos[0].name
        self._agents = Agents(task, [self._name], traffic_seeds, options)
        self.loop, self._agent = self._agents.loop, self._agents.by_name[self._name]
        self.action_space = self._agents.action_space()
        self.observation_space = self._agents.observation_space()

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[Any, Dict[str, Any]]:
        super().reset(seed=seed)
        self._agents.reset(self.np_random, options)
        return self._agent.observation(), self._agents.info(self._name)

    def step(self, action: Array) -> Tuple[Any, float, bool, bool, Dict[str, Any]]:
        agent = self._agent
        agent.drive(action)
        self.loop.step()
        reward = agent.judge(self.rewards)
        cut = agent.late and not agent.over
        return agent.observation(), reward, agent.over, cut, self._agents.info(self._name)

    def close(self) -> None:
        self._agents.close()

    def idm_action(self) -> Array:
        """Return the action of the launch files' driver. See :meth:`Agent.idm_action`."""
        return self._agent.idm_action()
