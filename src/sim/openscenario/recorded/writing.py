"""Writes a recording as a scenario of OpenSCENARIO 1.2.

Each entity follows a timed polyline, appears with its first row and disappears with its last; one
may be the ego, which leaves its recorded track at a time.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import List, Optional, Sequence, Tuple
from xml.sax.saxutils import escape, quoteattr

import numpy as np

from sim.errors import InputError
from sim.files import drafted
from sim.openscenario.recorded.tracks import SIZES, BoxTrack, StraightLanes, TrackRecording
from sim.traffic.roads.traffic_rule import LEFT_HAND, RIGHT_HAND

EGO = "Ego"
# Distance of the rear axle behind the middle of a vehicle, as a share of its length.
REAR_AXLE_SHARE = 0.3
POLYLINE_TOLERANCE = 0.01  # m, within which a polyline leaves points out
STANDING_DISTANCE = 0.02  # m, within which an entity stands
ROAD_MARGIN = 100.0  # m, before the first and after the last place
AXLES_TEMPLATE = (
    '<Axles><FrontAxle maxSteering="0.6" wheelDiameter="0.65" trackWidth="{0}" positionX="{1}" '
    'positionZ="0.32"/><RearAxle maxSteering="0" wheelDiameter="0.65" trackWidth="{0}" '
    'positionX="0" positionZ="0.32"/></Axles>'
)


@dataclass(frozen=True)
class RecordingCut:
    """Part of a recording, in times of the recording.

    The ``ego`` by its name there, empty for none, from ``begin`` to ``end`` s, and the time when
    the ego ``hands_over``.
    """

    ego: str
    begin: float
    end: float
    hands_over: float


def cut_of(
    recording: TrackRecording,
    ego: str,
    begin: Optional[float],
    end: Optional[float],
    hand_over: Optional[float],
) -> RecordingCut:
    """Return the part of a recording from the ego's first row to its last, with defaults.

    The ego drives from the beginning. Raises InputError if they do not fit.
    """
    if hand_over is not None and not ego:
        raise InputError("--hand-over", "needs --ego, the name of the ego in the recording")
    names = [each.name for each in recording.tracks]
    if ego and ego not in names:
        said = ", ".join(names[:12]) + (", ..." if len(names) > 12 else "")
        raise InputError("--ego", f"'{ego}' not found in the recording; there are {said}")
    tracks = [each for each in recording.tracks if not ego or each.name == ego]
    low = min(float(each.time[0]) for each in tracks)
    high = max(float(each.time[-1]) for each in tracks)
    begin = low if begin is None else begin
    end = high if end is None else end
    if not begin < end or (ego and not low <= begin < high):
        raise InputError(
            "--begin",
            f"{begin:g} s to {end:g} s is not within the recording's {low:g} to {high:g} s",
        )
    hand_over = begin if hand_over is None else hand_over
    if ego and not begin <= hand_over < min(end, high):
        raise InputError(
            "--hand-over",
            f"{hand_over:g} s is not from {begin:g} s on and before {min(end, high):g} s",
        )
    return RecordingCut(ego, begin, end, hand_over)


def write_scenario(
    recording: TrackRecording, cut: RecordingCut, out: Path, roads: Optional[Path]
) -> int:
    """Write the scenario; return the number of its entities.

    With straight roads beside it if the recording has lanes and no ``roads`` are given. Raises
    InputError for an empty time span.
    """
    tracks = [part for each in recording.tracks for part in _within(each, cut)]
    if not tracks:
        raise InputError("--begin", f"the recording is empty from {cut.begin:g} s to {cut.end:g} s")
    if roads is None and recording.lanes is not None:
        roads = out.with_suffix(".xodr")
        with drafted(roads) as draft:
            draft.write_text(straight_roads(recording.lanes, tracks), encoding="utf-8")
    text = _document(recording, tracks, cut, roads, out)
    with drafted(out) as draft:
        draft.write_text(text, encoding="utf-8")
    return len(tracks)


def _within(track: BoxTrack, cut: RecordingCut) -> List[BoxTrack]:
    """Return the part of a track within the cut, in its times.

    Interpolated at the borders; empty if it lasts no longer than a moment.
    """
    inside = (track.time > cut.begin + 1e-9) & (track.time < cut.end - 1e-9)
    low, high = track.time[0] - 1e-9, track.time[-1] + 1e-9
    borders = [each for each in (cut.begin, cut.end) if low <= each <= high]
    at = np.sort(np.concatenate([track.time[inside], borders]))
    if len(at) < 2:
        return []
    name = EGO if track.name == cut.ego else f"id_{track.name}"
    time = np.round(at - cut.begin, 6)
    x, y, heading = (np.interp(at, track.time, each) for each in (track.x, track.y, track.heading))
    back = 0.0 if track.kind == "pedestrian" else REAR_AXLE_SHARE * track.length
    x, y = x - back * np.cos(heading), y - back * np.sin(heading)
    return [BoxTrack(name, track.kind, track.length, track.width, time, x, y, heading)]


def vertices(track: BoxTrack) -> List[Tuple[float, float, float]]:
    """Return t, x and y of a simplified polyline.

    A standing object has one place; points within a centimetre of a straight, steady motion are
    left out.
    """
    time, x, y = track.time, track.x.copy(), track.y.copy()
    for i in range(1, len(x)):
        if math.hypot(x[i] - x[i - 1], y[i] - y[i - 1]) < STANDING_DISTANCE:
            x[i], y[i] = x[i - 1], y[i - 1]
    if np.ptp(x) == 0.0 and np.ptp(y) == 0.0:
        return [(float(time[i]), float(x[0]), float(y[0])) for i in (0, -1)]
    kept, start = [0], 0
    for i in range(2, len(time) + 1):
        last = min(i, len(time) - 1)
        share = (time[start + 1 : last] - time[start]) / (time[last] - time[start])
        off = np.hypot(
            x[start] + share * (x[last] - x[start]) - x[start + 1 : last],
            y[start] + share * (y[last] - y[start]) - y[start + 1 : last],
        )
        if i == len(time) or (len(off) and off.max() > POLYLINE_TOLERANCE):
            start = last - 1 if i < len(time) else last
            kept.append(start)
    return [(float(time[i]), float(x[i]), float(y[i])) for i in dict.fromkeys(kept)]


def _document(
    recording: TrackRecording,
    tracks: Sequence[BoxTrack],
    cut: RecordingCut,
    roads: Optional[Path],
    out: Path,
) -> str:
    ends = cut.end - cut.begin
    logic = ""
    if roads is not None:
        near = roads.resolve()
        path = near.name if near.parent == out.resolve().parent else str(near)
        logic = f"<LogicFile filepath={quoteattr(path)}/>"
    initial, groups = [], []
    for track in tracks:
        actions, group = _of(track, ends, track.name == EGO)
        initial.append(actions)
        groups.append(group)
    if any(track.name == EGO for track in tracks):
        groups.append(_handing_over(cut.hands_over - cut.begin))
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        "<OpenSCENARIO>",
        '<FileHeader revMajor="1" revMinor="2" date="2020-01-01T00:00:00" author="sim" '
        f"description={quoteattr(f'Recorded traffic of {recording.source}')}/>",
        f"<CatalogLocations/><RoadNetwork>{logic}</RoadNetwork><Entities>",
        *(_entity(track) for track in tracks),
        "</Entities><Storyboard><Init><Actions>",
        *initial,
        '</Actions></Init><Story name="recording"><Act name="recording">',
        *groups,
        f"<StartTrigger>{_at('begins', 0.0)}</StartTrigger></Act></Story>",
        f"<StopTrigger>{_at('ends', ends)}</StopTrigger></Storyboard></OpenSCENARIO>",
    ]
    return "\n".join(each for each in lines if each) + "\n"


def _entity(track: BoxTrack) -> str:
    height = SIZES[track.kind][2]
    size = f'width="{track.width:.3f}" length="{track.length:.3f}" height="{height}"'
    ahead = 0.0 if track.kind == "pedestrian" else REAR_AXLE_SHARE * track.length
    box = (
        f'<BoundingBox><Center x="{ahead:.3f}" y="0" z="{0.5 * height}"/><Dimensions {size}/>'
        "</BoundingBox>"
    )
    if track.kind == "pedestrian":
        kind = 'pedestrianCategory="pedestrian"'
        body = f'<Pedestrian name="person" mass="75" {kind}>{box}</Pedestrian>'
    else:
        axles = AXLES_TEMPLATE.format(
            f"{0.8 * track.width:.3f}", f"{2 * REAR_AXLE_SHARE * track.length:.3f}"
        )
        body = (
            f'<Vehicle name="{track.kind}" vehicleCategory="{track.kind}">{box}<Performance '
            f'maxSpeed="70" maxAcceleration="10" maxDeceleration="10"/>{axles}</Vehicle>'
        )
    return f"<ScenarioObject name={quoteattr(track.name)}>{body}</ScenarioObject>"


def _of(track: BoxTrack, ends: float, ego: bool) -> Tuple[str, str]:
    """Return an entity's initial actions, and its group of later events.

    Events of its appearance or disappearance.
    """
    name, first, last = quoteattr(track.name), float(track.time[0]), float(track.time[-1])
    place = (
        f'<Position><WorldPosition x="{track.x[0]:.4f}" y="{track.y[0]:.4f}" '
        f'h="{track.heading[0]:.5f}"/></Position>'
    )
    follow = f"<RoutingAction>{_following(track)}</RoutingAction>"
    stands = _stands(track)
    events = []
    initial = ""
    if first <= 1e-9:
        speed = (
            '<LongitudinalAction><SpeedAction><SpeedActionDynamics dynamicsShape="step" '
            'dynamicsDimension="time" value="0"/><SpeedActionTarget><AbsoluteTargetSpeed '
            f'value="{0.0 if stands else track.speed[0]:.4f}"/></SpeedActionTarget></SpeedAction>'
            "</LongitudinalAction>"
        )
        actions = [
            f"<TeleportAction>{place}</TeleportAction>",
            speed,
            *([] if stands else [follow]),
        ]
        inner = "".join(f"<PrivateAction>{each}</PrivateAction>" for each in actions)
        initial = f"<Private entityRef={name}>{inner}</Private>"
    else:
        add = (
            f"<GlobalAction><EntityAction entityRef={name}><AddEntityAction>{place}"
            "</AddEntityAction></EntityAction></GlobalAction>"
        )
        then = (
            ""
            if stands
            else f'<Action name="follow"><PrivateAction>{follow}</PrivateAction></Action>'
        )
        events.append(
            f'<Event name="comes" priority="parallel"><Action name="add">{add}</Action>{then}'
            f"<StartTrigger>{_at('comes', first)}</StartTrigger></Event>"
        )
    if last < ends - 1e-9 and not ego:
        delete = (
            f"<GlobalAction><EntityAction entityRef={name}><DeleteEntityAction/></EntityAction>"
            "</GlobalAction>"
        )
        events.append(
            f'<Event name="goes" priority="parallel"><Action name="delete">{delete}</Action>'
            f"<StartTrigger>{_at('goes', last)}</StartTrigger></Event>"
        )
    return initial, _group(track.name, track.name, events) if events else ""


def _group(name: str, actor: str, events: Sequence[str]) -> str:
    return (
        f'<ManeuverGroup name={quoteattr(name)} maximumExecutionCount="1"><Actors '
        f'selectTriggeringEntities="false"><EntityRef entityRef={quoteattr(actor)}/></Actors>'
        f'<Maneuver name="m">{"".join(events)}</Maneuver></ManeuverGroup>'
    )


def _handing_over(time: float) -> str:
    drive = '<ActivateControllerAction longitudinal="true" lateral="true"/>'
    event = (
        '<Event name="hands over" priority="override"><Action name="drive"><PrivateAction>'
        f"<ControllerAction>{drive}</ControllerAction></PrivateAction></Action><StartTrigger>"
        f"{_at('hands over', time)}</StartTrigger></Event>"
    )
    return _group("hand over", EGO, [event])


def _stands(track: BoxTrack) -> bool:
    return len({point[1:] for point in vertices(track)}) < 2


def _following(track: BoxTrack) -> str:
    points = "".join(
        f'<Vertex time="{t:.4f}"><Position><WorldPosition x="{x:.4f}" y="{y:.4f}"/></Position>'
        "</Vertex>"
        for t, x, y in vertices(track)
    )
    return (
        f"<FollowTrajectoryAction><TrajectoryRef><Trajectory name={quoteattr(track.name)} "
        f'closed="false"><Shape><Polyline>{points}</Polyline></Shape></Trajectory></TrajectoryRef>'
        '<TimeReference><Timing domainAbsoluteRelative="absolute" scale="1" offset="0"/>'
        '</TimeReference><TrajectoryFollowingMode followingMode="position"/>'
        "</FollowTrajectoryAction>"
    )


def _at(name: str, time: float) -> str:
    return (
        f'<ConditionGroup><Condition name="{escape(name)}" delay="0" conditionEdge="none">'
        f'<ByValueCondition><SimulationTimeCondition value="{time:.4f}" rule="greaterOrEqual"/>'
        "</ByValueCondition></Condition></ConditionGroup>"
    )


def straight_roads(lanes: StraightLanes, tracks: Sequence[BoxTrack]) -> str:
    """Return OpenDRIVE of one road along x under all tracks.

    Its rule is that of the tracks; a side without lanes is left out.
    """
    low = min(float(each.x.min()) for each in tracks) - ROAD_MARGIN
    high = max(float(each.x.max()) for each in tracks) + ROAD_MARGIN
    middle = lanes.forwards[0]
    right = [a - b for a, b in zip(lanes.forwards, lanes.forwards[1:])]
    # From the reference line outwards: the verge between both directions, then lanes.
    far = sorted(lanes.backwards)
    left = [("none", far[0] - middle)] if far and far[0] - middle > 1e-6 else []
    left += [("driving", b - a) for a, b in zip(far, far[1:])]
    mark = '<roadMark sOffset="0" type="{}" weight="standard" color="white" width="0.15"/>'

    def lane(number: int, kind: str, width: float, solid: bool) -> str:
        line = mark.format("solid" if solid else "broken")
        return (
            f'<lane id="{number}" type="{kind}" level="false"><width sOffset="0" a="{width:.4f}" '
            f'b="0" c="0" d="0"/>{line}</lane>'
        )

    above = [
        lane(i + 1, kind, width, kind == "none" or i == len(left) - 1)
        for i, (kind, width) in enumerate(left)
    ]
    below = [lane(-i - 1, "driving", width, i == len(right) - 1) for i, width in enumerate(right)]
    sides = {"left": reversed(above), "right": below}
    texts = {side: "".join(found) for side, found in sides.items()}
    parts = {side: f"<{side}>{text}</{side}>" if text else "" for side, text in texts.items()}
    rule = LEFT_HAND if _is_left_hand(lanes, tracks) else RIGHT_HAND
    return "\n".join(
        [
            '<?xml version="1.0" encoding="UTF-8"?>',
            '<OpenDRIVE><header revMajor="1" revMinor="6" name="recorded"/>',
            f'<road name="" id="1" length="{high - low:.4f}" junction="-1" rule="{rule}">'
            '<type s="0" type="motorway"/><planView>',
            f'<geometry s="0" x="{low:.4f}" y="{middle:.4f}" hdg="0" length="{high - low:.4f}">'
            "<line/></geometry></planView>",
            f'<lanes><laneSection s="0">{parts["left"]}<center><lane id="0" type="none" '
            f'level="false">{mark.format("solid")}</lane></center>{parts["right"]}</laneSection>'
            "</lanes></road></OpenDRIVE>",
            "",
        ]
    )


def _is_left_hand(lanes: StraightLanes, tracks: Sequence[BoxTrack]) -> bool:
    """Return whether most vehicles on the lower lanes drive against x."""
    high, low = lanes.forwards[0], lanes.forwards[-1]
    ways = [
        float(np.mean(np.cos(each.heading)))
        for each in tracks
        if low < float(np.median(each.y)) < high
    ]
    return sum(way < 0.0 for way in ways) > 0.5 * len(ways)
