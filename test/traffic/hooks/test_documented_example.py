"""The example of docs/control.md, run as it stands there."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from nets import MERGE_DEMAND, MERGE_NET
from views import view

from sim.traffic.demand.demand import read_demand
from sim.traffic.demand.routes import write_demand
from sim.traffic.hooks.config import read_modules
from sim.traffic.roads.network import Network
from sim.traffic.run import TrafficRun
from sim.traffic.session import SumoOptions
from sim.traffic.summary import Summary

DOCUMENT = (Path(__file__).resolve().parents[3] / "docs" / "control.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    return re.search(rf"```{language}\n(.*?)```", DOCUMENT, re.S).group(1)


@pytest.fixture
def specs(tmp_path, monkeypatch):
    (tmp_path / "my_drivers.py").write_text(block("python"))
    (tmp_path / "my_drivers.yaml").write_text(block("yaml"))
    monkeypatch.syspath_prepend(str(tmp_path))
    return [replace(spec, budget=60.0) for spec in read_modules(tmp_path / "my_drivers.yaml")]


def test_the_example_holds_its_time_gap(specs):
    driver = specs[0].driver(**specs[0].parameters)
    found = driver.control(
        view(3, speed=10.0, leader_speed=10.0, gap=[22.5, 30.0, np.inf])
    ).acceleration
    np.testing.assert_allclose(found, [0.0, 0.375, np.nan])


@pytest.mark.not_quick
def test_the_example_drives_half_of_those_from_one_entry_of_the_merge(specs, tmp_path):
    network = Network.read(MERGE_NET)
    run = TrafficRun(
        SumoOptions(MERGE_NET, write_demand(read_demand(MERGE_DEMAND), network, tmp_path / "run")),
        network,
        [],
        Summary("none", 42, "test"),
        drivers=specs,
    )
    try:
        for _ in range(300):
            run.step(())
        module = run.drivers.modules[0]
        names = set(module.view.name)
        entered = [
            run.session.names[number]
            for number in run.state.id
            if run.session.names[number].startswith("In1_")
        ]
        assert (
            module.failure == "" and names < set(entered) and 0.4 < len(names) / len(entered) < 0.6
        )
        assert run.summary.sumo_collisions == 0
    finally:
        run.close()
