"""Scenic's own rejection sampling of whole scenes, with a tally of causes."""

from __future__ import annotations

import random
from typing import Any, Tuple

from sim.scenes.sampling.tally import RejectionTally


def sample(program: Any, max_iterations: int, tally: RejectionTally) -> Tuple[Any, int]:
    """Return one of Scenic's scenes and its number of iterations.

    Requirements are checked in their order, not by duration as in Scenic.
    """
    from scenic.core.distributions import RejectionException, Samplable

    for requirement in program.userRequirements:
        requirement.active = random.random() <= requirement.prob
    requirements = [
        item
        for item in program.defaultRequirements + program.userRequirements
        if item.active and not item.optional
    ]
    feedback = None
    for iteration in range(1, max_iterations + 1):
        try:
            if program.externalSampler is not None:
                program.externalSampler.sample(feedback)
                feedback = program.externalSampler.rejectionFeedback
            values = Samplable.sampleAll(program.dependencies)
            broken = next((item for item in requirements if item.falsifiedBy(values)), None)
        except RejectionException as error:
            broken = str(error) or "a value could not be drawn"
        if broken is None:
            return program._makeSceneFromSample(values), iteration
        tally.add(broken)
    raise tally.failure(max_iterations)
