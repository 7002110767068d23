"""Shown boxes never overlap unless SUMO's do.

Step by step, between steps, in the town.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import List, Tuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nets import ROOT
from scipy.spatial import cKDTree
from small_runs import build_road, row_of, running, trip, write_routes

from sim.traffic.demand.demand import read_demand
from sim.traffic.demand.routes import write_demand
from sim.traffic.frames import centre_from_bumper, yaw_from_angle
from sim.traffic.interpolation import Interpolator
from sim.traffic.looks import is_person
from sim.traffic.measures.boxes import Boxes, overlapping
from sim.traffic.roads.network import Network
from sim.traffic.state import TrafficState
from sim.traffic.untangle import rows_to_release

TOWN_NET = ROOT / "networks" / "town" / "town.net.xml"
TOWN_DEMAND = ROOT / "config" / "demand" / "town.yaml"
SECONDS = 600
# SUMO has no data between two states: there a rear corner that swings in a turn may graze another
# by so much, m.
GRAZE = 0.05


def pairs_that_overlap(boxes: Boxes) -> Tuple[np.ndarray, np.ndarray]:
    """Return rows of all pairs that overlap."""
    near = cKDTree(boxes.position).query_pairs(
        2.0 * boxes.radius.max(initial=0.0), output_type="ndarray"
    )
    one, other = near.T
    bad = overlapping(boxes[one], boxes[other])
    return one[bad], other[bad]


def scattered(rng: np.random.Generator, count: int) -> Boxes:
    """Return cars anywhere on a car park too small for them."""
    return Boxes(
        rng.uniform(0.0, 3.0 * np.sqrt(count), (count, 2)),
        rng.uniform(-np.pi, np.pi, count),
        np.zeros(count),
        rng.uniform(1.5, 8.0, count),
        rng.uniform(0.5, 2.5, count),
        rng.choice([0.0, 5.0], count),
    )


@given(st.integers(0, 10**6), st.integers(0, 40), st.floats(0.0, 1.0))
@settings(max_examples=200, deadline=None)
@pytest.mark.not_quick
def test_delays_never_show_overlaps_that_sumo_does_not_have(seed, count, share_late):
    rng = np.random.default_rng(seed)
    sumo = scattered(rng, count)
    late = rng.random(count) < share_late
    shown = Boxes(
        sumo.position + late[:, None] * rng.normal(0.0, 2.0, (count, 2)),
        sumo.yaw + late * rng.normal(0.0, 1.0, count),
        *(getattr(sumo, name) for name in ("speed", "length", "width", "z")),
    )
    rows = rows_to_release(shown, sumo)
    assert set(rows) <= set(np.flatnonzero(late))
    position, yaw = shown.position.copy(), shown.yaw.copy()
    position[rows], yaw[rows] = sumo.position[rows], sumo.yaw[rows]
    one, other = pairs_that_overlap(
        Boxes(position, yaw, sumo.speed, sumo.length, sumo.width, sumo.z)
    )
    assert overlapping(sumo[one], sumo[other]).all()


def test_late_vehicles_without_overlap_stay_late():
    sumo = Boxes(
        np.array([[0.0, 0.0], [20.0, 0.0]]),
        np.zeros(2),
        np.zeros(2),
        np.full(2, 5.0),
        np.full(2, 1.8),
    )
    shown = Boxes(
        sumo.position - [[4.0, 0.0], [0.0, 0.0]],
        *(getattr(sumo, name) for name in ("yaw", "speed", "length", "width")),
    )
    assert rows_to_release(shown, sumo).size == 0


def test_a_relocated_car_does_not_overlap_its_successor(tmp_path):
    """SUMO moves one car by 8 m at once, as on request. Another enters at its former place."""
    net = build_road(tmp_path)
    with running(
        net, write_routes(tmp_path, trip("away", 50.0), trip("comes", 50.0, depart=0.2))
    ) as session:
        vehicle = session.connection.vehicle
        session.step()
        state = session.step()
        x, y = vehicle.getPosition("away")
        vehicle.moveToXY("away", "road", 0, x + 8.0, y, keepRoute=2)
        for _ in range(10):
            state = session.step()
            if row_of(session, state, "comes") >= 0:
                break
        both = [row_of(session, state, name) for name in ("away", "comes")]
        assert min(both) >= 0
        # 5 m long each, in one lane.
        assert abs(np.diff(state.position[both, 0])[0]) > 5.0


class Town:
    """SUMO's vehicles and persons in the town, with shown poses."""

    def __init__(self, folder: Path) -> None:
        network = Network.read(TOWN_NET)
        routes = write_demand(read_demand(TOWN_DEMAND), network, folder)
        self.states: List[TrafficState] = []
        self.sumo: List[Boxes] = []
        with running(TOWN_NET, *routes, seed=7) as session:
            for _ in range(SECONDS * 10):
                state = session.step()
                self.states.append(state)
                self.sumo.append(self._sumo(session, state, network.offset))
            self.size = np.array([(kind.length, kind.width) for kind in session.types])
            self.walks = np.array([is_person(kind.model) for kind in session.types])

    @staticmethod
    def _sumo(session, state: TrafficState, offset: np.ndarray) -> Boxes:
        """Return boxes from SUMO's own answer to this step. The session is bypassed."""
        point, angle = {}, {}
        for members, place in (
            (session.answer.vehicles, "bumper"),
            (session.answer.persons, "position"),
        ):
            for name, record in zip(members.names, members.records):
                key = name.decode()
                point[key], angle[key] = record[place], float(record["angle"])
        names = [session.names[number] for number in state.id]
        kinds = [session.types[kind] for kind in state.type]
        length, width = (
            np.array([getattr(kind, name) for kind in kinds]) for name in ("length", "width")
        )
        reach = np.array([0.0 if is_person(kind.model) else kind.length for kind in kinds])
        yaw = yaw_from_angle(np.array([angle[name] for name in names]))
        points = np.array([point[name] for name in names]).reshape(-1, 3)
        return Boxes(
            centre_from_bumper(points[:, :2], yaw, reach, offset),
            yaw,
            state.speed,
            length,
            width,
            points[:, 2],
        )

    def shown(self, state: TrafficState, position: np.ndarray, yaw: np.ndarray) -> Boxes:
        length, width = self.size[state.type].T
        return Boxes(position[:, :2], yaw, state.speed, length, width, position[:, 2])

    def entangled(self, k: int, boxes: Boxes) -> List[Tuple[int, int]]:
        """Return ids of pairs of vehicles that overlap in ``boxes`` only.

        The boxes are rows of state k; the pairs do not overlap in SUMO at step k or at the next.
        Persons brush past each other and past vehicles within a step, between SUMO's states: they
        are left out.
        """
        cars = np.flatnonzero(~self.walks[self.states[k].type])
        one, other = (
            cars[side]
            for side in pairs_that_overlap(
                replace(boxes, length=boxes.length - GRAZE, width=boxes.width - GRAZE)[cars]
            )
        )
        bad = ~overlapping(self.sumo[k][one], self.sumo[k][other])
        if k + 1 < len(self.states):
            ids = self.states[k].id
            rows = [self.states[k + 1].rows(ids[side]) for side in (one, other)]
            there = (rows[0] >= 0) & (rows[1] >= 0)
            bad[there] &= ~overlapping(*(self.sumo[k + 1][row[there]] for row in rows))
        return [
            (int(self.states[k].id[a]), int(self.states[k].id[b]))
            for a, b in zip(one[bad], other[bad])
        ]


@pytest.fixture(scope="module")
def town(tmp_path_factory) -> Town:
    return Town(tmp_path_factory.mktemp("town"))


@pytest.mark.slow
def test_no_state_of_the_town_shows_overlaps_missing_in_sumo(town):
    late = 0
    for k, state in enumerate(town.states):
        boxes = town.shown(state, state.position, state.yaw)
        late += int((np.hypot(*(boxes.position - town.sumo[k].position).T) > 0.1).sum())
        one, other = pairs_that_overlap(boxes)
        assert overlapping(town.sumo[k][one], town.sumo[k][other]).all(), state.time
    # Motion is limited there at all.
    assert late > 50


@pytest.mark.slow
def test_in_the_town_nor_does_what_is_shown_between_states(town):
    interpolator = Interpolator()
    for k, state in enumerate(town.states):
        interpolator.add(state, state.time)
        interpolator.advance(state.time)
        if k == 0:
            continue
        shown = interpolator.state
        poses = interpolator.poses(state.time + 0.5 * state.step, np.arange(len(shown)))
        assert not town.entangled(k - 1, town.shown(shown, poses.position, poses.yaw)), state.time
