"""Cost of a SUMO step beside SUMO: bridge and paper's schemes.

Several SUMO processes begin at one saved state and make the same steps in turns; the one without
subscriptions and readers is the reference.
"""

from __future__ import annotations

import gc
import struct
import sys
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Dict, Iterator, List, Sequence, Tuple

import numpy as np
import rospy
import sumolib
import traci
import traci.constants as tc
from geometry_msgs.msg import Quaternion, Transform, TransformStamped, Vector3
from tf2_msgs.msg import TFMessage

from bench.lib.processes import master
from bench.lib.report import Figure
from bench.lib.scenario import STEP, Scenario
from sim.process import end_child, start_child
from sim.ros.conversions import header
from sim.ros.traffic.publisher import TrafficPublisher
from sim.traffic.run import TrafficRun
from sim.traffic.session import SumoOptions
from sim.traffic.summary import Summary

SETTLING_STEPS = 10
PARTS = 5
PHASES = 10
# Wall s after a step in which rospy's sending thread finishes its messages; its work is counted.
SENDING = 0.002
# Vehicles: steps measured of the bridge, and of the schemes of the paper, which take seconds each
# for thousands of vehicles.
STEPS = {300: (300, 100), 1000: (200, 40), 3000: (200, 20)}
GOALS = {300: 3.0, 1000: 1.6, 3000: 1.0}
PAPER = (tc.VAR_POSITION3D, tc.VAR_ANGLE, tc.VAR_SPEED)


@dataclass(frozen=True)
class Costs:
    """Wall s (n,) of one scheme's steps beyond bare steps.

    ``bare`` (n,) are those of the same turns.
    """

    extra: np.ndarray
    bare: np.ndarray

    @property
    def typical(self) -> float:
        """Median cost of a step; one-second work counts by a tenth."""
        return float(
            np.mean(
                [
                    np.median(self.extra[phase::PHASES])
                    for phase in range(min(PHASES, len(self.extra)))
                ]
            )
        )

    @property
    def ratio(self) -> float:
        return self.typical / float(np.median(self.bare))

    def parts(self) -> List[float]:
        """Return the ratio in each fifth of the steps."""
        pairs = zip(np.array_split(self.extra, PARTS), np.array_split(self.bare, PARTS))
        return [Costs(extra, bare).ratio for extra, bare in pairs]


@dataclass(frozen=True)
class Measured:
    """Costs by scheme, with what happened meanwhile.

    Also the bridge's median wall s in SUMO's answer, on decoding and on publishing.
    """

    costs: Dict[str, Costs]
    spent: Tuple[float, float, float]
    vehicles: float
    departed: int
    arrived: int
    service_calls: int


class PlainSumo:
    """SUMO stepped by a plain TraCI client; base of the paper's schemes.

    Options, state and seed are the same.
    """

    def __init__(self, options: SumoOptions) -> None:
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 (closed with the process)
        port = sumolib.miscutils.getFreeSocketPort()
        self._process = start_child(
            [sumolib.checkBinary("sumo"), *options.arguments(), "--remote-port", str(port)],
            self._log,
        )
        self.connection = self._connected(port)

    def _connected(self, port: int) -> traci.connection.Connection:
        """traci's own retries print a line each."""
        while self._process.poll() is None:
            try:
                return traci.connect(port, numRetries=0, proc=self._process)
            except (traci.TraCIException, traci.FatalTraCIError):
                time.sleep(0.05)
        raise RuntimeError(f"SUMO ended with code {self._process.returncode}")

    def step(self, now: float) -> None:
        self.connection.simulationStep()

    def unread_step(self) -> None:
        """Make a step; receive and drop its answer."""
        self.connection._socket.sendall(struct.pack("!iBBd", 14, 10, tc.CMD_SIMSTEP, 0.0))
        self.connection._recvExact()

    def processor_time(self, steps: int) -> float:
        """s of SUMO's processor time for each of so many unread steps."""
        schedule = Path(f"/proc/{self._process.pid}/schedstat")
        before = int(schedule.read_text().split()[0])
        for _ in range(steps):
            self.unread_step()
        return (int(schedule.read_text().split()[0]) - before) / 1e9 / steps

    def close(self) -> None:
        self.connection.close(wait=False)
        end_child(self._process)
        self._log.close()


class _OneTransformEach(PlainSumo):
    """Scheme that sends one tf message per vehicle, as TransformBroadcaster does."""

    def __init__(self, options: SumoOptions, tf: rospy.Publisher) -> None:
        super().__init__(options)
        self._tf = tf

    def _send(self, name: str, position: Sequence[float], angle: float, now: float) -> None:
        half = 0.5 * np.radians(90.0 - angle)
        transform = Transform(Vector3(*position), Quaternion(0.0, 0.0, np.sin(half), np.cos(half)))
        self._tf.publish(TFMessage([TransformStamped(header(now), f"traffic/{name}", transform)]))


class WithGetters(_OneTransformEach):
    """Scheme that reads each vehicle's position, angle and speed one by one."""

    def step(self, now: float) -> None:
        super().step(now)
        vehicle = self.connection.vehicle
        for name in vehicle.getIDList():
            position, angle, _ = (
                vehicle.getPosition3D(name),
                vehicle.getAngle(name),
                vehicle.getSpeed(name),
            )
            self._send(name, position, angle, now)


class WithSubscriptions(_OneTransformEach):
    """Subscribes to position, angle and speed of each vehicle when it appears."""

    def __init__(self, options: SumoOptions, tf: rospy.Publisher) -> None:
        super().__init__(options, tf)
        self._subscribe(self.connection.vehicle.getIDList())

    def step(self, now: float) -> None:
        super().step(now)
        for name, values in self.connection.vehicle.getAllSubscriptionResults().items():
            self._send(name, values[PAPER[0]], values[PAPER[1]], now)
        self._subscribe(self.connection.simulation.getDepartedIDList())

    def _subscribe(self, names: Sequence[str]) -> None:
        for name in names:
            self.connection.vehicle.subscribe(name, PAPER)


class OurBridge:
    """Traffic bridge of a step: a TrafficRun and its node's publisher."""

    def __init__(self, scenario: Scenario, publisher: TrafficPublisher) -> None:
        self.run = TrafficRun(
            scenario.sumo, scenario.network, (), Summary("embedded", scenario.sumo.seed, "follow")
        )
        self.spent: List[Tuple[float, float, float]] = []
        self._publisher = publisher
        publisher.restart()

    def step(self, now: float) -> None:
        self.run.step(())
        publishing = self._publisher.publish(self.run, now)
        self.spent.append((self.run.session.step_seconds, self.run.processing, publishing))

    def close(self) -> None:
        self.run.close()


@contextmanager
def listened() -> Iterator[TrafficPublisher]:
    """Yield a publisher with one subscriber process for all topics."""
    with master():
        rospy.init_node("bench_traffic", disable_signals=True)
        publisher = TrafficPublisher({}, 1.0)
        listener = start_child([sys.executable, "-m", "bench.lib.subscriber"])
        try:
            while not publisher.states.get_num_connections():
                time.sleep(0.05)
            time.sleep(1.0)
            yield publisher
        finally:
            end_child(listener)
            rospy.signal_shutdown("measured")


def measure(scenario: Scenario, publisher: TrafficPublisher, vehicles: int) -> Measured:
    """Step all schemes in turns, the paper's only at first."""
    tf = rospy.Publisher("/tf", TFMessage, queue_size=100)
    steps, paper_steps = STEPS[vehicles]
    options = scenario.sumo
    schemes = {
        "bare": PlainSumo(options),
        "bridge": OurBridge(scenario, publisher),
        "getters": WithGetters(options, tf),
        "subscriptions": WithSubscriptions(options, tf),
    }
    try:
        with counted_service_calls() as calls:
            seconds, counts = _take_turns(schemes, steps, paper_steps)
        run = schemes["bridge"].run
        if len(run.state) != schemes["bare"].connection.vehicle.getIDCount():
            raise RuntimeError(f"the bridge's SUMO and the bare one parted in {scenario.name}")
        costs = {
            name: Costs(
                np.array(seconds[name]) - seconds["bare"][: len(seconds[name])],
                np.array(seconds["bare"][: len(seconds[name])]),
            )
            for name in schemes
            if name != "bare"
        }
        spent = np.median(schemes["bridge"].spent[SETTLING_STEPS:], axis=0)
        return Measured(
            costs,
            tuple(spent.tolist()),
            float(np.mean(counts)),
            run.summary.vehicles_departed,
            run.summary.vehicles_arrived,
            len(calls),
        )
    finally:
        for scheme in schemes.values():
            scheme.close()


def _take_turns(schemes: Dict, steps: int, paper_steps: int):
    seconds: Dict[str, List[float]] = {name: [] for name in schemes}
    counts = []
    gc.collect()
    for step in range(-SETTLING_STEPS, steps):
        turn = list(schemes) if step < paper_steps else ["bare", "bridge"]
        for name in turn if step % 2 else reversed(turn):
            taken = _timed(
                lambda name=name, step=step: schemes[name].step((step + SETTLING_STEPS + 1) * STEP)
            )
            if step >= 0:
                seconds[name].append(taken)
        counts.append(len(schemes["bridge"].run.state))
    return seconds, counts


def _timed(action: Callable[[], None]) -> float:
    """Return wall s of an action, plus processor s of rospy's senders.

    The latter is the time that they take after it.
    """
    started = time.perf_counter()
    action()
    taken, busy = time.perf_counter() - started, time.process_time()
    time.sleep(SENDING)
    return taken + time.process_time() - busy


@contextmanager
def counted_service_calls() -> Iterator[List[str]]:
    """Yield the names of the services called by this process."""
    calls: List[str] = []
    plain = rospy.ServiceProxy.call

    def counting(proxy: rospy.ServiceProxy, *args, **kwargs):
        calls.append(proxy.resolved_name)
        return plain(proxy, *args, **kwargs)

    rospy.ServiceProxy.call = counting
    try:
        yield calls
    finally:
        rospy.ServiceProxy.call = plain


def figures(measured: Measured, vehicles: int) -> List[Figure]:
    """Overheads as ratios to the bare step, the bridge's first."""
    answer, decoding, publishing = (1e3 * seconds for seconds in measured.spent)
    found = []
    for name, costs in measured.costs.items():
        note = (
            f"{1e3 * costs.typical:.3g} ms on a bare step of {1e3 * np.median(costs.bare):.3g} "
            f"ms, {measured.vehicles:.0f} vehicles, "
            f"median of {len(costs.extra)} steps, one subscriber process"
        )
        if name != "bridge":
            found.append(
                Figure(
                    f"{name} (paper): overhead / bare SUMO step, N = {vehicles}",
                    costs.ratio,
                    "x",
                    note=note,
                )
            )
            continue
        note += (
            f"; SUMO's step with answer {answer:.3g} ms, decoding {decoding:.3g} ms, "
            f"publishing {publishing:.3g} ms; spread is over fifths"
        )
        parts = costs.parts()
        found.append(
            Figure(
                f"bridge: overhead / bare SUMO step, N = {vehicles}",
                costs.ratio,
                "x",
                GOALS[vehicles],
                low=min(parts),
                high=max(parts),
                note=note,
            )
        )
    return found
