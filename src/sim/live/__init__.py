"""Programs that restart in place when their source is saved.

It watches their files, checks whether the saved source can start, and passes the state to the new
program.
"""

from sim.live.state import hand_over

__all__ = ["hand_over"]
