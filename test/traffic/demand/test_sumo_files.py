"""SUMO's own files as a demand: runs, types, sizes, options equal SUMO's."""

from __future__ import annotations

import gzip
import subprocess
from pathlib import Path
from typing import Dict, Tuple

import pytest
import sumolib
from lxml import etree
from nets import MERGE_NET, ROOT
from sumo_files import ROUTES, config

from sim.traffic.backend.host_link import host_built
from sim.traffic.batch.one_run import TrafficRunOptions, run
from sim.traffic.demand.source import at_once, read_source, written
from sim.traffic.demand.sumo_peak import STEP, counts, most_at_once
from sim.traffic.registry import vehicle_model
from sim.traffic.roads.network import Network
from sim.traffic.session import SumoOptions, SumoSession
from sim.traffic.warmup import warm_up

MERGE_CONFIG = ROOT / "config" / "demand" / "merge.sumocfg"
# Settings of this package's runs that differ from plain SUMO.
OURS = (
    "--lanechange.duration",
    "3",
    "--collision.mingap-factor",
    "0",
    "--collision.check-junctions",
    "true",
    "--collision.action",
    "warn",
    "--time-to-teleport",
    "-1",
)


def trips(path: Path) -> Dict[str, Tuple[str, str, str]]:
    """Return type, departure, and arrival of each departed vehicle.

    They are read from a file of SUMO.
    """
    return {
        row.get("id"): (row.get("vType"), row.get("depart"), row.get("arrival"))
        for row in etree.parse(str(path)).iter("tripinfo")
        if float(row.get("depart")) >= 0.0
    }


def plain(path: Path, out: Path, *words: str) -> None:
    """Run SUMO itself with a configuration. Its outputs begin with ``out``."""
    subprocess.run(
        [
            sumolib.checkBinary("sumo"),
            "-c",
            str(path),
            "--tripinfo-output",
            f"{out}.trips.xml",
            "--tripinfo-output.write-unfinished",
            "true",
            "--personinfo-output",
            f"{out}.walks.xml",
            "--fcd-output",
            f"{out}.fcd.xml",
            "--no-step-log",
            "true",
            *words,
        ],
        check=True,
        stdout=subprocess.DEVNULL,
    )


def peaks(fcd: Path) -> Dict[str, int]:
    """Return the peak number of each type in SUMO's floating car data.

    Vehicles and persons in one step.
    """
    most: Dict[str, int] = {}
    for step in etree.parse(str(fcd)).iter("timestep"):
        kinds = [row.get("type") for row in step.iter("vehicle", "person")]
        for kind in set(kinds):
            most[kind] = max(most.get(kind, 0), kinds.count(kind))
    return most


@pytest.mark.parametrize(
    "sumo",
    [
        "traci",
        pytest.param(
            "host",
            marks=[
                # Its runs equal TraCI's to the last bit: test_host and test_batch_command.
                pytest.mark.slow,
                pytest.mark.skipif(not host_built(), reason="the installed SUMO has no library"),
            ],
        ),
    ],
)
@pytest.mark.not_quick
def test_a_configuration_runs_as_in_sumo_itself(cross, tmp_path, sumo):
    cross = config(tmp_path, tmp_path / "cross.net.xml", "<time><end value='120'/></time>")
    plain(cross, tmp_path / "plain", "--step-length", "0.1", *OURS)
    demand = read_source(str(cross))
    run(
        TrafficRunOptions(
            str(tmp_path / "cross.net.xml"),
            str(cross),
            str(tmp_path / "ours"),
            demand.seed,
            120.0,
            sumo=sumo,
        )
    )
    ours, theirs = trips(tmp_path / "ours" / "trips.xml"), trips(tmp_path / "plain.trips.xml")
    assert (
        ours == theirs
        and len(ours) >= 15
        and {kind for kind, _, _ in ours.values()} == {"suv", "semi", "van", "DEFAULT_VEHTYPE"}
    )
    assert sum(float(arrival) >= 0.0 for _, _, arrival in ours.values()) > 8
    walks = [
        [row.get("id") for row in etree.parse(str(path)).iter("personinfo")]
        for path in (tmp_path / "ours" / "walks.xml", tmp_path / "plain.walks.xml")
    ]
    assert walks[0] and set(walks[0]) <= set(walks[1])


@pytest.mark.not_quick
def test_the_example_runs_as_in_sumo_itself(tmp_path):
    plain(MERGE_CONFIG, tmp_path / "plain", "--end", "90", *OURS)
    run(
        TrafficRunOptions(
            str(MERGE_NET),
            str(MERGE_CONFIG),
            str(tmp_path / "ours"),
            read_source(str(MERGE_CONFIG)).seed,
            90.0,
        )
    )
    ours = trips(tmp_path / "ours" / "trips.xml")
    assert ours == trips(tmp_path / "plain.trips.xml") and {
        kind for kind, _, _ in ours.values()
    } >= {"estate", "parcel_van", "semi"}


@pytest.mark.not_quick
def test_outputs_of_the_files_go_into_the_runs_folder(cross, tmp_path):
    run(
        TrafficRunOptions(
            str(tmp_path / "cross.net.xml"), str(cross), str(tmp_path / "ours"), 1, 31.0
        )
    )
    assert (tmp_path / "ours" / "loops.xml").is_file() and not (tmp_path / "loops.xml").exists()


@pytest.mark.not_quick
def test_peaks_are_those_of_sumo(cross, tmp_path):
    net = tmp_path / "cross.net.xml"
    cross = config(tmp_path, net, "<time><end value='100'/></time>")
    demand = read_source(str(cross))
    plain(cross, tmp_path / "plain", "--step-length", str(STEP), *OURS)
    said = []
    found = {
        count.kind.name: count.most
        for count in counts(demand, net, 100.0, tmp_path / "cache", said.append)
    }
    seen = peaks(tmp_path / "plain.fcd.xml")
    assert (
        {name: most for name, most in found.items() if most} == seen
        and seen["walker"] > 1
        and found["unused"] == 0
    )
    again = counts(demand, net, 100.0, tmp_path / "cache", said.append)
    assert {count.kind.name: count.most for count in again} == found and len(said) == 1


@pytest.mark.not_quick
def test_types_have_the_sizes_and_models_that_sumo_gives_them(cross, tmp_path):
    net = tmp_path / "cross.net.xml"
    kinds = [count.kind for count in counts(read_source(str(cross)), net, 30.0, tmp_path / "cache")]
    assert [kind.name for kind in kinds] == [
        "suv",
        "semi",
        "walker",
        "van",
        "unused",
        "DEFAULT_VEHTYPE",
    ]
    by_name = {kind.name: kind for kind in kinds}
    assert [
        (by_name[name].model, by_name[name].length)
        for name in ("suv", "semi", "walker", "van", "unused", "DEFAULT_VEHTYPE")
    ] == [
        ("car", 4.9),
        ("semitrailer", 16.5),
        ("pedestrian", pytest.approx(0.215)),
        ("van", 5.1),
        ("bus", 12.0),
        ("car", 5.0),
    ]
    assert (by_name["suv"].width, by_name["suv"].height) == (1.95, 1.7)
    assert {kind.name: kind.color for kind in kinds if kind.color} == {"suv": (1.0, 0.0, 0.0)}


def test_pools_leave_room_and_fit_into_the_radius(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    demand, network = read_source(str(MERGE_CONFIG)), Network.read(MERGE_NET)
    counted = {count.kind.name: count.most for count in counts(demand, MERGE_NET, 200.0)}
    everybody, near = {}, {}
    for radius, found in (float("inf"), everybody), (5.0, near):
        for kind, most in at_once(demand, MERGE_NET, network, 200.0, radius):
            found[kind.name] = found.get(kind.name, 0) + most
    assert all(everybody[name] > most > 0 for name, most in counted.items()) and list(
        everybody
    ) == list(demand.types)
    assert 0 < near["estate"] < everybody["estate"]


@pytest.mark.parametrize(
    "spans, most",
    [
        ([], 0),
        ([(0.0, 2.0)], 1),
        ([(0.0, 2.0), (2.0, 3.0)], 2),
        ([(0.0, 1.0), (2.0, 3.0)], 1),
        ([(0.0, 9.0), (1.0, 5.0), (4.0, float("inf")), (5.5, 6.0)], 3),
    ],
)
def test_the_most_of_spans_of_time(spans, most):
    assert most_at_once(spans) == most


@pytest.mark.parametrize(
    "kind, shape, model",
    [
        ("passenger", "passenger", "car"),
        ("passenger", "passenger/van", "van"),
        ("trailer", "truck/semitrailer", "semitrailer"),
        ("coach", "bus/coach", "coach"),
        ("emergency", "emergency", "ambulance"),
        ("emergency", "delivery", "ambulance"),
        ("emergency", "police", "car"),
        ("private", "unknown", "car"),
        ("passenger", "truck", "truck"),
        ("tram", "rail/railcar", "bus"),
        ("bicycle", "", "bicycle"),
    ],
)
def test_shapes_and_classes_have_models(kind, shape, model):
    assert vehicle_model(kind, shape) == model


@pytest.mark.not_quick
def test_a_warm_start_goes_on_with_the_flows(cross, tmp_path):
    (tmp_path / "d.rou.xml").write_text(ROUTES.replace("exp(0.2)", "4").replace("mixed", "suv"))
    net, demand = tmp_path / "cross.net.xml", read_source(str(cross))
    network, departed = Network.read(net), {}
    options = SumoOptions(net, seed=demand.seed, **written(demand, network, tmp_path / "copies"))
    for warm in (0.0, 40.0):
        session = SumoSession(warm_up(options, warm, tmp_path / "states"), network.offset)
        try:
            assert session.begin == warm
            for step in range(round((80.0 - warm) / 0.1)):
                session.step()
                departed[warm, round(warm + 0.1 * step)] = session.counters["departed"]
            assert session.connection.trafficlight.getProgram("c") == "own"
        finally:
            session.close()
    assert (
        departed[0.0, 40] >= 8
        and departed[0.0, 80] - departed[0.0, 40] == pytest.approx(departed[40.0, 80], abs=1)
        and departed[40.0, 80] > 5
    )


@pytest.mark.not_quick
def test_calibrators_and_rerouters_know_types_and_routes(cross, tmp_path):
    """These are in the additional files, and in a saved state."""
    net = tmp_path / "cross.net.xml"
    (
        tmp_path / "types.add.xml"
    ).write_text("""<additional><vType id="v"/><route id="over" edges="wc ce"/>
        <calibrator id="c1" lane="wc_2" pos="5" period="10">
        <flow begin="0" end="60" vehsPerHour="600" type="v" route="over"/></calibrator>
        <rerouter id="r1" edges="nc"><interval begin="0" end="60">
        <destProbReroute id="ce" probability="1"/></interval></rerouter></additional>""")
    (tmp_path / "d.rou.xml").write_text(
        '<routes><flow id="f" type="v" from="nc" to="cs" begin="0" end="60" period="5" '
        'departLane="best"/></routes>'
    )
    plain(
        config(tmp_path, net, "<time><end value='60'/></time>"),
        tmp_path / "plain",
        "--step-length",
        "0.1",
        *OURS,
    )
    run(TrafficRunOptions(str(net), str(cross), str(tmp_path / "ours"), 23423, 60.0))
    assert trips(tmp_path / "ours" / "trips.xml") == trips(tmp_path / "plain.trips.xml")
    run(TrafficRunOptions(str(net), str(cross), str(tmp_path / "warm"), 23423, 30.0, 30.0))
    assert {name.partition(".")[0] for name in trips(tmp_path / "warm" / "trips.xml")} == {
        "f",
        "c1",
    }


@pytest.mark.not_quick
def test_sumos_clock_may_begin_later(cross, tmp_path):
    path = config(
        tmp_path,
        tmp_path / "cross.net.xml",
        '<time><begin value="00:00:03"/><end value="40"/></time>',
    )
    (tmp_path / "d.rou.xml").write_text(ROUTES.replace("exp(0.2)", "4"))
    demand = read_source(str(path))
    net = tmp_path / "cross.net.xml"
    run(TrafficRunOptions(str(net), str(path), str(tmp_path / "ours"), demand.seed, 37.0))
    plain(path, tmp_path / "plain", "--step-length", "0.1", *OURS)
    begun = {
        name: depart for name, (_, depart, _) in trips(tmp_path / "ours" / "trips.xml").items()
    }
    assert (
        begun
        == {name: depart for name, (_, depart, _) in trips(tmp_path / "plain.trips.xml").items()}
        and "bus" not in begun
    )


def test_options_of_a_configuration(cross, tmp_path):
    more = """<time><step-length value="0.2"/></time><processing><lateral-resolution value="0.8"/>
    <max-depart-delay value="60"/>
        <time-to-teleport value="300"/><scale value="1.5"/></processing><output>
        <summary-output value="s.xml"/></output>
        <random_number><seed value="99"/></random_number><report><verbose value="true"/></report>"""
    demand = read_source(str(config(tmp_path, tmp_path / "cross.net.xml", more)))
    assert (
        demand.seed == 99
        and demand.config.step == 0.2
        and demand.sumo_options["more"] == (("scale", "1.5"),)
    )
    assert (
        demand.config.limits["lateral_resolution"],
        demand.config.limits["max_depart_delay"],
    ) == (0.8, 60.0)
    assert [note.partition(": ")[2] for note in demand.notes] == [
        "time-to-teleport 300 is not taken: vehicles never teleport",
        "summary-output s.xml is not taken: a run writes its measures into its own folder",
    ]
    words = SumoOptions(demand.config.net, **demand.sumo_options).arguments()
    assert words[words.index("--scale") + 1] == "1.5" and "--lanechange.duration" not in words


def test_files_in_any_order_zipped_and_included(cross, tmp_path):
    (tmp_path / "outer.rou.xml").write_text('<routes><include href="d.rou.xml"/></routes>')
    with gzip.open(str(tmp_path / "d.rou.xml.gz"), "wb") as stream:
        stream.write(ROUTES.encode())
    network = Network.read(tmp_path / "cross.net.xml")
    known = read_source(str(cross)).types
    for routes in ("d.rou.xml", "d.rou.xml.gz", "outer.rou.xml"):
        demand = read_source(f"{tmp_path / routes}, {tmp_path / 'types.add.xml'}")
        assert demand.types == known and demand.config.additional == (tmp_path / "types.add.xml",)
        session = SumoSession(
            SumoOptions(
                tmp_path / "cross.net.xml", seed=1, **written(demand, network, tmp_path / "copies")
            ),
            network.offset,
        )
        session.close()
