"""A badly parked car pulls out as the ego nears [GzScenic, Figure 1]: anywhere along the curbs of a SUMO network.

./run scenario scenario:=scenarios/parked.scenic world:=worlds/town.world params:="{net: /path/of/networks/town/town.net.xml}"
"""
param net = localPath('../networks/merge/merge.net.xml')
param distance = Range(15, 30)  # m between both at which it pulls out
from gzscenic.model import *
from sim.scenes.behaviors import *
from sim.scenes.roads import *

distance_to_ego = globalParameters.distance
workspace = Workspace(road)

behavior PullOut(other):
    do DriveAt(0) until (distance from self to other) < distance_to_ego
    do DriveAlong(wayFrom(self.position, 60), 6)
    do Stop()

behavior Drive():
    do DriveAlong(wayFrom(self.position, 70), 9)
    do Stop()

spot = new OrientedPoint on curb
bad_angle = Uniform(1.0, -1.0) * Range(10, 20) deg
ego = new EgoCar at before(spot, 45),
    facing roadDirection,
    with name 'ego',
    with behavior Drive()
parked = new EgoCar left of spot by 0.5,
    facing bad_angle relative to roadDirection,
    with name 'parked',
    with requireVisible False,
    with behavior PullOut(ego)

require 40 < (distance from ego to parked) < 50

record gap(ego, parked) as gap
record initial laneAt(parked) as lane
record initial parked.position as parked_position

terminate when gap(ego, parked) < 0.05
terminate after 12 seconds
