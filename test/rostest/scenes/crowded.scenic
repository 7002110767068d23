from gzscenic.model import *

workspace = Workspace(RectangularRegion(0 @ 0, 0, 8, 8))
ego = new Barrier at 0 @ 0, facing 0 deg
new Barrier at Range(-0.1, 0.1) @ 0, facing 0 deg
