"""A real gzserver from a world file to its end, without ROS; skipped without Gazebo."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import threading
import time
from functools import partial
from pathlib import Path
from typing import Callable, List, Tuple

import pytest

from sim.errors import InputError, SimulationError
from sim.gzserver import supervisor as module
from sim.gzserver.environment import server_environment
from sim.gzserver.installation import find
from sim.gzserver.pool_world import ModelPool, WorldPace
from sim.gzserver.server import Ending
from sim.gzserver.supervisor import Supervisor, WorldRequest, find_world

ROOT = Path(__file__).resolve().parents[2]
# Plugins, which would wait for a ROS master, are missing without a sourced workspace.
ENVIRON = {
    **{
        name: value
        for name, value in os.environ.items()
        if name not in ("DISPLAY", "GAZEBO_MASTER_URI", "CMAKE_PREFIX_PATH")
    },
    "GAZEBO_MODEL_PATH": f"{ROOT}/models:{ROOT}/worlds",
}
try:
    INSTALLED = find(ENVIRON)
except SimulationError as _error:
    pytest.skip(str(_error), allow_module_level=True)
WORLD = (
    "<sdf version='1.6'><world name='w'><include><uri>model://car</uri></include>{}</world></sdf>"
)


class Run:
    """One supervised gzserver and its log; ready once its master answers."""

    def __init__(self, folder: Path, body: str, **request: object) -> None:
        (folder / "w.world").write_text(WORLD.format(body))
        self.said: List[Tuple[str, str]] = []
        self._lock = threading.Lock()
        environ = {**ENVIRON, "HOME": str(folder)}
        self.supervisor = Supervisor(
            WorldRequest(str(folder / "w.world"), **request),
            INSTALLED,
            environ,
            str(folder),
            self._say,
        )

    def _say(self, level: str, text: str) -> None:
        with self._lock:
            self.said.append((level, text))

    @property
    def uri(self) -> str:
        return re.findall(r"GAZEBO_MASTER_URI=(\S+)", self.text)[-1]

    @property
    def text(self) -> str:
        with self._lock:
            return "\n".join(f"{level} {text}" for level, text in self.said)

    def master_answers(self) -> bool:
        try:
            socket.create_connection(
                ("127.0.0.1", int(self.uri.rpartition(":")[2])), timeout=60.0
            ).close()
            return True
        except OSError:
            return False

    def until(self, condition: Callable[[], bool], timeout: float = 300.0) -> Ending:
        """Run until a condition holds, then stop. The condition must come true."""
        met, ending = self.watched(condition, timeout)
        assert met, f"{self.text}\n{ending}"
        return ending

    def watched(self, condition: Callable[[], bool], timeout: float = 300.0) -> Tuple[bool, Ending]:
        """Run until a condition holds or gzserver ends.

        Return whether it came true, and the ending.
        """
        met, ended = threading.Event(), threading.Event()

        def watch() -> None:
            end = time.monotonic() + timeout
            while time.monotonic() < end and not (met.is_set() or ended.wait(0.1)):
                if condition():
                    met.set()
            self.supervisor.stop()

        watcher = threading.Thread(target=watch)
        watcher.start()
        ending = self.supervisor.run(self.master_answers)
        ended.set()
        watcher.join()
        return met.is_set(), ending


def assert_ended_well(ending: Ending) -> None:
    """Assert a good ending.

    An interrupted gzserver may abort while it loads or ends, which is reported but not a failure.
    """
    aborted = "gzserver ended with signal 6 (SIGABRT) while it ended; the run is complete"
    assert ending in (Ending(False, ""), Ending(False, aborted))


def pose_of(run: Run, model: str) -> str:
    """Return the output of Gazebo's own tool about a model. Empty while the model is unknown."""
    environment = server_environment(INSTALLED, {**ENVIRON, "GAZEBO_MASTER_URI": run.uri}, 0)
    try:
        return subprocess.run(
            [str(INSTALLED.usr / "bin" / "gz"), "model", "-w", "w", "-m", model, "-p"],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            stdin=subprocess.DEVNULL,
            timeout=60.0,
            check=False,
        ).stdout.decode()
    except subprocess.TimeoutExpired:
        return ""


def pools_are_known(run: Run, poses: List[str]) -> bool:
    """Return whether Gazebo reports the pools of two types.

    Its answers are appended to ``poses``.
    """
    if "is ready" in run.text:
        poses[:] = [pose_of(run, name) for name in ("traffic_pool_2_0", "traffic_pool_0_0")]
    return len(poses) == 2 and all(re.match(r"\s*-?\d", pose) for pose in poses)


@pytest.mark.not_quick
def test_gazebo_loads_the_pools_where_they_were_parked(tmp_path):
    for attempt in "123":
        folder = tmp_path / attempt
        folder.mkdir()
        run = Run(
            folder, "", pools=[ModelPool(0, "car", 3), ModelPool(2, "bus", 1)], pace=WorldPace(1.0)
        )
        poses: List[str] = []
        met, ending = run.watched(partial(pools_are_known, run, poses))
        # Gazebo's transport may abort gzserver, here without any of our plugins.
        if met or "SIGABRT" not in ending.text:
            break
    assert met, f"{run.text}\n{ending}"
    assert_ended_well(ending)
    assert [float(pose.split()[2]) for pose in poses] == [-1000.0, -1000.0] and poses[0] != poses[1]
    assert "pools of 3 car, 1 bus vehicles" in run.text and "ERROR" not in run.text
    assert not list((folder / ".gazebo").glob("server-*"))


@pytest.mark.not_quick
def test_missing_plugins_meshes_and_later_models_are_warnings(tmp_path):
    mesh = (
        "<model name='m'><static>1</static><link name='l'><visual "
        "name='v'><geometry><mesh><uri>model://nope/a.dae</uri></mesh></geometry>"
        "</visual></link></model>"
    )
    run = Run(
        tmp_path,
        f"<plugin name='p' filename='libnope.so'/>{mesh}",
        later_models=("car", "nope_later"),
    )
    ending = run.until(
        lambda: (
            "is ready" in run.text
            and "the plugin libnope.so is not on GAZEBO_PLUGIN_PATH" in run.text
        )
    )
    assert not ending.failed
    assert re.search(
        r"WARN .*w\.world: .*'model://nope/a\.dae': model 'nope' not found.*Gazebo goes on",
        run.text,
    )
    assert re.search(
        r"WARN later_models: .*model 'nope_later' not found; searched .*rendering does not "
        r"start for it",
        run.text,
    )
    assert run.text.count("later_models") == 1


@pytest.mark.not_quick
def test_another_port_is_tried_where_ours_was_taken_meanwhile(tmp_path, monkeypatch):
    with socket.socket() as other:
        other.bind(("", 0))
        other.listen()
        taken = other.getsockname()[1]
        ports = [taken]
        free = module.master_port
        monkeypatch.setattr(
            module, "master_port", lambda base: ports.pop() if ports else free(base)
        )
        run = Run(tmp_path, "")
        answers = run.master_answers
        # On the taken port the test itself listens, and a gzserver that failed may still end.
        monkeypatch.setattr(
            run, "master_answers", lambda: not run.uri.endswith(f":{taken}") and answers()
        )
        ending = run.until(lambda: "is ready" in run.text and "is taken" in run.text)
        assert_ended_well(ending)


@pytest.mark.not_quick
def test_a_crash_at_the_start_is_not_the_end(tmp_path, monkeypatch):
    run = Run(tmp_path, "")
    arguments, crashing = (
        run.supervisor.arguments,
        [[sys.executable, "-c", "import os; os.abort()"]],
    )
    monkeypatch.setattr(
        run.supervisor, "arguments", lambda world: crashing.pop() if crashing else arguments(world)
    )
    assert_ended_well(run.until(lambda: "is ready" in run.text))
    assert (
        "WARN gzserver ended with signal 6 (SIGABRT) before it was ready; trying again" in run.text
    )


@pytest.mark.not_quick
def test_a_crash_is_told_with_the_last_lines(tmp_path):
    run = Run(tmp_path, "")
    (tmp_path / "w.world").write_text(
        WORLD.format("<physics type='nope'><max_step_size>0.001</max_step_size></physics>")
    )
    ending = run.supervisor.run(lambda: False)
    assert ending.failed and re.search(r"gzserver ended with .* before it was ready", ending.text)
    assert "gzserver's last lines (all are in " in run.text


def test_wrong_words_for_render(tmp_path):
    with pytest.raises(InputError, match="render: 'maybe' is not one of: auto, true, false"):
        Run(tmp_path, "", render="maybe")


def test_a_home_that_cannot_be_written_is_replaced_and_told(tmp_path):
    said: List[str] = []
    supervisor = Supervisor(
        WorldRequest("nowhere.world"),
        INSTALLED,
        {**ENVIRON, "HOME": "/dev/null"},
        str(tmp_path),
        lambda level, text: said.append(text),
    )
    with pytest.raises(InputError, match=r"nowhere\.world"):
        supervisor.run(lambda: True)
    assert (tmp_path / "home").is_dir() and "HOME=/dev/null cannot be written" in said[0]


def test_worlds_are_found_as_gzserver_finds_its_own(tmp_path):
    (tmp_path / "worlds").mkdir()
    (tmp_path / "worlds" / "empty.world").touch()
    found = str(tmp_path / "worlds" / "empty.world")
    assert (
        find_world("empty.world", f"/nowhere:{tmp_path}")
        == found
        == find_world("worlds/empty.world", str(tmp_path))
    )
    assert (
        find_world(found, "") == found and find_world("none.world", str(tmp_path)) == "none.world"
    )
