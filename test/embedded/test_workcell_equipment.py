"""A layout's equipment in the embedded simulator.

A tool stays in its holder, a belt carries gears up to its stop, and a light curtain's rays see
objects between its posts.
"""

from __future__ import annotations

import numpy as np
import pytest

from sim.embedded.physics.physics import Physics
from sim.embedded.simulation import LoopOptions, Simulation
from sim.embedded.vehicles import Vehicles
from sim.robots.assembly import folder, tool_text
from sim.sdf.mesh.stl import stl_bytes
from sim.sdf.model_path import ModelPath
from sim.sdf.reader import read_model_string
from sim.sdf.urdf.reader import read_urdf_string
from sim.transforms import transform_from_rpy
from sim.workcell.gear import Gear
from sim.workcell.models import model_text
from sim.workcell.parts import LayoutPart
from sim.workcell.sdf import gear_model
from sim.workcell.stations import Conveyor, ToolHolder

from .bodies import IDENTITY, ground

GREY = (0.5, 0.5, 0.5)


def world(*parts: LayoutPart) -> Simulation:
    physics = Physics(timestep=0.002)
    physics.add(ground(0.5), "ground", IDENTITY)
    for part in parts:
        text = model_text(part.name, part, {})
        physics.add(read_model_string(text, [])[0], part.name, IDENTITY)
    return Simulation(physics, LoopOptions(0.0, paused=True), Vehicles(ModelPath([])))


def run(simulation: Simulation, seconds: float) -> None:
    simulation.step_world(round(seconds / simulation.physics.timestep))


@pytest.mark.parametrize(
    "gripper, sizes",
    [
        ("nist_gripper", {}),
        ("vacuum_cup", {}),
        ("two_finger_85", {"opening": 0.065, "collar": 0.0375, "thickness": 0.05}),
    ],
)
def test_an_end_effector_stays_where_it_hangs_and_falls_no_further(gripper, sizes) -> None:
    holder = ToolHolder(((0.0, -0.1), (0.0, 0.1)), **sizes)
    simulation = world(LayoutPart("holder", holder, GREY))
    text = tool_text("tool", folder() / f"{gripper}.urdf")
    rest = holder.rest(2)
    dropped = rest.copy()
    dropped[:3, 3] += (0.001, 0.001, 0.002)
    simulation.physics.add(read_urdf_string(text, "tool")[0], "tool", dropped)
    run(simulation, 1.0)
    pose = simulation.physics.poses.model_pose("tool")
    assert np.abs(pose - rest)[:3, 3] == pytest.approx([0.001, 0.001, 0.0], abs=4e-4)
    assert np.abs(pose - rest)[:3, :3].max() < 2e-3
    before = pose
    run(simulation, 1.0)
    assert np.abs(simulation.physics.poses.model_pose("tool") - before).max() < 1e-4


def test_a_belt_carries_a_gear_at_its_speed_and_up_to_the_stop(tmp_path) -> None:
    conveyor, gear = Conveyor((1.0, 0.2, 0.6), 0.1), Gear(0.003, 16)
    simulation = world(LayoutPart("belt", conveyor, GREY))
    mesh = tmp_path / "gear.stl"
    mesh.write_bytes(stl_bytes(gear.mesh()))
    text = gear_model("gear", gear, GREY, mesh.as_uri())
    simulation.physics.add(
        read_model_string(text, [])[0],
        "gear",
        transform_from_rpy((-0.4, 0.0, 0.6), (0.0, 0.0, 0.0)),
    )
    run(simulation, 1.0)
    first = simulation.physics.poses.model_pose("gear")
    run(simulation, 2.0)
    second = simulation.physics.poses.model_pose("gear")
    assert (second - first)[:3, 3] == pytest.approx([0.2, 0.0, 0.0], abs=2e-3)
    assert simulation.subsystems.mechanisms.states("belt").positions == pytest.approx(
        [0.0], abs=1e-9
    )
    simulation.subsystems.mechanisms.belt("belt").speed = 0.0
    run(simulation, 0.5)
    third = simulation.physics.poses.model_pose("gear")
    run(simulation, 0.5)
    assert np.abs(simulation.physics.poses.model_pose("gear") - third).max() < 1e-4
    simulation.subsystems.mechanisms.belt("belt").speed = 0.3
    run(simulation, 4.0)
    last = simulation.physics.poses.model_pose("gear")
    assert last[0, 3] == pytest.approx(0.5 - gear.tip_radius, abs=2e-3)
    assert last[2, 3] == pytest.approx(0.6, abs=1e-3) and last[2, 2] > 0.9999
    simulation.reset(with_time=False)
    assert simulation.subsystems.mechanisms.belt("belt").speed == 0.1
