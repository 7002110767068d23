"""A room in which Fetch picks a cube from one table and places it on another, in a smaller room (GzScenic, Figure 4)."""
from gzscenic.model import *

workspace = Workspace(RectangularRegion(0 @ 0, 0, 8, 8))
create_room(workspace.region.length, workspace.region.width)

ego = new Fetch at 0 @ 0
table1 = new CafeTable offset by 0 @ -1, facing 0 deg

# Open towards -x, where the table in it is approached from.
create_room(3, 2.5, x=-1.7, y=2.2, sides='NSE')
table2 = new CafeTable at -1.7 @ 2.2, facing Range(60, 120) deg

new Bookshelf at Range(-4, 4) @ -3.5, facing 180 deg
back_right_region = RectangularRegion(-2 @ -2, 0, 3.5, 3.5)
new LampAndStand in back_right_region

# In 2D Scenic knows no heights: z puts the cube on the table's top (section IV of the paper).
new DemoCube at table1, with z 0.775, with allowCollisions True

new Waypoint in back_right_region
new Waypoint ahead of table2 by 1
