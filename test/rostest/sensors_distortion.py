"""Distorted cameras, calibrated by OpenCV, on both simulators.

Images, depths and clouds match camera_info.
"""

import unittest
from typing import List, Sequence, Tuple

import cv2
import numpy as np
import rospy
from geometry_msgs.msg import Point, Pose, Quaternion
from sensor_msgs.msg import CameraInfo, Image, PointCloud2
from sensors_room import Listener, cloud, picture, sample
from simulator_client import done, place, pose, step

from sim.transforms import inverse, transform_from_rpy

SQUARE_SIZE = 0.1  # m
COLUMNS = 10
ROWS = 8
INNER = (COLUMNS - 1, ROWS - 1)
UNTIL = cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT
CAMERA = transform_from_rpy((0.0, 60.0, 5.0))
OPTICAL = transform_from_rpy((0.0, 0.0, 0.0), (-np.pi / 2, 0.0, -np.pi / 2))
# Of the board before the camera: x, y, z in m, roll, pitch, yaw in rad.
VIEWS = [
    (1.4, 0.0, 0.0, 0.0, 0.0, 0.0),
    (1.3, 0.35, 0.2, 0.1, 0.4, 0.2),
    (1.3, -0.35, 0.2, -0.1, 0.4, -0.3),
    (1.3, 0.35, -0.2, 0.0, -0.4, 0.4),
    (1.3, -0.35, -0.2, 0.2, -0.3, -0.4),
    (1.2, 0.0, 0.15, 0.0, 0.6, 0.0),
    (1.2, 0.0, -0.15, 0.0, -0.6, 0.1),
    (1.4, 0.4, 0.0, 0.0, 0.0, 0.7),
    (1.4, -0.4, 0.0, 0.0, 0.0, -0.7),
    (1.0, 0.0, 0.0, 0.05, 0.1, 0.1),
    (1.6, 0.5, 0.35, 0.0, 0.2, -0.3),
    (1.6, -0.5, -0.35, 0.0, -0.2, 0.3),
]


def rig(name: str, *parts: str) -> str:
    """Return a static model of one link."""
    link = f"<link name='link'>{''.join(parts)}</link>"
    return f"<sdf version='1.6'><model name='{name}'><static>1</static>{link}</model></sdf>"


def visual(name: str, size: Sequence[float], at: Sequence[float], grey: float) -> str:
    color = f"{grey} {grey} {grey} 1"
    place = " ".join(f"{value:.6f}" for value in at)
    extent = " ".join(map(str, size))
    return (
        f"<visual name='{name}'><pose>{place} 0 0 "
        f"0</pose><geometry><box><size>{extent}</size></box></geometry><material>"
        f"<ambient>{color}</ambient><diffuse>{color}</diffuse><specular>0 0 0 "
        "1</specular></material></visual>"
    )


def board() -> str:
    """Return a chessboard in the plane x = 0, seen from -x.

    Its plate is wider by half a square all around.
    """
    plate = visual(
        "plate",
        (0.01, (COLUMNS + 1) * SQUARE_SIZE, (ROWS + 1) * SQUARE_SIZE),
        (0.0052, 0.0, 0.0),
        1.0,
    )
    black = [(i, j) for i in range(COLUMNS) for j in range(ROWS) if (i + j) % 2 == 0]
    squares = [
        visual(
            f"square_{i}_{j}",
            (0.0004, SQUARE_SIZE, SQUARE_SIZE),
            (0.0002, ((COLUMNS - 1) / 2 - i) * SQUARE_SIZE, ((ROWS - 1) / 2 - j) * SQUARE_SIZE),
            0.0,
        )
        for i, j in black
    ]
    return rig("board", plate, *squares)


def lens(
    kind: str, name: str, size: Tuple[int, int], fov: float, distortion: str, more: str = ""
) -> str:
    image = (
        f"<image><width>{size[0]}</width><height>{size[1]}</height></image><clip>"
        "<near>0.1</near><far>50</far></clip>"
    )
    return (
        f"<sensor name='{name}' "
        f"type='{kind}'><update_rate>20</update_rate><camera><horizontal_fov>{fov}</horizontal_fov>{image}"
        f"<distortion>{distortion}</distortion>{more}</camera></sensor>"
    )


SKEW = (
    "<k1>-0.28</k1><k2>0.07</k2><k3>0.004</k3><p1>0.0011</p1><p2>-0.0008</p2><center>0.52 "
    "0.47</center>"
)
NOISE = "<noise><type>gaussian</type><mean>0</mean><stddev>0.05</stddev></noise>"
RIG = rig(
    "lenses",
    lens("camera", "barrel", (800, 600), 1.3, "<k1>-0.25</k1>"),
    lens("depth", "skew", (640, 480), 1.2, SKEW),
    lens("camera", "pincushion", (400, 300), 1.0, "<k1>0.2</k1>"),
    lens("camera", "noisy", (160, 120), 1.0, "<k1>-0.1</k1>", NOISE),
)


def corners() -> np.ndarray:
    """Return the inner corners (n, 3) in the board's frame.

    They are ordered row by row from the upper left in the camera's view.
    """
    y, z = (
        (np.arange(1, COLUMNS) - COLUMNS / 2) * -SQUARE_SIZE,
        (np.arange(1, ROWS) - ROWS / 2) * -SQUARE_SIZE,
    )
    return np.stack(
        [np.zeros(INNER[0] * INNER[1]), np.tile(y, INNER[1]), np.repeat(z, INNER[0])], axis=1
    )


def message_of(world_from_model: np.ndarray) -> Pose:
    """Return a pose as the simulator's services take it."""
    turn = world_from_model[:3, :3]
    w = 0.5 * np.sqrt(1.0 + np.trace(turn))
    x, y, z = (turn[2, 1] - turn[1, 2], turn[0, 2] - turn[2, 0], turn[1, 0] - turn[0, 1])
    return Pose(
        Point(*world_from_model[:3, 3]), Quaternion(x / (4 * w), y / (4 * w), z / (4 * w), w)
    )


def place_board(view: Sequence[float]) -> np.ndarray:
    """Put the board before the cameras and return optical_from_board (4, 4)."""
    camera_from_board = transform_from_rpy(view[:3], view[3:])
    place("board", message_of(CAMERA @ camera_from_board))
    return inverse(OPTICAL) @ camera_from_board


def projected(info: CameraInfo, optical_from_board: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Return pixels (n, 2) of the board's points (n, 3), by camera_info."""
    turn, _ = cv2.Rodrigues(optical_from_board[:3, :3])
    pixels, _ = cv2.projectPoints(
        points, turn, optical_from_board[:3, 3], np.reshape(info.K, (3, 3)), np.array(info.D)
    )
    return pixels[:, 0]


def found_corners(image: Image, expected: np.ndarray) -> np.ndarray:
    """Return the inner corners (n, 2) found by OpenCV.

    The order is chosen by ``expected``, as the board's two ends look alike.
    """
    grey = picture(image).mean(axis=2).astype(np.uint8)
    flags = cv2.CALIB_CB_ADAPTIVE_THRESH | cv2.CALIB_CB_NORMALIZE_IMAGE
    found, pixels = cv2.findChessboardCorners(grey, INNER, flags=flags)
    assert found, "OpenCV finds no chessboard"
    pixels = cv2.cornerSubPix(grey, pixels, (5, 5), (-1, -1), (UNTIL, 100, 1e-3))[:, 0]
    return min((pixels, pixels[::-1]), key=lambda each: np.abs(each - expected).sum())


def rms(errors: np.ndarray) -> float:
    return float(np.sqrt((errors**2).sum(axis=-1).mean()))


class DistortionTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        rospy.wait_for_service("/gazebo/spawn_sdf_model", 400.0)
        done("spawn_sdf_model", "lenses", RIG, "", pose(*CAMERA[:3, 3]), "")
        done("spawn_sdf_model", "board", board(), "", pose(0, 60, -5), "")

    def calibrate(self, name: str, away: float = 1.0) -> None:
        """Check OpenCV's calibration and known corners against camera_info.

        The board is ``away`` times as far as in VIEWS.
        """
        info, images = (
            sample(f"/lenses/{name}/camera_info", CameraInfo),
            Listener(f"/lenses/{name}/image_raw", Image),
        )
        found: List[np.ndarray] = []
        expected: List[np.ndarray] = []
        images.sample()
        for x, *others in VIEWS:
            expected.append(projected(info, place_board((away * x, *others)), corners()))
            found.append(found_corners(images.sample(), expected[-1]))
        images.close()
        flat = np.stack([-corners()[:, 1], -corners()[:, 2], corners()[:, 0]], axis=1).astype(
            np.float32
        )
        one_coefficient = cv2.CALIB_FIX_K3 | cv2.CALIB_FIX_K2 | cv2.CALIB_ZERO_TANGENT_DIST
        flags = cv2.CALIB_FIX_ASPECT_RATIO | (0 if info.D[4] else one_coefficient)
        guess = np.array(
            [[info.width, 0.0, info.width / 2], [0.0, info.width, info.height / 2], [0.0, 0.0, 1.0]]
        )
        own, matrix, coefficients, _, _ = cv2.calibrateCamera(
            [flat] * len(found),
            [each.astype(np.float32) for each in found],
            (info.width, info.height),
            guess,
            None,
            flags=flags | cv2.CALIB_USE_INTRINSIC_GUESS,
        )
        off = rms(np.array(found) - np.array(expected))
        print(
            f"{name}: fx {matrix[0, 0]:.1f} for {info.K[0]:.1f}, cx {matrix[0, 2]:.1f} for "
            f"{info.K[2]:.1f}, "
            f"cy {matrix[1, 2]:.1f} for {info.K[5]:.1f}, k1 {coefficients.ravel()[0]:.3f} for "
            f"{info.D[0]:.3f}, "
            f"known corners {off:.2f} px rms, calibration's own {own:.2f}"
        )
        self.assertLess(off, 0.5, "known corners, px rms")
        np.testing.assert_allclose(matrix[0, 0], info.K[0], rtol=0.01)
        np.testing.assert_allclose((matrix[0, 2], matrix[1, 2]), (info.K[2], info.K[5]), atol=2.0)
        np.testing.assert_allclose(coefficients.ravel()[0], info.D[0], atol=0.02)

    def test_a_barrel_distortion_is_recovered(self) -> None:
        self.calibrate("barrel")

    def test_a_pincushion_distortion_is_recovered(self) -> None:
        self.calibrate("pincushion", 1.7)

    def test_all_coefficients_and_the_center_of_distortion_are_recovered(self) -> None:
        info = sample("/lenses/skew/camera_info", CameraInfo)
        np.testing.assert_allclose(info.D, (-0.28, 0.07, 0.0011, -0.0008, 0.004))
        np.testing.assert_allclose((info.K[2], info.K[5]), (0.52 * 640 - 0.5, 0.47 * 480 - 0.5))
        self.calibrate("skew")

    def test_depths_and_points_are_those_of_the_distorted_picture(self) -> None:
        optical_from_board = place_board((1.2, 0.1, -0.05, 0.1, 0.3, -0.4))
        info, depths, points = (
            sample(f"/lenses/skew/{topic}", kind)
            for topic, kind in (
                ("depth/camera_info", CameraInfo),
                ("depth/image_raw", Image),
                ("points", PointCloud2),
            )
        )
        depth = np.frombuffer(depths.data, np.float32).reshape(480, 640)
        signs = np.array([(0, 1, 1), (0, -1, 1), (0, -1, -1), (0, 1, -1)])
        half = signs * SQUARE_SIZE / 2 * (0, COLUMNS + 1, ROWS + 1)
        sides = np.concatenate(
            [np.linspace(begin, end, 50) for begin, end in zip(half, np.roll(half, -1, axis=0))]
        )
        outline = np.zeros((480, 640), np.uint8)
        cv2.fillPoly(
            outline, [np.round(projected(info, optical_from_board, sides)).astype(np.int32)], 1
        )
        shown = depth < 3.0
        overlap = (shown & (outline > 0)).sum() / (shown | (outline > 0)).sum()
        self.assertGreater(overlap, 0.985, "the board's outline in the depth picture")
        inside = cv2.erode(outline, np.ones((7, 7), np.uint8)) > 0
        v, u = np.nonzero(inside)
        matrix = np.reshape(info.K, (3, 3))
        pixels = np.stack([u, v], axis=1)[:, None].astype(float)
        rays = cv2.undistortPointsIter(
            pixels, matrix, np.array(info.D), None, None, (UNTIL, 100, 1e-9)
        )[:, 0]
        normal, on = optical_from_board[:3, 0], optical_from_board[:3, 3]
        expected = (normal @ on) / (
            np.concatenate([rays, np.ones((len(rays), 1))], axis=1) @ normal
        )
        np.testing.assert_allclose(depth[inside], expected, atol=0.004)
        position = np.stack(
            [cloud(points)[name].reshape(480, 640)[inside] for name in "xyz"], axis=1
        ).astype(float)
        pixels, _ = cv2.projectPoints(position, np.zeros(3), np.zeros(3), matrix, np.array(info.D))
        np.testing.assert_allclose(pixels[:, 0], np.stack([u, v], axis=1), atol=0.05)

    def test_noise_of_sdf_is_added_to_the_distorted_picture_where_the_simulator_makes_it(
        self,
    ) -> None:
        place("board", pose(0, 60, -5))
        sky = picture(sample("/lenses/noisy/image_raw", Image))[:40]
        gazebo = rospy.get_param("/SIMULATOR", "") == "gazebo"
        np.testing.assert_allclose(sky.mean(axis=(0, 1)), (102.0, 127.5, 153.0), atol=2.0)
        np.testing.assert_allclose(sky.std(axis=(0, 1)), 0.05 * 255.0 if gazebo else 0.0, atol=1.0)

    def test_a_model_with_distorted_cameras_comes_and_goes_and_comes_back(self) -> None:
        visitor = rig(
            "visitor",
            lens("camera", "eye", (160, 120), 1.0, "<k1>-0.2</k1>"),
            lens("depth", "ranger", (160, 120), 1.0, SKEW),
        )
        for x in (1.0, 1.5, 2.0):
            place("board", pose(x, 60, 5))
            done("spawn_sdf_model", "visitor", visitor, "", pose(0, 60, 5), "")
            depth = sample("/visitor/ranger/depth/image_raw", Image)
            self.assertAlmostEqual(
                np.frombuffer(depth.data, np.float32)[60 * 160 + 80], x, delta=0.005
            )
            # A white plate around black squares.
            middle = picture(sample("/visitor/eye/image_raw", Image))[20:100, 40:120]
            self.assertGreater(np.ptp(middle), 100.0)
            done("delete_model", "visitor")
            step(0.2)
