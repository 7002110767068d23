"""Cameras of the embedded simulator: colour, depth, distortion, drawn off the physics thread."""

from .types import Frame, Shot

__all__ = ["Frame", "Shot"]
