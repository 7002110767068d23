"""Rain in pictures: streaks by seed and time, in colours alone."""

from __future__ import annotations

import numpy as np
import pytest

from sim.embedded.cameras import Shot
from sim.rendering.conditions import Conditions
from sim.rendering.rain import BOX, VELOCITY, offset
from sim.rendering.types import Quality
from sim.sdf.types import Box

from ..bodies import pose
from .pictures import PLAIN, Watched, camera, seen, visual

BLACK = (0.0, 0.0, 0.0, 1.0)
WALL = seen("wall", visual(Box((0.2, 500.0, 500.0)), BLACK, pose(20.1)))


def watched(seed: int = 0, rain: float = 1.0) -> Watched:
    return Watched([WALL], PLAIN, Quality(rain_seed=seed), conditions=Conditions(rain=rain))


def test_streaks_are_seen_upright_and_follow_their_seed() -> None:
    first, again, other, drizzle = (
        each.frame(camera()).color.max(axis=2).astype(int)
        for each in (watched(), watched(), watched(7), watched(rain=0.2))
    )
    np.testing.assert_array_equal(first, again)
    assert 0.004 < (first > 30).mean() < 0.2
    assert np.abs(first - other).max() > 60
    assert (drizzle > 30).sum() < 0.5 * (first > 30).sum()
    # A streak goes on in the next row rather than in the next column.
    bright = first > 30
    down, aside = ((bright & np.roll(bright, 1, axis)).sum() for axis in (0, 1))
    assert down > 2 * aside
    assert not watched(rain=0.0).frame(camera()).color.any()


def test_a_camera_that_falls_with_the_drops_sees_them_stand_still() -> None:
    scene = watched()
    before = scene.frame(camera())
    for _ in range(4):
        scene.physics.step()
    fallen = scene.frame(camera(), pose(*(VELOCITY * scene.physics.time)))
    same = np.abs(fallen.color.astype(int) - before.color).max(axis=2) < 40
    assert scene.physics.time == pytest.approx(0.02) and same.mean() > 0.998
    stayed = scene.frame(camera())
    assert (np.abs(stayed.color.astype(int) - before.color).max(axis=2) > 40).mean() > 0.005


def test_depths_and_labels_are_of_what_is_behind_the_rain() -> None:
    (wet,) = watched().frames([Shot(camera(), pose(), depth=True, labels=True)])
    assert wet.color.any() and wet.depth is not None and wet.semantic is not None
    np.testing.assert_allclose(wet.depth, 20.0, atol=0.01)
    assert len(np.unique(wet.semantic)) == 1 and len(np.unique(wet.instance)) == 1


def test_the_box_of_drops_repeats_and_falls() -> None:
    eye = np.array([4.0e5, -5.0e6, 1.5])
    here = offset(eye, 1000.0)
    np.testing.assert_allclose(offset(eye + 3.0 * BOX, 1000.0), here, atol=1e-6)
    np.testing.assert_allclose(offset(eye + 0.25 * VELOCITY, 1000.25), here, atol=1e-6)
