"""Collada files as Gazebo's loader reads them.

Each case was measured in gzserver 11.1 and must have the same box here.
"""

from __future__ import annotations

import numpy as np
import pytest

from sim.errors import InputError
from sim.sdf.mesh.loading import load_mesh, mesh_points
from sim.sdf.types import Mesh

from .meshes import CORNERS, dae, geometry, write

SQUARE = "0 0 0 1 0 0 0 2 0 0 0 3 9 9 9"
METRE = '<unit meter="1"/>'
INPUT = '<input semantic="VERTEX" source="#v" offset="0"/>'
HERE = '<instance_geometry url="#g"/>'
LIST = f'<polylist count="1">{INPUT}<vcount>3</vcount><p>0 1 2</p></polylist>'
OTHER = '<node id="o"><instance_geometry url="#h"/></node>'


def box(
    folder,
    scene=f'<node id="n">{HERE}</node>',
    primitives=CORNERS,
    libraries="",
    submesh=None,
    unit=METRE,
):
    """Return size and centre of a file's mesh.

    The file has the triangle (0 0 0) (1 0 0) (0 2 0).
    """
    path = write(
        folder,
        "a.dae",
        dae(unit, positions=SQUARE, scene=scene, primitives=primitives, libraries=libraries),
    )
    vertices, _ = load_mesh(Mesh(path, submesh=submesh))
    lower, upper = vertices.min(axis=0), vertices.max(axis=0)
    return [*(upper - lower), *((upper + lower) / 2)]


@pytest.mark.parametrize(
    "transforms, expected",
    [
        # Scale, rotation and translation always act in this order, whatever the file's.
        (
            "<scale>2 2 2</scale><rotate>0 0 1 90</rotate><translate>10 0 0</translate>",
            [4, 2, 0, 8, 1, 0],
        ),
        # Only the first translation and scale count, but all rotations.
        (
            "<translate>10 0 0</translate><translate>0 5 0</translate><rotate>0 0 1 "
            "90</rotate><rotate>1 0 0 90</rotate>"
            "<scale>1 2 1</scale><scale>3 3 3</scale>",
            [0, 1, 4, 10, 0.5, 2],
        ),
        # A matrix counts alone, and only the first.
        (
            "<matrix>1 0 0 5 0 1 0 0 0 0 1 0 0 0 0 1</matrix><matrix>1 0 0 7 0 1 0 0 0 0 1 0 0 0 "
            "0 1</matrix>",
            [1, 2, 0, 5.5, 1, 0],
        ),
        (
            "<matrix>1 0 0 5 0 1 0 0 0 0 1 0 0 0 0 1</matrix><translate>10 0 0</translate>",
            [1, 2, 0, 5.5, 1, 0],
        ),
        ("<lookat>1 2 3 0 0 0 0 0 1</lookat><skew>0 1 0 1 0 0 0</skew>", [1, 2, 0, 0.5, 1, 0]),
    ],
)
def test_transforms_of_a_node(tmp_path, transforms, expected):
    np.testing.assert_allclose(
        box(tmp_path, f'<node id="n">{transforms}{HERE}</node>'), expected, atol=1e-9
    )


def test_positions_stay_where_the_first_node_puts_them(tmp_path):
    moved = f'<node id="m"><translate>10 0 0</translate>{HERE}</node>'
    assert box(tmp_path, f'<node id="n">{HERE}</node>{moved}') == [1, 2, 0, 0.5, 1, 0]
    # Children come before their parent.
    child = f'<node id="n">{HERE}<node id="k"><translate>0 50 0</translate>{HERE}</node></node>'
    assert box(tmp_path, child) == [1, 2, 0, 0.5, 51, 0]


def test_an_instanced_node_replaces_a_nodes_own_geometry_once(tmp_path):
    library = (
        '<library_nodes><node id="q"><translate>10 0 0</translate><instance_geometry '
        'url="#g"/></node>'
        '<node id="r"><translate>20 0 0</translate><instance_geometry '
        'url="#h"/></node></library_nodes>'
    )
    scene = f'<node id="n">{HERE}<instance_node url="#q"/><instance_node url="#r"/></node>'
    assert box(tmp_path, scene, libraries=library) == [1, 2, 0, 10.5, 1, 0]


@pytest.mark.parametrize(
    "primitives, size",
    [
        (f'<polylist count="1">{INPUT}<vcount>4</vcount><p>0 1 2 3</p></polylist>', [1, 2, 3]),
        (
            f'<polylist count="2">{INPUT}<vcount>3 4</vcount><p>0 1 2 0 1 2 3</p></polylist>',
            [1, 2, 3],
        ),
        (f'<polylist count="2">{INPUT}<vcount>2 3</vcount><p>0 3 0 1 2</p></polylist>', [1, 2, 0]),
        (f'<triangles count="7">{INPUT}<p>0 1 2</p></triangles>', [1, 2, 0]),
        (
            '<triangles count="1" material="m"><input semantic="NORMAL" source="#pg" offset="0"/>'
            '<input semantic="VERTEX" source="#v" offset="1"/><p>3 0 3 1 3 2</p></triangles>',
            [1, 2, 0],
        ),
    ]
    + [
        # Gazebo reads triangles and lists of polygons, nothing else.
        (f'<{kind} count="1">{INPUT}<p>0 1 3</p></{kind}>{CORNERS}', [1, 2, 0])
        for kind in ("polygons", "tristrips", "trifans")
    ],
)
def test_primitives(tmp_path, primitives, size):
    assert box(tmp_path, primitives=primitives)[:3] == size


@pytest.mark.parametrize(
    "before, after, primitives, expected",
    [
        ("", "", CORNERS, [1, 2, 0, 10.5, 1, 0]),
        # A bind shape acts on lists of polygons alone, on all later ones, and after the node's
        # transform.
        ("", "", LIST, [2, 1, 0, 99, 10.5, 0]),
        ("", "", LIST + CORNERS, [90, 11, 0, 55, 5.5, 0]),
        ("", OTHER, LIST, [2, 11, 0, 99, 5.5, 0]),
        (OTHER, "", LIST, [100, 11, 0, 50, 5.5, 0]),
    ],
)
def test_a_skins_bind_shape(tmp_path, before, after, primitives, expected):
    skin = (
        '<library_controllers><controller id="c"><skin source="#g"><bind_shape_matrix>0 -1 0 100 '
        "1 0 0 0 0 0 1 0 0 0 0 1"
        "</bind_shape_matrix></skin></controller></library_controllers>"
    )
    scene = (
        f'{before}<node id="n"><translate>10 0 0</translate><instance_controller '
        f'url="#c"/></node>{after}'
    )
    assert box(tmp_path, scene, primitives, libraries=skin) == expected


def test_lines_count_for_the_box_alone(tmp_path):
    path = write(
        tmp_path,
        "a.dae",
        dae(
            METRE,
            positions=SQUARE,
            primitives=CORNERS + f'<lines count="1">{INPUT}<p>0 3</p></lines>',
        ),
    )
    np.testing.assert_allclose(mesh_points(Mesh(path)).max(axis=0), [501, 2, 103])
    np.testing.assert_allclose(load_mesh(Mesh(path))[0].max(axis=0), [501, 2, 100])
    with pytest.raises(InputError, match="lines and no triangles"):
        box(tmp_path, primitives=f'<lines count="1">{INPUT}<p>0 3</p></lines>')


def test_names_hold_until_the_next_and_their_first_part_counts(tmp_path):
    scene = (
        '<node id="a" name="A"><instance_geometry url="#g"/></node>'
        '<node id="b"><translate>10 0 0</translate><instance_geometry url="#h"/></node>'
    )
    assert box(tmp_path, scene, submesh="A") == [1, 2, 0, 0.5, 1, 0]
    with pytest.raises(InputError, match=r"submeshes: A$"):
        box(tmp_path, scene, submesh="g")
    two = CORNERS + f'<triangles count="1">{INPUT}<p>0 1 3</p></triangles>'
    assert box(
        tmp_path, '<node id="a" name="A"><instance_geometry url="#g"/></node>', two, submesh="A"
    )[:3] == [1, 2, 0]
    # A node's own geometry comes after its children's, so it has the name of the last of them.
    parent = (
        '<node id="a" name="A"><instance_geometry url="#g"/><node id="k" '
        'name="K"><instance_geometry url="#h"/></node></node>'
    )
    with pytest.raises(InputError, match="submesh 'A' not found; submeshes: K"):
        box(tmp_path, parent, submesh="A")


@pytest.mark.parametrize(
    "unit, scale",
    [("", 1), ("<unit/>", 1), ('<unit name="meter"/>', 1), ('<unit meter="2.54e-2"/>', 0.0254)],
)
def test_units(tmp_path, unit, scale):
    np.testing.assert_allclose(
        box(tmp_path, unit=unit), np.array([1, 2, 0, 0.5, 1, 0]) * scale, atol=1e-12
    )


@pytest.mark.parametrize(
    "change",
    [('<node id="n">', "<node id=n>"), ("<COLLADA", "<!DOCTYPE x><COLLADA"), ("1.4.1", "1.5.0")],
)
def test_collada_that_only_gazebos_parser_accepts(tmp_path, change):
    text = dae(METRE, positions=SQUARE, scene=f'<node id="n">{HERE}</node>')
    assert change[0] in text
    vertices, _ = load_mesh(Mesh(write(tmp_path, "a.dae", text.replace(*change, 1))))
    np.testing.assert_allclose(vertices.max(axis=0), [1, 2, 0])


@pytest.mark.parametrize(
    "text, message",
    [
        (
            dae(scene='<node id="n"><instance_node url="#n"/></node>'),
            "instances of each other without end",
        ),
        (dae(scene=f'<node id="n"><matrix>1 2 3</matrix>{HERE}</node>'), "<matrix> of line"),
        (
            dae(scene=f'<node id="n"><translate>1 2 x</translate>{HERE}</node>'),
            "contains an invalid number",
        ),
        (dae(unit='<unit meter="one"/>'), "its unit is 'one' meter"),
        (dae(scene='<node id="n"/>'), "holds no triangles"),
        (
            dae(primitives=f'<polylist count="1">{INPUT}<vcount>9</vcount><p>0 1 2</p></polylist>'),
            "3 corners and speaks of 9",
        ),
        (geometry("g"), "its root is <geometry>"),
    ],
)
def test_bad_files(tmp_path, text, message):
    with pytest.raises(InputError, match=message) as error:
        load_mesh(Mesh(write(tmp_path, "a.dae", text)))
    assert "a.dae" in str(error.value)
