"""Watches the egos of a run: what each comes close to or touches among traffic and the other egos,
and what is reported of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Callable, Collection, Dict, List, Mapping, Optional, Sequence, Set

import numpy as np

from sim.arrays import Array
from sim.traffic.ego.coupling import EgoOnRoad
from sim.traffic.ego_state import EgoState
from sim.traffic.measures.boxes import Boxes
from sim.traffic.measures.closeness import Closeness, box_of, closeness, contacts
from sim.traffic.measures.run_measures import RunMeasures
from sim.traffic.roads.network import Network
from sim.traffic.session import SumoSession
from sim.traffic.state import MODEL_PREFIX, TrafficState
from sim.traffic.summary import Summary

# Egos have no id in a state; these are above all that are given. Nobody has the last one.
EGO_IDS, NOBODY = 2**32, -1


@dataclass
class EgoRecord:
    """What is known of one ego since the last reset."""

    on_road: EgoOnRoad
    closeness: Closeness
    state: EgoState
    touching: Set[int] = field(default_factory=set)
    collisions: int = 0


@dataclass(frozen=True)
class _Around:
    """Boxes (n,) with their ids and names by row."""

    boxes: Boxes
    ids: Array
    names: Callable[[int], str]


class EgoWatch:
    """Keeps a record per ego, in the order in which they came; without ``measures``, of contacts
    alone."""

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
        """Forgets all egos."""
        self.records.clear()

    def look(
        self,
        now: float,
        session: SumoSession,
        shown: TrafficState,
        egos: Sequence[EgoState],
        placed: Sequence[EgoOnRoad],
        touched: Mapping[str, Collection[str]],
    ) -> None:
        """Measures every ego against the traffic that the simulator shows at ``now`` and against
        the other egos; what a simulator's physics has ``touched`` since the boundary before counts
        too, since who crashes may have bounced off meanwhile."""
        if not egos:
            return
        for ego in egos:
            self._numbers.setdefault(ego.name, EGO_IDS + len(self._numbers))
        traffic = shown_boxes(shown, session)
        for ego, on_road in zip(egos, placed):
            around = self._around(
                shown, session, traffic, [other for other in egos if other is not ego]
            )
            hit = {self._number(name, session) for name in touched.get(ego.name, ())}
            self._take(now, ego, on_road, around, hit - {NOBODY})

    def _number(self, model: str, session: SumoSession) -> int:
        """The id of an ego or of a vehicle of the traffic; NOBODY's for any other model."""
        text = model[len(MODEL_PREFIX) :] if model.startswith(MODEL_PREFIX) else ""
        if text.isdecimal() and int(text) < len(session.names):
            return int(text)
        return self._numbers.get(model, NOBODY)

    def _around(
        self, shown: TrafficState, session: SumoSession, traffic: Boxes, others: List[EgoState]
    ) -> _Around:
        if not others:
            return _Around(traffic, shown.id, lambda row: session.names[shown.id[row]])
        ids = np.concatenate(
            [shown.id.astype(np.int64), [self._numbers[other.name] for other in others]]
        )
        count = len(shown)
        return _Around(
            traffic.joined(*map(box_of, others)),
            ids,
            lambda row: session.names[shown.id[row]] if row < count else others[row - count].name,
        )

    def _take(
        self, now: float, ego: EgoState, on_road: EgoOnRoad, around: _Around, hit: Set[int]
    ) -> None:
        near = (closeness if self._measures else contacts)(ego, around.boxes)
        record = self.records.get(ego.name)
        if record is None:
            record = self.records[ego.name] = EgoRecord(on_road, near, ego)
            self._say(
                f"{ego.name} is coupled: {ego.length:.2f} x {ego.width:.2f} m, "
                + (f"on lane {on_road.lane}" if on_road.lane else "off the road")
            )
        if on_road.off_road != record.on_road.off_road:
            self._say(f"{ego.name} is {'off the road' if on_road.off_road else 'back on the road'}")
        touching = hit.union(around.ids[near.touched].tolist())
        fresh = touching - record.touching
        for row in np.flatnonzero(np.isin(around.ids, sorted(fresh))).tolist():
            self._say(_contact(now, ego, around.boxes, row, around.names(row)))
        record.on_road, record.closeness, record.state, record.touching = (
            on_road,
            near,
            ego,
            touching,
        )
        record.collisions += len(fresh)
        self._sum_up(near, on_road, len(fresh))
        if self._measures:
            lane = self._network.lanes_by_id.get(on_road.lane)
            self._measures.take(
                now,
                ego,
                on_road.lane,
                lane.speed if lane else 0.0,
                near,
                len(fresh),
                around.ids,
                around.boxes,
            )

    def _sum_up(self, near: Closeness, on_road: EgoOnRoad, contacts: int) -> None:
        summary = self._summary
        summary.ego_collisions += contacts
        summary.ego_min_gap_m = min(summary.ego_min_gap_m, near.gap)
        summary.ego_min_ttc_s = min(summary.ego_min_ttc_s, near.time_to_collision)
        summary.ego_off_road_s += self._step * on_road.off_road


def shown_boxes(shown: TrafficState, session: SumoSession) -> Boxes:
    """The boxes of all in a state."""
    length, width = (
        np.array([getattr(kind, size) for kind in session.types])[shown.type]
        for size in ("length", "width")
    )
    return Boxes(
        shown.position[:, :2],
        shown.yaw,
        shown.speed,
        length,
        width,
        shown.position[:, 2],
        shown.yaw_rate,
    )


def _contact(now: float, ego: EgoState, boxes: Boxes, row: int, name: str) -> str:
    apart = boxes.position[row] - ego.centre
    along = float(apart @ (np.cos(ego.yaw), np.sin(ego.yaw)))
    left = float(apart @ (-np.sin(ego.yaw), np.cos(ego.yaw)))
    return (
        f"{ego.name} touches {name} at {now:.1f} s, whose centre is {along:.1f} m ahead "
        f"and {left:.1f} m to the left; {ego.name} drives {ego.speed:.1f} m/s, it "
        f"{boxes.speed[row]:.1f} m/s"
    )
