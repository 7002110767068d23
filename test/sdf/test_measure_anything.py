"""Measuring any files gives a status and a note, quickly."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sim.sdf.measure import measure_model

from .meshes import OBJ, STL, dae

CONFIG = "<?xml version='1.0'?><model><name>m</name><sdf version='1.6'>model.sdf</sdf></model>"
SDF = """<?xml version='1.0'?><sdf version='1.6'><model name='m'><pose>1 2 3 0 0 1</pose>
<static>1</static><link name='l'>
<pose relative_to='f'>0 0 1 0 0 0</pose><collision name='a'><geometry><mesh>
<uri>model://m/FILE</uri><scale>1 2 3</scale></mesh></geometry></collision>
<collision name='b'><pose>1 0 0 0 0 0</pose><geometry><polyline><height>1</height><point>0 0</point>
<point>1 0</point><point>0 1</point></polyline>
</geometry></collision></link><frame name='f'><pose>1 1 1 0 0 0</pose></frame>
<model name='n'><link name='k'><visual name='v'><geometry><box><size>1 1 1</size></box></geometry>
</visual></link></model></model></sdf>"""
FILES = {"a.dae": dae(), "a.obj": OBJ, "a.stl": STL}
# A part of a file is taken out, doubled or overwritten.
CHANGES = st.lists(
    st.tuples(
        st.sampled_from(["config", "sdf", "mesh"]),
        st.floats(0, 1),
        st.integers(0, 30),
        st.sampled_from(
            [
                "",
                "<",
                ">",
                "/",
                "&",
                "'",
                "0",
                "-",
                "nan",
                "1e999",
                " ",
                "\0",
                "é",
                "<!--",
                "]]>",
                "9" * 30,
            ]
        ),
    ),
    min_size=1,
    max_size=4,
)


def changed(text, place, length, instead):
    start = int(place * len(text))
    return text[:start] + instead + text[start + length :]


@settings(max_examples=150)
@example("a.obj", [("mesh", 0.5, 0, "9" * 30)])
@given(st.sampled_from(sorted(FILES)), CHANGES)
@pytest.mark.not_quick
def test_damaged_files(name, changes):
    texts = {"config": CONFIG, "sdf": SDF.replace("FILE", name), "mesh": FILES[name]}
    for which, *change in changes:
        texts[which] = changed(texts[which], *change)
    with tempfile.TemporaryDirectory() as folder:
        model = Path(folder, "m")
        model.mkdir()
        for file, text in (
            ("model.config", texts["config"]),
            ("model.sdf", texts["sdf"]),
            (name, texts["mesh"]),
        ):
            (model / file).write_text(text, encoding="utf-8")
        result = measure_model(model)
        assert result.status in ("ok", "unbounded", "empty", "error")
        assert result.status in ("ok", "unbounded") or result.notes
        if result.status == "ok":
            assert np.isfinite([result.lower, result.upper]).all() and (result.size >= 0).all()
            assert len(result.pieces) and len(result.footprint())
