"""Methods that the suite compares, each with its target."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Callable, Dict

from sim.calibration.board import Board, read_board
from sim.calibration.chessboards.chessboard import Chessboard, read_chessboard
from sim.calibration.chessboards.method import calibrate_chessboards
from sim.calibration.fit.calibrate import calibrate
from sim.calibration.method_names import BOARD_FIT, VELO2CAM
from sim.calibration.recording import BoardRecording
from sim.calibration.result import Calibration
from sim.calibration.velas.method import calibrate_velas
from sim.calibration.velo2cam.method import Centers, calibrate_velo2cam
from sim.resources import resource

# Targets: a board in the scene, or a world with several.
BOARD = "board_2017"
CHESSBOARDS = "chessboards"
WORLDS = (CHESSBOARDS,)
Calibrate = Callable[[BoardRecording], Calibration]


@dataclass(frozen=True)
class CalibrationMethod:
    """Calibration method; ``begin`` makes it with a seed for one recording.

    It is then called with parts of the recording.
    """

    target: str
    begin: Callable[[int], Calibrate]


def _board() -> Board:
    return read_board(resource("config", "calibration", f"{BOARD}.yaml"))


def _chessboard() -> Chessboard:
    return read_chessboard(resource("config", "calibration", "chessboard.yaml"))


def _board_fit(seed: int) -> Calibrate:
    board = _board()
    return lambda recording: calibrate(board, [recording])


def _velo2cam(seed: int) -> Calibrate:
    """Start the method with a cache of centres, shared by all parts."""
    centers: Dict[int, Centers] = {}
    return partial(calibrate_velo2cam, _board(), seed=seed, known=centers)


def _chessboards(seed: int) -> Calibrate:
    return partial(calibrate_chessboards, _chessboard(), seed=seed)


def _velas(seed: int) -> Calibrate:
    return partial(calibrate_velas, _board(), seed=seed)


METHODS = {
    BOARD_FIT: CalibrationMethod(BOARD, _board_fit),
    VELO2CAM: CalibrationMethod(BOARD, _velo2cam),
    "chessboards": CalibrationMethod(CHESSBOARDS, _chessboards),
    "velas": CalibrationMethod(BOARD, _velas),
}
