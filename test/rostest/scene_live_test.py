#!/usr/bin/env python3
"""Scenes in a running simulator: spawned, changed, cleared and listed.

Errors are answers, and the node continues.
"""

import math
import os
import sys
import tempfile
import unittest
from dataclasses import replace
from pathlib import Path

import numpy as np
import rospy
import rostest
from geometry_msgs.msg import PoseArray

from sim import srv
from sim.msg import Mission, SceneSource
from sim.msg import Scene as SceneMessage
from sim.scenes import manifest
from sim.scenes.scene import Scene, SceneObject
from sim.transforms import transform_from_pose

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from launched import slow_on_gazebo
from simulator_client import BOX, call, done, place, pose, state, until, values

SIZES = {"crate": (0.6, 0.6, 0.6), "barrier": (2.0, 0.6, 1.0), "table": (1.5, 0.8, 1.015)}
NODES = ("/scene_spawner", "/second/scene_spawner")
OWN = ("ground",)


def ask(name, *fields, node=NODES[0], kind=None):
    """Return the answer of a service of a spawner."""
    rospy.wait_for_service(f"{node}/{name}", 300.0)
    return rospy.ServiceProxy(f"{node}/{name}", kind or getattr(srv, f"Scene{name.capitalize()}"))(
        *fields
    )


def item(name, model, x, y, yaw=0.0, scale=(1.0, 1.0, 1.0)):
    size = tuple(extent * factor for extent, factor in zip(SIZES[model], scale))
    return SceneObject(
        name,
        model,
        False,
        (x, y, size[2] / 2),
        (0.0, 0.0, yaw),
        (x, y, 0.0, 0.0, 0.0, yaw),
        size,
        scale,
    )


def yard(moved=0):
    """Return 30 objects on a grid, with the first few moved."""
    kinds = list(SIZES)
    return [
        item(
            f"{kinds[i % 3]}_{i}",
            kinds[i % 3],
            3.0 * (i % 6) - 8.0 + (0.6 if i < moved else 0.0),
            3.0 * (i // 6) - 6.0,
            0.2 * i,
        )
        for i in range(30)
    ]


def source(objects, seed=0):
    return SceneSource(manifest=manifest.dumps(Scene("yard.scenic", seed, "2D", tuple(objects))))


def names():
    return sorted(set(done("get_world_properties").model_names) - set(OWN))


def where(name):
    """Return the position (3,) and x axis (3,) of a model."""
    at = state(name)[0]
    q = at.orientation
    return values(at.position), np.array(
        [1 - 2 * (q.y**2 + q.z**2), 2 * (q.x * q.y + q.z * q.w), 2 * (q.x * q.z - q.y * q.w)]
    )


def latched(topic, kind, fits):
    """Return the newest message of a latched topic, once it fits."""
    return until(
        lambda: next((m for m in [rospy.wait_for_message(topic, kind, 120.0)] if fits(m)), None),
        f"such message on {topic}",
    )


class SceneLiveTest(unittest.TestCase):
    def setUp(self):
        for node in NODES:
            self.assertTrue(ask("clear", node=node).success)
        for name in names():
            done("delete_model", name)
        call("unpause_physics")

    def stands(self, objects):
        """Check that the simulator has exactly these objects at their poses."""
        self.assertEqual(names(), sorted(one.name for one in objects))
        for one in objects:
            position, axis = where(one.name)
            np.testing.assert_allclose(position, one.origin[:3], atol=0.006, err_msg=one.name)
            np.testing.assert_allclose(
                axis, transform_from_pose(one.origin)[:3, 0], atol=0.012, err_msg=one.name
            )

    def test_a_scenario_becomes_models_and_a_mission(self):
        answer = ask("spawn", SceneSource(scenario="fetch_room", seed=5), False)
        self.assertTrue(answer.success, answer.status_message)
        self.assertEqual((answer.seed, list(answer.failures)), (5, []))
        listed = ask("list")
        scene = manifest.loads(listed.manifest)
        self.stands(scene.spawned())
        self.assertEqual(sorted(answer.spawned), names())
        self.assertIn("fetch_room", listed.scenarios)
        self.assertEqual(list(listed.missing), [])
        told = latched("/scene_spawner/scene", SceneMessage, lambda m: m.seed == 5)
        self.assertEqual([one.name for one in told.objects], [one.name for one in scene.spawned()])
        mission = latched("/scene_spawner/mission", Mission, lambda m: m.seed == 5)
        self.assertEqual(mission.ego, scene.ego)
        self.assertEqual(
            [one.name for one in mission.entities], [one.name for one in scene.mission()]
        )
        for told_one, one in zip(mission.entities, scene.mission()):
            np.testing.assert_allclose(values(told_one.pose.position), one.origin[:3], atol=1e-12)
            self.assertAlmostEqual(told_one.heading, one.orientation[2])
            self.assertAlmostEqual(math.cos(told_one.yaw - told_one.heading - math.pi / 2), 1.0)
            self.assertAlmostEqual(
                math.cos(
                    2 * math.atan2(told_one.pose.orientation.z, told_one.pose.orientation.w)
                    - told_one.yaw
                ),
                1.0,
            )
        waypoints = latched(
            "/scene_spawner/mission/waypoint", PoseArray, lambda m: len(m.poses) == 2
        )
        self.assertEqual(
            waypoints.poses, [one.pose for one in mission.entities if one.type == "waypoint"]
        )
        self.assertEqual(waypoints.header.frame_id, "world")
        ask("clear")
        self.assertEqual(
            latched("/scene_spawner/mission/waypoint", PoseArray, lambda m: not m.poses).poses, []
        )

    def test_respawn_moves_what_stays_and_touches_nothing_else(self):
        self.assertTrue(ask("spawn", source(yard()), True).success)
        shifted = pose(yard()[9].origin[0] + 0.003, yard()[9].origin[1], 0.0, 0.2 * 9)
        place("crate_9", shifted)
        answer = ask("respawn", source(yard(moved=5), 1), False)
        self.assertTrue(answer.success, answer.status_message)
        self.assertEqual(sorted(answer.moved), sorted(one.name for one in yard()[:5]))
        self.assertEqual(
            (list(answer.added), list(answer.removed), list(answer.replaced), answer.unchanged),
            ([], [], [], 25),
        )
        self.stands(yard(moved=5))
        # The object before it was not spawned again.
        self.assertAlmostEqual(where("crate_9")[0][0], shifted.position.x, delta=0.0015)

    def test_respawn_adds_removes_and_replaces_what_differs(self):
        before = yard()[:9]
        ask("spawn", source(before), False)
        after = [
            *before[:5],
            item("crate_6", "crate", -8.0, -3.0, 0.0, (1.5, 1.0, 0.7)),
            item("crate_40", "crate", 8.0, 8.0),
        ]
        answer = ask("respawn", source(after, 2), False)
        self.assertTrue(answer.success, answer.status_message)
        self.assertEqual(
            (list(answer.added), list(answer.replaced), answer.unchanged, answer.seed),
            (["crate_40"], ["crate_6"], 5, 2),
        )
        self.assertEqual(
            sorted(answer.removed),
            sorted(one.name for one in before if one.name in ("table_5", "barrier_7", "table_8")),
        )
        self.stands(after)
        self.assertEqual(
            [one.scale.x for one in ask("list").scene.objects if one.name == "crate_6"], [1.5]
        )

    def test_what_others_did_to_a_scene_is_undone(self):
        objects = yard()[:6]
        ask("spawn", source(objects), False)
        done("delete_model", "barrier_1")
        place("table_2", pose(9.0, 9.0, 0.0, 1.0))
        self.assertEqual(list(ask("list").missing), ["barrier_1"])
        answer = ask("respawn", SceneSource(), False)
        self.assertEqual(
            (list(answer.added), list(answer.moved), answer.unchanged),
            (["barrier_1"], ["table_2"], 4),
        )
        self.stands(objects)

    def test_a_spawn_that_the_simulator_refuses_is_told_per_object(self):
        objects = yard()[:4]
        done("spawn_sdf_model", "barrier_1", BOX, "", pose(20.0, 20.0, 0.5), "")
        answer = ask("spawn", source(objects), False)
        self.assertFalse(answer.success)
        self.assertEqual([one.name for one in answer.failures], ["barrier_1"])
        self.assertRegex(answer.failures[0].message, "(?i)exist|already")
        self.assertEqual(sorted(answer.spawned), sorted(["crate_0", "table_2", "crate_3"]))
        self.assertEqual(names(), sorted(one.name for one in objects))
        again = ask("respawn", SceneSource(), True)
        self.assertFalse(again.success)
        done("delete_model", "barrier_1")
        self.assertEqual(list(ask("respawn", SceneSource(), True).added), ["barrier_1"])
        self.stands(objects)

    def test_all_or_nothing(self):
        done("spawn_sdf_model", "theirs", BOX, "", pose(20.0, 20.0, 0.5), "")
        refused = [*yard()[:4], item("theirs", "crate", 9.0, 9.0)]
        answer = ask("spawn", source(refused), True)
        self.assertFalse(answer.success)
        self.assertEqual(
            ([one.name for one in answer.failures], list(answer.spawned), names()),
            (["theirs"], [], ["theirs"]),
        )
        ask("spawn", source(yard()[:4]), True)
        answer = ask(
            "respawn", source([*yard(moved=2)[:3], item("theirs", "crate", 9.0, 9.0)], 3), True
        )
        self.assertFalse(answer.success)
        self.assertIn("nothing was changed", answer.status_message)
        done("delete_model", "theirs")
        self.stands(yard()[:4])
        self.assertEqual(ask("list").scene.seed, 0)

    @slow_on_gazebo
    def test_generate_leaves_the_simulator_alone_and_its_manifest_gives_the_scene_again(self):
        answer = ask("generate", SceneSource(scenario="crates", seed=11, parameters="{spread: 9}"))
        self.assertTrue(answer.success, answer.status_message)
        self.assertEqual(names(), [])
        self.assertEqual(
            (answer.seed, len(answer.scene.objects), len(answer.mission.entities)), (11, 4, 2)
        )
        self.assertEqual(manifest.loads(answer.manifest).params["spread"], 9)
        self.assertEqual(
            ask(
                "generate", SceneSource(scenario="crates", seed=11, parameters="{spread: 9}")
            ).manifest,
            answer.manifest,
        )
        first, second = (
            ask("generate", SceneSource(scenario="crates", seed=-1)).seed for _ in range(2)
        )
        self.assertEqual(second, first + 1)
        self.assertTrue(
            ask("spawn", SceneSource(manifest=answer.manifest, models="crates.yaml"), True).success
        )
        self.stands(manifest.loads(answer.manifest).spawned())

    @slow_on_gazebo
    def test_a_seed_alone_samples_the_program_that_stands_again(self):
        self.assertTrue(
            ask(
                "spawn", SceneSource(scenario="crates", seed=3, parameters="{spread: 9}"), False
            ).success
        )
        answer = ask("respawn", SceneSource(seed=7), False)
        self.assertTrue(answer.success, answer.status_message)
        self.assertEqual(answer.seed, 7)
        wanted = ask("generate", SceneSource(scenario="crates", seed=7, parameters="{spread: 9}"))
        self.assertEqual(ask("list").manifest, wanted.manifest)
        again = ask("respawn", SceneSource(), False)
        self.assertEqual((again.seed, len(again.moved), len(again.added)), (7, 0, 0))
        self.assertTrue(ask("respawn", source(yard()[:3], 3), False).success)
        self.assertRegex(
            ask("respawn", SceneSource(seed=7), False).status_message,
            "read from a folder or manifest; name its scenario",
        )

    def test_a_cube_on_a_table_stays_there(self):
        self.assertTrue(ask("spawn", SceneSource(scenario="fetch_room_3d", seed=1), True).success)
        begin = rospy.get_time()
        until(lambda: rospy.get_time() > begin + 1.0, "second of simulated time")
        cube = next(
            one for one in manifest.loads(ask("list").manifest).objects if one.model == "demo_cube"
        )
        np.testing.assert_allclose(where(cube.name)[0], cube.origin[:3], atol=0.004)
        self.assertAlmostEqual(cube.origin[2], 0.775, delta=0.001)

    def test_a_change_leaves_the_simulator_running_or_paused_as_it_was(self):
        for what, paused in (("pause_physics", True), ("unpause_physics", False)):
            call(what)
            ask("respawn", source(yard()[:3], int(paused)), False)
            self.assertEqual(call("get_physics_properties").pause, paused)
            self.assertEqual(len(names()), 3)

    @slow_on_gazebo
    def test_two_spawners_keep_to_their_own(self):
        ask("spawn", source(yard()[:2]), False)
        other = ask(
            "spawn",
            source(
                [replace(one, origin=(one.origin[0], 9.0, *one.origin[2:])) for one in yard()[:2]]
            ),
            False,
            node=NODES[1],
        )
        self.assertEqual(
            list(other.spawned), ["second/crate_0", "second/barrier_1"], other.status_message
        )
        self.assertEqual(len(names()), 4)
        self.assertEqual(
            len(latched("/second/scene_spawner/scene", SceneMessage, lambda m: m.objects).objects),
            2,
        )
        ask("clear", node=NODES[1])
        self.stands(yard()[:2])

    @slow_on_gazebo
    def test_bad_input_is_answered(self):
        twice = manifest.dumps(Scene("yard.scenic", 0, "2D", (yard()[0], yard()[1]))).replace(
            "barrier_1", "crate_0"
        )
        with tempfile.TemporaryDirectory() as folder:
            outside = Path(folder, "crates.scenic")
            outside.write_text("ego = 1\n", encoding="utf-8")
            cases = [
                (SceneSource(), "neither scene, manifest nor scenario"),
                (SceneSource(scenario="crates", manifest="{}"), "manifest and scenario"),
                (
                    SceneSource(scenario="nowhere"),
                    "file nowhere.scenic not found.*programs: .*crates",
                ),
                (SceneSource(scenario=str(outside)), "outside of scenario_path"),
                (SceneSource(scenario="../scene_live_test"), "not found|outside"),
                (
                    SceneSource(scenario="crates", models="nowhere.yaml"),
                    "file nowhere.yaml not found",
                ),
                (SceneSource(scenario="crates", mode="4D"), "neither 2D nor 3D"),
                (SceneSource(scenario="crates", parameters="{spread: [}"), "not YAML"),
                (SceneSource(scenario="crates", max_iterations=-1), "below 0"),
                (SceneSource(scenario="unknown_class"), r"unknown_class.scenic:4.*Sofa"),
                (SceneSource(scenario="unknown_key"), r"unknown_key.yaml:4.*colour"),
                (SceneSource(scenario="twins"), r"twins.scenic.*one"),
                (SceneSource(scenario="crowded", max_iterations=50), "(?i)barrier|iterations"),
                (SceneSource(scenario="dies"), "was killed .SIGKILL."),
                (SceneSource(scene="/nowhere/at/all"), "/nowhere/at/all not found"),
                (SceneSource(manifest="no JSON"), "is not JSON"),
                (SceneSource(manifest=twice), "crate_0.*unique"),
                (source([replace(yard()[0], model="sofa")]), "sofa"),
            ]
            for request, message in cases:
                answer = ask("spawn", request, False)
                self.assertFalse(answer.success, request)
                self.assertRegex(answer.status_message.replace("\n", " "), message)
                self.assertEqual(names(), [])
        self.assertRegex(ask("respawn", SceneSource(), False).status_message, "no scene is shown")
        ask("spawn", source(yard()[:1]), False)
        self.assertRegex(ask("spawn", source(yard()[:1]), False).status_message, "respawn")
        self.assertTrue(ask("clear").success)

    def test_what_does_not_stay_is_in_the_answer(self):
        high = replace(
            item("crate_1", "crate", 3.0, 0.0),
            position=(3.0, 0.0, 0.35),
            origin=(3.0, 0.0, 0.05, 0.0, 0.0, 0.0),
        )
        rospy.set_param(f"{NODES[0]}/settle", 2.0)
        try:
            answer = ask("spawn", source([item("crate_0", "crate", 0.0, 0.0), high]), False)
            self.assertTrue(answer.success, answer.status_message)
            self.assertEqual(len(answer.unsettled), 1, answer.unsettled)
            self.assertRegex(answer.unsettled[0], r"^crate_1 sank (4[5-9]|5[0-5])")
            self.assertRegex(answer.status_message, "2 objects stand; within 2 s crate_1 sank")
            answer = ask(
                "respawn",
                source([item("crate_0", "crate", 0.0, 0.0), item("crate_1", "crate", 4.0, 0.0)]),
                False,
            )
            self.assertEqual(
                (list(answer.unsettled), list(answer.moved)),
                ([], ["crate_1"]),
                answer.status_message,
            )
            call("pause_physics")
            self.assertRegex(
                ask("respawn", SceneSource(), False).status_message,
                "physics is paused, so that nothing can settle",
            )
        finally:
            rospy.delete_param(f"{NODES[0]}/settle")
            call("unpause_physics")

    @slow_on_gazebo
    def test_a_folder_that_gzscenic_wrote_and_a_slip_of_the_pen(self):
        with tempfile.TemporaryDirectory() as folder:
            home = Path(folder, "models", "box4")
            home.mkdir(parents=True)
            (home / "model.sdf").write_text(BOX)
            (home / "model.config").write_text(
                "<model><name>box4</name><sdf version='1.6'>model.sdf</sdf></model>"
            )
            include = (
                "<include><uri>model://box4</uri><pose>2 1 0.2 0 -0 "
                "0.5</pose><name>box4</name></include>"
            )
            Path(folder, "workspace.world").write_text(
                "<sdf version='1.4'><world "
                f"name='default'><include><uri>model://ground_plane</uri></include>{include}</world></sdf>"
            )
            Path(folder, "poses.yaml").write_text(
                "waypoint:\n- {heading: 0.0, x: 3.0, y: 4.0, z: 0.0}\n"
            )
            answer = ask("spawn", SceneSource(scene=folder), False)
            self.assertTrue(answer.success, answer.status_message)
            self.assertEqual((names(), list(answer.spawned)), (["box4"], ["box4"]))
            self.assertRegex(
                answer.status_message, "1 objects stand; box4 is 0.3 m below the ground"
            )
            mission = latched("/scene_spawner/mission", Mission, lambda m: len(m.entities) == 1)
            self.assertEqual(
                (mission.entities[0].type, mission.entities[0].pose.position.y), ("waypoint", 4.0)
            )
        answer = ask("respawn", SceneSource(scenario="crates", parameters="{spraed: 3}"), False)
        self.assertTrue(answer.success, answer.status_message)
        self.assertRegex(
            answer.status_message,
            "no parameter 'spraed', and it has no effect; did you mean spread",
        )


if __name__ == "__main__":
    rospy.init_node("scene_live_test")
    rostest.rosrun("sim", "scene_live_test", SceneLiveTest)
