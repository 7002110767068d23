"""Tracks objects over time: associates boxes and estimates velocities.

World frame, SI units. A lidar sees only the near sides of a vehicle, so that the middle of its box
wanders as it is passed; velocities are smoothed accordingly, and objects slower than a slow walk
stand.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import List, Mapping, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.drivers.nearby_traffic import NearbyTraffic
from sim.driving_stack.obstacles import ObstacleBox

# Gains of a new measurement.
POSITION_GAIN = 0.6
MIN_VELOCITY_GAIN = 0.25
# A box belongs to a track that is expected this near to it.
ASSOCIATION_GATE = 2.0  # m
# Tracks are kept for so long without a box, and believed from so many boxes on.
TRACK_MEMORY = 0.6  # s
MIN_BOXES = 2
# Before a track has been seen so often its velocity is not believed.
MIN_MOVING_BOXES = 4
# A track that has moved less than MIN_TRAVEL from its first place, or is slower than
# STANDING_SPEED, stands.
STANDING_SPEED = 0.5  # m/s
MIN_TRAVEL = 0.6  # m
# A person's size and speed.
MAX_PERSON_WIDTH = 1.0  # m
MIN_PERSON_HEIGHT = 1.0  # m
MAX_PERSON_HEIGHT = 2.2  # m
MAX_PERSON_SPEED = 3.5  # m/s
# Minimum size of a vehicle with a hidden far side.
MIN_VEHICLE_LENGTH = 3.5  # m
MIN_VEHICLE_WIDTH = 1.6  # m


@dataclass(frozen=True)
class ObjectTrack:
    """Tracked object.

    Its box in the world, velocity, time and number of sightings, and first place.
    """

    box: ObstacleBox
    velocity: Tuple[float, float]
    seen: float
    times: int
    origin: Tuple[float, float]

    @property
    def speed(self) -> float:
        return math.hypot(*self.velocity)

    @property
    def walks(self) -> bool:
        """True if it is as small as a person."""
        box = self.box
        return (
            max(box.length, box.width) <= MAX_PERSON_WIDTH
            and MIN_PERSON_HEIGHT <= box.height <= MAX_PERSON_HEIGHT
            and self.speed < MAX_PERSON_SPEED
        )

    def at(self, time: float) -> Tuple[float, float]:
        """Return the expected place of its middle."""
        dt = time - self.seen
        return self.box.x + self.velocity[0] * dt, self.box.y + self.velocity[1] * dt


class Tracker:
    """Keeps the tracks of one run."""

    def __init__(self) -> None:
        self.tracks: List[ObjectTrack] = []

    def update(self, time: float, found: Sequence[ObstacleBox]) -> None:
        """Update the tracks with boxes in the world seen at a time.

        Tracks too old are dropped, also after time went back.
        """
        old = [track for track in self.tracks if abs(time - track.seen) <= TRACK_MEMORY]
        pairs, free = _pairs(old, found, time)
        kept = [track for i, track in enumerate(old) if i not in pairs]
        kept += [_moved(old[i], found[j], time) for i, j in pairs.items()]
        self.tracks = kept + [
            ObjectTrack(found[j], (0.0, 0.0), time, 1, (found[j].x, found[j].y)) for j in free
        ]

    def surroundings(self, time: float, lights: Mapping[Tuple[str, int], str]) -> NearbyTraffic:
        """Return all tracked objects at a time for :mod:`sim.drivers`."""
        believed = [track for track in self.tracks if track.times >= MIN_BOXES]
        rows = np.array([_row(track, time) for track in believed], float).reshape(-1, 6)
        position = np.column_stack([rows[:, :2], np.zeros(len(rows))])
        walks = np.array([track.walks for track in believed], bool)
        return NearbyTraffic(
            position, rows[:, 2], rows[:, 3], rows[:, 4], rows[:, 5], walks, dict(lights)
        )


def _row(track: ObjectTrack, time: float) -> Tuple[float, float, float, float, float, float]:
    """Return x, y, yaw, speed, length and width."""
    box = track.box
    away = math.hypot(box.x - track.origin[0], box.y - track.origin[1])
    moves = track.speed > STANDING_SPEED and track.times >= MIN_MOVING_BOXES and away > MIN_TRAVEL
    speed = track.speed if moves else 0.0
    if not moves:
        return (box.x, box.y, box.yaw, 0.0, box.length, box.width)
    x, y = track.at(time)
    yaw = math.atan2(track.velocity[1], track.velocity[0])
    if track.walks:
        return (x, y, yaw, speed, box.length, box.width)
    across = abs(math.sin(yaw - box.yaw)) > math.sqrt(0.5)
    length, width = (box.width, box.length) if across else (box.length, box.width)
    return (x, y, yaw, speed, max(length, MIN_VEHICLE_LENGTH), max(width, MIN_VEHICLE_WIDTH))


def _pairs(
    tracks: Sequence[ObjectTrack], found: Sequence[ObstacleBox], time: float
) -> Tuple[Mapping[int, int], List[int]]:
    """Associate tracks with boxes by greedy nearest neighbour with a gate.

    Return box by track, and the boxes without a track.
    """
    if not tracks or not found:
        return {}, list(range(len(found)))
    expected: Array = np.array([track.at(time) for track in tracks])
    places = np.array([(box.x, box.y) for box in found])
    distance = np.hypot(*(expected[:, None] - places[None]).transpose(2, 0, 1))
    pairs = {}
    taken = set()
    for flat in np.argsort(distance, axis=None):
        i, j = divmod(int(flat), len(found))
        if distance[i, j] > ASSOCIATION_GATE:
            break
        if i not in pairs and j not in taken:
            pairs[i] = j
            taken.add(j)
    return pairs, [j for j in range(len(found)) if j not in taken]


def _moved(track: ObjectTrack, box: ObstacleBox, time: float) -> ObjectTrack:
    dt = max(time - track.seen, 1e-3)
    x, y = track.at(time)
    off = box.x - x, box.y - y
    gain = max(MIN_VELOCITY_GAIN, 1.0 / (track.times + 1))
    velocity = tuple(old + gain * error / dt for old, error in zip(track.velocity, off))
    place = replace(box, x=x + POSITION_GAIN * off[0], y=y + POSITION_GAIN * off[1])
    return ObjectTrack(place, (velocity[0], velocity[1]), time, track.times + 1, track.origin)
