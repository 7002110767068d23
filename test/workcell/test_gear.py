"""Gears: involute outline, closed meshes, masses."""

from __future__ import annotations

import numpy as np
import pytest

from sim.sdf.mesh.stl import stl_bytes
from sim.workcell.gear import Gear

GEARS = [
    Gear(0.003, 16),
    Gear(0.003, 24),
    Gear(0.003, 34),
    Gear(0.001, 8, hub_radius=0.002),
    Gear(0.002, 120),
]


@pytest.mark.parametrize("gear", GEARS, ids=lambda gear: f"{gear.teeth} teeth")
def test_the_outline_lies_between_root_and_tip_and_turns_once(gear) -> None:
    outline = gear.outline()
    radius = np.hypot(*outline.T)
    assert radius.min() == pytest.approx(gear.root_radius) and radius.max() == pytest.approx(
        gear.tip_radius
    )
    turned = np.diff(np.unwrap(np.arctan2(outline[:, 1], outline[:, 0])))
    assert (turned > -1e-12).all()
    crossings = np.sum((radius[:-1] < gear.pitch_radius) != (radius[1:] < gear.pitch_radius))
    assert crossings in (2 * gear.teeth, 2 * gear.teeth - 1)


def test_a_tooth_is_half_a_pitch_thick_on_the_pitch_circle() -> None:
    gear = Gear(0.003, 24)
    flank = gear.outline()[7:14]
    at = np.interp(-gear.pitch_radius, -np.hypot(*flank.T), np.arctan2(flank[:, 1], flank[:, 0]))
    assert 2.0 * at * gear.pitch_radius == pytest.approx(0.5 * np.pi * gear.module, rel=2e-3)


@pytest.mark.parametrize("gear", GEARS, ids=lambda gear: f"{gear.teeth} teeth")
def test_the_mesh_is_closed_and_has_the_mass_that_the_model_has(gear) -> None:
    mesh = gear.mesh()
    edges = np.stack([mesh, np.roll(mesh, -1, axis=1)], axis=2).reshape(-1, 2, 3)
    forward = sorted(map(bytes, np.round(edges, 9) + 0.0))
    backward = sorted(map(bytes, np.round(edges[:, ::-1], 9) + 0.0))
    assert forward == backward
    assert gear.density * np.linalg.det(mesh).sum() / 6.0 == pytest.approx(
        gear.mass_and_inertia()[0], rel=0.01
    )


def test_inertia_is_that_of_the_mesh() -> None:
    gear = Gear(0.003, 34)
    mass, centre, moments = gear.mass_and_inertia()
    corners, weights = gear.mesh(), np.linalg.det(gear.mesh()) / 6.0
    assert np.allclose(
        (weights[:, None] * corners.sum(axis=1) / 4.0).sum(axis=0) / weights.sum(),
        centre,
        atol=1e-5,
    )
    total = corners.sum(axis=1)
    second = gear.density * np.einsum(
        "t,tij->ij",
        weights / 20.0,
        np.einsum("tki,tkj->tij", corners, corners) + np.einsum("ti,tj->tij", total, total),
    )
    expected = (
        np.trace(second) * np.eye(3)
        - second
        - mass * (centre @ centre * np.eye(3) - np.outer(centre, centre))
    )
    assert np.allclose(expected, np.diag(moments), rtol=0.01, atol=1e-3 * moments.max())


def test_stl_holds_the_triangles_with_normals_outwards() -> None:
    mesh = GEARS[0].mesh()
    data = stl_bytes(mesh)
    assert len(data) == 84 + 50 * len(mesh)
    first = np.frombuffer(data[84:132], "<f4")
    assert np.allclose(first[3:].reshape(3, 3), mesh[0], atol=1e-6)
    across = np.cross(mesh[0, 1] - mesh[0, 0], mesh[0, 2] - mesh[0, 0])
    assert (
        np.allclose(first[:3], across / np.linalg.norm(across), atol=1e-6)
        and np.linalg.det(mesh).sum() / 6.0 > 0.0
    )
