"""The building site beside the merge road, with a free road."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("scenic")

from sim.scenes.descriptor import read_descriptor
from sim.scenes.library import load_models
from sim.scenes.scenario import load_scenario
from sim.traffic.roads.network import Network

ROOT = Path(__file__).resolve().parents[2]
HALF_LANE = 1.75


def test_the_site_is_beside_the_road() -> None:
    models = load_models(read_descriptor(ROOT / "scenarios" / "roadside.yaml"))
    loaded = load_scenario(ROOT / "scenarios" / "roadside.scenic", models)
    network = Network.read(ROOT / "networks" / "merge" / "merge.net.xml")
    paths = [network.path(network.lanes_by_id[f"Merged_{number}"]) for number in range(3)]
    road = np.array(
        [path.at(way)[:2] for path in paths for way in np.arange(0.0, path.length, 0.5)]
    )
    for seed in range(5):
        for item in loaded.sample(seed).objects:
            away = np.linalg.norm(road - item.position[:2], axis=1).min() - HALF_LANE
            assert np.hypot(*item.size[:2]) / 2.0 < away < 15.0, item.name
