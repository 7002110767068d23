"""Gaps, closing speeds and times to collision of scenario objects."""

from __future__ import annotations

import math
from types import SimpleNamespace

import pytest

from sim.scenes.measures import closing_speed, gap, time_to_collision


class Place(tuple):
    """A vector as Scenic's."""

    x = property(lambda self: self[0])
    y = property(lambda self: self[1])


def box(x: float, y: float, heading: float = 0.0, velocity=(0.0, 0.0, 0.0)):
    """2 m wide, 4 m long."""
    return SimpleNamespace(
        position=Place((x, y, 0.0)),
        heading=heading,
        width=2.0,
        length=4.0,
        velocity=Place(velocity),
    )


@pytest.mark.parametrize(
    "other, apart",
    [
        (box(5, 0), 3.0),
        (box(0, 9), 5.0),
        (box(0, 9, math.pi / 2), 6.0),
        (box(1.5, 1), 0.0),
        (box(5, 9), math.hypot(3, 5)),
    ],
)
def test_gaps_are_between_outlines(other, apart):
    assert gap(box(0, 0), other) == pytest.approx(apart)
    assert gap(other, box(0, 0)) == pytest.approx(apart)


def test_times_to_collision_count_only_while_nearing():
    car, wall = box(0, 0, velocity=(0.0, 2.0, 0.0)), box(0, 9)
    assert closing_speed(car, wall) == pytest.approx(2.0) == closing_speed(wall, car)
    assert time_to_collision(car, wall) == pytest.approx(2.5)
    assert time_to_collision(box(0, 0, velocity=(0.0, -2.0, 0.0)), wall) == math.inf
    assert closing_speed(car, car) == 0.0
