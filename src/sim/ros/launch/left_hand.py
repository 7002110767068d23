"""Words of ``./run NAME lefthand:=true``: the mirrored network and its world."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import List, Mapping, Sequence

from sim.errors import InputError
from sim.launch_arguments import declared
from sim.traffic.left_hand import left_hand_world

ARGUMENT = "lefthand"
PACKAGE = "$(find sim)"
# Of a launch file with a network of its own. It has the mirrored one from the first model folder.
RIGHT_HAND_NET = "right_hand_net"


def is_left_hand(given: Mapping[str, str]) -> bool:
    """Return whether a launch's arguments choose left-hand traffic.

    Raises InputError for a value other than true and false.
    """
    value = given.get(ARGUMENT, "false")
    if value not in ("true", "false"):
        raise InputError(f"{ARGUMENT}:={value}", "must be true or false")
    return value == "true"


def left_hand_words(file: Path, given: Mapping[str, str], words: Sequence[str]) -> List[str]:
    """Return a launch's words with the mirrored network and its world."""
    if any(word.startswith("world:=") for word in words):
        raise InputError(
            f"world:={given['world']}",
            f"{ARGUMENT}:=true makes a world of the mirrored network; leave world:= out",
        )
    free = declared(file)
    net = given["net" if free["net"] else RIGHT_HAND_NET]
    source = Path(net.replace(PACKAGE, str(file.resolve().parents[1])))
    made = left_hand_world(source, progress=lambda line: print(line, file=sys.stderr))
    folders = [str(made.folder), *filter(None, [given.get("model_path", "")])]
    named = {"model_path": ":".join(folders)}
    if free["net"]:
        named.update(net=str(made.net), world=str(made.world))
    kept = [word for word in words if word.partition(":=")[0] not in named]
    return [*kept, *(f"{name}:={value}" for name, value in named.items())]
