"""A pedestrian stands at the kerb behind the slow zone, steps into the first lane as the ego nears, hesitates there and goes back.

Lane Out_0 of networks/merge begins at (-285.32, -280.37) and is 3.5 m wide; the ego starts on it and lane_follow drives it.
"""
from gzscenic.model import *
from sim.scenes.behaviors import *

param place = Range(80, 110)    # m along the lane
param distance = Range(18, 28)  # m between ego and pedestrian at which the pedestrian sets off
param speed = Range(1.0, 1.8)   # m/s
param pause = Range(0.5, 2.0)   # s in the road
place, distance_to_ego = globalParameters.place, globalParameters.distance
speed, pause = globalParameters.speed, globalParameters.pause

lane = new OrientedPoint at (-285.32, -280.37), facing 135 deg
workspace = Workspace(RectangularRegion(lane offset by (0, 100), 135 deg, 30, 220))

behavior StepOut(car, goal):
    kerb = self.position
    do StandStill() until (distance from self to car) < distance_to_ego
    do WalkTo(goal, speed)
    do WaitFor(pause)
    do WalkTo(kerb, 2.0)
    do StandStill()

ego = new EgoCar at lane offset by (0, 12), facing 135 deg, with existing 'ego'
pedestrian = new Pedestrian at lane offset by (3.0, place),
    facing 225 deg,
    with name 'pedestrian',
    with requireVisible False,
    with behavior StepOut(ego, lane offset by (0, place))

record gap(ego, pedestrian) as gap
record time_to_collision(ego, pedestrian) as time_to_collision
record ego.speed as ego_speed
record pedestrian.position as pedestrian_position
record initial place as place

require always gap(ego, pedestrian) > 0.3 as keeps_clear
require eventually ego.speed > 5 as ego_drives

terminate when (distance from lane to ego) > place + 10
terminate after 60 seconds
