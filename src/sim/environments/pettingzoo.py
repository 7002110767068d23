"""PettingZoo parallel environment with several egos in one simulation.

Each ego has an agent.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar, Dict, List, Mapping, Optional, Sequence, Tuple

from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import ParallelEnv

from sim.arrays import Array
from sim.environments.agents import Agents
from sim.environments.arguments import (
    ArgumentError,
    argument_errors,
    check_reset,
)
from sim.environments.display import METADATA, RenderDisplay
from sim.environments.gym import merge_jam
from sim.environments.scenario import EgoStart
from sim.environments.task import Rewards, Task
from sim.environments.view import ViewOptions

# Of the merge, two on each entry, on the lanes that join. Two drivers side by side would wait for
# each other.
STARTS = (
    EgoStart("In1_0", -20.0, "ego_1"),
    EgoStart("In2_1", -30.0, "ego_2"),
    EgoStart("In1_0", -45.0, "ego_3"),
    EgoStart("In2_1", -55.0, "ego_4"),
)

Of = Dict[str, Any]


class DriveParallelEnv(ParallelEnv[str, Any, Array]):
    """Parallel environment of the egos of the task's scenario.

    It has the ``options``, rewards, and infos of ``DriveEnv``; an agent that reaches its goal,
    touches another, or leaves the road has ended, and its ego is removed before the next step.
    """

    metadata: ClassVar[Dict[str, Any]] = {
        "name": "drive_v0",
        **METADATA,
        "is_parallelizable": True,
    }

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
        self.render_mode = render_mode
        self.possible_agents = [ego.name for ego in task.scenario.egos]
        with argument_errors():
            self._display = RenderDisplay(render_mode, view, self.possible_agents[0])
            self._agents = Agents(task, self.possible_agents, traffic_seeds, options)
        self.loop, self._all = self._agents.loop, self._agents.by_name
        self.agents: List[str] = []
        self.observation_spaces: Dict[str, spaces.Space[Any]] = {
            name: self._agents.observation_space() for name in self._all
        }
        self.action_spaces: Dict[str, spaces.Space[Any]] = {
            name: self._agents.action_space() for name in self._all
        }
        self._random, _ = seeding.np_random()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(
        self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[Of, Of]:
        # PettingZoo's own checker passes an option that no environment knows.
        check_reset(seed, options, others=True)
        if seed is not None:
            self._random, _ = seeding.np_random(int(seed))
        with argument_errors():
            self._agents.reset(self._random, options)
        self.agents = list(self.possible_agents)
        self._display.show(self.loop)
        return {name: self._all[name].observation() for name in self.agents}, self._infos()

    def step(self, actions: Mapping[str, Array]) -> Tuple[Of, Of, Of, Of, Of]:
        acting = {name: self._all[name] for name in self.agents}
        missing = [name for name in acting if name not in actions]
        if missing:
            raise ArgumentError("actions", f"missing for {', '.join(missing)}")
        with argument_errors():
            for name, agent in acting.items():
                agent.drive(actions[name])
        if acting:
            self.loop.step()
        rewards = {name: agent.judge(self.rewards) for name, agent in acting.items()}
        seen = {name: agent.observation() for name, agent in acting.items()}
        over = {name: agent.over for name, agent in acting.items()}
        cut = {name: agent.late and not agent.over for name, agent in acting.items()}
        infos = self._infos()
        self.agents = [name for name in acting if not over[name] and not cut[name]]
        for name in acting:
            if over[name]:
                self.loop.leave(name)
        self._display.show(self.loop)
        return seen, rewards, over, cut, infos

    def render(self) -> Optional[Array]:
        """Return colours (height, width, 3) uint8 in the mode ``rgb_array``, else None.

        It follows the first ego, and stays at its last place.
        """
        return self._display.render(self._agents)

    def close(self) -> None:
        self._display.close()
        self._agents.close()

    def idm_actions(self) -> Dict[str, Array]:
        """Return the actions of the launch files' driver for each ego."""
        return {name: self._all[name].idm_action() for name in self.agents}

    def _infos(self) -> Of:
        return {name: self._agents.info(name) for name in self.agents}


def parallel_env(egos: int = 2, **options: Any) -> DriveParallelEnv:
    """Return the jammed merge of ``sim/MergeJam-v0`` with two to four egos.

    They come from both entries in turn.
    """
    if not isinstance(egos, int) or not 2 <= egos <= len(STARTS):
        raise ArgumentError("egos", f"are {egos}; write a number from 2 to {len(STARTS)}")
    task = merge_jam()
    return DriveParallelEnv(
        replace(task, scenario=replace(task.scenario, egos=STARTS[:egos])), **options
    )
