"""With a radius, SUMO computes all and reports those near an ego."""

from __future__ import annotations

import math

import numpy as np
import pytest
from nets import build_crossing
from small_runs import WALKER, build_road, car_at, person, running, trip, write_routes

from sim.errors import InputError
from sim.traffic.ego.coupling import EgoCoupling
from sim.traffic.roads.network import Network
from sim.traffic.run import TrafficRun
from sim.traffic.session import SumoOptions
from sim.traffic.summary import Summary

RADIUS = 60.0
# Standing cars every 20 m on a road from world (50, 20) along +x.
CARS = [trip(f"c{k}", 10.0 + 20.0 * k, speed=0.0) for k in range(50)]
STOPPED = [
    text.replace("/>", f'><stop lane="road_0" endPos="{10.0 + 20.0 * k}" duration="9999"/></trip>')
    for k, text in enumerate(CARS)
]


@pytest.fixture
def road(tmp_path):
    return build_road(tmp_path, lanes=2, length=1200.0), write_routes(tmp_path, *STOPPED)


def names_of(session, state) -> set:
    return {session.names[number] for number in state.id}


def expected(x: float) -> set:
    """Return cars with a bumper within the radius of an ego's centre."""
    return {f"c{k}" for k in range(50) if math.hypot(60.0 + 20.0 * k - x, 1.75 + 1.75) <= RADIUS}


def test_vehicles_are_shown_only_around_an_ego(road):
    with running(road[0], road[1], radius=RADIUS) as session:
        coupling = EgoCoupling(session, Network.read(road[0]))
        assert len(session.step()) == 0 and session.connection.vehicle.getIDCount() == 50
        ego = car_at(305.0, 21.75)
        assert coupling.look_around([ego]) == []
        state = session.step()
        assert names_of(session, state) == expected(305.0) and len(expected(305.0)) == 6
        assert coupling.look_around([ego]) == [ego]


def test_several_egos_share_views_until_one_leaves(road):
    with running(road[0], road[1], radius=RADIUS) as session:
        coupling = EgoCoupling(session, Network.read(road[0]))
        one, near, far = (
            car_at(305.0, 21.75, name="one"),
            car_at(345.0, 21.75, name="near"),
            car_at(805.0, 21.75, name="far"),
        )
        coupling.look_around([one, near, far])
        state = session.step()
        assert names_of(session, state) == expected(305.0) | expected(345.0) | expected(805.0)
        assert (np.diff(state.id.astype(int)) > 0).all()
        coupling.look_around([near])
        assert names_of(session, session.step()) == expected(345.0)
        coupling.look_around([])
        assert len(session.step()) == 0


def test_a_vehicle_that_comes_back_has_the_id_it_had(road):
    with running(road[0], road[1], radius=RADIUS) as session:
        coupling, ids = EgoCoupling(session, Network.read(road[0])), []
        for x in (305.0, 805.0, 305.0):
            coupling.look_around([car_at(x, 21.75)])
            session.step()
            state = session.step()
            ids.append(dict(zip(names_of(session, state), sorted(state.id.tolist()))))
            assert names_of(session, state) == expected(x)
        assert ids[0] == ids[2] and not set(ids[0].values()) & set(ids[1].values())


@pytest.mark.not_quick
def test_states_equal_those_of_a_session_that_tells_of_all(road):
    flow = (
        '<flow id="f" type="car" from="road" to="road" begin="0" end="60" period="exp(0.5)" '
        'departLane="1" departSpeed="random"/>'
    )
    routes = write_routes(road[0].parent, flow)
    ego, kept = car_at(305.0, 18.25), []
    for radius in (RADIUS, math.inf):
        with running(road[0], routes, radius=radius) as session:
            coupling, rows = EgoCoupling(session, Network.read(road[0])), []
            for _ in range(300):
                coupling.look_around([ego])
                state = session.step()
                rows.append(
                    {
                        session.names[number]: tuple(position)
                        for number, position in zip(state.id, state.position)
                    }
                )
            kept.append(rows)
    near, everybody = kept
    assert sum(map(len, near)) > 300
    for few, many in zip(near, everybody):
        assert few.items() <= many.items()


def test_persons_are_limited_too(tmp_path):
    net = build_crossing(tmp_path)
    routes = write_routes(
        tmp_path,
        WALKER,
        person("near", 'edges="wc"', position=20.0),
        person("away", 'edges="ec"', position=20.0),
    )
    with running(net, routes, radius=RADIUS) as session:
        coupling = EgoCoupling(session, Network.read(net))
        for _ in range(20):
            coupling.look_around([car_at(20.0, 0.0)])
            state = session.step()
        assert names_of(session, state) == {"near"}


def test_a_run_makes_room_for_a_new_ego_among_hidden_vehicles(road):
    run = TrafficRun(
        SumoOptions(road[0], (road[1],), radius=RADIUS),
        Network.read(road[0]),
        (),
        Summary("none", 42, "follow"),
    )
    try:
        run.first([])
        assert len(run.step([])) == 0
        ego = car_at(305.0, 18.25)
        for _ in range(4):
            state = run.step([ego])
        assert (
            run.summary.vehicles_cleared >= 1
            and run.summary.ego_collisions == 0
            and run.summary.sumo_collisions == 0
        )
        assert 1 <= len(state) < len(expected(305.0))
        run.step([])
        assert len(run.step([])) == 0
    finally:
        run.close()


@pytest.mark.parametrize("radius", [0.0, -5.0, math.nan])
def test_a_radius_that_shows_nobody_is_refused(road, radius):
    with pytest.raises(InputError, match=r"radius: .* m shows no vehicles; give more than 0 m"):
        SumoOptions(road[0], radius=radius)
