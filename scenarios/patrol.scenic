"""A yard that a robot patrols: six gates of two cones on a ring around piled things, to be driven through in their order."""
from gzscenic.model import *

workspace = Workspace(RectangularRegion(0 @ 0, 0, 36, 36))
middle = CircularRegion(0 @ 0, 6)

def gate(number):
    """A waypoint that looks along the ring, between two cones."""
    turn = number * 60 + Range(-8, 8)
    place = (0 @ 0) offset along (turn deg) by (0 @ Range(12, 14))
    point = new Waypoint at place, facing (turn + 90) deg
    new Cone left of point by 1, facing 0 deg
    new Cone right of point by 1, facing 0 deg

ego = new PatrolRobot at (0 @ 0) offset along 330 deg by (0 @ 13), facing 60 deg
for number in range(6):
    gate(number)

for _ in range(3):
    new Barrier in middle
for _ in range(5):
    new Crate in middle
new ConstructionBarrel in middle
