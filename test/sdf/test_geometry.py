"""Each supported geometry, read as written."""

from __future__ import annotations

import pytest

from sim.errors import InputError
from sim.sdf.types import Box, Cylinder, Mesh, Plane, Sphere

from .documents import read_body, read_geometry
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


def test_a_missing_visual_mesh_is_shown_as_collisions():
    visual = '<visual name="v"><geometry><mesh><uri>model://none/a.dae</uri></mesh></geometry>'
    visual += "<material><diffuse>1 0 0 1</diffuse></material><transparency>0.5</transparency>"
    ball = "<geometry><sphere><radius>2</radius></sphere></geometry>"
    shape = f'<collision name="c"><pose>0 0 1 0 0 0</pose>{ball}</collision>'
    model, messages = read_body(f'<link name="l">{shape}{visual}</visual></link>')
    (shown,) = model.links[0].visuals
    assert (shown.name, shown.geometry, shown.color) == ("v", Sphere(2.0), (1.0, 0.0, 0.0, 0.5))
    assert shown.link_from_visual[2, 3] == 1.0
    assert len(messages) == 1 and "'none' not found" in messages[0]
    assert messages[0].endswith("shown as the link's collisions")
    assert read_body(f'<link name="l">{visual}</visual></link>')[0].links[0].visuals == ()
    with pytest.raises(InputError, match="'none' not found"):
        read_body(f'<link name="l">{visual}</visual></link>'.replace("visual", "collision"))
