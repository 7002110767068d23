"""Each supported geometry, read as written."""

from __future__ import annotations

import pytest

from sim.sdf.types import Box, Cylinder, Mesh, Plane, Sphere

from .documents import read_geometry
from .meshes import STL, write


@pytest.mark.parametrize(
    "text, expected",
    [
        ("<box><size>1  2.5 3e0</size></box>", Box((1.0, 2.5, 3.0))),
        ("<cylinder><length>2</length><radius> 0.5 </radius></cylinder>", Cylinder(0.5, 2.0)),
        ("<sphere><radius>0.1</radius></sphere>", Sphere(0.1)),
        (
            "<plane><normal>0 0 2</normal><size>100 50</size></plane>",
            Plane((0.0, 0.0, 1.0), (100.0, 50.0)),
        ),
        ("<plane/>", Plane((0.0, 0.0, 1.0), (1.0, 1.0))),
    ],
)
def test_shapes(text, expected):
    assert read_geometry(text) == expected


def test_mesh(tmp_path):
    (tmp_path / "shop").mkdir()
    path = write(tmp_path / "shop", "a.stl", STL)
    uri = "<uri>model://shop/a.stl</uri>"
    assert read_geometry(f"<mesh>{uri}</mesh>", [str(tmp_path)]) == Mesh(path)
    assert read_geometry(
        f"<mesh>{uri}<scale>1 2  "
        "-3</scale><submesh><name>Left</name><center>true</center></submesh></mesh>",
        [str(tmp_path)],
    ) == Mesh(path, (1.0, 2.0, -3.0), "Left", True)
