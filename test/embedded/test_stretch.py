"""Several steps in one call equal single steps to the last bit.

This holds for every subsystem.
"""

from __future__ import annotations

from pathlib import Path
from typing import List, Tuple

import numpy as np
import pytest

from sim.embedded.physics import stretch
from sim.embedded.physics.bare import taking_part
from sim.embedded.physics.ground.shapes import FEW
from sim.embedded.physics.physics import Physics
from sim.embedded.simulation import LoopOptions, Simulation
from sim.embedded.vehicles import Vehicles
from sim.errors import SimulationError
from sim.sdf.model_path import ModelPath
from sim.sdf.reader import read_model
from sim.sdf.types import Box, Collision, Link, Model
from sim.traffic.state import VehicleType

from .bodies import IDENTITY, ball, box, ground, inertial, pose
from .ground_meshes import ground_model, hills, write_obj
from .test_standing_cylinders import disc, standing
from .traffic import state

CARS = Path(__file__).resolve().parents[2] / "test" / "vehicle"
DT = 0.005  # s
STEPS = 120
BUS = VehicleType("bus", "bus", 12.0, 2.5, 3.0)


def street(tmp_path: Path, **options) -> Simulation:
    """Return a driving car beside traffic that changes each 0.1 s.

    Far off, a ball rolls down a mesh and a disc stands almost upright.
    """
    physics = Physics((0.0, 0.0, -9.8), DT)
    slope = ground_model(write_obj(tmp_path / "hills.obj", *hills(8)))
    car, _ = read_model(CARS / "plain_car" / "model.sdf", [str(CARS)])
    made = Simulation(
        physics,
        LoopOptions(**{"real_time_factor": 0.0, **options}),
        Vehicles(ModelPath([str(CARS)]), wind=(3.0, 1.0, 0.0)),
    )
    prepared = made.vehicles.prepare(car, DT)
    physics.add_many(
        [
            (ground(), "ground", IDENTITY),
            (slope, "slope", pose(x=200.0)),
            (ball(), "ball", pose(x=205.0, y=5.0, z=2.5)),
            (disc(), "disc", pose(x=-50.0) @ standing(0.3, 1e-10, 0.7)),
            (box(), "box", pose(x=40.0, y=3.0, z=0.4)),
            (car, "car", IDENTITY),
        ]
    )
    made.vehicles.add("car", car, prepared)
    made.pool.set_types({0: VehicleType("car", "car", 5.0, 2.0, 1.5), 1: BUS})
    for k in range(8):
        ids = [1, 2, 3] if k < 4 else [2, 3]
        x = [10.0 + k, 20.0 + 0.5 * k * k, 500.0][-len(ids) :]
        made.pool.add(state(0.1 * k, ids, x, y=4.0, kind=1 if k > 2 else 0))
    made.vehicles.get("car").command(0.0, 0.1, 8.0)
    made.vehicles.get("car").command(0.233, -0.2, 3.0)
    return made


def bits(made: Simulation) -> Tuple[bytes, ...]:
    """Return everything that the next step depends on, and the reported data."""
    data, car = made.physics.data, made.vehicles.get("car")
    kept = ("qpos", "qvel", "qacc_warmstart", "mocap_pos", "mocap_quat", "xfrc_applied")
    return (
        *(getattr(data, name).tobytes() for name in kept),
        np.array([*car.wheel_speeds, car.odometry.x, car.odometry.yaw]).tobytes(),
        repr((made.physics.steps, made.pool.names(), made.pool.shown)).encode(),
    )


def counted(made: Simulation) -> List[int]:
    """Return the number of steps of each advance until there are enough."""
    found: List[int] = []
    while sum(found) < STEPS:
        found.append(made.advance(STEPS - sum(found)))
    return found


def test_steps_together_are_those_one_by_one(tmp_path):
    single, together = street(tmp_path), street(tmp_path)
    for _ in range(STEPS):
        assert single.advance() == 1
    counts = counted(together)
    assert bits(together) == bits(single)
    assert max(counts) > 5 and 1 in counts
    assert together.vehicles.get("car").odometry.speed > 1.0


def test_listeners_hear_of_the_steps_that_they_wait_for(tmp_path):
    class Each:
        """Listener that is due each ``period`` s."""

        def __init__(self, period: float) -> None:
            self.period, self.heard = period, []

        def __call__(self, now: float) -> None:
            self.heard.append(round(now / DT))

        def next(self, now: float) -> float:
            return (np.floor(now / self.period + 1e-6) + 1.0) * self.period - 1e-9

    made, few, many = street(tmp_path), Each(0.05), Each(0.03)
    made.on_step += [few, many]
    counted(made)
    assert few.heard == many.heard
    assert {*range(10, STEPS + 1, 10), *range(6, STEPS + 1, 6)} <= set(few.heard)
    assert len(few.heard) < STEPS
    every: List[float] = []
    made.on_step.append(every.append)
    assert [made.advance(50) for _ in range(20)] == [1] * 20 and len(every) == 20


def test_boundaries_and_the_end_of_a_run_are_kept(tmp_path):
    made, heard = street(tmp_path, duration=0.6), []

    def boundary(participants):
        heard.append(round(made.physics.time / DT))
        for participant in participants:
            made.lockstep.done(participant.name, made.physics.time, ())

    made.on_boundary.append(boundary)
    made.lockstep.join("driver", 0.07, 1.0, (), 0.0, DT)
    made.run()
    assert made.physics.steps == STEPS
    assert heard == [14 * k for k in range(9)]


def test_nothing_of_before_a_reset_is_read_after_it(tmp_path):
    made = street(tmp_path)
    # Kept objects do not free their address for others.
    kept = []
    for _ in range(2):
        while made.advance(STEPS) == 1:
            pass
        discs, law = made.physics.models.discs, made._stretch._law
        kept.append((discs.listed, discs._geoms))
        planes, cylinders = discs.listed
        assert (law.planes, law.plane_geoms) == planes
        assert (law.cylinders, law.cylinder_geoms) == cylinders
        made.physics.reset_models()
    (before, _), (after, _) = kept
    assert before != after


@pytest.mark.parametrize("watched", [True, False])
def test_contacts_of_whom_somebody_watches_are_all_seen(tmp_path, watched):
    """The box falls for some steps and then lies on the ground."""
    made = street(tmp_path)
    made.physics.remove("ball")
    made.lockstep.join("driver", 10.0, 1.0, ("box",) if watched else (), 0.0, DT)
    made.lockstep.done("driver", 10.0, ())
    counts = counted(made)
    (driver,) = made.lockstep._participants.values()
    assert driver.contacts_since == ({("box", "ground")} if watched else set())
    # It falls for a quarter of a second, half of the steps.
    assert (counts[-20:] == [1] * 20) == watched
    assert max(counts[:5]) > 5


def test_a_physics_that_diverges_is_said_after_the_same_step(tmp_path):
    steps = []
    for most in (1, 50):
        made = street(tmp_path)
        made.advance(1)
        made.physics.poses.set_model_twist("car", np.array([1e200, 0.0, 0.0]), np.zeros(3))
        with pytest.raises(SimulationError, match="the physics diverged at"):
            for _ in range(50):
                made.advance(most)
        steps.append(made.physics.steps)
    assert steps[0] == steps[1] > 1


def beside_posts(tmp_path: Path) -> Simulation:
    """Return the street with a wall and four posts.

    The box runs into one post, and a ball comes later. The wall has enough stones for static shapes
    to be kept apart.
    """
    made = street(tmp_path)
    stones = tuple(
        Collision(f"stone{k}", pose(0.5 * k, 30.0, 0.2), Box((0.4, 0.4, 0.4))) for k in range(FEW)
    )
    wall = Link("link", IDENTITY, inertial(1.0, (1, 1, 1)), stones)
    posts = [
        (box((0.3, 0.3, 2.0), static=True), f"post{k}", pose(41.0 + k, 3.0, 1.0)) for k in range(4)
    ]
    made.physics.models.add_many(
        [(Model("wall", IDENTITY, True, (wall,)), "wall", IDENTITY), *posts]
    )
    made.physics.add(ball(), "late", pose(60.0, 3.0, 0.5))
    made.physics.poses.set_model_twist("box", np.array([5.0, 0.0, 0.0]), np.zeros(3))
    return made


def test_leaving_bare_bodies_out_of_steps_changes_nothing(tmp_path, monkeypatch):
    found, touched = [], set()
    for whole in (False, True):
        if whole:
            monkeypatch.setattr(stretch, "taking_part", lambda model: model.nbody)
        made = beside_posts(tmp_path)
        model = made.physics.model
        assert taking_part(model) == model.nbody - 5
        while made.physics.steps < STEPS:
            made.advance(min(10, STEPS - made.physics.steps))
            touched |= set(made.physics.contacts.pairs())
        found.append(bits(made))
    assert found[0] == found[1]
    assert ("box", "post0") in touched


def test_bare_bodies_can_be_moved_and_pushed(tmp_path):
    """A push has no effect; the moved model stops others. The push ends with the step."""
    made = beside_posts(tmp_path)
    made.advance(5)
    made.physics.poses.set_model_pose("post1", pose(40.6, 3.0, 1.0))
    made.physics.apply_wrench("post1", "link", (1e4, 0.0, 0.0), (0.0, 0.0, 0.0), np.zeros(3))
    counted(made)
    assert not made.physics.data.xfrc_applied.any()
    assert made.physics.poses.model_pose("post1")[0, 3] == pytest.approx(40.6, abs=1e-9)
    assert made.physics.poses.model_pose("box")[0, 3] < 40.4
