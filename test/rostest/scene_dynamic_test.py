#!/usr/bin/env python3
"""Whole launches of dynamic scenarios.

Motion, records, requirements, ends of runs, and reproducibility.
"""

import csv
import json
import math
import os
import re
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

import rosunit

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from alone import Alone
from launched import SIMULATOR, SLOW_TOO, Launched, Ran, slow, slow_on_gazebo

SIMULATOR_PROCESS = {"embedded": "lib/sim/embedded", "gazebo": "bin/gzserver"}[SIMULATOR]
STEP_OUT = "{place: 60.0, distance: 25.0, speed: 1.5, pause: 1.0}"

DRIVE = """from gzscenic.model import *
from sim.scenes.behaviors import *
workspace = Workspace(everywhere)
behavior Drive():
    do DriveAlong([(0, 0), (0, 10), (12, 20)], 4.0)
    do Stop(2.0)
ego = new EgoCar at (0, 0), facing 0 deg, with name 'mine', with behavior Drive()
terminate when ego.position.y > 10 and ego.speed < 0.06
terminate after 30 seconds
"""

LANE = '<lane id="-1" type="driving"><width sOffset="0" a="4" b="0" c="0" d="0"/></lane>'
ROADS = (
    '<OpenDRIVE><header revMajor="1" revMinor="6"/><road id="0" junction="-1" length="300">'
    '<planView><geometry s="0" x="0" y="0" hdg="0" length="300"><line/></geometry></planView>'
    '<lanes><laneSection s="0"><center><lane id="0" type="none"/></center>'
    f"<right>{LANE}</right></laneSection>"
    "</lanes></road></OpenDRIVE>"
)
BOX = (
    '<BoundingBox><Center x="1" y="0" z="0.7"/><Dimensions width="2" length="4" height="1.4"/>'
    '</BoundingBox><Performance maxSpeed="70" maxAcceleration="4" maxDeceleration="8"/><Axles>'
    '<FrontAxle maxSteering="0.5" wheelDiameter="0.6" trackWidth="1.6" positionX="2.8" '
    'positionZ="0.3"/><RearAxle maxSteering="0" wheelDiameter="0.6" trackWidth="1.6" '
    'positionX="0" positionZ="0.3"/></Axles>'
)
ENTITY = (
    '<ScenarioObject name="{}"><Vehicle name="car" vehicleCategory="car">'
    f"{BOX}</Vehicle></ScenarioObject>"
)
SPEED = (
    "<PrivateAction><LongitudinalAction><SpeedAction><SpeedActionDynamics "
    'dynamicsShape="{}" value="{}" dynamicsDimension="time"/><SpeedActionTarget>'
    '<AbsoluteTargetSpeed value="{}"/></SpeedActionTarget></SpeedAction></LongitudinalAction>'
    "</PrivateAction>"
)
STARTS = (
    '<Private entityRef="{}"><PrivateAction><TeleportAction><Position><LanePosition roadId="0" '
    'laneId="-1" s="{}"/></Position></TeleportAction></PrivateAction>{}</Private>'
)
# Both at 15 m/s, 40 m from each other; the other brakes to 5 m/s within 2 s. It ends at 3 s.
OPENSCENARIO = (
    '<OpenSCENARIO><FileHeader revMajor="1" revMinor="2" author="" date="" description=""/>'
    '<CatalogLocations/><RoadNetwork><LogicFile filepath="roads.xodr"/></RoadNetwork><Entities>'
    f"{ENTITY.format('Ego')}{ENTITY.format('Other')}</Entities><Storyboard><Init><Actions>"
    f"{STARTS.format('Ego', 10, SPEED.format('step', 0, 15))}"
    f"{STARTS.format('Other', 50, SPEED.format('step', 0, 15) + SPEED.format('linear', 2, 5))}"
    '</Actions></Init><StopTrigger><ConditionGroup><Condition name="c" delay="0" '
    'conditionEdge="none"><ByValueCondition><SimulationTimeCondition value="3" '
    'rule="greaterOrEqual"/></ByValueCondition></Condition></ConditionGroup></StopTrigger>'
    "</Storyboard></OpenSCENARIO>"
)


def table(path: Path) -> list:
    with path.open() as file:
        return [
            {
                name: float(value) if re.match(r"-?[0-9.]", value) else value
                for name, value in row.items()
            }
            for row in csv.DictReader(file)
        ]


class Run:
    """One launch to its end, and its results."""

    def __init__(self, file: str, **arguments: object) -> None:
        launched = Launched(file, {"rtf": 0, **arguments})
        try:
            launched.ended(200.0)
            self.output, self.failure, self.summary = (
                launched.output,
                launched.failure,
                launched.summary,
            )
            path = launched.run_folder / "scenario.json"
            self.result = json.loads(path.read_text()) if path.exists() else {}
            self.files = {
                name: (launched.run_folder / name).read_bytes()
                for name in ("records.csv", "objects.csv")
                if path.exists()
            }
            self.records, self.objects = (
                table(launched.run_folder / name) if path.exists() else []
                for name in ("records.csv", "objects.csv")
            )
        finally:
            launched.close()


def step_out(**arguments: object) -> Run:
    return Run(
        "step_out.launch", **{"warm_up": 0, "params": STEP_OUT, "stay": "false", **arguments}
    )


def walk(**arguments: object) -> Run:
    return Run("scenario.launch", **arguments)


class SceneDynamicTest(unittest.TestCase):
    def _folder(self) -> Path:
        folder = Path(tempfile.mkdtemp(prefix="sim_test_programs_"))
        self.addCleanup(shutil.rmtree, folder)
        return folder

    def _until_running(self, launched: Launched) -> None:
        launched.said("3 objects")
        begun = ("rostopic", "echo", "-n", "1", "--filter", "m.clock.secs >= 1", "/clock")
        self.assertIn("secs: 1", launched.run(*begun))

    @slow_on_gazebo
    def test_a_scenario_of_openscenario_runs_to_its_stop_trigger(self) -> None:
        folder = self._folder()
        (folder / "roads.xodr").write_text(ROADS)
        (folder / "brakes.xosc").write_text(OPENSCENARIO)
        words = {"scenario": folder / "brakes.xosc", "trajectories": folder / "out.csv"}
        ran = Ran("scenario.launch", {"rtf": 0, **words})
        self.addCleanup(ran.close)
        ran.ended(200.0)
        self.assertEqual(ran.code, 0, ran.output)
        rows = table(folder / "out.csv")
        self.assertEqual(len(rows), 2 * 31)
        for row in rows:
            t = row["t"]
            if row["entity"] == "Other":
                speed = max(15.0 - 5.0 * t, 5.0)
                way = 15.0 * t - 2.5 * t * t if t < 2.0 else 20.0 + 5.0 * (t - 2.0)
                self.assertAlmostEqual(row["speed"], speed, delta=0.01)
                self.assertAlmostEqual(row["x"], 50.0 + way, delta=0.01)
                self.assertAlmostEqual(row["y"], -2.0, delta=0.01)
        egos = [row for row in rows if row["entity"] == "Ego"]
        self.assertEqual((egos[0]["x"], egos[0]["speed"]), (10.0, 15.0))
        self.assertGreater(egos[5]["speed"], 14.5, "it begins at its speed")
        self.assertLess(egos[-1]["speed"], 14.0, "its driver sees the other brake")

    def test_a_pedestrian_steps_out_and_the_ego_brakes(self) -> None:
        run = step_out()
        self.assertEqual(run.result.get("status"), "completed", run.output)
        self.assertEqual(run.failure, "")
        rows = run.records
        off = next(
            number
            for number, row in enumerate(rows)
            if abs(row["pedestrian_position.x"] - rows[0]["pedestrian_position.x"]) > 0.01
        )
        before = rows[off]["ego_speed"]
        slowest = min(row["ego_speed"] for row in rows[off:])
        self.assertGreater(before, 5.0)
        self.assertLess(slowest, 0.5 * before, "the driver sees the pedestrian")
        self.assertGreater(min(row["gap"] for row in rows), 0.3)
        walked = max(
            math.hypot(
                row["pedestrian_position.x"] - rows[0]["pedestrian_position.x"],
                row["pedestrian_position.y"] - rows[0]["pedestrian_position.y"],
            )
            for row in rows
        )
        self.assertAlmostEqual(walked, 3.0, delta=0.01)
        speeds = [row["speed"] for row in run.objects if row["name"] == "pedestrian"]
        self.assertAlmostEqual(max(speeds), 2.0, places=6)
        self.assertRegex(run.output, "pedestrian is back on the road")
        self.assertGreaterEqual(run.summary["vehicles_max"], 300)
        self.assertEqual(run.summary["ego_collisions"], 0)

    @slow_on_gazebo
    def test_a_violated_requirement_fails_the_run_and_is_named(self) -> None:
        run = walk(params="{farthest: 3.0, speed: 1.0}")
        self.assertEqual(
            (run.result["status"], run.result["requirement"]),
            ("violated", "stays_near"),
            run.output,
        )
        self.assertIn("stays_near", run.failure)
        self.assertIn(f"line {run.result['line']}", run.failure)
        # The pedestrian walks from (0, -2) along +x: 3 m from the lamp at x = sqrt(5).
        self.assertAlmostEqual(
            run.result["duration"], math.ceil(math.sqrt(5.0) / 0.05) * 0.05, delta=0.051
        )
        crate = [row for row in run.objects if row["name"] == "crate"]
        self.assertGreater(crate[-1]["x"], 2.2)

    @slow
    def test_one_seed_gives_one_run_to_the_last_bit(self) -> None:
        first, again, other = walk(seed=3), walk(seed=3), walk(seed=4)
        self.assertEqual(first.result["status"], "completed", first.output)
        self.assertEqual(first.files, again.files)
        self.assertNotEqual(first.files["objects.csv"], other.files["objects.csv"])

    @slow
    def test_one_seed_gives_one_run_among_traffic(self) -> None:
        first, again = (
            step_out(params="{}", scenario_seed=2),
            step_out(params="{}", scenario_seed=2),
        )
        self.assertTrue(first.result, first.output)
        self.assertEqual(first.result["status"], again.result["status"])
        self.assertEqual(first.files, again.files)

    @slow_on_gazebo
    def test_the_status_stays_on_its_topic_and_objects_go_as_asked(self) -> None:
        launched = Launched(
            "scenario.launch", {"rtf": 0, "stay": "true", "clear": "true", "params": "{speed: 1.6}"}
        )
        try:
            launched.said("completed after")
            status = launched.run("rostopic", "echo", "-n", "1", "/scenario/status")
            self.assertRegex(status, 'status: "?completed')
            self.assertRegex(status, r"records: *\n(?s:.*)gap_at_the_end")
            world = launched.run("rosservice", "call", "/gazebo/get_world_properties")
            self.assertNotIn("pedestrian", world)
            launched.interrupt()
            launched.ended()
            self.assertEqual(launched.failure, "")
        finally:
            launched.close()

    @slow_on_gazebo
    def test_a_reset_simulator_ends_the_run(self) -> None:
        launched = Launched("scenario.launch", {"rtf": 1, "params": "{speed: 1.0}"})
        try:
            self._until_running(launched)
            launched.run("rosservice", "call", "/gazebo/reset_simulation")
            launched.ended(60.0)
            result = json.loads((launched.run_folder / "scenario.json").read_text())
            self.assertEqual(result["status"], "interrupted", launched.output)
            self.assertIn("reset", result["reason"])
        finally:
            launched.close()

    @slow
    def test_a_car_of_the_scenario_is_driven_alike_in_each_run(self) -> None:
        folder = self._folder()
        (folder / "drive.yaml").write_text(
            "models:\n  - {name: ego_car, type: GAZEBO_MODEL, front: x, dynamic_size: False}\n"
        )
        (folder / "drive.scenic").write_text(DRIVE)
        first, again = (
            walk(scenario=folder / "drive.scenic", params="{sped: 4.0}"),
            walk(scenario=folder / "drive.scenic"),
        )
        self.assertIn("the program has no parameter 'sped', and it has no effect", first.output)
        self.assertEqual(first.result.get("status"), "completed", first.output)
        last = first.objects[-1]
        self.assertLess(math.hypot(last["x"] - 12.0, last["y"] - 20.0), 3.5)
        self.assertLess(last["speed"], 0.1)
        self.assertAlmostEqual(max(row["speed"] for row in first.objects), 4.0, delta=0.4)
        self.assertEqual(first.files, again.files)

    @slow
    def test_control_c_ends_a_run_with_what_it_has(self) -> None:
        launched = Launched("scenario.launch", {"rtf": 1, "params": "{speed: 1.0}"})
        try:
            self._until_running(launched)
            launched.interrupt()
            launched.ended()
            result = json.loads((launched.run_folder / "scenario.json").read_text())
            self.assertEqual((result["status"], result["reason"]), ("interrupted", "asked to end"))
            self.assertEqual(launched.failure, "")
            self.assertEqual(launched.tracebacks, [])
        finally:
            launched.close()

    @slow
    def test_a_killed_simulator_ends_the_run(self) -> None:
        launched = Launched("scenario.launch", {"rtf": 1, "params": "{speed: 1.0}"})
        try:
            self._until_running(launched)
            launched.kill(SIMULATOR_PROCESS)
            launched.ended(60.0)
            self.assertEqual(launched.tracebacks, [])
            result = json.loads((launched.run_folder / "scenario.json").read_text())
            self.assertEqual(result["status"], "interrupted")
        finally:
            launched.close()

    @slow_on_gazebo
    def test_mistakes_are_told_in_one_line(self) -> None:
        folder = self._folder()
        (folder / "wrong.yaml").write_text(
            "models:\n  - {name: crate, type: GAZEBO_MODEL, dynamic_size: False}\n"
        )
        (folder / "wrong.scenic").write_text(
            "from gzscenic.model import *\nego = new Crate at 0 @ 0, with existing 'ghost'\n"
        )
        mistakes = [
            (
                {"timestep": 0.0125},
                "timestep: 0.0125 s is not a multiple of the physics step, 0.001 s",
            ),
        ]
        if SLOW_TOO:
            # The library's own tests have it too.
            files = {"scenario": folder / "wrong.scenic", "models": folder / "nothing.yaml"}
            mistakes.append((files, "nothing.yaml"))
        for arguments, said in mistakes:
            run = walk(**arguments)
            self.assertIn(said, run.failure, run.output)
            self.assertNotIn("Traceback", run.output)
            self.assertEqual(run.result, {})
        alone = Alone("scenario.launch", "scenario", {"params": "[1, 2]"})
        self.addCleanup(alone.close)
        alone.ended()
        self.assertIn("params: [1, 2] is not a mapping", alone.failure)
        self.assertNotIn("Traceback", alone.output)
        self.assertFalse((alone.run_folder / "scenario.json").exists())


if __name__ == "__main__":
    rosunit.unitrun("sim", "scene_dynamic", SceneDynamicTest)
