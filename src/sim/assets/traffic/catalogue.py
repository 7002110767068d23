"""Every model that this package makes, by name."""

from __future__ import annotations

from typing import Callable, Dict

from sim.assets.traffic.cars import CARS, car_model
from sim.assets.traffic.files import ModelFiles
from sim.assets.traffic.heavy import HEAVY
from sim.assets.traffic.pedestrians import PERSONS, pedestrian_model
from sim.assets.traffic.two_wheelers import CYCLISTS, bicycle_model, motorcycle_model

MODELS: Dict[str, Callable[[str], ModelFiles]] = {
    **{name: car_model for name in CARS},
    **HEAVY,
    **{name: bicycle_model for name in CYCLISTS},
    "motorcycle": motorcycle_model,
    **{name: pedestrian_model for name in PERSONS},
}


def model_files(name: str) -> ModelFiles:
    """Return the files of a model of ``MODELS``."""
    return MODELS[name](name)
