"""Command line without ROS: ``python3 -m sim.noise map PROFILE``."""

from __future__ import annotations

import sys
from typing import List, Optional

from sim.errors import InputError
from sim.noise import command
from sim.noise.fit.recording import SignalRecording


def no_recording(bag: str, topic: str) -> SignalRecording:
    """Raise InputError: reading bags needs ROS's libraries."""
    raise InputError(
        bag, "bags are read with ROS: use ./run exec python3 -m sim.ros.noise in place of sim.noise"
    )


def main(argv: Optional[List[str]] = None, program: str = "sim.noise") -> int:
    """Run a command line and return its exit code."""
    return command.main(no_recording, argv, program)


if __name__ == "__main__":
    sys.exit(main())
