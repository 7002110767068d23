"""Cache of worlds of networks and maps.

A world of the same file, options, and programs is reused from the user's cache.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, List, Optional, Union

from sim.errors import InputError
from sim.files import writing
from sim.traffic.roads.map_check import map_stem
from sim.traffic.roads.map_import import MapOptions, import_map
from sim.traffic.scenery.options import DEFAULT, SceneryOptions
from sim.traffic.sumo_version import version_of
from sim.traffic.warmup import cache_folder
from sim.traffic.world import NETS, PARTS, beside, check_replaceable, net_stem, write_world

Progress = Callable[[str], None]
WARNINGS = "netconvert.log"
SHOWN_WARNINGS = 5


@dataclass(frozen=True)
class CachedWorld:
    """World in a folder with its models and the network for SUMO.

    For a map the network is beside the world, else it is the source.
    """

    world: Path
    net: Path

    @property
    def folder(self) -> Path:
        return self.world.parent


def cached_world(
    source: Union[str, Path],
    options: MapOptions = MapOptions(),
    name: str = "",
    folder: Optional[Path] = None,
    progress: Progress = lambda line: None,
    scenery: SceneryOptions = DEFAULT,
) -> CachedWorld:
    """Return the world of a network or map, made in the cache.

    Put its folder on GAZEBO_MODEL_PATH; do not change its content.
    """
    source = Path(source)
    if not source.is_file():
        raise InputError(
            source,
            "no such file; a SUMO network (.net.xml), an OpenStreetMap (.osm) or an OpenDRIVE map "
            "(.xodr) is needed",
        )
    is_net = source.name.endswith(NETS)
    name = name or (net_stem(source) if is_net else map_stem(source))
    worlds = (folder or cache_folder()) / "worlds"
    place = worlds / _key(source, options, scenery, name)
    made = CachedWorld(place / f"{name}.world", source if is_net else place / f"{name}.net.xml")
    if made.world.is_file() and made.net.is_file():
        progress(f"world of {source.name} from {place}")
        return made
    with writing(worlds):
        worlds.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=str(worlds), prefix=".making_") as scratch:
            draft = Path(scratch) / "draft"
            draft.mkdir()
            if not is_net:
                _tell(_import(source, draft, name, options, progress), place, progress)
            progress("world: surfaces, markings, lights and buildings")
            write_world(
                source if is_net else draft / made.net.name,
                draft / made.world.name,
                beside(source) if is_net else None,
                scenery,
            )
            _keep(draft, made)
    return made


def import_world(
    source: Union[str, Path],
    out: Union[str, Path],
    options: MapOptions = MapOptions(),
    folder: Optional[Path] = None,
    progress: Progress = lambda line: None,
    scenery: SceneryOptions = DEFAULT,
) -> CachedWorld:
    """Copy :func:`cached_world` with its models to ``out`` (``.world``).

    Network and polygons of a map are copied too. Files of an earlier import are removed: models are
    deleted, polygons become ``<name>.poly.xml.old``.
    """
    source, out = Path(source), Path(out)
    if out.suffix not in (".world", ".sdf"):
        raise InputError(out, "the output must end in .world (or .sdf)")
    check_replaceable(out)
    made = cached_world(source, options, out.stem, folder, progress, scenery)
    with writing(out):
        out.parent.mkdir(parents=True, exist_ok=True)
        if made.net != source:
            _replace(made.net, out.parent / made.net.name)
            _replace_polygons(
                made.folder / f"{out.stem}.poly.xml", out.parent / f"{out.stem}.poly.xml", progress
            )
        for part in PARTS:
            _replace(made.folder / f"{out.stem}_{part}", out.parent / f"{out.stem}_{part}")
        _replace(made.world, out)
    return CachedWorld(out, source if made.net == source else out.parent / made.net.name)


def _import(
    source: Path, draft: Path, name: str, options: MapOptions, progress: Progress
) -> List[str]:
    """Write the network and polygons of a map.

    netconvert's warnings are written too and returned.
    """
    warnings = import_map(source, draft, name, options, progress).warnings
    if warnings:
        (draft / WARNINGS).write_text("\n".join(warnings) + "\n", encoding="utf-8")
    return warnings


def _tell(warnings: List[str], place: Path, progress: Progress) -> None:
    """Report the first of netconvert's warnings and the place of the rest."""
    for line in warnings[:SHOWN_WARNINGS]:
        progress(f"netconvert: {line}")
    if len(warnings) > SHOWN_WARNINGS:
        progress(
            f"netconvert had {len(warnings)} warnings, {SHOWN_WARNINGS} of which are shown (all: "
            f"{place / WARNINGS})"
        )


def _keep(draft: Path, made: CachedWorld) -> None:
    """Move a draft to its place, unless another process was faster.

    A folder without a world is put aside.
    """
    os.chmod(str(draft), 0o755)
    try:
        os.rename(str(draft), str(made.folder))
    except OSError:
        if not made.folder.is_dir():
            raise
        if not (made.world.is_file() and made.net.is_file()):
            os.rename(str(made.folder), str(draft.parent / "incomplete"))
            os.rename(str(draft), str(made.folder))


def _replace_polygons(path: Path, target: Path, progress: Progress) -> None:
    """Replace polygons as by :func:`_replace`, keeping unused ones.

    Polygons not used by the world get another name, since a user may have drawn them.
    """
    if not path.exists() and target.exists():
        os.replace(str(target), f"{target}.old")
        progress(f"{target} does not belong to this world; renamed to {target.name}.old")
    _replace(path, target)


def _replace(path: Path, target: Path) -> None:
    """Copy a file or folder beside its target and swap it in.

    Without a source the target is removed.
    """
    with tempfile.TemporaryDirectory(dir=str(target.parent), prefix=f".{target.name}_") as scratch:
        copy = Path(scratch) / "copy"
        if path.is_file():
            shutil.copyfile(str(path), str(copy))
        elif path.is_dir():
            shutil.copytree(str(path), str(copy))
        if target.is_dir() and not path.is_file():
            os.rename(str(target), str(Path(scratch) / "former"))
        if copy.exists():
            os.replace(str(copy), str(target))


def _key(source: Path, options: MapOptions, scenery: SceneryOptions, name: str) -> str:
    """Return a key of all inputs of a world.

    The file (for a network also its polygons and additional objects), the options, SUMO's version,
    and the modules of this package.
    """
    content = hashlib.sha256(version_of("netconvert"))
    here = Path(__file__).parent
    companions = (
        [beside(source, kind) for kind in ("poly", "add")] if source.name.endswith(NETS) else []
    )
    for path in (
        source,
        *(path for path in companions if path),
        *sorted(here.glob("*.py")),
        *sorted(here.glob("roads/*.py")),
        *sorted(here.glob("scenery/*.py")),
        *sorted(here.parent.glob("assets/*.py")),
        *sorted(here.parent.glob("sdf/mesh/*.py")),
    ):
        content.update(hashlib.sha256(path.read_bytes()).digest())
    content.update(repr((options, scenery, name, source.name.split(".")[1:])).encode())
    return f"{name}_{content.hexdigest()[:16]}"
