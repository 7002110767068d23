"""Traffic lights: letters in time with traffic, and lamp colours."""

from __future__ import annotations

import numpy as np
import pytest

from sim.embedded.physics.physics import Physics
from sim.embedded.simulation import LoopOptions, Simulation
from sim.embedded.traffic.lamps import Lamps
from sim.embedded.vehicles import Vehicles
from sim.sdf.model_path import ModelPath
from sim.sdf.types import Inertial, Link, Model, Sphere, Visual
from sim.traffic.lamps import head_lamps

from .bodies import IDENTITY, box, pose
from .traffic import state

DARK = (0.2, 0.1, 0.1, 1.0)
NAMES = [
    "lamp/A/0/red",
    "lamp/A/0/yellow",
    "lamp/A/0/green",
    "lamp/a/b/12/red",
    "lamp/A/0/red/2",
    "lamp/A/red",
    "structure",
]


def lit_physics() -> Physics:
    """Return a world with visuals of three traffic light heads.

    One of A, a second one of the same link, and one of a light with a slash in its name.
    """
    visuals = tuple(Visual(name, IDENTITY, Sphere(0.1), DARK) for name in NAMES)
    physics = Physics((0.0, 0.0, -9.8), 0.005, visuals=True)
    physics.add(
        Model(
            "traffic_lights",
            IDENTITY,
            True,
            (Link("lights", IDENTITY, Inertial(1.0, IDENTITY, np.eye(3)), (), visuals),),
        ),
        "traffic_lights",
        IDENTITY,
    )
    return physics


def shining(physics: Physics) -> set:
    return {
        name
        for name in NAMES
        if tuple(
            physics.model.geom_rgba[
                physics.models.geom_id("traffic_lights", "lights", f"{name}::visual")
            ]
        )
        != pytest.approx(DARK)
    }


def test_lamps_have_the_colours_of_their_letters():
    physics = lit_physics()
    lamps = Lamps(physics)
    for letter, expected in (
        ("r", {"lamp/A/0/red", "lamp/A/0/red/2"}),
        ("u", {"lamp/A/0/red", "lamp/A/0/red/2", "lamp/A/0/yellow"}),
        ("G", {"lamp/A/0/green"}),
        ("O", set()),
    ):
        lamps.add(0.0, {("A", 0): letter})
        lamps.update(0.0)
        assert shining(physics) == expected
    lamps.add(0.0, {("a/b", 12): "r"})
    lamps.update(0.0)
    assert shining(physics) == {"lamp/a/b/12/red"}
    physics.add(box(), "box", pose(z=5.0))
    lamps.update(0.0)
    assert shining(physics) == {"lamp/a/b/12/red"}
    np.testing.assert_allclose(
        physics.model.geom_rgba[
            physics.models.geom_id("traffic_lights", "lights", "lamp/a/b/12/red::visual")
        ],
        head_lamps()["red"],
        atol=1e-6,
    )


def test_amber_blinks_in_simulated_time():
    physics, seen = lit_physics(), []
    lamps = Lamps(physics)
    lamps.add(0.0, {("A", 0): "o"})
    for _ in range(400):
        lamps.update(0.0)
        seen.append(bool(shining(physics)))
        physics.step()
    assert seen == [k % 200 < 100 for k in range(400)]


def test_a_state_is_shown_with_the_traffic_of_its_time():
    physics = Physics((0.0, 0.0, -9.8), 0.005)
    simulation = Simulation(physics, LoopOptions(), Vehicles(ModelPath([])))
    shown = []
    simulation.on_step.append(
        lambda time: shown.append((round(time / 0.005), simulation.lamps.letters.get(("A", 0))))
    )
    for k, letter in enumerate("ryG"):
        simulation.lamps.add(0.1 * k, {("A", 0): letter})
        simulation.pool.add(state(0.1 * k, [1], [k * 1.0]))
    for _ in range(70):
        simulation.advance()
    # The letters are set as a step begins, and looked at as it ends.
    assert shown == [
        (k, None if k <= 20 else "r" if k <= 40 else "y" if k <= 60 else "G") for k in range(1, 71)
    ]


def test_a_run_that_begins_anew_drops_what_was_to_come():
    lamps = Lamps(Physics((0.0, 0.0, -9.8), 0.005))
    lamps.add(5.0, {("A", 0): "r"})
    lamps.add(0.0, {("A", 0): "G"})
    lamps.update(10.0)
    assert lamps.letters == {("A", 0): "G"}
    lamps.add(11.0, {("A", 0): "r"})
    lamps.clear()
    lamps.update(20.0)
    assert lamps.letters == {("A", 0): "G"}
