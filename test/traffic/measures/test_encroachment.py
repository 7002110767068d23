"""Post-encroachment times of footprints at known places and times."""

from __future__ import annotations

import numpy as np
import pytest
from small_runs import car_at

from sim.traffic.measures.boxes import Boxes
from sim.traffic.measures.ego_steps import one_step
from sim.traffic.measures.encroachment import MAX_ENCROACHMENT_TIME, Encroachments

TIME_STEP = 0.1  # s
SPEED = 10.0  # m/s


def drive(ego_yaw: float, other_yaw: float, delay: float, steps: int = 120):
    """Return the least times of each step and of all encounters.

    Both drive at 10 m/s to the origin, the other ``delay`` s after the ego.
    """
    watch, found = Encroachments(TIME_STEP), []
    for step in range(steps):
        along = SPEED * (step * TIME_STEP - 5.0)
        ego = car_at(along * np.cos(ego_yaw), along * np.sin(ego_yaw), ego_yaw, SPEED)
        there = along - SPEED * delay
        other = Boxes(
            np.array([[there * np.cos(other_yaw), there * np.sin(other_yaw)]]),
            *(np.array([v]) for v in (other_yaw, SPEED, 4.6, 1.8)),
        )
        found.append(float(watch.take(one_step(step * TIME_STEP, ego, np.array([7]), other))[0]))
    return np.array(found), watch.all()


@pytest.mark.parametrize("delay", [1.0, 2.0, 3.3, -1.0, -2.0, -3.3])
@pytest.mark.parametrize("ego_yaw", [0.0, 0.6])
def test_the_second_comes_when_the_first_has_left(delay, ego_yaw):
    _, times = drive(ego_yaw, ego_yaw + np.pi / 2, delay)
    # The first has left its partner's way when its rear is half a width past it, and the second has
    # come when its front is.
    expected = abs(delay) - (4.6 + 1.8) / SPEED
    assert len(times) == 1 and times[0] == pytest.approx(expected, abs=TIME_STEP)


def test_oncoming_traffic_encroaches_and_following_does_not():
    assert drive(0.0, 0.0, 1.5)[1] == [] and len(drive(0.0, np.radians(30.0), 1.5)[1]) == 1


def test_longer_than_the_longest_time_is_no_encounter():
    assert drive(0.0, np.pi / 2, MAX_ENCROACHMENT_TIME + 1.0, 200)[1] == []


def test_a_contact_has_no_time_of_its_own():
    _found, times = drive(0.0, np.pi / 2, 0.0)
    assert times == [] or min(times) == pytest.approx(0.0, abs=TIME_STEP)


def test_empty_surroundings_have_no_encroachment():
    watch, nobody = Encroachments(TIME_STEP), Boxes(np.empty((0, 2)), *[np.empty(0)] * 4)
    for step in range(60):
        assert (
            watch.take(one_step(step * TIME_STEP, car_at(0.0, 0.0), np.empty(0, np.uint32), nobody))
            == np.inf
        )


def test_two_passages_are_two_encounters():
    watch = Encroachments(TIME_STEP)
    for step in range(400):
        now = step * TIME_STEP
        other_y = SPEED * (now - 3.0) if now < 20.0 else SPEED * (now - 23.0)
        ego_x = SPEED * (now - 4.5) if now < 20.0 else SPEED * (now - 25.5)
        other = Boxes(
            np.array([[0.0, other_y]]), *(np.array([v]) for v in (np.pi / 2, SPEED, 4.6, 1.8))
        )
        watch.take(one_step(now, car_at(ego_x, 0.0, 0.0, SPEED), np.array([7]), other))
    assert sorted(watch.all()) == pytest.approx([1.5 - 0.64, 2.5 - 0.64], abs=TIME_STEP)
