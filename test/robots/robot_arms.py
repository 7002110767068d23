"""The package's arms, for tests."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from sim.robots.assembly import folder
from sim.robots.description import Arm, read_arm
from sim.robots.kinematics.kinematics import Kinematics, kinematics_of
from sim.robots.robot import Robot, read_robot

FILES = {"fanuc": "fanuc_lr_mate_200id", "motoman": "motoman_sia20f", "gantry": "gantry"}
NAMES = tuple(FILES)


@lru_cache(maxsize=None)
def arm(name: str) -> Arm:
    path = folder() / f"{FILES[name]}.urdf"
    return read_arm(path.read_bytes(), str(path))


@lru_cache(maxsize=None)
def kinematics(name: str) -> Kinematics:
    return kinematics_of(arm(name))


@lru_cache(maxsize=None)
def robot(name: str) -> Robot:
    return read_robot(folder().parent / f"{name}.yaml")


def random_positions(name: str, count: int, seed: int = 0) -> np.ndarray:
    """Joint positions (count, k) anywhere in the ranges."""
    return np.random.default_rng(seed).uniform(
        arm(name).limits("lower"), arm(name).limits("upper"), (count, len(arm(name)))
    )
