"""Trial of a model on the embedded simulator: whether it spawns."""

from __future__ import annotations

import contextlib
import logging
from importlib.util import find_spec
from typing import Iterator

import numpy as np

from sim.embedded.sensor_checks import check_sensors
from sim.errors import InputError
from sim.sdf.types import Model

# s of a step of physics: Gazebo's own.
STEP = 0.001
NAME = "model"


def refusal_of(model: Model) -> str:
    """Return the reason why a model does not spawn, or empty.

    Without MuJoCo, as on Python 3.8, only its sensors are checked.
    """
    try:
        check_sensors(model, model.name, STEP)
        if find_spec("mujoco") is not None:
            from sim.embedded.physics.physics import Physics

            with _silence():
                Physics((0.0, 0.0, -9.8), STEP).add(model, NAME, np.eye(4))
    except InputError as error:
        return str(error)
    return ""


@contextlib.contextmanager
def _silence() -> Iterator[None]:
    """Keep the simulator's log quiet; the check's table has the same."""
    log = logging.getLogger("sim")
    level = log.level
    log.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        log.setLevel(level)
