"""Sensors on Gazebo through ``libsim_sensors.so``, against gzserver's own rate for the same sensor with nothing else loaded.

Both are asked for a measurement in each step of 1 ms and run as fast as they can; rates are in Hz of wall time. Ours are counted by a
subscriber of the ROS topic, gzserver's in gzserver itself, where nobody receives them. Needs the target ``sim_sensor_rate`` of the build folder.
"""
from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path
from typing import Any, Dict, List

import numpy as np

import _gazebo_plugin
from _on_simulator import Child, run_child
from _report import Figure, of_samples
from sim.gazebo.display import start_xvfb
from sim.process import end_child

PLUGIN, GOAL, TURNS, SECONDS, PATIENCE = "sim_sensor_rate", 0.95, 3, 6.0, 120.0
TOPIC = "SIM_BENCH_TOPIC"
CAMERA = ("<camera><horizontal_fov>1.2</horizontal_fov><image><width>640</width><height>480</height></image><clip><near>0.1</near><far>300</far></clip>"
          "</camera>")
FAN = ("<ray><scan><horizontal><samples>1800</samples><min_angle>-3.1416</min_angle><max_angle>3.1416</max_angle></horizontal><vertical><samples>16</samples>"
       "<min_angle>-0.2618</min_angle><max_angle>0.2618</max_angle></vertical></scan><range><min>0.5</min><max>100</max></range></ray>")
# Name of a sensor: its type, topic, description.
SENSORS = {"camera 640x480": ("camera", "image_raw", CAMERA), "16 x 1800 rays": ("ray", "points", FAN)}


def world(kind: str, description: str, plugin: str = "") -> str:
    """Ground, 100 boxes of a car's size around a sensor, as fast as possible."""
    rng = np.random.default_rng(0)
    boxes = "".join(
        f'<model name="box_{k}"><static>1</static><pose>{x:.2f} {y:.2f} 0.75 0 0 {yaw:.2f}</pose><link name="link">' + "".join(
            f'<{part} name="hull"><geometry><box><size>4.6 1.8 1.5</size></box></geometry></{part}>' for part in ("collision", "visual"))
        + "</link></model>" for k, (x, y, yaw) in enumerate(rng.uniform((-80, -80, -3), (80, 80, 3), (100, 3))) if abs(x) + abs(y) > 5.0)
    ground = "".join(f'<{part} name="plane"><geometry><plane><normal>0 0 1</normal><size>200 200</size></plane></geometry></{part}>'
                     for part in ("collision", "visual"))
    return (f'<sdf version="1.6"><world name="bench"><physics type="ode"><max_step_size>0.001</max_step_size><real_time_update_rate>0</real_time_update_rate>'
            f'</physics><scene><shadows>0</shadows></scene><light name="sun" type="directional"><direction>0.4 0.3 -0.87</direction></light>'
            f'<model name="ground"><static>1</static><link name="link">{ground}</link></model>{boxes}<model name="rig"><static>1</static><pose>0 0 1.8 0 0 0</pose>'
            f'<link name="link"><sensor name="one" type="{kind}"><update_rate>1000</update_rate>{description}</sensor></link></model>{plugin}</world></sdf>')


def own_rate(kind: str, description: str) -> float:
    """What gzserver does by itself."""
    with tempfile.TemporaryDirectory() as folder:
        server, display = start_xvfb(folder)
        try:
            text, log = _gazebo_plugin.run(lambda result: world(kind, description, (
                f'<plugin name="rate" filename="{_gazebo_plugin.file_of(PLUGIN)}"><sensor>one</sensor><seconds>{SECONDS:g}</seconds>'
                f"<output>{result}</output></plugin>")), PATIENCE, {"DISPLAY": display})
        finally:
            end_child(server)
    if not text:
        raise RuntimeError("gzserver measured nothing: " + " | ".join(log.splitlines()[-5:]))
    return float(text)


def our_rate(kind: str, topic: str, description: str) -> float:
    """What comes on the sensor's topic."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "bench.world")
        path.write_text(world(kind, description), encoding="utf-8")
        os.environ[TOPIC] = f"/rig/one/{topic}"
        try:
            return run_child(__file__, "gazebo", path)["rate"]
        finally:
            del os.environ[TOPIC]


def hear(_: Child) -> Dict[str, Any]:
    """The rate of a topic once it flows."""
    import rospy
    from std_srvs.srv import Empty
    heard: List[float] = []
    subscriber = rospy.Subscriber(os.environ[TOPIC], rospy.AnyMsg, lambda message: heard.append(time.monotonic()), buff_size=2 ** 24, tcp_nodelay=True)
    rospy.ServiceProxy("/gazebo/unpause_physics", Empty)()
    end = time.monotonic() + PATIENCE
    while (len(heard) < 6 or heard[-1] - heard[5] < SECONDS) and time.monotonic() < end:
        time.sleep(0.05)
    times = list(heard)[5:]
    subscriber.unregister()
    return {"rate": (len(times) - 1) / (times[-1] - times[0])}


def figures() -> List[Figure]:
    """A ratio for each sensor, measured in turns."""
    _gazebo_plugin.check(PLUGIN)
    found = []
    for name, (kind, topic, description) in SENSORS.items():
        pairs = [(our_rate(kind, topic, description), own_rate(kind, description)) for _ in range(TURNS)]
        ours, own = np.array(pairs).T
        note = f"{TURNS} gzservers each, in turns; wall time, 100 boxes; ours {np.median(ours):.3g} Hz, gzserver's own {np.median(own):.3g} Hz"
        found.append(of_samples(f"libsim_sensors against gzserver's own rate, {name}", ours / own, "x", GOAL, better="higher", note=note))
    return found


if __name__ == "__main__":
    Child.main(hear)
