"""Opens a recording by the ending of its name."""

from __future__ import annotations

from pathlib import Path
from typing import Callable, Dict

from sim.bags.seekable import SeekableRecording
from sim.bags.seekable_bag import SeekableBag
from sim.bags.seekable_mcap import SeekableMcap
from sim.errors import InputError

READERS: Dict[str, Callable[[Path], SeekableRecording]] = {
    ".bag": SeekableBag,
    ".mcap": SeekableMcap,
}


def open_recording(path: Path) -> SeekableRecording:
    """Open a ROS 1 bag or an MCAP file. InputError for other files."""
    if not path.is_file():
        raise InputError(path, "is not a file; a recording is needed: a .bag of ROS 1, or an .mcap")
    if path.suffix not in READERS:
        raise InputError(path, "its name ends neither with .bag (ROS 1) nor with .mcap")
    return READERS[path.suffix](path)
