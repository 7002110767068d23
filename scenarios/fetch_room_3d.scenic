"""The room of fetch_room.scenic in three dimensions: what stands on a table is said to be on it."""
from gzscenic.model import *

workspace = Workspace(RectangularRegion(0 @ 0, 0, 8, 8))
create_room(workspace.region.length, workspace.region.width)

ego = new Fetch at 0 @ 0
table1 = new CafeTable offset by 0 @ -1, facing 0 deg

create_room(3, 2.5, x=-1.7, y=2.2, sides='NSE')
table2 = new CafeTable at -1.7 @ 2.2, facing Range(60, 120) deg

new Bookshelf at Range(-4, 4) @ -3.5, facing 180 deg
back_right_region = RectangularRegion(-2 @ -2, 0, 3.5, 3.5)
new LampAndStand in back_right_region

new DemoCube on table1

new Waypoint in back_right_region
new Waypoint ahead of table2 by 1
