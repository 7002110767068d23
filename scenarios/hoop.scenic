"""Hoops on the ground with a ball inside one of them, which the box around a hoop would not let in (GzScenic, section IV)."""
from gzscenic.model import *

workspace = Workspace(RectangularRegion(0 @ 0, 0, 6, 6))
ego = new Hoop at 0 @ 0
new Ball in CircularRegion(0 @ 0, 0.4)
new Hoop
for _ in range(3):
    new Cube
