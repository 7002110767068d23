"""Command line without ROS: ``python3 -m sim.noise map PROFILE``."""

from __future__ import annotations

import sys

from sim.errors import InputError
from sim.noise.command import main
from sim.noise.fit.recording import SignalRecording


def no_recording(bag: str, topic: str) -> SignalRecording:
    """Raise InputError: reading bags needs ROS's libraries."""
    raise InputError(
        bag, "bags are read with ROS: use ./run exec python3 -m sim.ros.noise in place of sim.noise"
    )


if __name__ == "__main__":
    sys.exit(main(no_recording))
