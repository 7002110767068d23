"""``python3 -m sim.ros.noise fit BAG TOPIC``, ``compare``, ``map``: the noise library's commands,
with ROS's bags."""

from __future__ import annotations

import sys

from sim.noise.command import main
from sim.ros.noise.bags import read_recording

if __name__ == "__main__":
    sys.exit(main(read_recording))
