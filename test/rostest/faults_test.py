#!/usr/bin/env python3
"""Faults of a hybrid_merge run.

Each gives one clear line, a failure of ./run, the summary if a run had begun, and leaves nothing
behind.
"""

import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import unittest
import uuid
from pathlib import Path

import rosunit

HERE = Path(os.path.realpath(__file__)).parent
sys.path.insert(0, str(HERE))
from alone import Alone  # noqa: E402
from launched import CORE, MARK, SIMULATOR, Launched, marked, slow, slow_on_embedded, slow_on_gazebo  # noqa: E402
from simulator_client import until  # noqa: E402

from sim.ports import free_port  # noqa: E402
from sim.traffic.backend.host_link import PROGRAM, host_built  # noqa: E402

PACKAGE = HERE.parents[1]
LAUNCH = "hybrid_merge.launch"
SUMO_PROCESS = f"lib/{PROGRAM}" if host_built() else "bin/sumo"
SIMULATOR_PROCESS = {"embedded": "lib/sim/embedded", "gazebo": "bin/gzserver"}[SIMULATOR]
# No warm-up and no hurry: the queues of the demand make the jam.
QUICK = {"warm_up": 0, "rtf": 1}
# Faults are refused before such a warm-up.
LONG = 500000
DEMAND = (PACKAGE / "config" / "demand" / "merge.yaml").read_text()
FILES = {
    "bad.net.xml": '<net><edge id="a"',
    "bad.world": '<sdf version="1.6"><world name="w"><model',
    "bad.yaml": "flows: [{from: In1, to: ",
    "key.yaml": DEMAND.replace("slow_zones", "slow_zone"),
    "type.yaml": DEMAND.replace("seed: 42", "seed: many"),
    "edge.yaml": DEMAND.replace("from: In1", "from: In9"),
    "flow.yaml": DEMAND.replace("from: In1, to: Out", "from: Out, to: In1"),
    "rate.yaml": DEMAND.replace("3000", "90000"),
    "names.yaml": DEMAND + "departures: [{name: ego, type: car, from: In1, to: Out, depart: 5}]\n",
    "drivers.yaml": "drivers: [{class: nope}]",
    "parameter.yaml": "drivers: [{class: gap_maker, parameters: {sigth: 30}}]",
}
# Name: node that refuses; arguments, with {} for the folder of FILES; message of each fatal line.
REFUSED = {
    "missing_net": ("traffic_bridge", {"net": "{}/none.net.xml"}, r"none\.net\.xml: no such file"),
    "malformed_net": (
        "traffic_bridge",
        {"net": "{}/bad.net.xml"},
        r"bad\.net\.xml:1: malformed XML",
    ),
    "missing_world": ("gazebo", {"world": "{}/none.world"}, r"none\.world: no such file"),
    "malformed_world": ("gazebo", {"world": "{}/bad.world"}, r"bad\.world:1: not well-formed XML"),
    "missing_model": (
        "spawn_ego",
        {"ego_model": "nope"},
        r"model 'nope' not found; searched .*GAZEBO_MODEL_PATH",
    ),
    "missing_demand": ("traffic_bridge", {"demand": "{}/none.yaml"}, r"none\.yaml: cannot be read"),
    "malformed_demand": (
        "traffic_bridge",
        {"demand": "{}/bad.yaml"},
        r"bad\.yaml:1: malformed YAML",
    ),
    "unknown_key": (
        "traffic_bridge",
        {"demand": "{}/key.yaml"},
        r"key\.yaml: unknown key 'slow_zone'; did you mean 'slow_zones'\?",
    ),
    "wrong_type_in_yaml": (
        "traffic_bridge",
        {"demand": "{}/type.yaml"},
        r"type\.yaml: seed: a whole number is needed, not 'many'",
    ),
    "unknown_edge": (
        "traffic_bridge",
        {"demand": "{}/edge.yaml"},
        r"edge\.yaml: flows\[0\]\.from: the network has no edge 'In9'; entries: In1, In2",
    ),
    "impossible_flow": (
        "traffic_bridge",
        {"demand": "{}/flow.yaml"},
        r"flow\.yaml: flows\[0\]: no route leads from 'Out' to 'In1'",
    ),
    "impossible_rate": (
        "traffic_bridge",
        {"demand": "{}/rate.yaml"},
        r"rate\.yaml: flows\[0\]\.vehicles_per_hour: 90000 vehicles/h",
    ),
    "wrong_type_of_argument": (
        "traffic_bridge",
        {"step": "fast"},
        r"/traffic_bridge/step: must be float, not 'fast'",
    ),
    "impossible_period": (
        "traffic_bridge",
        {"detector_period": "0"},
        r"/traffic_bridge/detector_period: 0 s is not above 0",
    ),
    "step_of_no_whole_ms": (
        "traffic_bridge",
        {"step": 0.0333},
        r"/traffic_bridge/step: 0\.0333 s is not a whole number of ms",
    ),
    "lag_of_less_than_a_step": (
        "traffic_bridge",
        {"max_lag": 0.05, "warm_up": LONG},
        r"/traffic_bridge/max_lag: 0\.05 s is below one SUMO step; give 0\.1 s or more",
    ),
    "ego_of_a_vehicles_name": (
        "traffic_bridge",
        {"demand": "{}/names.yaml"},
        r"names\.yaml: departures\[0\]: vehicle 'ego' has the name of an ego",
    ),
    "unknown_driver": (
        "ego_driver",
        {"driver": "nope"},
        r"driver:=nope is not one of: lane_follow, fsm, human, rss, reg157, teleop, stack, none",
    ),
    "unknown_mode": (
        "traffic_bridge",
        {"mode": "nope"},
        r"/traffic_bridge/mode: 'nope' is not one of: follow, lockstep, standalone",
    ),
    "unknown_simulator": (
        "gazebo",
        {"simulator": "nope"},
        r"simulator: 'nope' is not one of: auto, embedded, gazebo",
    ),
    "missing_driver_modules": (
        "traffic_bridge",
        {"drivers": "{}/none.yaml"},
        r"none\.yaml: cannot be read",
    ),
    "unknown_driver_module": (
        "traffic_bridge",
        {"drivers": "{}/drivers.yaml", "warm_up": LONG},
        r"drivers\.yaml: drivers\[0\]\.class: 'nope' is not one of: imperfect_human, "
        r"aggressive_merger",
    ),
    "unknown_parameter_of_a_module": (
        "traffic_bridge",
        {"drivers": "{}/parameter.yaml"},
        r"drivers\[0\]\.parameters: unknown key 'sigth'; did you mean 'sight'\?",
    ),
    "two_egos_of_one_name": ("traffic_bridge", {"ego": "ego,ego"}, r"'ego,ego' names an ego twice"),
    "unknown_lane": ("spawn_ego", {"ego_lane": "In1_9"}, r"has no lane 'In1_9'"),
    "unreachable_destination": (
        "ego_driver",
        {"destination": "In2"},
        r"no route for cars from In1 to In2",
    ),
}


# Refused where one of the others is, too, or, a driver of a wrong name, in a case of Run.
SLOW = (
    "malformed_net",
    "unknown_driver_module",
    "wrong_type_in_yaml",
    "impossible_flow",
    "wrong_type_of_argument",
    "unknown_driver",
    "missing_net",
    "missing_world",
    "malformed_demand",
    "unknown_key",
    "unknown_edge",
    "impossible_rate",
    "step_of_no_whole_ms",
    "lag_of_less_than_a_step",
    "unknown_mode",
    "missing_driver_modules",
    "unknown_parameter_of_a_module",
)
# A fault of each node that ends the whole launch, on one simulator; the others are refused by their
# node alone, which the driver is not before it has a simulator.
WHOLE = ("malformed_world", "missing_demand", "unreachable_destination")
if SIMULATOR == "gazebo":
    WHOLE = ()
# Files read by simulators; the rest is refused by the same nodes with either simulator.
READ_BY_SIMULATORS = ("missing_world", "malformed_world", "missing_model")


class Faults(unittest.TestCase):
    """Starts launches and checks their remains."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = Path(tempfile.mkdtemp(prefix="sim_faults_"))
        for name, text in FILES.items():
            (cls.folder / name).write_text(text)

    @classmethod
    def tearDownClass(cls) -> None:
        shutil.rmtree(cls.folder)

    def launch(self, **arguments: object) -> Launched:
        launched = Launched(LAUNCH, {**QUICK, **arguments})
        self.addCleanup(launched.close)
        return launched

    def node(self, name: str, **arguments: object) -> Alone:
        """Return one node of the launch, without the others."""
        alone = Alone(LAUNCH, name, {**QUICK, **arguments})
        self.addCleanup(alone.close)
        return alone

    def running(self, **arguments: object) -> Launched:
        """Return a launch with its ego in SUMO and a running clock."""
        launched = self.launch(**arguments)
        launched.said(r"ego is coupled")
        launched.said(r"\[INFO\] \[[\d.]+, [1-9]\d*\.\d+\]|[\d.]+ s simulated")
        return launched

    def assert_fails(self, launched: Launched, reason: str) -> None:
        """Check that a launch ends by itself with this reason.

        Fatal lines and the message of ./run contain only the reason.
        """
        launched.ended()
        fatal = re.findall(r"^\[FATAL\].*$", launched.output, re.MULTILINE)
        self.assertTrue(fatal, launched.output)
        for line in [*fatal, *launched.failure.splitlines()]:
            self.assertRegex(line, reason)
        self.assertTrue(launched.failure, launched.output)
        # roslaunch's Ctrl-C may meet another node in Python's own start, which shows a traceback
        # that no node can prevent.
        if "KeyboardInterrupt" not in launched.output:
            self.assertEqual(launched.tracebacks, [])

    def assert_ends_well(self, launched: Launched, status: str) -> None:
        launched.ended()
        self.assertEqual(launched.failure, "", launched.output)
        self.assertEqual(launched.tracebacks, [])
        self.assertNotIn("[FATAL]", launched.output)
        self.assertEqual(launched.summary["status"], status)
        # The jam of the queues; a run that is ended at once has not reached its 300 yet.
        self.assertGreaterEqual(launched.summary["vehicles_max"], 250)


class RefusedAtStart(Faults):
    """Faults before the first step.

    One case for each entry of REFUSED that concerns the simulator.
    """


def _refused(name: str, node: str, arguments: dict, reason: str):
    def case(self: RefusedAtStart) -> None:
        given = {key: str(value).format(self.folder) for key, value in arguments.items()}
        launched = self.launch(**given) if name in WHOLE else self.node(node, **given)
        self.assert_fails(launched, reason)

    return case


for _name, _fault in REFUSED.items():
    if SIMULATOR == "embedded" or _name in READ_BY_SIMULATORS:
        _case = _refused(_name, *_fault)
        setattr(RefusedAtStart, f"test_{_name}", slow(_case) if _name in SLOW else _case)


class MidRun(Faults):
    """Faults of a run that has begun."""

    @slow_on_embedded
    def test_duration_ends_it_well(self) -> None:
        launched = self.launch(duration=5, rtf=0)
        self.assert_ends_well(launched, "ok")
        self.assertEqual(
            (launched.summary["duration_asked_s"], launched.summary["cause"]),
            (5.0, "the end of its duration, 5 s"),
        )
        # roslaunch's words for a required process that ends, whatever its exit code.
        self.assertNotIn("has died", launched.output)
        self.assertAlmostEqual(launched.summary["duration_s"], 5.0, delta=0.15)

    @slow
    def test_ctrl_c_ends_it_well(self) -> None:
        launched = self.running()
        launched.interrupt()
        self.assert_ends_well(launched, "interrupted")

    @slow_on_gazebo
    def test_sumo_killed(self) -> None:
        launched = self.running()
        launched.kill(SUMO_PROCESS)
        self.assert_fails(launched, r"SUMO ended by SIGKILL$")
        self.assertEqual(
            (launched.summary["status"], launched.summary["cause"]),
            ("failed", "SUMO ended by SIGKILL"),
        )

    def test_simulator_killed(self) -> None:
        launched = self.running()
        launched.kill(SIMULATOR_PROCESS)
        self.assert_fails(launched, r"the simulator was killed or has crashed")
        self.assertEqual(
            (launched.summary["status"], launched.summary["cause"]),
            ("failed", "the simulator was killed or has crashed"),
        )

    @slow
    def test_roslaunch_killed(self) -> None:
        launched = self.running()
        self.assertTrue(launched.processes("lib/sim/") and launched.processes(SUMO_PROCESS))
        launched.process.kill()
        launched.process.wait()
        launched.left_nothing(but=CORE)
        self.assertEqual(launched.summary["status"], "interrupted")

    @slow_on_gazebo
    def test_an_ego_that_never_appears_and_one_outside_the_network(self) -> None:
        launched = self.running(ego="ego,ghost", driver="none")
        answer = launched.run(
            "rosservice",
            "call",
            "/gazebo/set_model_state",
            "model_state: {model_name: ego, pose: {position: {x: 400.0, y: 400.0, z: 0.0}, "
            "orientation: {w: 1.0}}}",
        )
        self.assertIn("success: True", answer)
        launched.said(r"\[INFO\].*ego is off the road")
        launched.said(
            r"\[WARN\].*no model ghost in the simulator after 20 s; traffic continues without it"
        )
        diagnostics = launched.run("timeout", "100", "rostopic", "echo", "-n", "2", "/diagnostics")
        for ego, complaint in (
            ("ego", "off the road: traffic cannot see it"),
            ("ghost", "no model ghost in the simulator"),
        ):
            self.assertRegex(
                diagnostics,
                rf'level: 1\s+name: "traffic_bridge: ego {ego}"\s+message: "{complaint}',
            )
        launched.interrupt()
        self.assert_ends_well(launched, "interrupted")
        self.assertGreater(launched.summary["ego_off_road_s"], 0.0)


@unittest.skipUnless((PACKAGE / "run").exists(), "an installed package has no ./run")
class Run(Faults):
    """Exit code and message of ./run."""

    def run_it(self, port: int, *words: str) -> subprocess.CompletedProcess:
        environment = {
            **os.environ,
            "ROS_MASTER_URI": f"http://127.0.0.1:{port}",
            "ROS_HOME": str(self.folder),
        }
        return subprocess.run(
            [str(PACKAGE / "run"), "hybrid_merge", "gui:=false", *words],
            env=environment,
            timeout=300,
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    @slow_on_gazebo
    def test_a_fault_is_an_exit_code(self) -> None:
        ran = self.run_it(free_port(), "driver:=nope")
        self.assertEqual(ran.returncode, 1, ran.stdout)
        self.assertRegex(ran.stdout.splitlines()[-1], r"driver:=nope is not one of: ")

    @slow_on_gazebo
    def test_an_argument_that_there_is_not(self) -> None:
        ran = self.run_it(1, "raduis:=5")
        self.assertEqual(ran.returncode, 1, ran.stdout)
        self.assertEqual(
            ran.stdout.splitlines()[-1],
            "raduis:=5: hybrid_merge has no argument 'raduis'; did you mean 'radius'?",
        )

    @slow_on_embedded
    def test_a_roslaunch_that_is_killed_leaves_nothing(self) -> None:
        mark = uuid.uuid4().hex
        environment = {
            **os.environ,
            MARK: mark,
            "ROS_MASTER_URI": f"http://127.0.0.1:{free_port()}",
            "ROS_HOME": str(self.folder),
        }
        with (self.folder / "killed").open("wb") as output:
            process = subprocess.Popen(
                [
                    str(PACKAGE / "run"),
                    "hybrid_merge",
                    "gui:=false",
                    "warm_up:=0",
                    "rtf:=1",
                    f"simulator:={SIMULATOR}",
                ],
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        try:
            said = (self.folder / "killed").read_text
            with contextlib.suppress(AssertionError):
                until(
                    lambda: (
                        "ego is coupled" in said(errors="replace") or process.poll() is not None
                    ),
                    "ego that is coupled",
                )
            self.assertIn("ego is coupled", said(errors="replace"))
            (roslaunch,) = marked(mark, "sim.ros.launch.launcher")
            os.kill(roslaunch, signal.SIGKILL)
            process.wait(timeout=200.0)
            with contextlib.suppress(AssertionError):
                until(lambda: not marked(mark), "end of all processes")
            self.assertEqual(marked(mark), {}, said(errors="replace"))
            self.assertNotIn("run: killed", said(errors="replace"))
        finally:
            for left in marked(mark):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(left, signal.SIGKILL)
            process.wait()

    @slow_on_gazebo
    def test_compiled_modules_are_no_reason_to_build_again(self) -> None:
        """The results of the build are removed first, in all running programs.

        Other tests may call it too.
        """
        (HERE / "__pycache__").mkdir(exist_ok=True)
        ran = subprocess.run(
            [str(PACKAGE / "run"), "exec", "true"],
            timeout=300,
            check=True,
            stderr=subprocess.PIPE,
            text=True,
        )
        waits = "[setup] another ./run is setting up; this one waits for it"
        self.assertEqual(set(ran.stderr.splitlines()) - {waits}, set())

    @slow_on_gazebo
    def test_commands_run_where_the_user_is(self) -> None:
        ran = subprocess.run(
            [str(PACKAGE / "run"), "exec", "pwd", "-P"],
            cwd=str(self.folder),
            timeout=300,
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.assertEqual(ran.stdout.strip(), str(Path(self.folder).resolve()))

    @slow_on_gazebo
    def test_a_port_taken_by_something_that_is_no_master(self) -> None:
        with socket.socket() as other:
            other.bind(("127.0.0.1", 0))
            other.listen(8)
            port = other.getsockname()[1]
            ran = self.run_it(port)
        self.assertEqual(ran.returncode, 1, ran.stdout)
        self.assertRegex(
            ran.stdout.splitlines()[-1],
            rf"port {port} is taken by a program other than a ROS master; free it or",
        )
        self.assertNotIn("Traceback", ran.stdout)


def everything() -> unittest.TestSuite:
    """Return all cases. rosunit takes one class, or one suite by its name."""
    return unittest.TestSuite(
        map(unittest.defaultTestLoader.loadTestsFromTestCase, (RefusedAtStart, MidRun, Run))
    )


if __name__ == "__main__":
    rosunit.unitrun("sim", "faults", "faults_test.everything")
