"""Sensors of ``libsim_sensors.so`` on Gazebo against gzserver's own rate.

Both measure in each step of 1 ms, as fast as they can, with nothing else loaded; rates are in Hz of
wall time, as one process receives them: ours a subscriber of the ROS topic, gzserver's ``gz topic
--hz``.
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any, Dict, List

import numpy as np

from bench.lib.on_simulator import Child, run_child
from bench.lib.report import Figure, of_samples
from sim.gzserver import environment, installation
from sim.gzserver.display import start_xvfb
from sim.process import end_child, start_child

RATE_GOAL = 0.95
TURNS = 3
MEASURING_TIME = 6.0  # s
TIMEOUT = 120.0  # s
# Of wall time until gzserver measures.
START = 10.0
TOPIC = "SIM_BENCH_TOPIC"
CAMERA = (
    "<camera><horizontal_fov>1.2</horizontal_fov><image><width>640</width><height>480</height></image><clip><near>0.1</near><far>300</far></clip>"
    "</camera>"
)
FAN = (
    "<ray><scan><horizontal><samples>1800</samples><min_angle>-3.1416</min_angle><max_angle>3.1416</max_angle></horizontal><vertical><samples>16</samples>"
    "<min_angle>-0.2618</min_angle><max_angle>0.2618</max_angle></vertical></scan><range><min>0.5</min><max>100</max></range></ray>"
)
# Name of a sensor: its type, our topic, gzserver's, description.
SENSORS = {
    "camera 640x480": ("camera", "image_raw", "image", CAMERA),
    "16 x 1800 rays": ("ray", "points", "scan", FAN),
}


def world(kind: str, description: str) -> str:
    """Return a world of ground and 100 car-sized boxes around a sensor."""
    rng = np.random.default_rng(0)
    boxes = "".join(
        f'<model name="box_{k}"><static>1</static><pose>{x:.2f} {y:.2f} 0.75 0 0 '
        f'{yaw:.2f}</pose><link name="link">'
        + "".join(
            f'<{part} name="hull"><geometry><box><size>4.6 1.8 1.5</size></box></geometry></{part}>'
            for part in ("collision", "visual")
        )
        + "</link></model>"
        for k, (x, y, yaw) in enumerate(rng.uniform((-80, -80, -3), (80, 80, 3), (100, 3)))
        if abs(x) + abs(y) > 5.0
    )
    ground = "".join(
        f'<{part} name="plane"><geometry><plane><normal>0 0 1</normal><size>200 '
        f"200</size></plane></geometry></{part}>"
        for part in ("collision", "visual")
    )
    return (
        '<sdf version="1.6"><world name="bench"><physics '
        'type="ode"><max_step_size>0.001</max_step_size><real_time_update_rate>0</real_time_update_rate>'
        '</physics><scene><shadows>0</shadows></scene><light name="sun" '
        'type="directional"><direction>0.4 0.3 -0.87</direction></light>'
        '<model name="ground"><static>1</static><link '
        f'name="link">{ground}</link></model>{boxes}<model name="rig"><static>1</static><pose>0 0 '
        "1.8 0 0 0</pose>"
        '<link name="link"><sensor name="one" '
        f'type="{kind}"><update_rate>1000</update_rate>{description}</sensor></link></model></world></sdf>'
    )


def own_rate(kind: str, topic: str, description: str) -> float:
    """Return gzserver's own rate, measured by its tool."""
    found = installation.find(os.environ)
    with tempfile.TemporaryDirectory() as folder, open(Path(folder, "log"), "w+b") as log:
        path = Path(folder, "bench.world")
        path.write_text(world(kind, description), encoding="utf-8")
        base = {**os.environ, "HOME": folder}
        xvfb, display = start_xvfb(folder)
        variables = {
            **environment.server_environment(found, base, environment.master_port({})),
            "DISPLAY": display,
        }
        server = start_child([str(found.gzserver), str(path)], log, variables)
        try:
            return _heard(
                f"/gazebo/bench/rig/link/one/{topic}", str(found.usr / "bin" / "gz"), variables
            )
        finally:
            end_child(server)
            end_child(xvfb)


def _heard(topic: str, gz: str, variables: Dict[str, str]) -> float:
    """Return the median rate of gz, from half of its output.

    It is the second half; gz ends at once while gzserver lacks a master.
    """
    end, said = time.monotonic() + TIMEOUT, ""
    while time.monotonic() < end:
        said = subprocess.run(
            [gz, "topic", "-z", topic, "-d", f"{START + MEASURING_TIME:g}"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=variables,
            text=True,
            timeout=TIMEOUT,
            check=False,
        ).stdout
        rates = [float(number) for number in re.findall(r"Hz: *([\d.]+)", said)]
        if len(rates) >= 2:
            return float(np.median(rates[len(rates) // 2 :]))
        time.sleep(0.5)
    raise RuntimeError(f"gz heard nothing of {topic}: {said[-200:]}")


def our_rate(kind: str, topic: str, description: str) -> float:
    """Return the rate of the sensor's topic."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "bench.world")
        path.write_text(world(kind, description), encoding="utf-8")
        os.environ[TOPIC] = f"/rig/one/{topic}"
        try:
            return run_child(__spec__.name, "gazebo", path)["rate"]
        finally:
            del os.environ[TOPIC]


def hear(_: Child) -> Dict[str, Any]:
    """Return the rate of a topic once it flows."""
    import rospy
    from std_srvs.srv import Empty

    heard: List[float] = []
    subscriber = rospy.Subscriber(
        os.environ[TOPIC],
        rospy.AnyMsg,
        lambda message: heard.append(time.monotonic()),
        buff_size=2**24,
        tcp_nodelay=True,
    )
    rospy.ServiceProxy("/gazebo/unpause_physics", Empty)()
    end = time.monotonic() + TIMEOUT
    while (len(heard) < 6 or heard[-1] - heard[5] < MEASURING_TIME) and time.monotonic() < end:
        time.sleep(0.05)
    times = list(heard)[5:]
    subscriber.unregister()
    return {"rate": (len(times) - 1) / (times[-1] - times[0])}


def figure_name(sensor: str) -> str:
    return f"libsim_sensors against gzserver's own rate, {sensor}"


def figures() -> List[Figure]:
    """Return a ratio for each sensor, measured in turns."""
    found = []
    for name, (kind, ours, own, description) in SENSORS.items():
        pairs = [
            (our_rate(kind, ours, description), own_rate(kind, own, description))
            for _ in range(TURNS)
        ]
        ros, gazebo = np.array(pairs).T
        note = (
            f"{TURNS} gzservers each, in turns; wall time, 100 boxes; ours "
            f"{np.median(ros):.3g} Hz, gzserver's own {np.median(gazebo):.3g} Hz"
        )
        found.append(
            of_samples(figure_name(name), ros / gazebo, "x", RATE_GOAL, better="higher", note=note)
        )
    return found


if __name__ == "__main__":
    Child.main(hear)
