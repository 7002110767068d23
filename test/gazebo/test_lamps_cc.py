"""The Gazebo plugin lights the same lamps as the library."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from sim.traffic.lamps import lit_head, lit_vehicle

ROOT = Path(__file__).resolve().parents[2]
HEAD = {"red": 1, "yellow": 2, "green": 4}
VEHICLE = {"brake": 1, "blinker_left": 2, "blinker_right": 4, "blue": 8}
pytestmark = [
    pytest.mark.not_quick,
    pytest.mark.skipif(shutil.which("g++") is None, reason="no g++ on this machine"),
]


def test_both_light_the_same_lamps(tmp_path):
    program = str(tmp_path / "lamp_probe")
    sources = [
        str(Path(__file__).with_name("lamp_probe.cc")),
        str(ROOT / "laws/traffic/lamp_law.cc"),
    ]
    subprocess.run(
        [
            "g++",
            "-std=c++17",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-I",
            str(ROOT),
            *sources,
            "-o",
            program,
        ],
        check=True,
        timeout=120,
    )
    rng = np.random.default_rng(0)
    times = np.concatenate(
        [rng.uniform(0.0, 1000.0, 300), 0.005 * np.arange(600), 1e5 + 0.1 * np.arange(100)]
    ).tolist()
    asked, expected = [], []
    for time in times:
        letter, signals = str(rng.choice(list("ryugGoOsx"))), int(rng.integers(0, 2**14))
        asked += [f"head {letter} {time!r}", f"vehicle {signals} {time!r}"]
        expected += [
            sum(HEAD[name] for name in lit_head(letter, time)),
            sum(VEHICLE[name] for name in lit_vehicle(signals, time)),
        ]
    said = subprocess.run(
        [program],
        input="\n".join(asked),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=60,
    ).stdout.split()
    assert list(map(int, said)) == expected
