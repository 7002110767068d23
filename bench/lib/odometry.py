"""Odometry by published programs over 200 m of the town.

OpenCV's trackers use a stereo pair, KISS-ICP a VLP-16. Both see the same drive, which begins at
rest, 10 times a second, from a car that pitches, rolls and heaves as on a road of class B. The
stereo pair has the base line and height of the car of KITTI, whose odometry drifts are the usual
reference.
"""

from __future__ import annotations

from typing import List, Optional, Tuple

import cv2
import numpy as np

from bench.lib.report import Figure
from bench.lib.ride import ride
from bench.lib.standing_town import StandingTown
from bench.lib.town_drive import frames, level
from sim.dataset.options import places
from sim.drivers.course import course, edges_over
from sim.embedded.cameras import Shot
from sim.embedded.cameras.lens import intrinsics
from sim.rendering.conditions import conditions_of
from sim.rendering.types import Quality
from sim.sdf.sensors.cameras import Camera
from sim.traffic.roads.network import Network
from sim.transforms import transform_from_rpy

DISTANCE = 200.0
VISUAL_GOAL = 2.0  # %
LIDAR_GOAL = 1.0  # %
VISUAL = f"visual odometry (OpenCV, stereo 640x480), drift over {DISTANCE:g} m"
LIDAR = f"lidar odometry (KISS-ICP, VLP-16), drift over {DISTANCE:g} m"
LOST = "start of the lidar odometry: largest error in the first 20 m"
BASELINE = 0.54  # m
BASE_FROM_EYE = level(1.77, 0.27, 1.65)
BASE_FROM_LIDAR = level(1.5, 0.0, 1.73)
MAX_CORNERS = 800
MIN_CORNERS = 60
TIME_STEP = 0.1  # s
MAX_SPEED = 10.0  # m/s
ACCELERATION = 2.0  # m/s^2
NOON = conditions_of("clear", 12.0)
# Forward, left, up of a base as right, down, forward of a camera.
BASE_FROM_OPTICAL = np.array(
    [[0.0, 0.0, 1.0, 0.0], [-1.0, 0.0, 0.0, 0.0], [0.0, -1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]]
)
OPTICAL = BASE_FROM_EYE @ BASE_FROM_OPTICAL


class StereoOdometry:
    """Stereo odometry by tracked corners.

    Corners of the left picture get distances from the right one, and a motion that maps them to the
    next left picture (PnP). ``pose`` (4, 4) is first_from_last, optical frames.
    """

    def __init__(self, focal: float, center: Tuple[float, float], baseline: float) -> None:
        self._focal, self._center, self._baseline = focal, np.array(center), baseline
        self._matrix = np.array([[focal, 0.0, center[0]], [0.0, focal, center[1]], [0.0, 0.0, 1.0]])
        self._before: Optional[Tuple[np.ndarray, np.ndarray, np.ndarray]] = None
        self._step = np.eye(4)
        self.pose = np.eye(4)

    def add(self, left: np.ndarray, right: np.ndarray) -> None:
        """The next pair of grey pictures."""
        if self._before is not None:
            picture, pixels, points = self._before
            after, found = _tracked(picture, left, pixels)
            self._step = self._moved(points[found], after[found])
            self.pose = self.pose @ np.linalg.inv(self._step)
        self._before = (left, *self._seen(left, right))

    def _seen(self, left: np.ndarray, right: np.ndarray) -> Tuple[np.ndarray, np.ndarray]:
        """Corners (n, 2) with their points (n, 3)."""
        corners = cv2.goodFeaturesToTrack(left, MAX_CORNERS, 0.005, 7)
        pixels = np.empty((0, 2), np.float32) if corners is None else corners[:, 0]
        other, found = _tracked(left, right, pixels)
        disparity = pixels[:, 0] - other[:, 0]
        good = found & (np.abs(pixels[:, 1] - other[:, 1]) < 1.0) & (disparity > 1.0)
        depth = self._focal * self._baseline / disparity[good]
        across = (pixels[good] - self._center) * (depth / self._focal)[:, None]
        return pixels[good], np.column_stack([across, depth])

    def _moved(self, points: np.ndarray, pixels: np.ndarray) -> np.ndarray:
        """next_from_last (4, 4); the motion before where too few points are known."""
        if len(points) < MIN_CORNERS:
            return self._step
        turn, _ = cv2.Rodrigues(self._step[:3, :3])
        done, turn, shift, _ = cv2.solvePnPRansac(
            points,
            pixels.astype(float),
            self._matrix,
            None,
            turn,
            self._step[:3, 3].copy(),
            useExtrinsicGuess=True,
            iterationsCount=200,
            reprojectionError=1.0,
        )
        if not done:
            return self._step
        moved = np.eye(4)
        moved[:3, :3], moved[:3, 3] = cv2.Rodrigues(turn)[0], shift.ravel()
        return moved


def _tracked(
    picture: np.ndarray, other: np.ndarray, pixels: np.ndarray
) -> Tuple[np.ndarray, np.ndarray]:
    """Return the positions of corners (n, 2) in another picture.

    Also whether each is tracked forth and back.
    """
    if not len(pixels):
        return pixels, np.zeros(0, bool)
    options = {"winSize": (15, 15), "maxLevel": 4}
    there, found, _ = cv2.calcOpticalFlowPyrLK(picture, other, pixels, None, **options)
    back, found_back, _ = cv2.calcOpticalFlowPyrLK(other, picture, there, None, **options)
    close = np.abs(back - pixels).max(axis=1) < 0.5
    return there, (found.ravel() == 1) & (found_back.ravel() == 1) & close


def figures() -> List[Figure]:
    """Return the drifts of both odometries."""
    from kiss_icp.config import KISSConfig
    from kiss_icp.kiss_icp import KissICP

    settings = KISSConfig()
    settings.data.max_range, settings.data.deskew = 100.0, False
    settings.mapping.voxel_size = 1.0
    lidar = KissICP(settings)
    left = Camera("left", np.eye(4), 640, 480, 1.4, 0.1, 300.0)
    focal, *center = intrinsics(left)
    visual = StereoOdometry(focal, (center[0], center[1]), BASELINE)
    truth, seen, scanned = _way(), [], []
    town = StandingTown()
    town.put(truth[0])
    cameras, head = town.cameras(Quality("middle"), NOON), town.lidar("VLP-16", BASE_FROM_LIDAR)
    for base in truth:
        town.put(base)
        eye = base @ BASE_FROM_EYE
        shots = [Shot(left, eye), Shot(left, eye @ level(0.0, -BASELINE, 0.0))]
        pair = frames(cameras, shots)
        visual.add(*(cv2.cvtColor(frame.color, cv2.COLOR_RGB2GRAY) for frame in pair))
        points = head.points()
        lidar.register_frame(points, np.zeros(len(points)))
        seen.append(OPTICAL @ visual.pose @ np.linalg.inv(OPTICAL))
        scanned.append(BASE_FROM_LIDAR @ lidar.last_pose @ np.linalg.inv(BASE_FROM_LIDAR))
    cameras.close()
    poses = [truth, np.array(seen), np.array(scanned)]
    return [
        Figure(VISUAL, 100.0 * _drift(poses[1], poses[0]), "%", VISUAL_GOAL),
        Figure(LIDAR, 100.0 * _drift(poses[2], poses[0]), "%", LIDAR_GOAL),
        Figure(LOST, _largest_error(poses[2], poses[0], 20.0), "m"),
    ]


def _way() -> np.ndarray:
    """Return world_from_base (n, 4, 4) on the town ego's way, on springs.

    It accelerates from rest.
    """
    place = places()["town"]
    network = Network.read(place.scenario.net)
    start = place.scenario.egos[0]
    lane = network.lanes_by_id[start.lane]
    edges = edges_over(network, [lane.edge, *place.stops], "stops")
    path = course(network, edges, lane.index).path
    poses, speeds, speed, at = [], [], 0.0, start.pos
    while at < start.pos + DISTANCE:
        x, y, z, yaw, _ = path.at(at)
        poses.append(transform_from_rpy((x, y, z), (0.0, 0.0, yaw)))
        speed = min(speed + ACCELERATION * TIME_STEP, MAX_SPEED)
        speeds.append(speed)
        at += speed * TIME_STEP
    return np.array(poses) @ ride(np.array(speeds), TIME_STEP)


def _drift(estimate: np.ndarray, truth: np.ndarray) -> float:
    """Return the last pose's error relative to the distance.

    The estimated poses (n, 4, 4) and the true ones are relative to their first; the distance is
    true.
    """
    moved = [np.linalg.inv(poses[0]) @ poses[-1] for poses in (estimate, truth)]
    way = np.linalg.norm(np.diff(truth[:, :3, 3], axis=0), axis=1).sum()
    return float(np.linalg.norm(moved[0][:3, 3] - moved[1][:3, 3]) / way)


def _largest_error(estimate: np.ndarray, truth: np.ndarray, distance: float) -> float:
    """Return the largest position error in m within a distance.

    Both trajectories are relative to the first pose.
    """
    ways = [np.linalg.inv(poses[0]) @ poses for poses in (estimate, truth)]
    places = [way[:, :3, 3] for way in ways]
    early = np.linalg.norm(places[1], axis=1) < distance
    return float(np.linalg.norm(places[0] - places[1], axis=1)[early].max())
