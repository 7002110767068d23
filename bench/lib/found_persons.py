"""Persons of the traffic as found by OpenCV's HOG detector [Dalal2005].

The detector was trained on real pictures. Each picture has one person, walking anywhere on a road
of the town, 8 to 20 m before the camera and not hidden. The detector's window is 64 x 128 pixels
around a person 96 pixels high; boxes of persons are compared at the usual width of 0.41 of their
height [Dollár et al. 2012].
"""

from __future__ import annotations

from typing import Iterator, List, Tuple

import cv2
import numpy as np

from bench.lib.report import ROOT, Figure
from bench.lib.standing_town import StandingTown
from bench.lib.town_drive import frames
from sim.embedded.cameras import CameraFrame, Shot
from sim.rendering.conditions import conditions_of
from sim.rendering.types import Quality
from sim.sdf.sensors.cameras import Camera
from sim.traffic.looks import FAMILIES
from sim.traffic.roads.network import Network
from sim.traffic.state import PEDESTRIAN, TrafficState, VehicleType
from sim.transforms import transform_from_rpy

PICTURES = 500
SEED = 1
NAME = f"persons found by HOG at 0.1 false boxes a picture, 8 to 20 m, noon, of {PICTURES}"
UNIT = "%"
RECALL_GOAL = 60.0  # %
BETTER = "higher"
MAX_FALSE_BOXES = 0.1  # per picture
MIN_OVERLAP = 0.5
MIN_DISTANCE = 8.0  # m
MAX_DISTANCE = 20.0  # m
MAX_LATERAL_DISTANCE = 2.5  # m
EYE_HEIGHT = 1.4  # m
CAMERA = Camera("camera", np.eye(4), 1280, 960, 0.75, 0.1, 200.0)
MAX_OCCLUSION = 0.1
PERSON_ASPECT = 0.41  # width to height
WINDOW_RATIO = 128.0 / 96.0  # to the person's height
WALK = 1.3


def figures() -> List[Figure]:
    """Return the share of persons found at few false boxes."""
    detector = cv2.HOGDescriptor()
    detector.setSVMDetector(cv2.HOGDescriptor_getDefaultPeopleDetector())
    best, wrong = [], []
    for frame in _pictures():
        boxes, weights = _detected(detector, frame.color)
        overlaps = _overlaps(boxes, _person(frame))
        right = overlaps >= MIN_OVERLAP
        best.append(weights[right].max(initial=-np.inf))
        wrong += weights[~right].tolist()
    allowed = int(MAX_FALSE_BOXES * PICTURES)
    threshold = sorted(wrong, reverse=True)[allowed] if len(wrong) > allowed else -np.inf
    return [
        Figure(NAME, 100.0 * float(np.mean(np.array(best) > threshold)), UNIT, RECALL_GOAL, BETTER)
    ]


def _pictures() -> Iterator[CameraFrame]:
    town, draws = StandingTown(), np.random.default_rng(SEED)
    cameras = town.cameras(Quality("middle"), conditions_of("clear", 12.0))
    bodies = FAMILIES[PEDESTRIAN].bodies
    town.pool.set_types(
        {
            number: VehicleType(body.model, body.model, *body.size)
            for number, body in enumerate(bodies)
        }
    )
    shares = np.array([body.share for body in bodies])
    network = Network.read(ROOT / "networks" / "town" / "town.net.xml")
    lanes = [lane for lane in network.lanes if not lane.internal and lane.length > 40.0]
    taken = 0
    while taken < PICTURES:
        lane = lanes[draws.integers(len(lanes))]
        row = draws.integers(len(lane.shape) - 1)
        begin, end = lane.shape[row : row + 2]
        heading = float(np.arctan2(*(end - begin)[1::-1]))
        away = draws.uniform(MIN_DISTANCE, MAX_DISTANCE)
        aside = draws.uniform(-MAX_LATERAL_DISTANCE, MAX_LATERAL_DISTANCE)
        at = transform_from_rpy(begin, (0.0, 0.0, heading))
        person = (at @ [away, aside, 0.0, 1.0])[:3]
        kind = int(draws.choice(len(bodies), p=shares / shares.sum()))
        town.pool.clear()
        town.pool.add(
            _walking(town.physics.time, taken, kind, person, draws.uniform(-np.pi, np.pi))
        )
        town.pool.update()
        eye = at @ transform_from_rpy((0.0, 0.0, EYE_HEIGHT))
        (frame,) = frames(cameras, [Shot(CAMERA, eye, labels=True, boxes=True)])
        if any(
            box.name == f"traffic_{taken}" and box.occlusion < MAX_OCCLUSION for box in frame.boxes
        ):
            taken += 1
            yield frame
    cameras.close()


def _walking(time: float, number: int, kind: int, place: np.ndarray, yaw: float) -> TrafficState:
    zero = np.zeros(1)
    return TrafficState(
        time - 1.0,
        1.0,
        np.array([number], np.uint32),
        np.array([kind], np.uint16),
        place[None],
        np.array([yaw]),
        zero,
        zero,
        np.array([WALK]),
        zero,
        zero,
        np.zeros(1, np.uint32),
    )


def _person(frame: CameraFrame) -> np.ndarray:
    """Return left, top, right, bottom (4,) of the person, of usual width."""
    box = next(box for box in frame.boxes if box.name.startswith("traffic_"))
    middle, high = 0.5 * (box.left + box.right), box.bottom - box.top
    half = 0.5 * PERSON_ASPECT * high
    return np.array([middle - half, box.top, middle + half, box.bottom])


def _detected(detector: cv2.HOGDescriptor, color: np.ndarray) -> Tuple[np.ndarray, np.ndarray]:
    """Return boxes (n, 4) and weights (n,), one per overlapping group.

    Boxes are as of :func:`_person`.
    """
    grey = cv2.cvtColor(color, cv2.COLOR_RGB2GRAY)
    windows, weights = detector.detectMultiScale(grey, scale=1.1, groupThreshold=0)
    if not len(windows):
        return np.empty((0, 4)), np.empty(0)
    kept = cv2.dnn.NMSBoxes(windows.tolist(), weights.ravel().tolist(), 0.0, 0.4)
    left, top, width, height = windows[np.ravel(kept)].T.astype(float)
    high = height / WINDOW_RATIO
    middle, center = left + 0.5 * width, top + 0.5 * height
    boxes = np.column_stack(
        [
            middle - 0.5 * PERSON_ASPECT * high,
            center - 0.5 * high,
            middle + 0.5 * PERSON_ASPECT * high,
            center + 0.5 * high,
        ]
    )
    return boxes, weights.ravel()[np.ravel(kept)]


def _overlaps(boxes: np.ndarray, box: np.ndarray) -> np.ndarray:
    """Intersections of boxes (n, 4) with one (4,) over their unions."""
    wide, high = (
        np.clip(
            np.minimum(boxes[:, axis + 2], box[axis + 2]) - np.maximum(boxes[:, axis], box[axis]),
            0.0,
            None,
        )
        for axis in (0, 1)
    )
    areas = [(some[..., 2] - some[..., 0]) * (some[..., 3] - some[..., 1]) for some in (boxes, box)]
    common = wide * high
    overlap: np.ndarray = common / (areas[0] + areas[1] - common)
    return overlap
