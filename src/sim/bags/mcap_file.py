"""A recording as MCAP: ROS 1's messages as they are, with their types' definitions beside them, so
that a reader needs no package of ours. By MCAP's registry: profile and encoding ``ros1``, schema
encoding ``ros1msg``."""

from __future__ import annotations

from pathlib import Path
from typing import Dict, Tuple

from mcap.writer import Writer

from sim.bags.progress import Progress
from sim.bags.recording import Channel, Recording


def write_mcap(recording: Recording, path: Path, progress: Progress) -> None:
    with open(path, "wb") as stream:
        writer = Writer(stream)
        writer.start(profile="ros1", library="sim")
        schemas: Dict[Tuple[str, str], int] = {}
        numbers: Dict[Channel, int] = {}
        for channel in recording.channels:
            # Types of equal fields have one MD5.
            kind = channel.kind, channel.md5
            if kind not in schemas:
                schemas[kind] = writer.register_schema(
                    channel.kind, "ros1msg", channel.definition.encode()
                )
            metadata = {"md5sum": channel.md5, "latching": str(int(channel.latched))}
            numbers[channel] = writer.register_channel(
                channel.topic, "ros1", schemas[kind], metadata
            )
        for channel, time, data in recording.messages():
            writer.add_message(numbers[channel], log_time=time, publish_time=time, data=data)
            progress.one_more()
        writer.finish()  # type: ignore[no-untyped-call]
