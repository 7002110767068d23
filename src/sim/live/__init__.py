"""Programs that start again in place when their source is saved: what of them is watched, whether
the saved source can start, and what a program hands over to the one after it."""

from sim.live.state import hand_over

__all__ = ["hand_over"]
