"""Pictures of roads, drawn by OpenCV's own projection."""

from __future__ import annotations

import cv2
import numpy as np

from sim.driving_stack.camera import MountedCamera

CAMERA_PITCH = 0.05  # rad
CAMERA_HEIGHT = 1.56  # m
CAMERA_X = 1.1  # m
FOCAL = 320.0 / np.tan(0.5 * 1.1519)
MATRIX = np.array([[FOCAL, 0.0, 319.5], [0.0, FOCAL, 239.5], [0.0, 0.0, 1.0]])


def camera(pitch: float = CAMERA_PITCH) -> MountedCamera:
    """Return the car's front camera, ``pitch`` rad downwards."""
    down = np.array(
        [[np.cos(pitch), 0, np.sin(pitch)], [0, 1, 0], [-np.sin(pitch), 0, np.cos(pitch)]]
    )
    base_from_optical = np.eye(4)
    base_from_optical[:3, :3] = down @ np.array([[0.0, 0, 1], [-1, 0, 0], [0, -1, 0]])
    base_from_optical[:3, 3] = [CAMERA_X, 0.0, CAMERA_HEIGHT]
    return MountedCamera(MATRIX, base_from_optical, 640, 480)


class Picture:
    """Grey picture with road surfaces painted over each other."""

    def __init__(self, road: float = 55.0, sky: float = 200.0) -> None:
        self._camera = camera()
        self.grey = np.full((480, 640), sky, np.float32)
        self.area([(1.6, -40), (1.6, 40), (300, 300), (300, -300)], road)

    def area(self, corners, value: float) -> Picture:
        """Add a polygon on the ground, within the camera's view."""
        inverse = np.linalg.inv(self._camera.base_from_optical)
        points = np.column_stack([np.array(corners, float), np.zeros(len(corners))])
        rotation, _ = cv2.Rodrigues(inverse[:3, :3])
        pixels, _ = cv2.projectPoints(points, rotation, inverse[:3, 3], MATRIX, None)
        fixed = np.round(np.clip(pixels, -30000, 30000) * 16).astype(np.int32)
        cv2.fillPoly(self.grey, [fixed], value, shift=4, lineType=cv2.LINE_AA)
        return self

    def line(self, offset, direction, bend, value, begin=3.0, end=40.0, width=0.12) -> Picture:
        """Add a line y = offset + direction x + bend x^2 / 2."""
        x = np.linspace(begin, end, 60)
        y = offset + direction * x + 0.5 * bend * x * x
        left, right = np.column_stack([x, y + 0.5 * width]), np.column_stack([x, y - 0.5 * width])
        return self.area(np.vstack([left, right[::-1]]), value)

    def dashes(self, offset, direction, bend, value, first=5.0) -> Picture:
        """Add dashes of 3 m, 6 m apart."""
        for begin in np.arange(first, 40.0, 9.0):
            self.line(offset, direction, bend, value, begin, begin + 3.0)
        return self

    def noisy(self, sigma: float, seed: int) -> np.ndarray:
        """Return the picture in 8 bits, with noise."""
        noise = np.random.default_rng(seed).normal(0.0, sigma, self.grey.shape)
        return np.clip(self.grey + noise, 0, 255).astype(np.uint8)
