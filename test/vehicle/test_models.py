"""Sizes and frames of the SDF models that ego coupling relies on; those of traffic are measured in
``test/traffic/test_vehicle_models.py``."""

from __future__ import annotations

import math
from pathlib import Path
from typing import List, Tuple

import pytest
from lxml import etree

MODELS = Path(__file__).parents[2] / "models"
SIZES = {
    "ego_car": (4.6, 1.8, 1.5),
    "bmw_320i": (4.508, 1.61, 1.4),
    "delivery_robot": (0.9, 0.6, 1.0),
}
CARS = ("ego_car", "bmw_320i")
NAMES = (*SIZES, "car", "van", "truck", "bus", "motorcycle", "bicycle", "ambulance", "pedestrian")


def _model(name: str) -> etree._Element:
    return etree.parse(str(MODELS / name / "model.sdf")).find("model")


def _extent(part: etree._Element) -> List[Tuple[float, float]]:
    """Axis-aligned extent of a box, or of a cylinder that lies along y."""
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
    extents = [_extent(part) for part in model.iter("visual", "collision")]
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
