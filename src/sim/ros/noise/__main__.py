"""Commands of the noise library on ROS's bags.

``python3 -m sim.ros.noise fit BAG TOPIC``, ``compare``, ``map``.
"""

from __future__ import annotations

import sys

from sim.noise.command import main

try:
    from sim.ros.noise.bags import read_recording
except ModuleNotFoundError as error:
    sys.exit(f"sim.ros.noise: {sys.executable} has no module {error.name}; use ./run exec python3")

if __name__ == "__main__":
    sys.exit(main(read_recording, program="sim.ros.noise"))
