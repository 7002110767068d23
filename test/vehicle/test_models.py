"""Sizes and frames of the SDF models for ego coupling.

``test/traffic/test_vehicle_models.py`` measures the traffic models.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import List, Tuple

import pytest
from lxml import etree

from sim.vehicle.parameters import load_parameters

MODELS = Path(__file__).parents[2] / "models"
CARS = {
    "ego_car": (4.6, 1.8, 1.5),
    "ford_escort": (4.298, 1.674, 1.39),
    "bmw_320i": (4.508, 1.61, 1.4),
    "vw_vanagon": (4.569, 1.844, 1.95),
    "city_bus": (12.0, 2.5, 2.95),
    "lorry": (8.0, 2.5, 2.86),
    "f1tenth": (0.58, 0.31, 0.2),
    "bfmc_car": (0.375, 0.195, 0.1155),
}
SIZES = {**CARS, "delivery_robot": (0.9, 0.6, 1.0)}
NAMES = (*SIZES, "car", "van", "truck", "bus", "motorcycle", "bicycle", "ambulance", "pedestrian")


def _model(name: str) -> etree._Element:
    return etree.parse(str(MODELS / name / "model.sdf")).find("model")


def _extent(part: etree._Element) -> List[Tuple[float, float]]:
    """Return the axis-aligned extent of a box or a cylinder along y."""
    pose = [float(value) for value in part.findtext("pose").split()]
    size = part.findtext("geometry/box/size")
    if size is None:
        assert pose[3] == pytest.approx(math.pi / 2, abs=1e-6)
        radius, length = (
            float(part.findtext(f"geometry/cylinder/{key}")) for key in ("radius", "length")
        )
        sides = [2 * radius, length, 2 * radius]
    else:
        sides = [float(value) for value in size.split()]
    return [(center - side / 2, center + side / 2) for center, side in zip(pose[:3], sides)]


@pytest.mark.parametrize("name", SIZES)
def test_model_fills_its_size_about_the_centre_of_its_base(name: str):
    model = _model(name)
    # Meshes of bodies are measured in ``test/assets``.
    extents = [
        _extent(part)
        for part in model.iter("visual", "collision")
        if part.find("geometry/mesh") is None
    ]
    length, width, height = SIZES[name]
    for axis, (lower, upper) in enumerate(
        [(-length / 2, length / 2), (-width / 2, width / 2), (0.0, height)]
    ):
        assert min(extent[axis][0] for extent in extents) == pytest.approx(lower)
        assert max(extent[axis][1] for extent in extents) == pytest.approx(upper)


@pytest.mark.parametrize("name", NAMES)
def test_model_is_one_link_with_a_config_beside_it(name: str):
    config = etree.parse(str(MODELS / name / "model.config"))
    assert config.findtext("name") == name and config.findtext("sdf") == "model.sdf"
    model = _model(name)
    assert model.get("name") == name
    assert [link.get("name") for link in model.iter("link")] == ["base_link"]
    assert (model.findtext("static") == "true") == (name not in SIZES)


def test_only_cars_have_the_vehicle_plugin_and_its_files_exist():
    for name in CARS:
        plugin = _model(name).find("plugin")
        assert plugin.get("filename") == "libsim_vehicle.so"
        for uri in filter(None, (plugin.findtext("parameters"), plugin.findtext("tir"))):
            folder, _, file = uri.partition("://")[2].partition("/")
            assert (MODELS / folder / file).is_file()
    assert all(_model(name).find("plugin") is None for name in NAMES if name not in CARS)


@pytest.mark.parametrize("name", CARS)
def test_a_cars_model_matches_its_parameters(name: str):
    parameters, link = load_parameters(MODELS / name / "vehicle.yaml"), _model(name).find("link")
    assert float(link.findtext("inertial/mass")) == parameters.mass
    x, y, height = (float(value) for value in link.findtext("inertial/pose").split()[:3])
    assert (x, y) == (pytest.approx(parameters.center_of_mass_x), 0.0)
    roll, pitch, yaw = (
        float(link.findtext(f"inertial/inertia/{axis}")) for axis in ("ixx", "iyy", "izz")
    )
    # No body has a moment of inertia beyond the sum of the others.
    assert roll <= pitch + yaw and pitch <= yaw + roll and yaw <= roll + pitch
    half_length, half_width, top = CARS[name][0] / 2, CARS[name][1] / 2, CARS[name][2]
    assert yaw < parameters.mass * (half_length**2 + half_width**2) and 0.0 < height < 0.5 * top
    wheels = {
        visual.get("name"): [float(value) for value in visual.findtext("pose").split()[:3]]
        for visual in link.iter("visual")
        if "wheel" in visual.get("name")
    }
    for axle, along in (("front", parameters.front_axle_x), ("rear", parameters.rear_axle_x)):
        for side, sign in (("left", 1.0), ("right", -1.0)):
            at = [along, sign * 0.5 * parameters.track, parameters.wheel.radius]
            assert wheels.pop(f"{axle}_{side}_wheel") == pytest.approx(at, abs=1e-5)
    assert not wheels
    hull = link.find("collision")
    (_, _, (bottom, _)) = _extent(hull)
    assert 0.3 * parameters.wheel.radius < bottom < 1.2 * parameters.wheel.radius
