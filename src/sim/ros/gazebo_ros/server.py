"""The programs gzserver and gazebo.

They start this package's simulator as gazebo_ros starts Gazebo.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shlex
import sys
from pathlib import Path
from typing import Any, Dict, List, Mapping, Sequence

import yaml

from sim.errors import SimError, SimulationError
from sim.gzserver.environment import MODEL_PATH, PLUGIN_PATH, RESOURCE_PATH
from sim.gzserver.installation import find
from sim.gzserver.supervisor import find_world
from sim.resources import resource
from sim.ros.node.program import Program
from sim.ros.packages import MEDIA_PATH_ATTRIBUTE as EXPORTED_MEDIA
from sim.ros.packages import MODEL_PATH_ATTRIBUTE as EXPORTED_MODELS
from sim.ros.packages import PLUGIN_PATH_ATTRIBUTE as EXPORTED_PLUGINS
from sim.ros.packages import exported, package_folder

EMPTY = "worlds/empty.world"
# Selects the simulator if no parameter does.
CHOICE = "SIM_SIMULATOR"
# Folders with models of this package, below its folder of models.
OWN_MODELS = ("stock", "", "primitives", "sensors", "calibration")
_FLAGS = ("--lockstep", "--minimal_comms", "--record_resources")
_VALUES = (
    ("-p", "--play"),
    ("--record_encoding",),
    ("--record_path",),
    ("--record_period",),
    ("--record_filter",),
    ("--seed",),
    ("--initial_sim_time",),
    ("--iters",),
    ("-o", "--profile"),
)


def gzserver() -> None:
    """Start the simulator in this process."""
    _become("gzserver", window=False)


def gazebo() -> None:
    """Start the simulator in this process, with gzclient if it is Gazebo."""
    _become("gazebo", window=True)


def debug() -> None:
    """Start as :func:`gzserver`, and log how to attach a debugger."""
    print(
        f"debug: the simulator is process {os.getpid()}, and gzserver, where it is Gazebo, a child "
        "of that: gdb -p PROCESS, or py-spy dump -p PROCESS",
        flush=True,
    )
    _become("debug", window=False)


def _become(own: str, window: bool) -> None:
    program = Program("gazebo", sys.argv)
    try:
        words = [word for word in sys.argv[1:] if ":=" not in word]
        parameters = parameters_of(own, words)
        given = program.parameters()
        if given.get("enable_ros_network") is False:
            program.say("WARN", "enable_ros_network is false: topics and services stay there")
        own_defaults: Dict[str, Any] = {
            **yaml.safe_load(resource("config", "simulator.yaml").read_text(encoding="utf-8")),
            "simulator": os.environ.get(CHOICE) or "auto",
        }
        absent = {name: value for name, value in own_defaults.items() if name not in given}
        environment = environment_of(os.environ)
        parameters["world"] = find_world(parameters["world"], worlds_path(environment))
        for name, value in {**absent, **parameters, "gzclient": window}.items():
            program.set_parameter(f"{program.name}/{name}", value)
        simulator = _simulator(os.environ)
    except SimError as error:
        program.fail(str(error))
    named = [] if any(word.startswith("__name:=") for word in sys.argv) else ["__name:=gazebo"]
    ros_words = [word for word in sys.argv[1:] if ":=" in word]
    os.execve(simulator, [simulator, *named, *ros_words], environment)


def parameters_of(own: str, words: Sequence[str]) -> Dict[str, Any]:
    """Convert gzserver's options to the simulator's parameters.

    Options of Gazebo alone are passed on as words. An invalid one ends the program as argparse
    does.
    """
    parser = argparse.ArgumentParser(prog=own, description="Starts the simulator.")
    parser.add_argument("world", nargs="?", default=EMPTY)
    parser.add_argument("-u", "--pause", action="store_true", help="start paused")
    parser.add_argument("-e", "--physics", default="ode", help="Gazebo's engine")
    parser.add_argument("--verbose", action="store_true", help="is always so")
    parser.add_argument("-r", "--record", action="store_true", help="Gazebo: record its state")
    parser.add_argument("-s", "--server-plugin", action="append", default=[], help="Gazebo's")
    parser.add_argument("-g", "--gui-plugin", action="append", default=[], help="is ignored")
    for flag in _FLAGS:
        parser.add_argument(flag, action="store_true", help="Gazebo's")
    for names in _VALUES:
        parser.add_argument(*names, help="Gazebo's")
    given = parser.parse_args(list(words))
    others: List[str] = [] if given.physics == "ode" else ["-e", given.physics]
    others += ["-r"] if given.record else []
    for plugin in given.server_plugin:
        others += ["-s", plugin]
    others += [flag for flag in _FLAGS if getattr(given, flag.lstrip("-"))]
    for names in _VALUES:
        value = getattr(given, names[-1].lstrip("-"))
        others += [] if value is None else [names[-1], value]
    return {"world": given.world, "paused": given.pause, "gzserver_args": shlex.join(others)}


def environment_of(base: Mapping[str, str]) -> Dict[str, str]:
    """Return ``base`` with folders of models, media and plugins.

    Those exported by packages and this package's models; the user's own come first.
    """
    own = [str(resource("models", folder)) for folder in OWN_MODELS]
    return {
        **base,
        MODEL_PATH: _joined(base.get(MODEL_PATH, ""), exported(EXPORTED_MODELS) + own),
        RESOURCE_PATH: _joined(base.get(RESOURCE_PATH, ""), exported(EXPORTED_MEDIA)),
        PLUGIN_PATH: _joined(base.get(PLUGIN_PATH, ""), exported(EXPORTED_PLUGINS)),
    }


def worlds_path(environment: Mapping[str, str]) -> str:
    """Return the search path of worlds.

    Folders from the environment, of gazebo_ros, and of Gazebo if it is installed.
    """
    folders = [package_folder("gazebo_ros")]
    with contextlib.suppress(SimulationError):
        folders.append(str(find(environment).usr / "share" / "gazebo-11"))
    return _joined(environment.get(RESOURCE_PATH, ""), folders)


def _joined(given: str, folders: Sequence[str]) -> str:
    return os.pathsep.join(filter(None, (given, *folders)))


def _simulator(environ: Mapping[str, str]) -> str:
    """Return the path of this package's program simulator in the sourced workspaces."""
    for folder in environ.get("CMAKE_PREFIX_PATH", "").split(os.pathsep):
        found = Path(folder) / "lib" / "sim" / "simulator"
        if folder and os.access(found, os.X_OK):
            return str(found)
    raise SimulationError(
        "no program lib/sim/simulator in a folder of CMAKE_PREFIX_PATH; source the setup file of "
        "the workspace that has the package sim"
    )
