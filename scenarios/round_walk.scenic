"""A pedestrian walks around a crate while the crate slides away, and must not leave a circle around a lamp."""
from gzscenic.model import *
from sim.scenes.behaviors import *

param farthest = 6          # m from the lamp
param speed = Range(1, 1.6) # m/s of the pedestrian
farthest, speed = globalParameters.farthest, globalParameters.speed

workspace = Workspace(RectangularRegion(0 @ 0, 0, 14, 14))

behavior Slide():
    for i in range(round(1 / simulation().timestep)):
        take SetVelocity((0.5, 0))

lamp = new Lamp at 0 @ 0, facing 0 deg
crate = new Crate at 2 @ 2, facing 0 deg, with behavior Slide()
ego = new Pedestrian at 0 @ -2, facing 0 deg,
    with behavior FollowPath([(4, -2), (4, 4), (-2, 4), (-2, -2)], speed)

record ego.position as place
record crate.position as crate_place
record initial speed as speed
record final gap(ego, lamp) as gap_at_the_end

require always (distance from ego to lamp) < farthest as stays_near
require eventually crate.position.x > 2.2 as crate_slides

terminate when (distance from ego to (-2, -2)) < 1e-6
