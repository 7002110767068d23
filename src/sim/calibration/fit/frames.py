"""Selects usable frames of a recording: static and complete ones."""

from __future__ import annotations

from typing import List, Sequence

import cv2
import numpy as np

from sim.arrays import Array
from sim.calibration.recording import BoardRecording, RectifiedCamera

COMPARED_SIZE = (160, 120)  # pixels, to which images are reduced for comparison
MAX_GREY_DIFFERENCE = 1.5  # grey levels, average from the median image
MAX_DIFFERENCE_RATIO = 4.0  # to the median difference
MIN_GREY_DEVIATION = 3.0  # grey levels, of a picture that shows something
MAX_MISSING_SHARE = 0.3  # of points
MIN_POINTS = 200


def judge_images(recording: BoardRecording) -> List[str]:
    """Return the reason against each frame's images, empty if usable."""
    reasons = [
        _image_fault(
            recording.optics, [frame.left, *([] if frame.right is None else [frame.right])]
        )
        for frame in recording.frames
    ]
    good = [number for number, reason in enumerate(reasons) if not reason]
    if not good:
        return reasons
    small = np.stack(
        [
            cv2.resize(recording.frames[number].left, COMPARED_SIZE, interpolation=cv2.INTER_AREA)
            for number in good
        ]
    ).astype(np.float32)
    off = np.abs(small - np.median(small, axis=0)).mean(axis=(1, 2))
    limit = max(MAX_GREY_DIFFERENCE, MAX_DIFFERENCE_RATIO * float(np.median(off)))
    for number, difference in zip(good, off):
        if difference > limit:
            reasons[number] = (
                f"its picture differs from the others by {difference:.1f} grey levels; board and "
                "sensors must stand still"
            )
    return reasons


def judge_clouds(clouds: Sequence[Array]) -> List[str]:
    """Return the reason against each cloud, empty if usable."""
    counts = np.array([_whole(cloud) for cloud in clouds])
    usual = float(np.median(counts[counts >= MIN_POINTS])) if (counts >= MIN_POINTS).any() else 0.0
    reasons = []
    for count in counts:
        if count < MIN_POINTS:
            reasons.append(f"its cloud has {count} points with finite coordinates")
        elif count < (1.0 - MAX_MISSING_SHARE) * usual:
            reasons.append(f"its cloud has {count} points where others have {usual:.0f}")
        else:
            reasons.append("")
    return reasons


def _image_fault(optics: RectifiedCamera, images: Sequence[Array]) -> str:
    for image in images:
        if image.shape != (optics.height, optics.width):
            return (
                f"its picture has {image.shape} pixels where camera_info has "
                f"{(optics.height, optics.width)}; use the rectified pictures of that camera_info"
            )
        if float(image.std()) < MIN_GREY_DEVIATION:
            return "its picture shows nothing: all of it is about one grey"
    return ""


def _whole(cloud: Array) -> int:
    if any(name not in (cloud.dtype.names or ()) for name in "xyz"):
        return 0
    return int((np.isfinite(cloud["x"]) & np.isfinite(cloud["y"]) & np.isfinite(cloud["z"])).sum())
