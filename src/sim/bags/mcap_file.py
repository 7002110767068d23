"""A recording as MCAP."""

from __future__ import annotations

from pathlib import Path

from sim.bags.progress import ExportProgress
from sim.bags.recording import BagRecording
from sim.bags.writers import McapWriter


def write_mcap(recording: BagRecording, path: Path, progress: ExportProgress) -> None:
    writer = McapWriter(path)
    for channel in recording.channels:
        writer.add(channel)
    for channel, time, data in recording.messages():
        writer.write(channel, time, data)
        progress.one_more()
    writer.close()
