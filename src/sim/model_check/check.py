"""Checks the models of a file for their behaviour on each simulator.

The two simulators are judged apart: a file that one refuses still has the column of the other.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Callable, List, Optional, Sequence, Tuple, Union

from sim.embedded.sensor_checks import check_sensors
from sim.embedded.sensors.schedule import SensorSchedule
from sim.errors import InputError
from sim.model_check.building import STEP, refusal_of
from sim.model_check.control import ControlReading, ReadControl, of_followers, of_transmissions
from sim.model_check.finding import (
    AS_WRITTEN,
    IGNORED,
    OTHERWISE,
    RUNS,
    ModelFinding,
    PartSupport,
    finding,
)
from sim.model_check.gazebo_refusals import gazebo_refusal
from sim.model_check.gazebo_view import GazeboView
from sim.model_check.outline import ModelOutline, SensorOutline, outline_of
from sim.model_check.plugins import (
    Finds,
    embedded_plugin,
    embedded_sensor_plugin,
    gazebo_plugin,
    gazebo_sensor_plugin,
)
from sim.robot_plugins.settings import ROS_CONTROL, PluginSettings
from sim.sdf.model_path import sdf_of_folder
from sim.sdf.plugins import Plugin
from sim.sdf.reader import read_model, read_model_string, read_world
from sim.sdf.sensors.reader import UNSUPPORTED
from sim.sdf.sensors.sensor import Sensor
from sim.sdf.types import Link, Model
from sim.sdf.urdf.reader import read_urdf_string
from sim.sdf.xml.elements import Element, parse_file, parse_text

# Parts of a message's path that make a finding of that kind.
_KINDS = ("sensor", "plugin", "material", "joint")
# Elements that gzserver's own URDF reader ignores too.
_NOT_GAZEBO = ("safety_controller", "calibration")
_GONE = PartSupport(IGNORED, "the model does not spawn")

Reading = Callable[[], Tuple[Model, List[str]]]


@dataclass(frozen=True)
class SearchPaths:
    """Search paths of models and packages, and the test for gzserver's libraries.

    ``read_control`` is ros_control's reader of a robot's description, if ROS has one.
    """

    model_path: Sequence[str]
    package_folder: Optional[Callable[[str], str]]
    gazebo_finds: Finds
    read_control: Optional[ReadControl] = None


def check_file(path: str, surroundings: SearchPaths) -> List[ModelFinding]:
    """Return all findings of a URDF, an SDF model or a world.

    A model may be a file or a folder. Raises InputError if the file is not XML.
    """
    paths = surroundings.model_path
    file = sdf_of_folder(path) if os.path.isdir(path) else path
    root = parse_file(file)
    world = root.find("world")
    if world is not None:
        return _of_world(path, world, surroundings)
    if root.tag == "robot":
        return _of_urdf(Path(file).read_bytes(), path, root, surroundings)
    model = root if root.tag == "model" else root.find("model")
    return _of_document(model, lambda: read_model(path, paths), surroundings)


def check_text(text: str, source: str, surroundings: SearchPaths) -> List[ModelFinding]:
    """Return all findings of a model's text (URDF or SDF)."""
    root = parse_text(text, source)
    if root.tag == "robot":
        return _of_urdf(text, source, root, surroundings)
    model = root if root.tag == "model" else root.find("model")
    return _of_document(
        model, lambda: read_model_string(text, surroundings.model_path, source), surroundings
    )


def _of_world(path: str, world: Element, surroundings: SearchPaths) -> List[ModelFinding]:
    try:
        read, messages = read_world(path, surroundings.model_path)
    except InputError as error:
        refused, found = str(error), []
        for element in world.iterfind("model"):
            found += _Check(outline_of(element), surroundings, None, refused).findings()
        return found or [ModelFinding("model", "world", IGNORED, RUNS, refused)]
    found = [
        one
        for model in read.models
        for one in _Check(_outline(model), surroundings, model, "").findings()
    ]
    return [*found, *map(_of_message, messages)]


def _of_urdf(
    text: Union[str, bytes], source: str, root: Element, surroundings: SearchPaths
) -> List[ModelFinding]:
    found = _of_document(
        root,
        lambda: read_urdf_string(
            text, source, surroundings.package_folder, surroundings.model_path
        ),
        surroundings,
    )
    outline = outline_of(root)
    model = outline.model
    reading = _control(text, model, surroundings)
    return found + of_transmissions(root, model, GazeboView(outline), reading)


def _control(
    text: Union[str, bytes], model: Model, surroundings: SearchPaths
) -> Optional[ControlReading]:
    plugin = next((one for one in model.plugins if one.filename == ROS_CONTROL), None)
    if plugin is None or surroundings.read_control is None:
        return None
    try:
        space = PluginSettings(plugin, model).space
        urdf = text if isinstance(text, str) else text.decode("utf-8", "replace")
        return surroundings.read_control(urdf, space)
    except InputError as error:
        return ControlReading((), (str(error),))


def _of_document(
    element: Optional[Element], read: Reading, surroundings: SearchPaths
) -> List[ModelFinding]:
    try:
        model, messages = read()
        refused = refusal_of(model)
    except InputError as error:
        if element is None:
            raise
        return _Check(_judged(element, surroundings), surroundings, None, str(error)).findings()
    outline = _outline(model) if element is None else _judged(element, surroundings)
    found = _Check(outline, surroundings, model, refused).findings()
    return [*found, *map(_of_message, messages)]


def _judged(element: Element, surroundings: SearchPaths) -> ModelOutline:
    """Return an outline with the reason why Gazebo refuses the model."""
    paths = surroundings.model_path
    refused = gazebo_refusal(element, paths, surroundings.package_folder)
    return replace(outline_of(element), refused=refused)


def _outline(model: Model) -> ModelOutline:
    """Return the outline of a model without its document."""
    return ModelOutline(model, ())


class _Check:
    """Findings of one model.

    ``model`` is None if the embedded simulator cannot read it.
    """

    def __init__(
        self,
        outline: ModelOutline,
        surroundings: SearchPaths,
        model: Optional[Model],
        refused: str,
    ) -> None:
        self._outline, self._refused, self._finds = outline, refused, surroundings.gazebo_finds
        self._model = outline.model if model is None else model
        self._read = model is not None
        self._view = GazeboView(outline)

    def findings(self) -> List[ModelFinding]:
        found = []
        if self._refused or self._view.refused:
            embedded = PartSupport(IGNORED, self._refused) if self._refused else AS_WRITTEN
            gazebo = PartSupport(IGNORED, self._view.refused) if self._view.refused else AS_WRITTEN
            found.append(finding("model", self._model.name, embedded, gazebo))
        found += self._plugins()
        found += self._sensors() if self._read else self._outlined_sensors()
        for joint in self._model.joints:
            gone = self._view.without_joint(joint.name) if self._outline.urdf else ""
            gazebo = PartSupport(IGNORED, gone) if gone else AS_WRITTEN
            found.append(self._both("joint", f"{joint.name} ({joint.kind})", AS_WRITTEN, gazebo))
        return found + [self._seen(one) for one in of_followers(self._model, self._view)]

    def _both(
        self, kind: str, name: str, embedded: PartSupport, gazebo: PartSupport
    ) -> ModelFinding:
        return finding(
            kind,
            name,
            _GONE if self._refused else embedded,
            _GONE if self._view.refused else gazebo,
        )

    def _seen(self, one: ModelFinding) -> ModelFinding:
        """Return a finding without what a refused model has."""
        return replace(
            one,
            embedded=IGNORED if self._refused else one.embedded,
            gazebo=IGNORED if self._view.refused else one.gazebo,
        )

    def _plugins(self) -> List[ModelFinding]:
        kept = self._view.model(self._model) if self._outline.urdf else self._model
        return [
            self._both(
                "plugin",
                f"{plugin.name} ({plugin.filename})",
                embedded_plugin(plugin, self._model),
                gazebo_plugin(plugin, kept, self._finds),
            )
            for plugin in self._model.plugins
        ]

    def _sensors(self) -> List[ModelFinding]:
        found = []
        for link in self._model.links:
            for sensor in link.sensors:
                gazebo = self._on_gazebo(link.name, sensor)
                name = f"{sensor.name} ({sensor.type})"
                found.append(self._both("sensor", name, self._works(link, sensor), gazebo))
                found += self._sensor_plugins(sensor.plugins, gazebo)
        return found

    def _outlined_sensors(self) -> List[ModelFinding]:
        found = []
        for sensor in self._outline.sensors:
            gazebo = self._on_gazebo(sensor.owner, sensor)
            name = f"{sensor.name} ({sensor.type})"
            found.append(self._both("sensor", name, AS_WRITTEN, gazebo))
            found += self._sensor_plugins(sensor.plugins, gazebo)
        return found

    def _sensor_plugins(self, plugins: Sequence[Plugin], sensor: PartSupport) -> List[ModelFinding]:
        return [
            self._both(
                "plugin",
                f"{plugin.name} ({plugin.filename})",
                embedded_sensor_plugin(plugin),
                sensor if sensor.does == IGNORED else gazebo_sensor_plugin(plugin, self._finds),
            )
            for plugin in plugins
        ]

    def _works(self, link: Link, sensor: Sensor) -> PartSupport:
        alone = replace(self._model, links=(replace(link, sensors=(sensor,)),))
        try:
            check_sensors(alone, self._model.name, STEP)
        except InputError as error:
            return PartSupport(IGNORED, f"{error}; the model does not spawn with it")
        return AS_WRITTEN

    def _on_gazebo(self, owner: str, sensor: Union[Sensor, SensorOutline]) -> PartSupport:
        """Return Gazebo's verdict on a sensor of a link or joint."""
        if isinstance(sensor, Sensor):
            try:
                SensorSchedule(sensor.name, sensor.rate, STEP)
            except InputError as error:
                return PartSupport(IGNORED, str(error))
        if not self._outline.urdf:
            return AS_WRITTEN
        kind = sensor.type
        joints = {joint.name: joint for joint in self._model.joints}
        above = next((one for one in joints.values() if one.child == owner), None)
        joint = joints.get(owner) or (above if kind == "force_torque" else None)
        names = {link.name for link in self._model.links} | set(joints)
        if owner not in names:
            return PartSupport(IGNORED, f"{owner!r} is neither a link nor a joint of the robot")
        gone = self._view.without(joint.child if joint else owner)
        if gone:
            return PartSupport(IGNORED, gone)
        if kind == "force_torque" and joint is not None and self._view.merges(joint.name):
            why = "Gazebo merges the links of the fixed joint; add <preserveFixedJoint>"
            return PartSupport(IGNORED, why)
        if kind in UNSUPPORTED:
            return PartSupport(OTHERWISE, "gzserver measures it, and publishes nothing by ROS")
        return AS_WRITTEN


def _of_message(message: str) -> ModelFinding:
    """Return the finding for a reader's message; gzserver has its own reader."""
    _, place, what = message.split(": ", 2)
    steps = place.split("/")
    tag = steps[-1].partition("[")[0]
    kind = next((kind for kind in _KINDS if kind in (tag, steps[-1].partition("_")[0])), "element")
    left_out = "ignored" in what or "left out" in what
    gazebo, why = RUNS, what
    without_joint = any(f"joints of type {kind}" in what for kind in ("floating", "planar"))
    if tag in _NOT_GAZEBO or "refers to" in what or without_joint:
        gazebo = IGNORED
    if tag == "sensor" and any(f"type {kind}" in what for kind in UNSUPPORTED):
        gazebo, why = OTHERWISE, f"{what}; gzserver measures it, and publishes nothing by ROS"
    if "material" in place and "shown" in what:
        kind = "material"
    if "shown as the link's collisions" in what:
        kind, gazebo = "visual", OTHERWISE
        why = f"{what}; Gazebo does not draw it"
    return ModelFinding(kind, place, IGNORED if left_out else OTHERWISE, gazebo, why)
