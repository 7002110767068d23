"""Formats that an export reads and writes."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Callable, Collection, Dict, NamedTuple, Type

from sim.bags import unclosed_bag
from sim.bags.mcap_source import IndexedMcap, StreamedMcap
from sim.bags.progress import ExportProgress
from sim.bags.recording import BagRecording
from sim.bags.rosbag2_folder import write_rosbag2
from sim.bags.seekable_mcap import has_index
from sim.bags.source import ExportSource
from sim.bags.unclosed_bag import UnclosedBag
from sim.bags.writers import BagWriter, McapWriter, RecordingWriter
from sim.errors import InputError

MCAP_MAGIC = b"\x89MCAP0\r\n"
BOTH = "a recording of ROS 1 is needed: a bag, or an MCAP file"
Say = Callable[[str], None]
Write = Callable[[ExportSource, Path, str, ExportProgress, Say], None]


class Format(NamedTuple):
    """Format to write, with ending, line of help, and function."""

    ending: str
    help: str
    write: Write


def open_source(
    path: Path, only: Collection[str], without: Collection[str], repair: bool
) -> ExportSource:
    """Open a recording by its first bytes; InputError for another file.

    ``repair`` reads the complete part of one without its end.
    """
    if path.is_dir() and (path / "metadata.yaml").is_file():
        raise InputError(path, f"is a bag of ROS 2; {BOTH}")
    if not path.is_file():
        raise InputError(path, f"is not a file; {BOTH}")
    with path.open("rb") as stream:
        begin = stream.read(max(len(MCAP_MAGIC), len(unclosed_bag.MAGIC)))
    if begin.startswith(MCAP_MAGIC):
        if repair or not has_index(path):
            return StreamedMcap(path, only, without, repair)
        return IndexedMcap(path, only, without)
    if repair and begin == unclosed_bag.MAGIC:
        return UnclosedBag(path, only, without)
    return BagRecording(path, only, without)


def default_format(path: Path) -> str:
    """Return the format that a recording is exported to."""
    return "bag" if path.suffix == ".mcap" else "mcap"


def default_name(path: Path, to: str, repaired: bool) -> Path:
    """Return the name of an export beside its recording."""
    # rosbag record writes NAME.bag.active until it closes the bag.
    stem = Path(path.stem).stem if path.suffix == ".active" else path.stem
    return path.with_name(f"{stem}{'_repaired' if repaired else ''}{FORMATS[to].ending}")


def _write(
    kind: Type[RecordingWriter],
    recording: ExportSource,
    path: Path,
    distribution: str,
    progress: ExportProgress,
    say: Say,
) -> None:
    writer = kind(path)  # type: ignore[call-arg]
    try:
        for channel in recording.channels:
            writer.add(channel)
        for channel, time, data in recording.messages():
            writer.write(channel, time, data)
            progress.one_more()
    finally:
        writer.close()


FORMATS: Dict[str, Format] = {
    "mcap": Format(".mcap", "messages of ROS 1 as they are", partial(_write, McapWriter)),
    "bag": Format(".bag", "a bag of ROS 1", partial(_write, BagWriter)),
    "rosbag2": Format("", "a folder with messages of ROS 2", write_rosbag2),
}
