"""Known parameters of cars are identified from noisy simulated drives."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from sim.errors import InputError
from sim.identification.fitting import Unknown, fit
from sim.identification.recording import DT, delay_command, drive_recording
from sim.identification.result import IdentificationResult, identify, table, yaml_part
from sim.manoeuvres.track import Pedals
from sim.vehicle.parameters import load_parameters

from .driven import MODELS, drive, lively, made

PARAMETERS = load_parameters(MODELS / "bmw_320i" / "vehicle.yaml")


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> IdentificationResult:
    folder = tmp_path_factory.mktemp("identify")
    model = made(
        folder,
        tyre={"cornering_stiffness": 18.0},
        wheel={"friction": 0.85},
        aerodynamics={"drag_area": 0.8},
        steering={"delay": 0.04, "time_constant": 0.1},
    )
    return identify(drive_recording(drive(folder, model, lively, 90.0, seed=3)), PARAMETERS)


@pytest.mark.not_quick
@pytest.mark.parametrize(
    "key, true, within",
    [
        ("mass", 1093.295, 0.01),
        ("aerodynamics.drag_area", 0.8, 0.05),
        ("wheel.rolling_resistance", 0.010, 0.10),
        ("wheel.friction", 0.85, 0.10),
        ("front cornering stiffness", 18.0, 0.12),
        ("rear cornering stiffness", 18.0, 0.12),
        ("yaw inertia / mass", 1791.6 / 1093.295, 0.05),
        ("steering.delay", 0.04, 0.15),
        ("steering.time_constant", 0.10, 0.05),
        ("drive.delay", 0.03, 0.20),
        ("drive.time_constant", 0.10, 0.10),
        ("drive.max_torque", 2600.0, 0.02),
        ("brake.delay", 0.03, 0.10),
        ("brake.time_constant", 0.03, 0.10),
        ("brake.max_torque", 6000.0, 0.01),
    ],
)
def test_it_finds_what_is_known(found: IdentificationResult, key: str, true: float, within: float):
    assert found.value(key).value == pytest.approx(true, rel=within)
    assert not found.value(key).doubt


@pytest.mark.not_quick
def test_signals_are_explained_and_the_file_is_one(found: IdentificationResult):
    qualities = {each.signal: each.explained for each in found.qualities}
    assert set(qualities) >= {"yaw_rate", "lateral_speed", "steering", "speed", "drive torque"}
    assert min(qualities.values()) > 0.98
    part = yaml_part(found, PARAMETERS)
    assert "friction" in part and "front cornering" not in part.replace("# ", "").split("mass:")[1]
    assert "explained" in table(found)


@pytest.mark.not_quick
def test_undriven_parameters_are_not_claimed(tmp_path: Path):
    """Straight on at one speed, steered a little. Masses, friction and brakes are undetermined."""
    model = made(tmp_path)
    signals = drive(
        tmp_path,
        model,
        lambda time: Pedals(0.004 * math.sin(2.0 * time), throttle=0.06),
        15.0,
        seed=1,
    )
    result = identify(drive_recording(signals), PARAMETERS)
    assert "far from their limit" in result.value("wheel.friction").doubt or (
        "never reached" in result.value("wheel.friction").doubt
    )
    assert result.value("mass").doubt and result.value("brake.max_torque").doubt
    assert "the brake was not used" in table(result)
    assert "mass" not in yaml_part(result, PARAMETERS).splitlines()[-1]


def test_an_interval_holds_the_truth_as_often_as_it_says():
    """95 % of intervals of a line's slope hold it, +-6 points.

    Under noise that is correlated over a second.
    """
    time = np.arange(0.0, 60.0, DT)
    inside = 0
    for seed in range(60):
        random = np.random.default_rng(seed)
        noise = np.convolve(random.normal(0.0, 1.0, len(time) + 99), np.ones(100) / 10.0, "valid")
        line = {"line": (0.3 * time + noise, "m")}
        unknowns = [Unknown("slope", "m/s", -10.0, 10.0, 1.0), Unknown("begin", "m", -9, 9, 0.5)]
        estimates, _ = fit(lambda at: {"line": at[0] * time + at[1]}, line, unknowns, DT)
        inside += estimates[0].low < 0.3 < estimates[0].high
    assert inside >= 60 * 0.87


def test_a_command_is_late_by_any_time():
    command = np.repeat([0.0, 1.0], 50)
    for delay in (0.0, 0.013, 0.1):
        assert delay_command(command, delay).sum() * DT == pytest.approx(0.5 - delay, abs=0.006)


def signals(seconds: float, speed: float) -> dict:
    time = np.arange(0.0, seconds, 0.02)
    return {
        "speed": (time, 0.0 * time + speed),
        "yaw_rate": (time, 0.0 * time),
        "steering_command": (time, 0.0 * time),
    }


@pytest.mark.parametrize(
    "given, said",
    [
        ({}, "lacks speed, yaw_rate, steering_command"),
        (signals(5.0, 10.0), "has 5.0 s with all of"),
        (signals(20.0, 0.1), "shows a standing car"),
    ],
)
def test_a_drive_of_which_nothing_can_be_said_is_refused(given: dict, said: str):
    with pytest.raises(InputError, match=said):
        drive_recording(given, "a.bag")


def test_a_drive_straight_on_says_nothing_of_tyres():
    result = identify(drive_recording(signals(20.0, 10.0)), PARAMETERS)
    assert all("never reached 0.5 m/s2" in each.doubt for each in result.estimates[:7])
    assert yaml_part(result, PARAMETERS).count(":") == 0
