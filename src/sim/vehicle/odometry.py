"""Dead reckoning from rear wheel speeds and the steering angle, as a real car's odometry; it knows
nothing of the true pose.

The pose is that of ``base_link`` in an ``odom`` frame that starts where the vehicle did.
"""

from __future__ import annotations

import math

from sim.vehicle.steering import yaw_rate


class Odometry:
    """Pose (x, y, yaw) and twist (speed, lateral_speed, yaw_rate) of ``base_link`` by the bicycle
    model."""

    def __init__(self, wheelbase: float, rear_axle_x: float) -> None:
        self._wheelbase = wheelbase
        self._rear_axle_x = rear_axle_x
        self.reset()

    def reset(self) -> None:
        """Start again at the origin."""
        self.x = self.y = self.yaw = 0.0
        self.speed = self.lateral_speed = self.yaw_rate = 0.0

    def update(self, dt: float, rear_speed: float, steering_angle: float) -> None:
        """Move along the arc of the rear axle centre, whose speed is ``rear_speed``."""
        rate = yaw_rate(rear_speed, steering_angle, self._wheelbase)
        self.speed, self.yaw_rate = rear_speed, rate
        self.lateral_speed = -self._rear_axle_x * rate
        # The velocity at mid-step turns an arc into its chord to third order in the step.
        middle = self.yaw + 0.5 * rate * dt
        cos, sin = math.cos(middle), math.sin(middle)
        self.x += (self.speed * cos - self.lateral_speed * sin) * dt
        self.y += (self.speed * sin + self.lateral_speed * cos) * dt
        self.yaw = math.remainder(self.yaw + rate * dt, 2.0 * math.pi)
