"""OpenCV for drawing, imported when it is used."""

from __future__ import annotations

from typing import Any

from sim.errors import SimulationError


def drawing() -> Any:
    """Return the module cv2; SimulationError if it is missing."""
    try:
        import cv2
    except ImportError as error:
        raise SimulationError(
            f"views need OpenCV ({error}); install setup/requirements/images.txt"
        ) from error
    return cv2
