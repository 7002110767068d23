"""Bodies and paints of vehicles."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from sim.sdf.measure.bounds import model_bounds
from sim.sdf.reader import read_model
from sim.traffic.looks import CAR_PAINTS, FAMILIES, LookTable, looks_of
from sim.traffic.state import VehicleType

MODELS = Path(__file__).resolve().parents[2] / "models"
CAR = VehicleType("car", "car", 4.6, 1.8, 1.5)


def fitting(name):
    """Return the bodies of a family with about its length."""
    family = FAMILIES[name]
    return [body for body in family.bodies if 1 / 1.2 < body.size[0] / family.size[0] < 1.2]


@pytest.mark.parametrize("name", FAMILIES)
def test_bodies_and_paints_have_the_shares_that_they_are_given(name):
    family = FAMILIES[name]
    looks = looks_of(VehicleType("any", name, *family.size))
    assert sum(share for _, share in looks) == pytest.approx(1.0)
    bodies = fitting(name)
    for body in bodies:
        shown = sum(share for look, share in looks if look.model == body.model)
        assert shown == pytest.approx(body.share / sum(each.share for each in bodies))
    assert {(look.model, look.length) for look, _ in looks} == {
        (body.model, family.size[0]) for body in bodies
    }
    for paint, wanted in family.paints:
        shown = sum(share for look, share in looks if look.color == paint)
        assert shown == pytest.approx(wanted / sum(share for _, share in family.paints))
    # A simulator keeps models of each.
    assert len(looks) == len({look for look, _ in looks}) <= 40


@pytest.mark.parametrize("name", FAMILIES)
def test_bodies_are_as_large_as_their_models(name):
    for body in FAMILIES[name].bodies:
        model, _ = read_model(MODELS / body.model / "model.sdf", [str(MODELS)])
        lower, upper = model_bounds(model)
        np.testing.assert_allclose(upper - lower, body.size, atol=1e-6)


def test_a_vehicle_has_its_look_by_seed_and_name_alone():
    shares = [share for _, share in looks_of(CAR)]
    names = [f"flow.{k}" for k in range(20000)]
    drawn = {name: LookTable(42, shares).draw(name) for name in names}
    table = LookTable(42, shares)
    assert {name: table.draw(name) for name in reversed(names)} == drawn
    other = [LookTable(43, shares).draw(name) for name in names[:1000]]
    assert np.mean(np.array(other) == [drawn[name] for name in names[:1000]]) < 0.1
    counts = Counter(drawn.values())
    for number, share in enumerate(shares):
        spread = np.sqrt(len(names) * share * (1.0 - share))
        assert counts[number] == pytest.approx(len(names) * share, abs=4.5 * spread)


def test_a_size_and_a_paint_that_a_type_has_are_kept():
    painted = looks_of(replace(CAR, color=(0.1, 0.2, 0.3)))
    assert {look.color for look, _ in painted} == {(0.1, 0.2, 0.3)}
    assert len({look.model for look, _ in painted}) == len(fitting("car"))
    long = looks_of(replace(CAR, length=5.0))
    assert {(look.length, look.width, look.height) for look, _ in long} == {(5.0, 1.8, 1.5)}
    assert {"saloon", "estate", "hatchback"} <= {look.model for look, _ in long}
    assert "city_car" not in {look.model for look, _ in long}
    tram = replace(CAR, length=30.0)
    assert {look.model for look, _ in looks_of(tram)} == {"car"}


def test_a_model_without_a_family_is_itself():
    robot = VehicleType("robot", "delivery_robot", 0.6, 0.5, 1.0)
    assert looks_of(robot) == ((robot, 1.0),)


def test_paints_of_cars_are_those_of_the_statistics():
    """New cars in Germany in 2024 (Kraftfahrt-Bundesamt).

    Grey and silver 33.0 %, black 26.6 %, white 19.9 %, blue 8.9 %, red 4.7 %, green 3.1 %.
    """
    grey = sum(share for (r, g, b), share in CAR_PAINTS if max(r, g, b) - min(r, g, b) < 0.04)
    assert grey == pytest.approx(0.330 + 0.266 + 0.199, abs=0.002)
    assert sum(share for _, share in CAR_PAINTS) == pytest.approx(1.0)
