"""What a viewer needs beside topics, as a message in a recording: parameters of the simulation (the
world's file, robots' descriptions), and the documents of the models that were in it."""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass
from typing import Any, Dict

SCENE = "/monitor/scene"


@dataclass
class SceneRecord:
    """``parameters`` by full names, ``models`` by the simulator's names as SDF."""

    parameters: Dict[str, Any]
    models: Dict[str, str]


def scene_message(record: SceneRecord) -> bytes:
    """The record as a std_msgs/String, serialized."""
    text = json.dumps({"parameters": record.parameters, "models": record.models}).encode()
    return struct.pack("<I", len(text)) + text


def scene_record(data: bytes) -> SceneRecord:
    """The record of a message; ValueError, KeyError or TypeError where it is none."""
    found = json.loads(data[4:])
    return SceneRecord(dict(found["parameters"]), dict(found["models"]))
