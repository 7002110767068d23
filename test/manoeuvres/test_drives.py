"""Manoeuvres of the package's cars against theory and the multi-body reference."""

from __future__ import annotations

import dataclasses
import math
from pathlib import Path

import numpy as np
import pytest
import yaml

from sim.errors import InputError
from sim.manoeuvres.__main__ import main
from sim.manoeuvres.drift import drift
from sim.manoeuvres.drives import (
    ManoeuvreSetup,
    angle_for,
    braking,
    coasting,
    dwell,
    holding,
    over_kerb,
    sine,
    slow_steer,
    split_braking,
    step_steer,
    verdict,
)
from sim.manoeuvres.manoeuvres import braking_figures
from sim.manoeuvres.measures import frequency_response, step_response, understeer_gradient
from sim.manoeuvres.reference import DriveMode, reference

MODELS = Path(__file__).resolve().parents[2] / "models"
BMW = ManoeuvreSetup("bmw_320i", [str(MODELS)])
# N on a wheel.
NOMINAL = 2681.0


def linear(folder: Path, center: float, sensitivity: float) -> ManoeuvreSetup:
    """Return the BMW on linear tyres, with a moved centre of mass.

    It is near the ground, elsewhere along x.
    """
    model = folder / "changed"
    model.mkdir()
    for name in ("model.config", "model.sdf", "vehicle.yaml"):
        text = (MODELS / "bmw_320i" / name).read_text().replace("bmw_320i", "changed")
        text = text.replace("model://changed/meshes", "model://bmw_320i/meshes")
        text = text.replace("0.1332607 0 0.5748690", f"{center} 0 0.05")
        text = text.replace("magic_formula", "linear")
        lines = [line for line in text.splitlines() if "<tir>" not in line]
        (model / name).write_text("\n".join(lines))
    values = yaml.safe_load((model / "vehicle.yaml").read_text())
    values["center_of_mass_x"] = center
    values["tyre"] = {"load_sensitivity": sensitivity, "nominal_load": NOMINAL}
    (model / "vehicle.yaml").write_text(yaml.safe_dump(values))
    return ManoeuvreSetup("changed", [str(folder), str(MODELS)])


def test_a_step_of_the_steering_is_answered_as_by_the_multi_body_car():
    """ISO 7401 at 80 km/h to 4 m/s^2. The times are a car's, independent of the slip law."""
    pytest.importorskip("vehiclemodels")
    motion = step_steer(BMW, angle_for(BMW, 4.0))
    ours, theirs = step_response(motion), step_response(reference(motion))
    assert ours.lateral_acceleration == pytest.approx(4.0, abs=0.02)
    for name, within in (
        ("yaw_rate_time", 0.15),
        ("lateral_acceleration_time", 0.15),
        ("yaw_rate", 0.05),
        ("lateral_acceleration", 0.05),
    ):
        assert getattr(ours, name) == pytest.approx(getattr(theirs, name), rel=within), name
    assert abs(ours.overshoot - theirs.overshoot) < 0.03


@pytest.mark.not_quick
def test_sine_with_dwell_spins_the_car_like_the_multi_body_car():
    pytest.importorskip("vehiclemodels")
    unit = angle_for(BMW, 0.3 * 9.81)
    for factor, stable in ((2.0, True), (6.5, False)):
        motion = dwell(BMW, factor * unit)
        assert verdict(motion).stable is stable
        assert verdict(reference(motion, DriveMode.COASTING)).stable is stable


@pytest.mark.not_quick
def test_stability_control_passes_fmvss_126_where_the_car_would_spin():
    """S5.2: at most 35 % and 20 % of the yaw rate.

    After 1.00 and 1.75 s, and 1.83 m to the side from 5 times the amplitude of 0.3 g on.
    """
    controlled = dataclasses.replace(BMW, stability_control=True)
    unit = angle_for(BMW, 0.3 * 9.81)
    assert not verdict(dwell(BMW, 6.5 * unit)).stable
    for factor in (2.0, 3.5, 5.0, 6.5):
        for side in (1.0, -1.0):
            found = verdict(dwell(controlled, side * factor * unit))
            assert found.stable
            assert found.displacement > 1.83 or factor < 5.0


@pytest.mark.parametrize("center, sensitivity", [(0.3, 0.4), (-0.2, 0.4), (0.0, 0.0)])
def test_understeer_follows_from_loads_and_cornering_stiffness(
    tmp_path: Path, center: float, sensitivity: float
):
    """K = m_front / C_front - m_rear / C_rear, at static loads of the axles."""
    base, mass = 2.5789128, 1093.295
    loads = [0.5 * mass * 9.81 * (0.5 * base + side * center) / base for side in (1.0, -1.0)]
    stiffness = [20.0 * (1.0 - sensitivity * (load / NOMINAL - 1.0)) for load in loads]
    theory = (1.0 / stiffness[0] - 1.0 / stiffness[1]) / 9.81
    course = linear(tmp_path, center, sensitivity)
    found = understeer_gradient(slow_steer(course), 3.0)
    assert found == pytest.approx(theory, rel=0.1, abs=1e-4)


def test_it_holds_on_a_grade_and_coasts_as_air_and_tyres_let_it():
    assert np.ptp(holding(BMW, 0.6, 8.0).after(5.0).place, axis=0).max() < 1e-5
    motion = coasting(ManoeuvreSetup("bmw_320i", [str(MODELS)], 30.0))
    speed = 25.0
    at = int(np.argmax(motion.speed < speed))
    slowed = -np.gradient(motion.speed, motion.time)[at]
    mass = 1093.295 + 4.0 * 1.7 / 0.344**2
    expected = (0.5 * 1.225 * 0.61 * speed**2 + 1093.295 * 9.81 * 0.010) / mass
    assert slowed == pytest.approx(expected, rel=0.05)


@pytest.mark.parametrize("angle", [0.0, 0.1])
def test_it_brakes_and_steers_at_once(angle: float):
    motion = braking(BMW, angle)
    assert motion.speed[-1] < 0.1 and abs(motion.roll).max() < math.radians(15.0)
    way = np.linalg.norm(np.diff(motion.place, axis=0), axis=1).sum()
    assert motion.speed[0] ** 2 / (2.0 * way) > (9.0 if angle == 0.0 else 7.5)


@pytest.mark.not_quick
@pytest.mark.parametrize("angle", [0.0, 0.1])
def test_it_stops_as_the_multi_body_car_with_an_anti_lock_brake_does(angle: float):
    pytest.importorskip("vehiclemodels")
    motion = braking(BMW, angle)
    ours, theirs = (
        braking_figures(each)["mean deceleration [m/s2]"]
        for each in (motion, reference(motion, DriveMode.BRAKED))
    )
    assert ours == pytest.approx(theirs, rel=0.05)


@pytest.mark.not_quick
def test_slow_sinusoidal_steering_is_answered_as_a_steady_bend():
    """At 0.2 Hz the yaw gain is the circle's, v / (L + K v^2)."""
    found = frequency_response(sine(BMW, 0.01, 0.2))
    gradient = understeer_gradient(slow_steer(BMW), 3.0)
    steady = BMW.speed / (2.5789128 + gradient * BMW.speed**2)
    assert found.yaw_rate == pytest.approx(steady, rel=0.03)


@pytest.mark.not_quick
def test_split_friction_turns_the_car_and_a_driver_holds_it():
    held, against = (split_braking(BMW, steered) for steered in (False, True))
    assert held.yaw.min() < -1.0
    assert np.abs(against.yaw).max() < 0.15 and against.steering.max() > 0.04
    assert np.abs(against.place[:, 1]).max() < 1.0


def test_a_kerb_is_felt():
    motion = over_kerb(BMW.at(10.0))
    static = motion.front_load[0]
    assert motion.front_load.max() > 2.0 * static
    assert motion.height[-1] == pytest.approx(0.10, abs=0.005)
    assert motion.speed[0] - motion.speed[-1] > 0.1


@pytest.mark.not_quick
def test_a_drift_is_steady_sideways_and_steered_against():
    steady = drift(BMW).after(12.0)
    slide, steering = (np.degrees(each) for each in (steady.slip_angle, steady.steering))
    assert -35.0 < slide.mean() < -20.0 and np.ptp(slide) < 1.0
    assert steady.yaw_rate.mean() > 0.3 and steering.mean() < -10.0
    assert (steady.rolling[:, 2:].min(axis=1) > steady.velocity[:, 0] + 2.0).all()


def test_a_model_without_a_vehicle_is_refused():
    with pytest.raises(InputError, match="it is not a car"):
        ManoeuvreSetup("delivery_robot", [str(MODELS)]).track()


@pytest.mark.parametrize(
    "words, said",
    [
        (["iso_7401", "--model", "absent"], "absent"),
        (["drift"], "drives its front wheels with 100 % of its torque"),
        (["hill", "--speed", "0"], "--speed: 0 is below 1"),
        (["hill", "--step", "nan"], "--step: nan is below 0.0001"),
    ],
)
def test_wrong_words_are_refused_in_a_line(capsys, words: list, said: str):
    assert main(words) == 2
    message = capsys.readouterr().err
    assert said in message and message.count("\n") == 1


@pytest.mark.not_quick
def test_the_command_prints_a_table_and_draws(capsys, tmp_path: Path):
    assert main(["coast_down", "--speed", "40", "--out", str(tmp_path)]) == 0
    printed = capsys.readouterr().out
    assert "deceleration at 10 m/s [m/s2]" in printed
    assert (tmp_path / "coast_down_ego_car.png").stat().st_size > 10_000
