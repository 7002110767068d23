"""Settings of plugins in a model of two wheels, for the tests beside this file."""

from __future__ import annotations

import numpy as np

from sim.robot_plugins.settings import DIFF_DRIVE, Settings
from sim.sdf.plugins import Plugin
from sim.sdf.types import Axis, Joint, Model

NAMES = ("left_joint", "right_joint")
JOINTS = tuple(
    Joint(name, "continuous", "base", name, np.eye(4), Axis((0.0, 1.0, 0.0))) for name in NAMES
)
MODEL = Model("bot", np.eye(4), False, (), JOINTS)


def settings(filename: str = DIFF_DRIVE, **given: str) -> Settings:
    return Settings(Plugin("drive", filename, given), MODEL)
