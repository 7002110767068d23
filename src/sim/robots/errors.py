"""What a robot cannot do."""

from __future__ import annotations

from sim.errors import SimError


class MotionError(SimError):
    """A pose is out of reach, a joint's range is left or a singularity is met; the message names
    joint and pose."""
