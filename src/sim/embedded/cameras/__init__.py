"""Cameras of the embedded simulator: colour, depth, distortion, drawn off the physics thread by
MuJoCo's renderer."""

from .cameras import Cameras
from .types import Frame, Quality, Shot

__all__ = ["Cameras", "Frame", "Quality", "Shot"]
