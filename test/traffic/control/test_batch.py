"""Many requests in one message against the same ones singly."""

from __future__ import annotations

import pytest
import traci
import traci.constants as tc
from junctions import build_fork, car, drive, run_of, write_elements

from sim.traffic.control.batch import RequestBatch, double

LONG = "a_name_of_" + 300 * "x"


@pytest.fixture
def session(tmp_path):
    cars = [car(f"v{k}", 20.0 + 30.0 * k) for k in range(5)] + [car(LONG, 400.0)]
    with run_of(build_fork(tmp_path), write_elements(tmp_path, *cars)) as run:
        drive(run, 1.0)
        yield run.session


def test_gets_equal_those_of_traci(session):
    domain, batch = session.connection.vehicle, RequestBatch(session.link.exchange, session.ask)
    names = domain.getIDList()
    assert len(names) == 6 and LONG in names
    for name in names:
        batch.get(tc.VAR_SPEED, name)
        batch.get(tc.VAR_LANE_ID, name)
        batch.get(tc.VAR_EDGES, name)
        batch.get(tc.VAR_LANE_INDEX, name)
        batch.get(tc.VAR_LEADER, name, double(1000.0))
    answers = [answer.value for answer in batch.send()]
    assert len(batch) == 0
    for row, name in enumerate(names):
        leader = domain.getLeader(name, 1000.0)
        assert answers[5 * row : 5 * row + 5] == [
            domain.getSpeed(name),
            domain.getLaneID(name),
            list(domain.getRoute(name)),
            domain.getLaneIndex(name),
            list(leader or ("", -1.0)),
        ]


def test_sets_are_done_and_an_error_among_them_stops_nothing(session):
    batch = RequestBatch(session.link.exchange, session.ask)
    for name in ("v0", "nobody", LONG):
        batch.set(tc.VAR_MAXSPEED, name, double(3.5))
    answers = batch.send()
    assert [bool(answer.error) for answer in answers] == [
        False,
        True,
        False,
    ] and "'nobody' is not known" in answers[1].error
    assert (
        session.connection.vehicle.getMaxSpeed("v0")
        == session.connection.vehicle.getMaxSpeed(LONG)
        == 3.5
    )


def test_many_numbers_are_those_of_single_sets(session):
    batch, values = (
        RequestBatch(session.link.exchange, session.ask),
        {"v0": 3.5, LONG: 4.25, "v3": 5.0},
    )
    batch.set_numbers(tc.VAR_MAXSPEED, values, values.values())
    assert len(batch) == 3 and not any(answer.error for answer in batch.send())
    assert {name: session.connection.vehicle.getMaxSpeed(name) for name in values} == values


def test_nothing_to_ask_is_no_message(session):
    assert RequestBatch(session.link.exchange, session.ask).send() == []


def test_the_connection_goes_on_as_before(session):
    batch = RequestBatch(session.link.exchange, session.ask)
    batch.get(tc.VAR_SPEED, "nobody")
    assert "not known" in batch.send()[0].error
    session.step()
    with pytest.raises(traci.TraCIException):
        session.connection.vehicle.getSpeed("nobody")
    assert session.connection.vehicle.getSpeed("v0") > 0.0
