"""The monitor's figures beside a jam of 300 vehicles, a lidar and a camera: ``./run bench
monitor``, about four minutes; ``python3 -m bench.monitor --memory 10`` watches memory for ten.

Clients are programs for Node.js that decode with the page's own packages, on the same machine; the
page is opened in headless Chromium, without a graphics card where there is none.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Dict, Iterator, List, Tuple

from bench.lib.processes import family, proportional_memory
from bench.lib.report import ROOT, Figure, Report, attempt, header, of_samples, run
from sim.ports import free_port
from sim.process import end_child, start_child

CLOUD, PICTURE = "/ego/lidar/points", "/ego/stereo/left/image_raw"
# As the page's 3D view and its picture subscribe.
TOPICS = {
    "/traffic/states": 0,
    "/gazebo/model_states": 30,
    "/tf": 0,
    CLOUD: 10,
    PICTURE: 10,
}
ARGUMENTS = {
    "simulator": "embedded",
    "gui": "false",
    "rtf": 1,
    "warm_up": 200,
    "sensors": "full",
    "monitor": "true",
    "monitor_port": 0,
}
WATCHED, TURN, TURNS, CLIENTS, MB = 15.0, 8.0, 4, 10, 1e6
LISTENER = """
import sys, rospy
rospy.init_node("listener", anonymous=True)
for topic in sys.argv[1:]:
    rospy.Subscriber(topic, rospy.AnyMsg, lambda message: None, queue_size=1, buff_size=2**22)
rospy.spin()
"""
ONE = "server, 300 vehicles, one cloud and one picture, one client: share of a core"
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
        port = free_port()
        self.environment = {
            **os.environ,
            "ROS_MASTER_URI": f"http://127.0.0.1:{port}",
            "ROS_HOME": str(folder / "ros"),
        }
        words = [f"{name}:={value}" for name, value in ARGUMENTS.items()]
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
        """A client while the context lasts, from its first messages on."""
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
        """The server's share of a core in the next s."""
        before, began = _spent(self.server), time.monotonic()
        time.sleep(seconds)
        return (_spent(self.server) - before) / (time.monotonic() - began)

    def speed(self, seconds: float) -> float:
        """Simulated s in a s, over the next s."""
        before, began = self._clock(), time.monotonic()
        time.sleep(seconds)
        return (self._clock() - before) / (time.monotonic() - began)

    def hurry(self) -> None:
        """From here on as fast as possible."""
        found = self._call("/gazebo/get_physics_properties")
        request = {
            name: found[name] for name in ("time_step", "max_update_rate", "gravity", "ode_config")
        }
        request["max_update_rate"] = 0.0
        self._call("/gazebo/set_physics_properties", json.dumps(request))

    def close(self) -> None:
        """Ends the launch."""
        self._process.send_signal(2)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(25.0)
        end_child(self._process)

    def _clock(self) -> float:
        return float(self._call("/gazebo/get_world_properties")["sim_time"])

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


def _spent(process: int) -> float:
    """A process's processor time in s."""
    words = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def one_client(jam: Jam) -> List[Figure]:
    with jam.client():
        return [Figure(ONE, 100.0 * jam.share(WATCHED), "%", 10.0)]


def ten_clients(jam: Jam, minutes: float) -> List[Figure]:
    """All but one read; memory is looked at once the buffers of that one are full."""
    with contextlib.ExitStack() as stack:
        for _ in range(CLIENTS - 1):
            stack.enter_context(jam.client())
        stack.enter_context(jam.client("asleep"))
        share = 100.0 * jam.share(WATCHED)
        before = proportional_memory(jam.server)
        time.sleep(60.0 * minutes)
        growth = proportional_memory(jam.server) - before
    note = f"over {minutes:g} minutes, after the first {WATCHED:.0f} s"
    return [Figure(TEN, share, "%", 30.0), Figure(GROWTH, growth, "MB", 1.0, note=note)]


def opening(jam: Jam) -> List[Figure]:
    chromium = shutil.which("chromium")
    if chromium is None:
        raise RuntimeError("no Chromium here: apt install chromium")
    program = str(ROOT / "monitor" / "bench" / "opening.mjs")
    done = subprocess.run(
        ["node", program, jam.address, CLOUD, PICTURE],
        env={**os.environ, "SIM_CHROMIUM": chromium},
        stdout=subprocess.PIPE,
        check=True,
        timeout=300,
    )
    found = json.loads(done.stdout)
    note = f"{found['frames']:.0f} frames a second of 480 x 320, {found['vehicles']} vehicles"
    return [
        of_samples(OPENING, [0.001 * each for each in found["openings"]], "s", 2.0),
        Figure(WORK, found["work"], "ms", 8.0, note=note),
    ]


def cost(jam: Jam) -> List[Figure]:
    """In turns without and with a client; another node listens to the same topics all the time,
    since sensors that nobody listens to cost nothing."""
    jam.hurry()
    pairs: List[Tuple[float, float]] = []
    listener = subprocess.Popen([sys.executable, "-c", LISTENER, *TOPICS], env=jam.environment)
    try:
        jam.speed(TURN)
        for _ in range(TURNS):
            alone = jam.speed(TURN)
            with jam.client():
                pairs.append((alone, jam.speed(TURN)))
    finally:
        listener.kill()
        listener.wait()
    losses = [100.0 * (1.0 - watched / alone) for alone, watched in pairs]
    note = f"{statistics.median(alone for alone, _ in pairs):.1f} x real time without"
    return [of_samples(COST, losses, "%", 3.0, note=note)]


def size() -> List[Figure]:
    total = sum(path.stat().st_size for path in (ROOT / "monitor" / "page").iterdir())
    return [Figure(SIZE, total / MB, "MB", 3.0)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memory", type=float, default=0.5, help="minutes of watching memory")
    minutes = parser.parse_args().memory
    report = Report("monitor", header(f"{WATCHED:.0f} s a share, {TURNS} turns of {TURN:.0f} s"))
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
    report.write(ROOT / "bench" / "results")


if __name__ == "__main__":
    run(main)
