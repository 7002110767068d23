"""Agents in one simulation, for both environment interfaces.

It has their construction, the traffic seed drawn by a reset, and the info of a run.
"""

from __future__ import annotations

from typing import Any, Dict, Mapping, Optional, Sequence

import numpy as np
from gymnasium import spaces

from sim.environments.agent import Agent
from sim.environments.arguments import checked_seed, checked_seeds
from sim.environments.closed_loop import ClosedLoop
from sim.environments.observations import Observer
from sim.environments.options import chosen
from sim.environments.task import Task


class Agents:
    """Agents ``by_name`` of the egos ``names`` in a ``loop``.

    The loop runs a task's scenario; ``options`` are the fields of :class:`ActionMapping` and
    :class:`Observed`. ``begun`` from the first reset on.
    """

    def __init__(
        self,
        task: Task,
        names: Sequence[str],
        traffic_seeds: Sequence[int],
        options: Mapping[str, Any],
    ) -> None:
        self._driving, self._observed = chosen(options)
        self._seeds = checked_seeds(traffic_seeds)
        self.loop = ClosedLoop(task.scenario)
        self._observer = Observer(self.loop, self._observed)
        self.by_name = {
            name: Agent(self.loop, name, task, self._driving, self._observer) for name in names
        }
        self.begun = False

    # Each agent's spaces have their own random generator.
    def action_space(self) -> spaces.Space[Any]:
        """Return a new space of an agent's actions."""
        return self._driving.space

    def observation_space(self) -> spaces.Space[Any]:
        """Return a new space of an agent's observations."""
        return self._observed.space(self._driving.of_ego)

    def reset(self, random: np.random.Generator, options: Optional[Dict[str, Any]]) -> None:
        """Begin again with the option ``traffic_seed``, or with one that is drawn."""
        drawn = self._seeds[int(random.integers(len(self._seeds)))]
        self._traffic_seed = checked_seed((options or {}).get("traffic_seed", drawn))
        self.loop.reset(self._traffic_seed)
        for agent in self.by_name.values():
            agent.reset()
        self.begun = True

    def info(self, name: str) -> Dict[str, Any]:
        """Return time in s, traffic seed, and an agent's end reasons."""
        ends = self.by_name[name].ends
        return {"time": self.loop.time, "traffic_seed": self._traffic_seed, **ends}

    def close(self) -> None:
        self._observer.close()
        self.loop.close()
