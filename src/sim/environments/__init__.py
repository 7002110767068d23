"""Simulations for training and fast experiments.

Simulator, traffic, and ego run in one process, without ROS; Gymnasium environments use them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.public_names import public_names

if TYPE_CHECKING:
    from sim.environments.closed_loop import ClosedLoop
    from sim.environments.drive_env import DriveEnv
    from sim.environments.lane_following import LaneFollowing
    from sim.environments.pettingzoo import DriveParallelEnv, parallel_env
    from sim.environments.scenario import EgoStart, Scenario, merge, town
    from sim.environments.sensors import CameraOptions, LidarOptions
    from sim.environments.task import Rewards, Task
    from sim.environments.view import ViewOptions

__all__ = [
    "CameraOptions",
    "ClosedLoop",
    "DriveEnv",
    "DriveParallelEnv",
    "EgoStart",
    "LaneFollowing",
    "LidarOptions",
    "Rewards",
    "Scenario",
    "Task",
    "ViewOptions",
    "merge",
    "parallel_env",
    "town",
]

__getattr__ = public_names(
    __name__,
    {
        "closed_loop": ["ClosedLoop"],
        "drive_env": ["DriveEnv"],
        "lane_following": ["LaneFollowing"],
        "pettingzoo": ["DriveParallelEnv", "parallel_env"],
        "scenario": ["EgoStart", "Scenario", "merge", "town"],
        "sensors": ["CameraOptions", "LidarOptions"],
        "task": ["Rewards", "Task"],
        "view": ["ViewOptions"],
    },
)
