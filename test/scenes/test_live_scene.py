"""Steps from one current scene to another, in a recording world."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, strategies

from sim.errors import InputError, SimulationError
from sim.scenes.live.changes import changes
from sim.scenes.live.live_scene import LiveScene
from sim.scenes.live.piece import Piece, apart
from sim.scenes.models import GAZEBO_MODEL, ModelInfo
from sim.scenes.scene import Scene, SceneObject
from sim.transforms import transform_from_pose

CRATE = ModelInfo(
    "crate",
    "Crate",
    GAZEBO_MODEL,
    (1.0, 1.0, 1.0),
    (0.0, 0.0, 0.5),
    sdf="/crate/model.sdf",
    content="c0",
)


def piece(name, x=0.0, y=0.0, z=0.0, yaw=0.0, scale=(1.0, 1.0, 1.0), info=CRATE):
    item = SceneObject(
        name,
        info.name,
        False,
        (x, y, z + 0.5 * scale[2]),
        (0.0, 0.0, yaw),
        (x, y, z, 0.0, 0.0, yaw),
        scale,
        scale,
    )
    return Piece(name, item, info, lambda: f"{name} of {info.content} {scale}")


def scene_of(*pieces):
    return {one.name: one for one in pieces}


SCENE = Scene("test.scenic", 1, "2D", ())


class Shelf:
    """A world of boxes with refusals.

    It refuses to spawn existing and given names, and to change missing ones.
    """

    def __init__(self, refused=()):
        self.models, self.calls, self.refused, self.moving = {}, [], set(refused), True

    @contextmanager
    def held(self):
        self.moving = False
        yield
        self.moving = True

    def names(self):
        return list(self.models)

    def poses(self, names):
        return {name: self.models[name][1] for name in names}

    def spawn(self, name, sdf, pose):
        self._ask("spawn", name)
        if name in self.models:
            raise SimulationError(f"{name} is there already")
        self.models[name] = (sdf, pose)

    def move(self, name, pose):
        self._ask("move", name)
        self.models[name] = (self.models[name][0], pose)

    def delete(self, name):
        self._ask("delete", name)
        del self.models[name]

    def _ask(self, what, name):
        assert not self.moving
        self.calls.append((what, name))
        if (what, name) in self.refused or (what != "spawn" and name not in self.models):
            raise SimulationError(f"no {what} of {name}")


@given(strategies.floats(-3.1, 3.1), strategies.floats(1e-3, 0.5))
def test_apart_knows_the_angle(yaw, angle):
    first, second = (
        transform_from_pose((0, 0, 0, 0, 0, yaw)),
        transform_from_pose((0, 0, 0, 0, 0, yaw + angle)),
    )
    assert apart(first, second, 1.0, 0.99 * angle)
    assert not apart(first, second, 1.0, 1.01 * angle)


def test_a_scene_is_spawned_from_the_ground_up():
    world = Shelf()
    live = LiveScene(world)
    outcome = live.show(SCENE, scene_of(piece("cube", z=1.0), piece("table")))
    assert world.calls == [("spawn", "table"), ("spawn", "cube")]
    assert outcome.added == ["table", "cube"] and not outcome.failures
    assert live.scene is SCENE and set(live.pieces) == {"table", "cube"}


def test_only_what_differs_is_touched():
    world = Shelf()
    live = LiveScene(world)
    before = [piece(f"crate_{number}", x=2.0 * number) for number in range(30)]
    live.show(SCENE, scene_of(*before))
    world.calls.clear()
    after = scene_of(
        *before[:20],
        *(piece(one.name, x=one.item.origin[0], y=5.0) for one in before[20:25]),
        piece("crate_27", scale=(2.0, 1.0, 1.0)),
        piece("crate_30", y=9.0),
    )
    outcome = live.show(SCENE, after)
    assert outcome.unchanged == [f"crate_{number}" for number in range(20)]
    assert outcome.moved == [f"crate_{number}" for number in range(20, 25)]
    assert sorted(outcome.removed) == ["crate_25", "crate_26", "crate_28", "crate_29"]
    assert outcome.replaced == ["crate_27"] and outcome.added == ["crate_30"]
    assert not [call for call in world.calls if call[1] in outcome.unchanged]
    assert set(world.models) == set(after) == set(live.pieces)
    for name, one in after.items():
        np.testing.assert_array_equal(world.models[name][1], one.pose)
        assert world.models[name][0] == one.sdf()


def test_externally_moved_or_deleted_objects_come_back():
    world, wanted = Shelf(), scene_of(piece("a"), piece("b", x=2.0), piece("c", x=4.0))
    live = LiveScene(world)
    live.show(SCENE, wanted)
    world.models["a"] = (world.models["a"][0], transform_from_pose((0.1, 0, 0, 0, 0, 0)))
    world.models["c"] = (world.models["c"][0], transform_from_pose((4.0, 0, -0.001, 0, 0, 0)))
    del world.models["b"]
    assert live.missing() == ["b"]
    outcome = live.show(SCENE, wanted)
    assert (outcome.moved, outcome.added, outcome.unchanged) == (["a"], ["b"], ["c"])
    assert not live.missing()


def test_a_model_of_other_content_replaces_its_namesake():
    world = Shelf()
    live = LiveScene(world)
    live.show(SCENE, scene_of(piece("a")))
    outcome = live.show(SCENE, scene_of(piece("a", info=replace(CRATE, content="c1"))))
    assert outcome.replaced == ["a"] and "c1" in world.models["a"][0]


def test_failures_are_listed_and_the_rest_stands():
    world = Shelf(refused={("spawn", "b")})
    live = LiveScene(world)
    outcome = live.show(SCENE, scene_of(piece("a"), piece("b"), piece("c")))
    assert outcome.failures == {"b": "no spawn of b"}
    assert set(world.models) == {"a", "c"} == set(live.pieces)
    world.refused.clear()
    assert live.show(SCENE, scene_of(piece("a"), piece("b"), piece("c"))).added == ["b"]


def test_a_model_of_somebody_else_is_not_taken_over():
    world = Shelf()
    world.models["a"] = ("theirs", np.eye(4))
    live = LiveScene(world)
    outcome = live.show(SCENE, scene_of(piece("a", x=3.0), piece("b")))
    assert "there already" in outcome.failures["a"]
    assert list(live.pieces) == ["b"]
    live.clear()
    assert world.models["a"][0] == "theirs" and len(world.models) == 1


def test_an_error_in_a_models_file_is_a_failure_of_its_object():
    def unreadable():
        raise InputError("/a/model.sdf", "is gone")

    world = Shelf()
    live = LiveScene(world)
    outcome = live.show(SCENE, scene_of(replace(piece("a"), sdf=unreadable), piece("b")))
    assert "is gone" in outcome.failures["a"] and list(world.models) == ["b"]


def test_all_or_nothing_takes_a_spawn_back():
    world = Shelf(refused={("spawn", "c")})
    live = LiveScene(world)
    outcome = live.show(SCENE, scene_of(piece("a"), piece("b"), piece("c")), all_or_nothing=True)
    assert outcome.undone and list(outcome.failures) == ["c"] and not outcome.added
    assert not world.models and not live.pieces and live.scene is None


def test_all_or_nothing_brings_the_scene_before_back_as_it_was():
    world = Shelf(refused={("spawn", "e")})
    live = LiveScene(world)
    before = scene_of(piece("a"), piece("b", x=2.0), piece("c", x=4.0))
    live.show(SCENE, before)
    world.models["a"] = (world.models["a"][0], transform_from_pose((0.0, 0.7, 0, 0, 0, 0)))
    kept = dict(world.models)
    other = replace(SCENE, seed=2)
    outcome = live.show(
        other,
        scene_of(piece("a", x=8.0), piece("b", scale=(1.0, 2.0, 1.0)), piece("d"), piece("e")),
        all_or_nothing=True,
    )
    assert outcome.undone and list(outcome.failures) == ["e"]
    assert live.scene is SCENE and live.pieces == before
    assert set(world.models) == set(kept)
    for name, (sdf, pose) in kept.items():
        assert world.models[name][0] == sdf
        np.testing.assert_array_equal(world.models[name][1], pose)


def test_failed_restorations_are_reported():
    world = Shelf(refused={("spawn", "c"), ("delete", "a")})
    live = LiveScene(world)
    outcome = live.show(SCENE, scene_of(piece("a"), piece("c")), all_or_nothing=True)
    assert "could not be put back: no delete of a" in outcome.failures["a"]


def test_undeletable_objects_stay_in_the_scene():
    world = Shelf(refused={("delete", "a")})
    live = LiveScene(world)
    live.show(SCENE, scene_of(piece("a"), piece("b")))
    outcome = live.clear()
    assert (
        outcome.removed == ["b"] and list(outcome.failures) == ["a"] and list(live.pieces) == ["a"]
    )
    world.refused.clear()
    assert live.clear().removed == ["a"]


@given(
    strategies.lists(
        strategies.tuples(
            strategies.sampled_from("abcdef"), strategies.integers(0, 2), strategies.integers(1, 2)
        ),
        max_size=6,
        unique_by=lambda t: t[0],
    ),
    strategies.lists(
        strategies.tuples(
            strategies.sampled_from("abcdef"), strategies.integers(0, 2), strategies.integers(1, 2)
        ),
        max_size=6,
        unique_by=lambda t: t[0],
    ),
    strategies.sets(strategies.sampled_from("abcdef")),
)
def test_the_shown_scene_stands_after_any_previous_one(first, second, deleted):
    def pieces(rows):
        return scene_of(
            *(piece(name, x=float(x), scale=(float(size), 1.0, 1.0)) for name, x, size in rows)
        )

    world = Shelf()
    live = LiveScene(world)
    live.show(SCENE, pieces(first))
    for name in deleted & set(world.models):
        del world.models[name]
    wanted = pieces(second)
    outcome = live.show(SCENE, wanted)
    assert not outcome.failures
    assert {name: sdf for name, (sdf, _) in world.models.items()} == {
        name: one.sdf() for name, one in wanted.items()
    }
    assert sorted(
        [*outcome.added, *outcome.moved, *outcome.replaced, *outcome.unchanged]
    ) == sorted(wanted)
    again = changes(live.pieces, wanted, world.poses(world.names()))
    assert sorted(again.unchanged) == sorted(wanted)


def test_time_goes_on_after_an_error():
    class Broken(Shelf):
        @contextmanager
        def held(self):
            self.moving = False
            try:
                yield
            finally:
                self.moving = True

        def names(self):
            raise SimulationError("gone")

    world = Broken()
    with pytest.raises(SimulationError):
        LiveScene(world).show(SCENE, {})
    assert world.moving


def test_moved_objects_are_reported_after_their_time():
    world, passed = Shelf(), []

    def pass_time(seconds):
        passed.append(seconds)
        world.models["b"] = (world.models["b"][0], transform_from_pose((2.0, 0, -0.01, 0, 0, 0)))
        world.models["c"] = (world.models["c"][0], transform_from_pose((4.0, 0, 25.8, 0, 0, 0)))
        del world.models["d"]

    world.pass_time = pass_time
    live = LiveScene(world)
    live.show(SCENE, scene_of(piece("a"), piece("b", x=2.0), piece("c", x=4.0), piece("d", x=6.0)))
    assert live.settle(1.5) == {"b": "sank 10 mm", "c": "rose 25.8 m"} and passed == [1.5]
