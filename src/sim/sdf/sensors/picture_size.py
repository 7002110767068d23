"""Limits of the size of camera images."""

from __future__ import annotations

from sim.errors import InputError

MOST_PIXELS = 8192
# Pixels of a whole image: rendering and copying take some 40 bytes of each, and a process that
# exhausts the memory may be killed.
MOST_AREA = 2**25


def check_size(where: str, width: int, height: int) -> None:
    """Raise InputError for an image size outside the limits."""
    if not (1 <= width <= MOST_PIXELS and 1 <= height <= MOST_PIXELS):
        raise InputError(where, f"{width} x {height} pixels; write from 1 to {MOST_PIXELS} each")
    if width * height > MOST_AREA:
        raise InputError(
            where,
            f"{width} x {height} are {width * height} pixels; write a size of at most "
            f"{MOST_AREA}, such as 8192 x 4096",
        )
