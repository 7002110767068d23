"""Small hand-written mesh files with known vertices."""

from __future__ import annotations

from pathlib import Path

TRIANGLE = "0 0 0 100 0 0 0 200 0"

OBJ = """o left
v 0 0 0
v 1 0 0
v 0 1 0
v 99 99 99
f 1 2 3
o right
v 4 0 1
v 6 0 1
v 4 1 3
f 5 6 7
"""

STL = """solid t
facet normal 0 0 1
outer loop
vertex 0 0 0
vertex 1 0 0
vertex 0 2 0
endloop
endfacet
endsolid t
"""


SCENE = """<node id="l" name="Left"><instance_geometry url="#g"/></node>
<node id="o"><matrix>1 0 0 0 0 1 0 0 0 0 1 100 0 0 0 1</matrix>
<node id="r" name="Right"><translate>500 0 0</translate><instance_geometry url="#h"/></node>
</node>"""
CORNERS = (
    '<triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>'
)


def geometry(name: str, positions: str = TRIANGLE, primitives: str = CORNERS) -> str:
    """Return a ``<geometry>`` with unique ids.

    In ``primitives`` its vertices have the name ``v``.
    """
    count = len(positions.split())
    return f"""<geometry id="{name}" name="{name}"><mesh>
<source id="p{name}"><float_array id="a{name}" count="{count}">{positions}</float_array>
<technique_common>
<accessor source="#a{name}" count="{count // 3}" stride="3"><param name="X" type="float"/>
<param name="Y" type="float"/>
<param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v{name}"><input semantic="POSITION" source="#p{name}"/>
</vertices>{primitives.replace('"#v"', f'"#v{name}"')}
</mesh></geometry>"""


def dae(
    unit: str = '<unit name="centimeter" meter="0.01"/>',
    up: str = "Y_UP",
    positions: str = TRIANGLE,
    scene: str = SCENE,
    primitives: str = CORNERS,
    libraries: str = "",
) -> str:
    """Return two triangles, ``Left`` at the origin and ``Right``.

    ``Right`` is moved by 500 in x inside a node moved by 100 in z.
    """
    return f"""<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><created>2020-01-01T00:00:00</created><modified>2020-01-01T00:00:00</modified>{unit}<up_axis>{up}</up_axis></asset>
<library_geometries>{geometry("g", positions, primitives)}
{geometry("h", positions, primitives)}</library_geometries>{libraries}
<library_visual_scenes><visual_scene id="s">
{scene}
</visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>"""


def write(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text)
    return str(path)
