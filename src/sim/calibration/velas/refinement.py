"""Grid search around a translation to align cloud and picture edges [Velas2014, section 3.3]."""

from __future__ import annotations

from itertools import product

import numpy as np

from sim.arrays import Array
from sim.calibration.recording import RectifiedCamera
from sim.calibration.velas.edges import Edges, inside, project, similarity
from sim.transforms import rotation_from_rpy, transform

# Search range to either side, and grid steps in each of six dimensions.
MAX_SHIFT = 0.02  # m
MAX_ROTATION = 0.01  # rad
GRID_STEPS = 5
PICTURE_MARGIN = 60.0  # pixels, edges beside the picture that the search may bring into it


def refine(optics: RectifiedCamera, picture: Array, edges: Edges, shift: Array) -> Array:
    """Return camera_from_lidar (4, 4) by a grid search.

    The mean of all poses around a translation (3,) that are better than it; ``picture`` (h, w)
    comes from :func:`sim.calibration.velas.edges.inverse_distance_transform`.
    """
    near = inside(optics, project(optics, edges.points + shift), PICTURE_MARGIN)
    points, strength = edges.points[near], edges.strength[near]
    start = float(similarity(optics, picture, (points + shift)[None], strength)[0])
    steps = np.linspace(-1.0, 1.0, GRID_STEPS)
    grid = np.array(list(product(steps, repeat=3)))
    better = []
    for angles in MAX_ROTATION * grid:
        turned = points @ rotation_from_rpy(*angles).T
        shifts = shift + MAX_SHIFT * grid
        values = similarity(optics, picture, turned + shifts[:, None], strength)
        good = shifts[values > start]
        better.append(np.column_stack([good, np.tile(angles, (len(good), 1))]))
    found = np.concatenate(better)
    mean = found.mean(axis=0) if len(found) else np.concatenate([shift, np.zeros(3)])
    return transform(mean[:3], rotation_from_rpy(*mean[3:]))
