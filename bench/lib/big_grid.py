"""Cost of the bridge with ten thousand vehicles and one ego.

The ego's radius is 200 m in a square grid of two-lane streets with random trips. A bare SUMO of the
same options makes the same steps in turns; it lacks the ego, one vehicle of ten thousand. Two bare
SUMOs of one state differ by up to 3 % in every step, for as long as they run, so that several pairs
are compared. A step takes SUMO a tenth of a second, which limits their number.
"""

from __future__ import annotations

import gc
import subprocess
import time
from dataclasses import replace
from pathlib import Path
from typing import List, Tuple

import numpy as np
import sumolib

from bench.lib import surroundings
from bench.lib.overhead import PlainSumo
from bench.lib.report import ROOT, Figure
from bench.lib.scenario import STEP
from sim.ros.traffic.publisher import TrafficPublisher
from sim.traffic.ego_state import EgoState
from sim.traffic.measures.run_measures import RunMeasures
from sim.traffic.roads.network import Network
from sim.traffic.run import TrafficRun
from sim.traffic.session import SumoOptions
from sim.traffic.summary import Summary
from sim.traffic.warmup import warm_up

VEHICLES = 10000
OBSERVED_RADIUS = 200.0  # m
OVERHEAD_GOAL = 3.0  # ms
JUNCTIONS_PER_SIDE = 20
EDGE_LENGTH = 300.0  # m
MAX_ROUTE_EDGES = 30
WARM_UP_TIME = 30.0  # s
SETTLING_STEPS = 10
STEPS = 40
PAIRS = 3
SENDING_TIME = 0.002  # s
FOLDER = ROOT / "build" / "bench" / "big_grid"
NAME = f"{VEHICLES} vehicles in SUMO, {OBSERVED_RADIUS:g} m around one ego: overhead per step"
OWN_WORK = (
    f"{VEHICLES} vehicles in SUMO, {OBSERVED_RADIUS:g} m around one ego: the bridge's own work"
)
OWN_WORK_GOAL = 1.0
TYPE = '<vType id="car" length="4.6" minGap="2.5" sigma="0.5"/>'


def scenario() -> Tuple[SumoOptions, Network]:
    """Return the grid, warmed up until all vehicles are in it.

    Its files are kept, since the network contains its creation time, and saved states are found by
    SUMO's inputs.
    """
    net, routes = FOLDER / "big.net.xml", FOLDER / "big.rou.xml"
    if not routes.is_file():
        FOLDER.mkdir(parents=True, exist_ok=True)
        _generate(net)
        routes.write_text(f"<routes>{TYPE}{''.join(_vehicles(net))}</routes>")
    return warm_up(SumoOptions(net, (routes,), STEP, 42), WARM_UP_TIME), Network.read(net)


def _generate(net: Path) -> None:
    subprocess.run(
        [
            sumolib.checkBinary("netgenerate"),
            "--grid",
            "--grid.number",
            str(JUNCTIONS_PER_SIDE),
            "--grid.length",
            f"{EDGE_LENGTH:g}",
            "--default.lanenumber",
            "2",
            "--no-turnarounds",
            "-o",
            str(net),
        ],
        stdout=subprocess.DEVNULL,
        check=True,
    )


def _vehicles(net: Path) -> List[str]:
    """Return vehicles that depart on any edge and turn randomly."""
    rng = np.random.default_rng(42)
    graph = sumolib.net.readNet(str(net))
    following = {
        edge.getID(): [onto.getID() for onto in edge.getOutgoing()] for edge in graph.getEdges()
    }
    edges = sorted(following)
    lines = []
    for number in range(VEHICLES):
        way = [edges[rng.integers(len(edges))]]
        while len(way) < MAX_ROUTE_EDGES and following[way[-1]]:
            way.append(following[way[-1]][rng.integers(len(following[way[-1]]))])
        # Ordered by departure, as SUMO wants them; a free place on the edge, so that all are there
        # soon.
        lines.append(
            f'<vehicle id="v{number}" type="car" depart="{20.0 * number / VEHICLES:.2f}" '
            'departLane="free" departPos="random_free" '
            f'departSpeed="max"><route edges="{" ".join(way)}"/></vehicle>'
        )
    return lines


def ego_at(network: Network) -> EgoState:
    """Return an ego at rest in the grid's centre, before a queue."""
    boundary = network.boundary
    middle = np.array([boundary[0] + boundary[2], boundary[1] + boundary[3]]) / 2.0
    lane = min(
        (lane for lane in network.lanes if not lane.internal and lane.index == 0),
        key=lambda lane: float(np.hypot(*(lane.shape[:, :2].mean(axis=0) - middle))),
    )
    x, y, _, yaw, _ = network.path(lane).at(0.5 * lane.length)
    return EgoState("ego", (x, y), yaw, 0.0, 0.0, 4.6, 1.8, 1.5)


def measure(folder: Path, publisher: TrafficPublisher) -> List[Figure]:
    """Pair by pair, steps bare and bridge in turns."""
    options, network = scenario()
    ego = ego_at(network)
    extra = surroundings.measure(
        options, OBSERVED_RADIUS, np.array(ego.centre) + network.offset[:2]
    )
    return [
        *_figures(
            [_pair(options, network, folder / f"run{pair}", publisher) for pair in range(PAIRS)]
        ),
        _own_work(replace(options, radius=OBSERVED_RADIUS), network, ego),
        surroundings.figure(extra, VEHICLES, OBSERVED_RADIUS),
    ]


def _own_work(options: SumoOptions, network: Network, ego: EgoState) -> Figure:
    """Measure the bridge's processing before and after SUMO's answer to a step."""
    run = TrafficRun(options, network, ("car",), Summary("none", 42, "follow"))
    try:
        run.first([ego])
        processor = []
        for _ in range(SETTLING_STEPS + STEPS):
            before = time.thread_time()
            run.step([ego])
            processor.append(time.thread_time() - before)
    finally:
        run.close()
    return Figure(
        OWN_WORK,
        1e3 * float(np.median(processor[SETTLING_STEPS:])),
        "ms",
        OWN_WORK_GOAL,
        low=1e3 * float(np.percentile(processor[SETTLING_STEPS:], 10)),
        high=1e3 * float(np.percentile(processor[SETTLING_STEPS:], 90)),
        note=f"processor time of the thread that steps, without trip output, median of {STEPS} "
        "steps; spread is 10 to 90 %",
    )


def _pair(
    options: SumoOptions, network: Network, folder: Path, publisher: TrafficPublisher
) -> Tuple[np.ndarray, int]:
    """Return rows of a pair's steps, and the vehicles at their end."""
    bare = PlainSumo(options)
    measures = RunMeasures(STEP, folder=folder)
    run = TrafficRun(
        replace(options, radius=OBSERVED_RADIUS, outputs=folder),
        network,
        ("car",),
        Summary("none", 42, "follow"),
        measures=measures,
    )
    try:
        return _take_turns(
            bare, run, publisher, ego_at(network)
        ), bare.connection.vehicle.getIDCount()
    finally:
        bare.close()
        run.close()


def _take_turns(
    bare: PlainSumo, run: TrafficRun, publisher: TrafficPublisher, ego: EgoState
) -> np.ndarray:
    """Return rows (n, 5), one per step.

    Columns: wall s bare and with the bridge, of these in SUMO and in the bridge, and vehicles
    shown.
    """
    publisher.restart()
    run.first([ego])
    bare.step(0.0)
    rows = []
    gc.collect()
    for step in range(-SETTLING_STEPS, STEPS):
        now = (step + SETTLING_STEPS + 1) * STEP
        taken = {}
        for name in ("bare", "bridge") if step % 2 else ("bridge", "bare"):
            taken[name] = _timed(
                lambda now=now, name=name: (
                    bare.step(now) if name == "bare" else _bridge_step(run, publisher, ego, now)
                )
            )
        if step >= 0:
            rows.append(
                (
                    taken["bare"],
                    taken["bridge"],
                    run.session.step_seconds,
                    run.processing,
                    len(run.state),
                )
            )
    return np.array(rows)


def _bridge_step(run: TrafficRun, publisher: TrafficPublisher, ego: EgoState, now: float) -> None:
    run.step([ego])
    publisher.publish(run, now)


def _timed(action) -> float:
    """Return wall s of an action, plus processor s of rospy's senders.

    The latter is the time that they take after it.
    """
    started = time.perf_counter()
    action()
    taken, busy = time.perf_counter() - started, time.process_time()
    time.sleep(SENDING_TIME)
    return taken + time.process_time() - busy


def _figures(pairs: List[Tuple[np.ndarray, int]]) -> List[Figure]:
    rows, vehicles = np.concatenate([rows for rows, _ in pairs]), min(count for _, count in pairs)
    bare, bridge, sumo, processing = 1e3 * rows[:, :4].T
    extra = [1e3 * float(np.median(rows[:, 1] - rows[:, 0])) for rows, _ in pairs]
    note = (
        f"median of {len(pairs)} pairs of {STEPS} paired steps: {np.median(bridge):.4g} ms with "
        f"the bridge, {np.median(bare):.4g} ms bare, "
        f"{vehicles} vehicles in SUMO, {rows[:, 4].mean():.0f} shown (most "
        f"{rows[:, 4].max():.0f}), one ego with its measures, SUMO's trip output, "
        f"one subscriber process; SUMO's step with its answer {np.median(sumo):.4g} ms, the "
        "bridge's own work beside it "
        f"{np.median(processing):.3g} ms; spread is over pairs"
    )
    figures = [
        Figure(
            NAME,
            float(np.median(extra)),
            "ms",
            OVERHEAD_GOAL,
            low=min(extra),
            high=max(extra),
            note=note,
        ),
    ]
    if vehicles < 0.98 * VEHICLES:
        return [
            replace(
                figure,
                value=None,
                low=None,
                high=None,
                why=f"only {vehicles} vehicles were in SUMO at the end",
            )
            for figure in figures
        ]
    return figures


def missing() -> List[Figure]:
    return [
        Figure(NAME, None, "ms", OVERHEAD_GOAL),
        Figure(OWN_WORK, None, "ms", OWN_WORK_GOAL),
        Figure(surroundings.name(VEHICLES, OBSERVED_RADIUS), None, "ms", surroundings.COST_GOAL),
    ]
