"""Lidar that measures in a child process while the drive goes on.

Ray casting holds Python's lock, so that a thread would block everything else.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Optional

import numpy as np

from sim.arrays import Array
from sim.child import Child
from sim.embedded.lidar.snapshot import LidarSnapshot, LinkRows
from sim.embedded.sensors.mount import SensorMount
from sim.errors import SimulationError
from sim.sdf.model_path import ModelPath

NO_LINKS = LinkRows((), {})


class LidarLink:
    """To be closed. The child ends with the thread that makes this."""

    def __init__(self, model_path: ModelPath, mount: SensorMount) -> None:
        self._child = Child("sim.dataset.lidar_child", "casts the lidar's rays")
        self._links: Optional[LinkRows] = None
        self._child.send((model_path, mount))

    def begin(self, snapshot: LidarSnapshot) -> None:
        """Start a scan of this instant. :meth:`returns` must follow before the next."""
        # The models of a world are many, and mostly the same ones.
        same, self._links = snapshot.links is self._links, snapshot.links
        self._child.send((replace(snapshot, links=NO_LINKS) if same else snapshot, same))

    def returns(self) -> Array:
        """Wait for the started scan and return its returns (n, 4) float32.

        x y z in the lidar's frame, m, and intensities from 0 to 1. SimulationError if the child has
        failed or ended.
        """
        answer = self._child.receive()
        if not isinstance(answer, np.ndarray):
            raise SimulationError(f"the lidar measured nothing: {answer}")
        return answer

    def close(self) -> None:
        """End the child."""
        self._child.close()
