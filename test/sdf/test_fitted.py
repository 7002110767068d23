"""Vehicles' models in the sizes and colours of types."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sim.errors import InputError
from sim.sdf.fitted import fitted_element, fitted_model
from sim.sdf.measure.bounds import geometry_bounds, model_bounds
from sim.sdf.reader import read_model
from sim.transforms import transform_from_rpy

MODELS = Path(__file__).resolve().parents[2] / "models"
FOLDERS = [str(MODELS)]
TURNED = """<sdf version="1.6"><model name="m"><link name="l"><pose>1 0 0 0 0 1.5707963</pose>
<collision name="c"><pose>0 1 0.5 0 0 0</pose><geometry><box><size>1 2 1</size></box></geometry>
</collision>
<visual name="body"><pose>0 1 0.5 1.5707963 0 0</pose><geometry><cylinder><radius>0.5</radius>
<length>1</length></cylinder></geometry>
<material><ambient>1 0 0 1</ambient><diffuse>1 0 0 1</diffuse></material></visual>
<visual name="wheel"><geometry><mesh><uri>wheel.stl</uri></mesh></geometry></visual></link></model>
</sdf>"""


def own(name: str) -> str:
    return str(MODELS / name / "model.sdf")


@pytest.mark.parametrize(
    "name", ["car", "van", "truck", "bus", "motorcycle", "bicycle", "ambulance", "pedestrian"]
)
@pytest.mark.parametrize("size", [(5.0, 1.9, 1.6), (16.5, 2.55, 4.0), (1.0, 0.5, 1.0)])
def test_a_model_is_as_large_as_the_type_and_stands_on_the_ground(name, size):
    model = fitted_model(own(name), FOLDERS, size)
    lower, upper = model_bounds(model)
    np.testing.assert_allclose(upper - lower, size, atol=1e-6)
    np.testing.assert_allclose([lower[2], *(lower + upper)[:2]], 0.0, atol=1e-6)


@pytest.mark.parametrize(
    "name", ["car", "bus", "truck", "van", "motorcycle", "bicycle", "pedestrian"]
)
def test_visuals_scale_with_the_box(name):
    """Round and tilted parts (heads, legs) keep their shapes. Some percent of deviation remain."""
    factors = np.array((1.3, 1.2, 1.1))
    before = read_model(own(name), FOLDERS)[0]
    lower, upper = model_bounds(before)
    found = [
        seen(model)
        for model in (before, fitted_model(own(name), FOLDERS, (upper - lower) * factors))
    ]
    np.testing.assert_allclose(found[1], found[0] * np.tile(factors, 2), rtol=0.06, atol=0.04)


def seen(model) -> np.ndarray:
    """Return lower and upper corner (6,) of all visuals."""
    boxes = [
        geometry_bounds(visual.geometry, link.model_from_link @ visual.link_from_visual)
        for link in model.links
        for visual in link.visuals
    ]
    return np.concatenate(
        [np.min([box[0] for box in boxes], axis=0), np.max([box[1] for box in boxes], axis=0)]
    )


def test_a_type_of_the_models_own_size_changes_nothing():
    before, after = (
        read_model(own("bus"), FOLDERS)[0],
        fitted_model(own("bus"), FOLDERS, (12.0, 2.5, 3.2)),
    )
    for one, other in zip(before.links[0].visuals, after.links[0].visuals):
        assert one.name == other.name and one.geometry == other.geometry
        np.testing.assert_array_equal(one.link_from_visual, other.link_from_visual)


def test_rotated_shapes_are_stretched_along_their_own_axes(tmp_path):
    """Scale by 3 along the model's x, the box's own y. The model is 2 m long there."""
    (tmp_path / "m.sdf").write_text(TURNED)
    (tmp_path / "wheel.stl").write_text(
        "solid w\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n"
        "endloop\nendfacet\nendsolid w\n"
    )
    element = fitted_element(str(tmp_path / "m.sdf"), FOLDERS, (6.0, 1.0, 2.0))
    text = [float(word) for word in element.findtext(".//box/size").split()]
    np.testing.assert_allclose(text, (1.0, 6.0, 2.0), atol=1e-6)
    shape = element.find(".//cylinder")
    assert float(shape.findtext("length")) == pytest.approx(3.0, abs=1e-5) and float(
        shape.findtext("radius")
    ) == pytest.approx(0.5 * 2**0.5, abs=1e-5)
    np.testing.assert_allclose(
        [float(word) for word in element.findtext(".//mesh/scale").split()],
        (1.0, 3.0, 2.0),
        atol=1e-6,
    )
    link = transform_from_rpy(
        [float(word) for word in element.findtext("link/pose").split()][:3], (0.0, 0.0, np.pi / 2)
    )
    part = np.array([float(word) for word in element.findtext("link/collision/pose").split()][:3])
    # The middle of the box was at the model's (0, 0, 0.5), which times the factors it is again.
    np.testing.assert_allclose(link[:3, :3] @ part + link[:3, 3], (0.0, 0.0, 1.0), atol=1e-5)


def test_the_paint_is_that_of_the_body_and_of_what_has_its_colour():
    element = fitted_element(own("van"), FOLDERS, (6.0, 2.1, 2.6), (0.1, 0.2, 0.3))
    painted = {
        visual.get("name")
        for visual in element.iter("visual")
        if visual.findtext("material/diffuse") == "0.1 0.2 0.3 1"
    }
    assert painted == {"body"}


@pytest.mark.parametrize(
    "name, part",
    [
        ("car", "body"),
        ("truck", "cab"),
        ("bus", "body"),
        ("bicycle", "frame"),
        ("pedestrian", "torso"),
        ("motorcycle", "body"),
    ],
)
def test_every_model_of_ours_can_be_painted(name, part):
    visuals = {
        visual.get("name"): visual
        for visual in fitted_element(own(name), FOLDERS, None, (0.5, 0.25, 0.125)).iter("visual")
    }
    assert visuals[part].findtext("material/diffuse") == "0.5 0.25 0.125 1"
    assert all(
        visual.findtext("material/diffuse") != "0.5 0.25 0.125 1"
        for name, visual in visuals.items()
        if name.startswith(("brake", "blinker", "wheel"))
    )


def test_a_file_without_a_model(tmp_path):
    (tmp_path / "w.sdf").write_text('<sdf version="1.6"><world name="w"/></sdf>')
    with pytest.raises(InputError, match="has no <model>"):
        fitted_element(str(tmp_path / "w.sdf"), FOLDERS)
