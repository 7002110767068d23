"""Serves gzserver's plugin the scene of a weather or time change.

It listens on a local socket: the daylight of an hour is computed here alone. One request and one
answer a connection, each a line of YAML.
"""

from __future__ import annotations

import json
import os
import socketserver
import threading
from typing import Any, Callable, Dict, Mapping, Optional

import yaml

from sim.errors import SimError
from sim.gzserver.scene_light import told_light
from sim.rendering.conditions import WeatherSettings, changed, described
from sim.sdf.look import SceneSettings

# Address of the socket for the plugin.
VARIABLE = "SIM_WEATHER"
LONGEST = 65536


class WeatherDesk:
    """Keeps the current weather. ``look`` reads the world's own light on first use."""

    def __init__(
        self, folder: str, weather: WeatherSettings, look: Callable[[], SceneSettings]
    ) -> None:
        self._weather, self._read = weather, look
        self._look: Optional[SceneSettings] = None
        self.path = os.path.join(folder, "weather")
        desk = self

        class Handler(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                answer = desk.answer(self.rfile.readline(LONGEST).decode("utf-8", "replace"))
                self.wfile.write((json.dumps(answer) + "\n").encode())

        # One at a time, so that two requests do not forget each other.
        self._server = socketserver.UnixStreamServer(self.path, Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def environment(self) -> Dict[str, str]:
        """Return the variables for gzserver's environment."""
        return {VARIABLE: self.path}

    def close(self) -> None:
        """Stop serving."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def answer(self, line: str) -> Dict[str, Any]:
        """Return ``weather``, ``message`` and light for a request, or its ``error``."""
        try:
            request = yaml.safe_load(line)
            weather = self._changed(request)
            if self._look is None:
                self._look = self._read()
            light = told_light(self._look, weather.seen)
        except SimError as error:
            return {"error": str(error)}
        except (yaml.YAMLError, KeyError, TypeError, ValueError) as error:
            return {"error": f"unexpected {type(error).__name__}: {error}"}
        self._weather = weather
        return {"weather": weather.name, "message": described(weather), **light}

    def _changed(self, request: Mapping[str, Any]) -> WeatherSettings:
        custom = request.get("custom")
        # YAML 1.1 takes 1e-5 for a word.
        numbers = None if custom is None else {name: float(custom[name]) for name in custom}
        return changed(self._weather, request["weather"], request["time_of_day"], numbers)
