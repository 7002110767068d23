"""Pictures of a renderer in a separate process."""

from __future__ import annotations

import logging
import os
import signal
import socket
from dataclasses import replace

import numpy as np
import pytest

from sim.embedded.cameras import Shot
from sim.embedded.cameras.instances import Instances
from sim.errors import SimulationError
from sim.process import exit_code, start_module
from sim.rendering.conditions import Conditions
from sim.sdf.sensors.cameras import Lens
from sim.sdf.types import Box, Mesh, Plane, Sphere
from sim.traffic.state import VehicleType

from ..bodies import pose
from ..traffic import state
from .pictures import BLUE, GREEN, RED, Watched, camera, seen, visual

pytestmark = pytest.mark.not_quick
MODELS = [
    seen("ground", visual(Plane((0.0, 0.0, 1.0), (400.0, 400.0)), GREEN, name="terrain")),
    seen("a", visual(Box((1.0, 1.0, 1.0)), RED, pose(6.0, 1.0, 0.5, yaw=0.4), "walls_red")),
]
BARREL = Lens((-0.28, 0.07, 0.0011, -0.0008, 0.004))
NIGHT = Conditions(23.0)


@pytest.fixture
def pair():
    """Yield the same world twice, drawn here and by a child.

    Numbers begin beyond 1, as after a lidar's, and sockets have a timeout, as rospy sets it.
    """
    made, timeout = [], socket.getdefaulttimeout()
    socket.setdefaulttimeout(60.0)
    for own_process in (False, True):
        instances = Instances()
        instances.of_models(["somewhere_else"])
        made.append(Watched(MODELS, conditions=NIGHT, instances=instances, own_process=own_process))
    yield made
    socket.setdefaulttimeout(timeout)


def same(first, second) -> None:
    for name in ("color", "depth", "semantic", "instance", "flow"):
        one, other = getattr(first, name), getattr(second, name)
        assert (one is None) == (other is None), name
        if one is not None:
            assert one.dtype == other.dtype
            assert np.array_equal(one, other, equal_nan=name in ("depth", "flow")), name
    assert [(box.name, box.left, box.bottom, box.occlusion) for box in first.boxes] == [
        (box.name, box.left, box.bottom, box.occlusion) for box in second.boxes
    ]


def driving(watched, ids, x) -> None:
    """Add cars and a pedestrian from the next step on."""
    kinds = {
        0: VehicleType("car", "car", 4.6, 1.8, 1.5),
        1: VehicleType("person", "pedestrian", 0.3, 0.5, 1.75),
    }
    if watched.pool.types != kinds:
        watched.pool.set_types(kinds)
    time = watched.physics.time
    shown = state(time, ids, x, speed=5.0, y=2.0)
    watched.pool.add(replace(shown, type=np.array([0, 1], np.uint16)))
    while watched.physics.time < time + 0.1 - 1e-9:
        watched.pool.update()
        watched.physics.step()
    watched.pool.update()


def test_all_of_a_picture_is_as_without_while_things_come_move_and_go(pair):
    eyes = [camera(), camera(200, 150, 1.5, lens=BARREL)]

    def take():
        shots = [
            Shot(eye, pose(z=1.2), depth=True, labels=True, flow=True, boxes=True) for eye in eyes
        ]
        here, there = (watched.frames(shots) for watched in pair)
        for one, other in zip(here, there):
            same(one, other)
        return here[0]

    assert take().flow is None
    for watched in pair:
        watched.physics.poses.set_model_pose("a", pose(0.5))
        driving(watched, [7, 9], [12.0, 20.0])
    assert len(take().boxes) >= 2
    for watched in pair:
        watched.physics.add(seen("b", visual(Sphere(0.7), BLUE, name="crowns")), "b", pose(4.0))
        watched.physics.remove("a")
        driving(watched, [9, 11], [19.0, 12.0])
    numbers = np.unique(take().instance)
    assert len(numbers) >= 4 and 1 not in numbers


def test_after_a_picture_that_failed_both_go_on_alike(pair, caplog):
    """Data of the failed request are not sent again."""
    eye, broken = camera(160, 120), camera(80, 60)
    for watched in pair:
        watched.frames([Shot(eye, pose(z=1.2), labels=True)])
        lost = visual(Mesh("/nowhere/lost.obj"), RED, name="lost")
        watched.physics.add(seen("b", visual(Sphere(0.7), BLUE), lost), "b", pose(4.0))
        driving(watched, [7, 9], [12.0, 20.0])
        caplog.clear()
        watched.cameras.capture([Shot(eye, np.eye(3)), Shot(broken, np.eye(3))], print)
        watched.cameras.finish()
        assert [record.getMessage()[:10] for record in caplog.records if record.levelno > 30] == [
            "no picture"
        ]
        # The child's lines have their own loggers.
        assert "sim.embedded.cameras.surfaces" in {
            record.name for record in caplog.records if "/nowhere/lost.obj" in record.getMessage()
        }
    shots = [Shot(one, pose(z=1.2), labels=True, boxes=True) for one in (eye, broken)]
    for one, other in zip(*(watched.frames(shots) for watched in pair)):
        same(one, other)
        assert len(np.unique(one.instance)) >= 4


def test_a_child_that_is_killed_is_told_at_once_and_the_rest_goes_on(pair, caplog):
    watched = pair[1]
    shots = [Shot(camera(64, 48), pose(z=1.2))]
    watched.frames(shots)
    child = watched.cameras._renderer._child._process.pid
    os.kill(child, signal.SIGKILL)
    watched.cameras.capture(shots, lambda frames: None)
    watched.cameras.finish()
    said = "the process that draws pictures has ended (exit code -9)"
    assert [record.getMessage() for record in caplog.records if record.levelno > logging.INFO] == [
        f"{said}; cameras are silent from here on"
    ]
    with pytest.raises(SimulationError) as refused:
        watched.cameras.capture(shots, lambda frames: None)
    assert str(refused.value) == said
    watched.physics.step(10)
    assert watched.physics.steps == 10


def test_the_child_ends_with_the_cameras(pair):
    watched = pair[1]
    watched.frames([Shot(camera(64, 48), pose(z=1.2))])
    child = watched.cameras._renderer._child._process.pid
    watched.cameras.close()
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)


def test_a_child_that_fails_ends_with_1_and_says_why(capfd):
    process, pipe = start_module("sim.embedded.cameras.drawing_child")
    with pipe:
        pipe.send_bytes(b"no pickle")
        with pytest.raises((EOFError, ConnectionError)):
            pipe.recv()
    assert exit_code(process, 60.0) == 1
    assert "UnpicklingError" in capfd.readouterr().out


@pytest.mark.parametrize("error", [SimulationError("no more processes"), RuntimeError("odd")])
def test_physics_continues_if_the_child_cannot_start(monkeypatch, pair, error):
    def refuse(module):
        raise error

    monkeypatch.setattr("sim.child.start_module", refuse)
    for _ in range(3):
        with pytest.raises(SimulationError, match=str(error)):
            pair[1].cameras.capture([Shot(camera(64, 48), pose())], print)
    pair[1].physics.step(10)
    pair[1].cameras.finish()
