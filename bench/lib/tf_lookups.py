"""tf lookups at the present time in a running launch.

A separate node runs beside the merge with 300 vehicles in real time. Half of the lookups are the
ego's base_link, half existing vehicles, drawn from a seed.
"""

from __future__ import annotations

import contextlib
import json
import random
import sys
import time
from pathlib import Path
from typing import Any, Dict, List

from bench.lib.processes import launch
from bench.lib.report import Figure
from bench.lib.scenario import Scenario

VEHICLES = 300
LOOKUPS = 100
LOOKUP_TIMEOUT = 0.2  # s
SEED = 1
DURATION = 30.0  # s
WARM_UP_TIME = 5.0  # s
LOOKUP_PERIOD = 0.15  # s
GOAL = 99.0
POLL = 0.05
NAMES = {
    name: f"tf at now, {LOOKUP_TIMEOUT:g} s of patience, {VEHICLES} vehicles, rtf 1, {name}"
    for name in ("embedded", "gazebo")
}


def missing(simulator: str) -> Figure:
    return Figure(NAMES[simulator], None, "%", GOAL, better="higher")


def measure(scenario: Scenario, simulator: str, folder: Path) -> List[Figure]:
    """Run a launch of some seconds; return the node's result."""
    found = folder / f"tf_{simulator}.json"
    command = [sys.executable, "-m", "bench.lib.tf_lookups", str(found)]
    output = launch(scenario, DURATION, simulator, beside=command, real_time_factor=1.0).output
    if not found.is_file():
        lines = [line for line in output.splitlines() if "Error" in line or "WARN" in line]
        raise RuntimeError(f"the node that looks up frames has not ended: {lines[-3:]}")
    result = json.loads(found.read_text(encoding="utf-8"))
    rate = 100.0 * result["found"] / result["asked"]
    note = f"{result['found']} of {result['asked']}; longest wait {1e3 * result['longest']:.3g} ms"
    return [Figure(NAMES[simulator], rate, "%", GOAL, better="higher", note=note)]


def ask() -> Dict[str, float]:
    """Look up frames in the surrounding launch."""
    import rospy
    import tf2_ros

    from sim.msg import TrafficVehicles
    from sim.ros.states_text import StatesText

    names: Dict[int, str] = {}
    present: List[int] = []

    def take_names(message: Any) -> None:
        names.update(zip(message.id, message.name))

    def take_state(message: StatesText) -> None:
        present[:] = message.state().id.tolist()

    rospy.Subscriber("/traffic/vehicles", TrafficVehicles, take_names)
    rospy.Subscriber("/traffic/states", StatesText, take_state, tcp_nodelay=True)
    buffer = tf2_ros.Buffer()
    tf2_ros.TransformListener(buffer)
    draw = random.Random(SEED)
    rospy.sleep(WARM_UP_TIME)
    while not any(one in names for one in list(present)):
        rospy.sleep(LOOKUP_PERIOD)
    found, longest = 0, 0.0
    for number in range(LOOKUPS):
        known = [one for one in list(present) if one in names]
        frame = "ego/base_link" if number % 2 else f"traffic/{names[draw.choice(known)]}"
        now = rospy.Time.now()
        try:
            buffer.lookup_transform("world", frame, now, rospy.Duration(LOOKUP_TIMEOUT))
            found += 1
        except tf2_ros.TransformException as error:
            rospy.logwarn("%s: %s", frame, error)
        longest = max(longest, (rospy.Time.now() - now).to_sec())
        rospy.sleep(LOOKUP_PERIOD)
    return {"asked": LOOKUPS, "found": found, "longest": longest}


def wait_for_clock() -> None:
    """Wait until the launch has set simulated time.

    A node reads that once, at its start.
    """
    import rosgraph

    master = rosgraph.Master("/tf_lookups")
    while True:
        # The master may not run yet, or lack the parameter.
        with contextlib.suppress(OSError, rosgraph.MasterException):
            if master.getParam("/use_sim_time"):
                return
        time.sleep(POLL)


def main() -> None:
    import rospy

    wait_for_clock()
    rospy.init_node("tf_lookups")
    result = ask()
    Path(sys.argv[1]).write_text(json.dumps(result), encoding="utf-8")
    rospy.spin()


if __name__ == "__main__":
    main()
