"""Main loop: exact step counts, waiting, requests and resets."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest

from sim.embedded.physics.physics import Physics
from sim.embedded.simulation import LoopOptions, Simulation
from sim.embedded.vehicles import Vehicles
from sim.embedded.wrenches import TimedWrench
from sim.errors import SimulationError
from sim.sdf.model_path import ModelPath

from .bodies import IDENTITY, box, ground, pose
from .traffic import state

STEP = 0.01


def simulation(gravity: float = 0.0, **options) -> Simulation:
    """Return a world with a 1 kg box at z = 1. It runs as fast as possible."""
    physics = Physics((0.0, 0.0, gravity), STEP)
    physics.add_many([(ground(), "ground", IDENTITY), (box(), "box", pose(z=1.0))])
    return Simulation(
        physics, LoopOptions(**{"real_time_factor": 0.0, **options}), Vehicles(ModelPath([]))
    )


class Running:
    """Runs a simulation in a separate thread until the block ends."""

    def __init__(self, made: Simulation) -> None:
        self.simulation, self.thread = made, threading.Thread(target=made.run, daemon=True)

    def __enter__(self) -> Simulation:
        self.thread.start()
        return self.simulation

    def __exit__(self, *_) -> None:
        self.simulation.stop()
        self.thread.join(60.0)
        assert not self.thread.is_alive()


def call(made: Simulation, function):
    return made.mailbox.call(function)


@pytest.mark.parametrize("duration, steps", [(1.0, 100), (0.995, 100), (0.01, 1), (0.0, 0)])
def test_a_run_lasts_its_duration_to_the_step(duration, steps):
    made = simulation(duration=duration)
    made.run()
    assert made.physics.steps == steps and made.physics.time == pytest.approx(steps * STEP)


def test_listeners_hear_of_what_was_asked_while_paused():
    made, heard = simulation(paused=True), []
    made.on_step.append(lambda now: heard.append("told"))
    made.mailbox.post(lambda: heard.append("asked"))
    with Running(made):
        end = time.monotonic() + 60.0
        while heard != ["told", "asked", "told"] and time.monotonic() < end:
            time.sleep(0.001)
    assert heard == ["told", "asked", "told"]


def test_listeners_hear_every_step_once():
    made, heard = simulation(duration=0.5), []
    made.on_step.append(heard.append)
    made.run()
    np.testing.assert_allclose(heard, STEP * np.arange(51), atol=1e-12)


def test_a_paused_simulator_steps_exactly_as_often_as_asked():
    with Running(simulation(paused=True)) as made:
        for count in (1, 7, 100):
            before = call(made, lambda: made.physics.steps)
            call(made, lambda count=count: made.step_world(count))
            assert call(made, lambda: made.physics.steps) == before + count


def test_step_world_is_refused_while_the_simulator_runs():
    made = simulation()
    with pytest.raises(SimulationError, match="pause_physics"):
        made.step_world(1)


def test_a_box_falls_as_physics_says():
    made = simulation(-9.8, paused=True)
    made.step_world(30)
    # Semi-implicit Euler: z = z0 - g dt^2 n (n + 1) / 2.
    assert made.physics.poses.model_pose("box")[2, 3] == pytest.approx(
        1.0 - 9.8 * STEP**2 * 30 * 31 / 2, abs=1e-9
    )


def test_requests_are_served_while_physics_waits():
    with Running(simulation()) as made:
        call(made, lambda: made.lockstep.join("driver", 0.1, 60.0, (), made.physics.time, STEP))
        reached = []

        def waits():
            return bool(made.lockstep.missing())

        while not call(made, waits):
            pass
        for _ in range(5):
            reached.append(
                call(made, lambda: (made.physics.steps, made.physics.poses.model_pose("box")[2, 3]))
            )
        assert len(set(reached)) == 1
        boundary = reached[0][0] * STEP
        assert boundary / 0.1 == pytest.approx(round(boundary / 0.1), abs=1e-6)
        call(made, lambda: made.lockstep.done("driver", boundary, ()))
        while call(made, lambda: made.physics.steps) != reached[0][0] + 10:
            pass
        assert call(made, waits)


def test_boundaries_are_announced_at_their_times_before_the_step():
    made, heard = simulation(duration=0.45), []

    def boundary(participants):
        heard.append((round(made.physics.time, 9), [p.name for p in participants]))
        for participant in participants:
            made.lockstep.done(participant.name, made.physics.time, ())

    made.on_boundary.append(boundary)
    made.lockstep.join("fast", 0.1, 1.0, (), 0.0, STEP)
    made.lockstep.join("slow", 0.2, 1.0, (), 0.0, STEP)
    made.run()
    assert heard == [
        (0.0, ["fast", "slow"]),
        (0.1, ["fast"]),
        (0.2, ["fast", "slow"]),
        (0.3, ["fast"]),
        (0.4, ["fast", "slow"]),
    ]


def test_step_world_obeys_boundaries():
    made, heard = simulation(paused=True), []

    def boundary(participants):
        heard.append(round(made.physics.time, 9))
        made.mailbox.post(lambda: made.lockstep.done("driver", heard[-1], ()))

    made.on_boundary.append(boundary)
    made.lockstep.join("driver", 0.1, 60.0, (), 0.0, STEP)
    made.step_world(25)
    assert made.physics.steps == 25 and heard == [0.0, 0.1, 0.2]


def test_a_silent_participant_is_dropped_and_the_simulation_goes_on(caplog):
    made = simulation(duration=0.5)
    made.lockstep.join("sleeper", 0.1, 0.05, (), 0.0, STEP)
    made.run()
    assert made.physics.steps == 50 and made.lockstep.names == []
    assert "sleeper was silent for" in caplog.text


def test_a_wrench_acts_for_its_duration_and_not_a_step_longer():
    made = simulation(paused=True)
    made.subsystems.wrenches.add(
        TimedWrench("box", "link", (10.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), 0.1, 0.3)
    )
    speeds = []
    for _ in range(50):
        made.step_world(1)
        speeds.append(made.physics.poses.model_twist("box")[0][0])
    # 10 N on 1 kg for 20 steps of 0.01 s, from 0.1 s on.
    expected = 10.0 * STEP * np.clip(np.arange(1, 51) - 10, 0, 20)
    np.testing.assert_allclose(speeds, expected, atol=1e-9)


def test_a_force_off_the_centre_turns_the_box():
    made = simulation(paused=True)
    made.subsystems.wrenches.add(
        TimedWrench("box", "link", (0.0, 1.0, 0.0), (0.0, 0.0, 0.0), (0.1, 0.0, 0.0), 0.0, STEP)
    )
    made.step_world(1)
    # I = m (a^2 + b^2) / 12 of a cube of 0.2 m and 1 kg.
    assert made.physics.poses.model_twist("box")[1][2] == pytest.approx(
        0.1 * 1.0 * STEP / (0.08 / 12), rel=1e-6
    )


def test_wrenches_end_with_their_model_and_at_a_reset():
    made = simulation(paused=True)
    made.subsystems.wrenches.add(
        TimedWrench("box", "link", (10.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), 0.0)
    )
    made.step_world(5)
    made.reset(False)
    made.step_world(5)
    assert made.physics.poses.model_twist("box")[0][0] == 0.0
    made.subsystems.wrenches.add(
        TimedWrench("box", "link", (10.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), 0.0)
    )
    made.physics.remove("box")
    made.step_world(5)
    made.physics.add(box(), "box", pose(z=1.0))
    made.step_world(5)
    assert made.physics.poses.model_twist("box")[0][0] == 0.0


def test_a_reset_of_the_models_keeps_the_time():
    made = simulation(-9.8, paused=True)
    made.pool.add(state(0.0, [1], [50.0]))
    made.step_world(30)
    made.reset(False)
    np.testing.assert_allclose(made.physics.poses.model_pose("box"), pose(z=1.0), atol=1e-12)
    assert made.physics.time == pytest.approx(0.3) and made.pool.names() == ["traffic_1"]
    np.testing.assert_array_equal(made.physics.poses.model_twist("box")[0], np.zeros(3))


def test_a_reset_simulation_restarts_at_0_and_repeats():
    made, heard = simulation(-9.8, paused=True), []
    made.on_boundary.append(
        lambda due: [
            heard.append(round(made.physics.time, 9)),
            made.lockstep.done("driver", made.physics.time, ()),
        ]
    )
    made.lockstep.join("driver", 0.1, 1.0, (), 0.0, STEP)
    runs = []
    for _ in range(2):
        made.pool.add(state(0.0, [1], [50.0]))
        made.step_world(30)
        runs.append(
            (made.physics.poses.model_pose("box").tolist(), made.pool.poses().position.tolist())
        )
        made.reset(True)
        assert made.physics.time == 0.0 and made.pool.names() == []
    assert runs[0] == runs[1] and heard == [0.0, 0.1, 0.2] * 2


def test_the_first_step_waits_for_participants_and_models():
    with Running(simulation(wait_for=("traffic",), wait_for_models=("ego",))) as made:
        call(made, lambda: made.lockstep.join("traffic", 0.1, 60.0, (), 0.0, STEP))
        assert call(made, lambda: made.physics.steps) == 0
        call(made, lambda: made.lockstep.done("traffic", 1e9, ()))
        assert call(made, lambda: made.physics.steps) == 0
        call(made, lambda: made.physics.add(box(), "ego", pose(x=5.0, z=1.0)))
        while call(made, lambda: made.physics.steps) < 10:
            pass


def test_it_starts_without_those_who_never_come(caplog):
    made = simulation(wait_for=("nobody",), patience=0.0, duration=0.1)
    made.run()
    assert made.physics.steps == 10 and "waited 0 s for nobody" in caplog.text


def test_stopping_frees_whoever_waits_for_an_answer():
    made = simulation(paused=True)
    errors = []

    def steps():
        try:
            made.mailbox.call(lambda: made.step_world(10))
        except SimulationError as error:
            errors.append(str(error))

    made.lockstep.join("silent", 0.1, 60.0, (), 0.0, STEP)
    with Running(made):
        waiting = threading.Thread(target=steps, daemon=True)
        waiting.start()
        while not made.lockstep.missing():
            pass
    waiting.join(60.0)
    assert errors == ["the simulator is shutting down"]


def test_the_real_time_factor_is_kept():
    made = simulation(real_time_factor=4.0, duration=1.0)
    started = time.monotonic()
    made.run()
    assert time.monotonic() - started >= 0.25 - 0.005


@pytest.mark.parametrize("pace", [0.0, 100.0])
def test_a_pace_that_is_changed_while_it_is_waited_for_counts_at_once(pace):
    made = simulation(real_time_factor=1e-5, duration=1.0)
    with Running(made):
        while made.physics.steps == 0:
            time.sleep(0.001)
        call(made, lambda: made.set_pace(pace))
        latest = time.monotonic() + 60.0
        while made.physics.steps < 100 and time.monotonic() < latest:
            time.sleep(0.001)
    assert made.physics.steps == 100


def test_a_physics_that_diverges_pauses_and_can_be_reset():
    with Running(simulation()) as made:
        call(
            made,
            lambda: made.subsystems.wrenches.add(
                TimedWrench("box", "link", (1e300, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), 0.0)
            ),
        )
        while not call(made, lambda: made.paused):
            pass
        call(made, lambda: made.reset(False))
        call(made, lambda: made.step_world(5))
        np.testing.assert_allclose(
            call(made, lambda: made.physics.poses.model_pose("box")), pose(z=1.0), atol=1e-9
        )


def test_stopping_ends_a_wait_that_has_lost_its_timeout():
    made = simulation()
    waiting = threading.Thread(target=lambda: made.mailbox.drain(1000.0), daemon=True)
    waiting.start()
    made.stop()
    waiting.join(20.0)
    assert not waiting.is_alive()


def test_pending_work_is_finished_before_rest():
    made, rests = simulation(paused=True), []
    made.on_rest.append(lambda: rests.append(made.physics.steps))
    with Running(made) as running:
        call(made, lambda: running.step_world(7))
        assert rests == [7]
        call(made, lambda: running.reset(with_time=True))
        assert rests == [7, 7]
    assert rests == [7, 7, 0]
