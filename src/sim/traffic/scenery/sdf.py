"""Pieces of SDF 1.6 that generated worlds and models are written with."""

from __future__ import annotations

from typing import Dict, Iterable, Optional

from lxml import etree

from sim.arrays import Array
from sim.assets.surfaces import MODEL, Finish

GRIP = 0.9


def fill(parent: etree._Element, texts: Dict[str, str]) -> None:
    """Append one element per tag with its text."""
    for tag, text in texts.items():
        etree.SubElement(parent, tag).text = text


def static_model(name: str, link: str) -> etree._Element:
    """Return the link of a new static model in an SDF document. Its root is ``getroottree()``'s."""
    sdf = etree.Element("sdf", version="1.6")
    model = etree.SubElement(sdf, "model", name=name)
    fill(model, {"static": "1"})
    return etree.SubElement(model, "link", name=link)


def add_visual(
    link: etree._Element, name: str, color: str, finish: Optional[Finish] = None
) -> etree._Element:
    """Add a visual of one colour and return its empty geometry.

    The colour (r g b) is the mean with a finish.
    """
    visual = etree.SubElement(link, "visual", name=name)
    fill(visual, {"cast_shadows": "0"})
    geometry = etree.SubElement(visual, "geometry")
    add_material(visual, color, finish)
    return geometry


def add_collision(link: etree._Element, name: str) -> etree._Element:
    """Add a collision with tyre grip and return its empty geometry."""
    collision = etree.SubElement(link, "collision", name=name)
    geometry = etree.SubElement(collision, "geometry")
    ode = etree.SubElement(
        etree.SubElement(etree.SubElement(collision, "surface"), "friction"), "ode"
    )
    fill(ode, {"mu": f"{GRIP:g}", "mu2": f"{GRIP:g}"})
    return geometry


def place(geometry: etree._Element, position: Iterable[float], yaw: float = 0.0) -> None:
    """Give a geometry's visual or collision a pose in its link."""
    pose = etree.Element("pose")
    pose.text = " ".join(f"{value:.3f}" for value in position) + f" 0 0 {yaw:.5f}"
    owner = geometry.getparent()
    assert owner is not None, "a geometry is part of a visual or a collision"
    owner.insert(0, pose)


def mesh_of(geometry: etree._Element, uri: str) -> None:
    fill(etree.SubElement(geometry, "mesh"), {"uri": uri})


def plane_of(geometry: etree._Element, size: Array) -> None:
    fill(
        etree.SubElement(geometry, "plane"),
        {"normal": "0 0 1", "size": " ".join(f"{value:.3f}" for value in size)},
    )


def add_material(visual: etree._Element, color: str, finish: Optional[Finish] = None) -> None:
    """Add a material with the colour and the finish's image.

    The image is tinted to have that colour on the mean; without the image the tint is shown.
    """
    material = etree.SubElement(visual, "material")
    if finish is not None:
        red, green, blue = (float(value) for value in color.split())
        color = " ".join(f"{value:.3g}" for value in finish.tint((red, green, blue)))
        script = etree.SubElement(material, "script")
        for folder in ("scripts", "textures"):
            etree.SubElement(script, "uri").text = f"model://{MODEL}/materials/{folder}"
        fill(script, {"name": finish.script})
    fill(material, {"ambient": f"{color} 1", "diffuse": f"{color} 1", "specular": "0 0 0 1"})


def model_config(name: str, description: str) -> str:
    """Return text of a model's ``model.config``."""
    root = etree.Element("model")
    fill(root, {"name": name, "version": "1.0"})
    etree.SubElement(root, "sdf", version="1.6").text = "model.sdf"
    fill(root, {"description": description})
    return text(root)


def text(element: etree._Element) -> str:
    """Return the whole document that an element belongs to."""
    return etree.tostring(
        element.getroottree(), pretty_print=True, xml_declaration=True, encoding="UTF-8"
    ).decode("utf-8")
