"""Plugin settings in a test model of two wheels and a hand."""

from __future__ import annotations

import numpy as np

from sim.robot_plugins.settings import DIFF_DRIVE, PluginSettings
from sim.sdf.plugins import Plugin
from sim.sdf.types import Axis, Inertial, Joint, Link, Model

NAMES = ("left_joint", "right_joint")
JOINTS = tuple(
    Joint(name, "continuous", "base", name, np.eye(4), Axis((0.0, 1.0, 0.0))) for name in NAMES
)
FIXED = Joint("wrist", "fixed", "base", "hand", np.eye(4))
WEIGHT = Inertial(1.0, np.eye(4), np.eye(3))
LINKS = tuple(Link(name, np.eye(4), WEIGHT) for name in ("base", "hand"))
MODEL = Model("bot", np.eye(4), False, LINKS, (*JOINTS, FIXED))


def settings(filename: str = DIFF_DRIVE, **given: str) -> PluginSettings:
    return PluginSettings(Plugin("drive", filename, given), MODEL)
