"""A SUMO network as a Gazebo world: a road model with meshes for surface, junctions and markings, on one flat ground.

World frame as in ``network``. The meshes are visual only; wheels roll on a single collision plane at z = 0, which keeps ray casts cheap.
"""
from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from typing import Dict, NamedTuple, Tuple, Union

import numpy as np
import shapely
from lxml import etree

from sim.errors import InputError
from sim.traffic import surface
from sim.traffic.network import Network

# Layers lie 1 cm or more apart, so that renderers never have to choose between two surfaces at one depth.
GROUND_Z, MARKING_Z = -0.02, 0.01
MARGIN = 150.0


class Layer(NamedTuple):
    """One mesh of the road model: triangles at height ``z`` in one colour (r g b)."""

    vertices: np.ndarray
    faces: np.ndarray
    z: float
    color: str


def road_layers(network: Network) -> Dict[str, Layer]:
    """The meshes of the road by name; ``road`` and ``junctions`` together cover the surface once."""
    lanes, junctions = surface.lane_surface(network), surface.junction_surface(network)
    parts = {
        "road": (shapely.difference(lanes, junctions), 0.0, "0.21 0.21 0.22"),
        "junctions": (junctions, 0.0, "0.25 0.25 0.26"),
        "markings": (surface.markings(network), MARKING_Z, "0.92 0.92 0.90"),
    }
    layers = {name: Layer(*surface.triangulate(shape), z, color) for name, (shape, z, color) in parts.items()}
    return {name: layer for name, layer in layers.items() if len(layer.faces)}


def network_to_world(network: Network, name: str = "") -> str:
    """SDF 1.6 text of a world called ``name`` that includes the model ``<name>_road``; :func:`write_world` writes both."""
    name = name or network.name
    sdf = etree.Element("sdf", version="1.6")
    world = etree.SubElement(sdf, "world", name=name)
    _fill(world, {"gravity": "0 0 -9.8"})
    physics = etree.SubElement(world, "physics", name="default_physics", default="1", type="ode")
    _fill(physics, {"max_step_size": "0.005", "real_time_factor": "1", "real_time_update_rate": "200"})
    _fill(etree.SubElement(world, "scene"), {"ambient": "0.5 0.5 0.5 1", "background": "0.66 0.78 0.90 1", "shadows": "0"})
    sun = etree.SubElement(world, "light", name="sun", type="directional")
    _fill(sun, {"cast_shadows": "0", "pose": "0 0 50 0 0 0", "diffuse": "0.85 0.85 0.82 1", "specular": "0.1 0.1 0.1 1",
                "direction": "-0.4 0.3 -0.87"})
    _add_ground(world, network.boundary)
    include = etree.SubElement(world, "include")
    _fill(include, {"uri": f"model://{name}_road"})
    _add_camera(world, network.boundary)
    return _text(sdf)


def road_model(name: str, layers: Dict[str, Layer]) -> str:
    """SDF 1.6 text of the static model ``name`` that shows the layers' meshes."""
    sdf = etree.Element("sdf", version="1.6")
    model = etree.SubElement(sdf, "model", name=name)
    _fill(model, {"static": "1"})
    link = etree.SubElement(model, "link", name="road")
    for layer_name, layer in layers.items():
        visual = etree.SubElement(link, "visual", name=layer_name)
        _fill(visual, {"cast_shadows": "0"})
        mesh = etree.SubElement(etree.SubElement(visual, "geometry"), "mesh")
        _fill(mesh, {"uri": f"model://{name}/meshes/{layer_name}.stl"})
        _add_material(visual, layer.color)
    return _text(sdf)


def write_world(net_path: Union[str, Path], out_path: Union[str, Path]) -> Path:
    """Write the ``.world`` file and, beside it, the folder ``<stem>_road`` (put their parent on GAZEBO_MODEL_PATH); all or nothing."""
    out = Path(out_path)
    if out.suffix not in (".world", ".sdf"):
        raise InputError(out, "the output must end in .world (or .sdf)")
    network = Network.read(net_path)
    model = out.parent / f"{out.stem}_road"
    if model.exists() and not (model / "model.sdf").is_file():
        raise InputError(model, "exists and is not a model that could be replaced; move it away or choose another output name")
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=str(out.parent), prefix=f".{out.stem}_") as scratch:
            _write_draft(network, out.stem, Path(scratch))
            _swap_in(Path(scratch), model, out)
    except OSError as error:
        raise InputError(out, f"cannot be written ({error.strerror or error})") from error
    return out


def stl(layer: Layer) -> bytes:
    """A layer as binary STL: 80 bytes of header, the count, then per triangle a normal (up), three corners and two bytes."""
    corners = np.concatenate([layer.vertices[layer.faces], np.full((*layer.faces.shape, 1), layer.z)], axis=2)
    records = np.zeros(len(corners), dtype=[("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
    records["normal"] = (0.0, 0.0, 1.0)
    records["corners"] = corners
    return b"road surface".ljust(80) + np.uint32(len(records)).astype("<u4").tobytes() + records.tobytes()


def _write_draft(network: Network, name: str, scratch: Path) -> None:
    layers = road_layers(network)
    meshes = scratch / "model" / "meshes"
    meshes.mkdir(parents=True)
    # Python makes scratch folders private to their owner; the model is for everyone.
    os.chmod(str(scratch / "model"), 0o755)
    for layer_name, layer in layers.items():
        (meshes / f"{layer_name}.stl").write_bytes(stl(layer))
    (scratch / "model" / "model.sdf").write_text(road_model(f"{name}_road", layers), encoding="utf-8")
    (scratch / "model" / "model.config").write_text(_model_config(f"{name}_road"), encoding="utf-8")
    (scratch / "world").write_text(network_to_world(network, name), encoding="utf-8")


def _swap_in(scratch: Path, model: Path, out: Path) -> None:
    """Put the drafts in place; a former model comes back if the world file cannot be replaced."""
    former = scratch / "former"
    if model.exists():
        os.rename(str(model), str(former))
    try:
        os.rename(str(scratch / "model"), str(model))
        os.replace(str(scratch / "world"), str(out))
    except OSError:
        shutil.rmtree(str(model), ignore_errors=True)
        if former.exists():
            os.rename(str(former), str(model))
        raise


def _add_ground(world: etree._Element, boundary: Tuple[float, float, float, float]) -> None:
    x, y, size_x, size_y = _extent(boundary)
    model = etree.SubElement(world, "model", name="ground")
    _fill(model, {"static": "1", "pose": f"{x:.3f} {y:.3f} 0 0 0 0"})
    link = etree.SubElement(model, "link", name="ground")
    collision = etree.SubElement(link, "collision", name="plane")
    _add_plane(collision, size_x, size_y)
    ode = etree.SubElement(etree.SubElement(etree.SubElement(collision, "surface"), "friction"), "ode")
    _fill(ode, {"mu": "0.9", "mu2": "0.9"})
    visual = etree.SubElement(link, "visual", name="grass")
    _fill(visual, {"pose": f"0 0 {GROUND_Z} 0 0 0", "cast_shadows": "0"})
    _add_plane(visual, size_x, size_y)
    _add_material(visual, "0.36 0.45 0.28")


def _add_plane(parent: etree._Element, size_x: float, size_y: float) -> None:
    plane = etree.SubElement(etree.SubElement(parent, "geometry"), "plane")
    _fill(plane, {"normal": "0 0 1", "size": f"{size_x:.3f} {size_y:.3f}"})


def _add_camera(world: etree._Element, boundary: Tuple[float, float, float, float]) -> None:
    """A view from the south that takes in the whole network."""
    x, y, size_x, size_y = _extent(boundary)
    height = 0.5 * max(size_x, size_y)
    camera = etree.SubElement(etree.SubElement(world, "gui"), "camera", name="user_camera")
    _fill(camera, {"pose": f"{x:.3f} {y - height:.3f} {height:.3f} 0 0.785398 1.570796"})


def _extent(boundary: Tuple[float, float, float, float]) -> Tuple[float, float, float, float]:
    """Centre and size of the ground: the network's bounds and a margin."""
    x0, y0, x1, y1 = boundary
    return 0.5 * (x0 + x1), 0.5 * (y0 + y1), x1 - x0 + 2.0 * MARGIN, y1 - y0 + 2.0 * MARGIN


def _add_material(visual: etree._Element, color: str) -> None:
    _fill(etree.SubElement(visual, "material"), {"ambient": f"{color} 1", "diffuse": f"{color} 1", "specular": "0 0 0 1"})


def _fill(parent: etree._Element, texts: Dict[str, str]) -> None:
    for tag, text in texts.items():
        etree.SubElement(parent, tag).text = text


def _model_config(name: str) -> str:
    root = etree.Element("model")
    _fill(root, {"name": name, "version": "1.0"})
    etree.SubElement(root, "sdf", version="1.6").text = "model.sdf"
    _fill(root, {"description": "Road made from a SUMO network."})
    return _text(root)


def _text(root: etree._Element) -> str:
    return etree.tostring(root, pretty_print=True, xml_declaration=True, encoding="UTF-8").decode("utf-8")
