"""Errors of robot motions."""

from __future__ import annotations

from sim.errors import SimError


class MotionError(SimError):
    """A pose is out of reach, a joint's range exceeded, or singular.

    The message names joint and pose.
    """
