"""ArUco markers of boards."""

from __future__ import annotations

import cv2


def marker_dictionary() -> cv2.aruco.Dictionary:
    """Return OpenCV's dictionary of all markers."""
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_6X6_250)
