"""Every model that this package makes, by name."""

from __future__ import annotations

from typing import Callable, Dict

from .cars import CARS, car_model
from .files import ModelFiles

MODELS: Dict[str, Callable[[str], ModelFiles]] = {name: car_model for name in CARS}


def model_files(name: str) -> ModelFiles:
    """The files of a model of ``MODELS``."""
    return MODELS[name](name)
