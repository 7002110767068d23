"""Child process of :mod:`lidar_link` that measures one lidar.

It casts rays at worlds received over a pipe until the pipe closes.
"""

from __future__ import annotations

import contextlib
import sys
from dataclasses import replace
from multiprocessing.connection import Connection
from typing import Optional

import numpy as np

from sim.arrays import Array
from sim.embedded.lidar.exposure import Exposure
from sim.embedded.lidar.scanner import Scanner
from sim.embedded.lidar.snapshot import LidarSnapshot, LinkRows
from sim.embedded.lidar.targets import RayTargets
from sim.errors import SimError


def returns(scanner: Scanner, snapshot: LidarSnapshot) -> Array:
    """Return the returns (n, 4) float32 of a scan of one instant.

    x y z in the lidar's frame, m, and intensities from 0 to 1.
    """
    scan = scanner.scan(Exposure((snapshot,)))
    assert scan is not None  # One of a single instant always is.
    there = np.isfinite(scan.ranges)
    found = np.empty((int(there.sum()), 4), np.float32)
    found[:, :3] = scan.directions[there] * scan.ranges[there, None]
    found[:, 3] = scan.intensities[there] / 255.0
    return found


def serve(pipe: Connection) -> None:
    """Receive the lidar's mount, the model path, and a world per scan.

    :class:`~sim.dataset.lidar_link.LidarLink` sends them.
    """
    model_path, mount = pipe.recv()
    targets = RayTargets(model_path)
    scanner = Scanner(targets, mount, distorted=False)
    links: Optional[LinkRows] = None
    while True:
        try:
            snapshot, same = pipe.recv()
        except EOFError:
            return
        try:
            if links is None:
                targets.prepare(snapshot)
            links = links if same and links is not None else snapshot.links
            pipe.send(returns(scanner, replace(snapshot, links=links)))
        except SimError as error:
            pipe.send(str(error))


if __name__ == "__main__":
    # The parent may end while a scan is measured.
    with contextlib.suppress(ConnectionError):
        serve(Connection(int(sys.argv[1])))
