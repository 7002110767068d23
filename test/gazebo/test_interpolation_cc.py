"""The interpolation of the Gazebo plugin shows exactly what the library's does, whatever comes in
whatever order."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import List, Tuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.traffic.interpolation import Interpolator
from sim.traffic.state import TrafficState

ROOT = Path(__file__).resolve().parents[2]
STEP = 0.1
pytestmark = [
    pytest.mark.not_quick,
    pytest.mark.skipif(shutil.which("g++") is None, reason="no g++ on this machine"),
]


@pytest.fixture(scope="module")
def probe(tmp_path_factory) -> str:
    program = str(tmp_path_factory.mktemp("probe") / "interpolation_probe")
    sources = [
        Path(__file__).with_name("interpolation_probe.cc"),
        *(ROOT / "laws/traffic" / name for name in ("interpolation.cc", "traffic_state.cc")),
    ]
    subprocess.run(
        [
            "g++",
            "-std=c++17",
            "-O2",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-I",
            str(ROOT),
            *map(str, sources),
            "-o",
            program,
        ],
        check=True,
        timeout=120,
    )
    return program


class Script:
    """Tells both interpolators the same, and keeps what Python's shows."""

    def __init__(self) -> None:
        self.python = Interpolator()
        self.lines: List[str] = []
        self.expected: List[Tuple[bool, float, np.ndarray]] = []

    def add(self, state: TrafficState, now: float) -> None:
        self.python.add(state, now)
        rows = np.column_stack([state.position, state.yaw, state.pitch, state.roll, state.speed])
        self.lines.append(f"add {now!r} {state.time!r} {state.step!r} {len(state)}")
        self.lines += [
            f"{number} {kind} " + " ".join(map(repr, row))
            for number, kind, row in zip(state.id.tolist(), state.type.tolist(), rows.tolist())
        ]

    def show(self, time: float) -> None:
        changed = self.python.advance(time)
        poses = self.python.poses(time, np.arange(len(self.python.state)))
        self.expected.append(
            (
                changed,
                self.python.newest,
                np.column_stack(
                    [
                        self.python.state.id,
                        poses.position,
                        poses.yaw,
                        poses.pitch,
                        poses.roll,
                        poses.velocity,
                        poses.yaw_rate,
                    ]
                ),
            )
        )
        self.lines.append(f"show {time!r}")

    def compare(self, probe: str) -> None:
        said = subprocess.run(
            [probe],
            input="\n".join(self.lines),
            stdout=subprocess.PIPE,
            text=True,
            check=True,
            timeout=60,
        ).stdout.splitlines()
        at = 0
        for changed, newest, rows in self.expected:
            word, told, count, stamp = said[at].split()
            assert (word, told, int(count), float(stamp)) == (
                "shown",
                str(int(changed)),
                len(rows),
                newest,
            )
            shown = np.array(
                [line.split() for line in said[at + 1 : at + 1 + len(rows)]], float
            ).reshape(len(rows), 11)
            _same(shown, rows)
            at += 1 + len(rows)
        assert at == len(said)


def _same(shown: np.ndarray, expected: np.ndarray) -> None:
    apart = shown - expected
    apart[:, 4] = (apart[:, 4] + np.pi) % (2 * np.pi) - np.pi
    np.testing.assert_allclose(apart, 0.0, atol=1e-9)
    assert (shown[:, 4] >= -np.pi).all() and (shown[:, 4] < np.pi).all()


def _road(rng: np.random.Generator, time: float, ids: np.ndarray) -> TrafficState:
    """A state of some vehicles anywhere on a map of 2 km: motion between two such states is as wild
    as it gets."""
    count = len(ids)
    return TrafficState(
        time,
        STEP,
        ids.astype(np.uint32),
        rng.integers(0, 5, count).astype(np.uint16),
        rng.uniform(-1000, 1000, (count, 3)),
        rng.uniform(-np.pi, np.pi, count),
        *rng.uniform(-0.2, 0.2, (2, count)),
        rng.uniform(0, 40, count),
        np.zeros(count),
        np.zeros(count),
        np.zeros(count, np.uint32),
    )


def _population(rng: np.random.Generator, ids: np.ndarray) -> np.ndarray:
    """Some vehicles leave, some enter."""
    staying = ids[rng.random(len(ids)) > 0.2]
    first = int(ids.max(initial=0)) + 1
    return np.concatenate([staying, np.arange(first, first + rng.integers(0, 4))])


@given(st.integers(0, 10**6), st.sampled_from([0.001, 0.005, 0.013, 0.25]), st.floats(0.0, 0.3))
@settings(max_examples=60, deadline=None)
def test_both_show_the_same(probe, seed, dt, lateness):
    """Vehicles enter and leave, states come early, late or several at once, and now and then the
    run starts again."""
    rng, script = np.random.default_rng(seed), Script()
    ids, stamp, now = np.arange(rng.integers(0, 6)), 0.0, 0.0
    arrival = 0.0
    for _ in range(int(rng.integers(20, 120))):
        while arrival <= now:
            script.add(_road(rng, stamp, ids), now)
            ids, stamp = _population(rng, ids), stamp + STEP
            arrival = max(arrival, stamp - STEP * rng.random() + lateness * (rng.random() < 0.3))
        script.show(now)
        now += dt * rng.integers(1, 4)
        if rng.random() < 0.02:
            stamp, arrival = max(0.0, stamp - rng.integers(1, 5) * STEP), now
    script.compare(probe)


def test_the_first_states_and_an_empty_road(probe):
    rng, script = np.random.default_rng(1), Script()
    script.show(0.0)
    script.add(_road(rng, 0.0, np.array([3, 8])), 0.0)
    for time in (0.0, 0.05, 0.1, 0.4):
        script.show(time)
    script.add(_road(rng, 0.1, np.array([], int)), 0.4)
    for time in (0.4, 0.43, 0.45, 0.5, 1.0):
        script.show(time)
    script.compare(probe)


def test_an_older_stamp_starts_afresh(probe):
    rng, script = np.random.default_rng(2), Script()
    for k in range(5):
        script.add(_road(rng, k * STEP, np.arange(4)), k * STEP)
        script.show(k * STEP)
    script.add(_road(rng, 0.0, np.arange(6, 9)), 0.0)
    for time in (0.0, 0.1, 0.17):
        script.show(time)
    script.compare(probe)
    assert [len(rows) for _, _, rows in script.expected[-3:]] == [0, 3, 3]


def test_a_repeated_stamp_that_is_not_due_yet_empties_the_road_at_once(probe):
    rng, script = np.random.default_rng(3), Script()
    for stamp, now in ((0.9, 0.9), (1.0, 1.0), (1.0, 1.05)):
        script.add(_road(rng, stamp, np.arange(4)), now)
        script.show(now + 0.005)
        script.show(now + 0.01)
    script.show(1.1)
    script.compare(probe)
    assert [(changed, len(rows)) for changed, _, rows in script.expected[-5:]] == [
        (True, 4),
        (False, 4),
        (True, 0),
        (False, 0),
        (True, 4),
    ]


def test_rows_in_any_order_are_sorted(probe):
    """A publisher may leave vehicles unsorted; twice the same is refused."""
    header = "add 0.0 0.0 0.1 2\n"
    unsorted = (
        header + "9 0 1.0 0.0 0.0 0.0 0.0 0.0 10.0\n4 1 2.0 0.0 0.0 0.0 0.0 0.0 5.0\nshow 0.1\n"
    )
    said = subprocess.run(
        [probe], input=unsorted, stdout=subprocess.PIPE, text=True, check=True
    ).stdout.split("\n")
    assert [line.split()[:2] for line in said[1:3]] == [["4", "2"], ["9", "1"]]
    twice = header + "9 0 1.0 0.0 0.0 0.0 0.0 0.0 10.0\n9 0 2.0 0.0 0.0 0.0 0.0 0.0 5.0\n"
    refused = subprocess.run([probe], input=twice, stderr=subprocess.PIPE, text=True)
    assert refused.returncode != 0 and "vehicle 9 comes twice in one state" in refused.stderr
