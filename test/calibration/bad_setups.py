"""Set-ups that prevent any calibration, each kind random from a seed."""

from __future__ import annotations

from dataclasses import replace
from typing import Callable, Dict, Tuple

import cv2
import numpy as np

from sim.calibration.board import Board
from sim.calibration.recording import BoardRecording
from sim.transforms import rotation_from_rotvec

from .synthetic import BOARD_2017, BOARD_2022

SetUp = Tuple[Board, BoardRecording]
Spoil = Callable[[Board, BoardRecording, np.random.Generator], SetUp]


def wrong_size(board: Board, recording: BoardRecording, rng: np.random.Generator) -> SetUp:
    """Change one of the board's measures by 3 to 20 %."""
    factor = 1.0 + float(rng.choice([-1.0, 1.0]) * rng.uniform(0.03, 0.2))
    changed = [
        {"width": factor * board.width, "height": factor * board.height},
        {"centers": factor * board.centers},
        {"radius": factor * board.radius},
    ][rng.integers(3)]
    return replace(board, **changed), recording


def another_board(board: Board, recording: BoardRecording, rng: np.random.Generator) -> SetUp:
    """Replace the description by another board's."""
    return replace(BOARD_2022, width=BOARD_2022.width * rng.uniform(0.95, 1.05)), recording


def half_hidden(board: Board, recording: BoardRecording, rng: np.random.Generator) -> SetUp:
    """Put a cupboard before half of the view of both sensors."""
    left, beginning = bool(rng.integers(2)), int(rng.uniform(0.42, 0.58) * recording.optics.width)
    columns = slice(0, beginning) if left else slice(beginning, None)

    def hidden(image: np.ndarray) -> np.ndarray:
        found = image.copy()
        found[:, columns] = 90
        return found

    def cut(cloud: np.ndarray) -> np.ndarray:
        middle = np.median(cloud["y"][_before(cloud)])
        beyond = cloud["y"] > middle if left else cloud["y"] < middle
        return cloud[~(beyond & _before(cloud))]

    return board, _changed(recording, hidden, cut)


def moving(board: Board, recording: BoardRecording, rng: np.random.Generator) -> SetUp:
    """Turn the camera by 20 to 60 pixels between frames."""
    step = int(rng.choice([-1, 1]) * rng.integers(20, 60))
    frames = tuple(
        replace(
            frame,
            left=np.roll(frame.left, number * step, axis=1),
            right=np.roll(frame.right, number * step, axis=1),
        )
        for number, frame in enumerate(recording.frames)
    )
    return board, replace(recording, frames=frames)


def shaking(board: Board, recording: BoardRecording, rng: np.random.Generator) -> SetUp:
    """Turn the lidar by 2 to 6 degrees between frames."""
    axis = rng.standard_normal(3)
    axis *= np.radians(rng.uniform(2.0, 6.0)) / np.linalg.norm(axis)
    frames = []
    for number, frame in enumerate(recording.frames):
        cloud = frame.cloud.copy()
        points = np.stack([cloud[name] for name in "xyz"], axis=1)
        turned = points @ rotation_from_rotvec(number * axis).T
        for column, name in enumerate("xyz"):
            cloud[name] = turned[:, column]
        frames.append(replace(frame, cloud=cloud))
    return board, replace(recording, frames=tuple(frames))


def distorted(board: Board, recording: BoardRecording, rng: np.random.Generator) -> SetUp:
    """Distort the pictures, as if unrectified: k1 of -0.4 to -1.2."""
    optics, k1 = recording.optics, -float(rng.uniform(0.4, 1.2))
    camera = np.array(
        [[optics.focal, 0.0, optics.center[0]], [0.0, optics.focal, optics.center[1]], [0, 0, 1.0]]
    )
    across, down = np.meshgrid(np.arange(optics.width), np.arange(optics.height))
    pixels = np.stack([across, down], axis=-1).reshape(-1, 1, 2).astype(float)
    straight = cv2.undistortPoints(pixels, camera, np.array([k1, 0.0, 0.0, 0.0]), P=camera)
    places = straight.reshape(optics.height, optics.width, 2).astype(np.float32)

    def bent(image: np.ndarray) -> np.ndarray:
        return cv2.remap(image, places[..., 0], places[..., 1], cv2.INTER_LINEAR)

    return board, _changed(recording, bent, lambda cloud: cloud)


def few_rings(board: Board, recording: BoardRecording, rng: np.random.Generator) -> SetUp:
    """Keep one in eight, or one in six, of a lidar's rings."""
    every, first = int(rng.choice([6, 8])), int(rng.integers(6))
    return board, _changed(
        recording, lambda image: image, lambda cloud: cloud[cloud["ring"] % every == first]
    )


def no_returns(board: Board, recording: BoardRecording, rng: np.random.Generator) -> SetUp:
    """Remove 97 to 100 % of near returns: a black board."""
    share = rng.uniform(0.97, 1.0)

    def lost(cloud: np.ndarray) -> np.ndarray:
        found = cloud.copy()
        gone = _before(cloud) & (rng.random(len(cloud)) < share)
        for name in "xyz":
            found[name][gone] = np.nan
        return found

    return board, _changed(recording, lambda image: image, lost)


def rough_ranges(board: Board, recording: BoardRecording, rng: np.random.Generator) -> SetUp:
    """Scatter ranges by 0.1 to 0.4 m."""
    sigma = float(rng.uniform(0.1, 0.4))

    def scattered(cloud: np.ndarray) -> np.ndarray:
        found = cloud.copy()
        points = np.stack([cloud[name] for name in "xyz"], axis=1).astype(float)
        ranges = np.linalg.norm(points, axis=1)
        points *= (1.0 + sigma * rng.standard_normal(len(points)) / ranges)[:, None]
        for column, name in enumerate("xyz"):
            found[name] = points[:, column]
        return found

    return board, _changed(recording, lambda image: image, scattered)


def swapped_pair(board: Board, recording: BoardRecording, rng: np.random.Generator) -> SetUp:
    """Swap the pictures of the pair, or shift one by some lines."""
    lines = int(rng.integers(4, 30))
    swapped = bool(rng.integers(2))
    frames = tuple(
        replace(frame, left=frame.right, right=frame.left)
        if swapped
        else replace(frame, right=np.roll(frame.right, lines, axis=0))
        for frame in recording.frames
    )
    return board, replace(recording, frames=frames)


KINDS: Dict[str, Spoil] = {
    one.__name__: one
    for one in (
        wrong_size,
        another_board,
        half_hidden,
        moving,
        shaking,
        distorted,
        few_rings,
        no_returns,
        rough_ranges,
        swapped_pair,
    )
}


def spoiled(kind: str, recording: BoardRecording, seed: int) -> SetUp:
    """Make a bad set-up of a kind from :data:`BOARD_2017`."""
    rng = np.random.default_rng([sorted(KINDS).index(kind), seed])
    return KINDS[kind](BOARD_2017, recording, rng)


def _before(cloud: np.ndarray) -> np.ndarray:
    """Return a mask of points as near as the board, without ground."""
    with np.errstate(invalid="ignore"):
        return (np.hypot(cloud["x"], cloud["y"]) < 3.8) & (cloud["x"] > 0.0)


def _changed(
    recording: BoardRecording,
    image: Callable[[np.ndarray], np.ndarray],
    cloud: Callable[[np.ndarray], np.ndarray],
) -> BoardRecording:
    return replace(
        recording,
        frames=tuple(
            replace(
                frame, cloud=cloud(frame.cloud), left=image(frame.left), right=image(frame.right)
            )
            for frame in recording.frames
        ),
    )
