"""Cameras of the embedded simulator, drawn off the physics thread.

They measure colour and depth, with lens distortion.
"""

from sim.embedded.cameras.types import CameraFrame, Shot

__all__ = ["CameraFrame", "Shot"]
