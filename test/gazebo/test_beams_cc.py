"""The Gazebo plugin fires the lasers that the library's embedded simulator fires, and finds the
same places on Earth."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from support.cpp import COMPILED, compiled, header_folder, numbers, output
from support.parts import ROOT

from sim.embedded.lidar.sweep import TURN, sweep_of
from sim.embedded.sensors.geodesy import Geodesy
from sim.sdf.plugins import Plugin
from sim.sdf.sensors.rays import Fan, Rays
from sim.sdf.sensors.sensor import Sensor
from sim.sdf.types import Spherical

MATH = "ignition/math6/ignition/math.hh"
IGNITION = header_folder(MATH)
pytestmark = [
    pytest.mark.not_quick,
    COMPILED,
    pytest.mark.skipif(IGNITION is None, reason="no Gazebo on this machine"),
]


@pytest.fixture(scope="module")
def answer(tmp_path_factory):
    """What the probe prints for lines of input, as lines of numbers."""
    sources = [
        Path(__file__).with_name("beams_probe.cc"),
        ROOT / "gazebo/sensors/rays/beams.cc",
        ROOT / "laws/sensors/lidar_devices.cc",
    ]
    headers = ("-isystem", IGNITION / "include/ignition/math6")
    program = compiled(tmp_path_factory.mktemp("probe") / "probe", sources, *headers)
    return lambda *lines: numbers(output(program, lines=lines))


@pytest.mark.parametrize("device", ["VLP-16", "HDL-32", "HDL-64"])
@pytest.mark.parametrize(
    "number, hold", [(0, False), (1, False), (7, False), (12345, False), (7, True)]
)
@pytest.mark.parametrize(
    "rate", [10.0, *(pytest.param(rate, marks=pytest.mark.slow) for rate in (5.0, 20.0))]
)
def test_beams_of_a_device(answer, device, number, hold, rate):
    plugin = Plugin("lidar", "libsim_lidar.so", {"device": device, "hold_phase": str(hold).lower()})
    rays = Rays(Fan(1), Fan(1), 0.5, 100.0)
    sweep = sweep_of("test", Sensor("lidar", "ray", np.eye(4), rate, rays, (plugin,)))
    phase = sweep.phase(number)
    fired = sweep.times + phase < sweep.period - 1e-12
    angle = -TURN * phase / sweep.period
    turn = np.array(
        [[np.cos(angle), -np.sin(angle), 0.0], [np.sin(angle), np.cos(angle), 0.0], [0.0, 0.0, 1.0]]
    )
    said = answer(f"device {device} {rate} {number} {int(hold)}")
    beams = np.array(said[1:])
    assert said[0] == [fired.sum()] and len(beams) == fired.sum()
    np.testing.assert_allclose(beams[:, :3], (turn @ sweep.grid.directions).T[fired], atol=1e-9)
    np.testing.assert_array_equal(beams[:, 3], sweep.rings[fired])
    np.testing.assert_allclose(beams[:, 4], (sweep.times + phase - sweep.period)[fired], atol=1e-8)


def test_places_on_earth(answer):
    rng = np.random.default_rng(0)
    places = [
        Spherical(*rng.uniform((-1.5, -3.0, -100.0, -3.0), (1.5, 3.0, 4000.0, 3.0)))
        for _ in range(50)
    ]
    positions = rng.uniform(-2000.0, 2000.0, (50, 3))
    numbers = [
        [place.latitude, place.longitude, place.elevation, place.heading, *position]
        for place, position in zip(places, positions)
    ]
    said = answer(*(" ".join(["place", *map(repr, map(float, row))]) for row in numbers))
    expected = [Geodesy(place).locate(position) for place, position in zip(places, positions)]
    np.testing.assert_allclose(np.array(said)[:, :2], np.array(expected)[:, :2], atol=1e-11)
    np.testing.assert_allclose(np.array(said)[:, 2], np.array(expected)[:, 2], atol=1e-5)
