"""Reports the poses of a world's models before and after they settle.

Run it as ``python3 -m sim.embedded.settle``. It prints JSON: by name the poses (4, 4) before and
after, as rows. World frame, SI units.
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import Dict, List, Optional, Sequence

from sim.arrays import Array
from sim.embedded.physics.physics import Physics
from sim.errors import SimError
from sim.sdf.reader import read_world


def settle(world: str, model_path: Sequence[str], seconds: float) -> Dict[str, List[Array]]:
    """Return poses (4, 4) of the models before and after ``seconds``."""
    read, _ = read_world(world, model_path)
    physics = Physics(read.gravity, read.physics.max_step_size)
    physics.add_many([(model, model.name, model.world_from_model) for model in read.models])
    before = {name: physics.poses.model_pose(name) for name in physics.models.names()}
    physics.step(round(seconds / physics.timestep))
    return {name: [pose, physics.poses.model_pose(name)] for name, pose in before.items()}


def main(argv: Optional[Sequence[str]] = None) -> int:
    """Run the command; return 2 and print one line on failure."""
    parser = argparse.ArgumentParser(description="Where the models of a world come to rest.")
    parser.add_argument("world")
    parser.add_argument("seconds", type=float)
    parser.add_argument("model_path", nargs="*")
    arguments = parser.parse_args(argv)
    try:
        found = settle(arguments.world, arguments.model_path, arguments.seconds)
    except SimError as error:
        print(error, file=sys.stderr)
        return 2
    json.dump(
        {name: [pose.tolist() for pose in poses] for name, poses in found.items()}, sys.stdout
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
