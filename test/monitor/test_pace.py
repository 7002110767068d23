"""The pace that the page shows, from two clocks."""

from __future__ import annotations

import asyncio
import random
import time

import pytest

from monitor.fake_source import FakeSource
from monitor.test_server import served, viewer
from sim.monitor.pace import WINDOW, Pace
from sim.monitor.settings import ServerSettings


def test_a_steady_pace_is_told_whatever_the_steps_are() -> None:
    pace, drawn, wall = Pace(), random.Random(1), 0.0
    found = []
    while wall < 20.0:
        wall += drawn.uniform(0.01, 0.12)
        # The clock goes on in steps of 0.1 s at 0.8 of real time.
        pace.note(wall, int(wall * 0.8 / 0.1) * 100_000_000)
        if wall > WINDOW:
            found.append(pace.factor)
    # A step more or less within the window.
    assert all(one == pytest.approx(0.8, abs=0.1 / WINDOW) for one in found)


def test_a_burst_within_the_window_is_averaged() -> None:
    pace = Pace()
    for wall, simulated in (
        (0.0, 0),
        (0.5, 0),
        (1.0, 0),
        (1.5, 1_500_000_000),
        (2.0, 2_000_000_000),
    ):
        pace.note(wall, simulated)
    assert pace.factor == 1.0


def test_a_held_simulation_has_the_pace_0() -> None:
    pace = Pace()
    for step in range(60):
        pace.note(0.1 * step, 5_000_000_000)
    assert pace.factor == 0.0


def test_nothing_is_told_too_early_or_across_a_reset() -> None:
    pace = Pace()
    assert pace.factor is None
    pace.note(0.0, 10_000_000_000)
    pace.note(0.5, 10_500_000_000)
    assert pace.factor is None
    pace.note(1.5, 11_500_000_000)
    assert pace.factor == pytest.approx(1.0)
    pace.note(2.0, 0)
    assert pace.factor is None
    pace.note(3.5, 750_000_000)
    assert pace.factor == pytest.approx(0.5)


@pytest.mark.not_quick
def test_clients_that_watch_the_simulator_learn_the_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FakeSource, "now", lambda self: int(time.monotonic() * 0.5e9))

    async def run() -> None:
        async with served(FakeSource(), ServerSettings()) as server, viewer(server) as page:
            await page.ask("subscribeSimulator")
            assert (await page.op("pace"))["factor"] == pytest.approx(0.5, abs=0.2)

    asyncio.run(run())
