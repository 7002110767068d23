"""Property-based tests draw the same examples in every run, and are not timed: a run is red only
for what was changed."""

from collections import Counter

import pytest
from hypothesis import settings

settings.register_profile("sim", derandomize=True, deadline=None, max_examples=40)
settings.load_profile("sim")


def pytest_addoption(parser):
    parser.addoption(
        "--first-cases", action="store_true", help="of each parametrized test only the first case"
    )
    parser.addoption(
        "--first-tests", type=int, metavar="N", help="of each file only the first N tests"
    )


# After -m has left out what it leaves out.
@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    if config.getoption("--first-cases"):
        keep_first(config, items, 1, lambda item: item.nodeid.partition("[")[0])
    if config.getoption("--first-tests"):
        keep_first(config, items, config.getoption("--first-tests"), lambda item: item.path)


def keep_first(config, items, number, group):
    """Deselects all but the first ``number`` of each group of items."""
    seen, kept, left = Counter(), [], []
    for item in items:
        seen[group(item)] += 1
        (kept if seen[group(item)] <= number else left).append(item)
    config.hook.pytest_deselected(items=left)
    items[:] = kept
