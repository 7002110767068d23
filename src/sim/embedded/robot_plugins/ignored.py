"""Log of plugins that the embedded simulator ignores."""

from __future__ import annotations

import logging
from typing import Tuple

from sim.embedded.robot_plugins.foreign import foreign_plugins, stand_in_file
from sim.robot_plugins.followers import loose_followers
from sim.robot_plugins.settings import ignored_tags
from sim.sdf.plugins import Plugin
from sim.sdf.types import Model

log = logging.getLogger(__name__)


def ignored_plugins(model: Model) -> Tuple[Plugin, ...]:
    """Return the plugins of a model that this simulator does not run."""
    return tuple(one for one in foreign_plugins(model) if stand_in_file(one.filename) is None)


def say_ignored(model: Model, name: str) -> None:
    """Log a model's ignored plugins, and its mimic joints that move freely."""
    loose = loose_followers(model)
    if loose:
        joint, why = next(iter(loose.items()))
        more = f", nor {len(loose) - 1} other joints" if len(loose) > 1 else ""
        log.warning("%s: <mimic> of joint %s does nothing%s: %s", name, joint, more, why)
    for sensor in (sensor for link in model.links for sensor in link.sensors):
        for plugin in sensor.plugins:
            tags = ", ".join(f"<{tag}>" for tag in ignored_tags(plugin))
            if tags:
                where = f"{name}: sensor {sensor.name}"
                log.warning("%s: %s takes no %s: ignored", where, plugin.filename, tags)
    found = ignored_plugins(model)
    if found:
        log.warning(
            "%s: the embedded simulator does not run %s, which %s ignored; Gazebo loads what is "
            "on GAZEBO_PLUGIN_PATH, where a Python file of the same name stands in here",
            name,
            ", ".join(f"{plugin.filename} (plugin {plugin.name})" for plugin in found),
            "is" if len(found) == 1 else "are",
        )
