"""Driver modules of the test: a working and a failing one."""

import numpy as np

from sim.traffic.hooks import Actions


class Steady:
    """Keeps its vehicles at a speed, in m/s."""

    def __init__(self, speed: float = 10.0) -> None:
        self.speed = speed

    def control(self, view):
        return Actions(speed=np.full(len(view), self.speed))


class Broken:
    """Raises as soon as it has a vehicle."""

    def control(self, view):
        raise ValueError("never learned to drive")
