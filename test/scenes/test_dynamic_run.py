"""Dynamic scenarios end to end in the kinematic world.

Motion, records, and ends of runs.
"""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

pytest.importorskip("scenic")

from sim.drivers.nearby_traffic import NearbyTraffic
from sim.errors import InputError
from sim.scenes.dynamic.backend import SimulatorEnded
from sim.scenes.dynamic.kinematic import KinematicWorld
from sim.scenes.dynamic.result import COMPLETED, INTERRUPTED, VIOLATED

from .dynamic_programs import HEAD_LINES, PERIOD, files, run_program, standing


def rows(result, name):
    """x, y, heading and speed per step, (n, 4)."""
    return np.array(
        [
            [row[1], row[2], row[4], row[5]]
            for state in result.objects
            for row in state
            if row[0] == name
        ]
    )


def test_a_walker_goes_straight_and_ends_exactly_at_the_goal():
    result = run_program("""
ego = new Walker at (1, 2), facing 30 deg, with behavior WalkTo((4, 6), 1.3)
terminate when (distance from ego to (4, 6)) < 1e-9
""")
    path = rows(result, "walker")
    assert result.status == COMPLETED and f"line {HEAD_LINES + 3}" in result.reason
    assert result.steps == math.ceil(5.0 / (1.3 * PERIOD))
    np.testing.assert_allclose(path[-1, :2], (4.0, 6.0), atol=1e-9)
    np.testing.assert_allclose(path[1:, 2], math.atan2(-3.0, 4.0), atol=1e-9)
    np.testing.assert_allclose(path[1:-1, 3], 1.3, atol=1e-9)
    np.testing.assert_allclose(np.hypot(*np.diff(path[:-1, :2], axis=0).T), 1.3 * PERIOD, atol=1e-9)


def test_a_path_around_corners_is_walked_at_constant_speed_along_it():
    result = run_program("""
ego = new Walker at (0, 0), with behavior FollowPath([(0, 1), (2, 1), (2, 3)], 1.0)
terminate after 6 seconds
""")
    path = rows(result, "walker")
    np.testing.assert_allclose(path[40, :2], (1.0, 1.0), atol=1e-9)
    np.testing.assert_allclose(path[100:, :2], np.tile((2.0, 3.0), (len(path) - 100, 1)), atol=1e-9)
    np.testing.assert_allclose(path[101:, 3], 0.0, atol=0.0)


class Busy(KinematicWorld):
    """A car that approaches with 5 m/s, and a person beyond."""

    def traffic(self) -> NearbyTraffic:
        x = 30.0 - 5.0 * self.time
        return NearbyTraffic(
            position=np.array([[80.0, 0.0, 0.0], [x, 0.0, 0.0]]),
            yaw=np.array([0.0, math.pi]),
            speed=np.array([0.0, 5.0]),
            length=np.array([0.5, 4.0]),
            width=np.array([0.5, 2.0]),
            walks=np.array([True, False]),
        )


def test_a_behaviour_sees_the_traffic_as_objects():
    result = run_program(
        """
behavior WaitForSomebody():
    while not any(gap(self, other) < 20 for other in traffic(self)):
        wait
    terminate
ego = new Walker at (0, 0), with behavior WaitForSomebody()
near = lambda: traffic(ego, 50)
record [(each.position.x, each.heading, each.speed, each.walks) for each in near()] as near
record closing_speed(ego, near()[0]) as closing
record [each.walks for each in traffic((80, 0), 1)] as persons
record len(traffic(ego, most=1)) as one
terminate after 3 seconds
""",
        world=Busy(PERIOD),
    )
    assert result.steps * PERIOD == pytest.approx((30.0 - 20.0 - 2.0) / 5.0, abs=0.15)
    ((_, first), *_) = result.records["near"]
    assert first == [(pytest.approx(30.0), pytest.approx(math.pi / 2), 5.0, False)]
    assert result.records["closing"][0][1] == pytest.approx(5.0)
    assert result.records["persons"][0][1] == [True] and result.records["one"][0][1] == 1


def test_do_until_waits_for_its_condition_and_goes_on():
    result = run_program("""
behavior Cross(other):
    do StandStill() until other.position.y > 1.0
    do WalkAhead(2.0)
other = new Walker at (5, 0), facing 0 deg, with name 'other', with behavior WalkAhead(1.0)
ego = new Walker at (0, 0), facing -90 deg, with behavior Cross(other)
terminate after 2 seconds
""")
    ego, other = rows(result, "walker"), rows(result, "other")
    began = int(np.flatnonzero(ego[:, 0] > 0.0)[0])
    assert other[began - 1, 1] > 1.0 >= other[began - 2, 1]
    np.testing.assert_allclose(ego[-1, 0], 2.0 * PERIOD * (len(ego) - began), atol=1e-9)


def test_an_agent_without_a_moving_action_stands():
    result = run_program("""
behavior Once():
    take SetVelocity((1, 0, 0))
    wait
    wait
ego = new Walker at (0, 0), facing 0 deg, with behavior Once()
terminate after 0.2 seconds
""")
    np.testing.assert_allclose(
        rows(result, "walker")[:, [0, 3]],
        [(0, 0), (PERIOD, 1), (PERIOD, 0), (PERIOD, 0), (PERIOD, 0)],
        atol=1e-12,
    )


def test_records_are_initial_final_and_per_step(tmp_path):
    result = run_program("""
ego = new Walker at (0, 0), facing -90 deg, with behavior WalkAhead(1.0)
record initial ego.position.x as begin
record final ego.position.x as end
record ego.position as place
record ego.position.x > 0.5 as far
terminate after 1 seconds
""")
    assert (result.records["begin"], result.steps, result.duration) == (0.0, 20, 1.0)
    assert result.records["end"] == pytest.approx(1.0)
    assert [step for step, _ in result.records["place"]] == list(range(21))
    written = files(result, tmp_path)
    lines = written["records.csv"].decode().splitlines()
    assert lines[0] == "time,place.x,place.y,place.z,far" and lines[1] == "0.0,0.0,0.0,0.0,False"
    assert lines[-1].startswith("1.0,") and lines[-1].endswith("True")
    document = json.loads(written["scenario.json"])
    assert document["status"] == "completed" and document["records"]["end"] == result.records["end"]
    assert document["records"]["place"][-1] == [20, list(result.records["place"][-1][1])]
    assert len(written["objects.csv"].decode().splitlines()) == 22


@pytest.mark.parametrize(
    "requirement, name, line, step",
    [
        ("require always ego.position.x < 0.52 as stays_near", "stays_near", 3, 11),
        ("require always ego.position.x < 0.52", "requirement on line", 3, 11),
        ("require eventually ego.position.x > 7 as gets_there", "gets_there", 3, 20),
    ],
)
def test_a_violated_requirement_is_named_with_line_and_time(requirement, name, line, step):
    result = run_program(f"""
ego = new Walker at (0, 0), facing -90 deg, with behavior WalkAhead(1.0)
{requirement}
record ego.position.x as x
terminate after 1 seconds
""")
    assert (result.status, result.line, result.steps) == (VIOLATED, HEAD_LINES + line, step)
    assert result.requirement.startswith(name) and result.requirement in result.reason
    assert f"{step * PERIOD:.3f} s" in result.reason and str(result.line) in result.reason
    assert len(result.records["x"]) >= step


def test_monitors_may_reject_and_may_end_a_run():
    program = """
monitor Watch(limit):
    while ego.position.x < limit:
        wait
    {}
ego = new Walker at (0, 0), facing -90 deg, with behavior WalkAhead(1.0)
require monitor Watch(0.48)
"""
    ended = run_program(program.format("terminate simulation"))
    assert (ended.status, ended.steps) == (COMPLETED, 10)
    rejected = run_program(program.format("require False"))
    assert (rejected.status, rejected.steps, rejected.line) == (VIOLATED, 10, HEAD_LINES + 5)


def test_the_time_limit_ends_a_run():
    result = run_program("ego = new Walker at (0, 0)\n", duration=0.5)
    assert (result.status, result.steps) == (COMPLETED, 10)


def test_a_violated_invariant_of_a_behaviour_is_a_violation():
    result = run_program("""
behavior Near():
    invariant: self.position.x < 0.27
    while True:
        take SetVelocity((1, 0))
ego = new Walker at (0, 0), with behavior Near()
terminate after 2 seconds
""")
    assert (result.status, result.steps) == (VIOLATED, 6) and result.line > 0


RANDOM = """
behavior Stagger():
    while True:
        take SetVelocity((Range(-1, 1), Range(-1, 1)))
ego = new Walker at (Range(0, 5), 0), with behavior Stagger()
record ego.position as place
terminate after 1 seconds
"""


@pytest.mark.not_quick
def test_one_seed_gives_one_run_to_the_last_bit(tmp_path):
    first, again, other = (
        files(run_program(RANDOM, seed), tmp_path / str(number))
        for number, seed in enumerate((7, 7, 8))
    )
    assert first == again
    assert first["records.csv"] != other["records.csv"]


def test_results_that_cannot_be_written_say_so(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot be made"):
        run_program("ego = new Walker at (0, 0)\n", duration=0.1).write(tmp_path / "file" / "run")


def test_a_bound_model_keeps_its_place_unless_it_is_to_be_placed():
    program = """
ego = new Car at (3, 4), facing 0 deg, with existing 'robot', with place {}
record initial ego.position as place
record initial ego.heading as heading
terminate after 0.2 seconds
"""
    world = KinematicWorld(PERIOD, standing(robot=(10.0, 20.0, math.pi / 2)))
    kept = run_program(program.format(False), world=world)
    np.testing.assert_allclose(kept.records["place"], (10.0, 20.2, 0.0), atol=1e-9)
    assert kept.records["heading"] == pytest.approx(0.0, abs=1e-9)
    placed = run_program(program.format(True), world=world)
    np.testing.assert_allclose(placed.records["place"], (3.0, 4.0, 0.0), atol=1e-9)
    np.testing.assert_allclose(world.state("robot").pose[:2, 3], (3.0, 3.8), atol=1e-9)
    assert world.names == ("robot",)


def test_binding_a_model_that_is_not_there_says_so():
    with pytest.raises(InputError, match=r"nobody.*model not found"):
        run_program("ego = new Car at (0, 0), with existing 'nobody'\n")


def test_cars_are_driven_by_behaviours():
    result = run_program("""
behavior Go():
    do DriveAlong([(0, 0), (0, 20), (20, 40)], 8.0)
    do Stop(4.0)
ego = new Car at (0, 0), facing 0 deg, with behavior Go()
record ego.speed as speed
terminate when ego.speed < 0.01 and ego.position.y > 30
terminate after 20 seconds
""")
    path = rows(result, "car")
    off = np.where(
        path[:, 1] < 20, np.abs(path[:, 0]), np.abs(path[:, 1] - path[:, 0] - 20) / math.sqrt(2)
    )
    assert off.max() < 1.5
    assert np.hypot(path[-1, 0] - 20, path[-1, 1] - 40) < 8.0 and path[-1, 3] < 0.01
    assert path[:, 3].max() == pytest.approx(8.0, rel=1e-3)


def test_models_that_physics_moves_get_a_velocity_instead_of_places():
    result = run_program("""
class Box:
    width: 1
    length: 1
behavior Slide():
    for i in range(10):
        take SetVelocity((2, 0), heading=0.0)
ego = new Box at (0, 0), facing 0 deg, with name 'box', with behavior Slide()
terminate after 1 seconds
""")
    path = rows(result, "box")
    np.testing.assert_allclose(path[10:, 0], 1.0, atol=1e-9)
    np.testing.assert_allclose(path[5], (0.5, 0.0, 0.0, 2.0), atol=1e-9)


def test_in_3d_the_centre_of_the_box_moves():
    result = run_program(
        """
ego = new Walker at (0, 0, 0.85), facing 0 deg, with requireVisible False, \\
    with behavior WalkAhead(1.0)
record ego.position as place
terminate after 1 seconds
""",
        flat=False,
        head="""
from sim.scenes.behaviors import *
class Walker:
    width: 0.5
    length: 0.4
    height: 1.7
""",
    )
    np.testing.assert_allclose(result.records["place"][-1][1], (0.0, 1.0, 1.7), atol=1e-9)


def test_objects_may_be_made_while_the_scenario_runs():
    world = KinematicWorld(PERIOD)
    result = run_program(
        """
scenario Second():
    setup:
        new Walker at (9, 9), facing 0 deg, with name 'late', with behavior WalkAhead(1.0)
        terminate after 0.3 seconds
scenario Main():
    setup:
        ego = new Walker at (0, 0), facing 0 deg
    compose:
        do StandFor() for 0.2 seconds
        do Second()
scenario StandFor():
    setup:
        terminate after 5 seconds
""",
        world=world,
        clear=False,
    )
    assert result.status == COMPLETED
    late = rows(result, "late")
    assert len(late) and late[-1, 1] > 9.1 and world.names == ("walker", "late")


def test_spawned_models_are_removed_or_stay_as_requested():
    for clear, left in ((True, ()), (False, ("walker",))):
        world = KinematicWorld(PERIOD)
        run_program("ego = new Walker at (0, 0)\n", world=world, duration=0.1, clear=clear)
        assert world.names == left


class EndingWorld(KinematicWorld):
    """A world that ends after ten steps."""

    def advance(self) -> None:
        if self.time > 9.5 * PERIOD:
            raise SimulatorEnded("asked to end")
        super().advance()


def test_a_run_that_breaks_off_keeps_what_it_has():
    result = run_program(
        """
ego = new Walker at (0, 0), facing -90 deg, with behavior WalkAhead(1.0)
record ego.position.x as x
""",
        world=EndingWorld(PERIOD),
    )
    assert (result.status, result.reason, result.steps) == (INTERRUPTED, "asked to end", 10)
    assert len(result.records["x"]) == 11


@pytest.mark.parametrize(
    "body, said",
    [
        ("take SetVelocity((1, 0)), Stand()", "incompatible"),
        ("take SetVelocity(undefined_name)", "undefined_name"),
        ("take SetVelocity('fast')", "velocity"),
        ("take SetPose((1e400, 0))", "finite"),
    ],
)
def test_mistakes_of_a_program_are_told_with_file_and_line(body, said):
    with pytest.raises(InputError, match=said) as caught:
        run_program(f"""
behavior Wrong():
    {body}
ego = new Walker at (0, 0), with behavior Wrong()
""")
    assert caught.value.where == (
        "program.scenic" if said == "incompatible" else f"program.scenic:{HEAD_LINES + 3}"
    )


def test_an_entity_of_the_mission_cannot_act():
    with pytest.raises(InputError, match="mission"):
        run_program("ego = new Goal at (0, 0), with name 'goal', with behavior WalkAhead(1.0)\n")


def test_a_mission_entity_keeps_its_place_outside_the_world():
    result = run_program("""
ego = new Walker at (0, 0), facing 0 deg, with behavior WalkAhead(1.0)
goal = new Goal at (0, 3), with name 'goal'
record (distance from ego to goal) as left
terminate after 1 seconds
""")
    assert result.records["left"][-1][1] == pytest.approx(2.0)
    assert {row[0] for state in result.objects for row in state} == {"walker"}
