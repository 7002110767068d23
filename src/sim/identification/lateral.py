"""Tyres, yaw inertia and steering by a single-track (bicycle) model.

    v_y' = (F_f cos delta + F_r) / m - v_x r
    r'   = (a F_f cos delta - b F_r) / I_z        [Pacejka, ch. 1.3]

with Fiala's brush [Pacejka, ch. 3] on each axle, its slip lagging by a relaxation length, and the
side force reduced by drive and brakes, sqrt(1 - (F_x / mu F_z)^2), if their torques are known. Mass
and inertia appear only in their ratio to the forces: the stiffness and friction found are for each
N of load. v_x is the measured speed. At the tyres' limit a car's motion is so sensitive that no
model follows it for long: yaw rate and side velocity are drawn to the measurements with a time
constant, as in an observer.
"""

from __future__ import annotations

import math
from typing import Dict, List, Mapping, Optional, Tuple

import numpy as np

from sim.arrays import Array
from sim.identification.fitting import FitQuality, ParameterEstimate, Unknown, fit
from sim.identification.recording import DT, DriveRecording, delay_command
from sim.vehicle.parameters import GRAVITY, VehicleParameters

# Below this speed slip angles are not modelled.
MIN_SPEED = 5.0  # m/s
# Least lateral acceleration of a drive that identifies tyres.
MIN_LATERAL_ACCELERATION = 0.5  # m/s^2
# Share of friction in use from which the friction is identified.
MIN_FRICTION_USE = 0.6
OBSERVER_TIME = 0.05  # s, time constant of the observer's feedback
# Least share of a side force under drive and brakes.
MIN_SIDE_FORCE_SHARE = 0.05

UNKNOWNS = (
    Unknown("front cornering stiffness", "1/rad", 2.0, 80.0, 15.0),
    Unknown("rear cornering stiffness", "1/rad", 2.0, 80.0, 15.0),
    Unknown("wheel.friction", "", 0.05, 2.0, 0.9),
    Unknown("yaw inertia / mass", "m2", 0.05, 20.0, 1.5),
    Unknown("roll gradient", "rad/(m/s2)", -0.05, 0.1, 0.005, absolute=0.002),
    Unknown("steering.delay", "s", 0.0, 0.5, 0.03, absolute=0.02),
    Unknown("steering.time_constant", "s", 0.0, 1.0, 0.08, absolute=0.02),
)


def identify_lateral(
    recording: DriveRecording, parameters: VehicleParameters
) -> Tuple[List[ParameterEstimate], List[FitQuality]]:
    """Estimate the lateral parameters from a recording.

    Geometry, relaxation length and steering's rate limit are taken from ``parameters``; estimates
    are doubtful without a bend in the recording.
    """
    moving = recording.speed > MIN_SPEED
    lateral = np.abs(recording.speed * recording.yaw_rate)[moving]
    if lateral.size == 0 or float(np.percentile(lateral, 99.0)) < MIN_LATERAL_ACCELERATION:
        why = f"never reached {MIN_LATERAL_ACCELERATION:g} m/s2 to the side above {MIN_SPEED:g} m/s"
        return [_undetermined(each, why) for each in UNKNOWNS], []
    measured: Dict[str, Tuple[Array, str]] = {
        "yaw_rate": (np.where(moving, recording.yaw_rate, np.nan), "rad/s")
    }
    if recording.lateral_speed is not None:
        measured["lateral_speed"] = (np.where(moving, recording.lateral_speed, np.nan), "m/s")
    if recording.lateral_acceleration is not None:
        felt = np.where(moving, recording.lateral_acceleration, np.nan)
        measured["lateral_acceleration"] = (felt, "m/s2")
    if recording.steering is not None:
        measured["steering"] = (recording.steering, "rad")
    radius = (0.25 * parameters.wheelbase) ** 2
    unknowns = [
        Unknown(each.key, each.unit, each.least, each.most, 2.0 * radius, each.absolute)
        if each.key == "yaw inertia / mass"
        else each
        for each in UNKNOWNS
        if each.key != "roll gradient" or "lateral_acceleration" in measured
    ]
    track = SingleTrack(recording, parameters, len(unknowns) == len(UNKNOWNS))
    estimates, qualities = fit(track, measured, unknowns, DT)
    return _doubt_friction(estimates, float(np.percentile(lateral, 99.9))), qualities


class SingleTrack:
    """Single-track model of a recording, with observer feedback.

    Parameters are in the order of ``UNKNOWNS``; without ``rolls`` the roll gradient is not among
    them.
    """

    def __init__(
        self, recording: DriveRecording, parameters: VehicleParameters, rolls: bool
    ) -> None:
        self._recording, self._parameters, self._rolls = recording, parameters, rolls
        self._speeds = recording.speed.tolist()
        self._turns = recording.yaw_rate.tolist()
        self._slides: List[Optional[float]] = [None] * len(recording)
        if recording.lateral_speed is not None:
            center = parameters.center_of_mass_x * recording.yaw_rate
            self._slides = (recording.lateral_speed + center).tolist()
        self._pulls = [_axle_pull(recording, parameters, front) for front in (True, False)]

    def __call__(self, unknowns: Array) -> Mapping[str, Array]:
        values = unknowns.tolist()
        gradient = values.pop(4) if self._rolls else 0.0
        front, rear, friction, inertia, delay, lag = values
        recording, car = self._recording, self._parameters
        demand = delay_command(recording.steering_command, delay)
        steering = _steering_response(demand, lag, car.steering.max_rate, car.steering.max_angle)
        sideways, turning, pushed = self._drive(steering, front, rear, friction, inertia)
        # At base_link, like all measurements.
        center = car.center_of_mass_x
        turned = np.gradient(turning, DT)
        felt = pushed - center * turned
        return {
            "yaw_rate": turning,
            "lateral_speed": sideways - center * turning,
            "lateral_acceleration": felt * (1.0 + GRAVITY * gradient),
            "steering": steering,
        }

    def _drive(
        self, steering: Array, front: float, rear: float, friction: float, inertia: float
    ) -> Tuple[Array, Array, Array]:
        """Integrate the single-track model.

        Returns lateral speed, yaw rate and lateral acceleration (n,) of the centre of mass.
        """
        car = self._parameters
        ahead = car.front_axle_x - car.center_of_mass_x
        behind = car.center_of_mass_x - car.rear_axle_x
        share, relaxation = behind / (ahead + behind), car.tyre.lateral_relaxation
        grips = [
            np.sqrt(np.maximum(1.0 - (pull / friction) ** 2, MIN_SIDE_FORCE_SHARE**2)).tolist()
            for pull in self._pulls
        ]
        sideways = turning = front_slip = rear_slip = 0.0
        rows = []
        for speed, angle, turned, slid, *grip in zip(
            self._speeds, steering.tolist(), self._turns, self._slides, *grips
        ):
            if speed < MIN_SPEED:
                # The model restarts from rolling without slip.
                turning = speed * math.tan(angle) / car.wheelbase
                sideways, front_slip, rear_slip = behind * turning, 0.0, 0.0
                rows.append((sideways, turning, speed * turning))
                continue
            keep = math.exp(-speed * DT / relaxation)
            at_front = math.atan2(sideways + ahead * turning, speed) - angle
            at_rear = math.atan2(sideways - behind * turning, speed)
            front_slip = at_front + keep * (front_slip - at_front)
            rear_slip = at_rear + keep * (rear_slip - at_rear)
            pull = GRAVITY * share * grip[0] * _brush(front_slip, front, friction) * math.cos(angle)
            push = GRAVITY * (1.0 - share) * grip[1] * _brush(rear_slip, rear, friction)
            sideways += DT * (pull + push - speed * turning)
            turning += DT * (ahead * pull - behind * push) / inertia
            rows.append((sideways, turning, pull + push))
            turning += DT / OBSERVER_TIME * (turned - turning)
            if slid is not None:
                sideways += DT / OBSERVER_TIME * (slid - sideways)
        columns = np.array(rows).T
        return columns[0], columns[1], columns[2]


def _axle_pull(recording: DriveRecording, car: VehicleParameters, front: bool) -> Array:
    """Return the longitudinal force (n,) of an axle, per N of load.

    From drive and brakes; 0 if their torques were not recorded.
    """
    pull = np.zeros(len(recording))
    for torque, share, sign in (
        (recording.drive_torque, car.drive.front_share, 1.0),
        (recording.brake_torque, car.brake.front_share, -1.0),
    ):
        if torque is not None:
            pull = pull + sign * torque * (share if front else 1.0 - share)
    mass = 2.0 * car.wheel_masses[0 if front else 1]
    of_load: Array = pull / (car.wheel.radius * mass * GRAVITY)
    return of_load


def _brush(slip: float, stiffness: float, friction: float) -> float:
    """Return Fiala's brush force per N of load, against the slide."""
    tangent = math.tan(min(max(slip, -1.5), 1.5))
    share = stiffness * abs(tangent) / (3.0 * friction)
    force = friction * (1.0 - (1.0 - share) ** 3) if share < 1.0 else friction
    return -math.copysign(force, tangent)


def _steering_response(demand: Array, lag: float, max_rate: float, max_angle: float) -> Array:
    """Return the angle of the law's steering actuator for a demand (n,)."""
    share, limit = (1.0 - math.exp(-DT / lag) if lag > 1e-6 else 1.0), max_rate * DT
    value = min(max(float(demand[0]), -max_angle), max_angle)
    values = []
    for target in np.clip(demand, -max_angle, max_angle).tolist():
        value += min(max((target - value) * share, -limit), limit)
        values.append(value)
    return np.array(values)


def _doubt_friction(estimates: List[ParameterEstimate], largest: float) -> List[ParameterEstimate]:
    """Doubt the friction unless tyres came near it."""
    judged = []
    for each in estimates:
        if each.key == "wheel.friction" and largest < MIN_FRICTION_USE * each.value * GRAVITY:
            each = _with_doubt(each, f"tyres reached {largest:.1f} m/s2, far from their limit")
        judged.append(each)
    return judged


def _with_doubt(estimate: ParameterEstimate, why: str) -> ParameterEstimate:
    return ParameterEstimate(estimate.key, estimate.unit, estimate.value, estimate.half, why)


def _undetermined(unknown: Unknown, why: str) -> ParameterEstimate:
    return ParameterEstimate(unknown.key, unknown.unit, math.nan, math.inf, why)


def understeer_gradient(
    estimates: List[ParameterEstimate], parameters: VehicleParameters
) -> Optional[ParameterEstimate]:
    """Return the understeer gradient (1/C_f - 1/C_r) / g in rad/(m/s^2).

    Of stiffness for each N of load; taken as independent estimates, which makes the interval too
    wide rather than too narrow.
    """
    found = {each.key: each for each in estimates if not each.doubt}
    names = ("front cornering stiffness", "rear cornering stiffness")
    if any(name not in found for name in names):
        return None
    front, rear = (found[name] for name in names)
    value = (1.0 / front.value - 1.0 / rear.value) / GRAVITY
    half = math.hypot(front.half / front.value**2, rear.half / rear.value**2) / GRAVITY
    return ParameterEstimate("understeer gradient", "rad/(m/s2)", value, half)
