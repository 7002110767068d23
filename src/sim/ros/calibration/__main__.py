"""``python3 -m sim.ros.calibration calibrate BAG ...``: the calibration's commands, with ROS's
bags."""

from __future__ import annotations

import sys

from sim.calibration.command import main

try:
    from sim.ros.calibration.bag_writer import write_bag
    from sim.ros.calibration.bags import read_bags
except ModuleNotFoundError as error:
    sys.exit(
        f"sim.ros.calibration: {sys.executable} has no module {error.name}; use ./run exec python3"
    )

if __name__ == "__main__":
    sys.exit(main(read=read_bags, write=write_bag, program="sim.ros.calibration"))
