"""SDF 1.6 of gears, meshes, bodies made of boxes, and conveyors."""

from __future__ import annotations

from copy import deepcopy
from typing import Iterable, Sequence

import numpy as np
from lxml import etree
from lxml.builder import E

from sim.workcell.bodies import CellCamera
from sim.workcell.boxes import YawedBox
from sim.workcell.gear import Gear
from sim.workcell.imported import MeshBody
from sim.workcell.stations import Conveyor, LightCurtain

# Coulomb's coefficients of printed plastic on rubber fingers and on plastic.
FRICTION_COEFFICIENT = 0.5
GRIP_COEFFICIENT = 0.8
# The colour of a belt.
BELT_COLOR = (0.12, 0.12, 0.13)


def gear_model(name: str, gear: Gear, color: Sequence[float], mesh_uri: str) -> str:
    """Return a dynamic gear.

    Its visual is the mesh; its collisions are cylinders: its disc of tip radius and its hub.
    """
    mass, centre, inertia = gear.mass_and_inertia()
    link = E.link(
        E.inertial(
            E.pose(_numbers((*centre, 0, 0, 0))),
            E.mass(repr(round(mass, 6))),
            E.inertia(
                *(E(tag, repr(float(value))) for tag, value in zip(("ixx", "iyy", "izz"), inertia)),
                *(E(tag, "0") for tag in ("ixy", "ixz", "iyz")),
            ),
        ),
        _touched(
            "disc",
            _cylinder(gear.tip_radius, gear.thickness),
            (0, 0, 0.5 * gear.thickness, 0, 0, 0),
            FRICTION_COEFFICIENT,
        ),
        _touched(
            "hub",
            _cylinder(gear.hub_radius, gear.hub_height),
            (0, 0, gear.thickness + 0.5 * gear.hub_height, 0, 0, 0),
            GRIP_COEFFICIENT,
        ),
        E.visual(E.geometry(E.mesh(E.uri(mesh_uri))), _material(color), name="gear"),
        name="gear",
    )
    return _text(E.model(link, name=name))


def mesh_model(name: str, body: MeshBody, color: Sequence[float]) -> str:
    """Return a dynamic body of a mesh file, as visual and collision."""
    centre, inertia = body.centre_and_inertia()
    entries = {f"i{'xyz'[i]}{'xyz'[j]}": inertia[i, j] for i in range(3) for j in range(i, 3)}
    shape = E.mesh(E.uri(f"file://{body.file.resolve()}"), E.scale(_numbers((body.scale,) * 3)))
    link = E.link(
        E.inertial(
            E.pose(_numbers((*centre, 0, 0, 0))),
            E.mass(repr(body.mass)),
            E.inertia(*(E(tag, repr(float(value))) for tag, value in entries.items())),
        ),
        _touched("body", shape, (0.0,) * 6, FRICTION_COEFFICIENT),
        E.visual(E.geometry(deepcopy(shape)), _material(color), name="body"),
        name="body",
    )
    return _text(E.model(link, name=name))


def boxes_model(
    name: str, boxes: Iterable[YawedBox], color: Sequence[float], *sensors: etree._Element
) -> str:
    """Return a static model of boxes, with sensors at its origin."""
    link = E.link(*sensors, name="body")
    _add_boxes(link, boxes, color)
    return _text(E.model(E.static("1"), link, name=name))


def conveyor_model(name: str, conveyor: Conveyor, color: Sequence[float]) -> str:
    """Return a conveyor.

    A frame that is fixed to the world, and a belt on a joint that moves it at its speed.
    """
    frame = E.link(_heavy(), name="frame")
    _add_boxes(frame, conveyor.boxes(), color)
    belt = E.link(_heavy(), name="belt")
    _add_boxes(belt, [conveyor.belt], BELT_COLOR)
    drive = E.joint(
        E.parent("frame"),
        E.child("belt"),
        E.axis(
            E.xyz("1 0 0"),
            E.limit(E.lower("-0.1"), E.upper("0.1"), E.effort("1000000"), E.velocity("1000000")),
        ),
        name="drive",
        type="prismatic",
    )
    held = E.joint(E.parent("world"), E.child("frame"), name="held", type="fixed")
    plugin = E.plugin(
        E.belt(joint="drive", speed=f"{conveyor.speed:.6g}"),
        name="belt",
        filename="libsim_joints.so",
    )
    return _text(E.model(frame, belt, held, drive, plugin, name=name))


def _heavy() -> etree._Element:
    inertial: etree._Element = E.inertial(
        E.mass("20"),
        E.inertia(
            *(E(tag, "1") for tag in ("ixx", "iyy", "izz")),
            *(E(tag, "0") for tag in ("ixy", "ixz", "iyz")),
        ),
    )
    return inertial


def curtain_sensor(curtain: LightCurtain) -> etree._Element:
    """Return the ray sensor of a light curtain.

    Rays from the emitter's foot cover the plane up to its upper edge.
    """
    lower, upper = curtain.angles
    scan = E.horizontal(
        E.samples(str(curtain.beams)),
        E.resolution("1"),
        E.min_angle(f"{lower:.9g}"),
        E.max_angle(f"{upper:.9g}"),
    )
    reach = E.range(E.min("0.01"), E.max(f"{curtain.reach:.6g}"), E.resolution("0.001"))
    sensor: etree._Element = E.sensor(
        E.pose(_numbers(curtain.sensor)),
        E.update_rate(f"{curtain.rate:g}"),
        E.ray(E.scan(scan), reach),
        name="light",
        type="ray",
    )
    return sensor


def camera_sensor(camera: CellCamera) -> etree._Element:
    width, height = camera.size
    picture = E.image(E.width(str(width)), E.height(str(height)), E.format("R8G8B8"))
    clip = E.clip(E.near("0.05"), E.far("20"))
    sensor: etree._Element = E.sensor(
        E.update_rate(f"{camera.rate:g}"),
        E.camera(E.horizontal_fov(f"{camera.fov:g}"), picture, clip),
        name="camera",
        type="camera",
    )
    return sensor


def _add_boxes(link: etree._Element, boxes: Iterable[YawedBox], color: Sequence[float]) -> None:
    for box in boxes:
        pose = (*box.centre, 0, 0, box.yaw)
        link.append(_touched(box.name, _box(box.size), pose, FRICTION_COEFFICIENT))
        link.append(
            E.visual(
                E.pose(_numbers(pose)), E.geometry(_box(box.size)), _material(color), name=box.name
            )
        )


def _touched(
    name: str, shape: etree._Element, pose: Sequence[float], friction: float
) -> etree._Element:
    ode = E.ode(E.mu(f"{friction:g}"), E.mu2(f"{friction:g}"))
    collision: etree._Element = E.collision(
        E.pose(_numbers(pose)), E.geometry(shape), E.surface(E.friction(ode)), name=name
    )
    return collision


def _box(size: Sequence[float]) -> etree._Element:
    box: etree._Element = E.box(E.size(_numbers(size)))
    return box


def _cylinder(radius: float, length: float) -> etree._Element:
    cylinder: etree._Element = E.cylinder(E.radius(f"{radius:.6g}"), E.length(f"{length:.6g}"))
    return cylinder


def _material(color: Sequence[float]) -> etree._Element:
    text = _numbers((*color, 1))
    material: etree._Element = E.material(
        E.ambient(text), E.diffuse(text), E.specular("0.1 0.1 0.1 1")
    )
    return material


def _numbers(values: Sequence[float]) -> str:
    return " ".join(f"{value:.6g}" for value in np.round(np.asarray(values, float), 9) + 0.0)


def _text(model: etree._Element) -> str:
    return etree.tostring(E.sdf(model, version="1.6"), pretty_print=True, encoding="unicode")
