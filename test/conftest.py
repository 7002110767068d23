"""Settings of pytest and hypothesis.

Property-based tests draw the same examples in every run, without time limits, so that a red run is
due to a change alone.
"""

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
        "--but-quick", action="store_true", help="without what ./run test quick selects"
    )
    parser.addoption(
        "--first-tests", type=int, metavar="N", help="of each file only the first N tests"
    )


# Runs after -m has deselected its tests.
@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    if config.getoption("--first-cases"):
        keep_first(config, items, 1, test_of)
    if config.getoption("--but-quick"):
        leave_quick(items)
    if config.getoption("--first-tests"):
        keep_first(config, items, config.getoption("--first-tests"), lambda item: item.path)


def test_of(item):
    """A parametrized test, whatever its case."""
    return item.nodeid.partition("[")[0]


def leave_quick(items):
    """Deselect the items that ``-m "not not_quick" --first-cases`` selects.

    A run with both has left out nothing, so that pytest does not count them as deselected.
    """
    seen, kept = set(), []
    for item in items:
        if item.get_closest_marker("not_quick") or test_of(item) in seen:
            kept.append(item)
        seen |= set() if item.get_closest_marker("not_quick") else {test_of(item)}
    items[:] = kept


def keep_first(config, items, number, group):
    """Deselects all but the first ``number`` of each group of items."""
    seen, kept, left = Counter(), [], []
    for item in items:
        seen[group(item)] += 1
        (kept if seen[group(item)] <= number else left).append(item)
    config.hook.pytest_deselected(items=left)
    items[:] = kept
