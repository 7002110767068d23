"""Converts ROS 1 recordings to MCAP and ROS 2 bags."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.public_names import public_names

if TYPE_CHECKING:
    from sim.bags.mcap_file import write_mcap
    from sim.bags.opening import open_recording
    from sim.bags.progress import ExportProgress
    from sim.bags.recording import BagRecording
    from sim.bags.rosbag2_folder import write_rosbag2

__all__ = [
    "BagRecording",
    "ExportProgress",
    "open_recording",
    "write_mcap",
    "write_rosbag2",
]

__getattr__ = public_names(
    __name__,
    {
        "mcap_file": ["write_mcap"],
        "opening": ["open_recording"],
        "progress": ["ExportProgress"],
        "recording": ["BagRecording"],
        "rosbag2_folder": ["write_rosbag2"],
    },
)
