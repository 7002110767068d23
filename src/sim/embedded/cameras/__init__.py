"""Cameras of the embedded simulator: colour, depth, distortion, drawn off the physics thread."""

from .cameras import Cameras
from .types import Frame, Shot

__all__ = ["Cameras", "Frame", "Shot"]
