"""ROS masters and launches as child processes of a benchmark.

Each has a separate port; memory and processor time are measured.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import tempfile
import time
import xmlrpc.client
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Dict, Iterator, List, Optional, Sequence

from bench.lib.scenario import Scenario
from sim.ports import free_port
from sim.process import end_child, start_child

LAUNCH_TIMEOUT = 180.0


@contextmanager
def master() -> Iterator[str]:
    """Run a bare ROS master in this context; ROS_MASTER_URI points to it."""
    port = free_port()
    uri = os.environ["ROS_MASTER_URI"] = f"http://127.0.0.1:{port}/"
    process = start_child(["rosmaster", "--core", "-p", str(port)], subprocess.DEVNULL)
    try:
        _wait(lambda: _answers(uri), 30.0)
        yield uri
    finally:
        end_child(process)


def model_path(models: Optional[Path]) -> str:
    """GAZEBO_MODEL_PATH with a folder of further models."""
    return f"{models or ''}:{os.environ.get('GAZEBO_MODEL_PATH', '')}"


@dataclass(frozen=True)
class Launched:
    """Result of a launch: its summary and output."""

    summary: Dict
    output: str


def launch(
    scenario: Scenario,
    duration: float,
    simulator: str,
    physics_step: float = 0.0,
    timeout: float = LAUNCH_TIMEOUT,
    watch: Optional[Callable[[int], None]] = None,
    beside: Sequence[str] = (),
    real_time_factor: float = 0.0,
) -> Launched:
    """Run ``hybrid_merge.launch`` without windows for ``duration`` simulated s.

    A ``real_time_factor`` of 0 is as fast as possible; a ``physics_step`` of 0 is the world's.
    ``watch`` is called each 0.1 s with roslaunch's process id.
    """
    arguments = {
        **scenario.arguments(),
        "physics_step": physics_step,
        "rtf": real_time_factor,
    }
    return launch_file(
        "hybrid_merge.launch",
        arguments,
        duration,
        simulator,
        timeout,
        watch,
        scenario.world.parent,
        beside,
    )


def launch_file(
    file: str,
    arguments: Dict[str, object],
    duration: float,
    simulator: str,
    timeout: float = LAUNCH_TIMEOUT,
    watch: Optional[Callable[[int], None]] = None,
    models: Optional[Path] = None,
    beside: Sequence[str] = (),
    until: Callable[[], bool] = lambda: False,
) -> Launched:
    """Run a launch file of this package, as fast as possible.

    It has no windows. ``models`` is a folder of further models; ``beside`` is a command that is a
    node of the same master and ends with it. The launch ends after ``duration`` simulated s, or
    when ``until`` returns True.
    """
    port = free_port()
    with tempfile.TemporaryDirectory() as folder, open(Path(folder) / "output.txt", "w+b") as log:
        words = {
            "simulator": simulator,
            "gui": "false",
            "rtf": 0,
            "duration": duration,
            "run_folder": f"{folder}/run",
            **arguments,
        }
        environment = {
            **os.environ,
            "ROS_MASTER_URI": f"http://127.0.0.1:{port}/",
            "ROS_HOME": folder,
            "GAZEBO_MODEL_PATH": model_path(models),
        }
        process = start_child(
            ["roslaunch", "-p", str(port), "sim", file, *(f"{k}:={v}" for k, v in words.items())],
            log,
            environment,
        )
        other = start_child(beside, log, environment) if beside else None
        try:
            enough = _follow(process, timeout, watch, until)
        finally:
            if other:
                end_child(other)
            end_launch(process)
        log.seek(0)
        output = log.read().decode(errors="replace")
        summary = Path(folder) / "run" / "summary.json"
        if not summary.is_file():
            raise RuntimeError("the launch left no summary: " + output[-9000:])
        launched = Launched(json.loads(summary.read_text()), output)
    if enough and launched.summary["status"] == "interrupted":
        return launched
    if launched.summary["status"] != "ok" or launched.summary["duration_s"] < 0.9 * duration:
        raise RuntimeError(
            f"the launch made {launched.summary['duration_s']:g} of {duration:g} s: "
            f"{launched.summary['status']}: {launched.summary['cause']}"
        )
    return launched


def _follow(
    process: subprocess.Popen,
    timeout: float,
    watch: Optional[Callable[[int], None]],
    until: Callable[[], bool],
) -> bool:
    """Wait for the end of a launch, at most ``timeout`` s.

    Returns True as soon as ``until`` does.
    """
    end = time.monotonic() + timeout
    while process.poll() is None and time.monotonic() < end:
        if watch:
            watch(process.pid)
        if until():
            return True
        time.sleep(0.1)
    return False


def end_launch(process: subprocess.Popen) -> None:
    """Let roslaunch end its nodes."""
    if process.poll() is None:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(25.0)
        except subprocess.TimeoutExpired:
            end_child(process)


class MostMemory:
    """Watch of a launch for its maximum memory in MB.

    It is the sum of all its processes.
    """

    def __init__(self) -> None:
        self.value = 0.0

    def __call__(self, root: int) -> None:
        self.value = max(self.value, sum(map(proportional_memory, family(root))))


def family(root: int) -> List[int]:
    """Return a process and all its descendants."""
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
    """Return a process's proportional memory (PSS) in MB.

    Pages used by n processes count 1/n.
    """
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return sum(int(line.split()[1]) * 1024 / 1e6 for line in lines if line.startswith("Pss:"))


def processor_time(pid: int) -> float:
    """Return a process's processor time in s; raises OSError without it."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


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
