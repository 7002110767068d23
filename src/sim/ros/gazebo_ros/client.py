"""The program gzclient: Gazebo's window on the simulator that runs."""

from __future__ import annotations

import os
import signal
import sys
import time
from urllib.parse import urlparse

from sim.errors import SimError, SimulationError
from sim.gzserver.client import client_environment
from sim.gzserver.display import answers
from sim.gzserver.environment import server_environment
from sim.gzserver.installation import find
from sim.ros.node.program import Program, end_with_parent

# Parameters of the program that starts gzserver: the URI of Gazebo's own master, and the simulator.
MASTER_URI_PARAMETER = "/gazebo/master_uri"
SIMULATOR_PARAMETER = "/SIMULATOR"
# The node of both simulators, which is there once those are set; before, the master may have an
# earlier run's.
SIMULATOR_NODE = "/gazebo"
POLL_PERIOD = 0.2  # s of wall time
START_TIMEOUT = 600.0  # s of wall time, that the simulator may take to start


def main() -> None:
    """Start gzclient in this process. Exits with one line without a scene or screen."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    program = Program("gazebo_gui", sys.argv)
    display = os.environ.get("DISPLAY", "")
    if not display or not answers(display):
        program.say("WARN", "no window: gzclient needs a screen, and DISPLAY names none")
        return
    end_with_parent()
    try:
        uri = gazebo_master(program)
    except SimError as error:
        program.fail(str(error))
    if not uri:
        program.say(
            "INFO",
            "no window: the embedded simulator runs, which is watched in a browser by "
            "roslaunch sim simulator.launch monitor:=true, or in RViz",
        )
        return
    try:
        found = find(os.environ)
    except SimError as error:
        program.fail(str(error))
    server = server_environment(
        found, {**os.environ, "GAZEBO_MASTER_URI": uri}, urlparse(uri).port or 0
    )
    words = [word for word in sys.argv[1:] if ":=" not in word]
    window = str(found.gzclient)
    os.execve(window, [window, *words], client_environment(found, server, display))


def gazebo_master(program: Program, patience: float = START_TIMEOUT) -> str:
    """Return the URI of Gazebo's own master, once it is running.

    The text is empty with the embedded simulator. SimulationError if the simulator's node does not
    answer within ``patience`` wall s.
    """
    end = time.monotonic() + patience
    while not program.living(SIMULATOR_NODE):
        if time.monotonic() > end:
            raise SimulationError(
                f"no window: no node {SIMULATOR_NODE} on {program.master_uri} after {patience:g} "
                "s; start "
                "the simulator, as by roslaunch gazebo_ros empty_world.launch"
            )
        time.sleep(POLL_PERIOD)
    while True:
        uri = program.parameter(MASTER_URI_PARAMETER)
        if uri:
            return str(uri)
        if program.parameter(SIMULATOR_PARAMETER) == "embedded":
            return ""
        time.sleep(POLL_PERIOD)
