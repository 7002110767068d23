"""Settings of sensor_noise through dynamic_reconfigure, if installed.

Profile, changes to it, factor and seed.
"""

from __future__ import annotations

from typing import Any, Dict

import rospy

from sim.errors import SimError
from sim.ros.node.reconfigure import ReconfigureSetting, description
from sim.ros.noise.links import NoiseLinks

MAX_FACTOR = 1000.0
MAX_SEED = 2**31 - 1
SETTINGS = (
    ReconfigureSetting("profile", "str", "", "", "noise profiles, comma-separated"),
    ReconfigureSetting("changes", "str", "", "", "YAML laid over the present profile"),
    ReconfigureSetting(
        "factor",
        "double",
        0.0,
        MAX_FACTOR,
        "factor on every sigma of chains without one of their own",
    ),
    ReconfigureSetting(
        "seed", "int", -1, MAX_SEED, "chains begin again with it; -1: the profile's"
    ),
)


class Reconfigure:
    """Offers the settings during its lifetime.

    A change that fails is logged and reverted. Only values that differ from those last shown are a
    client's change: a service may have changed the others meanwhile.
    """

    def __init__(self, links: NoiseLinks) -> None:
        from dynamic_reconfigure.server import Server

        self._links = links
        self._shown = self._present()
        self._server = Server(description(SETTINGS, self._shown), self._change)

    def update(self) -> None:
        """Publish changes made by services."""
        if self._present() != self._shown:
            self._server.update_configuration({})

    def _present(self) -> Dict[str, Any]:
        links = self._links
        return {
            "profile": links.profile.name,
            "changes": "",
            "factor": min(float(links.factor), MAX_FACTOR),
            "seed": -1 if links.seed is None else min(links.seed, MAX_SEED),
        }

    def _change(self, config: Any, level: int) -> Any:
        with self._links:
            wishes = {
                name: config[name] for name, shown in self._shown.items() if config[name] != shown
            }
            try:
                if "profile" in wishes or config["changes"].strip():
                    self._links.use(wishes.get("profile", ""), config["changes"])
                if "factor" in wishes:
                    self._links.scale(config["factor"])
                if "seed" in wishes:
                    self._links.reseed(None if config["seed"] < 0 else config["seed"])
            except SimError as error:
                rospy.logerr("sensor_noise: dynamic_reconfigure: %s", error)
            self._shown = self._present()
            config.update(self._shown)
        return config


def reconfigurable(links: NoiseLinks) -> Reconfigure | None:
    """Return the settings' server, or None without dynamic_reconfigure."""
    try:
        return Reconfigure(links)
    except ModuleNotFoundError as error:
        if not (error.name or "").startswith("dynamic_reconfigure"):
            raise
        return None
