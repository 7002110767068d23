"""What all models of noise have in common.

A model is a frozen dataclass: ``model(values, rng)`` gives degraded values and leaves its argument
as it was. A model with memory is not called itself: ``model.start(seed)`` gives a state, and
``state(values, time, rng)`` the degraded values at a time in s. NaN and infinite values stay what
they are.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar, List, Sequence, TypeVar, Union

import numpy as np

from sim.errors import InputError
from sim.noise.models.fields import checked

Seed = Union[int, Sequence[int]]
Same = TypeVar("Same", bound="Model")


@dataclass(frozen=True)
class Model:
    """Checks its fields when it is made; ``kind`` says what its values are, ``memory`` whether it
    needs ``start``."""

    kind: ClassVar[str] = "values"
    memory: ClassVar[bool] = False

    def __post_init__(self) -> None:
        for one in fields(self):
            if "low" in one.metadata:
                object.__setattr__(
                    self, one.name, checked(one.name, getattr(self, one.name), one.metadata)
                )

    def variance(self, values: Any) -> Any:
        """Variance of what the model adds to each value at random, from message to message, as
        numbers that fit the values; of ``Objects`` (6,): x y z and the rotation about these axes;
        of quaternions (3,): that rotation. 0 for what is constant in a run."""
        return 0.0

    def start(self, seed: Seed) -> Any:
        """The state of a model with memory."""
        raise NotImplementedError(f"{type(self).__name__} has no memory")

    def scaled(self: Same, factor: float) -> Same:
        """The model with the size of all that is random times a factor."""
        if not (isinstance(factor, (int, float)) and math.isfinite(factor) and factor >= 0.0):
            raise InputError(
                "noise factor", f"must be a finite number of at least 0, is {factor!r}"
            )
        return replace(
            self,
            **{
                one.name: _times(getattr(self, one.name), factor)
                for one in fields(self)
                if one.metadata.get("scales")
            },
        )


def words(seed: Seed) -> List[int]:
    """A seed as the list that numpy's SeedSequence takes, to append to."""
    return [int(seed)] if isinstance(seed, (int, np.integer)) else [int(word) for word in seed]


def _times(value: Any, factor: float) -> Any:
    return tuple(one * factor for one in value) if isinstance(value, tuple) else value * factor
