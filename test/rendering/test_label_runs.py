"""Runs of labels against the pixels that they stand for."""

from __future__ import annotations

import numpy as np
import pytest

from sim.rendering.extents import things_in
from sim.rendering.label_runs import runs_of

CAR_KIND = 14
PERSON_KIND = 12
ROAD_KIND = 1


@pytest.mark.parametrize("shape", [(1, 1), (1, 40), (30, 1), (48, 64)])
def test_runs_have_every_pixel_once(shape: tuple) -> None:
    rng = np.random.default_rng(5)
    # Few labels, so that runs would go on from one row to the next.
    kinds = rng.integers(0, 2, shape).astype(np.uint8)
    instances = rng.choice([0, 3, 65535], shape).astype(np.uint16)
    runs = runs_of(kinds, instances)
    drawn = np.full((*shape, 2), -1)
    for row, first, last, kind, instance in zip(
        runs.rows, runs.first, runs.last, runs.kinds, runs.instances
    ):
        assert (drawn[row, first : last + 1] == -1).all()
        drawn[row, first : last + 1] = kind, instance
    np.testing.assert_array_equal(drawn, np.stack([kinds, instances], axis=-1))
    own = runs.of(65535)
    assert own.pixels.sum() == (instances == 65535).sum()


def test_a_thing_is_of_the_class_of_most_of_its_pixels() -> None:
    kinds, instances = np.full((20, 30), ROAD_KIND, np.uint8), np.zeros((20, 30), np.uint16)
    instances[2:8, 3:13], kinds[2:8, 3:13], kinds[2:4, 3:13] = 7, CAR_KIND, PERSON_KIND
    instances[12:18, 3:13], kinds[12:18, 3:13] = 300, ROAD_KIND
    instances[19, 29], kinds[19, 29] = 65000, PERSON_KIND
    numbers, pixels = things_in(runs_of(kinds, instances), (CAR_KIND, PERSON_KIND))
    assert numbers.tolist() == [7, 65000]
    assert pixels.tolist() == [60, 1]
