"""Faulty documents that Gazebo loads: boxes equal gzserver 11.1's."""

from __future__ import annotations

import numpy as np
import pytest

from sim.sdf.measure import measure_model

from .documents import BOX, model_folder
from .meshes import STL, write

COLLISION = f'<collision name="c">{BOX}</collision>'
LINK = f'<link name="l">{COLLISION}</link>'
MOVED = f'<link name="l"><pose>5 0 0 0 0 0</pose>{COLLISION}</link>'
UNIT = [1, 2, 3, 0, 0, 0]


def geometry(text):
    return f'<link name="l"><collision name="c"><geometry>{text}</geometry></collision></link>'


def posed(pose):
    return f'<link name="l"><pose>{pose}</pose>{COLLISION}</link>'


def measured(root, body, version="1.6", config=None):
    return measure_model(model_folder(root, "m", body, version, config))


@pytest.mark.parametrize(
    "body, expected",
    [
        (geometry("<box><size>1 2</size></box>"), [1, 2, 0, 0, 0, 0]),
        (geometry("<box><size>1 2 3 4</size></box>"), UNIT),
        (geometry("<box><size>1  2\n3m</size></box>"), UNIT),
        (geometry("<box><size>1,2,3</size></box>"), [1, 0, 0, 0, 0, 0]),
        (geometry("<box><size>1 -2 3</size></box>"), UNIT),
        (geometry("<box><size>1 0 3</size></box>"), [1, 0, 3, 0, 0, 0]),
        (geometry("<box/>"), [1, 1, 1, 0, 0, 0]),
        (geometry("<box><size></size></box>"), [1, 1, 1, 0, 0, 0]),
        (geometry("<cylinder><radius>2</radius></cylinder>"), [4, 4, 1, 0, 0, 0]),
        (geometry("<cylinder><radius>0</radius><length>1</length></cylinder>"), [0, 0, 1, 0, 0, 0]),
        (geometry("<sphere/>"), [2, 2, 2, 0, 0, 0]),
        (geometry("<sphere><radius>-1</radius></sphere>"), [2, 2, 2, 0, 0, 0]),
        (
            geometry("<sphere><radius>1</radius></sphere><box><size>1 2 3</size></box>"),
            [2, 2, 2, 0, 0, 0],
        ),
        (posed("1 2 3 0 0"), [1, 2, 3, 1, 2, 3]),
        (posed("1 2 3 0 0 0 9"), [1, 2, 3, 1, 2, 3]),
        (posed("1 2 a 0 0 0"), [1, 2, 3, 1, 2, 0]),
        (posed("<![CDATA[1 0 0 0 0 0]]>"), [1, 2, 3, 1, 0, 0]),
        # Of two of one name both stand where the first does, unless they are nested models.
        (LINK + MOVED, UNIT),
        (MOVED + LINK, [1, 2, 3, 5, 0, 0]),
        (
            f'<link name="l">{COLLISION}<collision name="c"><pose>5 0 0 0 0 '
            f"0</pose>{BOX}</collision></link>",
            UNIT,
        ),
        (
            f'<model name="n"><pose>1 0 0 0 0 0</pose>{LINK}</model><model name="n"><pose>2 0 0 0 '
            f"0 0</pose>{LINK}</model>",
            [2, 2, 3, 1.5, 0, 0],
        ),
        (
            f'{LINK}<joint name="j" type="fixed"><parent>l</parent><child>nobody</child></joint>',
            UNIT,
        ),
        (
            '<link name="l"><pose relative_to="nobody">1 0 0 0 0 0</pose>' + COLLISION + "</link>",
            [1, 2, 3, 1, 0, 0],
        ),
        (
            '<link name="k"><pose>0 5 0 0 0 1.5707963267948966</pose></link><link name="l"><pose '
            f'frame="k">1 0 0 0 0 0</pose>{COLLISION}</link>',
            [2, 1, 3, 0, 6, 0],
        ),
    ],
)
def test_repaired_documents_equal_gazebos(tmp_path, body, expected):
    result = measured(tmp_path, body)
    assert result.status == "ok", result.notes
    np.testing.assert_allclose([*result.size, *result.center], expected, atol=1e-6)


def test_two_includes_of_one_name_stand_where_the_first_does(tmp_path):
    model_folder(tmp_path, "inner", LINK)
    body = "".join(
        f"<include><uri>model://inner</uri><pose>{x} 0 0 0 0 0</pose></include>" for x in (1, 2)
    )
    assert measured(tmp_path, body).center.tolist() == [1, 0, 0]


@pytest.mark.parametrize(
    "body",
    [
        posed("1 2 3 0 0 nan"),
        geometry("<box><size>nan 1 1</size></box>"),
        geometry("<box><size>inf 1 1</size></box>"),
        "<static>yes</static>" + LINK,
    ],
)
def test_documents_that_gazebo_rejects_are_errors(tmp_path, body):
    assert measured(tmp_path, body).status == "error"


@pytest.mark.parametrize("version", ["1.0", "1.2", "1.3", "1.4", "1.5", "1.7", "1.8", "1.9", "2.0"])
def test_every_version_is_read(tmp_path, version):
    result = measured(tmp_path, LINK, version)
    assert result.status == "ok" and bool(result.notes) == (version in ("1.8", "1.9", "2.0"))


@pytest.mark.parametrize(
    "entries, found",
    [
        (
            '<sdf version="1.4">no.sdf</sdf><sdf version="1.7">model.sdf</sdf><sdf '
            'version="1.10">no.sdf</sdf>',
            True,
        ),
        ("<sdf>model.sdf</sdf>", True),
        ('<sdf version="1.9">model.sdf</sdf><sdf version="1.8">no.sdf</sdf>', True),
        ("<sdf version=1.6>  model.sdf\n</sdf>", True),
        ('<sdf version="1.6">no.sdf</sdf>', False),
        ("", False),
    ],
)
def test_the_sdf_file_that_a_config_names(tmp_path, entries, found):
    result = measured(tmp_path, LINK, config=f"<model><name>m</name>{entries}</model>")
    assert (result.status == "ok") == found
    assert found or "model.config" in result.notes[0]


@pytest.mark.parametrize(
    "extra, size",
    [
        ("<scale>1 0 1</scale>", [1, 0, 0]),
        ("<scale>-1 1 2</scale>", [1, 2, 0]),
        ("<submesh><center>1</center></submesh>", [1, 2, 0]),
    ],
)
def test_meshes(tmp_path, extra, size):
    folder = model_folder(
        tmp_path, "m", geometry(f"<mesh><uri>model://m/a.stl</uri>{extra}</mesh>")
    )
    write(folder, "a.stl", STL)
    np.testing.assert_allclose(measure_model(folder).size, size, atol=1e-6)


def test_surprising_repairs_are_noted(tmp_path):
    notes = measured(tmp_path, posed("1 2 a 0 0 0")).notes
    assert notes == (
        "m/model.sdf: model[m]/link[l]/pose: '1 2 a 0 0 0' is read as 1 2 0 0 0 0, as Gazebo "
        "reads it",
    )
