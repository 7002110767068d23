"""Names of rosbags that differ between 0.9 and later releases.

0.9 is the last for Python 3.8.
"""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any, Dict

from rosbags.convert.converter import LATCH
from rosbags.rosbag2 import Writer
from rosbags.typesys import Stores

# Text in 0.9, a list of settings later.
NO_QOS: Any = type(LATCH)()
METADATA_VERSION = 8
# ROS 2's distributions whose types rosbags has: 0.9 knows none after Iron.
DISTRIBUTIONS = {
    name: Stores[f"ROS2_{name.upper()}"]
    for name in ("foxy", "galactic", "humble", "iron", "jazzy", "kilted", "lyrical")
    if f"ROS2_{name.upper()}" in Stores.__members__
}


def field_definitions(store: Any) -> Dict[str, Any]:
    """Return a type store's fields of each message."""
    found: Dict[str, Any] = store.fielddefs if hasattr(store, "fielddefs") else store.FIELDDEFS
    return found


def definition_text(definition: Any) -> str:
    """Return a connection's message definition as text."""
    return str(getattr(definition, "data", definition))


def rosbag2_writer(folder: Path) -> Any:
    """Return the writer of a folder; later releases want its format's version."""
    kind: Any = Writer
    named = "version" in inspect.signature(kind).parameters
    return kind(folder, version=METADATA_VERSION) if named else kind(folder)
