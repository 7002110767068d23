"""Base class of noise models.

A model is a frozen dataclass: ``model(values, rng)`` returns degraded values and leaves its
argument unchanged. A model with memory is not called itself: ``model.start(seed)`` returns a state,
and ``state(values, time, rng)`` the degraded values at a time in s. NaN and infinite values stay.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, ClassVar, List, Sequence, TypeVar, Union

import numpy as np

from sim.deprecation import deprecated_names
from sim.errors import InputError
from sim.noise.models.fields import checked

Seed = Union[int, Sequence[int]]
Same = TypeVar("Same", bound="NoiseModel")
if not TYPE_CHECKING:
    __getattr__ = deprecated_names(__name__, {"Model": "NoiseModel"})


@dataclass(frozen=True)
class NoiseModel:
    """Noise model that checks its fields when it is made.

    ``kind`` is the kind of its values; ``memory`` is true if it needs ``start``.
    """

    kind: ClassVar[str] = "values"
    memory: ClassVar[bool] = False

    def __post_init__(self) -> None:
        for one in fields(self):
            if "low" in one.metadata:
                object.__setattr__(
                    self, one.name, checked(one.name, getattr(self, one.name), one.metadata)
                )

    def variance(self, values: Any) -> Any:
        """Return the variance of the model's random error from message to message.

        Numbers that fit the values; of ``Objects`` (6,): x y z and the rotation about these axes;
        of quaternions (3,): that rotation. 0 for errors that are constant in a run.
        """
        return 0.0

    def start(self, seed: Seed) -> Any:
        """Return the state of a model with memory."""
        raise NotImplementedError(f"{type(self).__name__} has no memory")

    def scaled(self: Same, factor: float) -> Same:
        """Return the model with all sizes of random errors times a factor."""
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


def seed_words(seed: Seed) -> List[int]:
    """Return a seed as a list for numpy's SeedSequence, to append to."""
    return [int(seed)] if isinstance(seed, (int, np.integer)) else [int(word) for word in seed]


def _times(value: Any, factor: float) -> Any:
    return tuple(one * factor for one in value) if isinstance(value, tuple) else value * factor
