"""Property-based tests draw the same examples in every run, and are not timed: a run is red only for what was changed."""
from hypothesis import settings

settings.register_profile("sim", derandomize=True, deadline=None)
settings.load_profile("sim")


def pytest_configure(config):
    config.addinivalue_line("markers", "slow: takes long, and is the same on every Python: left out on the oldest")
