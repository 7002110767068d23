"""Choice of the sampling method: by parts if exact, else Scenic's."""

from __future__ import annotations

import math
import random
from typing import Any, Optional, Tuple

import numpy as np

from sim.errors import SimulationError
from sim.scenes.program_errors import Origins
from sim.scenes.sampling import own_loop
from sim.scenes.sampling.part_tree import NotByParts, PartTree
from sim.scenes.sampling.tally import RejectionTally
from sim.scenes.sampling.tree import OutOfProposals, SamplingContext
from sim.scenes.seeds import seed_all
from sim.scenes.time_limit import SceneTimeout

# From this share of accepted whole proposals on, parts gain nothing; it is estimated on scenes of a
# fixed seed, so that it is the same everywhere.
EASY_ACCEPTANCE = 0.7
PILOT_SCENES = 3
PILOT_SEED = 20210521
MAX_PILOT_PROPOSALS = 400


class Sampler:
    """Samples a compiled program.

    ``method`` is its description, with the reason for not sampling by parts. ``easy``: whole scenes
    if few proposals are rejected.
    """

    def __init__(
        self, program: Any, origins: Origins, fast: bool = True, easy: float = EASY_ACCEPTANCE
    ) -> None:
        self._program = program
        self._whole: Optional[PartTree] = None
        try:
            if not fast:
                raise NotByParts("asked for")
            self._whole = PartTree(program)
            accepted = self._accepted(self._whole, origins)
            if accepted > easy:
                raise NotByParts(f"{100.0 * accepted:.0f} % of the proposals are accepted")
            self.method = self._whole.said
        except NotByParts as error:
            self._whole, self.method = None, f"whole scenes: {error}"

    def sample(
        self, generator: np.random.Generator, max_iterations: int, tally: RejectionTally
    ) -> Tuple[Any, int]:
        """Return one of Scenic's scenes and its number of iterations.

        Iterations are the most proposals of any part.
        """
        if self._whole is None:
            return own_loop.sample(self._program, max_iterations, tally)
        try:
            return self._by_parts(self._whole, SamplingContext(generator, max_iterations, tally))
        finally:
            self._whole.clear()

    def _accepted(self, whole: PartTree, origins: Origins) -> float:
        """Estimate the share of accepted whole proposals."""
        shares, state = [], (random.getstate(), np.random.get_state())
        for number in range(PILOT_SCENES):
            try:
                self._by_parts(
                    whole,
                    SamplingContext(
                        seed_all(PILOT_SEED + number),
                        MAX_PILOT_PROPOSALS,
                        RejectionTally(origins, ""),
                    ),
                )
                shares.append(math.prod(part.acceptance**part.uses for part in whole.parts))
            except SceneTimeout:
                raise
            except SimulationError:
                shares.append(0.0)
            finally:
                whole.clear()
        random.setstate(state[0])
        np.random.set_state(state[1])
        return float(np.mean(shares))

    def _by_parts(self, whole: PartTree, context: SamplingContext) -> Tuple[Any, int]:
        from scenic.core.distributions import RejectionException

        for requirement in self._program.userRequirements:
            requirement.active = random.random() <= requirement.prob
        while True:
            try:
                rows = whole.root.draw(1, context).rows[0]
            except OutOfProposals:
                raise context.tally.failure(context.limit) from None
            try:
                values = whole.values(rows)
            except RejectionException as error:
                context.tally.add(f"a value could not be drawn ({error})")
                continue
            iterations = max(math.ceil(part.tried / part.uses) for part in whole.parts)
            return self._program._makeSceneFromSample(values), iterations
