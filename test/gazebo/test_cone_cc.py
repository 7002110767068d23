"""Sonars on Gazebo send the rays of those on the embedded simulator."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("mujoco")
from support.cpp import COMPILED, compiled, numbers, output
from support.parts import ROOT

from sim.embedded.lidar.patterns import cone
from sim.embedded.lidar.scanner import RIM, SPACING

pytestmark = [pytest.mark.not_quick, COMPILED]


@pytest.fixture(scope="module")
def probe(tmp_path_factory) -> str:
    sources = [Path(__file__).with_name("cone_probe.cc"), ROOT / "laws/sensors/cone.cc"]
    return compiled(tmp_path_factory.mktemp("probe") / "probe", sources)


@pytest.mark.parametrize("half_angle", [0.003, 0.124, 0.3, 0.5, 1.3])
def test_the_rays_agree(probe: str, half_angle: float):
    np.testing.assert_allclose(
        numbers(output(probe, half_angle, SPACING, RIM)), cone(half_angle, SPACING, RIM), atol=1e-12
    )


def test_the_spacings_agree(probe: str):
    np.testing.assert_allclose(numbers(output(probe))[0], (SPACING, RIM), rtol=1e-12)
