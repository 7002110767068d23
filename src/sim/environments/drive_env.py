"""Gymnasium environment of an ego that drives to a goal through traffic."""

from __future__ import annotations

from typing import Any, Dict, Optional, Sequence, Tuple

import gymnasium

from sim.arrays import Array
from sim.environments.agents import Agents
from sim.environments.arguments import EpisodeOverError, argument_errors, check_reset
from sim.environments.display import METADATA, RenderDisplay
from sim.environments.task import Rewards, Task
from sim.environments.view import ViewOptions


class DriveEnv(gymnasium.Env[Any, Array]):
    """Environment with the actions of :class:`ActionMapping`.

    It has the observations of :class:`Observed`; ``options`` are fields of both. Each reset draws
    the seed of the traffic from ``traffic_seeds``, or takes the option ``traffic_seed``. ``info``
    has ``time`` in s, ``traffic_seed``, and which of ``reached``, ``contact``, and ``off_road`` has
    ended an episode. An episode is truncated after the task's seconds; a step after its end raises
    EpisodeOverError. Wrong arguments raise ArgumentError, a ValueError; unknown options
    UnknownOptionError, a TypeError. ``render`` draws the ``view``.
    """

    # Gymnasium reads it of the class, recorders of the environment.
    metadata: Dict[str, Any] = METADATA

    def __init__(
        self,
        task: Task,
        traffic_seeds: Sequence[int] = range(1, 21),
        rewards: Rewards = Rewards(),
        render_mode: Optional[str] = None,
        view: ViewOptions = ViewOptions(),
        **options: Any,
    ) -> None:
        self.task = task
        self.rewards = rewards
        self._name = task.scenario.egos[0].name
        self.render_mode = render_mode
        self.metadata = {**METADATA, "render_fps": round(1.0 / task.scenario.step)}
        with argument_errors():
            self._display = RenderDisplay(render_mode, view, self._name)
            self._agents = Agents(task, [self._name], traffic_seeds, options)
        self.loop, self._agent = self._agents.loop, self._agents.by_name[self._name]
        self.action_space = self._agents.action_space()
        self.observation_space = self._agents.observation_space()
        self._runs = False

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[Any, Dict[str, Any]]:
        check_reset(seed, options)
        super().reset(seed=None if seed is None else int(seed))
        with argument_errors():
            self._agents.reset(self.np_random, options)
        self._runs = True
        self._display.show(self.loop)
        return self._agent.observation(), self._agents.info(self._name)

    def step(self, action: Array) -> Tuple[Any, float, bool, bool, Dict[str, Any]]:
        if not self._runs:
            raise EpisodeOverError("step", "no episode runs; call reset first")
        agent = self._agent
        with argument_errors():
            agent.drive(action)
        self.loop.step()
        reward = agent.judge(self.rewards)
        cut = agent.late and not agent.over
        self._runs = not (agent.over or cut)
        self._display.show(self.loop)
        return agent.observation(), reward, agent.over, cut, self._agents.info(self._name)

    def render(self) -> Optional[Array]:  # type: ignore[override]
        """Return colours (height, width, 3) uint8 in the mode ``rgb_array``, else None."""
        return self._display.render(self._agents)

    def close(self) -> None:
        self._display.close()
        self._agents.close()

    def idm_action(self) -> Array:
        """Return the action of the launch files' driver. See :meth:`Agent.idm_action`."""
        return self._agent.idm_action()
