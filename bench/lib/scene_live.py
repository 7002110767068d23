"""Time to respawn a scene of 30 objects, 5 of them moved.

The simulator runs on at real time.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Dict, List

from bench.lib.processes import end_launch
from bench.lib.report import Figure, attempt, of_samples
from sim.ports import free_port
from sim.process import end_child, start_child

OBJECTS = 30
MOVED_OBJECTS = 5
RUNS = 40
RESPAWN_GOAL = 50.0  # ms
FIGURE = f"live respawn of a {OBJECTS}-object scene where {MOVED_OBJECTS} objects moved"
SIZES = {
    "crate": (0.6, 0.6, 0.6),
    "cone": (0.36, 0.36, 0.7),
    "barrier": (2.0, 0.6, 1.0),
    "table": (1.5, 0.8, 1.015),
    "cafe_table": (0.913, 0.913, 0.775),
}
OUTPUT = "SIM_BENCH_CHILD_OUTPUT"
LAUNCH = """<launch>
  <param name="use_sim_time" value="true"/>
  <include file="$(find sim)/launch/include/run_simulator.launch">
    <arg name="simulator" value="{simulator}"/>
    <arg name="world" value="$(find sim)/worlds/yard.world"/>
  </include>
  <node name="scene_spawner" pkg="sim" type="scene_spawner" output="screen"/>
</launch>
"""


def figures(gazebo: bool = True) -> List[Figure]:
    """Measure the embedded simulator (goal) and Gazebo (for information)."""
    found = attempt(
        lambda: _figures("embedded", RESPAWN_GOAL),
        Figure(f"{FIGURE}, embedded", None, "ms", RESPAWN_GOAL),
    )
    if gazebo:
        found += attempt(lambda: _figures("gazebo", None), Figure(f"{FIGURE}, Gazebo", None, "ms"))
    return found


def _figures(simulator: str, goal) -> List[Figure]:
    found, title = _measured(simulator), simulator if simulator == "embedded" else "Gazebo"
    return [
        of_samples(
            f"{FIGURE}, {title}",
            found["respawn"],
            "ms",
            goal,
            note=f"from the service's request with the manifest to its answer, {RUNS} times; the "
            f"simulator's part {_median(found['change']):.1f} ms",
        ),
        Figure(f"spawn of that scene, {title}", found["spawn"], "s"),
    ]


def _median(values: List[float]) -> float:
    return sorted(values)[len(values) // 2]


def _measured(simulator: str) -> Dict:
    """Return the child process's result on a separate launch."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder, open(Path(folder) / "output.txt", "w+b") as log:
        file, output = Path(folder) / "live.launch", Path(folder) / "found.json"
        file.write_text(LAUNCH.format(simulator=simulator))
        environment = {
            **os.environ,
            "ROS_MASTER_URI": f"http://127.0.0.1:{port}/",
            "ROS_HOSTNAME": "127.0.0.1",
            "ROS_HOME": folder,
            OUTPUT: str(output),
        }
        launch = start_child(["roslaunch", "-p", str(port), str(file)], log, environment)
        try:
            child = start_child([sys.executable, "-m", __spec__.name], log, environment)
            try:
                child.wait(240.0)
            finally:
                end_child(child)
        finally:
            end_launch(launch)
        if not output.is_file():
            log.seek(0)
            raise RuntimeError(" | ".join(log.read().decode(errors="replace").splitlines()[-6:]))
        return json.loads(output.read_text())


def _child() -> None:
    """Spawn the scene and change it repeatedly, in the child process."""
    import rospy

    from sim.msg import SceneSource
    from sim.srv import SceneRespawn, SceneSpawn

    rospy.init_node("bench_scene_live")
    rospy.wait_for_service("/scene_spawner/respawn", 120.0)
    rospy.wait_for_service("/gazebo/spawn_sdf_model", 120.0)
    spawn, respawn = (
        rospy.ServiceProxy(f"/scene_spawner/{name}", kind, persistent=True)
        for name, kind in (("spawn", SceneSpawn), ("respawn", SceneRespawn))
    )
    began = time.perf_counter()
    answer = spawn(SceneSource(manifest=_manifest(0, 0)), True)
    found = {"spawn": time.perf_counter() - began, "respawn": [], "change": []}
    assert answer.success, answer.status_message
    for run in range(1, RUNS + 1):
        source = SceneSource(manifest=_manifest(run % 2 * MOVED_OBJECTS, run))
        began = time.perf_counter()
        answer = respawn(source, False)
        found["respawn"].append(1e3 * (time.perf_counter() - began))
        found["change"].append(1e3 * answer.seconds)
        assert (
            answer.success
            and len(answer.moved) == MOVED_OBJECTS
            and answer.unchanged == OBJECTS - MOVED_OBJECTS
        ), answer.status_message
        time.sleep(0.1)
    Path(os.environ[OUTPUT]).write_text(json.dumps(found))


def _manifest(moved: int, seed: int) -> str:
    """Return a grid of five kinds of objects.

    The first ``moved`` stand half a metre further.
    """
    from sim.scenes import manifest
    from sim.scenes.scene import Scene, SceneObject

    kinds, objects = list(SIZES), []
    for number in range(OBJECTS):
        kind = kinds[number % len(kinds)]
        x, y, yaw = (
            3.0 * (number % 6) - 8.0 + (0.5 if number < moved else 0.0),
            3.0 * (number // 6) - 6.0,
            0.2 * number,
        )
        objects.append(
            SceneObject(
                f"{kind}_{number}",
                kind,
                False,
                (x, y, SIZES[kind][2] / 2),
                (0.0, 0.0, yaw),
                (x, y, 0.0, 0.0, 0.0, yaw),
                SIZES[kind],
            )
        )
    return manifest.dumps(Scene("bench.scenic", seed, "2D", tuple(objects)))


if __name__ == "__main__":
    if OUTPUT in os.environ:
        _child()
    else:
        for figure in figures():
            print(figure.row(), figure.note or figure.why)
