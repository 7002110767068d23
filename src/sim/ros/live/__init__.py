"""Live reload: nodes restart in place when their source is saved.

The simulation is held meanwhile.
"""
