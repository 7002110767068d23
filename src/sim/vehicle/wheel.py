"""One wheel's forces in its contact patch; where the patch is and how the forces move the body is
left to ``vehicle``.

Equations (1) to (3) of [RosEnvironment, VI-B], within a friction circle. Signs: rolling forward and
slipping left are positive. Plain floats, because a wheel is evaluated thousands of times a second.
"""

from __future__ import annotations

import math
from typing import Tuple

from sim.vehicle.parameters import Wheel


def suspension_force(k: float, d: float, x: float, x_dot: float) -> float:
    """F_S = k x - d x_dot (eq. 1), never pulling; x is the compression and x_dot the speed at which
    the spring *extends*."""
    if x <= 0.0:
        return 0.0
    force = k * x - d * x_dot
    return force if force > 0.0 else 0.0


def rolling_force(
    torque: float, radius: float, v_roll: float, normal: float, c_rr: float, smooth: float
) -> float:
    """F_R = T/r - sign(v_roll) F_N c_rr (eq. 2), the sign being v_roll/smooth below that speed."""
    sign = v_roll / smooth
    if sign > 1.0:
        sign = 1.0
    elif sign < -1.0:
        sign = -1.0
    return torque / radius - sign * normal * c_rr


def turning_force(mass: float, v_slip: float, time_constant: float) -> float:
    """F_T = -m v_slip / t (eq. 3) for the mass that the wheel carries."""
    return -mass * v_slip / time_constant


def friction_circle(f_long: float, f_lat: float, mu: float, normal: float) -> Tuple[float, float]:
    """Scale a tangential force down to mu F_N, keeping its direction."""
    limit = mu * normal
    size = math.sqrt(f_long * f_long + f_lat * f_lat)
    if size <= limit:
        return f_long, f_lat
    scale = limit / size
    return f_long * scale, f_lat * scale


class WheelDynamics:
    """A wheel with its memory: spin, and the elastic deflections by which a standing tyre holds its
    place.

    Near standstill a viscous law alone would creep down every slope at a t. There, a braked wheel
    lengthwise and any wheel sideways also pull back towards where they stopped, with a spring of
    m/(4 t^2), which eq. 3 damps critically.
    """

    __slots__ = ("_stuck_lat", "_stuck_long", "angle", "mass", "parameters", "speed")

    def __init__(self, parameters: Wheel, mass: float) -> None:
        self.parameters = parameters
        self.mass = mass
        self.reset()

    def reset(self) -> None:
        """Stand still, undeflected."""
        self.speed = 0.0
        self.angle = 0.0
        self._stuck_long = 0.0
        self._stuck_lat = 0.0

    def contact_force(
        self,
        dt: float,
        v_roll: float,
        v_slip: float,
        normal: float,
        drive_torque: float,
        brake_torque: float,
    ) -> Tuple[float, float]:
        """Tangential force (forward, left) on the body through a patch that moves at (v_roll,
        v_slip)."""
        wheel = self.parameters
        # An explicit step of the viscous laws is stable only well above the step; the body's roll
        # and yaw take up to twice the margin.
        time_constant = max(wheel.slip_time_constant, 2.0 * dt)
        spring = self.mass / (4.0 * time_constant * time_constant)
        slow = wheel.standstill_speed
        creeping = -slow < v_roll < slow
        stuck_long = self._stuck_long + v_roll * dt if creeping and brake_torque > 0.0 else 0.0
        stuck_lat = self._stuck_lat + v_slip * dt if creeping and -slow < v_slip < slow else 0.0

        f_long = rolling_force(
            drive_torque, wheel.radius, v_roll, normal, wheel.rolling_resistance, slow
        )
        if brake_torque > 0.0:
            limit = brake_torque / wheel.radius
            hold = self.mass * v_roll / time_constant + spring * stuck_long
            f_long -= min(max(hold, -limit), limit)
        f_lat = turning_force(self.mass, v_slip, time_constant) - spring * stuck_lat
        capped = friction_circle(f_long, f_lat, wheel.friction, normal)
        # A sliding tyre stores no further deflection, or it would spring back once it grips.
        if capped == (f_long, f_lat):
            self._stuck_long, self._stuck_lat = stuck_long, stuck_lat
        self.speed = v_roll / wheel.radius
        self.angle += self.speed * dt
        return capped

    def spin(self, dt: float, drive_torque: float, brake_torque: float) -> None:
        """Turn freely in the air under the torques."""
        inertia = self.parameters.inertia
        speed = self.speed + drive_torque / inertia * dt
        loss = brake_torque / inertia * dt
        self.speed = math.copysign(max(abs(speed) - loss, 0.0), speed)
        self.angle += self.speed * dt
        self._stuck_long = self._stuck_lat = 0.0
