"""Measures of many steps together equal the sum of single steps."""

from __future__ import annotations

from dataclasses import fields

import numpy as np
import pytest
from small_runs import car_at

from sim.traffic.measures.boxes import Boxes
from sim.traffic.measures.closeness import closeness, closenesses
from sim.traffic.measures.ego_steps import EgoSteps, one_step, successive
from sim.traffic.measures.encroachment import Encroachments

TIME_STEP = 0.1  # s
STEPS = 240
SPEED = 8.0  # m/s


def crowd(seed: int) -> list:
    """Return steps of an ego on a straight path among road users.

    They cross, follow, turn, and stand; their set changes.
    """
    random = np.random.default_rng(seed)
    count = 80
    start = random.uniform((-120.0, -60.0), (120.0, 60.0), (count, 2))
    yaw = random.choice([0.0, 1.0, 1.6, -1.6, 3.1], count)
    speed = random.choice([0.0, 3.0, 8.0, 14.0], count)
    # One stands in the ego's way.
    start[0], speed[0] = 0.0, 0.0
    turn = random.choice([0.0, 0.0, 0.2, -0.3], count)
    steps = []
    for k in range(STEPS):
        now = k * TIME_STEP
        users = Boxes(
            start, yaw, speed, *np.full((2, count), [[4.6], [1.8]]), np.zeros(count), turn
        )
        users = users.after(np.full(count, now))
        there = np.flatnonzero(random.random(count) < 0.98) if k % 7 else np.arange(k % 2)
        ego = car_at(SPEED * now - 100.0, 0.0, 0.0, SPEED)
        steps.append(one_step(now, ego, there + 100, users[there]))
    return steps


def in_blocks(steps: list, size: int) -> list:
    return [successive(steps[k : k + size]) for k in range(0, len(steps), size)]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("size", [2, 50, STEPS])
def test_post_encroachment_times(seed: int, size: int) -> None:
    steps, alone, together = crowd(seed), Encroachments(TIME_STEP), Encroachments(TIME_STEP)
    expected = np.concatenate([alone.take(step) for step in steps])
    found = np.concatenate([together.take(block) for block in in_blocks(steps, size)])
    np.testing.assert_array_equal(found, expected)
    assert together.all() == alone.all() and len(alone.all()) > 3


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.not_quick
def test_closeness(seed: int) -> None:
    steps = crowd(seed)
    found = closenesses(successive(steps))
    assert any(len(near.rows) for near in found) and any(len(near.touched) for near in found)
    for k, (near, step) in enumerate(zip(found, steps)):
        ego = car_at(*step.own.position[0], 0.0, SPEED)
        alone = closeness(ego, step.others)
        for field in fields(alone):
            np.testing.assert_allclose(
                getattr(near, field.name), getattr(alone, field.name), err_msg=f"{k} {field.name}"
            )


def test_steps_with_nobody_around() -> None:
    nobody = Boxes(np.empty((0, 2)), *[np.empty(0)] * 4)
    steps: EgoSteps = successive(
        [one_step(k * TIME_STEP, car_at(0.0, 0.0), np.empty(0, int), nobody) for k in range(3)]
    )
    assert [near.gap for near in closenesses(steps)] == [np.inf] * 3
    assert (Encroachments(TIME_STEP).take(steps) == np.inf).all()
