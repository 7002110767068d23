"""Shown motion is physical on right angles, and equals SUMO's otherwise."""

from __future__ import annotations

import numpy as np
import pytest
from nets import MERGE_DEMAND, MERGE_NET, build_grid
from small_runs import running, write_routes

from sim.traffic.demand.demand import read_demand
from sim.traffic.demand.routes import write_demand
from sim.traffic.frames import centre_from_bumper, yaw_from_angle
from sim.traffic.interpolation import Interpolator
from sim.traffic.limiter import SLACK, YAW_RATE, MotionLimiter
from sim.traffic.roads.network import Network

WRITE_PERIOD = 0.005  # s
MAX_YAW_RATE = np.radians(90.0)  # rad/s
MAX_EXTRA_SPEED = 1.5  # m/s


@pytest.fixture(scope="module")
def grid_states(tmp_path_factory):
    """Return states of 50 s of a 3x3 grid of right angles. Every route has turns."""
    folder = tmp_path_factory.mktemp("grid")
    net = build_grid(folder)
    network = Network.read(net)
    entries, exits = network.entries(), network.exits()
    flows = [
        f'<flow id="f{i}{shift}" type="car" begin="0" end="50" period="9" from="{entry}" '
        f'to="{exits[(i + shift) % len(exits)]}" '
        f'departSpeed="max" departLane="random"/>'
        for i, entry in enumerate(entries)
        for shift in (3, 7)
    ]
    with running(net, write_routes(folder, *flows)) as session:
        return [session.step() for _ in range(500)]


def _written(states):
    """Return every pose written at 5 ms, one table per write.

    Vehicle, pose, and the larger speed of the states around it.
    """
    interpolator, added = Interpolator(), 0
    for n in range(round((states[-1].time - states[0].time) / WRITE_PERIOD)):
        now = states[0].time + n * WRITE_PERIOD
        while added < len(states) and states[added].time <= now + 1e-9:
            interpolator.add(states[added], now)
            added += 1
        interpolator.advance(now)
        shown = interpolator.state
        if not len(shown):
            continue
        following = states[min(added - 1, len(states) - 1)]
        row = following.rows(shown.id)
        speed = np.maximum(
            shown.speed, np.where(row >= 0, following.speed[row] if len(following) else 0.0, 0.0)
        )
        poses = interpolator.poses(now, np.arange(len(shown)))
        yield shown.id, poses.position, poses.yaw, speed


@pytest.mark.not_quick
def test_no_vehicle_spins_or_jumps_between_pose_writes(grid_states):
    turn, excess, compared = 0.0, -np.inf, 0
    before = None
    for ids, position, yaw, speed in _written(grid_states):
        if before is not None:
            _, now, then = np.intersect1d(ids, before[0], return_indices=True)
            turned = np.abs((yaw[now] - before[2][then] + np.pi) % (2 * np.pi) - np.pi)
            moved = np.linalg.norm(position[now] - before[1][then], axis=1)
            allowed = np.maximum(speed[now], before[3][then]) + MAX_EXTRA_SPEED
            turn, excess = (
                max(turn, turned.max(initial=0.0)),
                max(excess, (moved - allowed * WRITE_PERIOD).max(initial=-np.inf)),
            )
            compared += len(now)
        before = (ids, position, yaw, speed)
    assert compared > 50000
    assert turn <= MAX_YAW_RATE * WRITE_PERIOD + 1e-9
    assert excess <= 1e-9


@pytest.mark.not_quick
def test_vehicles_turn_by_right_angles_on_the_grid(grid_states):
    """Without turns, the test above would show nothing."""
    yaws = {}
    for state in grid_states:
        for number, yaw in zip(state.id.tolist(), state.yaw.tolist()):
            yaws.setdefault(number, []).append(yaw)
    turned = [
        abs((values[-1] - values[0] + np.pi) % (2 * np.pi) - np.pi)
        for values in yaws.values()
        if len(values) > 300
    ]
    assert sum(value > np.radians(80.0) for value in turned) > 10


@pytest.mark.not_quick
def test_on_the_merge_net_it_changes_nothing_within_lanes(tmp_path):
    network = Network.read(MERGE_NET)
    routes = write_demand(read_demand(MERGE_DEMAND), network, tmp_path)
    changed, compared = 0, 0
    with running(MERGE_NET, *routes) as session:
        lanes = {}
        for k in range(400):
            state = session.step()
            if k < 20:
                continue
            vehicle = session.connection.vehicle
            names = [session.names[number] for number in state.id]
            now = {name: vehicle.getLaneID(name) for name in names} if k % 20 == 0 else None
            if now is None:
                continue
            changed += sum(
                lanes.get(name, lane)[:-1] == lane[:-1] and lanes.get(name, lane) != lane
                for name, lane in now.items()
            )
            lanes = now
            inside = np.array([not lane.startswith(":") for lane in now.values()])
            bumper = np.array([vehicle.getPosition3D(name) for name in names])[:, :2]
            yaw = yaw_from_angle(np.array([vehicle.getAngle(name) for name in names]))
            length = np.array([session.types[kind].length for kind in state.type])
            raw = centre_from_bumper(bumper, yaw, length, session.offset)
            apart = np.hypot(*(raw - state.position[:, :2]).T)[inside]
            turned = np.abs((yaw - state.yaw + np.pi) % (2 * np.pi) - np.pi)[inside]
            compared += inside.sum()
            assert apart.max() <= 0.01, (state.time, names[np.flatnonzero(inside)[apart.argmax()]])
            assert turned.max() <= np.radians(0.1)
    assert compared > 2000 and changed >= 1


def test_a_turn_on_the_spot_takes_the_time_of_its_yaw_rate():
    limiter, ids = MotionLimiter(0.1), np.array([3])
    limiter.centre(ids, np.zeros((1, 2)), limiter.yaw(ids, np.zeros(1)), np.zeros(1))
    shown = []
    for _ in range(15):
        turned = limiter.yaw(ids, np.array([np.pi / 2]))
        limiter.centre(ids, np.zeros((1, 2)), turned, np.zeros(1))
        assert turned.before[0] == (shown[-1] if shown else 0.0)
        shown.append(float(turned.yaw[0]))
    np.testing.assert_allclose(
        shown, np.minimum(np.arange(1, 16) * YAW_RATE * 0.1, np.pi / 2), atol=1e-12
    )


def test_a_jump_is_made_up_in_the_following_steps():
    limiter, ids, yaw = MotionLimiter(0.1), np.array([0]), np.zeros(1)
    places = []
    for goal in (0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0):
        turned = limiter.yaw(ids, yaw)
        places.append(
            float(limiter.centre(ids, np.array([[goal, 0.0]]), turned, np.array([2.0]))[0, 0])
        )
    # At equal speeds before and after, the middle of a segment is as fast as promised for a mean
    # slope of speed + 2/3 slack.
    moved, most = np.diff(places), (2.0 + SLACK / 1.5) * 0.1
    np.testing.assert_allclose(moved, [most, most, most, 1.0 - 3.0 * most, 0.0, 0.0], atol=1e-12)


def test_a_vehicle_that_comes_back_is_shown_where_it_is():
    limiter = MotionLimiter(0.1)
    for ids, x in (([0, 2000], 0.0), ([0], 0.0), ([0, 2000], 90.0)):
        ids = np.array(ids)
        turned = limiter.yaw(ids, np.full(len(ids), 0.0))
        centre = limiter.centre(ids, np.full((len(ids), 2), [x, 0.0]), turned, np.zeros(len(ids)))
    np.testing.assert_allclose(centre[:, 0], [SLACK / 1.5 * 0.1, 90.0])
