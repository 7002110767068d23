"""A building site beside the merged road of networks/merge.world: cones along its edge, and barriers, barrels and crates behind them.

The road's middle line goes from (0, 0) to (-106, -106) and the road is 10.5 m wide; nothing here stands on it.
"""
from gzscenic.model import *

along = 135 deg
def beside(distance, way):
    """The point that is ``way`` m along the road and ``distance`` m to the right of its middle line."""
    return (-25 @ -25) offset along along by (distance @ way)

site = RectangularRegion(beside(12, 30), along, 7, 60)
workspace = Workspace(RectangularRegion(beside(11, 30), along, 12, 64))

ego = new ConstructionBarrel at beside(9, 30), facing along
for number in range(11):
    new Cone at beside(6.5 + Range(-0.2, 0.2), 6 * number), facing along

for _ in range(4):
    new Barrier in site, facing along
for _ in range(3):
    new Crate in site
