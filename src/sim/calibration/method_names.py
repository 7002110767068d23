"""Names of the calibration methods as settings have them."""

from __future__ import annotations

BOARD_FIT = "board_fit"
VELO2CAM = "velo2cam"
# Successors of deprecated names.
RENAMED = {"ours": BOARD_FIT}
