"""Concrete encounters of the published grids [Mattas2022].

A leader brakes, a leader leaves the lane before a standing vehicle, a vehicle cuts in. The motion
of the others equals that of the study's code to the last bit, since a just safe gap depends on it:
places are running sums of speeds, and the first stored one is already one step along. SI units;
arrays (n,) in, (steps, n) out.
"""

from __future__ import annotations

from typing import Union

import numpy as np

from sim.arrays import Array
from sim.drivers.reference.catalogue import CAR_FOLLOWING, CUT_IN, CUT_OUT, ReferenceDriver
from sim.drivers.reference.encounter import VEHICLE_LENGTH, VEHICLE_WIDTH
from sim.drivers.reference.reaction import GRAVITY, JUDGEMENT_RATE
from sim.drivers.reference.trials import TrialMotion, Trials

# Steps of 0.1 s in a trial.
TRIAL_STEPS = 350
# A leader may wander this far off its line before it counts as leaving the lane.
WANDERING_DISTANCE = 0.375  # m
LANE_WIDTH = 4.0  # m, that a leader moves aside in all: to the line of the next lane
# Initial side gap and lateral acceleration of a cut-in.
SIDE_GAP = 1.6  # m, between the sides
LATERAL_ACCELERATION = 1.5  # m/s^2
# Raster of the study's lateral speeds, and the tolerance of a decimal.
LATERAL_SPEED_STEP = 0.1  # m/s
ROUNDING_TOLERANCE = 1e-9  # m/s
# Length of the standing obstacle in the study's code, though it is placed as if VEHICLE_LENGTH
# long.
STANDING_LENGTH = 5.0  # m


def car_following(driver: ReferenceDriver, deceleration: Array, speed: Array) -> Trials:
    """Return trials with a leader that brakes to rest.

    It brakes at the driver's own following gap with ``deceleration`` in g, without jerk limit; both
    begin with ``speed``.
    """
    time = np.arange(TRIAL_STEPS)[:, None]
    leader = np.maximum(speed - time * (GRAVITY * deceleration) / JUDGEMENT_RATE, 0.0)
    still = np.zeros(leader.shape)
    places = _places(leader, _following_gap(driver, speed) + VEHICLE_LENGTH)
    return Trials(
        CAR_FOLLOWING,
        TrialMotion(places, still, leader, still),
        _cruise(speed),
        speed,
        np.full(len(speed), TRIAL_STEPS - 1),
        ends_at_rest=True,
    )


def cut_out(driver: ReferenceDriver, speed: Array, distance: Array, drift: Array) -> Trials:
    """Return trials with a leader that cuts out before a standing vehicle.

    It moves at the driver's own following gap aside with ``drift``, to either side, ``distance`` m
    before a vehicle that stands on the line. The driver sees that vehicle once the leader is 0.375
    m off the line. A leader that does not get aside in time crashes, stays there, and becomes the
    driver's obstacle.
    """
    away = _following_gap(driver, speed) + VEHICLE_LENGTH
    leader_x = _places(np.broadcast_to(speed, (TRIAL_STEPS, len(speed))), away)
    aside: Array = np.abs(drift)
    moving = np.where(
        np.arange(TRIAL_STEPS)[:, None] < _steps_aside(LANE_WIDTH, aside), -aside, 0.0
    )
    leader_y = _places(moving, LANE_WIDTH) - LANE_WIDTH
    standing = away + distance + VEHICLE_LENGTH
    crashes = (np.abs(leader_y) - VEHICLE_WIDTH / 2 - VEHICLE_WIDTH / 2 < 0.0) & (
        np.abs(standing - leader_x) - STANDING_LENGTH / 2 - VEHICLE_LENGTH / 2 < 0.0
    )
    crashed = np.maximum.accumulate(crashes, axis=0)
    there = np.argmax(crashes, axis=0), np.arange(len(speed))
    still = np.zeros(leader_x.shape)
    return Trials(
        CUT_OUT,
        TrialMotion(
            np.where(crashed, leader_x[there], standing),
            np.where(crashed, leader_y[there], 0.0),
            still,
            still,
            np.where(crashed, VEHICLE_LENGTH, STANDING_LENGTH),
        ),
        _cruise(speed),
        speed,
        np.full(len(speed), TRIAL_STEPS - 1),
        seen=crashed | (leader_y < -WANDERING_DISTANCE),
        ends_at_rest=True,
    )


def cut_in(speed: Array, other_speed: Array, gap: Array, drift: Array) -> Trials:
    """Return trials with a vehicle that cuts in.

    It comes at ``other_speed`` with ``drift``, from either side, onto the driver's line. It is
    ``gap`` m ahead and 1.6 m beside once it has reached that lateral speed with 1.5 m/s^2; the
    steps of that run-in come before the trial's 350.
    """
    aside = _as_studied(np.abs(drift))
    run_in = np.ceil(aside / (LATERAL_ACCELERATION / JUDGEMENT_RATE)).astype(int)
    index = np.arange(TRIAL_STEPS + int(run_in.max(initial=0)) + 1)[:, None]
    crossing = index <= run_in + _steps_aside(SIDE_GAP + VEHICLE_WIDTH, aside)
    moving = np.where(
        index < run_in,
        -(LATERAL_ACCELERATION / JUDGEMENT_RATE) * index,
        np.where(crossing, -aside, 0.0),
    )
    others = np.broadcast_to(other_speed, moving.shape)
    own = np.broadcast_to(speed, (int(run_in.max(initial=0)) + 1, len(speed)))
    motion = TrialMotion(
        _run_in_places(others, gap + VEHICLE_LENGTH, run_in),
        _run_in_places(moving, SIDE_GAP + VEHICLE_WIDTH, run_in),
        others,
        moving,
    )
    return Trials(CUT_IN, motion, _run_in_places(own, 0.0, run_in)[:1], speed, TRIAL_STEPS + run_in)


def _following_gap(driver: ReferenceDriver, speed: Array) -> Array:
    if driver.following_gap is None:
        raise ValueError("this driver has no following gap")
    return driver.following_gap(speed)


def _cruise(speed: Array) -> Array:
    """Return the places (steps, n) of a driver at constant speed."""
    return _places(np.broadcast_to(speed, (TRIAL_STEPS, len(speed))), 0.0)


def _as_studied(aside: Array) -> Array:
    """Round lateral speeds to the raster of the study's code, k * 0.1.

    0.3, 0.6, and 1.2 are slightly larger there, so that ceil(0.3 / 0.15) gives a run-in of 3 steps,
    not 2.
    """
    raster = np.rint(aside / LATERAL_SPEED_STEP) * LATERAL_SPEED_STEP
    studied: Array = np.where(np.abs(aside - raster) < ROUNDING_TOLERANCE, raster, aside)
    return studied


def _steps_aside(way: float, aside: Array) -> Array:
    """Return the number of steps (n,) of a vehicle's lateral motion.

    It ends after the vehicle has passed the line ``way`` m beside it.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        steps: Array = np.where(
            aside > 0.0, np.floor_divide(JUDGEMENT_RATE * way, aside) + 1.0, 0.0
        )
    return steps


def _places(speeds: Array, start: Union[float, Array]) -> Array:
    """Integrate speeds from ``start`` to places (steps, n). The first is one step along."""
    places: Array = np.cumsum(speeds, axis=0) / JUDGEMENT_RATE + start
    return places


def _run_in_places(speeds: Array, start: Union[float, Array], run_in: Array) -> Array:
    """Integrate speeds to places with ``start`` at the step ``run_in`` (n,).

    They are summed up after it and back from it.
    """
    index = np.arange(len(speeds))[:, None]
    first = index[: int(run_in.max(initial=0))] < run_in
    back = -np.where(first, speeds[: len(first)], 0.0) / JUDGEMENT_RATE
    places = _places(np.where(index > run_in, speeds, 0.0), start)
    places[: len(first)] = np.where(
        first, np.cumsum(back[::-1], axis=0)[::-1] + start, places[: len(first)]
    )
    return places
