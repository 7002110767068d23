"""Property-based tests draw the same examples in every run, and are not timed: a run is red only
for what was changed."""

from hypothesis import settings

settings.register_profile("sim", derandomize=True, deadline=None)
settings.load_profile("sim")


def pytest_addoption(parser):
    parser.addoption(
        "--first-cases", action="store_true", help="of each parametrized test only the first case"
    )


def pytest_collection_modifyitems(config, items):
    if config.getoption("--first-cases"):
        first = {}
        for item in items:
            first.setdefault(item.nodeid.partition("[")[0], item)
        config.hook.pytest_deselected(
            items=[item for item in items if item not in set(first.values())]
        )
        items[:] = first.values()
