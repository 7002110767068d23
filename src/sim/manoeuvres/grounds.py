"""Grounds of manoeuvres: static models with height 0 at the start."""

from __future__ import annotations

from typing import Sequence

import numpy as np

from sim.sdf.types import Box, Collision, Friction, Inertial, Link, Model, Plane
from sim.transforms import transform_from_rpy

HALF_LENGTH = 2000.0  # m, of boxes
DEPTH = 1.0  # m, of boxes


def plane(friction: float) -> Model:
    return _ground([_collision("plane", Plane((0.0, 0.0, 1.0), (1.0, 1.0)), (0, 0, 0), friction)])


def split(left: float, right: float) -> Model:
    """Return a ground with two frictions that meet below the x axis."""
    half = Box((2.0 * HALF_LENGTH, HALF_LENGTH, DEPTH))
    return _ground(
        [
            _collision("left", half, (0.0, 0.5 * HALF_LENGTH, -0.5 * DEPTH), left),
            _collision("right", half, (0.0, -0.5 * HALF_LENGTH, -0.5 * DEPTH), right),
        ]
    )


def kerb(friction: float, ahead: float, height: float) -> Model:
    """Return level ground that is higher from a distance ahead on."""
    step = Box((HALF_LENGTH, HALF_LENGTH, DEPTH))
    return _ground(
        [
            _collision("plane", Plane((0.0, 0.0, 1.0), (1.0, 1.0)), (0, 0, 0), friction),
            _collision(
                "kerb", step, (ahead + 0.5 * HALF_LENGTH, 0.0, height - 0.5 * DEPTH), friction
            ),
        ]
    )


def _collision(name: str, shape: Box | Plane, place: Sequence[float], friction: float) -> Collision:
    pose = transform_from_rpy(tuple(place), (0.0, 0.0, 0.0))
    return Collision(name, pose, shape, Friction(friction, friction))


def _ground(collisions: Sequence[Collision]) -> Model:
    still = Inertial(1.0, np.eye(4), np.eye(3))
    link = Link("link", np.eye(4), still, tuple(collisions), (), True)
    return Model("ground", np.eye(4), True, (link,))
