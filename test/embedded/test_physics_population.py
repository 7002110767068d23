"""Adding, removing and resetting models: everything else's state stays bit by bit."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from sim.embedded.physics.physics import Physics
from sim.errors import InputError
from sim.sdf.types import Axis, Cylinder, Inertial, Joint, Link, Mesh, Model, Plane

from .bodies import IDENTITY, arm, ball, box, ground, link, pose, ray_ground


def busy_physics() -> Physics:
    physics = Physics((0.0, 0.0, -9.8), 0.002)
    physics.add_many(
        [
            (ground(), "ground", IDENTITY),
            (arm(False), "arm", pose(x=2.0, z=0.3, yaw=0.3)),
            (box(), "box", pose(z=0.15, pitch=0.2)),
            (box(static=True), "wall", pose(x=-3.0)),
        ]
    )
    physics.step(60)
    return physics


def test_names_keep_the_order_of_insertion():
    physics = busy_physics()
    physics.remove("arm")
    physics.add(ball(), "arm", pose(z=9.0))
    assert physics.models.names() == ["ground", "box", "wall", "arm"]
    assert physics.models.has("arm") and not physics.models.has("nobody")
    assert physics.models.link_names("arm") == ["link"] and physics.models.sdf("arm").name == "arm"


def test_a_run_with_recompiles_equals_one_without():
    plain, recompiled = busy_physics(), busy_physics()
    for world in (plain, recompiled):
        world.poses.set_model_pose("wall", pose(x=-4.0, y=1.0))
    recompiled.add(box(static=True), "far", pose(x=500.0, z=500.0))
    assert recompiled.models.generation == plain.models.generation + 1
    recompiled.step(50)
    recompiled.remove("far")
    recompiled.step(50)
    plain.step(100)
    assert recompiled.time == plain.time
    np.testing.assert_array_equal(recompiled.data.qpos, plain.data.qpos)
    np.testing.assert_array_equal(recompiled.data.qvel, plain.data.qvel)
    np.testing.assert_array_equal(
        recompiled.poses.model_pose("wall"), plain.poses.model_pose("wall")
    )


def test_removing_what_lies_before_keeps_joints_and_poses():
    physics = busy_physics()
    before = (
        physics.joints.state("arm", "elbow"),
        physics.poses.model_pose("arm"),
        physics.poses.model_pose("wall"),
    )
    physics.remove("ground")
    physics.remove("box")
    after = (
        physics.joints.state("arm", "elbow"),
        physics.poses.model_pose("arm"),
        physics.poses.model_pose("wall"),
    )
    assert after[0] == before[0]
    np.testing.assert_array_equal(after[1], before[1])
    np.testing.assert_array_equal(after[2], before[2])


def test_pending_wrench_survives_a_recompile():
    physics = Physics((0.0, 0.0, 0.0), 0.001)
    physics.add(box(), "box", IDENTITY)
    physics.apply_wrench("box", "link", (1.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    physics.add(box(), "other", pose(x=5.0))
    physics.step()
    assert physics.poses.model_twist("box")[0][0] == pytest.approx(0.001)


def test_reset_brings_spawn_poses_and_time_zero_back():
    physics = busy_physics()
    physics.poses.set_model_pose("wall", pose(x=7.0))
    physics.add(ball(), "late", pose(y=4.0, z=2.0))
    physics.poses.set_model_pose("ground", pose(z=-1.0))
    physics.step(100)
    physics.reset()
    assert physics.time == 0.0 and physics.steps == 0
    for name, spawned in (
        ("arm", pose(x=2.0, z=0.3, yaw=0.3)),
        ("wall", pose(x=-3.0)),
        ("late", pose(y=4.0, z=2.0)),
        ("ground", IDENTITY),
    ):
        np.testing.assert_allclose(physics.poses.model_pose(name), spawned, atol=1e-12)
        np.testing.assert_array_equal(physics.poses.model_twist(name), np.zeros((2, 3)))
    assert physics.joints.state("arm", "elbow") == (0.0, 0.0, "revolute")


def test_a_run_after_reset_repeats_the_first():
    physics = busy_physics()
    first = physics.data.qpos.copy()
    physics.reset()
    physics.step(60)
    np.testing.assert_array_equal(physics.data.qpos, first)


def loop() -> Model:
    model = arm(False)
    again = Joint("again", "revolute", "lower", "upper", IDENTITY, Axis((0.0, 1.0, 0.0)))
    return replace(model, joints=(*model.joints, again))


def circle() -> Model:
    model = arm(False)
    return replace(
        model, joints=(*model.joints, Joint("back", "fixed", "upper", "lower", IDENTITY))
    )


def with_joint(**changes) -> Model:
    model = arm(False)
    return replace(model, joints=(replace(model.joints[0], **changes),))


def with_inertial(mass: float, inertia: np.ndarray) -> Model:
    return Model("m", IDENTITY, False, (Link("link", IDENTITY, Inertial(mass, IDENTITY, inertia)),))


BAD = {
    "kinematic loops": loop(),
    "in a circle": circle(),
    "at least one link": Model("m", IDENTITY, False, ()),
    "link nobody not found": with_joint(child="nobody"),
    "type screw is unsupported": with_joint(kind="screw"),
    "above the upper": with_joint(axis=Axis((0.0, 1.0, 0.0), 1.0, -1.0)),
    "not zero": with_joint(axis=Axis((0.0, 0.0, 0.0))),
    "must not be negative": with_joint(axis=Axis((0.0, 1.0, 0.0), damping=-1.0)),
    "above zero": box((0.1, -0.1, 0.1), mass=1.0),
    "must be finite": with_inertial(np.nan, np.eye(3)),
    "MuJoCo refuses": Model(
        "m", IDENTITY, False, (link("link", Plane((0.0, 0.0, 1.0), (1.0, 1.0))),)
    ),
}


@pytest.mark.parametrize("what", BAD)
def test_models_that_cannot_be_built_leave_the_scene_unchanged(what):
    physics = busy_physics()
    before = physics.data.qpos.copy()
    with pytest.raises(InputError, match=what):
        physics.add_many([(ball(), "fine", pose(z=5.0)), (BAD[what], "bad", pose(z=3.0))])
    assert physics.models.names() == ["ground", "arm", "box", "wall"]
    np.testing.assert_array_equal(physics.data.qpos, before)
    physics.add(ball(), "bad", pose(z=5.0))
    assert physics.model.nbody == 7


@pytest.mark.parametrize("name", ["box", "", "a::b", "world"])
def test_bad_names_are_refused(name):
    with pytest.raises(InputError):
        busy_physics().add(ball(), name, IDENTITY)


@pytest.mark.parametrize(
    "bad",
    [
        np.eye(3),
        np.full((4, 4), np.nan),
        np.diag([2.0, 1.0, 1.0, 1.0]),
        np.diag([-1.0, 1.0, 1.0, 1.0]),
    ],
)
def test_bad_poses_are_refused(bad):
    physics = busy_physics()
    with pytest.raises(InputError, match="pose"):
        physics.add(ball(), "ball", bad)
    with pytest.raises(InputError, match="pose"):
        physics.poses.set_model_pose("box", bad)


def test_unknown_names_say_what_there_is():
    physics = busy_physics()
    with pytest.raises(InputError, match="ground, arm, box, wall"):
        physics.remove("nobody")
    with pytest.raises(InputError, match="lower, upper"):
        physics.poses.link_pose("arm", "nobody")
    with pytest.raises(InputError, match="elbow"):
        physics.joints.state("arm", "nobody")


@pytest.mark.parametrize(
    "mass, inertia, word",
    [
        (0.0, np.zeros((3, 3)), "massless"),
        (2.0, np.zeros((3, 3)), "not positive"),
        (2.0, np.diag([1.0, 1.0, 5.0]), "moments"),
    ],
)
def test_unphysical_inertia_is_replaced_with_a_warning(mass, inertia, word):
    physics = Physics((0.0, 0.0, -9.8), 0.001)
    physics.add(with_inertial(mass, inertia), "m", pose(z=5.0))
    assert (
        len(physics.models.warnings) == 1
        and word in physics.models.warnings[0]
        and "m::link" in physics.models.warnings[0]
    )
    physics.step(100)
    assert physics.poses.model_pose("m")[2, 3] == pytest.approx(5.0 - 4.9 * 0.01, abs=0.001)


def test_tilted_inertia_keeps_its_axes():
    turn = pose(yaw=0.4, pitch=0.3)
    inertia = turn[:3, :3] @ np.diag([1.0, 2.0, 2.5]) @ turn[:3, :3].T
    physics = Physics((0.0, 0.0, 0.0), 0.001)
    physics.add(with_inertial(3.0, inertia), "m", IDENTITY)
    physics.apply_wrench("m", "link", np.zeros(3), (0.0, 0.0, 1.0), np.zeros(3))
    physics.step()
    np.testing.assert_allclose(
        physics.poses.model_twist("m")[1],
        np.linalg.solve(inertia, (0.0, 0.0, 1.0)) * 0.001,
        rtol=1e-6,
    )


def test_locked_joint_hardly_moves():
    physics = Physics((0.0, 0.0, -9.8), 0.001)
    physics.add(replace(with_joint(axis=Axis((0.0, 1.0, 0.0), 0.0, 0.0))), "m", pose(z=5.0))
    physics.step(300)
    assert abs(physics.joints.state("m", "elbow")[0]) < 0.001


def write_tetrahedron(path) -> None:
    path.write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n")


def meshed(mesh: Mesh, static: bool = False) -> Model:
    return Model("m", IDENTITY, static, (link("link", mesh),))


def test_meshes_are_shared_and_leave_with_their_last_model(tmp_path):
    write_tetrahedron(tmp_path / "t.obj")
    mesh = Mesh(str(tmp_path / "t.obj"))
    physics = Physics((0.0, 0.0, -9.8), 0.001)
    physics.add(ground(), "ground", IDENTITY)
    for number in range(3):
        physics.add(meshed(mesh), f"m{number}", pose(x=3.0 * number, z=0.01))
    physics.add(meshed(replace(mesh, scale=(2.0, 2.0, 2.0))), "big", pose(x=12.0))
    assert physics.model.nmesh == 2
    physics.step(500)
    assert physics.poses.model_pose("m1")[2, 3] == pytest.approx(0.0, abs=2e-3)
    for name in ("m0", "big", "m2"):
        physics.remove(name)
    assert physics.model.nmesh == 1
    physics.remove("m1")
    assert physics.model.nmesh == 0
    physics.add(meshed(mesh), "again", pose(z=1.0))
    assert physics.model.nmesh == 1


def test_flat_mesh_can_be_ground(tmp_path):
    (tmp_path / "flat.obj").write_text("v -5 -5 0\nv 5 -5 0\nv 5 5 0\nv -5 5 0\nf 1 2 3\nf 1 3 4\n")
    physics = Physics((0.0, 0.0, -9.8), 0.001)
    physics.add(meshed(Mesh(str(tmp_path / "flat.obj")), True), "road", pose(z=0.5))
    physics.add(box(), "box", pose(x=1.0, z=0.62))
    physics.step(1000)
    assert physics.poses.model_pose("box")[2, 3] == pytest.approx(0.6, abs=2e-3)
    np.testing.assert_allclose(
        ray_ground(physics, np.array([[1.0, 2.0, 3.0]]), np.array([0.0, 0.0, -1.0])),
        [2.5],
        atol=1e-6,
    )


@pytest.mark.not_quick
def test_three_thousand_static_models_with_a_moving_one():
    physics = Physics((0.0, 0.0, -9.8), 0.005)
    grid = [(10.0 * (number % 60), 10.0 * (number // 60)) for number in range(3000)]
    physics.add_many(
        [(ground(), "ground", IDENTITY)]
        + [(box(static=True), f"b{i}", pose(x, y, 0.1)) for i, (x, y) in enumerate(grid)]
    )
    physics.add(box(), "box", pose(10.0, 10.0, 0.35))
    physics.step(200)
    assert physics.contacts.pairs() == [("b61", "box")]
    assert physics.poses.model_pose("box")[2, 3] == pytest.approx(0.3, abs=1e-3)


def test_visuals_neither_collide_nor_weigh():
    from sim.sdf.types import Visual

    seen = Link(
        "link",
        IDENTITY,
        Inertial(1.0, IDENTITY, np.eye(3)),
        (),
        (Visual("collision", IDENTITY, Cylinder(1.0, 1.0)),),
    )
    for visuals, geoms in ((False, 1), (True, 3)):
        physics = Physics((0.0, 0.0, -9.8), 0.001, visuals=visuals)
        physics.add_many(
            [(ground(), "ground", IDENTITY), (Model("m", IDENTITY, False, (seen,)), "m", IDENTITY)]
        )
        physics.step(100)
        assert physics.model.ngeom == geoms
        assert physics.contacts.pairs() == []
        assert physics.model.body_mass.sum() == pytest.approx(1.0)
