#!/usr/bin/env python3
"""Services and topics of the simulator's API, refusals, and a driving car."""

import math
import os
import re
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

import cv2
import numpy as np
import rosgraph
import rospy
import rosservice
import rostest
from geometry_msgs.msg import Vector3
from rosgraph_msgs.msg import Clock, Log
from std_msgs.msg import ColorRGBA

from gazebo_msgs.msg import (
    LinkState,
    LinkStates,
    ModelState,
    ModelStates,
)

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from launched import slow_on_gazebo
from simulator_api_refusals import REFUSED
from simulator_client import (
    BOX,
    MODELS,
    STEP,
    Subscription,
    at_once,
    begin,
    call,
    done,
    now,
    physics,
    place,
    pose,
    rosrun,
    state,
    step,
    twist,
    until,
    values,
    yaw,
)
from simulator_lockstep import SimulatorLockstepTest
from simulator_physics import PhysicsApiTest
from simulator_vehicle import VehicleApiTest

URDF = (
    '<robot name="crate"><link name="base"><inertial><mass value="3"/><inertia ixx="1" iyy="1" '
    'izz="1" ixy="0" ixz="0" iyz="0"/>'
    '</inertial><collision><geometry><box size="1 1 1"/></geometry></collision></link></robot>'
)
HILLS = """<sdf version="1.6"><model name="hills"><static>true</static><link name="l">
<collision name="c"><geometry><heightmap>
<uri>file://{picture}</uri><size>50 50 2</size></heightmap></geometry></collision><visual name="v">
<geometry><heightmap><texture>
<diffuse>file://media/materials/textures/dirt_diffusespecular.png</diffuse><normal>file://media/materials/textures/flat_normal.png</normal>
<size>10</size></texture><uri>file://{picture}</uri><size>50 50 2</size></heightmap></geometry>
</visual></link></model></sdf>"""


class SimulatorApiTest(unittest.TestCase):
    """Cases that begin at time 0, paused, with the world's initial models."""

    def setUp(self) -> None:
        begin()

    def assert_near(self, found, wanted, tolerance: float = 1e-6) -> None:
        np.testing.assert_allclose(found, wanted, atol=tolerance)

    def test_services_have_the_checksums_of_gazebo_ros(self) -> None:
        for name, checksum in (
            ("spawn_sdf_model", "9ed9c82c96abe1a00c3e8cdaeee24413"),
            ("get_model_state", "4c515e936d3319c9610c559c60bfc3d4"),
            ("set_model_state", "5b3ab0281d4f5445def017e3a2e4a07b"),
            ("apply_body_wrench", "585b9f9618aa0581b207e2f2d90866bc"),
        ):
            uri = rosservice.get_service_uri(f"/gazebo/{name}")
            self.assertEqual(
                rosservice.get_service_headers(f"/gazebo/{name}", uri)["md5sum"], checksum
            )
        self.assertEqual(ModelStates._md5sum, "48c080191eb15c41858319b4d8a609c2")
        types = dict(rosgraph.Master("/simulator_api_test").getTopicTypes())
        self.assertEqual(
            (types["/gazebo/model_states"], types["/clock"]),
            ("gazebo_msgs/ModelStates", "rosgraph_msgs/Clock"),
        )

    def test_a_bad_request_is_refused_with_a_reason(self) -> None:
        wrong = []
        for name, fields, reason in REFUSED:
            answer = call(name, *fields)
            said = answer.status_message
            if answer.success or not re.search(reason, said) or "unexpected" in said:
                wrong.append(f"{name}, wanted {reason!r}: {answer.success}, {said!r}")
        self.assertFalse(wrong, "\n".join(wrong))
        self.assertEqual(done("get_world_properties").model_names, MODELS)
        self.assertAlmostEqual(step(1.0), 1.0)

    def test_step_world_steps_exactly(self) -> None:
        clock = Subscription("/clock", Clock)
        self.assertAlmostEqual(done("step_world", 137).stamp.to_sec(), 137 * STEP, 9)
        self.assertAlmostEqual(done("step_world", 1).stamp.to_sec(), 138 * STEP, 9)
        self.assertAlmostEqual(now(), 138 * STEP, 9)
        clock.wait(lambda message: abs(message.clock.to_sec() - 138 * STEP) < 1e-9)
        self.assertLessEqual(
            max(message.clock.to_sec() for message in clock.messages), 138 * STEP + 1e-9
        )

    def test_pause_stops_the_clock_and_unpause_lets_it_run(self) -> None:
        call("unpause_physics")
        self.assertFalse(done("get_physics_properties").pause)
        self.assertRegex(call("step_world", 1).status_message, "paused")
        until(lambda: now() > 1.0, "second of simulated time")
        clock = Subscription("/clock", Clock)
        call("pause_physics")
        stopped = now()
        clock.wait(lambda message: abs(message.clock.to_sec() - stopped) < 1e-9)
        self.assertEqual(now(), stopped)
        self.assertTrue(done("get_physics_properties").pause)

    def test_unpausing_ends_the_steps_that_somebody_waits_for(self) -> None:
        """Or comes after them, where the simulator makes them in one go."""
        wanted, answers = 20000, []
        waiting = threading.Thread(
            target=lambda: answers.append(call("step_world", wanted)), daemon=True
        )
        waiting.start()
        until(lambda: now() > 0.0, "first of the steps")
        call("unpause_physics")
        waiting.join(200.0)
        self.assertFalse(waiting.is_alive())
        (answer,) = answers
        if answer.success:
            self.assertAlmostEqual(answer.stamp.to_sec(), wanted * STEP)
        else:
            self.assertRegex(answer.status_message, "unpaused before all steps were made")
        self.assertFalse(done("get_physics_properties").pause)

    def test_update_rate_is_kept(self) -> None:
        physics(-9.8, 2.0 / STEP)
        wall = time.monotonic()
        call("unpause_physics")
        until(lambda: now() > 2.0, "2 s of simulated time")
        self.assertGreater(time.monotonic() - wall, 0.9)

    def test_reset_simulation_and_reset_world(self) -> None:
        place("box", pose(7, 7, 3, 1.0), twist((1, 2, 3), (4, 5, 6)))
        done("set_model_configuration", "pendulum", "", ["hinge"], [1.0])
        step(1.0)
        call("reset_world")
        self.assertAlmostEqual(now(), 1.0)
        self._assert_at_the_start()
        place("box", pose(7, 7, 3, 1.0))
        step(1.0)
        clock = Subscription("/clock", Clock)
        call("reset_simulation")
        self.assertEqual(now(), 0.0)
        clock.wait(lambda message: message.clock.to_sec() == 0.0)
        self._assert_at_the_start()

    def _assert_at_the_start(self) -> None:
        where, linear, angular = state("box")
        self.assert_near(values(where.position), (2, 0, 0.25))
        self.assert_near([*linear, *angular], np.zeros(6))
        self.assert_near(done("get_joint_properties", "hinge").position, [0.0])

    def test_a_model_state_is_relative_to_its_reference(self) -> None:
        done("spawn_sdf_model", "cube", BOX, "", pose(1, 2, 5, math.pi / 2), "")
        place("box", pose(1, 0, 0, 0.1), twist((2, 0, 0), (0, 0, 1)), "cube")
        where, linear, angular = state("box")
        # Gazebo writes the pose of a spawned model with six digits.
        self.assert_near(values(where.position), (1, 3, 5), 1e-5)
        self.assertAlmostEqual(yaw(where), math.pi / 2 + 0.1, 5)
        self.assert_near(linear, (0, 2, 0), 1e-5)
        self.assert_near(angular, (0, 0, 1))
        where, linear, _ = state("box", "cube")
        self.assert_near([*values(where.position), yaw(where), *linear], (1, 0, 0, 0.1, 2, 0, 0))
        self.assert_near(values(state("box", "cube::link")[0].position), (1, 0, 0))
        self.assertEqual(done("get_model_state", "box", "cube").header.frame_id, "cube")

    def test_a_static_model_is_moved_and_reports_the_twist_it_was_given(self) -> None:
        static = BOX.replace('<link name="link">', '<static>true</static><link name="link">')
        done("spawn_sdf_model", "statue", static, "", pose(20, 0, 0.5), "")
        try:
            for x, speed in ((21.0, 1.5), (22.0, 0.0)):
                place("statue", pose(x, 2.0, 0.5, 0.3), twist((0, speed, 0), (0, 0, 0.4 * speed)))
                step(0.5)
                where, linear, angular = state("statue")
                np.testing.assert_allclose(
                    (*values(where.position), yaw(where)), (x, 2.0, 0.5, 0.3), atol=1e-9
                )
                np.testing.assert_allclose(
                    (linear, angular), ((0, speed, 0), (0, 0, 0.4 * speed)), atol=1e-12
                )
            place("box", pose(22.0, 2.0, 1.35))
            step(1.0)
            self.assertAlmostEqual(
                state("box")[0].position.z,
                1.25,
                delta=0.02,
                msg="what stands there now carries the box",
            )
        finally:
            done("delete_model", "statue")

    def test_links_are_read_and_written(self) -> None:
        done(
            "set_link_state",
            LinkState("box::link", pose(0, 1, 0, 0.5), twist((0, 3, 0)), "pendulum"),
        )
        found = done("get_link_state", "box::link", "").link_state
        self.assert_near(
            [*values(found.pose.position), yaw(found.pose), *values(found.twist.linear)],
            (0, 6, 3, 0.5, 0, 3, 0),
        )
        self.assertEqual(found.reference_frame, "world")

    def test_lights_are_read_changed_and_deleted(self) -> None:
        found = done("get_light_properties", "lamp")
        self.assert_near([found.diffuse.r, found.diffuse.g, found.diffuse.b], [0.5, 0.25, 0.125])
        fading = (
            found.attenuation_constant,
            found.attenuation_linear,
            found.attenuation_quadratic,
        )
        self.assert_near(fading, (0.5, 0.25, 0.125))
        blue, down = ColorRGBA(0, 0, 0.5, 1), Vector3(0, 0, -1)
        done("set_light_properties", "lamp", False, blue, ColorRGBA(), 1, 0, 0, down, pose(0, 0, 9))
        found = done("get_light_properties", "lamp")
        self.assert_near([found.diffuse.b, found.diffuse.r, found.attenuation_linear], [0.5, 0, 0])
        deleted = [answer.success for answer in at_once(*3 * [("delete_light", "lamp")])]
        self.assertEqual(deleted.count(True), 1)
        self.assertFalse(call("get_light_properties", "lamp").success)

    def test_a_model_is_spawned_by_what_its_text_is_and_its_link_moved_by_a_topic(self) -> None:
        done("spawn_gazebo_model", "crate", URDF, "", pose(-5, 0, 0.5), "")
        done("spawn_gazebo_model", "cube", BOX, "", pose(-9, 0, 0.5), "")
        move = rospy.Publisher("/gazebo/set_link_state", LinkState, queue_size=1)
        until(move.get_num_connections, "subscriber")
        move.publish(LinkState("nobody::link", pose(0, 0, 0), twist(), ""))
        move.publish(LinkState("cube::link", pose(-9, 6, 5), twist(), "world"))
        until(lambda: abs(state("cube")[0].position.y - 6.0) < 1e-9, "move of the link")

    def test_models_are_spawned_named_and_deleted(self) -> None:
        states = Subscription("/gazebo/model_states", ModelStates)
        done("spawn_sdf_model", "zebra", BOX, "", pose(0, 0, 3), "")
        done("spawn_sdf_model", "", BOX, "", pose(1, 0, 0), "zebra")
        done("spawn_urdf_model", "crate", URDF, "", pose(-5, 0, 0.5, 0.3), "world")
        names = [*MODELS, "zebra", "cube", "crate"]
        self.assertEqual(done("get_world_properties").model_names, names)
        self.assert_near(values(state("cube")[0].position), (1, 0, 3))
        found = done("get_model_properties", "crate")
        self.assertEqual((found.body_names, found.is_static), (["base"], False))
        self.assertTrue(done("get_model_properties", "ground").is_static)
        step(0.2)
        message = states.wait(lambda message: message.name == names)
        self.assert_near(
            values(message.pose[names.index("crate")].position),
            values(state("crate")[0].position),
            0.05,
        )
        for name in ("zebra", "cube", "crate"):
            done("delete_model", name)
        self.assertEqual(done("get_world_properties").model_names, MODELS)
        states.close()

    def test_of_calls_at_the_same_moment_one_has_the_name(self) -> None:
        spawn = ("spawn_sdf_model", "twin", BOX, "", pose(0, 0, 3), "")
        for calls, left in (
            (6 * [spawn], [*MODELS, "twin"]),
            (6 * [("delete_model", "twin")], MODELS),
        ):
            succeeded = [answer.success for answer in at_once(*calls)]
            self.assertEqual(succeeded.count(True), 1, calls[0][0])
            self.assertEqual(done("get_world_properties").model_names, left)

    def test_a_model_whose_material_is_missing_is_drawn_plain(self) -> None:
        """As in models of Gazebo's public library.

        A heightmap's textures name files in place of a number.
        """
        lines = Subscription("/rosout", Log)
        box = BOX.replace(
            "</collision>",
            "</collision><visual name='net'><geometry><box><size>1 1 "
            "1</size></box></geometry><material><script>"
            "<uri>model://not_there/materials/scripts/</uri><name>Not/There</name></script></material></visual>",
        )
        done("spawn_sdf_model", "plain", box, "", pose(-5, 0, 0.5), "")
        with tempfile.TemporaryDirectory() as folder:
            picture = os.path.join(folder, "hills.png")
            cv2.imwrite(picture, np.full((33, 33), 100, np.uint8))
            done(
                "spawn_sdf_model", "hills", HILLS.format(picture=picture), "", pose(200, 0, -50), ""
            )
        names = done("get_world_properties").model_names
        for name in ("plain", "hills"):
            done("delete_model", name)
        self.assertEqual(names, [*MODELS, "plain", "hills"])
        if rospy.get_param("/SIMULATOR") == "gazebo":
            lines.wait(
                lambda message: (
                    "plain: script model://not_there/materials/scripts/ not found, ignored"
                    in message.msg
                )
            )
            answer = call(
                "spawn_sdf_model",
                "x",
                HILLS.replace("<size>10<", "<size>ten<").format(picture=os.path.realpath(__file__)),
                "",
                pose(0, 0, 5),
                "",
            )
            self.assertRegex(answer.status_message, "texture: 'ten' is not a number")
        lines.close()

    def test_models_come_and_go_while_others_ask_for_them(self) -> None:
        stop, asked = threading.Event(), []

        def ask(name: str, *fields: object) -> None:
            service = rospy.ServiceProxy(
                f"/gazebo/{name}",
                rosservice.get_service_class_by_name(f"/gazebo/{name}"),
                persistent=True,
            )
            while not stop.is_set():
                service(*fields)
                asked.append(name)

        car = (Path(__file__).resolve().parents[2] / "models" / "ego_car" / "model.sdf").read_text(
            encoding="utf-8"
        )
        requests = [
            ("get_model_state", "car", ""),
            ("get_model_properties", "car"),
            ("get_model_state", "nobody", ""),
            ("get_world_properties",),
        ]
        threads = [threading.Thread(target=ask, args=request) for request in requests]
        for thread in threads:
            thread.start()
        try:
            for _ in range(5):
                done("spawn_sdf_model", "car", car, "", pose(0, 3, 0), "")
                done("delete_model", "car")
        finally:
            stop.set()
            for thread in threads:
                thread.join(60.0)
        self.assertTrue(
            all(asked.count(name) > 5 for name, *_ in requests),
            {name: asked.count(name) for name, *_ in requests},
        )

    def test_link_states_and_the_set_model_state_topic(self) -> None:
        links = Subscription("/gazebo/link_states", LinkStates)
        put = rospy.Publisher("/gazebo/set_model_state", ModelState, queue_size=1)
        until(put.get_num_connections, "subscriber")
        put.publish(ModelState("nobody", pose(0, 0, 0), twist(), ""))
        put.publish(ModelState("box", pose(3, 4, 5), twist(), "world"))
        until(lambda: abs(state("box")[0].position.y - 4.0) < 1e-9, "move of the box")
        step(0.1)
        self.assertEqual(
            links.wait(lambda message: message.name).name,
            ["ground::link", "box::link", "pendulum::bob", "rail::cart"],
        )
        links.close()

    def test_a_diverged_physics_answers_and_is_reset(self) -> None:
        place("box", pose(0, 0, 5), twist((1e200, 0, 0)))
        answer = call("step_world", 100)
        self.assertFalse(answer.success)
        self.assertRegex(answer.status_message, "diverged")
        call("reset_simulation")
        self._assert_at_the_start()
        self.assertAlmostEqual(step(0.1), 0.1)

    @slow_on_gazebo
    def test_spawn_model_reports_in_one_line(self) -> None:
        code, said = rosrun(
            "spawn_model",
            "-sdf",
            "-database",
            "car",
            "-model",
            "parked",
            "-x",
            "3",
            "-y",
            "-4",
            "-Y",
            "0.5",
            "__name:=spawn_1",
        )
        self.assertEqual((code, "spawned parked" in said), (0, True), said)
        where = state("parked")[0]
        self.assert_near([*values(where.position)[:2], yaw(where)], (3, -4, 0.5))
        for words, reason in (
            (("-sdf", "-database", "car", "-model", "parked"), "parked.*already there"),
            (("-sdf", "-database", "nope", "-model", "x"), "model 'nope' not found"),
            (
                ("-sdf", "-file", "/nowhere/model.sdf", "-model", "x"),
                "/nowhere/model.sdf.*No such file",
            ),
            (("-urdf", "-param", "/nope", "-model", "x"), "/nope.*no such parameter"),
        ):
            code, said = rosrun("spawn_model", *words, "__name:=spawn_2")
            self.assertEqual(code, 2, said)
            self.assertRegex(said, reason)
            self.assertNotIn("Traceback", said)


def everything() -> unittest.TestSuite:
    """Return all cases, which share one launch.

    rosunit takes one class, or one suite by its name.
    """
    kinds = (SimulatorApiTest, PhysicsApiTest, VehicleApiTest, SimulatorLockstepTest)
    return unittest.TestSuite(map(unittest.defaultTestLoader.loadTestsFromTestCase, kinds))


if __name__ == "__main__":
    rospy.init_node("simulator_api_test")
    rostest.rosrun("sim", "simulator_api", "simulator_api_test.everything")
