"""Patrol through waypoints, driven by a bicycle without inertia.

v, delta -> x, y, yaw.
"""

from __future__ import annotations

import math
import re

import numpy as np
import pytest

from sim.drivers.patrol import MissionWaypoint, Patrol, PatrolOptions
from sim.errors import InputError

STEP = 0.1


def drive(patrol, start, seconds=300.0, stuck_at=math.inf):
    """Return the track (n, 2) of the box's centre."""
    x, y, yaw, speed, time, track = start.x, start.y, start.yaw, 0.0, 0.0, []
    while not patrol.done and time < seconds:
        angle, wanted = patrol.command(time, (x, y), yaw, speed)
        assert abs(angle) < math.pi / 2
        speed = 0.0 if time > stuck_at else speed + np.clip(wanted - speed, -0.2, 0.12)
        for _ in range(10):
            rear = np.array(
                [x - 0.32 * math.cos(yaw), y - 0.32 * math.sin(yaw)]
            ) + speed * STEP / 10 * np.array([math.cos(yaw), math.sin(yaw)])
            yaw += speed * math.tan(np.clip(angle, -0.6, 0.6)) / 0.64 * STEP / 10
            x, y = rear[0] + 0.32 * math.cos(yaw), rear[1] + 0.32 * math.sin(yaw)
        time += STEP
        track.append((x, y))
    return np.array(track), time


def ring(count, radius=13.0):
    angles = 2.0 * np.pi * np.arange(1, count + 1) / (count + 1)
    return [
        MissionWaypoint(
            f"waypoint_{i}", radius * math.cos(a), radius * math.sin(a), a + math.pi / 2
        )
        for i, a in enumerate(angles)
    ]


START = MissionWaypoint("start", 13.0, 0.0, math.pi / 2)


def test_all_waypoints_are_reached_in_their_order():
    patrol = Patrol(START, ring(6), PatrolOptions(along_headings=True))
    track, time = drive(patrol, START)
    assert [name for name, _ in patrol.reached] == [f"waypoint_{i}" for i in range(6)]
    assert not patrol.failure and patrol.next == ""
    times = [at for _, at in patrol.reached]
    assert times == sorted(times)
    # Along the ring, not across it: curves that look along the headings stay near the circle.
    np.testing.assert_allclose(np.hypot(*track.T), 13.0, atol=0.4)
    assert time == pytest.approx(patrol.length / 1.5, rel=0.15)


def test_straight_legs_keep_to_the_chords():
    patrol = Patrol(START, ring(6))
    track, _ = drive(patrol, START)
    assert not patrol.failure
    chord = 13.0 * math.cos(math.pi / 7)
    assert np.hypot(*track[20:].T).min() == pytest.approx(chord, abs=0.5)


def test_a_vehicle_that_does_not_get_on_fails_and_says_before_what():
    patrol = Patrol(START, ring(6), PatrolOptions(along_headings=True, patience=5.0))
    _, time = drive(patrol, START, stuck_at=12.0)
    assert "stands for 5 s" in patrol.failure and patrol.next == ""
    assert time == pytest.approx(17.2, abs=0.5)
    assert patrol.command(time, (0.0, 0.0), 0.0, 0.0) == (0.0, 0.0)


@pytest.mark.parametrize("speed", [0.0, 1.5])
def test_a_reset_ends_it(speed):
    patrol = Patrol(START, ring(6))
    drive(patrol, START, seconds=4.0)
    assert not patrol.failure
    assert patrol.command(0.1, (START.x, START.y), START.yaw, speed) == (0.0, 0.0)
    assert re.fullmatch(r"the simulation was reset after (3\.9|4\.0) s", patrol.failure)


def test_a_reset_ends_it_while_it_stands_on_purpose():
    patrol = Patrol(START, ring(6))
    for time in (3.0, 3.1, 0.1):
        patrol.stay(time)
    assert patrol.failure == "the simulation was reset after 3.1 s"


def test_a_waypoint_that_is_passed_too_far_away_is_a_failure():
    waypoints = [MissionWaypoint("a", 10.0, 0.0, 0.0), MissionWaypoint("b", 20.0, 0.0, 0.0)]
    patrol = Patrol(MissionWaypoint("start", 0.0, 0.0, 0.0), waypoints)
    for step in range(200):
        patrol.command(0.1 * step, (0.1 * step, 1.0), 0.0, 1.0)
    assert "passed a at 1.1" in patrol.failure and not patrol.reached


def test_the_time_limit_counts():
    patrol = Patrol(START, ring(6), PatrolOptions(along_headings=True, time_limit=20.0))
    drive(patrol, START)
    assert "within 20 s" in patrol.failure and 0 < len(patrol.reached) < 6


def test_it_slows_down_towards_the_end():
    patrol = Patrol(
        MissionWaypoint("start", 0.0, 0.0, 0.0),
        [MissionWaypoint("a", 30.0, 0.0, 0.0)],
        PatrolOptions(speed=3.0),
    )
    for x in np.arange(0.0, 29.0, 0.5):
        speed = patrol.command(0.0, (float(x), 0.0), 0.0, 3.0)[1]
    assert speed == pytest.approx(math.sqrt(2.0 * 1.5 * 1.5), rel=0.2)


@pytest.mark.parametrize("field", ["speed", "tolerance", "patience", "time_limit"])
def test_options_that_make_no_sense_are_refused(field):
    with pytest.raises(InputError, match=field):
        PatrolOptions(**{field: 0.0})
    with pytest.raises(InputError, match="no waypoint"):
        Patrol(START, [])
