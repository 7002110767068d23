"""Vehicle's YAML file: valid, or refused with file, key, and remedy."""

from __future__ import annotations

from pathlib import Path
from typing import Callable

import pytest
import yaml

from sim.errors import InputError
from sim.vehicle.parameters import GRAVITY, load_parameters
from sim.vehicle.vehicle import Vehicle

from .rigid_body import PLAIN_CAR


def _load_changed(tmp_path: Path, change: Callable[[dict], object]):
    values = yaml.safe_load(PLAIN_CAR.read_text())
    change(values)
    path = tmp_path / "vehicle.yaml"
    path.write_text(yaml.safe_dump(values))
    return load_parameters(path)


def test_a_loaded_car_stands_level_on_wheels_below_its_mounts():
    parameters = load_parameters(PLAIN_CAR)
    assert parameters.wheelbase == pytest.approx(2.7)
    assert sum(2 * mass for mass in parameters.wheel_masses) == pytest.approx(parameters.mass)
    deflection = parameters.mass * GRAVITY / (4 * parameters.suspension.stiffness)
    heights = [z for _, _, z in Vehicle(parameters).mounts]
    assert heights == pytest.approx([0.72 - deflection] * 4)


def test_masses_follow_the_lever_rule(tmp_path: Path):
    parameters = _load_changed(tmp_path, lambda values: values.update(center_of_mass_x=0.27))
    assert parameters.wheel_masses == pytest.approx((0.5 * 1500 * 0.6, 0.5 * 1500 * 0.4))
    heights = [z for _, _, z in Vehicle(parameters).mounts]
    assert heights[0] == heights[1] < heights[2] == heights[3]


@pytest.mark.parametrize(
    "change, fragments",
    [
        (lambda v: v.update(masss=1.0), ["masss", "did you mean 'mass'"]),
        (lambda v: v["wheel"].update(radios=1.0), ["wheel.radios", "did you mean 'radius'"]),
        (lambda v: v["wheel"].update(radius="big"), ["wheel.radius", "must be a number", "'big'"]),
        (lambda v: v["wheel"].update(radius=True), ["wheel.radius", "must be a number"]),
        (lambda v: v["wheel"].update(radius=-0.3), ["wheel.radius", "out of range", "0.02 to 2"]),
        (lambda v: v.update(mass=float("nan")), ["mass", "out of range"]),
        (lambda v: v["brake"].pop("max_torque"), ["brake.max_torque", "missing"]),
        (lambda v: v.pop("drive"), ["drive", "missing"]),
        (lambda v: v.update(drive=3), ["drive", "must be a mapping"]),
        (lambda v: v.update(front_axle_x=-2.0), ["front_axle_x", "ahead of rear_axle_x"]),
        (lambda v: v.update(center_of_mass_x=2.0), ["center_of_mass_x", "between"]),
        (lambda v: v["suspension"].update(stiffness=5000.0), ["suspension.rest_length", "0.736 m"]),
    ],
)
def test_bad_values_are_named(tmp_path: Path, change: Callable[[dict], object], fragments: list):
    with pytest.raises(InputError) as error:
        _load_changed(tmp_path, change)
    for fragment in ["vehicle.yaml", *fragments]:
        assert fragment in str(error.value)


@pytest.mark.parametrize(
    "text, fragment",
    [("mass: [1", "not valid YAML"), ("", "must be a mapping"), ("- 1", "must be a mapping")],
)
def test_bad_files_are_named(tmp_path: Path, text: str, fragment: str):
    path = tmp_path / "broken.yaml"
    path.write_text(text)
    with pytest.raises(InputError, match=fragment) as error:
        load_parameters(path)
    assert "broken.yaml" in str(error.value)


def test_missing_file_is_named(tmp_path: Path):
    with pytest.raises(InputError, match=r"absent.yaml: cannot read"):
        load_parameters(tmp_path / "absent.yaml")
