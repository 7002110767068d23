"""Contents of SUMO's route and additional files, and copies for one run.

Contents are types, names, and elements that cannot be shown. SUMO writes the outputs of elements
beside their file; with copies in a run's folder, a run does not overwrite the outputs of another.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Dict, Iterator, List, Sequence, Set, Tuple

from lxml import etree

from sim.errors import InputError
from sim.files import writing
from sim.traffic.roads.xml_file import open_xml

VEHICLE_TAGS = ("vehicle", "trip", "flow")
PERSON_TAGS = ("person", "personFlow")
# Contents of a saved state of SUMO; everything else is read again.
DEPARTING_TAGS = {*VEHICLE_TAGS, *PERSON_TAGS, "container", "containerFlow"}
STREAM_TAGS = ("flow", "personFlow", "containerFlow")
DEFAULT_VEHICLE_TYPE = "DEFAULT_VEHTYPE"
DEFAULT_PERSON_TYPE = "DEFAULT_PEDTYPE"
NETWORK_TAGS = ("net",)
CONFIGURATION_TAGS = ("configuration", "sumoConfiguration")
# Elements with ``file`` as an output; in other elements it is an input.
WRITING_TAGS = {
    "inductionLoop",
    "e1Detector",
    "instantInductionLoop",
    "laneAreaDetector",
    "e2Detector",
    "entryExitDetector",
    "e3Detector",
    "edgeData",
    "laneData",
    "routeProbe",
    "vTypeProbe",
}
RAILS = {"tram", "rail", "rail_urban", "rail_electric", "rail_fast", "subway", "cable_car"}
NO_MODEL = {"ship", "container", "aircraft", "drone"}
Element = etree._Element


@dataclass
class SumoContents:
    """Contents of all files.

    These are vehicle types in order, referenced types, types with a colour, and unique notes about
    unsupported elements.
    """

    types: Dict[str, None] = field(default_factory=dict)
    used: Set[str] = field(default_factory=set)
    painted: Dict[str, None] = field(default_factory=dict)
    movers: int = 0
    _last: Dict[Path, float] = field(default_factory=dict)
    _notes: Dict[Tuple[str, str], List[str]] = field(default_factory=dict)

    @property
    def known(self) -> Tuple[str, ...]:
        """All types in an order that depends on the files alone.

        Described types come first, then SUMO's own that are referenced.
        """
        own = sorted(
            name for name in self.used if name.startswith("DEFAULT_") and name not in self.types
        )
        return (*self.types, *own)

    @property
    def notes(self) -> List[str]:
        """Notes, one for each kind of unsupported element.

        Each has file, line, and name of the first, and the number of others.
        """
        return [
            f"{places[0]}{f' and {len(places) - 1} more' if len(places) > 1 else ''}: {what}"
            for (_, what), places in self._notes.items()
        ]

    def take(self, path: Path, element: Element) -> None:
        """Register an element of a file."""
        for inner in element.iter("vType"):
            self._type(path, inner)
        if element.tag in VEHICLE_TAGS + PERSON_TAGS:
            self.movers += 1
            self.used.add(
                element.get(
                    "type",
                    DEFAULT_PERSON_TYPE if element.tag in PERSON_TAGS else DEFAULT_VEHICLE_TYPE,
                )
            )
            self._order(path, element)
            if element.get("color"):
                self._note(
                    path, element, "has a color of its own; the 3D simulators colour by type"
                )
        elif element.tag == "vTypeDistribution":
            self.used.update(element.get("vTypes", "").split())
        elif element.tag in ("container", "containerFlow"):
            self._note(path, element, "containers are not shown")
        elif element.tag in ("poly", "poi"):
            self._note(
                path,
                element,
                "belongs to the world, which is made by network_to_world with --polygons; not "
                "shown",
            )

    def _order(self, path: Path, element: Element) -> None:
        """Report an element that departs before the one above it.

        SUMO reads route files as it goes, and skips late departures.
        """
        text = element.get("depart", element.get("begin", ""))
        try:
            depart = float(text)
        except ValueError:
            return  # HH:MM:SS, triggered, or a mistake, which SUMO reports
        if depart < self._last.get(path, depart):
            self._note(
                path,
                element,
                "departs before the element above it; SUMO skips elements out of order; sort "
                "the file by departure",
            )
        self._last[path] = max(depart, self._last.get(path, depart))

    def _type(self, path: Path, element: Element) -> None:
        self.types[element.get("id", "")] = None
        if element.get("color"):
            self.painted[element.get("id", "")] = None
        kind = element.get("vClass", "")
        if kind in RAILS:
            self._note(
                path, element, "rail vehicles have no 3D model; shown as a bus of the type's size"
            )
        elif kind in NO_MODEL:
            self._note(
                path,
                element,
                f"SUMO's class {kind} has no 3D model; shown as a car of the type's size",
            )

    def _note(self, path: Path, element: Element, what: str) -> None:
        self._notes.setdefault((str(path), what), []).append(
            f'{path}:{element.sourceline}: <{element.tag} id="{element.get("id", "")}">'
        )


def elements(path: Path, opened: Tuple[Path, ...] = ()) -> Iterator[Tuple[Path, Element]]:
    """Yield the elements below the root, with their files.

    Included files are read too. Each element is cleared afterwards.
    """
    if path in opened:
        raise InputError(path, f"includes itself by way of {opened[-1]}")
    with open_xml(path) as stream:
        for event, element in etree.iterparse(
            stream, events=("start", "end"), resolve_entities=False, no_network=True
        ):
            parent = element.getparent()
            if parent is None and event == "start":
                _check_root(path, element)
            if event == "start" or parent is None or parent.getparent() is not None:
                continue
            if element.tag == "include":
                yield from elements(_included(path, element), (*opened, path))
            elif isinstance(element.tag, str):
                yield path, element
            element.clear()
            while element.getprevious() is not None:
                del parent[0]


def root_tag(path: Path) -> str:
    """Return the name of a file's root."""
    with open_xml(path) as stream:
        return next(
            (
                str(element.tag)
                for _, element in etree.iterparse(
                    stream, events=("start",), resolve_entities=False, no_network=True
                )
            ),
            "",
        )


def contents_of(files: Tuple[Path, ...]) -> SumoContents:
    """Return the contents of all files; InputError without traffic."""
    found = SumoContents()
    for file in files:
        for path, element in elements(file):
            found.take(path, element)
    if not found.movers:
        raise InputError(
            files[0] if len(files) == 1 else ",".join(map(str, files)),
            "contains no vehicle, trip, flow, person or personFlow",
        )
    return found


def place_of(files: Tuple[Path, ...], name: str) -> str:
    """Return file and line of a vehicle or flow of this name.

    A flow that may give the name to a vehicle counts too. Empty if not found.
    """
    stream, dot, number = name.rpartition(".")
    for file in files:
        for path, element in elements(file):
            own = element.get("id")
            if element.tag in VEHICLE_TAGS and (
                own == name
                or (element.tag == "flow" and dot and number.isdecimal() and own == stream)
            ):
                return f"{path}:{element.sourceline}"
    return ""


def write_copies(files: Sequence[Path], folder: Path, stem: str, end: float) -> Tuple[Path, ...]:
    """Write ``<stem>_<n>.add.xml`` and ``<stem>_<n>.rou.xml`` of each file.

    The first has what a saved state does not contain, the second the departures. Outputs of
    elements go into the folder. Flows without an end go on until ``end`` (s of SUMO's clock), as
    with SUMO's option of that name.
    """
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        return tuple(
            copy
            for number, file in enumerate(files, 1)
            for copy in _copied(file, folder / f"{stem}_{number}", end)
        )


def _copied(file: Path, stem: Path, end: float) -> Iterator[Path]:
    """Yield the copies of a file that contain elements."""
    copies = stem.with_name(f"{stem.name}.add.xml"), stem.with_name(f"{stem.name}.rou.xml")
    written: Set[Path] = set()
    with etree.xmlfile(str(copies[0]), encoding="utf-8") as rest, etree.xmlfile(
        str(copies[1]), encoding="utf-8"
    ) as moving, rest.element("additional"), moving.element("routes"):
        for path, element in elements(file):
            departs = element.tag in DEPARTING_TAGS
            _confine(path, element)
            if element.tag in STREAM_TAGS and not {"end", "number"} & set(element.keys()):
                element.set("end", f"{end:.12g}")
            (moving if departs else rest).write(element)
            written.add(copies[departs])
    for copy in copies:
        if copy in written:
            yield copy
        else:
            copy.unlink()


def _confine(source: Path, element: Element) -> None:
    """Adjust the file paths of a copied element.

    Outputs go beside the copy; inputs are read from the original place.
    """
    for inner in element.iter(etree.Element):
        for name in ("file", "output", "dest"):
            path = inner.get(name)
            if not path or path in ("NUL", "/dev/null"):
                continue
            reads = name == "file" and inner.tag not in WRITING_TAGS
            inner.set(name, str((source.parent / path).resolve()) if reads else Path(path).name)


def _included(path: Path, element: Element) -> Path:
    target = path.parent / element.get("href", "")
    if not target.is_file():
        raise InputError(
            f"{path}:{element.sourceline}",
            f"includes {element.get('href', '')!r}; file not found: {target}",
        )
    return target


def _check_root(path: Path, root: Element) -> None:
    where = f"{path}:{root.sourceline}"
    if root.tag in NETWORK_TAGS:
        raise InputError(where, "is a SUMO network; give it as net:=, and routes as demand:=")
    if root.tag in CONFIGURATION_TAGS:
        raise InputError(where, "is SUMO's configuration; name it .sumocfg and give it alone")
