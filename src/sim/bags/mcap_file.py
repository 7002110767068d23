"""A recording as MCAP."""

from __future__ import annotations

from pathlib import Path

from sim.bags.progress import Progress
from sim.bags.recording import Recording
from sim.bags.writers import McapWriter


def write_mcap(recording: Recording, path: Path, progress: Progress) -> None:
    writer = McapWriter(path)
    for channel in recording.channels:
        writer.add(channel)
    for channel, time, data in recording.messages():
        writer.write(channel, time, data)
        progress.one_more()
    writer.close()
