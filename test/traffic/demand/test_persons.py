"""Persons of SUMO among the vehicles of a state."""

from __future__ import annotations

import numpy as np
import pytest
import traci
import traci.constants as tc
from nets import build_crossing
from small_runs import WALKER, person, row_of, running, write_routes

from sim.traffic.lamps import BLUE_SIGNAL
from sim.traffic.limiter import PERSON_YAW_RATE
from sim.traffic.looks import is_person, looks_of
from sim.traffic.session import TRACI
from sim.traffic.state import VehicleType

BUS = '<vType id="bus" vClass="bus" length="12"/>'
BUS_TRIP = (
    '<trip id="bus1" type="bus" depart="0" from="wc" to="ce" departPos="20"><stop '
    'lane="wc_1" endPos="60" duration="5"/></trip>'
)
RIDER = (
    '<person id="rider" type="walker" depart="0" departPos="57"><ride from="wc" to="ce" '
    'lines="bus1" arrivalPos="50"/>'
    '<walk edges="ce" arrivalPos="80"/></person>'
)


@pytest.fixture
def net(tmp_path):
    return build_crossing(tmp_path)


def test_persons_in_a_state_equal_those_of_traci(tmp_path, net):
    routes = write_routes(
        tmp_path,
        WALKER,
        '<trip id="car1" type="car" depart="0" from="ec" to="cw"/>',
        person("anna", 'from="wc" to="cs"'),
    )
    with running(net, routes) as session:
        for _ in range(100):
            state = session.step()
        row, domain = row_of(session, state, "anna"), session.connection.person
        kind = session.types[state.type[row]]
        usual = VehicleType("walker", "pedestrian", 0.4, 0.5, 1.7)
        assert kind in [look for look, _ in looks_of(usual)]
        assert len(state) == 2 and row_of(session, state, "car1") >= 0
        np.testing.assert_allclose(
            state.position[row],
            np.array(domain.getPosition3D("anna")) - [*session.offset, 0.0],
            atol=1e-6,
        )
        assert state.yaw[row] == pytest.approx(np.radians(90.0 - domain.getAngle("anna")), abs=1e-9)
        assert state.speed[row] == domain.getSpeed("anna") > 1.0
        assert (state.pitch[row], state.acceleration[row], state.signals[row]) == (0.0, 0.0, 0)


@pytest.mark.not_quick
def test_a_person_looks_where_he_walks_also_around_corners(tmp_path, net):
    routes = write_routes(tmp_path, WALKER, person("anna", 'edges="wc cw"', position=120.0))
    moves, yaws, turns = [], [], []
    with running(net, routes) as session:
        last = session.step()
        while row_of(session, last, "anna") < 0:
            last = session.step()
        for _ in range(400):
            state = session.step()
            moves.append(state.position[0, :2] - last.position[0, :2])
            yaws.append(state.yaw[0])
            turns.append(state.yaw_rate[0])
            last = state
    moves, yaws = np.array(moves), np.array(yaws)
    assert np.ptp(np.unwrap(yaws)) > np.radians(150), "there is no corner on this way"
    assert np.abs(turns).max() <= PERSON_YAW_RATE + 1e-9
    walking = np.hypot(*moves.T) > 0.08
    aside = np.abs(np.degrees(np.angle((moves[:, 0] + 1j * moves[:, 1]) * np.exp(-1j * yaws))))[
        walking
    ]
    # Turning takes up to half a second; beyond that no person walks sideways.
    assert np.mean(aside > 40.0) < 0.03


@pytest.mark.not_quick
def test_riders_are_hidden_and_keep_their_id_afterwards(tmp_path, net):
    seen = []
    with running(net, write_routes(tmp_path, WALKER, BUS, BUS_TRIP, RIDER)) as session:
        for _ in range(900):
            state = session.step()
            row = row_of(session, state, "rider")
            seen.append(
                (
                    row >= 0,
                    int(state.id[row]) if row >= 0 else -1,
                    state.position[row, 0] if row >= 0 else 0.0,
                )
            )
            if row >= 0:
                assert session.connection.person.getVehicle("rider") == ""
    shown = np.array([s for s, _, _ in seen])
    starts = np.flatnonzero(np.diff(shown.astype(int)) == 1)
    assert len(starts) == 2 or (shown[0] and len(starts) == 1), "waits, rides unseen, gets off"
    assert len({number for visible, number, _ in seen if visible}) == 1
    assert (
        max(x for visible, _, x in seen if visible)
        > 155.0
        > min(x for visible, _, x in seen if visible)
    )


@pytest.mark.parametrize("depart", [(0.0, 5.0), (5.0, 0.0)])
def test_a_person_with_a_vehicles_name_gets_another_one(tmp_path, net, depart):
    routes = write_routes(
        tmp_path,
        WALKER,
        *sorted(
            [
                f'<trip id="twin" type="car" depart="{depart[0]}" from="ec" to="cw"/>',
                person("twin", 'from="wc" to="cs"', depart[1]),
            ],
            key=lambda text: f'depart="{5.0}"' in text,
        ),
    )
    with running(net, routes) as session:
        for _ in range(80):
            state = session.step()
        assert sorted(session.names) == ["person_twin", "twin"]
        walks = {
            session.names[number]: is_person(session.types[kind].model)
            for number, kind in zip(state.id, state.type)
        }
        assert walks == {"twin": False, "person_twin": True}
        domain, name = session.registry.behind(session.names.index("person_twin"))
        assert domain is session.connection.person and name == "twin"


def test_persons_are_counted_apart_from_vehicles(tmp_path, net):
    with running(
        net, write_routes(tmp_path, WALKER, person("anna", 'edges="wc" arrivalPos="14"'))
    ) as session:
        for _ in range(100):
            session.step()
        assert session.counters["persons_departed"] == session.counters["persons_arrived"] == 1
        assert session.counters["departed"] == session.counters["arrived"] == 0


@pytest.mark.parametrize("with_person", [False, True])
def test_sumo_is_asked_for_persons_only_where_there_are_some(
    tmp_path, net, monkeypatch, with_person
):
    asked, subscribe = [], traci.connection.Connection._subscribeContext
    monkeypatch.setattr(
        traci.connection.Connection,
        "_subscribeContext",
        lambda self, *words: (asked.append(words[4]), subscribe(self, *words))[1],
    )
    persons = [person("anna", 'from="wc" to="cs"', 1.0)] if with_person else []
    with running(
        net,
        write_routes(
            tmp_path, WALKER, '<trip id="car1" type="car" depart="0" from="ec" to="cw"/>', *persons
        ),
        sumo=TRACI,
    ) as session:
        for _ in range(30):
            session.step()
    assert asked == [tc.CMD_GET_VEHICLE_VARIABLE] + [tc.CMD_GET_PERSON_VARIABLE] * with_person


def test_an_ambulances_blue_light_does_not_go_out(tmp_path, net):
    ambulance = (
        '<vType id="amb" vClass="emergency"/><trip id="a1" type="amb" depart="0" '
        'from="ec" to="cw"/>'
    )
    with running(net, write_routes(tmp_path, ambulance)) as session:
        states = [session.step() for _ in range(60)]
        assert session.types[states[-1].type[0]].model == "ambulance"
    assert (
        all(state.signals[0] & BLUE_SIGNAL for state in states if len(state))
        and sum(map(len, states)) > 40
    )
