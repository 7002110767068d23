"""Tyre models against theory and against the tyre of commonroad-vehicle-models."""

from __future__ import annotations

import math
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from sim.errors import InputError
from sim.vehicle.tyre import Tyre
from sim.vehicle.wheel import WheelDynamics

from .rigid_body import ego_parameters

# Of a 235/60 R16, as Adams publishes it [PAC2002] and commonroad-vehicle-models uses it.
PUBLISHED = {
    "fnomin": 4850.0,
    "unloaded_radius": 0.344,
    "pcx1": 1.6411,
    "pdx1": 1.1739,
    "pex1": 0.46403,
    "pkx1": 22.303,
    "phx1": 0.0012297,
    "rbx1": 13.276,
    "rbx2": -13.778,
    "rcx1": 1.2568,
    "rex1": 0.65225,
    "rhx1": 0.0050722,
    "pcy1": 1.3507,
    "pdy1": 1.0489,
    "pey1": -0.0074722,
    "pky1": -21.92,
    "pky2": 2.0012,
    "rby1": 7.1433,
    "rby2": 9.1916,
    "rby3": -0.027856,
    "rcy1": 1.0719,
    "rey1": -0.27572,
    "rhy1": 5.7448e-06,
    "rvy1": -0.027825,
    "rvy4": 12.12,
    "rvy5": 1.9,
    "rvy6": -10.704,
}


def tir(folder: Path, *lines: str, **changes: object) -> Path:
    """Return a .tir file of the published coefficients; None leaves one out."""
    values = {**PUBLISHED, **changes}
    text = [
        "[MDI_HEADER]",
        "FILE_TYPE = 'tir'",
        "[MODEL]",
        "PROPERTY_FILE_FORMAT = 'PAC2002'",
        "$ a comment",
        *(
            f"{key.upper():<20}= {value}  $ {key}"
            for key, value in values.items()
            if value is not None
        ),
        *lines,
    ]
    path = folder / "tyre.tir"
    path.write_text("\n".join(text) + "\n")
    return path


def magic(path: Path, **changes: object) -> WheelDynamics:
    return WheelDynamics(ego_parameters(**changes), Tyre("magic_formula", str(path)))


@pytest.mark.parametrize("load", [1500.0, 4850.0, 8000.0])
def test_the_magic_formula_is_that_of_commonroad(tmp_path: Path, load: float):
    reference = pytest.importorskip("vehiclemodels.utils.tire_model")
    names = {key: value for key, value in PUBLISHED.items() if key[0] in "pr"}
    p = SimpleNamespace(
        **{f"{key[0]}_{key[1:]}": value for key, value in names.items()},
        **dict.fromkeys(
            ("p_dx3", "p_vx1", "p_dy3", "p_hy1", "p_hy3", "p_vy1", "p_vy3", "r_vy3"), 0.0
        ),
    )
    # Its cornering stiffness is in proportion to load: the beginning of a sine that bends late.
    wheel = magic(tir(tmp_path, pky1=-21.92 * 500.0, pky2=1000.0))
    largest = 0.0
    for kappa in np.linspace(-0.9, 0.9, 13):
        for alpha in np.linspace(-0.6, 0.6, 13):
            alone = reference.formula_longitudinal(-kappa, 0.0, load, p)
            aside, mu = reference.formula_lateral(alpha, 0.0, load, p)
            expected = (
                reference.formula_longitudinal_comb(kappa, alpha, alone, p),
                reference.formula_lateral_comb(kappa, alpha, 0.0, mu, load, aside, p),
            )
            found = wheel.steady(load, kappa, alpha)
            largest = max(largest, math.dist(found, expected))
    assert largest < 1e-4 * load


def test_the_cornering_stiffness_of_the_magic_formula_bends_with_load(tmp_path: Path):
    wheel = magic(tir(tmp_path))
    for load in (2000.0, 4850.0, 9000.0):
        slope = (wheel.steady(load, 0.0, 1e-4)[1] - wheel.steady(load, 0.0, -1e-4)[1]) / 2e-4
        theory = 21.92 * 4850.0 * math.sin(2.0 * math.atan(load / (2.0012 * 4850.0)))
        assert -slope == pytest.approx(theory, rel=0.02)


@pytest.mark.parametrize("model", ["linear", "fiala"])
def test_stiffness_and_limit_of_simple_tyres(model: str):
    parameters = ego_parameters(tyre={"nominal_load": 4000.0, "load_sensitivity": 0.2})
    wheel = WheelDynamics(parameters, Tyre(model))
    for load in (2000.0, 4000.0, 6000.0):
        scale = load * (1.0 - 0.2 * (load / 4000.0 - 1.0))
        assert wheel.steady(load, 1e-5, 0.0)[0] == pytest.approx(25.0 * scale * 1e-5, rel=1e-3)
        assert wheel.steady(load, 0.0, 1e-5)[1] == pytest.approx(-20.0 * scale * 1e-5, rel=1e-3)
        assert math.hypot(*wheel.steady(load, -0.5, 0.4)) == pytest.approx(0.9 * scale)


def test_a_fiala_tyre_follows_the_brush():
    """[Pacejka, ch. 3.2]: F = mu F_N (3 s - 3 s^2 + s^3), s = C tan(alpha) / (3 mu F_N)."""
    wheel = WheelDynamics(ego_parameters(tyre={"load_sensitivity": 0.0}), Tyre("fiala"))
    for alpha in (0.02, 0.05, 0.1):
        s = 20.0 * math.tan(alpha) / (3.0 * 0.9)
        expected = 0.9 * 4000.0 * (3.0 * s - 3.0 * s**2 + s**3)
        assert wheel.steady(4000.0, 0.0, -alpha) == (
            pytest.approx(0.0, abs=1e-9),
            pytest.approx(expected),
        )


def test_a_force_builds_up_over_the_relaxation_length():
    """[Pacejka, ch. 7]: 63 % after one relaxation length."""
    wheel = WheelDynamics(ego_parameters(tyre={"lateral_relaxation": 0.5}), Tyre("linear"))
    dt, speed = 1e-4, 10.0
    for _ in range(round(0.5 / (speed * dt))):
        _, left = wheel.roll(dt, speed, 0.05, 4000.0)
    _, settled = wheel.steady(4000.0, 0.0, math.atan(0.005))
    assert left / settled == pytest.approx(1.0 - math.exp(-1.0), rel=0.06)


def test_a_tyres_own_asymmetry_is_mirrored_on_the_other_side(tmp_path: Path):
    left = magic(tir(tmp_path, phy1=0.003, pvy1=0.03))
    right = magic(tir(tmp_path, "TYRESIDE = 'RIGHT'", phy1=0.003, pvy1=0.03))
    ahead, aside = left.steady(4000.0, 0.05, 0.04)
    assert right.steady(4000.0, 0.05, -0.04) == (pytest.approx(ahead), pytest.approx(-aside))
    assert left.steady(4000.0, 0.0, 0.0)[1] != 0.0


def test_ground_with_less_friction_scales_the_formula(tmp_path: Path):
    path = tir(tmp_path, phx1=0.0)
    ice = WheelDynamics(ego_parameters(), Tyre("magic_formula", str(path)), ground=0.1)
    strongest = max(abs(ice.steady(4000.0, kappa, 0.0)[0]) for kappa in np.linspace(0.0, 0.5, 200))
    assert strongest == pytest.approx(0.1 * 4000.0, rel=0.01)
    slope = ice.steady(4000.0, 1e-5, 0.0)[0] - ice.steady(4000.0, -1e-5, 0.0)[0]
    dry = magic(path)
    assert slope == pytest.approx(
        dry.steady(4000.0, 1e-5, 0.0)[0] - dry.steady(4000.0, -1e-5, 0.0)[0], rel=1e-3
    )


@pytest.mark.parametrize(
    "changes, said",
    [
        ({"pdx1": None}, "tyre.tir: pdx1 is missing; add this coefficient"),
        ({"pky1": 21.92}, ": pky1: 21.92 is out of range; it must be from -100000 to -0.5"),
        ({"fnomin": 0.0}, ": fnomin: 0 is out of range; it must be from 1 to 1e+06"),
        ({"pdx2": 1e9}, ": pdx2: 1e+09 is out of range; it must be from -10000 to 10000"),
        ({"lmux": -1.0}, ": lmux: -1 is out of range; it must be from 0 to 100"),
        ({"pcx1": "one"}, ": pcx1: must be a number, not 'one'"),
        ({"rbx1": "nan"}, ": rbx1: must be a number, not 'nan'"),
        ({"length": "'mm'"}, ": length: 'mm' is not supported; give the file in meter"),
        (
            {"property_file_format": "'MF-Swift 6.2'"},
            "'MF-Swift 6.2' is not supported; give a file of PAC2002 or MF-Tyre 5.2",
        ),
    ],
)
def test_wrong_files_are_refused(tmp_path: Path, changes: dict, said: str):
    with pytest.raises(InputError) as refused:
        Tyre("magic_formula", str(tir(tmp_path, **changes)))
    assert said in str(refused.value)


def test_a_refusal_names_the_line(tmp_path: Path):
    path = tir(tmp_path, "PCX1 = abc")
    with pytest.raises(InputError, match=f"tyre.tir:{len(path.read_text().splitlines())}: pcx1"):
        Tyre("magic_formula", str(path))


@pytest.mark.parametrize(
    "model, path, said",
    [
        ("magic", "", "tyre: 'magic' is not one of: paper, linear, fiala, magic_formula"),
        ("magic_formula", "", "tyre: magic_formula needs a <tir>, a file of coefficients"),
        ("fiala", "x.tir", "tir: only magic_formula has a file of coefficients"),
        ("magic_formula", "absent.tir", "absent.tir: cannot read the tyre's coefficients: No such"),
    ],
)
def test_wrong_choices_are_refused(model: str, path: str, said: str):
    with pytest.raises(InputError) as refused:
        Tyre(model, path)
    assert str(refused.value).startswith(said)


def test_the_papers_tyre_has_no_force_by_slip():
    with pytest.raises(InputError, match="does not define a steady force by slip"):
        WheelDynamics(ego_parameters()).steady(4000.0, 0.0, 0.1)
