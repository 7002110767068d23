"""Materials of visuals and appearance of mesh files.

Colours, scripts beside the model, images.
"""

from __future__ import annotations

import numpy as np
import pytest

from sim.sdf.materials.skins import mesh_skins
from sim.sdf.mesh.loading import load_mesh
from sim.sdf.reader import read_model_string
from sim.sdf.types import Mesh

SCRIPT = """
// A comment with a brace {
material Shop/Base { technique { pass { ambient 0.1 0.1 0.1 1 diffuse 0.2 0.4 0.6 1 } } }
material Shop/Tiles : Shop/Base
{
  receive_shadows on
  technique { pass { diffuse 1 0.5 0.25 /* alpha is left out */
    texture_unit { texture "tiles.png" filtering trilinear } } }
}
material Shop/Wood { technique { pass { texture_unit { texture wood.jpg } } } }
"""

DAE = """<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset>
<unit meter="0.5"/></asset>
<library_images><image id="img"><init_from>my%20tiles.png</init_from></image></library_images>
<library_effects>
 <effect id="tiled"><profile_COMMON>
  <newparam sid="surf"><surface type="2D"><init_from>img</init_from></surface></newparam>
  <newparam sid="samp"><sampler2D><source>surf</source></sampler2D></newparam>
  <technique sid="common"><phong><diffuse><texture texture="samp" texcoord="UV"/></diffuse></phong>
  </technique></profile_COMMON></effect>
 <effect id="red"><profile_COMMON><technique sid="common">
  <lambert><diffuse><color>0.8 0.1 0.1 1</color></diffuse></lambert></technique></profile_COMMON>
  </effect>
</library_effects>
<library_materials><material id="m0"><instance_effect url="#tiled"/></material>
 <material id="m1"><instance_effect url="#red"/></material></library_materials>
<library_geometries><geometry id="g"><mesh>
 <source id="p"><float_array id="pa" count="12">0 0 0 2 0 0 2 2 0 0 2 0</float_array></source>
 <source id="t"><float_array id="ta" count="8">0 0 1 0 1 1 0 1</float_array>
  <technique_common><accessor source="#ta" count="4" stride="2"/></technique_common></source>
 <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
 <triangles count="1" material="A"><input semantic="VERTEX" source="#v" offset="0"/>
  <input semantic="TEXCOORD" source="#t" offset="1"/><p>0 0 1 1 2 2</p></triangles>
 <polylist count="1" material="B"><input semantic="VERTEX" source="#v" offset="0"/>
 <vcount>3</vcount><p>0 2 3</p></polylist>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node name="n"><instance_geometry url="#g">
<bind_material><technique_common>
 <instance_material symbol="A" target="#m0"/><instance_material symbol="B" target="#m1"/>
 </technique_common></bind_material></instance_geometry>
 </node>
</visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>"""

OBJ = """mtllib looks.mtl
v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
vt 0 0
vt 1 0
vt 1 1
usemtl tiled
f 1/1 2/2 3/-1
usemtl plain
f 1 3 4
"""
MTL = """newmtl tiled
Kd 1 1 1
map_Kd -s 1 1 1 tiles.png
newmtl plain
Kd 0.1 0.2 0.3
d 0.5
"""


def painted(material: str, folder, paths=()):
    text = f"""<sdf version="1.6"><model name="m"><static>1</static><link name="l"><visual name="v">
        <geometry><box><size>1 1 1</size></box></geometry>{material}</visual></link></model>
        </sdf>"""
    model, messages = read_model_string(text, [str(folder), *paths])
    return model.links[0].visuals[0], messages


@pytest.fixture
def shop(tmp_path):
    scripts, textures = (
        tmp_path / "shop" / "materials" / "scripts",
        tmp_path / "shop" / "materials" / "textures",
    )
    scripts.mkdir(parents=True)
    textures.mkdir()
    (scripts / "shop.material").write_text(SCRIPT)
    for name in ("tiles.png", "wood.jpg"):
        (textures / name).write_bytes(b"x")
    return tmp_path


@pytest.mark.parametrize(
    "uris",
    [
        ("materials/scripts", "materials/textures"),
        ("materials/scripts/shop.material",),
        ("materials/scripts",),
    ],
)
@pytest.mark.parametrize(
    "name, color, image",
    [
        ("Shop/Base", (0.2, 0.4, 0.6, 1.0), None),
        ("Shop/Tiles", (1.0, 0.5, 0.25, 1.0), "tiles.png"),
        ("Shop/Wood", (1.0, 1.0, 1.0, 1.0), "wood.jpg"),
    ],
)
def test_scripts_beside_the_model(shop, uris, name, color, image):
    listed = "".join(f"<uri>model://shop/{uri}</uri>" for uri in uris)
    visual, messages = painted(
        f"<material><script>{listed}<name>{name}</name></script></material>", shop
    )
    assert visual.color == pytest.approx(color) and not messages and not visual.unpainted
    assert visual.image == (str(shop / "shop" / "materials" / "textures" / image) if image else "")


def test_a_colour_beside_a_script_tints_its_image(shop):
    visual, _ = painted(
        "<material><script><uri>model://shop/materials/scripts</uri><name>Shop/Tiles</name></script>"
        "<diffuse>0.5 0.5 0.5 1</diffuse></material>",
        shop,
    )
    assert visual.color == (0.5, 0.5, 0.5, 1.0) and visual.image.endswith("tiles.png")


def test_gazebos_own_scripts_are_known_by_name(shop):
    visual, messages = painted(
        "<material><script><uri>file://media/materials/scripts/gazebo.material</uri>"
        "<name>Gazebo/Red</name></script></material>",
        shop,
    )
    assert visual.color == (1.0, 0.0, 0.0, 1.0) and visual.image == "" and not messages


def test_a_visual_without_a_material_is_unpainted(shop):
    assert painted("", shop)[0].unpainted and not painted("<material/>", shop)[0].unpainted


@pytest.mark.parametrize(
    "text",
    [
        "",
        "}}}",
        "material",
        "material A {",
        "material A : B { technique { pass { diffuse red } } }",
        "\0\xff{",
    ],
)
def test_scripts_that_are_broken_leave_the_material_unknown_or_grey(shop, text):
    (shop / "shop" / "materials" / "scripts" / "shop.material").write_text(text)
    visual, _ = painted(
        "<material><script><uri>model://shop/materials/scripts</uri><name>A</name></script></material>",
        shop,
    )
    assert visual.color == (0.7, 0.7, 0.7, 1.0) and visual.image == ""


def test_looks_of_a_collada_file(tmp_path):
    (tmp_path / "mesh.dae").write_text(DAE)
    (tmp_path / "my tiles.png").write_bytes(b"x")
    mesh = Mesh(str(tmp_path / "mesh.dae"))
    tiled, red = mesh_skins(mesh)
    assert (tiled.faces, red.faces) == (1, 1) and len(load_mesh(mesh)[1]) == 2
    assert (
        tiled.image == str(tmp_path / "my tiles.png")
        and red.image == ""
        and red.color == (0.8, 0.1, 0.1, 1.0)
        and red.coordinates is None
    )
    np.testing.assert_array_equal(tiled.coordinates, [[[0, 0], [1, 0], [1, 1]]])
    flipped = mesh_skins(Mesh(str(tmp_path / "mesh.dae"), (-1.0, 1.0, 1.0)))[0]
    np.testing.assert_array_equal(flipped.coordinates, [[[1, 1], [1, 0], [0, 0]]])
    # The image of a part belongs to the same corners as in the mesh: u = x, v = y in the file's own
    # unit.
    vertices, faces = load_mesh(mesh)
    np.testing.assert_allclose(vertices[faces[0]][:, :2], tiled.coordinates[0])


def test_looks_of_an_obj_file(tmp_path):
    (tmp_path / "mesh.obj").write_text(OBJ)
    (tmp_path / "looks.mtl").write_text(MTL)
    (tmp_path / "tiles.png").write_bytes(b"x")
    tiled, plain = mesh_skins(Mesh(str(tmp_path / "mesh.obj")))
    assert tiled.image == str(tmp_path / "tiles.png") and tiled.color == (1.0, 1.0, 1.0, 1.0)
    np.testing.assert_array_equal(tiled.coordinates, [[[0, 0], [1, 0], [1, 1]]])
    assert (
        plain.color == pytest.approx((0.1, 0.2, 0.3, 0.5))
        and plain.image == ""
        and plain.coordinates is None
    )


def test_an_obj_without_its_materials_is_grey(tmp_path):
    (tmp_path / "mesh.obj").write_text(OBJ)
    (skin,) = mesh_skins(Mesh(str(tmp_path / "mesh.obj")))
    assert skin.faces == 2 and skin.color == (0.7, 0.7, 0.7, 1.0) and skin.image == ""


def test_stl_says_nothing(tmp_path):
    assert mesh_skins(Mesh(str(tmp_path / "any.stl"))) == []
