"""Persons and an ego at crossings: order of passing."""

from __future__ import annotations

import numpy as np
import pytest
from lxml import etree
from nets import LOOP_NET, build_crossing
from small_runs import car_at, person, running, write_routes

from sim.traffic.ego.caution import Caution, at_the_kerb, inwards
from sim.traffic.ego.continuation import Continuation
from sim.traffic.ego.coupling import EgoCoupling
from sim.traffic.roads.footways import walking_polygons
from sim.traffic.roads.network import Network
from sim.traffic.scenery.surface import surfaces

WALKER = (
    '<vType id="walker" vClass="pedestrian" width="0.5" length="0.4" maxSpeed="1.4" '
    'speedFactor="1"/>'
)
# The middles of the western and eastern crossing, and of the lane eastwards.
WEST_CROSSING_X = 144.8  # m
EAST_CROSSING_X = 155.2  # m
LANE_Y = -1.6  # m
BOX_HALF_WIDTH = 0.9 + 0.25  # m


@pytest.fixture(scope="module")
def network(tmp_path_factory):
    return Network.read(build_crossing(tmp_path_factory.mktemp("crossing")))


def persons(near: str, far: str, position: float) -> list:
    """Return eight persons that cross one arm northwards."""
    return [
        f'<person id="p{k}" type="walker" depart="{0.5 * k}" departPos="{position}"><walk '
        f'edges="{near} {far}"/></person>'
        for k in range(8)
    ]


def entries(tmp_path, network, crossing: float, speed: float, arrival: float, aware: bool) -> list:
    """Return the ego's decelerations for persons, with or without caution."""
    walkers = persons("wc", "cw", 118) if crossing == WEST_CROSSING_X else persons("ce", "ec", 22)
    needed, inside = [], {}
    with running(build_crossing(tmp_path), write_routes(tmp_path, WALKER, *walkers)) as session:
        coupling, caution, state = EgoCoupling(session, network), Caution(session, network), None
        if not aware:
            coupling._announce = lambda *_: None
        for step in range(round(10 * (arrival + 2.0))):
            x = crossing + (0.1 * step - arrival) * speed
            egos = [car_at(x, LANE_Y, speed=speed)] if 5.0 < x < 290.0 else []
            for ego in egos:
                coupling.place(ego)
            if aware and state is not None:
                caution.before_step(state, egos)
            state = session.step()
            gap = state.position[:, 0] - (x + 0.1 * speed + 2.3)
            for number, at, ahead in zip(state.id, state.position, gap):
                now = abs(at[1] - LANE_Y) < BOX_HALF_WIDTH
                if now and not inside.get(number, True) and ahead > -4.6:
                    needed.append(speed**2 / (2.0 * max(ahead - 0.25, 0.05)))
                inside[number] = now
    return needed


@pytest.mark.parametrize(
    "crossing, speed",
    [
        (WEST_CROSSING_X, 13.5),
        (EAST_CROSSING_X, 10.0),
        pytest.param(WEST_CROSSING_X, 10.0, marks=pytest.mark.slow),
    ],
)
@pytest.mark.not_quick
def test_no_person_steps_before_an_ego_that_cannot_stop(tmp_path, network, crossing, speed):
    aware = [
        value
        for arrival in range(20, 30, 3)
        for value in entries(tmp_path, network, crossing, speed, arrival, True)
    ]
    assert len(aware) > 3 and max(aware) < 6.0


@pytest.mark.not_quick
def test_sumo_alone_lets_them_step_out(tmp_path, network):
    alone = [
        value
        for arrival in range(20, 30, 3)
        for value in entries(tmp_path, network, WEST_CROSSING_X, 13.5, arrival, False)
    ]
    assert max(alone) > 9.0


@pytest.mark.not_quick
def test_persons_wait_for_an_ego_on_the_crossing_and_then_cross(tmp_path, network):
    with running(
        build_crossing(tmp_path), write_routes(tmp_path, WALKER, *persons("wc", "cw", 118))
    ) as session:
        coupling, caution, state = (
            EgoCoupling(session, network),
            Caution(session, network),
            session.step(),
        )
        for step in range(1100):
            egos = [car_at(WEST_CROSSING_X, LANE_Y)] if step < 450 else []
            if egos:
                coupling.place(egos[0])
            elif step == 450:
                assert (state.position[:, 1] < LANE_Y - 0.9).all()
                coupling.remove("ego")
            caution.before_step(state, egos)
            state = session.step()
        assert len(state) == 0 or (state.position[:, 1] > LANE_Y).all()


@pytest.mark.not_quick
def test_a_person_held_at_a_light_crosses_there_later(tmp_path):
    """SUMO searches another route during red and relocates a person without one."""
    network = Network.read(LOOP_NET)
    walk = person("p", 'edges="main_2_west main_3_east" arrivalPos="150"', position=100.0)
    with running(LOOP_NET, write_routes(tmp_path, WALKER, walk)) as session:
        coupling, caution, way = EgoCoupling(session, network), Caution(session, network), []
        state = session.step()
        for step in range(1500):
            if not len(state):
                break
            ego = car_at(110.0 - step % 75, 1.6, np.pi, speed=10.0)
            coupling.place(ego)
            caution.before_step(state, [ego])
            state = session.step()
            way += state.position[:, :2].tolist()
    assert not len(state)
    assert np.hypot(*np.diff(way, axis=0).T).max() < 0.5


def test_walking_areas_that_cover_nothing_are_left_out(tmp_path, network):
    """netconvert writes some areas of one or two points.

    Areas of several points in a line, as at dead ends, are empty too.
    """
    net = build_crossing(tmp_path)
    tree = etree.parse(str(net))
    for lane, keep in zip(
        tree.xpath("//edge[@function='walkingarea']/lane"), ([0], [0, 1], [0, 1, 0])
    ):
        points = lane.get("shape").split()
        lane.set("shape", " ".join(points[i] for i in keep))
    tree.write(str(net))
    spoilt = Network.read(net)
    assert len(walking_polygons(network)) == 4 and len(walking_polygons(spoilt)) == 1
    with running(net, write_routes(tmp_path, WALKER)) as session:
        Caution(session, spoilt).before_step(
            session.step(), [car_at(WEST_CROSSING_X, LANE_Y, speed=10.0)]
        )
    assert surfaces(spoilt)["sidewalk"].area < surfaces(network)["sidewalk"].area


def test_the_kerb_is_beside_the_way_that_the_ego_needs_to_stop():
    ego = car_at(0.0, 0.0, speed=10.0)
    # Stops within 2.3 + 0.5 + 5 + 10 m; the way reaches 0.9 + 0.5 m to each side.
    at = np.array(
        [
            [17.0, 1.6, 0.0],
            [18.0, 1.6, 0.0],
            [17.0, 1.2, 0.0],
            [17.0, 3.1, 0.0],
            [-3.0, 1.6, 0.0],
            [17.0, -1.6, 0.0],
            [17.0, 1.6, 6.0],
        ]
    )
    nobody = np.zeros(len(at), bool)
    assert at_the_kerb(ego, at, nobody).tolist() == [True, False, False, False, False, True, False]
    assert at_the_kerb(ego, at, ~nobody)[2] and not at_the_kerb(car_at(0.0, 0.0), at, nobody).any()
    assert inwards(ego, at[[0, 5]], np.array([-np.pi / 2, -np.pi / 2])) == pytest.approx(
        [1.0, -1.0]
    )


def test_an_ego_is_expected_straight_on(network):
    assert Continuation(network).edges(network.lanes_by_id["wc_1"]) == ("wc", "ce")
    assert Continuation(network).edges(network.lanes_by_id["sc_1"]) == ("sc", "cn")
    assert Continuation(network).edges(network.lanes_by_id["ce_1"]) == ("ce",)
