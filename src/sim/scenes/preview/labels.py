"""Placement of labels without overlaps.

On its object if there is room, else beside it with a line to it. Lengths are in the image's pixels,
y up.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import List, Sequence, Tuple

import numpy as np

from sim.arrays import Array

Box = Tuple[float, float, float, float]
# Maximum distance of a label from its object's middle, and number of tried directions.
MAX_DISTANCE = 14  # label heights
DIRECTIONS = 20
# Costs of covering another label or leaving the frame, another object, and the own object's rim,
# each as a share of the label.
LABEL_COST = 20.0
OBJECT_COST = 3.0
OWN_OBJECT_COST = 1.0
DISTANCE_COST = 0.06  # per label height
# A label that is farther than this from its object gets a line.
MAX_DISTANCE_WITHOUT_LINE = 0.9  # label heights


@dataclass(frozen=True)
class LabelTarget:
    """Object of a label.

    The ``center`` of the object, ``points`` (n, 2) all over it and its rim, and the size (width,
    height) of the text.
    """

    center: Tuple[float, float]
    points: Array
    text_size: Tuple[float, float]


@dataclass(frozen=True)
class LabelPlace:
    """Middle of a label. ``led``: distant from its object and connected by a line."""

    center: Tuple[float, float]
    led: bool


def place_labels(anchors: Sequence[LabelTarget], frame: Box) -> List[LabelPlace]:
    """Return a spot inside ``frame`` for each label: the least covering, then the nearest."""
    spots: List[LabelPlace] = [LabelPlace(anchor.center, False) for anchor in anchors]
    taken = np.zeros((0, 4))
    # Labels with room on their own object are independent of others, so they go first.
    for number in sorted(range(len(anchors)), key=lambda index: -_room(anchors[index])):
        anchor = anchors[number]
        centers = _candidates(anchor)
        boxes = np.concatenate(
            [
                centers - np.array(anchor.text_size) / 2.0,
                centers + np.array(anchor.text_size) / 2.0,
            ],
            axis=1,
        )
        others = [other.points for index, other in enumerate(anchors) if index != number]
        best = int(np.argmin(_costs(boxes, centers, anchor, others, taken, frame)))
        far = (
            _distance(boxes[best], anchor.points) > MAX_DISTANCE_WITHOUT_LINE * anchor.text_size[1]
        )
        spots[number] = LabelPlace((float(centers[best][0]), float(centers[best][1])), bool(far))
        taken = np.concatenate([taken, boxes[best : best + 1]])
    return spots


def _room(anchor: LabelTarget) -> float:
    width, height = np.ptp(anchor.points, axis=0)
    return float(min(width / anchor.text_size[0], height / anchor.text_size[1]))


def _candidates(anchor: LabelTarget) -> Array:
    """Return middles (n, 2) of a label on rings around its object."""
    width, height = anchor.text_size
    angles = np.linspace(0.0, 2.0 * np.pi, DIRECTIONS, endpoint=False) + np.pi / 2.0
    rings = [np.array([anchor.center])]
    for step in range(1, 2 * MAX_DISTANCE):
        reach = 0.5 * step * height
        rings.append(
            np.array(anchor.center)
            + np.stack(
                [np.cos(angles) * (width / 2.0 + reach), np.sin(angles) * (height / 2.0 + reach)],
                axis=1,
            )
        )
    return np.concatenate(rings)


def _costs(
    boxes: Array,
    centers: Array,
    anchor: LabelTarget,
    others: Sequence[Array],
    taken: Array,
    frame: Box,
) -> Array:
    area = anchor.text_size[0] * anchor.text_size[1]
    outside = 1.0 - _shared(boxes, np.array([frame]))[:, 0] / area
    labels = _shared(boxes, taken).sum(axis=1) / area
    covered = sum((_share_of_points(boxes, points) for points in others), np.zeros(len(boxes)))
    away = np.linalg.norm((centers - anchor.center) / anchor.text_size[1], axis=1)
    costs: Array = (
        LABEL_COST * (labels + outside)
        + OBJECT_COST * covered
        + OWN_OBJECT_COST * _share_of_points(boxes, anchor.points)
        + DISTANCE_COST * away
    )
    return costs


def _share_of_points(boxes: Array, points: Array) -> Array:
    """Return the share of an object that each box (n, 4) covers.

    0, or from a third to 1 with the share of its ``points``.
    """
    inside = (
        ((points[None] > boxes[:, None, :2]) & (points[None] < boxes[:, None, 2:]))
        .all(axis=2)
        .mean(axis=1)
    )
    return np.where(inside > 0.0, (1.0 + 2.0 * np.minimum(1.0, 3.0 * inside)) / 3.0, 0.0)


def _distance(box: Array, points: Array) -> float:
    """Return the distance of a box from the nearest point."""
    gaps = np.maximum(np.maximum(box[:2] - points, points - box[2:]), 0.0)
    return float(np.linalg.norm(gaps, axis=1).min())


def _shared(boxes: Array, others: Array) -> Array:
    """Return the intersection areas (n, m) of two sets of boxes. Boxes (n, 4) and (m, 4)."""
    width = np.minimum(boxes[:, None, 2], others[None, :, 2]) - np.maximum(
        boxes[:, None, 0], others[None, :, 0]
    )
    height = np.minimum(boxes[:, None, 3], others[None, :, 3]) - np.maximum(
        boxes[:, None, 1], others[None, :, 1]
    )
    areas: Array = np.clip(width, 0.0, None) * np.clip(height, 0.0, None)
    return areas
