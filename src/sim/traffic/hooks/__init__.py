"""Driver modules: classes that drive SUMO's vehicles.

They define ``control(view) -> actions``; see docs/control.md.
"""

from sim.traffic.hooks.actions import Actions
from sim.traffic.hooks.view import Side, View

__all__ = ["Actions", "Side", "View"]
