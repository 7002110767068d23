"""Driver modules: classes that drive SUMO's vehicles.

They define ``control(view) -> actions``; see docs/control.md.
"""

from typing import TYPE_CHECKING

from sim.deprecation import deprecated_names
from sim.traffic.hooks.actions import Actions
from sim.traffic.hooks.view import AdjacentLane, View

__all__ = ["Actions", "AdjacentLane", "View"]

if not TYPE_CHECKING:
    __getattr__ = deprecated_names(__name__, {"Side": "AdjacentLane"})
