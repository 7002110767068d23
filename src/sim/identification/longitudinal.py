"""Mass, drag, rolling resistance, and lags of drive and brakes.

They follow from the response of a car's speed to its wheel torques, and of the torques to their
commands:

    (m + 4 I / r^2) (v' - v_y r) = (T_drive - T_brake) / r - c_rr m g - 1/2 rho C_d A v^2

on level ground, in windows that begin at the measured speed. Drag in the bend is the side force of
steered wheels, m v r sin(delta) times the front's share of the mass.
"""

from __future__ import annotations

import math
from typing import Dict, List, Mapping, Optional, Sequence, Tuple

import numpy as np
from scipy.signal import lfilter

from sim.arrays import Array
from sim.identification.fitting import FitQuality, ParameterEstimate, Unknown, fit
from sim.identification.recording import DT, DriveRecording, delay_command
from sim.vehicle.parameters import GRAVITY, VehicleParameters

AIR_DENSITY = 1.225  # kg/m^3, as the law has it
WINDOW_TIME = 8.0  # s
MIN_SPEED = 1.0  # m/s, below which rolling resistance fades and brakes hold
# Beyond these limits tyres slip, and anti-lock brakes do not follow their command.
MAX_LATERAL_ACCELERATION = 2.0  # m/s^2
MAX_BRAKING_SHARE = 0.6  # of the weight
# Least change of speed that identifies a mass, and least speed that identifies drag.
MIN_SPEED_CHANGE = 2.0  # m/s
MIN_DRAG_SPEED = 10.0  # m/s

MASS = Unknown("mass", "kg", 1.0, 1e6, 0.0)
ROLLING = Unknown("wheel.rolling_resistance", "", 0.0, 0.2, 0.01, absolute=0.002)
DRAG = Unknown("aerodynamics.drag_area", "m2", 0.0, 20.0, 0.5, absolute=0.1)


def identify_longitudinal(
    recording: DriveRecording, parameters: VehicleParameters
) -> Tuple[List[ParameterEstimate], List[FitQuality]]:
    """Estimate mass, rolling resistance and drag from a recording.

    Wheels are taken from ``parameters``; the mass may differ.
    """
    unknowns = [
        Unknown(
            each.key, each.unit, each.least, each.most, each.guess or parameters.mass, each.absolute
        )
        for each in (MASS, ROLLING, DRAG)
    ]
    why = _undetermined_reason(recording)
    if why:
        return [
            ParameterEstimate(each.key, each.unit, math.nan, math.inf, why) for each in unknowns
        ], []
    speeds = SpeedModel(recording, parameters)
    measured = {"speed": (np.where(speeds.known, recording.speed, np.nan), "m/s")}
    estimates, qualities = fit(speeds, measured, unknowns, DT)
    fastest = float(np.nanmax(recording.speed))
    judged = []
    for each in estimates:
        if each.key == DRAG.key and fastest < MIN_DRAG_SPEED and not each.doubt:
            why = f"never faster than {fastest:.1f} m/s, too slow to measure drag"
            each = ParameterEstimate(each.key, each.unit, each.value, each.half, why)
        judged.append(each)
    return judged, qualities


def _undetermined_reason(recording: DriveRecording) -> str:
    """Return why a recording does not determine masses, or empty."""
    if recording.drive_torque is None or recording.brake_torque is None:
        return "torques at the wheels were not recorded"
    moving = recording.speed[recording.speed > MIN_SPEED]
    if moving.size == 0 or float(np.ptp(moving)) < MIN_SPEED_CHANGE:
        return f"the speed changed by less than {MIN_SPEED_CHANGE:g} m/s"
    return ""


class SpeedModel:
    """Model of the speed in windows; ``known`` (n,) marks them."""

    def __init__(self, recording: DriveRecording, parameters: VehicleParameters) -> None:
        assert recording.drive_torque is not None and recording.brake_torque is not None
        self._recording, self._parameters = recording, parameters
        self._pull = (recording.drive_torque - recording.brake_torque) / parameters.wheel.radius
        bend = recording.speed * recording.yaw_rate
        hardest = MAX_BRAKING_SHARE * parameters.mass * GRAVITY * parameters.wheel.radius
        told = (recording.speed > MIN_SPEED) & (np.abs(bend) < MAX_LATERAL_ACCELERATION)
        self._windows = _windows(told & (recording.brake_torque < hardest))
        self.known = np.zeros(len(recording), dtype=bool)
        for begin, end in self._windows:
            self.known[begin:end] = True
        front = (parameters.center_of_mass_x - parameters.rear_axle_x) / parameters.wheelbase
        steering = recording.steering
        if steering is None:
            steering = recording.steering_command
        self._scrub = front * bend * np.sin(steering)
        self._turned = 0.0 * bend
        if recording.lateral_speed is not None:
            center = parameters.center_of_mass_x
            sideways = recording.lateral_speed + center * recording.yaw_rate
            self._turned = sideways * recording.yaw_rate

    def __call__(self, unknowns: Array) -> Mapping[str, Array]:
        mass, rolling, drag = unknowns.tolist()
        wheel = self._parameters.wheel
        inert = mass + 4.0 * wheel.inertia / wheel.radius**2
        recorded = self._recording.speed
        constant = (
            (self._pull - mass * self._scrub) / inert
            + self._turned
            - rolling * mass * GRAVITY / inert
        )
        air = 0.5 * AIR_DENSITY * drag / inert
        said = np.full(len(recorded), np.nan)
        for begin, end in self._windows:
            # Air drag at the measured speed is as accurate and needs no loop.
            change = constant[begin:end] - air * recorded[begin:end] ** 2
            way = np.concatenate([[0.0], np.cumsum(0.5 * DT * (change[1:] + change[:-1]))])
            said[begin:end] = way + float(np.mean(recorded[begin:end] - way))
        return {"speed": said}


def _windows(moving: Array) -> List[Tuple[int, int]]:
    """Return begin and end of windows with a moving car."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], moving.astype(int), [0]])))
    size, found = round(WINDOW_TIME / DT), []
    for begin, end in zip(edges[::2].tolist(), edges[1::2].tolist()):
        pieces = max(1, round((end - begin) / size))
        bounds = np.linspace(begin, end, pieces + 1).astype(int).tolist()
        found += [each for each in zip(bounds[:-1], bounds[1:]) if each[1] - each[0] > 0.1 * size]
    return found


def identify_pedal(
    name: str, command: Optional[Array], torque: Optional[Array], most: Array
) -> Tuple[List[ParameterEstimate], List[FitQuality]]:
    """Estimate delay, lag and largest torque of ``drive`` or ``brake``.

    From the commanded share (n,) and the measured torque (n,), which is limited to ``most`` (n,).
    """
    unknowns = [
        Unknown(f"{name}.delay", "s", 0.0, 0.5, 0.03, absolute=0.02),
        Unknown(f"{name}.time_constant", "s", 0.0, 2.0, 0.1, absolute=0.02),
        Unknown(f"{name}.max_torque", "N m", 0.0, 1e6, 1.0),
    ]
    if command is None or torque is None or float(np.ptp(command)) == 0.0:
        why = "torques at the wheels were not recorded" if torque is None else ""
        why = "no pedals were recorded" if command is None else why or f"the {name} was not used"
        return [
            ParameterEstimate(each.key, each.unit, math.nan, math.inf, why) for each in unknowns
        ], []
    asked, limits = command, np.maximum(most, 1e-3)
    pressed = asked > 0.2
    guess = float(np.percentile(torque[pressed] / asked[pressed], 80.0)) if pressed.any() else 1.0
    unknowns[2] = Unknown(unknowns[2].key, "N m", 0.0, 1e6, max(guess, 1.0))

    def model(parameters: Array) -> Dict[str, Array]:
        delay, lag, largest = parameters.tolist()
        demand = delay_command(asked, delay) * np.minimum(largest, limits)
        share = 1.0 - math.exp(-DT / lag) if lag > 1e-6 else 1.0
        first = np.array([(1.0 - share) * demand[0]])
        followed, _ = lfilter([share], [1.0, share - 1.0], demand, zi=first)
        return {f"{name} torque": followed}

    return fit(model, {f"{name} torque": (torque, "N m")}, unknowns, DT)


def combine_results(
    parts: Sequence[Tuple[List[ParameterEstimate], List[FitQuality]]],
) -> Tuple[List[ParameterEstimate], List[FitQuality]]:
    return (
        [each for estimates, _ in parts for each in estimates],
        [each for _, qualities in parts for each in qualities],
    )
