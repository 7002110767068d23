"""tf of all vehicles in one message of hundreds of transforms.

Its bytes are joined from constant parts and NumPy arrays.
"""

from __future__ import annotations

import struct
from typing import Any, Dict, Sequence

import numpy as np
from tf2_msgs.msg import TFMessage

from sim.ros.conversions import WORLD_FRAME, stamp
from sim.traffic.state import TrafficState
from sim.transforms import quaternion_from_rpy

# Bytes of a translation and a rotation.
POSE = 56


class FramesText(TFMessage):
    """Travels as TFMessage."""

    def __init__(self, text: bytes = b"") -> None:
        super().__init__()
        self.text = text

    def serialize(self, buffer: Any) -> None:
        buffer.write(self.text)


class TrafficFrames:
    """tf ``world -> traffic/<name>``."""

    def __init__(self) -> None:
        # The names of a transform's two frames as they travel, by the vehicle's name.
        self._names: Dict[str, bytes] = {}

    def message(self, state: TrafficState, names: Sequence[str], time: float) -> FramesText:
        """Return the frames of all vehicles at simulated time ``time``."""
        known, at = self._names, stamp(time)
        head = struct.pack("<III", 0, at.secs, at.nsecs)
        poses = np.hstack(
            [state.position, quaternion_from_rpy(state.roll, state.pitch, state.yaw)]
        ).astype("<f8")
        text = poses.tobytes()
        parts = [struct.pack("<I", len(state))]
        for row, name in enumerate(map(names.__getitem__, state.id.tolist())):
            frames = known.get(name)
            if frames is None:
                frames = known[name] = _text(WORLD_FRAME) + _text(f"traffic/{name}")
            parts += (head, frames, text[POSE * row : POSE * (row + 1)])
        return FramesText(b"".join(parts))


def _text(text: str) -> bytes:
    encoded = text.encode("utf-8")
    return struct.pack("<I", len(encoded)) + encoded
