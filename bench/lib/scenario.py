"""Merge and grid scenarios of a wanted number of vehicles.

They are made in a folder; warm starts come from the package's cache.
"""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Dict

import sumolib
import yaml

from bench.lib.report import ROOT
from sim.traffic.demand.demand import Demand, parse_demand
from sim.traffic.demand.merge import build_merge, entry_edges, scale_demand
from sim.traffic.demand.routes import write_demand
from sim.traffic.roads.network import Network
from sim.traffic.session import SumoOptions
from sim.traffic.warmup import warm_up
from sim.traffic.world import write_world

DEMAND = ROOT / "config" / "demand" / "merge.yaml"
STEP = 0.1
# Wanted vehicles: length of the entries over that of the scenario, and s of warm start after which
# so many are on the road.
MERGES = {300: (0.68, 200.0), 1000: (3.05, 100.0), 3000: (9.85, 60.0)}


@dataclass(frozen=True)
class Scenario:
    """Network with its demand.

    ``sumo`` begins at the saved state; ``ego_lane`` is the last lane before the merge.
    """

    name: str
    net: Path
    demand: Path
    world: Path
    warm_up: float
    sumo: SumoOptions
    network: Network
    ego_lane: str = ""

    def arguments(self) -> Dict[str, object]:
        """As ``hybrid_merge.launch`` takes it."""
        return {
            "net": self.net,
            "world": self.world,
            "demand": self.demand,
            "warm_up": self.warm_up,
            "ego_lane": self.ego_lane,
        }


def merge(folder: Path, vehicles: int, vehicles_per_hour: float = 0.0) -> Scenario:
    """Make the jammed merge with about ``vehicles`` vehicles.

    ``vehicles_per_hour`` want to enter at each entry (0: twice the capacity).
    """
    scale, seconds = MERGES[vehicles]
    folder = folder / f"merge_{vehicles}_{vehicles_per_hour:g}"
    document = scale_demand(yaml.safe_load(DEMAND.read_text()), scale)
    for flow in document["flows"]:
        if vehicles_per_hour and flow["vehicles_per_hour"]:
            flow["vehicles_per_hour"] = vehicles_per_hour
    scenario = _scenario(folder, build_merge(folder, scale), document, seconds)
    return Scenario(**{**vars(scenario), "ego_lane": f"{entry_edges('In1', scale)[-1]}_0"})


def grid(folder: Path) -> Scenario:
    """Make a 3x3 grid of right-angle junctions 100 m apart.

    All vehicles turn: left, right or twice.
    """
    folder = folder / "grid"
    folder.mkdir(parents=True, exist_ok=True)
    net = folder / "grid.net.xml"
    subprocess.run(
        [
            sumolib.checkBinary("netgenerate"),
            "--grid",
            "--grid.number",
            "3",
            "--grid.length",
            "100",
            "--grid.attach-length",
            "100",
            "--default.lanenumber",
            "2",
            "--no-turnarounds",
            "--output-file",
            str(net),
        ],
        stdout=subprocess.DEVNULL,
        check=True,
    )
    network = Network.read(net)
    ends = network.exits()
    flows = [
        {"from": start, "to": ends[(3 * i + 1) % len(ends)], "vehicles_per_hour": 600, "queue": 2}
        for i, start in enumerate(network.entries())
    ]
    return _scenario(
        folder,
        net,
        {
            "seed": 42,
            "flows": flows,
            "mix": {"car": 0.8, "truck": 0.1, "bus": 0.05, "motorcycle": 0.05},
        },
        30.0,
    )


def _scenario(folder: Path, net: Path, document: dict, seconds: float) -> Scenario:
    demand_path = folder / "demand.yaml"
    demand_path.write_text(yaml.safe_dump(document))
    demand: Demand = parse_demand(document, str(demand_path))
    network = Network.read(net)
    sumo = SumoOptions(net, tuple(write_demand(demand, network, folder)), STEP, demand.seed)
    return Scenario(
        folder.name,
        net,
        demand_path,
        write_world(net, folder / f"{folder.name}.world"),
        seconds,
        warm_up(sumo, seconds),
        network,
    )
