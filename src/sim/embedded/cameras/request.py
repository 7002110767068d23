"""Requests to the drawing process: a moment, shots, and changes.

Links, vehicle types and names are many and mostly unchanged. Meshes and optics are cached by
Python's identity of links and cameras, which does not survive a pipe: both sides refer to them by
numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Dict, List, Mapping, Optional, Sequence, Tuple

import numpy as np

from sim.embedded.cameras.instances import GivenInstances, Instances
from sim.embedded.cameras.moment import Moment, VisibleLink
from sim.embedded.cameras.types import Shot
from sim.embedded.cameras.wide_optics import AnyOptics, optics_of
from sim.rendering.lighting import Lighting
from sim.sdf.sensors.cameras import Camera
from sim.sdf.types import Link
from sim.traffic.state import MODEL_PREFIX, VehicleType

# Cameras that are kept by their numbers.
MOST_CAMERAS = 256


@dataclass(frozen=True)
class RenderRequest:
    """Request to draw one moment.

    ``moment`` lacks bodies and types; ``bodies`` (model, number of the link), ``types`` and
    ``names`` by number are None if unchanged since the last request; ``links`` are new ones; each
    shot has a number of its camera.
    """

    moment: Moment
    bodies: Optional[Tuple[Tuple[str, int], ...]]
    links: Dict[int, Link]
    types: Optional[Mapping[int, VehicleType]]
    names: Dict[int, str]
    lighting: Lighting
    shots: Tuple[Tuple[int, Shot], ...]


class RequestWriter:
    """Writer of requests; ``instances`` come from the simulation."""

    def __init__(self, instances: Instances) -> None:
        self._instances = instances
        self._sent = Instances()
        self._bodies: Optional[Tuple[VisibleLink, ...]] = None
        self._links: Dict[int, Tuple[int, Link]] = {}
        self._cameras: Dict[int, Tuple[int, Camera]] = {}
        self._version: Optional[int] = None
        self._next = 0

    def write(self, moment: Moment, lighting: Lighting, shots: Sequence[Shot]) -> RenderRequest:
        """Return the request for these shots of a moment."""
        bodies: Optional[Tuple[Tuple[str, int], ...]] = None
        links: Dict[int, Link] = {}
        names = self._changed_names(moment)
        if moment.bodies is not self._bodies:
            bodies, links = self._of_bodies(moment.bodies)
        types = None if moment.types_version == self._version else moment.types
        self._version = moment.types_version
        return RenderRequest(
            replace(moment, bodies=(), types={}),
            bodies,
            links,
            types,
            names,
            lighting,
            tuple((self._number_of(shot.camera), shot) for shot in shots),
        )

    def _of_bodies(
        self, bodies: Tuple[VisibleLink, ...]
    ) -> Tuple[Tuple[Tuple[str, int], ...], Dict[int, Link]]:
        before, self._bodies, self._links = self._links, bodies, {}
        fresh = {}
        for body in bodies:
            key = id(body.link)
            if key in self._links:
                continue
            if key in before:
                self._links[key] = before[key]
            else:
                self._links[key] = (self._new(), body.link)
                fresh[self._links[key][0]] = body.link
        return tuple((body.model, self._links[id(body.link)][0]) for body in bodies), fresh

    def _changed_names(self, moment: Moment) -> Dict[int, str]:
        """Return the moment's names by number that the reader lacks.

        Numbers of things are reused once all are taken.
        """
        models = [body.model for body in moment.bodies]
        vehicles = [f"{MODEL_PREFIX}{number}" for number in moment.traffic.id.tolist()]
        numbers = np.concatenate(self._instances.of_things(models, moment.traffic.id)).tolist()
        changed = {
            number: name
            for number, name in zip(numbers, (*models, *vehicles))
            if self._sent.names.get(number) != name
        }
        self._sent.take(changed)
        return changed

    def _number_of(self, camera: Camera) -> int:
        if id(camera) not in self._cameras:
            if len(self._cameras) >= MOST_CAMERAS:
                self._cameras.clear()
            # Kept, so that no other can have its identity.
            self._cameras[id(camera)] = (self._new(), camera)
        return self._cameras[id(camera)][0]

    def _new(self) -> int:
        self._next += 1
        return self._next


class RequestReader:
    """Reader of requests; ``instances`` are the received numbers."""

    def __init__(self) -> None:
        self.instances = GivenInstances()
        self._links: Dict[int, Link] = {}
        self._bodies: Tuple[VisibleLink, ...] = ()
        self._types: Mapping[int, VehicleType] = {}
        self._optics: Dict[Tuple[int, bool], Tuple[Camera, AnyOptics]] = {}

    def read(self, request: RenderRequest) -> Tuple[Moment, List[Tuple[Shot, AnyOptics]]]:
        """Return the moment and the shots of a request."""
        self.instances.take(request.names)
        if request.bodies is not None:
            known = {**self._links, **request.links}
            self._links = {number: known[number] for _, number in request.bodies}
            self._bodies = tuple(
                VisibleLink(model, known[number]) for model, number in request.bodies
            )
        if request.types is not None:
            self._types = request.types
        moment = replace(request.moment, bodies=self._bodies, types=self._types)
        return moment, [self._shot(number, shot) for number, shot in request.shots]

    def _shot(self, number: int, shot: Shot) -> Tuple[Shot, AnyOptics]:
        key = (number, shot.depth and shot.near_too)
        if key not in self._optics:
            if len(self._optics) >= 2 * MOST_CAMERAS:
                self._optics.clear()
            camera = next(
                (kept for (of, _), (kept, _) in self._optics.items() if of == number), shot.camera
            )
            self._optics[key] = (camera, optics_of(camera, key[1]))
        camera, optics = self._optics[key]
        return replace(shot, camera=camera), optics
