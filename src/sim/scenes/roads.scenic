"""The roads of a SUMO network for Scenic programs, under the names of Scenic's driving domain:

    param net = localPath('../networks/merge/merge.net.xml')
    from sim.scenes.roads import *

`road`, `lane`, `curb`, `intersection`, `crossing`, `sidewalk` and `cycleway` are regions, `roadDirection` is the field of headings
of who drives. Of the lane nearest to a place, `laneAt(place)` is SUMO's name, `wayFrom(place, distance)` are points along its middle
line and those that follow, `before(place, distance)` is the point of it so far before.
"""

from scenic.core.distributions import distributionFunction
from sim.scenes.road_regions import road_regions

_roads = road_regions(globalParameters.get('net', ''))
road, lane, curb = _roads.road, _roads.lane, _roads.curb
intersection, crossing = _roads.intersection, _roads.crossing
sidewalk, cycleway = _roads.sidewalk, _roads.cycleway
roadDirection = _roads.direction
laneAt, wayFrom = distributionFunction(_roads.lane_at), distributionFunction(_roads.line_from)
before = distributionFunction(_roads.before)
