"""The decoder against SUMO's own client, value by value."""

from __future__ import annotations

import struct

import numpy as np
import pytest
import traci.constants as tc
from nets import build_grid
from small_runs import running, write_routes

from sim.errors import SimulationError
from sim.traffic.decoder import ContextDecoder, Variable, read_values
from sim.traffic.limiter import MotionLimiter
from sim.traffic.roads.network import Network
from sim.traffic.session import TRACI


@pytest.fixture(scope="module")
def busy(tmp_path_factory):
    """Yield a session 40 s into a busy grid."""
    folder = tmp_path_factory.mktemp("decoder")
    net = build_grid(folder)
    network = Network.read(net)
    flows = [
        f'<flow id="f{i}" type="car" begin="0" end="100" period="3" from="{entry}" '
        f'to="{network.exits()[(i + 5) % 12]}" departSpeed="max"/>'
        for i, entry in enumerate(network.entries())
    ]
    with running(net, write_routes(folder, *flows), sumo=TRACI) as session:
        for _ in range(400):
            session.step()
        yield session


def _answer(session):
    answer = session.connection._sendCmd(tc.CMD_SIMSTEP, None, None, "D", 0.0)
    return answer._content, answer._pos


@pytest.mark.not_quick
def test_every_value_of_every_vehicle_equals_that_of_traci(busy):
    answer = ContextDecoder().decode(*_answer(busy))
    names, records, integers = answer.names, answer.records, answer.simulation
    vehicle, simulation = busy.connection.vehicle, busy.connection.simulation
    assert len(names) > 30 and sorted(name.decode() for name in names) == sorted(
        vehicle.getIDList()
    )
    for name, record in zip(names, records):
        name = name.decode()
        assert tuple(record["bumper"]) == vehicle.getPosition3D(name)
        values = [record[field] for field in ("angle", "slope", "speed", "acceleration", "signals")]
        assert values == [
            vehicle.getAngle(name),
            vehicle.getSlope(name),
            vehicle.getSpeed(name),
            vehicle.getAcceleration(name),
            vehicle.getSignals(name),
        ]
    assert integers[tc.VAR_DEPARTED_VEHICLES_NUMBER] == simulation.getDepartedNumber()
    assert integers[tc.VAR_ARRIVED_VEHICLES_NUMBER] == simulation.getArrivedNumber()


@pytest.mark.not_quick
def test_the_state_has_the_same_vehicles_sorted_by_id(busy):
    state = busy.step()
    vehicle = busy.connection.vehicle
    assert (np.diff(state.id.astype(int)) > 0).all()
    assert {busy.names[number] for number in state.id} == set(vehicle.getIDList())
    for number, speed, signals in zip(state.id, state.speed, state.signals):
        assert speed == vehicle.getSpeed(busy.names[number]) and signals == vehicle.getSignals(
            busy.names[number]
        )


@pytest.mark.not_quick
def test_accelerations_from_speeds_are_those_of_sumo(busy):
    vehicle, limiter, known = busy.connection.vehicle, MotionLimiter(0.1), set()
    for _ in range(50):
        state = busy.step()
        found = limiter.acceleration(state.id, state.speed)
        turned = limiter.yaw(state.id, state.yaw)
        limiter.centre(state.id, state.position[:, :2], turned, state.speed)
        for number, acceleration in zip(state.id.tolist(), found.tolist()):
            name = busy.names[number]
            assert acceleration == (vehicle.getAcceleration(name) if number in known else 0.0)
        known = set(state.id.tolist())
    assert len(known) > 30


def test_a_decoder_with_a_cache_equals_a_fresh_one(busy):
    decoder, alike = ContextDecoder(), 0
    names = None
    for _ in range(100):
        content, position = _answer(busy)
        found, fresh = (one.decode(content, position) for one in (decoder, ContextDecoder()))
        alike += found.names is names
        names = found.names
        assert found.names == fresh.names and found.records.tobytes() == fresh.records.tobytes()
    assert 10 < alike < 99


def test_a_broken_value_among_vehicles_that_are_known_is_an_error(busy):
    decoder = ContextDecoder()
    content, position = _answer(busy)
    names = decoder.decode(content, position).names
    head = bytes([tc.VAR_ANGLE, 0, tc.TYPE_DOUBLE])
    at = content.index(head, content.index(names[3], position))
    broken = content[: at + 1] + b"\xff" + content[at + 2 :]
    with pytest.raises(SimulationError, match=f"angle for vehicle {names[3].decode()}"):
        decoder.decode(broken, position)


def test_a_variable_more_than_asked_for_is_an_error(busy):
    fewer = ContextDecoder((Variable("bumper", tc.VAR_POSITION3D, tc.POSITION_3D),))
    with pytest.raises(SimulationError, match="6 variables per vehicle, 1 were asked for"):
        fewer.decode(*_answer(busy))


def test_a_value_of_another_type_names_the_vehicle(busy):
    content, position = _answer(busy)
    names = ContextDecoder().decode(content, position).names
    head = bytes([tc.VAR_ANGLE, 0, tc.TYPE_DOUBLE])
    at = content.index(head, content.index(names[3], position))
    broken = content[: at + 1] + b"\xff" + content[at + 2 :]
    with pytest.raises(SimulationError, match=f"angle for vehicle {names[3].decode()}"):
        ContextDecoder().decode(broken, position)


def test_texts_and_other_objects_equal_what_traci_says(busy):
    variables = (
        Variable("position", tc.VAR_LANEPOSITION, tc.TYPE_DOUBLE),
        Variable("lane", tc.VAR_LANE_ID, tc.TYPE_STRING),
        Variable("edge", tc.VAR_ROAD_ID, tc.TYPE_STRING),
    )
    junctions, lane = busy.connection.junction.getIDList(), busy.connection.lane.getIDList()[0]
    busy.connection.junction.subscribeContext(
        junctions[1], tc.CMD_GET_VEHICLE_VARIABLE, 1e9, [variable.id for variable in variables]
    )
    busy.connection.lane.subscribe(
        lane, [tc.VAR_LENGTH, tc.LANE_EDGE_ID, tc.LANE_LINK_NUMBER, tc.LANE_ALLOWED]
    )
    # The decoder takes one context subscription.
    busy.connection.junction.unsubscribeContext(junctions[0], tc.CMD_GET_VEHICLE_VARIABLE, 1e9)
    decoder, (content, position) = ContextDecoder(variables), _answer(busy)
    answer = decoder.decode(content, position)
    assert decoder.decode(content, position).names is answer.names
    vehicle, names = busy.connection.vehicle, [name.decode() for name in answer.names]
    assert len(names) > 30 and answer.texts["lane"] == [
        vehicle.getLaneID(name).encode() for name in names
    ]
    assert answer.texts["edge"] == [vehicle.getRoadID(name).encode() for name in names]
    assert answer.records["position"].tolist() == [vehicle.getLanePosition(name) for name in names]
    at = content.index(answer.names[3], position) + len(answer.names[3])
    broken = content.index(bytes([tc.VAR_ROAD_ID, 0, tc.TYPE_STRING]), at)
    with pytest.raises(SimulationError, match=f"no valid edge for vehicle {names[3]}"):
        decoder.decode(content[:broken] + b"\xff" + content[broken + 1 :], position)
    with pytest.raises(SimulationError, match="SUMO's answer ends within a vehicle"):
        decoder.decode(content[: broken + 8], position)
    values = read_values(answer.objects[tc.RESPONSE_SUBSCRIBE_LANE_VARIABLE, lane.encode()])
    domain = busy.connection.lane
    assert values == {
        tc.VAR_LENGTH: domain.getLength(lane),
        tc.LANE_EDGE_ID: domain.getEdgeID(lane),
        tc.LANE_LINK_NUMBER: domain.getLinkNumber(lane),
        tc.LANE_ALLOWED: list(domain.getAllowed(lane)),
    }


def test_texts_come_last():
    with pytest.raises(ValueError, match="must come last"):
        ContextDecoder(
            (
                Variable("lane", tc.VAR_LANE_ID, tc.TYPE_STRING),
                Variable("angle", tc.VAR_ANGLE, tc.TYPE_DOUBLE),
            )
        )


def test_an_answer_without_subscriptions_is_empty():
    answer = ContextDecoder().decode(struct.pack("!i", 0), 0)
    assert (
        answer.names == []
        and len(answer.records) == 0
        and answer.simulation == {}
        and answer.objects == {}
    )
