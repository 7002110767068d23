"""Extrinsic calibration of lidar and camera by a board with holes.

The simulated suite evaluates calibrations. Free of ROS.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.public_names import public_names

if TYPE_CHECKING:
    from sim.calibration.board import Board, Markers, read_board
    from sim.calibration.fit.calibrate import calibrate
    from sim.calibration.recording import (
        BoardRecording,
        RectifiedCamera,
        SensorFrame,
        read_recording,
        write_recording,
    )
    from sim.calibration.result import Calibration

__all__ = [
    "Board",
    "BoardRecording",
    "Calibration",
    "Markers",
    "RectifiedCamera",
    "SensorFrame",
    "calibrate",
    "read_board",
    "read_recording",
    "write_recording",
]

__getattr__ = public_names(
    __name__,
    {
        "board": ["Board", "Markers", "read_board"],
        "fit.calibrate": ["calibrate"],
        "recording": [
            "BoardRecording",
            "RectifiedCamera",
            "SensorFrame",
            "read_recording",
            "write_recording",
        ],
        "result": ["Calibration"],
    },
)
