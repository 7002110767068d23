"""ROS masters and whole launches as child processes of a benchmark, each on a port of its own, and what they hold in memory."""
from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import tempfile
import time
import xmlrpc.client
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Dict, Iterator, List, Optional

from _scenario import Scenario
from sim.process import end_child, start_child

LAUNCH_TIMEOUT = 180.0


def free_port() -> int:
    """A TCP port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def master() -> Iterator[str]:
    """A bare ROS master while the context lasts; ROS_MASTER_URI points to it."""
    port = free_port()
    uri = os.environ["ROS_MASTER_URI"] = f"http://127.0.0.1:{port}/"
    process = start_child(["rosmaster", "--core", "-p", str(port)], subprocess.DEVNULL)
    try:
        _wait(lambda: _answers(uri), 30.0)
        yield uri
    finally:
        end_child(process)


@dataclass(frozen=True)
class Launched:
    """What a launch left: its summary, and the most memory in MB that its processes held together."""

    summary: Dict
    memory: Optional[float]


def launch(scenario: Scenario, duration: float, watch_memory: bool = False) -> Launched:
    """``roslaunch sim hybrid_merge.launch`` without windows, as fast as possible, for ``duration`` simulated s."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder, open(Path(folder) / "output.txt", "w+b") as log:
        arguments = {"gui": "false", "rtf": 0, "duration": duration, "net": scenario.net, "world": scenario.world,
                     "demand": scenario.demand, "warm_up": scenario.warm_up, "ego_lane": scenario.ego_lane, "run_folder": folder}
        environment = {**os.environ, "ROS_MASTER_URI": f"http://127.0.0.1:{port}/", "ROS_HOME": folder,
                       "GAZEBO_MODEL_PATH": f"{scenario.world.parent}:{os.environ.get('GAZEBO_MODEL_PATH', '')}"}
        process = subprocess.Popen(["roslaunch", "-p", str(port), "sim", "hybrid_merge.launch", *(f"{k}:={v}" for k, v in arguments.items())],
                                   stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment, start_new_session=True)
        memory = _follow(process, watch_memory)
        summary = Path(folder) / "summary.json"
        if not summary.is_file():
            log.seek(0)
            raise RuntimeError("the launch left no summary: " + " | ".join(log.read().decode(errors="replace").splitlines()[-5:]))
        launched = Launched(json.loads(summary.read_text()), memory)
    if launched.summary["status"] != "ok" or launched.summary["duration_s"] < 0.9 * duration:
        raise RuntimeError(f"the launch made {launched.summary['duration_s']:g} of {duration:g} s: {launched.summary['status']}")
    return launched


def _follow(process: subprocess.Popen, watch_memory: bool) -> Optional[float]:
    """Waits for the end of a launch; gives the most memory seen, looking twice a second."""
    most, end = 0.0, time.monotonic() + LAUNCH_TIMEOUT
    while process.poll() is None and time.monotonic() < end:
        if watch_memory:
            most = max(most, sum(map(proportional_memory, family(process.pid))))
        time.sleep(0.5 if watch_memory else 0.1)
    if process.poll() is None:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(20.0)
        except subprocess.TimeoutExpired:
            end_child(process)
    return most if watch_memory else None


def family(root: int) -> List[int]:
    """A process and all that descend from it."""
    children: Dict[int, List[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(path.read_text().rpartition(")")[2].split()[1])
        except (OSError, ValueError, IndexError):
            continue
        children.setdefault(parent, []).append(int(path.parent.name))
    found = [root]
    for pid in found:
        found += children.get(pid, [])
    return found


def proportional_memory(pid: int) -> float:
    """A process's share of memory in MB, where pages used by n processes count 1/n (PSS)."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return sum(int(line.split()[1]) * 1024 / 1e6 for line in lines if line.startswith("Pss:"))


def _answers(uri: str) -> bool:
    try:
        return xmlrpc.client.ServerProxy(uri).getPid("/bench")[0] == 1
    except OSError:
        return False


def _wait(condition: Callable[[], bool], patience: float) -> None:
    end = time.monotonic() + patience
    while not condition():
        if time.monotonic() > end:
            raise RuntimeError("the ROS master does not start")
        time.sleep(0.05)
