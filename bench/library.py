"""Benchmark of single library calls: ``./run bench library``, about a minute.

It runs without ROS and simulators. Processor time of one process, so that it depends little on
other load.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from typing import Callable, List, Tuple

import numpy as np

from bench.lib.report import ROOT, Figure, Report, attempt, header, of_samples, run
from sim.crcl.codec import read_document
from sim.crcl.framing import Framer
from sim.embedded.physics.physics import Physics
from sim.errors import InputError
from sim.gzserver.pool_world import ModelPool, WorldPace, write_world
from sim.sdf.model_path import ModelPath
from sim.traffic.demand.demand import read_demand
from sim.traffic.demand.peak import peak
from sim.traffic.elevation import RoadHeights
from sim.traffic.roads.network import Network
from sim.vehicle.parameters import load_parameters
from sim.vehicle.vehicle import Vehicle

REPETITIONS = "medians of the numbers of rounds in the notes, processor time of one process"
VEHICLES = 300
PIECES = 100_000
SPAWNS = 5
FILLINGS = (b"-", b"<a>", b"<a b=' ", b"<!-- ", b"<", b"< ", b"</a>", b"\0")
LAUGHS = (
    '<!DOCTYPE a [<!ENTITY e0 "ha">'
    + "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 30))
    + "]><a>&e29;</a>"
)
TOWN = ROOT / "networks" / "town" / "town.net.xml"

VEHICLE_FIGURE = "step of the vehicle law"
LANES_FIGURE = "lanes under a box and at a point, merge"
HEIGHTS_FIGURE = f"road heights under {VEHICLES} vehicles, town"
PEAK_FIGURE = "peak of the town's demand within 0.1 m"
POOLS_FIGURE = "world of Gazebo with 3000 parked vehicles"
SPAWN_FIGURE = "spawn of a box on 20 000 triangles"
FRAMING_FIGURE = f"{PIECES} pieces of one byte out of a stream, worst of {len(FILLINGS)} fillings"
DOCTYPE_FIGURE = "refusal of a document that expands a billion times"


def spent(
    work: Callable[[], object], rounds: int, scale: float = 1.0, calls: int = 1
) -> List[float]:
    """Return one call's processor time in s times ``scale``, per round.

    Each round makes ``calls`` calls.
    """
    found = []
    for _ in range(rounds):
        begin = time.process_time()
        for _ in range(calls):
            work()
        found.append(scale * (time.process_time() - begin) / calls)
    return found


def vehicle(folder: Path) -> List[Figure]:
    """Return the ego car on level ground at 10 m/s."""
    body = Vehicle(load_parameters(ROOT / "models" / "ego_car" / "vehicle.yaml"))
    body.command(0.0, 0.1, 12.0)
    arguments = (
        0.005,
        np.eye(3).ravel(),
        np.array([10.0, 0.1, 0.0]),
        np.array([0.0, 0.0, 0.1]),
        [body.mounts[0][2]] * 4,
    )
    return [
        of_samples(
            VEHICLE_FIGURE,
            spent(lambda: body.step(0.0, *arguments), 20, 1e6, 1000),
            "us",
            60.0,
            note="20 rounds of 1000 steps",
        )
    ]


def lanes(folder: Path) -> List[Figure]:
    """Measure the lane queries of an ego's watch in each step."""
    network = Network.read(ROOT / "networks" / "merge" / "merge.net.xml")
    x, y = network.edges["In1"][0].shape[5, :2]
    corners = np.array(
        [(x + 2.0, y + 1.0), (x - 2.0, y + 1.0), (x - 2.0, y - 1.0), (x + 2.0, y - 1.0)]
    )

    def ask() -> None:
        network.lanes_overlapping(corners, 0.1)
        network.lane_at(x, y)

    return [
        of_samples(
            LANES_FIGURE, spent(ask, 20, 1e3, 50), "ms", 0.3, note="20 rounds of 50 questions"
        )
    ]


def heights(folder: Path) -> List[Figure]:
    """Vehicles anywhere on the town's lanes."""
    town, rng = Network.read(TOWN), np.random.default_rng(1)
    found, roads = (
        RoadHeights(town),
        np.array([lane for lane in town.lanes if not lane.internal], dtype=object),
    )
    poses = [
        town.path(lane).at(rng.uniform(0.0, lane.length)) for lane in rng.choice(roads, VEHICLES)
    ]
    position, yaw = np.array([pose[:3] for pose in poses]), np.array([pose[3] for pose in poses])
    length, width = np.full(VEHICLES, 4.6), np.full(VEHICLES, 1.8)
    return [
        of_samples(
            HEIGHTS_FIGURE,
            spent(lambda: found.attitude(position, yaw, length, width), 20, 1e3, 20),
            "ms",
            0.3,
            note="20 rounds of 20 calls",
        )
    ]


def small_peak(folder: Path) -> List[Figure]:
    """Measure a radius that hardly fits a vehicle, with the most tries."""
    demand, network = read_demand(ROOT / "config" / "demand" / "town.yaml"), Network.read(TOWN)
    return [
        of_samples(
            PEAK_FIGURE,
            spent(lambda: peak(demand, network, 600.0, 0.1), 3),
            "s",
            0.1,
            note="3 rounds",
        )
    ]


def pools(folder: Path) -> List[Figure]:
    """Return the merge's world with pools of cars and buses."""
    models = ModelPath([str(ROOT / "models"), str(ROOT / "worlds")])
    merge = ROOT / "worlds" / "merge.world"
    return [
        of_samples(
            POOLS_FIGURE,
            spent(
                lambda: write_world(
                    merge,
                    str(folder / "w.world"),
                    [ModelPool(0, "car", 1500), ModelPool(1, "bus", 1500)],
                    WorldPace(),
                    models,
                ),
                5,
            ),
            "s",
            1.0,
            note="5 rounds",
        )
    ]


def spawn(folder: Path) -> List[Figure]:
    """Measure a spawn, which compiles only triangles near a body."""
    sys.path.insert(0, str(ROOT / "test"))
    from embedded.bodies import IDENTITY, box, pose
    from embedded.ground_meshes import ground_model, hills, write_obj

    physics = Physics((0.0, 0.0, -9.8), 0.002)
    physics.add(ground_model(write_obj(folder / "hills.obj", *hills(100))), "hills", IDENTITY)
    physics.step()
    number = iter(range(SPAWNS))

    def one() -> None:
        k = next(number)
        physics.add(box(), f"box{k}", pose(20.0 * k + 1.0, 20.0, 5.0))
        physics.step()

    return [
        of_samples(
            SPAWN_FIGURE,
            spent(one, SPAWNS, 1e3),
            "ms",
            50.0,
            note=f"with the step after it, {SPAWNS} boxes in turn",
        )
    ]


def framing(folder: Path) -> List[Figure]:
    """Measure framing, which reads each byte once.

    Reading all earlier bytes again would take minutes.
    """

    def pieces(filling: bytes) -> None:
        framer = Framer()
        for number in range(PIECES):
            framer.feed(filling[number % len(filling) :][:1])

    worst = max(FILLINGS, key=lambda filling: spent(lambda: pieces(filling), 1)[0])
    return [
        of_samples(
            FRAMING_FIGURE,
            spent(lambda: pieces(worst), 5),
            "s",
            1.0,
            note=f"5 rounds; the filling is {worst!r}",
        )
    ]


def doctype(folder: Path) -> List[Figure]:
    """Entities are refused before they are expanded."""
    document = LAUGHS.encode()

    def refuse() -> None:
        try:
            read_document(document, "document", None)
        except InputError:
            return
        raise AssertionError("was not refused")

    return [
        of_samples(
            DOCTYPE_FIGURE, spent(refuse, 20, 1e3, 20), "ms", 1.0, note="20 rounds of 20 documents"
        )
    ]


SECTIONS: Tuple[Tuple[Callable[[Path], List[Figure]], Figure], ...] = (
    (vehicle, Figure(VEHICLE_FIGURE, None, "us", 60.0)),
    (lanes, Figure(LANES_FIGURE, None, "ms", 0.3)),
    (heights, Figure(HEIGHTS_FIGURE, None, "ms", 0.3)),
    (small_peak, Figure(PEAK_FIGURE, None, "s", 0.1)),
    (pools, Figure(POOLS_FIGURE, None, "s", 1.0)),
    (spawn, Figure(SPAWN_FIGURE, None, "ms", 50.0)),
    (framing, Figure(FRAMING_FIGURE, None, "s", 1.0)),
    (doctype, Figure(DOCTYPE_FIGURE, None, "ms", 1.0)),
)


def main() -> None:
    report = Report("library", header(REPETITIONS))
    with tempfile.TemporaryDirectory() as scratch:
        for measure, missing in SECTIONS:
            report.add(attempt(lambda measure=measure: measure(Path(scratch)), missing))
    print(f"results in {report.write(ROOT / 'bench' / 'results')}")


if __name__ == "__main__":
    run(main)
