"""Exports ROS 1 recordings: bags, MCAP files, and bags of ROS 2."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.public_names import public_names

if TYPE_CHECKING:
    from sim.bags.formats import FORMATS, open_source
    from sim.bags.opening import open_recording
    from sim.bags.progress import ExportProgress
    from sim.bags.recording import BagRecording
    from sim.bags.rosbag2_folder import write_rosbag2

__all__ = [
    "FORMATS",
    "BagRecording",
    "ExportProgress",
    "open_recording",
    "open_source",
    "write_rosbag2",
]

__getattr__ = public_names(
    __name__,
    {
        "formats": ["FORMATS", "open_source"],
        "opening": ["open_recording"],
        "progress": ["ExportProgress"],
        "recording": ["BagRecording"],
        "rosbag2_folder": ["write_rosbag2"],
    },
)
