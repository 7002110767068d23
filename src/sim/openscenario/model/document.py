"""Whole scenario: roads, entities, storyboard and declarations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Tuple

from sim.openscenario.model.element import Element, part
from sim.openscenario.model.entities import Entities, File, Properties
from sim.openscenario.model.positions import Position
from sim.openscenario.model.storyboard import Storyboard


@dataclass(frozen=True)
class TrafficSignalState(Element):
    traffic_signal_id: str
    state: str


@dataclass(frozen=True)
class TrafficSignalGroupState(Element):
    state: str


@dataclass(frozen=True)
class Phase(Element):
    name: str
    duration: float = part(low=0.0)
    states: Tuple[TrafficSignalState, ...] = ()
    group: Optional[TrafficSignalGroupState] = None


@dataclass(frozen=True)
class TrafficSignalController(Element):
    name: str
    phases: Tuple[Phase, ...] = ()
    delay: float = part(0.0, low=0.0)
    reference: str = ""


@dataclass(frozen=True)
class TrafficSignals(Element):
    controllers: Tuple[TrafficSignalController, ...] = ()


@dataclass(frozen=True)
class PositionElement(Element):
    TAG = "Position"
    position: Position


@dataclass(frozen=True)
class UsedArea(Element):
    corners: Tuple[PositionElement, ...]


@dataclass(frozen=True)
class RoadNetwork(Element):
    logic_file: Optional[File] = part(None, tag="LogicFile")
    scene_graph_file: Optional[File] = part(None, tag="SceneGraphFile")
    signals: Optional[TrafficSignals] = None
    used_area: Optional[UsedArea] = None


@dataclass(frozen=True)
class VariableDeclaration(Element):
    name: str
    variable_type: str
    value: str


@dataclass(frozen=True)
class VariableDeclarations(Element):
    variables: Tuple[VariableDeclaration, ...] = ()


@dataclass(frozen=True)
class MonitorDeclaration(Element):
    name: str
    value: bool


@dataclass(frozen=True)
class MonitorDeclarations(Element):
    monitors: Tuple[MonitorDeclaration, ...] = ()


@dataclass(frozen=True)
class License(Element):
    name: str
    resource: str = ""
    spdx_id: str = ""
    content: str = part("", text=True)


@dataclass(frozen=True)
class FileHeader(Element):
    author: str
    date: str
    description: str
    rev_major: int
    rev_minor: int
    license: Optional[License] = None
    properties: Optional[Properties] = None


@dataclass(frozen=True)
class Directory(Element):
    path: str


@dataclass(frozen=True)
class CatalogLocation(Element):
    directory: Directory


@dataclass(frozen=True)
class CatalogLocations(Element):
    vehicles: Optional[CatalogLocation] = part(None, tag="VehicleCatalog")
    controllers: Optional[CatalogLocation] = part(None, tag="ControllerCatalog")
    pedestrians: Optional[CatalogLocation] = part(None, tag="PedestrianCatalog")
    misc_objects: Optional[CatalogLocation] = part(None, tag="MiscObjectCatalog")
    environments: Optional[CatalogLocation] = part(None, tag="EnvironmentCatalog")
    maneuvers: Optional[CatalogLocation] = part(None, tag="ManeuverCatalog")
    trajectories: Optional[CatalogLocation] = part(None, tag="TrajectoryCatalog")
    routes: Optional[CatalogLocation] = part(None, tag="RouteCatalog")


@dataclass(frozen=True)
class Scenario(Element):
    """Concrete scenario: all parameters have values."""

    TAG = "OpenSCENARIO"
    header: FileHeader
    catalog_locations: CatalogLocations
    road_network: RoadNetwork
    entities: Entities
    storyboard: Storyboard
    variables: Optional[VariableDeclarations] = None
    monitors: Optional[MonitorDeclarations] = None
