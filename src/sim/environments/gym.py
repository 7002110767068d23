"""Registers the environments with Gymnasium.

``gymnasium.make("sim.environments.gym:sim/MergeJam-v0")`` imports this by itself.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sim.environments.drive_env import DriveEnv
from sim.environments.registration import register
from sim.environments.scenario import EgoStart, merge, town
from sim.environments.task import Task

# m around the ego with visible traffic.
RADIUS = 60.0


def merge_jam() -> Task:
    """Return the task of the ego of ``hybrid_merge.launch``.

    From 20 m before the zipper it must get 15 m beyond it within 60 s.
    """
    scenario = replace(merge(), egos=(EgoStart("In1_0", -20.0),), radius=RADIUS)
    return Task(scenario, ("Out",), "Merged", 15.0, 60.0)


def through_town() -> Task:
    """Return the task of the ego of ``town.launch``. It must reach its destination within 400 s."""
    stops = ("main_2_east", "bridge_north", "station_south")
    return Task(replace(town(), radius=RADIUS), stops, stops[-1], 20.0, 400.0)


def merge_jam_env(**options: Any) -> DriveEnv:
    """Return ``sim/MergeJam-v0``; an option ``task`` replaces its task."""
    return DriveEnv(**{"task": merge_jam(), **options})


def town_env(**options: Any) -> DriveEnv:
    """Return ``sim/Town-v0``; an option ``task`` replaces its task."""
    return DriveEnv(**{"task": through_town(), **options})


register()
