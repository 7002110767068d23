"""ArUco markers of boards."""

from __future__ import annotations

import cv2


def marker_dictionary() -> cv2.aruco.Dictionary:
    """The dictionary of all markers here."""
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_6X6_250)
