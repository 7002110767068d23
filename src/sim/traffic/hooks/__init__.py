"""Driver modules: classes with ``control(view) -> actions`` that drive vehicles of SUMO in its
stead; see docs/control.md."""

from sim.traffic.hooks.actions import Actions
from sim.traffic.hooks.view import Side, View

__all__ = ["Actions", "Side", "View"]
