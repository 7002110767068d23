"""Run of gzserver from a world file to its end.

Checks, display, world with pools, and window; its log is free of ROS terms.
"""

from __future__ import annotations

import os
import shlex
import shutil
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Dict, List, Mapping, Optional, Sequence

from sim.errors import InputError, SimError
from sim.gzserver.client import GzclientProcess
from sim.gzserver.display import RENDER, Display, open_display
from sim.gzserver.documents import check_pictures, rendering_sensors
from sim.gzserver.environment import (
    MODEL_PATH,
    RESOURCE_PATH,
    log_folder,
    master_port,
    search_paths,
    server_environment,
    writable_home,
)
from sim.gzserver.installation import Installation
from sim.gzserver.log import Say, ServerLog
from sim.gzserver.pool_world import ModelPool, WorldPace, WrittenWorld, write_world
from sim.gzserver.server import Ending, GzserverProcess
from sim.gzserver.weather_desk import WeatherDesk
from sim.process import end_child
from sim.rendering.conditions import DRY, WeatherSettings
from sim.sdf.missing_meshes import SHOWN_OTHERWISE
from sim.sdf.model_path import ModelPath
from sim.sdf.reader import read_world

ATTEMPTS = 3
SLOW = 30.0


@dataclass(frozen=True)
class WorldRequest:
    """Request to run a world.

    ``later_models`` are spawned by other nodes and may carry cameras, ``ros_words`` are gzserver's
    last arguments.
    """

    world: str
    pace: WorldPace = WorldPace()
    pools: Sequence[ModelPool] = ()
    render: str = "auto"
    later_models: Sequence[str] = ()
    gzclient: bool = False
    paused: bool = False
    server_args: str = ""
    ros_words: Sequence[str] = ()
    weather: WeatherSettings = DRY


class Supervisor:
    """Runs one request in ``folder``.

    The folder is ours and is removed by the caller; ``say(level, text)`` logs.
    """

    def __init__(
        self,
        request: WorldRequest,
        found: Installation,
        environ: Mapping[str, str],
        folder: str,
        say: Say,
    ) -> None:
        if request.render not in RENDER:
            raise InputError("render", f"{request.render!r} is not one of: {', '.join(RENDER)}")
        self._request, self._found, self._environ, self._folder, self._say = (
            request,
            found,
            environ,
            folder,
            say,
        )
        self._server: Optional[GzserverProcess] = None
        self._client: Optional[GzclientProcess] = None
        self._stopping = self._was_ready = False
        self._when_complete: Callable[[], None] = lambda: None
        self._when_started: Callable[[str], None] = lambda _uri: None

    def stop(self) -> None:
        """End the run; a signal handler may call it at any time."""
        self._stopping = True
        if self._server is not None:
            self._server.stop()

    def run(
        self,
        is_ready: Callable[[], bool],
        when_complete: Callable[[], None] = lambda: None,
        when_started: Callable[[str], None] = lambda _uri: None,
    ) -> Ending:
        """Run gzserver to its end; SimError if it cannot start.

        ``when_complete`` is called at the end of its duration, before itself ends; ``when_started``
        receives the URI of Gazebo's own master.
        """
        self._when_complete, self._when_started = when_complete, when_started
        base = self._home()
        paths = search_paths(self._found, base)
        model_path = ModelPath(paths[MODEL_PATH].split(":"))
        source = find_world(self._request.world, paths[RESOURCE_PATH])
        sensors = self._checked(source, model_path)
        world = write_world(
            source,
            os.path.join(self._folder, os.path.basename(source)),
            self._request.pools,
            self._request.pace,
            model_path,
            self._request.weather.seen,
        )
        display = self._display(sensors)
        desk = WeatherDesk(
            self._folder,
            self._request.weather,
            lambda: read_world(source, model_path.paths)[0].look,
        )
        try:
            return self._run_attempts({**base, **desk.environment()}, world, display, is_ready)
        finally:
            display.close()
            desk.close()

    def _home(self) -> Dict[str, str]:
        changed = writable_home(self._environ, Path(self._folder))
        if changed:
            self._say(
                "WARN",
                f"HOME={self._environ.get('HOME', '')} cannot be written, which gzserver needs; "
                "it gets an empty one for this run",
            )
        return {**self._environ, **changed}

    def _checked(self, source: str, model_path: ModelPath) -> List[str]:
        """Return the sensors that need rendering.

        InputError for malformed or missing files, a warning for files that Gazebo may do without.
        """
        sensors = rendering_sensors(source, model_path)
        check_pictures(source, model_path)
        try:
            _, messages = read_world(source, model_path.paths)
        except InputError as error:
            messages = [f"{error}{SHOWN_OTHERWISE}"]
        for message in messages:
            missing, end, _ = message.partition(SHOWN_OTHERWISE)
            if end:
                self._say("WARN", f"{missing} (Gazebo goes on without it where it can)")
        for name in self._request.later_models:
            try:
                sensors += rendering_sensors(model_path.model_file(f"model://{name}"), model_path)
            except InputError as error:
                self._say(
                    "WARN",
                    f"later_models: {error}; whether it has cameras is not known, and rendering "
                    "does not start for it",
                )
        return sensors

    def _display(self, sensors: Sequence[str]) -> Display:
        request = self._request
        try:
            return open_display(request.render, sensors, self._found, self._environ, self._folder)
        except SimError as error:
            if request.render == "true":
                raise
            self._say(
                "ERROR",
                f"{error}; simulating without rendering, so these publish nothing: "
                f"{', '.join(sensors)}",
            )
            return Display("", "none")

    def _run_attempts(
        self,
        base: Mapping[str, str],
        world: WrittenWorld,
        display: Display,
        is_ready: Callable[[], bool],
    ) -> Ending:
        """Run gzserver with retries.

        It takes another port if a process took ours first, goes on without rendering if OpenGL
        fails, and restarts gzserver after a crash before it was ready.
        """
        own_port = not base.get("GAZEBO_MASTER_URI")
        for attempt in range(ATTEMPTS):
            port = master_port(base)
            environment = display.environment(server_environment(self._found, base, port))
            self._report(world, display, environment)
            log = ServerLog(self._say, lambda line: print(line, flush=True), bool(display.name))
            ending = self._run_server(environment, world, log, is_ready)
            draw_no_more = (
                log.no_opengl
                and display.name
                and self._request.render == "auto"
                and not self._was_ready
            )
            mendable = draw_no_more or (log.port_taken and own_port) or ending.stillborn
            again = ending.failed and not self._stopping and attempt + 1 < ATTEMPTS and mendable
            if own_port and (again or not ending.failed):
                shutil.rmtree(log_folder(environment, port), ignore_errors=True)
            if not again:
                break
            if draw_no_more:
                self._say(
                    "ERROR",
                    f"{ending.text}; trying again without rendering: cameras publish nothing",
                )
                display.close()
                display = Display("", "none")
            elif ending.stillborn:
                self._say("WARN", f"{ending.text}; trying again")
        return self._explained(ending, log, log_folder(environment, port))

    def _explained(self, ending: Ending, log: ServerLog, folder: str) -> Ending:
        """Return a failure with explanations in its text. gzserver's last lines go to the log."""
        if not ending.failed:
            return ending
        lines = [
            f"gzserver's last lines (all are in {folder}):",
            *(log.last_lines or ["no output"]),
        ]
        self._say("ERROR", "\n    ".join(lines))
        return Ending(True, "; ".join([ending.text, *log.explanations]))

    def _run_server(
        self,
        environment: Mapping[str, str],
        world: WrittenWorld,
        log: ServerLog,
        is_ready: Callable[[], bool],
    ) -> Ending:
        if self._stopping:
            return Ending(False, "")
        began = time.monotonic()
        server = self._server = GzserverProcess(self.arguments(world.path), environment, log)
        patience = Patience(self._say, began)
        try:
            if self._stopping:
                server.stop()
            return server.run(
                lambda: is_ready() or patience.not_yet(),
                lambda: self._ready(environment, began),
                when_complete=self._when_complete,
            )
        finally:
            end_child(server.process)
            if self._client is not None:
                self._client.close()

    def _ready(self, environment: Mapping[str, str], began: float) -> None:
        self._was_ready = True
        self._when_started(environment["GAZEBO_MASTER_URI"])
        self._say("INFO", f"gzserver is ready after {time.monotonic() - began:.1f} s")
        if self._request.gzclient:
            self._client = GzclientProcess(
                self._found, environment, self._environ.get("DISPLAY", ""), self._folder, self._say
            )

    def arguments(self, world: str) -> List[str]:
        """Return gzserver's command line.

        gzserver passes the user's wish to start paused (-u) to its plugins once.
        """
        plugins = [word for file in self._found.plugins for word in ("-s", file)]
        options = [
            "--verbose",
            *(["-u"] if self._request.paused else []),
            *plugins,
            *shlex.split(self._request.server_args),
        ]
        return [str(self._found.gzserver), *options, world, *self._request.ros_words]

    def _report(
        self, world: WrittenWorld, display: Display, environment: Mapping[str, str]
    ) -> None:
        found, pools = (
            self._found,
            [f"{pool.count} {pool.model}" for pool in self._request.pools if pool.count],
        )
        missing = (
            f" (not built: {', '.join(found.missing_plugins)})" if found.missing_plugins else ""
        )
        self._say(
            "INFO",
            f"{found}, plugins {' '.join(found.plugins) or 'none'}{missing}, "
            f"GAZEBO_MASTER_URI={environment['GAZEBO_MASTER_URI']}",
        )
        pace = (
            f"real-time factor {world.real_time_factor:g}"
            if world.real_time_factor > 0
            else "as fast as possible"
        )
        self._say(
            "INFO",
            f"world {world.name} from {self._request.world}, {world.models} models, pools of "
            f"{', '.join(pools) or 'no'} vehicles, "
            f"step {world.step:g} s, {pace}; rendering: {display.why}",
        )


class Patience:
    """Reports every ``SLOW`` s that gzserver still loads."""

    def __init__(self, say: Say, began: float) -> None:
        self._say, self._began, self._next = say, began, began + SLOW

    def not_yet(self) -> bool:
        now = time.monotonic()
        if now >= self._next:
            self._next = now + SLOW
            self._say(
                "WARN",
                f"gzserver does not answer yet after {now - self._began:.0f} s; large worlds and "
                "meshes take long to load",
            )
        return False


def find_world(name: str, resource_path: str) -> str:
    """Return a world file by its path or below GAZEBO_RESOURCE_PATH.

    As for gzserver, ``worlds/`` may be left out.
    """
    if os.path.exists(name) or os.path.isabs(name):
        return name
    folders = [folder for folder in resource_path.split(":") if folder]
    places = [
        os.path.join(folder, *inner, name) for folder in folders for inner in ((), ("worlds",))
    ]
    return next((place for place in places if os.path.exists(place)), name)
