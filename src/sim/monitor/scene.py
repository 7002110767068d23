"""Scene of a recording: a viewer's data beside topics, as a message.

It holds the simulation's parameters (world file, robot descriptions) and the documents of its
models.
"""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass
from typing import Any, Dict

SCENE = "/monitor/scene"


@dataclass
class SceneRecord:
    """Scene: ``parameters`` by full name, ``models`` (SDF) by the simulator's names."""

    parameters: Dict[str, Any]
    models: Dict[str, str]


def scene_message(record: SceneRecord) -> bytes:
    """Return the record as a std_msgs/String, serialized."""
    text = json.dumps({"parameters": record.parameters, "models": record.models}).encode()
    return struct.pack("<I", len(text)) + text


def scene_record(data: bytes) -> SceneRecord:
    """Return the record of a message.

    Raises ValueError, KeyError or TypeError if the message is malformed.
    """
    found = json.loads(data[4:])
    return SceneRecord(dict(found["parameters"]), dict(found["models"]))
