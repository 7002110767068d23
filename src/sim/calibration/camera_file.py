"""Intrinsics of a camera from a YAML file, and its rectified pictures.

The file is camera_calibration's: ``image_width``, ``image_height``, ``camera_matrix``, and
optionally ``distortion_coefficients`` and ``distortion_model``; or ``fx fy cx cy``.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, Tuple

import numpy as np

from sim import checks
from sim.arrays import Array
from sim.calibration.recording import RectifiedCamera, square_optics, square_picture
from sim.errors import InputError

FISHEYE = "equidistant"
MODELS = ("plumb_bob", "rational_polynomial", FISHEYE)
COEFFICIENTS = {"plumb_bob": (4, 5), "rational_polynomial": (8,), FISHEYE: (4,)}
PLAIN_KEYS = ("fx", "fy", "cx", "cy")


@dataclass(frozen=True)
class CameraFile:
    """Camera matrix (3, 3) and distortion of raw pictures.

    ``size`` is width and height.
    """

    where: str
    size: Tuple[int, int]
    matrix: Array
    model: str
    coefficients: Array

    def rectified(self) -> RectifiedCamera:
        """Return the pinhole camera of :meth:`picture`'s pictures, with square pixels."""
        return square_optics(self.matrix[0, 0], self.matrix[1, 1], self.matrix[:2, 2], *self.size)

    def picture(self, path: Path) -> Array:
        """Read a picture as rectified grey levels (h, w). InputError names a wrong one."""
        import cv2

        found = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE | cv2.IMREAD_IGNORE_ORIENTATION)
        if found is None:
            raise InputError(path, "is not a readable picture; PNG or JPEG is needed")
        if found.shape[::-1] != self.size:
            raise InputError(
                path,
                f"has {found.shape[1]} x {found.shape[0]} pixels where {self.where} has "
                f"{self.size[0]} x {self.size[1]}",
            )
        if self.coefficients.any():
            if self.model == FISHEYE:
                found = cv2.fisheye.undistortImage(
                    found, self.matrix, self.coefficients, Knew=self.matrix
                )
            else:
                found = cv2.undistort(found, self.matrix, self.coefficients)
        return square_picture(np.asarray(found), self.matrix[0, 0], self.matrix[1, 1])


def read_camera(path: Path) -> CameraFile:
    """Read a camera's file. InputError names the wrong entry."""
    where, values = str(path), checks.read_yaml(path)
    if not isinstance(values, dict):
        raise InputError(
            where, "a mapping with image_width, image_height and camera_matrix is needed"
        )
    size = tuple(
        checks.whole(values.get(key), f"{where}/{key}", 1, 100_000)
        for key in ("image_width", "image_height")
    )
    if "camera_matrix" in values:
        matrix = _numbers(values, "camera_matrix", where).reshape(-1)
        if matrix.shape != (9,):
            raise InputError(f"{where}/camera_matrix", "must have 9 numbers, row by row")
        matrix = matrix.reshape(3, 3)
    else:
        fx, fy, cx, cy = (checks.number(values.get(key), f"{where}/{key}") for key in PLAIN_KEYS)
        matrix = np.array([[fx, 0.0, cx], [0.0, fy, cy], [0.0, 0.0, 1.0]])
    if not (matrix[0, 0] > 0.0 and matrix[1, 1] > 0.0):
        raise InputError(f"{where}/camera_matrix", "fx and fy must be positive")
    model = values.get("distortion_model", "plumb_bob")
    if model not in MODELS:
        raise InputError(f"{where}/distortion_model", f"must be one of: {', '.join(MODELS)}")
    coefficients = np.zeros(max(COEFFICIENTS[model]))
    if values.get("distortion_coefficients") is not None:
        coefficients = _numbers(values, "distortion_coefficients", where).reshape(-1)
        if len(coefficients) not in COEFFICIENTS[model]:
            allowed = " or ".join(map(str, COEFFICIENTS[model]))
            raise InputError(
                f"{where}/distortion_coefficients",
                f"{model} has {allowed} numbers, got {len(coefficients)}",
            )
    return CameraFile(where, (size[0], size[1]), matrix, model, coefficients)


def _numbers(values: Dict[str, Any], key: str, where: str) -> Array:
    """Return numbers written as a list, or as ``{rows, cols, data}``."""
    given = values[key].get("data") if isinstance(values[key], dict) else values[key]
    try:
        found = np.array(given, float)
    except (TypeError, ValueError):
        found = np.array([np.nan])
    if not np.isfinite(found).all():
        raise InputError(f"{where}/{key}", "must be numbers")
    return found
