"""Command line of ``./run monitor bag:=FILE``: replays a recording in the browser.

It needs no simulation and no ROS master; errors end it with one line and code 2.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Dict, List

import yaml

from sim.bags.opening import open_recording
from sim.console import exit_code
from sim.errors import InputError
from sim.monitor.replay import ReplaySource
from sim.monitor.server import MonitorServer
from sim.monitor.settings import MonitorOptions, settings_of
from sim.resources import resource
from sim.ros.monitor.assets import Assets, model_path
from sim.ros.node.program import filled

NODE = "monitor"


@dataclass(frozen=True)
class ReplayOptions(MonitorOptions):
    """Options of a replay.

    ``world`` is a world's file, or its name among the package's, for a recording without one.
    """

    bag: str = ""
    world: str = ""


def main(words: List[str]) -> int:
    return exit_code(lambda: _replay(_options(words)))


def _options(words: List[str]) -> ReplayOptions:
    given: Dict[str, object] = {}
    for word in words:
        name, sign, value = word.partition(":=")
        if not sign:
            raise InputError(NODE, f"'{word}' is not of the form name:=value")
        given[name] = yaml.safe_load(value) if value else ""
    return filled(ReplayOptions, given.get, NODE, given)


def _world(name: str) -> str:
    if not name:
        return ""
    own = (resource("worlds", name), resource("worlds", f"{name}.world"))
    for path in (Path(name).expanduser(), *own):
        if path.is_file():
            return str(path.resolve())
    raise InputError("world", f"no file and no world of the package named {name}")


def _replay(options: ReplayOptions) -> None:
    path = model_path()
    bag = Path(options.bag).expanduser()
    runs = Path(options.runs) if options.runs else bag.resolve().parent
    world = _world(options.world)
    if world:
        path.append(str(Path(world).parent))
    assets = Assets(path, runs, lambda: world)
    source = ReplaySource(open_recording(bag), assets.read, world)
    try:
        asyncio.run(_serve(source, options, assets.package_file))
    finally:
        source.close()


async def _serve(source: ReplaySource, options: ReplayOptions, find: Callable[[str], Path]) -> None:
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    if options.scripts:
        raise InputError("scripts", "run beside a simulation, and a recording is played")
    server = MonitorServer(source, settings_of(options, resource("monitor", "page"), find))
    await server.start()
    print(f"monitor: open {server.address} in a browser", flush=True)
    await stop.wait()
    await server.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
