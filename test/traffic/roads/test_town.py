from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path as FilePath

import numpy as np
import pytest
import sumolib
from nets import ROOT
from small_runs import car_at, running

from sim.errors import InputError, SimulationError
from sim.traffic.ego.coupling import EgoCoupling
from sim.traffic.roads.light_heads import light_heads
from sim.traffic.roads.netconvert import build_net
from sim.traffic.roads.network import Network
from sim.traffic.roads.path import Path

TOWN = ROOT / "networks" / "town"


@pytest.fixture(scope="module")
def town() -> Network:
    return Network.read(TOWN / "town.net.xml")


def sources(folder: FilePath) -> FilePath:
    """Copy the town's plain XML into a folder and return its configuration."""
    for path in TOWN.glob("town.*"):
        if path.name != "town.net.xml":
            (folder / path.name).write_bytes(path.read_bytes())
    return folder / "town.netccfg"


def test_the_committed_net_is_what_its_sources_make(tmp_path):
    assert build_net(sources(tmp_path)).read_bytes() == (TOWN / "town.net.xml").read_bytes()


def test_wrong_sources_leave_no_net(tmp_path):
    config = sources(tmp_path)
    (tmp_path / "town.edg.xml").write_text('<edges><edge id="a" from="west" to="nowhere"/></edges>')
    with pytest.raises(SimulationError, match=r"netconvert failed .*'nowhere'"):
        build_net(config)
    assert not list(tmp_path.glob("*.net.xml"))
    with pytest.raises(InputError, match=r"NAME.netccfg"):
        build_net(tmp_path / "town.edg.xml")


def test_the_town_has_everything(town):
    kinds = {lane.kind for lane in town.lanes}
    assert (
        kinds == {"road", "bus", "bicycle", "sidewalk"}
        and len(town.crossings) >= 15
        and not town.flat
    )
    assert sorted(town.entries()) == ["hill_south", "main_0_east", "main_3_west", "river_north"]
    assert sorted(town.exits()) == ["hill_north", "main_0_west", "main_3_east", "river_south"]
    assert {head.light for head in light_heads(town)} == {"A", "B"}
    assert town.route("main_0_east", "main_3_east", "passenger") == [
        "main_0_east",
        "ring_sw",
        "ring_se",
        "main_1_east",
        "main_2_east",
        "main_3_east",
    ]


@pytest.mark.parametrize("edge", ["bridge_north", "bridge_south"])
def test_the_bridge_climbs_at_six_percent_to_six_metres(town, edge):
    line = Path(town.edges[edge][1].shape)
    s = np.arange(0.0, line.length, 0.5)
    z = line.at(s)[2]
    assert z.max() == pytest.approx(6.0) and z[0] == z[-1] == 0.0
    assert np.abs(np.diff(z) / 0.5).max() == pytest.approx(0.06, abs=1e-3)
    main = town.edges["main_3_east"][2]
    assert line.project(236.62 if edge == "bridge_north" else 233.38, main.shape[0, 1])[
        0
    ] == pytest.approx(line.length / 2, abs=5.0)


def test_sumo_runs_the_town_without_a_warning():
    done = subprocess.run(
        [
            sumolib.checkBinary("sumo"),
            "-n",
            str(TOWN / "town.net.xml"),
            "-a",
            str(TOWN / "town.add.xml"),
            "--end",
            "200",
            "--no-step-log",
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert done.returncode == 0 and done.stdout.strip() == ""


@pytest.mark.parametrize("y, lane", [(-1.6, "main_1_east_2"), (-4.0, "main_1_east_1")])
def test_an_ego_is_on_its_lane_even_if_closed_to_cars(town, y, lane):
    with running(TOWN / "town.net.xml") as session:
        coupling = EgoCoupling(session, town)
        for _ in range(3):
            session.step()
            assert coupling.place(car_at(-80.0, y)).lane == lane
        session.step()
        assert session.connection.vehicle.getLaneID("ego") == lane


def test_an_ego_on_a_sidewalk_is_off_the_road(town):
    """SUMO crashes of a vehicle on a lane of persons."""
    with running(TOWN / "town.net.xml") as session:
        coupling = EgoCoupling(session, town)
        for _ in range(3):
            session.step()
            assert coupling.place(car_at(-80.0, -5.75)).off_road


@pytest.mark.parametrize("z, edge", [(6.0, "bridge_north"), (0.0, "main_3_east")])
def test_an_ego_on_the_bridge_is_not_on_the_road_below(town, z, edge):
    above, below = town.edges["bridge_north"][1], town.edges["main_3_east"][2]
    x, y = above.shape[:, 0].mean(), below.shape[:, 1].mean()
    with running(TOWN / "town.net.xml") as session:
        coupling = EgoCoupling(session, town)
        for _ in range(3):
            session.step()
            seen = coupling.place(replace(car_at(x, y, np.pi / 2 if z else 0.0), z=z))
        session.step()
        assert seen.lane.rpartition("_")[0] == edge
        assert session.connection.vehicle.getRoadID("ego") == edge
