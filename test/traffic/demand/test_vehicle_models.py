"""Models of traffic have SUMO's sizes, their frame, and switchable lamps."""

from __future__ import annotations

import numpy as np
import pytest
from lxml import etree
from nets import ROOT

from sim.sdf.measure.bounds import geometry_bounds, model_bounds
from sim.sdf.reader import read_model
from sim.traffic.demand.vtypes import TYPES

LAMPS = ("brake_", "blinker_left", "blinker_right")


@pytest.mark.parametrize("name", TYPES)
def test_the_collision_box_is_the_types_size_on_the_ground(name):
    model, complaints = read_model(ROOT / "models" / name, [str(ROOT / "models")])
    lower, upper = model_bounds(model)
    kind = TYPES[name]
    assert complaints == []
    np.testing.assert_allclose(upper, [0.5 * kind.length, 0.5 * kind.width, kind.height], atol=1e-9)
    np.testing.assert_allclose(lower, [-0.5 * kind.length, -0.5 * kind.width, 0.0], atol=1e-9)
    assert len(model.links[0].visuals) <= 14


@pytest.mark.parametrize("name", TYPES)
def test_lamps_are_where_they_belong_and_dark(name):
    visuals = etree.parse(str(ROOT / "models" / name / "model.sdf")).findall(".//visual")
    found = {
        lamp: [visual for visual in visuals if visual.get("name").startswith(lamp)]
        for lamp in (*LAMPS, "blue_")
    }
    model, _ = read_model(ROOT / "models" / name, [str(ROOT / "models")])
    middle = {
        visual.name: np.mean(geometry_bounds(visual.geometry, visual.link_from_visual), axis=0)
        for visual in model.links[0].visuals
    }
    motor = name not in ("pedestrian", "bicycle")
    assert all(bool(found[lamp]) == motor for lamp in LAMPS) and bool(found["blue_"]) == (
        name == "ambulance"
    )
    for lamp, side in (("blinker_left", 1.0), ("blinker_right", -1.0)):
        assert all(side * middle[visual.get("name")][1] > 0.0 for visual in found[lamp])
    assert all(middle[visual.get("name")][0] < 0.0 for visual in found["brake_"])
    for visual in (visual for lamps in found.values() for visual in lamps):
        assert (
            max(float(value) for value in visual.findtext("material/diffuse").split()[:3]) < 0.4
            and visual.find("material/emissive") is None
        )
