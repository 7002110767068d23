"""Statements of Scenic's reference with shared random operands.

Each line of ``STATEMENTS`` follows ``START``, with random ``h``, ``k``, ``v``, ``p`` and boxes.
All of them are programs that Scenic 3.1 samples by itself.
"""

from __future__ import annotations

from typing import Any, Dict, List

from sim.scenes.models import MISSION_ONLY, ModelInfo

from .programs import box

START = """from gzscenic.model import *
workspace = Workspace(RectangularRegion(0 @ 0, 0, 20, 20))
field = VectorField("field", lambda pos: 0.1 * pos.x)
h = Range(0.2, 1)
k = Range(0, 1)
v = (3 + h) @ (3 + k)
p = new OrientedPoint at (h @ 6), facing k
ego = new Dot at 7 @ (7 + h)
b1 = new Box at (h - 6) @ (k + 6), facing h
b2 = new Box at 6 @ -6
def twice(x):
    return x + x
"""
STATEMENTS = """param a = h
param b = h, c = (h, k)
param d = [h, 1]
param e = {'x': {'y': [h, (k,)]}}
param f = v
param weather = Uniform('rain', 'sun')
param a1 = ego.position.x
param a2 = Uniform(h, 'x')
param a3 = twice(h)
param a4 = sin(h) + max(h, k) + min(h, k, 0.5) + abs(h - k)
param a5 = (h % 0.3) + (h // 0.3) + h ** 2 - h / k
param a6 = round(h, 1)
param a7 = str(h)
param a8 = h is k
param a9 = [h, k][0] + len([h, k])
require h < 0.9
require[0.5] h < 0.5
require h + k < 1.5
require h < 0.5 or k > 0.2
require not h > 0.9
require h != k as different
require b1 in RectangularRegion(0 @ 0, 0, 15, 15)
require ego can see v
require (distance from ego to v) > 1
require not (b1 intersects b2)
require always h < 2
record h as recorded
terminate when h > 2
terminate after 5 seconds
mutate b1
mutate b1 by 0.1
param n1 = Normal(0, 1)
param n2 = Normal(h, 0.1)
param n3 = TruncatedNormal(0, 1, -1, 1)
param n4 = Range(h, h + 1)
param n5 = DiscreteRange(1, 3, weights=(1, 2, 3))
param n6 = Discrete({h: 1, k: 2})
param n7 = Uniform(h, k)
param n8 = Uniform(*Uniform([1, 2], [3, 4]))
param n9 = Uniform([1, 2], [3, 4])[DiscreteRange(0, 1)]
param n10 = Uniform(*filter(lambda x: x > 0.1, [h, k]))
param n11 = resample(h)
param o1 = relative heading of b1
param o2 = relative heading of h from k
param o3 = distance past b1 of ego
param o4 = h deg
param o5 = field at v
param o6 = v relative to ego.position
param o7 = v offset by h @ k
param o8 = v offset along h by 1 @ k
param o9 = (front of b1).position.x
param o10 = b1.orientation.yaw
param o11 = (follow field from v for h).position.x
new Box at -5 @ (k - 3)
new Box at (h, k - 3)
new Box at Uniform(1 @ -2, 2 @ -3)
new Box in CircularRegion(-5 @ -5, 2)
new Box in CircularRegion(v, h + 0.5)
new Box in RectangularRegion(v, h, 2, k + 1)
new Box in RectangularRegion((-5, k, h), 0, 2, 2)
new Box in SectorRegion(-5 @ -5, 3, h, 60 deg)
new Box on PolylineRegion([(-6, -6), (-3, -6), (-3, -3)])
new Box in PolygonalRegion([(-6, -6), (-3, -6), (-3, -3)])
new Box in PolygonalRegion([(-6, -6), (-3, -6), (-3, -3)], z=h)
new Box in PointSetRegion('p', [(-6, -6), (-3, -6), (-3, -3)])
new Box in Uniform(CircularRegion(-5 @ -5, 1), CircularRegion(5 @ -5, 1))
new Box in CircularRegion(-5 @ -5, 2).intersect(RectangularRegion(-5 @ -5, 0, 2, 2))
new Box in CircularRegion(-5 @ -5, 2).difference(RectangularRegion(-5 @ -5, 0, 1, 1))
new Box in visible workspace
new Box contained in RectangularRegion(-5 @ -5, h, 4, 4)
new Box left of b1 by h
new Box left of b1 by h @ k
new Box ahead of b1 by h
new Box right of (new OrientedPoint at v, facing h) by k
new Box behind v by h
new Box offset by (h - 9) @ (k - 9)
new Box offset along h by (k - 9) @ (h - 9)
new Box beyond b1 by h - 4
new Box beyond b1 by h @ -4 from v
new Box visible
new Box visible from (new Point at v, with visibleDistance 9)
new Box following field from v for h
new Box at -5 @ k, facing h
new Box at -5 @ k, facing h relative to k
new Box at -5 @ k, facing h relative to field
new Box at -5 @ k, facing toward v
new Box at -5 @ k, facing away from b1
new Box at -5 @ k, facing directly toward v
new Box at -5 @ k, with foo h, with bar (h, k)
new Box at -5 @ k, with foo [h, k]
new Box at -5 @ k, with z h
new Box at -5 @ k, with stands Uniform(True, False)
new Box at -5 @ k, with allowCollisions Uniform(True, False)
new Box at -5 @ k, with occluding Uniform(True, False)
new Box at -5 @ k, with mutationScale h
new Box at -5 @ k, with regionContainedIn CircularRegion(-5 @ 0, 5 + h)
new Box at (0 @ 3) relative to p
new Dot at front left of b1
new Crate at -5 @ k, with width 0.4 + 0.2 * h
new Dot in workspace, with tag h
create_room(18 + h, 18)
create_room(18, 18, x=h, height=1 + h)""".splitlines()
MODELS: Dict[str, ModelInfo] = {
    info.name: info
    for info in (
        box("dot", "Dot", (0.001, 0.001, 0.001), kind=MISSION_ONLY),
        box("box", "Box", (1.0, 1.0, 1.0)),
        box("crate", "Crate", (0.5, 0.4, 0.3), dynamic_size=True),
        box("grey_wall", "GreyWall", (0.1, 1.0, 1.0), dynamic_size=True),
    )
}


def flat_numbers(value: Any) -> List[float]:
    """Return all numbers in a value of a scene, in order.

    A text counts by its length. Scenic leaves random values that are nested deeply in a parameter;
    they are left out.
    """
    if isinstance(value, (bool, int, float)):
        return [float(value)]
    if isinstance(value, str):
        return [float(len(value))]
    if isinstance(value, dict):
        return [number for key in sorted(value) for number in flat_numbers(value[key])]
    if isinstance(value, (list, tuple)) or "coordinates" in getattr(value, "__dict__", ()):
        return [number for item in value for number in flat_numbers(item)]
    return []
