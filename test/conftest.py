"""Property-based tests draw the same examples in every run, and are not timed: a run is red only for what was changed."""
from hypothesis import settings

settings.register_profile("sim", derandomize=True, deadline=None)
settings.load_profile("sim")
