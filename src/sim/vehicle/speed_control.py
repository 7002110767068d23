"""From a wanted speed to drive and brake torque: a ramped set-point, feed-forward and PI; the
actuators' dynamics are not in here.

Speeds are along the vehicle's x axis, negative in reverse; torques are sums over all wheels.
"""

from __future__ import annotations

import math
from typing import Optional, Tuple

from sim.vehicle.parameters import GRAVITY, VehicleParameters

# How far the set-point may run ahead of the measured speed, m/s.
LEAD = 1.0


class SpeedController:
    """F = m (a_ref + k_p e + k_i int e) + m g c_rr, e = v_ref - v; integration stops while the
    torque is at its limit."""

    def __init__(self, parameters: VehicleParameters) -> None:
        self._parameters = parameters
        self.reset()

    def reset(self) -> None:
        """Forget the past; the set-point starts again from the measured speed."""
        self._reference: Optional[float] = None
        self._integral = 0.0

    def update(
        self, dt: float, target: float, acceleration: float, speed: float
    ) -> Tuple[float, float]:
        """(drive, brake) torque for a target speed, to be reached with ``|acceleration|``; 0 means
        with the vehicle's own limits.

        A target below the standstill speed is a stop.
        """
        wheel = self._parameters.wheel
        if abs(target) < wheel.standstill_speed:
            target = 0.0
            if abs(speed) < wheel.standstill_speed:
                return self._hold()
        limit = self._parameters.speed_control.max_speed
        reference, ramp = self._ramp(dt, min(max(target, -limit), limit), abs(acceleration), speed)
        direction = math.copysign(1.0, speed if abs(speed) > wheel.standstill_speed else target)
        mass = self._parameters.mass
        control = self._parameters.speed_control
        error = reference - speed
        wanted = mass * (ramp + control.proportional_gain * error + self._integral)
        wanted = direction * wanted + mass * GRAVITY * wheel.rolling_resistance
        drive, brake = self._torques(wanted, abs(speed))
        saturated = abs(wanted * wheel.radius - (drive - brake)) > 1e-6
        if not saturated or error * direction * wanted < 0.0:
            self._integral += control.integral_gain * error * dt
        return direction * drive, brake

    def _hold(self) -> Tuple[float, float]:
        """Stand with the brakes on."""
        self._reference = 0.0
        self._integral = 0.0
        return 0.0, self._parameters.brake.max_torque

    def _ramp(
        self, dt: float, target: float, acceleration: float, speed: float
    ) -> Tuple[float, float]:
        """Move the set-point towards the target and return it and its acceleration."""
        reference = speed if self._reference is None else self._reference
        if acceleration == 0.0:
            control = self._parameters.speed_control
            away_from_zero = (target - reference) * reference >= 0.0
            acceleration = control.max_acceleration if away_from_zero else control.max_deceleration
        difference = target - reference
        step = acceleration * dt
        reference += min(max(difference, -step), step)
        # The set-point waits for a vehicle that cannot follow, so that it is still braked or driven
        # hard when it could.
        reference = min(max(reference, speed - LEAD), speed + LEAD)
        self._reference = reference
        if target == 0.0:
            # A stop ends in the hold, so it is braked in full to the last; any other target would
            # be overshot.
            return reference, -math.copysign(acceleration, speed)
        ramp = math.copysign(acceleration, difference) if abs(difference) > step else 0.0
        return reference, ramp

    def _torques(self, force: float, speed: float) -> Tuple[float, float]:
        """(drive, brake) torques within their limits for a force along the direction of travel."""
        drive, radius = self._parameters.drive, self._parameters.wheel.radius
        if force >= 0.0:
            power_limit = drive.max_power / speed * radius if speed > 0.1 else math.inf
            return min(force * radius, drive.max_torque, power_limit), 0.0
        return 0.0, min(-force * radius, self._parameters.brake.max_torque)
