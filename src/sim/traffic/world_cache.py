"""Worlds of networks and maps, made once: what was made of the same file by the same options and programs is taken from the user's cache."""
from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Iterator, Optional, Union

import sumolib

from sim.errors import InputError
from sim.traffic.map_check import map_kind, map_stem
from sim.traffic.map_import import MapOptions, import_map
from sim.traffic.warmup import cache_folder
from sim.traffic.world import PARTS, beside, check_replaceable, write_world

Progress = Callable[[str], None]
NETS = (".net.xml", ".net.xml.gz")


@dataclass(frozen=True)
class World:
    """Files of one world, all in one folder; ``net`` is the network that SUMO runs."""

    world: Path
    net: Path

    @property
    def folder(self) -> Path:
        return self.world.parent


def cached_world(source: Union[str, Path], options: MapOptions = MapOptions(), name: str = "", folder: Optional[Path] = None,
                 progress: Progress = lambda line: None) -> World:
    """The world of a network or map in a folder of the cache of its own (put it on GAZEBO_MODEL_PATH); do not change what is in it."""
    source = Path(source)
    is_net = source.name.endswith(NETS)
    name = name or (source.name.split(".")[0] if is_net else map_stem(source) if map_kind(source) else "")
    if not source.is_file():
        raise InputError(source, "no such file; a SUMO network (.net.xml), an OpenStreetMap (.osm) or an OpenDRIVE map (.xodr) is needed")
    worlds = (folder or cache_folder()) / "worlds"
    place = worlds / _key(source, options, name)
    ending = source.name[len(source.name.split(".")[0]):] if is_net else ".net.xml"
    if (place / f"{name}.world").is_file():
        progress(f"world of {source.name} from {place}")
        return World(place / f"{name}.world", place / f"{name}{ending}")
    try:
        worlds.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=str(worlds), prefix=".making_") as scratch:
            draft = Path(scratch) / "draft"
            draft.mkdir()
            _make(source, is_net, draft, f"{name}{ending}", name, options, progress)
            _keep(draft, place)
    except OSError as error:
        raise InputError(worlds, f"cannot be written ({error.strerror or error})") from error
    return World(place / f"{name}.world", place / f"{name}{ending}")


def import_world(source: Union[str, Path], out: Union[str, Path], options: MapOptions = MapOptions(), folder: Optional[Path] = None,
                 progress: Progress = lambda line: None) -> World:
    """A copy of :func:`cached_world` at ``out`` (``.world``) with its models, its network and its polygons beside it."""
    out = Path(out)
    if out.suffix not in (".world", ".sdf"):
        raise InputError(out, "the output must end in .world (or .sdf)")
    check_replaceable(out)
    made = cached_world(source, options, out.stem, folder, progress)
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        for path in _contents(made):
            target = out if path == made.world else out.parent / path.name
            if target.resolve() != Path(source).resolve():
                _replace(path, target)
    except OSError as error:
        raise InputError(out, f"cannot be written ({error.strerror or error})") from error
    return World(out, out.parent / made.net.name)


def _make(source: Path, is_net: bool, draft: Path, net_name: str, name: str, options: MapOptions, progress: Progress) -> None:
    net, polygons = draft / net_name, beside(source) if is_net else None
    if is_net:
        shutil.copyfile(str(source), str(net))
    else:
        imported = import_map(source, draft, name, options, progress)
        polygons = imported.polygons
        if imported.warnings:
            progress(f"netconvert had {imported.warnings} warnings")
    progress("world: surfaces, markings, lights and buildings")
    write_world(net, draft / f"{name}.world", polygons)


def _keep(draft: Path, place: Path) -> None:
    """Moves a draft to its place, unless another process was quicker."""
    os.chmod(str(draft), 0o755)
    try:
        os.rename(str(draft), str(place))
    except OSError:
        if not place.is_dir():
            raise


def _contents(made: World) -> Iterator[Path]:
    yield made.net
    yield from (path for path in (made.folder / f"{made.world.stem}.poly.xml", *(made.folder / f"{made.world.stem}_{part}" for part in PARTS)) if path.exists())
    yield made.world


def _replace(path: Path, target: Path) -> None:
    """Copies a file or folder beside its target and then puts it in place."""
    with tempfile.TemporaryDirectory(dir=str(target.parent), prefix=f".{target.name}_") as scratch:
        copy = Path(scratch) / "copy"
        if path.is_dir():
            shutil.copytree(str(path), str(copy))
            if target.exists():
                os.rename(str(target), str(Path(scratch) / "former"))
        else:
            shutil.copyfile(str(path), str(copy))
        os.replace(str(copy), str(target))


def _key(source: Path, options: MapOptions, name: str) -> str:
    """Names all that a world is made of: the file and its polygons, the options, SUMO's version and the modules of this package."""
    content = hashlib.sha256(subprocess.run([sumolib.checkBinary("netconvert"), "--version"], stdout=subprocess.PIPE, check=True).stdout)
    here = Path(__file__).parent
    polygons = beside(source)
    for path in (source, *([polygons] if polygons else []), *sorted(here.glob("*.py")), *sorted((here / "scenery").glob("*.py"))):
        content.update(hashlib.sha256(path.read_bytes()).digest())
    content.update(repr((options, name, source.name.split(".")[1:])).encode())
    return f"{name}_{content.hexdigest()[:16]}"
