"""Reads contacts: touching models, and the solver's results of a step."""

from __future__ import annotations

from typing import Callable, List, Optional, Tuple

import numpy as np

from sim.arrays import Array
from sim.embedded.physics.names import PartNames
from sim.embedded.physics.population import Population
from sim.embedded.physics.solved import Contacts, solved_contacts

NEVER = -1


class ModelContacts:
    """Contacts of one world; ``steps`` returns the number of steps so far."""

    def __init__(self, models: Population, names: PartNames, steps: Callable[[], int]) -> None:
        self._models, self._world = models, models.world
        self._names, self._steps = names, steps
        # Number of steps before the step with contacts to keep.
        self.kept_step = NEVER
        self._solved: Tuple[int, Optional[Contacts]] = (NEVER, None)

    def pairs(self) -> List[Tuple[str, str]]:
        """Return sorted unique pairs of names that touch now.

        Names are of models or labelled slots.
        """
        self._models.derived.refresh()
        layout = self._models.layout()
        pairs = {tuple(sorted(map(layout.name_of_body, pair))) for pair in self._bodies().tolist()}
        return sorted((first, second) for first, second in pairs)

    def touching(self, model: str) -> List[str]:
        """Return sorted names of the things that touched a model.

        Names are of models or labelled slots. Call it right after the step.
        """
        if not self._models.has(model):
            return []
        bodies = self._bodies()
        own = np.isin(bodies, self._names.bodies_of(model))
        others = bodies[:, ::-1][own & ~own[:, ::-1]]
        return sorted({self._names.of_body(body) for body in others.tolist()})

    def keep(self) -> None:
        """Keep the contacts of the coming step for :meth:`solved`."""
        self.kept_step = self._steps()

    @property
    def keeps(self) -> bool:
        """True if the contacts of the coming step are to be kept."""
        return self.kept_step == self._steps()

    def store(self) -> None:
        """Copy the contacts of the current step, right after ``mj_step2``."""
        model, data = self._world.model, self._world.data
        self._solved = (self._steps() + 1, solved_contacts(model, data))

    def solved(self) -> Optional[Contacts]:
        """Return the contacts of the last step; None if not kept."""
        return self._solved[1] if self._solved[0] == self._steps() else None

    def reset(self) -> None:
        """Delete contacts of earlier steps."""
        self.kept_step, self._solved = NEVER, (NEVER, None)

    def _bodies(self) -> Array:
        """Return the bodies (n, 2) of MuJoCo's n current contacts."""
        geoms = np.asarray(self._world.data.contact.geom, dtype=int).reshape(-1, 2)
        bodies: Array = self._world.model.geom_bodyid[geoms]
        return bodies
