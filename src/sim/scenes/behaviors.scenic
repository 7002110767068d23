"""Behaviours for agents of dynamic scenarios: `from sim.scenes.behaviors import *` brings the actions of
sim.scenes.actions, the measures of sim.scenes.measures and the traffic of sim.scenes.surrounding too.

Points are Scenic's, of the box's centre; speeds in m/s. Those that walk move the model itself, those that drive command it.
"""

from sim.scenes.actions import *
from sim.scenes.measures import *
from sim.scenes.surrounding import *
from sim.scenes.dynamic.paths import pursue, stride
from sim.scenes.dynamic.points import points_of
import math

behavior StandStill():
    """Stands where it is, for ever."""
    while True:
        take Stand()

behavior WaitFor(seconds):
    """Stands for a time."""
    for i in range(math.ceil(seconds / simulation().timestep - 1e-9)):
        take Stand()

behavior WalkTo(points, speed=1.4):
    """Walks straight to a point, or to several in turn, facing the way, and ends exactly there."""
    do FollowPath(points, speed)

behavior FollowPath(points, speed=1.4):
    """Walks along a line of points at constant speed, around corners too, and ends at its last."""
    left = points_of(points)
    while left:
        there, left = stride(tuple(self.position), left, speed * simulation().timestep)
        take SetVelocity([(b - a) / simulation().timestep for a, b in zip(self.position, there)], facing=True)

behavior WalkAhead(speed=1.4):
    """Walks the way it looks, for ever."""
    while True:
        take SetVelocity((-speed * math.sin(self.heading), speed * math.cos(self.heading)), heading=self.heading)

behavior DriveAt(speed, angle=0.0, acceleration=0.0):
    """Drives a car at a speed with its front wheels at an angle, for ever."""
    while True:
        take SetAckermann(speed, angle, acceleration)

behavior DriveAlong(points, speed, wheelbase=2.7, lookahead=6.0, acceleration=0.0):
    """Drives a car along a line of points by pure pursuit and ends within half the lookahead of its last."""
    path = points_of(points)
    while math.dist(tuple(self.position)[:2], path[-1][:2]) > 0.5 * lookahead:
        take SetAckermann(speed, pursue(tuple(self.position), self.heading, path, lookahead, wheelbase), acceleration)
    take SetAckermann(0.0, 0.0, 3.0)

behavior Stop(deceleration=3.0):
    """Brings a car to a stand."""
    while self.speed > 0.05:
        take SetAckermann(0.0, 0.0, deceleration)
