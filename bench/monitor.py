"""Benchmark of the monitor beside a jam, a lidar and a camera.

``./run bench monitor`` takes about ten minutes; ``python3 -m bench.monitor --memory 10`` watches
memory for ten. Clients are Node.js programs that decode with the page's packages, on the same
machine; the page is opened in headless Chromium, with a graphics card if there is one.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import math
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Callable, Dict, Iterator, List

from bench.lib.processes import (
    end_launch,
    family,
    model_path,
    processor_time,
    proportional_memory,
)
from bench.lib.report import ROOT, Figure, Report, attempt, header, of_samples, run
from bench.lib.scenario import merge
from sim.ports import free_port
from sim.process import start_child

VEHICLES = 300
CLOUD_TOPIC = "/ego/lidar/points"
PICTURE_TOPIC = "/ego/stereo/left/image_raw"
# As the page's 3D view and its picture subscribe.
TOPICS = {
    "/traffic/states": 0,
    "/gazebo/model_states": 30,
    "/tf": 0,
    CLOUD_TOPIC: 10,
    PICTURE_TOPIC: 10,
}
ARGUMENTS = {
    "simulator": "embedded",
    "gui": "false",
    "rtf": 1,
    "sensors": "full",
    "monitor": "true",
    "monitor_port": 0,
}
SHARE_TIME = 15.0  # s
TURN_TIME = 4.0  # s
TURNS = 12
CLIENTS = 10
BYTES_PER_MB = 1e6
# Time that clients run before the server's memory is read, the time over which its minimum is
# taken, and the interval of readings. Messages of some MB pass through it meanwhile.
SETTLING_TIME = 180.0  # s
MEMORY_WINDOW = 30.0  # s
READING_PERIOD = 0.5  # s
# Another client sleeps after at most so many s: the server ends one that is silent for 90 s.
ASLEEP = 60.0
# Prints wall and simulated time, s, for each input line.
LISTENER = """
import sys, time, rospy
rospy.init_node("listener", anonymous=True)
for topic in sys.argv[1:]:
    rospy.Subscriber(topic, rospy.AnyMsg, lambda message: None, queue_size=1, buff_size=2**22)
for _ in sys.stdin:
    print(time.monotonic(), rospy.get_time(), flush=True)
"""
ONE = "server beside a jam, one client: share of a core"
COST = "the same: cost on the real-time factor, the client's own work included"
TEN = "server, ten clients of which one reads nothing: share of a core"
GROWTH = "server's memory, growth with ten clients of which one reads nothing"
OPENING = "after opening the page: all data decoded and the scene complete"
WORK = "page's scripting in a frame, 60 frames a second"
SIZE = "page, everything included"


class Jam:
    """A running launch with its monitor."""

    def __init__(self, folder: Path) -> None:
        self._log = folder / "output"
        scenario, port = merge(folder, VEHICLES), free_port()
        self.environment = {
            **os.environ,
            "ROS_MASTER_URI": f"http://127.0.0.1:{port}",
            "ROS_HOME": str(folder / "ros"),
            "GAZEBO_MODEL_PATH": model_path(scenario.world.parent),
        }
        arguments = {**scenario.arguments(), **ARGUMENTS}
        words = [f"{name}:={value}" for name, value in arguments.items()]
        words.append(f"run_folder:={folder}/run")
        command = ["roslaunch", "-p", str(port), "sim", "hybrid_merge.launch", *words]
        with self._log.open("wb") as output:
            self._process = start_child(command, output, self.environment)

    def await_start(self) -> None:
        """Until the monitor's address is known and the jam moves."""
        self.address = self._said(r"monitor: open (http://\S+)")
        self._said(r"([1-9]\d*\.\d) s simulated")
        self.server = next(
            process
            for process in family(self._process.pid)
            if b"lib/sim/monitor" in Path(f"/proc/{process}/cmdline").read_bytes()
        )

    @contextlib.contextmanager
    def client(self, *more: str) -> Iterator[None]:
        """Yield a client in this context, from its first messages on."""
        words = [f"{topic}={rate}" for topic, rate in TOPICS.items()]
        address = self.address.replace("http", "ws", 1)
        program = str(ROOT / "monitor" / "bench" / "reader.mjs")
        process = subprocess.Popen(
            ["node", program, address, *words, *more], stdout=subprocess.PIPE, text=True
        )
        try:
            if not process.stdout or process.stdout.readline() != "ready\n":
                raise RuntimeError(f"a client got no messages of: {', '.join(TOPICS)}")
            yield
        finally:
            process.kill()
            process.wait()

    def share(self, seconds: float) -> float:
        """Return the server's share of a core in the next s."""
        before, began = processor_time(self.server), time.monotonic()
        time.sleep(seconds)
        return (processor_time(self.server) - before) / (time.monotonic() - began)

    def memory(self) -> float:
        """Return the server's minimum memory in MB."""
        readings = []
        for _ in range(round(MEMORY_WINDOW / READING_PERIOD)):
            readings.append(proportional_memory(self.server))
            time.sleep(READING_PERIOD)
        return min(readings)

    def vehicles(self) -> str:
        """Return the number of vehicles, for a note."""
        done = subprocess.run(
            ["rostopic", "echo", "-n", "1", "/traffic/states/id"],
            env=self.environment,
            stdout=subprocess.PIPE,
            check=True,
            timeout=60.0,
            text=True,
        )
        return f"{len(re.findall('[0-9]+', done.stdout))} vehicles"

    @contextlib.contextmanager
    def paced(self) -> Iterator[Callable[[float], float]]:
        """Yield a function that measures the real-time factor over some s.

        Meanwhile another node subscribes to the topics, since sensors without subscribers cost
        nothing.
        """
        listener = subprocess.Popen(
            [sys.executable, "-c", LISTENER, *TOPICS],
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        reads, writes = listener.stdout, listener.stdin
        if not reads or not writes:
            raise RuntimeError("the listener has no pipes")

        def look() -> List[float]:
            writes.write("\n")
            writes.flush()
            return [float(word) for word in reads.readline().split()]

        def speed(seconds: float) -> float:
            (began, before) = look()
            time.sleep(seconds)
            (ended, after) = look()
            return (after - before) / (ended - began)

        try:
            yield speed
        finally:
            listener.kill()
            listener.wait()

    def hurry(self) -> None:
        """Run as fast as possible from now on."""
        found = self._call("/gazebo/get_physics_properties")
        request = {
            name: found[name] for name in ("time_step", "max_update_rate", "gravity", "ode_config")
        }
        request["max_update_rate"] = 0.0
        self._call("/gazebo/set_physics_properties", json.dumps(request))

    def close(self) -> None:
        """End the launch."""
        end_launch(self._process)

    def _call(self, service: str, *words: str) -> Dict:
        import yaml

        done = subprocess.run(
            ["rosservice", "call", service, *words],
            env=self.environment,
            stdout=subprocess.PIPE,
            check=True,
        )
        return yaml.safe_load(done.stdout)

    def _said(self, pattern: str) -> str:
        end = time.monotonic() + 180.0
        while time.monotonic() < end and self._process.poll() is None:
            found = re.search(pattern, self._log.read_text(errors="replace"))
            if found:
                return found[1]
            time.sleep(0.2)
        raise RuntimeError(f"no {pattern} in: {self._log.read_text(errors='replace')[-2000:]}")


def one_client(jam: Jam) -> List[Figure]:
    with jam.client():
        note = f"a cloud and a picture at 10 Hz, {jam.vehicles()}"
        return [Figure(ONE, 100.0 * jam.share(SHARE_TIME), "%", 10.0, note=note)]


def ten_clients(jam: Jam, minutes: float) -> List[Figure]:
    """Measure ten clients, of which one does not read.

    Another replaces it before the server ends it.
    """
    with contextlib.ExitStack() as stack:
        for _ in range(CLIENTS - 1):
            stack.enter_context(jam.client())
        with jam.client("asleep"):
            share = 100.0 * jam.share(SHARE_TIME)
        _with_sleepers(jam, SETTLING_TIME)
        with jam.client("asleep"):
            before = jam.memory()
        _with_sleepers(jam, 60.0 * minutes - MEMORY_WINDOW)
        with jam.client("asleep"):
            growth = jam.memory() - before
    vehicles = jam.vehicles()
    note = (
        f"over {minutes:g} minutes, after the first {SETTLING_TIME / 60.0:g}; the least of "
        f"{MEMORY_WINDOW:g} s; "
        f"the one that reads nothing is another at least every {ASLEEP:.0f} s; {vehicles}"
    )
    return [
        Figure(TEN, share, "%", 30.0, note=vehicles),
        Figure(GROWTH, growth, "MB", 1.0, note=note),
    ]


def _with_sleepers(jam: Jam, seconds: float) -> None:
    turns = max(1, math.ceil(seconds / ASLEEP))
    for _ in range(turns):
        with jam.client("asleep"):
            time.sleep(seconds / turns)


def stages(found: Dict) -> str:
    """Describe the stages of an opening page, medians in s.

    When each stage was reached, and the share of the main thread's long tasks.
    """
    names = found["reached"][0]
    reached = (
        f"{name} {0.001 * statistics.median(each[name] for each in found['reached']):.1f}"
        for name in sorted(names, key=names.get)
    )
    busy = 0.001 * statistics.median(found["busy"])
    return f"{', '.join(reached)} s; long tasks {busy:.1f} s"


def opening(jam: Jam) -> List[Figure]:
    chromium = shutil.which("chromium")
    if chromium is None:
        raise RuntimeError("no Chromium here: apt install chromium")
    program = str(ROOT / "monitor" / "bench" / "opening.mjs")
    done = subprocess.run(
        ["node", program, jam.address, CLOUD_TOPIC, PICTURE_TOPIC],
        env={**os.environ, "SIM_CHROMIUM": chromium},
        stdout=subprocess.PIPE,
        check=True,
        timeout=300,
    )
    found = json.loads(done.stdout)
    vehicles = f"{found['vehicles']} vehicles"
    opened = f"{stages(found)}; {vehicles}"
    note = f"{found['frames']:.0f} frames a second of 480 x 320, {vehicles}"
    return [
        of_samples(OPENING, [0.001 * each for each in found["openings"]], "s", 2.0, note=opened),
        Figure(WORK, found["work"], "ms", 8.0, note=note),
    ]


def cost(jam: Jam) -> List[Figure]:
    """Compare short turns with a client to those before and after without.

    So neither other load nor the traffic's growth counts as its cost.
    """
    jam.hurry()
    alone, watched = [], []
    with jam.paced() as speed:
        speed(2.0 * TURN_TIME)
        alone.append(speed(TURN_TIME))
        for _ in range(TURNS):
            with jam.client():
                watched.append(speed(TURN_TIME))
            alone.append(speed(TURN_TIME))
    around = [0.5 * (before + after) for before, after in zip(alone, alone[1:])]
    losses = [100.0 * (1.0 - one / other) for one, other in zip(watched, around)]
    note = f"{statistics.median(alone):.1f} x real time without; {jam.vehicles()}"
    return [of_samples(COST, losses, "%", 3.0, note=note)]


def size() -> List[Figure]:
    total = sum(path.stat().st_size for path in (ROOT / "monitor" / "page").iterdir())
    return [Figure(SIZE, total / BYTES_PER_MB, "MB", 3.0)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memory", type=float, default=2.0, help="minutes of watching memory")
    minutes = parser.parse_args().memory
    report = Report(
        "monitor", header(f"{SHARE_TIME:.0f} s a share, {TURNS} turns of {TURN_TIME:.0f} s")
    )
    report.add(size())
    with tempfile.TemporaryDirectory() as folder:
        jam = Jam(Path(folder))
        try:
            jam.await_start()
            report.add(attempt(lambda: one_client(jam), Figure(ONE, None, "%", 10.0)))
            missing = [Figure(TEN, None, "%", 30.0), Figure(GROWTH, None, "MB", 1.0)]
            report.add(attempt(lambda: ten_clients(jam, minutes), *missing))
            missing = [Figure(OPENING, None, "s", 2.0), Figure(WORK, None, "ms", 8.0)]
            report.add(attempt(lambda: opening(jam), *missing))
            report.add(attempt(lambda: cost(jam), Figure(COST, None, "%", 3.0)))
        finally:
            jam.close()
    print(f"results in {report.write(ROOT / 'bench' / 'results')}")


if __name__ == "__main__":
    run(main)
