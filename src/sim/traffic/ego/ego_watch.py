"""Watches egos: distances and contacts to traffic and other egos, and reports."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Callable, Collection, Dict, List, Mapping, Optional, Sequence, Set, Tuple

import numpy as np

from sim.arrays import Array
from sim.traffic.ego.coupling import EgoOnRoad
from sim.traffic.ego.nearby import nearby
from sim.traffic.ego_state import EgoState
from sim.traffic.measures.boxes import Boxes, overlapping
from sim.traffic.measures.closeness import Closeness, closeness
from sim.traffic.measures.ego_log import EgoOnLane, sight
from sim.traffic.measures.ego_steps import box_of, one_step
from sim.traffic.measures.run_measures import RunMeasures
from sim.traffic.roads.network import Network
from sim.traffic.session import SumoSession
from sim.traffic.state import TrafficState, vehicle_number
from sim.traffic.summary import Summary

# Egos have no id in a state; these are above all ids in use.
FIRST_EGO_ID = 2**32
NO_ID = -1


@dataclass(frozen=True)
class _Around:
    """Boxes (n,) with their ids."""

    boxes: Boxes
    ids: Array

    def __getitem__(self, rows: Array) -> _Around:
        return _Around(self.boxes[rows], self.ids[rows])


@dataclass
class EgoRecord:
    """State of one ego since the last reset.

    ``around`` has the boxes (n,) of all others in the last step, and the rows (k,) of those nearby.
    """

    on_road: EgoOnRoad
    state: EgoState
    around: Tuple[Boxes, Array]
    touching: Set[int] = field(default_factory=set)
    collisions: int = 0

    @property
    def closeness(self) -> Closeness:
        """Closeness in the last step."""
        boxes, rows = self.around
        return closeness(self.state, boxes[rows])


class EgoWatch:
    """Keeps a record of contacts per ego, in the order of arrival.

    ``measures`` process several steps at once.
    """

    def __init__(
        self,
        network: Network,
        step: float,
        measures: Optional[RunMeasures],
        summary: Summary,
        say: Callable[[str], None],
    ) -> None:
        self._network, self._step, self._measures, self._summary, self._say = (
            network,
            step,
            measures,
            summary,
            say,
        )
        self.records: Dict[str, EgoRecord] = {}
        self._numbers: Dict[str, int] = {}

    def clear(self) -> None:
        """Remove all egos."""
        self.records.clear()

    def finish(self) -> None:
        """Measure the collected steps."""
        if self._measures:
            self._sum_up(self._measures.finish())

    def look(
        self,
        now: float,
        session: SumoSession,
        shown: TrafficState,
        egos: Sequence[EgoState],
        placed: Sequence[EgoOnRoad],
        touched: Mapping[str, Collection[str]],
    ) -> None:
        """Measure every ego against the shown traffic at ``now`` and other egos.

        Contacts ``touched`` by the simulator's physics since the last boundary count too, since a
        vehicle may bounce off after a crash.
        """
        if not egos:
            return
        for ego in egos:
            self._numbers.setdefault(ego.name, FIRST_EGO_ID + len(self._numbers))
        traffic = _Around(shown_boxes(shown, session), shown.id.astype(np.int64))
        for ego, on_road in zip(egos, placed):
            others = [other for other in egos if other is not ego]
            around = self._joined(traffic, others) if others else traffic
            hit = {self._number(name, session) for name in touched.get(ego.name, ())}
            self._take(now, ego, on_road, around, hit - {NO_ID}, session)

    def _number(self, model: str, session: SumoSession) -> int:
        """Return the id of an ego or traffic vehicle, else NO_ID."""
        number = vehicle_number(model)
        if number is not None and number < len(session.names):
            return number
        return self._numbers.get(model, NO_ID)

    def _joined(self, traffic: _Around, others: List[EgoState]) -> _Around:
        numbers = [self._numbers[other.name] for other in others]
        return _Around(
            traffic.boxes.joined(*map(box_of, others)), np.concatenate([traffic.ids, numbers])
        )

    def _take(
        self,
        now: float,
        ego: EgoState,
        on_road: EgoOnRoad,
        around: _Around,
        hit: Set[int],
        session: SumoSession,
    ) -> None:
        rows, close = nearby(ego, around.boxes, sight(ego.speed))
        record = self.records.get(ego.name)
        if record is None:
            record = self.records[ego.name] = EgoRecord(on_road, ego, (around.boxes, rows))
            self._say(
                f"{ego.name} is coupled: {ego.length:.2f} x {ego.width:.2f} m, "
                + (f"on lane {on_road.lane}" if on_road.lane else "off the road")
            )
        if on_road.off_road != record.on_road.off_road:
            self._say(f"{ego.name} is {'off the road' if on_road.off_road else 'back on the road'}")
        touched = hit.union(_overlapped(ego, around[rows[close]]) if len(close) else ())
        fresh = touched - record.touching
        for row in np.flatnonzero(np.isin(around.ids, sorted(fresh))).tolist() if fresh else ():
            name = self._name(int(around.ids[row]), session)
            self._say(_contact(now, ego, around.boxes, row, name))
        record.on_road, record.state, record.touching = on_road, ego, touched
        record.around = around.boxes, rows
        record.collisions += len(fresh)
        self._summary.ego_collisions += len(fresh)
        self._summary.ego_off_road_s += self._step * on_road.off_road
        if self._measures:
            near, lane = around[rows], self._network.lanes_by_id.get(on_road.lane)
            step = one_step(now, ego, near.ids, near.boxes)
            at = EgoOnLane(ego, on_road.lane, lane.speed if lane else 0.0, step)
            self._sum_up(self._measures.take(at, len(fresh)))

    def _name(self, number: int, session: SumoSession) -> str:
        if number < FIRST_EGO_ID:
            return session.names[number]
        return next(name for name, known in self._numbers.items() if known == number)

    def _sum_up(self, found: Sequence[Closeness]) -> None:
        summary = self._summary
        for near in found:
            summary.ego_min_gap_m = min(summary.ego_min_gap_m, near.gap)
            summary.ego_min_ttc_s = min(summary.ego_min_ttc_s, near.time_to_collision)


def shown_boxes(shown: TrafficState, session: SumoSession) -> Boxes:
    """Return the boxes of all in a state."""
    length, width = (extents[shown.type] for extents in session.registry.size.T)
    return Boxes(
        shown.position[:, :2],
        shown.yaw,
        shown.speed,
        length,
        width,
        shown.position[:, 2],
        shown.yaw_rate,
    )


def _overlapped(ego: EgoState, around: _Around) -> List[int]:
    """Return the ids of boxes that overlap an ego's box."""
    own = box_of(ego).repeated(len(around.ids))
    found: List[int] = around.ids[overlapping(own, around.boxes)].tolist()
    return found


def _contact(now: float, ego: EgoState, boxes: Boxes, row: int, name: str) -> str:
    apart = boxes.position[row] - ego.centre
    along = float(apart @ (np.cos(ego.yaw), np.sin(ego.yaw)))
    left = float(apart @ (-np.sin(ego.yaw), np.cos(ego.yaw)))
    return (
        f"{ego.name} touches {name} at {now:.1f} s, whose centre is {along:.1f} m ahead "
        f"and {left:.1f} m to the left; {ego.name} drives {ego.speed:.1f} m/s, it "
        f"{boxes.speed[row]:.1f} m/s"
    )
