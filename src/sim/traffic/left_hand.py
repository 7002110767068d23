"""Left-hand variants of right-hand networks, with their worlds.

They are mirror images, made once in the user's cache: ``merge`` becomes ``merge_left``.
"""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path
from typing import Callable, Optional

from sim.errors import InputError
from sim.files import drafted, writing
from sim.traffic.roads.mirror import mirrored
from sim.traffic.roads.net_file import check_root
from sim.traffic.warmup import cache_folder
from sim.traffic.world import beside, net_stem
from sim.traffic.world_cache import CachedWorld, cached_world

COMPANIONS = ("poly", "add")
SUFFIX = "_left"
KEY_LENGTH = 16


def left_hand_world(
    net: Path,
    folder: Optional[Path] = None,
    progress: Callable[[str], None] = lambda line: None,
) -> CachedWorld:
    """Return the left-hand variant of a network and its cached world.

    Both are in one folder, with the world's models.
    """
    source = left_hand_net(net, folder)
    made = cached_world(source, folder=folder, progress=progress)
    copy = made.folder / source.name
    if not copy.is_file():
        with writing(copy), drafted(copy) as draft:
            shutil.copyfile(str(source), str(draft))
    return CachedWorld(made.world, copy)


def left_hand_net(net: Path, folder: Optional[Path] = None) -> Path:
    """Return the mirror image of a network.

    Its polygons and additional objects are beside it. Raises InputError for a network of left-hand
    traffic.
    """
    if check_root(net):
        raise InputError(
            net, "is a network of left-hand traffic already; lefthand:=false drives it"
        )
    sources = {"net": net, **{kind: beside(net, kind) for kind in COMPANIONS}}
    found = {kind: path for kind, path in sources.items() if path is not None}
    place = (folder or cache_folder()) / "left_hand" / _key(*found.values())
    name = f"{net_stem(net)}{SUFFIX}"
    with writing(place):
        place.mkdir(parents=True, exist_ok=True)
        # The network is last: where it is, the others are too.
        for kind in (*COMPANIONS, "net"):
            out = place / f"{name}.{kind}.xml"
            if kind in found and not out.is_file():
                mirrored(found[kind], out)
    return place / f"{name}.net.xml"


def _key(*sources: Path) -> str:
    """Return a key of files' content and of the module ``mirror``."""
    content = hashlib.sha256((Path(__file__).parent / "roads" / "mirror.py").read_bytes())
    for path in sources:
        content.update(hashlib.sha256(path.read_bytes()).digest())
    return content.hexdigest()[:KEY_LENGTH]
