"""Observations of an agent: state arrays, lidar, camera, or several.

Units are SI; surroundings are in the ego's frame, x forward, y left, from its centre.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Callable, Dict, Sequence, Tuple, Union

import numpy as np
from gymnasium import spaces

from sim.arrays import Array
from sim.checks import whole
from sim.environments.closed_loop import ClosedLoop
from sim.environments.sensors import CameraOptions, CameraSet, LidarOptions, LidarSet
from sim.errors import InputError
from sim.traffic.ego_state import EgoState

STATE = "state"
LIDAR = "lidar"
CAMERA = "camera"
KINDS = (STATE, LIDAR, CAMERA)
# Of each neighbour: whether there is one, x, y, cos and sin of its heading against the ego's, its
# speed, length and width.
NUMBERS_PER_NEIGHBOUR = 8
MOST_NEIGHBOURS = 10000


@dataclass(frozen=True)
class Observed:
    """One of ``KINDS``, or several.

    A single kind is observed as its array, several as a dictionary of them; ``neighbours`` is their
    number in a state.
    """

    observation: Union[str, Sequence[str]] = STATE
    neighbours: int = 12
    lidar: LidarOptions = LidarOptions()
    camera: CameraOptions = CameraOptions()

    def __post_init__(self) -> None:
        if not isinstance(self.observation, (str, tuple, list)):
            raise InputError(
                "observation",
                f"got {self.observation!r}; write one of {', '.join(KINDS)}, or a tuple of them",
            )
        whole(self.neighbours, "neighbours", 0, MOST_NEIGHBOURS)
        for name, kind in (("lidar", LidarOptions), ("camera", CameraOptions)):
            if not isinstance(getattr(self, name), kind):
                raise InputError(name, f"got {getattr(self, name)!r}; give {kind.__name__}(...)")
        kinds = self.kinds
        unknown = [kind for kind in kinds if kind not in KINDS]
        if unknown or not kinds or len(set(kinds)) < len(kinds):
            raise InputError(
                "observation",
                f"is {self.observation!r}; write one of {', '.join(KINDS)}, or several, each once",
            )

    @property
    def kinds(self) -> Tuple[str, ...]:
        single = isinstance(self.observation, str)
        return (str(self.observation),) if single else tuple(self.observation)

    def space(self, numbers: int) -> spaces.Space[Any]:
        """Return the observation space with ``numbers`` ego values in a state."""
        size, rays = numbers + self.neighbours * NUMBERS_PER_NEIGHBOUR, self.lidar
        width, height = self.camera.pixels
        made: Dict[str, spaces.Space[Any]] = {
            STATE: spaces.Box(-np.inf, np.inf, (size,), np.float32),
            LIDAR: spaces.Box(0.0, rays.range_max, (rays.rings * rays.columns,), np.float32),
            CAMERA: spaces.Box(0, 255, (height, width, 3), np.uint8),
        }
        if isinstance(self.observation, str):
            return made[self.observation]
        return spaces.Dict({kind: made[kind] for kind in self.kinds})


class Observer:
    """Observes for the egos of a loop; to be closed."""

    def __init__(self, loop: ClosedLoop, observed: Observed) -> None:
        self._loop, self._observed = loop, observed
        self._makers: Dict[str, Callable[[str], Array]] = {}
        if LIDAR in observed.kinds:
            self._makers[LIDAR] = LidarSet(loop, observed.lidar).ranges
        self._cameras = CameraSet(loop, observed.camera) if CAMERA in observed.kinds else None
        if self._cameras is not None:
            self._makers[CAMERA] = self._cameras.picture

    def observe(self, ego: str, own: Sequence[float]) -> Any:
        """Return an ego's observation; its state begins with ``own`` values."""
        made = {
            kind: self._state(ego, own) if kind == STATE else self._makers[kind](ego)
            for kind in self._observed.kinds
        }
        single = isinstance(self._observed.observation, str)
        return made[self._observed.kinds[0]] if single else made

    def close(self) -> None:
        """End the drawing of pictures."""
        if self._cameras is not None:
            self._cameras.close()

    def _state(self, name: str, own: Sequence[float]) -> Array:
        ego = self._loop.egos[name].state
        rows = neighbours_of(ego, self._loop, self._observed.neighbours)
        state: Array = np.concatenate([own, rows.ravel()]).astype(np.float32)
        return state


def neighbours_of(ego: EgoState, loop: ClosedLoop, count: int) -> Array:
    """Return the nearest (count, 8) vehicles and other egos.

    The nearest comes first; missing ones are zeros.
    """
    state, others = loop.shown, loop.others(ego.name)
    traffic = len(state)
    # Of each x, y, yaw, speed, length and width.
    around = np.empty((traffic + len(others), 6))
    if traffic:
        around[:traffic, :2], around[:traffic, 2] = state.position[:, :2], state.yaw
        around[:traffic, 3], around[:traffic, 4:] = state.speed, loop.sizes[state.type, :2]
    for row, one in enumerate(others, traffic):
        around[row] = (*one.centre, one.yaw, one.speed, one.length, one.width)
    x, y = around[:, 0] - ego.centre[0], around[:, 1] - ego.centre[1]
    nearest = np.argsort(x * x + y * y, kind="stable")[:count]
    found, rows = np.zeros((count, NUMBERS_PER_NEIGHBOUR)), len(nearest)
    cos, sin = math.cos(ego.yaw), math.sin(ego.yaw)
    x, y, near = x[nearest], y[nearest], around[nearest]
    turn = near[:, 2] - ego.yaw
    found[:rows, 0] = 1.0
    found[:rows, 1], found[:rows, 2] = cos * x + sin * y, cos * y - sin * x
    found[:rows, 3], found[:rows, 4] = np.cos(turn), np.sin(turn)
    found[:rows, 5:] = near[:, 3:]
    return found
