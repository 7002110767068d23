"""Demands of all kinds of movers on a crossing of streets."""

from __future__ import annotations

from sim.traffic.demand.demand import Demand, parse_demand

FLOW = {"from": "wc", "to": "ce", "vehicles_per_hour": 600}
PERSONS = {"from": "wc", "to": "cs", "persons_per_hour": 900}
LINE = {
    "name": "town",
    "route": ["wc", "ce"],
    "stops": [{"edge": "wc", "position": 60}, {"edge": "ce"}],
    "period": 60,
}
RIDERS = {
    "from": "wc",
    "to": "ce",
    "persons_per_hour": 300,
    "ride": {"line": "town", "board": "wc", "alight": "ce"},
}
AMBULANCE = {"type": "ambulance", "from": "ec", "to": "cw", "depart": 10}


def demand(**keys) -> Demand:
    return parse_demand(keys, "my.yaml")
