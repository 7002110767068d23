"""Car-following and lane-change models other than the defaults.

SUMO's input, and SUMO's acceptance of it.
"""

from __future__ import annotations

import subprocess

import pytest
import sumolib
from lxml import etree
from nets import MERGE_NET

from sim.errors import InputError
from sim.traffic.demand.demand import Demand, parse_demand
from sim.traffic.demand.driver_models import _changing, _following
from sim.traffic.demand.routes import routes_xml, write_demand
from sim.traffic.roads.network import Network

# Parameters required by SUMO.
NEEDED = {"CC": {"lanesCount": 2}}
FLOW = {"from": "In1", "to": "Out", "vehicles_per_hour": 900}


def demand(**car) -> Demand:
    return parse_demand({"flows": [FLOW], "types": {"car": car}}, "my.yaml")


def vtype(found: Demand) -> dict:
    return dict(etree.fromstring(routes_xml(found, Network.read(MERGE_NET))).find("vType").attrib)


def test_a_type_names_its_models_and_their_parameters() -> None:
    found = vtype(
        demand(
            tau=0.9,
            car_following={"model": "EIDM", "delta": 3, "treaction": 0.4},
            lane_change={"model": "SL2015", "lcStrategic": 2, "lcKeepRight": 1},
        )
    )
    assert (found["carFollowModel"], found["delta"], found["treaction"], found["tau"]) == (
        "EIDM",
        "3",
        "0.4",
        "0.9",
    )
    assert (
        found["laneChangeModel"],
        found["lcStrategic"],
        found["lcKeepRight"],
        found["lcMaxSpeedLatFactor"],
    ) == ("SL2015", "2", "1", "0.25")


def test_without_them_sumos_defaults_hold() -> None:
    assert not {"carFollowModel", "laneChangeModel"} & set(vtype(demand()))


@pytest.mark.parametrize(
    "car, message",
    [
        (
            {"car_following": {"model": "idm"}},
            "types.car.car_following.model: SUMO has no model 'idm'; did you mean 'IDM'?",
        ),
        ({"car_following": {"model": "Gipps"}}, "SUMO has no model 'Gipps'; it has IDM, IDMM"),
        (
            {"car_following": {"model": "IDM", "dleta": 4}},
            "unknown key 'dleta'; did you mean 'delta'?",
        ),
        (
            {"car_following": {"model": "IDM", "tau": 1}},
            "car_following.tau: set it as 'tau' of the type itself",
        ),
        (
            {"car_following": {"model": "IDM", "stepping": 0}},
            "car_following.stepping: 0 is out of range",
        ),
        (
            {"car_following": {"model": "EIDM", "vehdynamics": 1}},
            "vehdynamics: true or false is needed",
        ),
        ({"car_following": "IDM"}, "a mapping with 'model' is needed, one of: IDM"),
        ({"lane_change": {"model": "LC2013", "lcStrategick": 1}}, "did you mean 'lcStrategic'?"),
        ({"lane_change": {"lcStrategic": 1}}, "a mapping with 'model' is needed, one of: DK2008"),
    ],
)
def test_errors_name_the_allowed_values(car: dict, message: str) -> None:
    with pytest.raises(InputError) as error:
        demand(**car)
    assert message in str(error.value)


def test_persons_have_none() -> None:
    with pytest.raises(InputError, match="unknown key 'car_following'"):
        parse_demand(
            {"flows": [FLOW], "types": {"pedestrian": {"car_following": {"model": "IDM"}}}},
            "my.yaml",
        )


@pytest.mark.parametrize("model", sorted(_following()))
def test_sumo_takes_every_model_that_its_schema_has(model: str, tmp_path) -> None:
    runs_with_sumo(demand(car_following={"model": model, **NEEDED.get(model, {})}), tmp_path)


@pytest.mark.parametrize("model", sorted(_changing()))
def test_sumo_takes_every_lane_change_model(model: str, tmp_path) -> None:
    runs_with_sumo(demand(lane_change={"model": model, "lcStrategic": 1.5}), tmp_path)


def runs_with_sumo(found: Demand, folder) -> None:
    files = write_demand(found, Network.read(MERGE_NET), folder)
    run = subprocess.run(
        [
            sumolib.checkBinary("sumo"),
            "-n",
            str(MERGE_NET),
            "-r",
            str(files[0]),
            "--end",
            "30",
            "--no-step-log",
            "--no-warnings",
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        timeout=300,
    )
    assert run.returncode == 0, run.stdout.decode()
