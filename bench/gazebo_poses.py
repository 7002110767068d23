"""What traffic costs in gzserver's physics thread: runs the plugin of ``gazebo/bench`` in a gzserver per number of vehicles.

``python3 bench/gazebo_poses.py 300 1000`` prints a JSON object per number. Needs ``libsim_pose_bench.so`` (``make sim_pose_bench``
in the build folder). Times in s.
"""
from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Dict

from sim.gazebo import environment, installation
from sim.process import end_child, start_child

PLUGIN = "libsim_pose_bench.so"
SPARE = 50
PATIENCE = 300.0
HULL = ("<link name='base_link'>{}</link>".format("".join(
    f"<{part} name='{part}'><pose>0 0 0.75 0 0 0</pose><geometry><box><size>4.6 1.8 1.5</size></box></geometry></{part}>"
    for part in ("collision", "visual"))))


def measure(vehicles: int, step: float = 0.001) -> Dict[str, Any]:
    """One gzserver with ``vehicles`` in motion and 50 more in the pool; the keys are explained by :func:`explain`."""
    with tempfile.TemporaryDirectory() as folder:
        world, result = Path(folder, "bench.world"), Path(folder, "result.json")
        world.write_text(_world(vehicles, step, result), encoding="utf-8")
        found = installation.find(os.environ)
        settings = environment.server_environment(found, {**os.environ, "HOME": folder}, environment.master_port({}))
        with open(Path(folder, "log"), "w+b") as log:
            server = start_child([str(found.gzserver), str(world)], log, {**settings, "DISPLAY": ""})
            try:
                server.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                pass
            finally:
                end_child(server)
            if not result.exists():
                log.seek(0)
                raise RuntimeError(f"gzserver measured nothing: {log.read().decode(errors='replace')[-2000:]}")
        return json.loads(result.read_text(encoding="utf-8"))


def explain(measured: Dict[str, Any]) -> Dict[str, float]:
    """The figures of the issue."""
    return {
        "poses, ours over bare": measured["ours_with_message"] / measured["bare"],
        "poses between messages, ours over bare": measured["ours_between_messages"] / measured["bare"],
        "step cost, paper over ours": measured["paper_step"] / measured["ours_step_mean"],
        "time to appear, factory over pool (50 at once, each)": measured["appear_factory"] / (measured["appear_pool"] / measured["spare"]),
        "time to appear, one by the factory over all 50 by the pool": measured["appear_factory"] / measured["appear_pool"],
        "stall as 50 enter, ms": 1e3 * (measured["enter_longest_step"] - measured["enter_median_step"]),
        "stall per model as the pool grows, ms": 1e3 * (measured["grow_step"] - measured["grow_median_step"]),
        "real-time factor of stock physics": measured["step"] / measured["stock_step"],
        "real-time factor of ours": measured["step"] / measured["ours_step"],
    }


def _world(vehicles: int, step: float, result: Path) -> str:
    parked = "".join(f"<model name='traffic_pool_0_{k}'><static>true</static><pose>{45 * (k % 40)} {8 * (k // 40)} -1000 0 0 0</pose>{HULL}</model>\n"
                     for k in range(vehicles + SPARE))
    ground = ("<link name='link'><collision name='c'><geometry><plane><normal>0 0 1</normal><size>5000 5000</size></plane></geometry>"
              "</collision></link>")
    return f"""<sdf version='1.6'><world name='default'>
<physics type='ode'><max_step_size>{step}</max_step_size><real_time_update_rate>0</real_time_update_rate></physics>
<model name='ground_plane'><static>true</static>{ground}</model>
<model name='ego'><pose>0 -20 1 0 0 0</pose>{HULL}</model>
{parked}<plugin name='bench' filename='{PLUGIN}'><vehicles>{vehicles}</vehicles><spare>{SPARE}</spare><output>{result}</output></plugin>
</world></sdf>
"""


if __name__ == "__main__":
    for count in map(int, sys.argv[1:] or ["300", "1000", "3000"]):
        said = measure(count)
        print(json.dumps({"measured": said, "figures": explain(said)}, indent=1), flush=True)
