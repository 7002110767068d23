"""Starts launch files as a user does, each on its own master.

Checks their ends; used by the tests beside it.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
import uuid
from pathlib import Path
from typing import Callable, Dict, List, Optional, Sequence

from sim.ports import free_port

MARK = "SIM_TEST_LAUNCH"
PACKAGE = Path(os.path.realpath(__file__)).parents[2]
# Set by the .test file, so that each test runs on both simulators.
SIMULATOR = os.environ.get("SIM_TEST_SIMULATOR", "embedded")
SLOW_TOO = os.environ.get("SIM_TEST_SLOW") == "1"
# Processes that roslaunch starts itself and leaves when it is killed.
CORE = ("bin/rosmaster", "rosout/rosout")
CUT_SHORT = "after process monitor has been shut down"
# A traceback with its indented lines, and the raised error.
TRACEBACK = re.compile(r"^Traceback \(most recent call last\):\n(?:[ \t].*\n)+.*$", re.MULTILINE)
OURS = re.compile(rf'File "{re.escape(str(PACKAGE))}/(?!\.venv)')
COLOR = re.compile(r"\x1b\[[0-9;]*m|\x1b\]2;[^\x07]*\x07")


def marked(mark: str, name: str = "") -> Dict[int, str]:
    """Return the command lines, by id, of the processes with a mark.

    The mark is in their environment; ``name`` must be in their command line.
    """
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            mine = f"{MARK}={mark}".encode() in (folder / "environ").read_bytes()
            command = (folder / "cmdline").read_bytes().decode(errors="replace").replace("\0", " ")
            if mine and name in command:
                found[int(folder.name)] = command
        except OSError:
            continue
    return found


def slow(case: Callable) -> Optional[Callable]:
    """Mark a case for ./run test slow, or its file by name."""
    return case if SLOW_TOO else None


def slow_on_gazebo(case: Callable) -> Optional[Callable]:
    """Mark a case that hardly depends on the simulator: slow on Gazebo."""
    return slow(case) if SIMULATOR == "gazebo" else case


def slow_on_embedded(case: Callable) -> Optional[Callable]:
    """Mark a case that another test covers on embedded: slow there."""
    return slow(case) if SIMULATOR == "embedded" else case


class Launched:
    """One roslaunch with its folder, port and mark.

    The mark is in the environment of all its processes and identifies them.
    """

    def __init__(
        self,
        file: str,
        arguments: Dict[str, object],
        port: Optional[int] = None,
        folder: Optional[Path] = None,
        environment: Optional[Dict[str, str]] = None,
    ) -> None:
        self.folder = folder or Path(tempfile.mkdtemp(prefix="sim_test_"))
        self.run_folder = self.folder / "run"
        self.port = port or free_port()
        self._mark = uuid.uuid4().hex
        self.environment = {
            **os.environ,
            MARK: self._mark,
            "ROS_HOME": str(self.folder / "ros"),
            "ROS_HOSTNAME": "127.0.0.1",
            "PYTHONUNBUFFERED": "1",
            "SIM_EXIT_FILE": str(self.folder / "exit"),
            "XDG_CACHE_HOME": str(self.folder / "cache"),
            "ROS_MASTER_URI": f"http://127.0.0.1:{self.port}",
            **(environment or {}),
        }
        words = [
            f"{name}:={value}"
            for name, value in {
                "gui": "false",
                "simulator": SIMULATOR,
                "run_folder": self.run_folder,
                **arguments,
            }.items()
        ]
        self.process = self.start([*self.command(file), *words])

    def start(self, command: Sequence[str]) -> subprocess.Popen:
        """Start a command and keep its output; interrupted tests leave nothing behind."""
        with (self.folder / "output").open("wb") as output:
            return subprocess.Popen(
                ["setpriv", "--pdeathsig", "INT", *command],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                env=self.environment,
                start_new_session=True,
            )

    def command(self, file: str) -> List[str]:
        """Return the command that starts a launch file; its arguments follow."""
        # By its path: roslaunch looks for a name in the whole checkout, with its venv.
        return ["roslaunch", "-p", str(self.port), str(PACKAGE / "launch" / file)]

    @property
    def output(self) -> str:
        """Return the printed output, without colours."""
        return COLOR.sub("", (self.folder / "output").read_text(errors="replace"))

    @property
    def tracebacks(self) -> List[str]:
        """Return the printed tracebacks through this package's code.

        Tracebacks of ROS's own code cannot be prevented here: it prints some when a node ends while
        others still connect to it.
        """
        return [text for text in TRACEBACK.findall(self.output) if OURS.search(text)]

    @property
    def failure(self) -> str:
        """Return the reason of exit code 1 of ./run, or ""."""
        path = self.folder / "exit"
        return path.read_text() if path.exists() else ""

    @property
    def summary(self) -> dict:
        """Return the run's summary, empty if none was written."""
        path = self.run_folder / "summary.json"
        return json.loads(path.read_text()) if path.exists() else {}

    def processes(self, name: str = "") -> List[int]:
        """Return the ids of this launch's processes with ``name`` in their command line."""
        return list(marked(self._mark, name))

    def said(self, pattern: str, timeout: float = 120.0) -> None:
        """Wait until the output matches ``pattern``."""
        self.until(
            lambda: re.search(pattern, self.output) is not None,
            f"output matching {pattern!r}",
            timeout,
        )

    def until(self, condition: Callable[[], bool], what: str, timeout: float = 120.0) -> None:
        """Wait for a condition; AssertionError with the output on timeout."""
        end = time.monotonic() + timeout
        while not condition():
            if time.monotonic() > end:
                raise AssertionError(
                    f"no {what} within {timeout:.0f} s; roslaunch "
                    f"{'runs' if self.process.poll() is None else 'has ended'}:\n{self.output}"
                )
            time.sleep(0.1)

    def kill(self, name: str, number: int = signal.SIGKILL) -> None:
        """Send a signal to the only process with ``name`` in its command line."""
        found = self.processes(name)
        assert len(found) == 1, f"{len(found)} processes {name!r} in:\n{self.output}"
        os.kill(found[0], number)

    def interrupt(self) -> None:
        """Send Ctrl-C."""
        self.process.send_signal(signal.SIGINT)

    def ended(self, timeout: float = 120.0) -> None:
        """Wait until roslaunch and all its processes have ended.

        If a required node ended while roslaunch still started others, it prints that and may have
        ended before its master and rosout: these are ignored then.
        """
        self.until(lambda: self.process.poll() is not None, "end of roslaunch", timeout)
        self.left_nothing(CORE if CUT_SHORT in self.output else (), timeout)

    def left_nothing(self, but: Sequence[str] = (), timeout: float = 120.0) -> None:
        """Wait until all processes of this launch have ended.

        Processes with one of the names in ``but`` in their command lines are left out.
        """
        self.until(
            lambda: not set(self.processes()).difference(*map(self.processes, but)),
            "end of all processes",
            timeout,
        )

    def run(self, *command: str, timeout: float = 120.0) -> str:
        """Return the output of a ROS tool in this launch's environment."""
        return subprocess.run(
            command,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=timeout,
            check=False,
        ).stdout.decode(errors="replace")

    def close(self) -> None:
        """Kill remaining processes and remove the folder."""
        for process in {self.process.pid, *self.processes()}:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class Ran(Launched):
    """One launch by ``./run`` and its exit code."""

    def command(self, file: str) -> List[str]:
        return [str(PACKAGE / "run"), Path(file).stem]

    @property
    def code(self) -> int:
        """./run's exit code, once it has ended."""
        return self.process.wait(timeout=300.0)

    @property
    def last_line(self) -> str:
        return self.output.strip().splitlines()[-1]
