"""Cost of traffic in gzserver's physics thread, by the plugin of ``gazebo/bench``.

It measures this package's traffic, bare calls of Gazebo and the paper's scheme (its plugin looks
each model's transform up in tf and sets its pose in each physics step; vehicles are spawned by the
factory, one after the other), with one gzserver per number of vehicles. Times in s, no rendering.
Needs the target ``sim_pose_bench`` of the build folder.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Callable, Dict, List

from bench.lib import gazebo_plugin
from bench.lib.report import Figure, of_samples

PLUGIN = "sim_pose_bench"
SPARE_MODELS = 50
HEADS = 200
PATIENCE = 180.0
POSES_GOAL = 1.2  # ratio
STEP_COST_GOAL = 5.0  # ratio
APPEARANCE_GOAL = 1000.0  # ratio
STALL_GOAL = 5.0  # ms
GROWTH_GOAL = 30.0  # ms
HULL = "<link name='base_link'>{}</link>".format(
    "".join(
        f"<{part} name='{part}'><pose>0 0 0.75 0 0 0</pose><geometry><box><size>4.6 1.8 "
        f"1.5</size></box></geometry></{part}>"
        for part in ("collision", "visual")
    )
)


def measure(vehicles: int) -> Dict[str, Any]:
    """Measure one gzserver at 1 ms a step.

    It has ``vehicles`` in motion and 50 more in the pool.
    """
    gazebo_plugin.check(PLUGIN)
    text, log = gazebo_plugin.run(lambda result: _world(vehicles, result), PATIENCE)
    if not text:
        raise RuntimeError("gzserver measured nothing: " + " | ".join(log.splitlines()[-5:]))
    return json.loads(text)


def figures(runs: List[Dict[str, Any]], vehicles: int) -> List[Figure]:
    """Return the figures of some runs with a number of vehicles."""
    moved, entered, grown = (
        int(min(run[key] for run in runs)) for key in ("paper_moved", "entered", "grown")
    )
    if moved != vehicles or entered != SPARE_MODELS or grown < 1:
        raise RuntimeError(
            f"with {vehicles} vehicles the paper's scheme moved {moved}; {entered} of "
            f"{SPARE_MODELS} "
            f"entered, {grown} were added"
        )

    def figure(
        text: str, value: Callable[[Dict[str, Any]], float], unit: str, **more: Any
    ) -> Figure:
        return of_samples(f"{text}, N = {vehicles}", [value(run) for run in runs], unit, **more)

    def typical(key: str) -> float:
        return 1e3 * sorted(run[key] for run in runs)[len(runs) // 2]

    return [
        figure(
            "poses from one message: ours / bare SetWorldPose",
            lambda run: run["ours_with_message"] / run["bare"],
            "x",
            goal=POSES_GOAL,
            note=f"{typical('ours_with_message'):.3g} ms against {typical('bare'):.3g} ms, in "
            "turns with physics between, nothing published: "
            "taking the decoded message, giving vehicles models, interpolating, setting poses; "
            "decoding, in ROS's thread, takes "
            f"{typical('ours_decode'):.3g} ms; with Gazebo's own collision spaces the bare calls "
            f"take {typical('stock_bare'):.3g} ms",
        ),
        figure(
            "step cost: the paper's scheme / ours",
            lambda run: run["paper_step"] / run["ours_step"],
            "x",
            goal=STEP_COST_GOAL,
            better="higher",
            note=f"mean that each 1 ms step costs: {typical('paper_step'):.3g} ms, looking up and "
            "setting every model in each step, "
            f"against {typical('ours_step'):.3g} ms, since ours sets poses at 50 Hz of simulated "
            "time",
        ),
        figure(
            "cost of one update of all: the paper's scheme / ours",
            lambda run: run["paper_step"] / run["ours_update"],
            "x",
            better="higher",
            note=f"{typical('paper_step'):.3g} ms against {typical('ours_update'):.3g} ms",
        ),
        figure(
            "whole physics step: the paper's scheme / ours",
            lambda run: run["paper_physics_step"] / run["ours_physics_step"],
            "x",
            better="higher",
            note=f"{typical('paper_physics_step'):.3g} ms against "
            f"{typical('ours_physics_step'):.3g} ms; Gazebo with bare "
            f"calls at 50 Hz takes {typical('stock_step'):.3g} ms",
        ),
        figure(
            "time to appear, each of 50: the paper's scheme / ours",
            lambda run: run["appear_factory"] / (run["appear_pool"] / SPARE_MODELS),
            "x",
            goal=APPEARANCE_GOAL,
            better="higher",
            note=f"the factory takes {typical('appear_factory'):.4g} ms for a vehicle, one after "
            f"the other; from the pool all {SPARE_MODELS} are "
            f"there in one step of {typical('appear_pool'):.3g} ms, which moves all others too",
        ),
        figure(
            "time to appear, one alone: the paper's scheme / ours",
            lambda run: run["appear_factory"] / run["appear_singly"],
            "x",
            goal=APPEARANCE_GOAL,
            better="higher",
            note=f"{typical('appear_factory'):.4g} ms against the whole step of "
            f"{typical('appear_singly'):.3g} ms in which it enters, which "
            "moves all others too",
        ),
        figure(
            f"physics stall as {SPARE_MODELS} vehicles enter at once",
            lambda run: 1e3 * (run["enter_longest_step"] - run["enter_median_step"]),
            "ms",
            goal=STALL_GOAL,
            note=f"longest of 700 steps less their median, {typical('enter_median_step'):.3g} ms; "
            "the longest of 300 steps "
            f"before, without anybody entering, is {typical('quiet_longest_step'):.3g} ms",
        ),
        figure(
            f"what {SPARE_MODELS} vehicles that enter at once add to a step",
            lambda run: 1e3 * (run["appear_pool"] - run["ours_update_step"]),
            "ms",
            note=f"the step in which they enter takes {typical('appear_pool'):.3g} ms in "
            "traffic's plugin, others that set poses "
            f"{typical('ours_update_step'):.3g} ms",
        ),
        figure(
            "physics stall per model as the pool grows",
            lambda run: 1e3 * (run["grow_step"] - run["grow_median_step"]),
            "ms",
            goal=GROWTH_GOAL,
            note=f"median of the steps in which {grown} models were added, less the median step; "
            "longest "
            f"{typical('grow_longest_step'):.3g} ms",
        ),
    ]


def missing(vehicles: int) -> List[Figure]:
    """Return the goals of :func:`figures`, without values."""
    return [
        Figure(f"{text}, N = {vehicles}", None, unit, goal, better)
        for text, unit, goal, better in (
            ("poses from one message: ours / bare SetWorldPose", "x", POSES_GOAL, "lower"),
            ("step cost: the paper's scheme / ours", "x", STEP_COST_GOAL, "higher"),
            (
                "time to appear, each of 50: the paper's scheme / ours",
                "x",
                APPEARANCE_GOAL,
                "higher",
            ),
            (
                "time to appear, one alone: the paper's scheme / ours",
                "x",
                APPEARANCE_GOAL,
                "higher",
            ),
            (f"physics stall as {SPARE_MODELS} vehicles enter at once", "ms", STALL_GOAL, "lower"),
            ("physics stall per model as the pool grows", "ms", GROWTH_GOAL, "lower"),
        )
    ]


def _world(vehicles: int, result: Path) -> str:
    parked = "".join(
        f"<model name='traffic_pool_0_{k}'><static>true</static><pose>{45 * (k % 40)} "
        f"{8 * (k // 40)} -1000 0 0 0</pose>{HULL}</model>\n"
        for k in range(vehicles + SPARE_MODELS)
    )
    ground = (
        "<link name='link'><collision name='c'><geometry><plane><normal>0 0 1</normal><size>5000 "
        "5000</size></plane></geometry>"
        "</collision></link>"
    )
    lamps = "".join(
        f"<visual name='lamp/A/{k}/{color}'><pose>{k} 0 {z} 0 0 "
        "0</pose><geometry><sphere><radius>0.1</radius></sphere></geometry></visual>"
        for k in range(HEADS)
        for z, color in enumerate(("green", "yellow", "red"))
    )
    return f"""<sdf version='1.6'><world name='default'>
<physics type='ode'><max_step_size>0.001</max_step_size>
<real_time_update_rate>0</real_time_update_rate></physics>
<model name='ground_plane'><static>true</static>{ground}</model>
<model name='ego'><pose>0 -20 1 0 0 0</pose>{HULL}</model>
<model name='traffic_lights'><static>true</static><link name='lights'>{lamps}</link></model>
{parked}<plugin name='bench' filename='{gazebo_plugin.file_of(PLUGIN)}'>
<vehicles>{vehicles}</vehicles><spare>{SPARE_MODELS}</spare><output>{result}</output></plugin>
</world></sdf>
"""
