"""Sonars on Gazebo send the rays of those on the embedded simulator."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("mujoco")
from sim.embedded.lidar.patterns import cone
from sim.embedded.lidar.scanner import RIM, SPACING

ROOT = Path(__file__).resolve().parents[2]
pytestmark = [
    pytest.mark.not_quick,
    pytest.mark.skipif(shutil.which("g++") is None, reason="no g++ on this machine"),
]


@pytest.fixture(scope="module")
def probe(tmp_path_factory) -> str:
    program = str(tmp_path_factory.mktemp("probe") / "cone_probe")
    sources = [Path(__file__).with_name("cone_probe.cc"), ROOT / "laws/sensors/cone.cc"]
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
        timeout=300,
    )
    return program


def numbers(*words: object) -> np.ndarray:
    done = subprocess.run(
        [str(word) for word in words],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
        timeout=60,
    )
    return np.array([[float(word) for word in line.split()] for line in done.stdout.splitlines()])


@pytest.mark.parametrize("half_angle", [0.003, 0.124, 0.3, 0.5, 1.3])
def test_the_rays_agree(probe: str, half_angle: float):
    np.testing.assert_allclose(
        numbers(probe, half_angle, SPACING, RIM), cone(half_angle, SPACING, RIM), atol=1e-12
    )


def test_the_spacings_agree(probe: str):
    np.testing.assert_allclose(numbers(probe)[0], (SPACING, RIM), rtol=1e-12)
