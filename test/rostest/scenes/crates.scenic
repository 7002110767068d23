"""Three crates that never overlap, a barrier and two waypoints."""
from gzscenic.model import *

param spread = 8

workspace = Workspace(RectangularRegion(0 @ 0, 0, 2 * globalParameters.spread, 2 * globalParameters.spread))
ego = new Barrier at 0 @ 0, facing 30 deg
for _ in range(3):
    new Crate with width 0.8, with length 0.6, with height 0.5
new Waypoint
new Waypoint
