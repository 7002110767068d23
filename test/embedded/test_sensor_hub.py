"""Times and threads of measurements, and handling of a sensor that fails."""

from __future__ import annotations

import threading

import pytest

from sim.embedded.lidar.exposure import ExposureRecorder
from sim.embedded.lidar.snapshot import SnapshotTaker
from sim.embedded.lidar.worker import LidarWorker
from sim.embedded.physics.physics import Physics
from sim.embedded.sensor_checks import check_sensors
from sim.embedded.sensors.hub import Direct, SensorHub, Station
from sim.embedded.sensors.schedule import SensorSchedule
from sim.embedded.traffic.traffic import Traffic
from sim.errors import InputError, SimulationError
from sim.sdf.sensors.cameras import Camera, Cameras
from sim.sdf.sensors.imu import Imu
from sim.sdf.sensors.rays import Fan, Rays

from .bodies import IDENTITY, box, pose
from .mounted import carrying, sensor

STEP = 0.005


def times(rate, until, step=STEP, start=0):
    schedule = SensorSchedule("s", rate, step)
    return [n for n in range(start, round(until / step) + 1) if schedule.due(n * step)]


@pytest.mark.parametrize("rate", [1.0, 7.0, 10.0, 30.0, 70.0, 100.0, 199.0, 200.0])
def test_measurement_k_is_at_the_first_step_after_k_periods(rate):
    taken = times(rate, 20.0)
    assert len(taken) == 20 * rate + 1
    for k, step in enumerate(taken):
        assert k / rate - 1e-6 <= step * STEP < k / rate + STEP - 1e-6


def test_a_measurement_is_told_once_and_again_after_time_went_back():
    schedule = SensorSchedule("s", 10.0, STEP)
    assert (
        schedule.due(1.0)
        and not schedule.due(1.0)
        and not schedule.due(1.005)
        and schedule.due(1.1)
    )
    assert schedule.due(0.0) and schedule.due(1.0)
    assert schedule.number(1.0) == 10


def test_an_hour_of_simulated_time_loses_none():
    assert len(times(30.0, 3600.0)) == 3600 * 30 + 1


@pytest.mark.parametrize("rate", [0.0, -1.0, 200.1, float("nan")])
def test_errors_of_rates_name_sensor_rate_and_physics(rate):
    with pytest.raises(
        InputError,
        match=r"ego::base::imu: .*Hz must be above 0 and at most the 200 Hz of the physics",
    ):
        SensorSchedule("ego::base::imu", rate, STEP)


def test_models_with_too_fast_sensors_or_unknown_lidars_are_refused():
    check_sensors(carrying(box(), [sensor(Imu(), "imu", rate=200.0)], "m"), "m", STEP)
    with pytest.raises(InputError, match="m::link::sensor: 1000 Hz"):
        check_sensors(carrying(box(), [sensor(Imu(), "imu", rate=1000.0)], "m"), "m", STEP)
    with pytest.raises(
        InputError, match="unknown lidar 'VLP-17'; <device> must be one of HDL-32, HDL-64, VLP-16"
    ):
        check_sensors(
            carrying(
                box(),
                [sensor(Rays(Fan(1), Fan(1), 0.1, 9.0), parameters={"device": "VLP-17"})],
                "m",
            ),
            "m",
            STEP,
        )


@pytest.mark.parametrize(
    "width, height, wrong",
    [
        (8000, 8000, "8000 x 8000 are 64000000 pixels; write a size of at most 33554432"),
        (9000, 10, "9000 x 10 pixels; write from 1 to 8192 each"),
    ],
)
def test_models_with_too_large_cameras_are_refused(width, height, wrong):
    kind = Cameras((Camera("eye", IDENTITY, width, height, 1.0, 0.1, 100.0),))
    with pytest.raises(InputError, match=f"m::link::sensor: camera eye: {wrong}"):
        check_sensors(carrying(box(), [sensor(kind)], "m"), "m", STEP)


def test_unwanted_sensors_are_neither_measured_nor_watched():
    taken, watched, wanted = [], [], [False]
    hub = SensorHub()
    hub.add(
        Station(
            "imu",
            SensorSchedule("imu", 100.0, STEP),
            lambda: wanted[0],
            Direct(),
            taken.append,
            lambda: watched.append(1),
        )
    )
    for n in range(20):
        hub(n * STEP)
    assert taken == [] and watched == []
    wanted[0] = True
    for n in range(20, 26):
        hub(n * STEP)
    assert taken == pytest.approx([0.1, 0.11, 0.12]) and len(watched) == 5
    hub.remove("imu")
    hub(0.2)
    assert len(taken) == 3 and len(watched) == 5


@pytest.mark.parametrize("rate", [7.0, 70.0, 199.0, 200.0])
def test_the_hub_follows_the_schedule_after_time_goes_back(rate):
    taken, hub = [], SensorHub()
    hub.add(Station("s", SensorSchedule("s", rate, STEP), lambda: True, Direct(), taken.append))
    for _ in range(2):
        for n in range(401):
            hub(n * STEP)
    assert [round(now / STEP) for now in taken] == 2 * times(rate, 2.0)


def test_one_that_fails_is_silent_from_there_on_and_others_go_on(caplog):
    taken = []

    def fail(now):
        raise SimulationError("no sky")

    hub, direct, other = SensorHub(), Direct(), Direct()
    hub.add(Station("bad", SensorSchedule("bad", 100.0, STEP), lambda: True, direct, fail))
    hub.add(Station("good", SensorSchedule("good", 100.0, STEP), lambda: True, other, taken.append))
    for n in range(5):
        hub(n * STEP)
    assert len(taken) == 3
    assert [record.getMessage() for record in caplog.records] == [
        "bad at 0.000 s: no sky; silent from here on"
    ]


@pytest.fixture
def physics():
    made = Physics(timestep=STEP)
    made.add(box(), "box", pose())
    return made


@pytest.fixture
def worker(physics):
    made = LidarWorker(ExposureRecorder(SnapshotTaker(physics, Traffic(physics)), STEP))
    yield made
    made.close()


def station(name, work, worker):
    return Station(name, SensorSchedule(name, 10.0, STEP), lambda: True, worker, work)


def test_lidars_measure_in_order_in_a_thread_without_drops(physics, worker):
    threads, stamps, slow = set(), [], threading.Event()

    def measure(exposure):
        slow.wait(0.002)
        threads.add(threading.current_thread())
        stamps.append(exposure.last.time)

    one = station("lidar", measure, worker)
    for _ in range(30):
        physics.step()
        worker.take([one], physics.time)
    worker.finish()
    assert stamps == pytest.approx([STEP * (n + 1) for n in range(30)])
    assert len(threads) == 1 and threading.main_thread() not in threads


def test_physics_waits_for_a_lidar_that_is_one_scan_behind(worker):
    go, begun = threading.Event(), threading.Event()

    def measure(exposure):
        begun.set()
        go.wait(60.0)

    one = station("lidar", measure, worker)
    worker.take([one], 0.0)
    assert begun.wait(60.0)
    worker.take([one], 0.1)
    third = threading.Thread(target=lambda: worker.take([one], 0.2), daemon=True)
    third.start()
    third.join(0.05)
    assert third.is_alive()
    go.set()
    third.join(60.0)
    assert not third.is_alive()


def test_a_lidar_that_fails_does_not_stop_the_others(worker, caplog):
    stamps = []

    def fail(exposure):
        raise ValueError("broken")

    bad, good = (
        station("bad", fail, worker),
        station("good", lambda exposure: stamps.append(exposure.last.time), worker),
    )
    for now in (0.0, 0.1):
        worker.take([bad, good], now)
    worker.finish()
    assert len(stamps) == 2
    assert len(caplog.records) == 1 and "bad at 0.000 s failed; silent" in caplog.text
