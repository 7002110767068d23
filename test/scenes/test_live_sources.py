"""Requests and their pieces: programs, manifests, folders, refusals."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from sim.errors import InputError, SimulationError
from sim.scenes import manifest
from sim.scenes.descriptor import read_descriptor
from sim.scenes.gazebo import write_scene
from sim.scenes.library import load_models
from sim.scenes.live.generation import Generator, SamplingInput
from sim.scenes.live.programs import Programs, mode_of
from sim.scenes.live.sources import SceneRequest, SceneSources, SourceOptions, parameters_of
from sim.scenes.scene import Scene, SceneObject

SCENARIOS = Path(__file__).resolve().parents[2] / "scenarios"
DESCRIPTOR = """models:
  - name: crate
    type: GAZEBO_MODEL
  - name: table
    type: GAZEBO_MODEL
"""


@pytest.fixture(autouse=True)
def own_models_alone(monkeypatch, tmp_path):
    monkeypatch.delenv("GAZEBO_MODEL_PATH", raising=False)
    monkeypatch.setenv("SIM_MODEL_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def folder(tmp_path):
    place = tmp_path / "scenarios"
    place.mkdir()
    (place / "yard.yaml").write_text(DESCRIPTOR, encoding="utf-8")
    (place / "yard.scenic").write_text(
        "from gzscenic.model import *\nego = new Crate at 0 @ 0\n", encoding="utf-8"
    )
    return place


def sources(*folders, **options):
    return SceneSources(
        Programs([str(folder) for folder in folders]), Generator(60.0), SourceOptions(**options)
    )


def crate(name="crate", scale=(1.0, 1.0, 1.0), x=2.0):
    size = tuple(0.6 * factor for factor in scale)
    return SceneObject(
        name,
        "crate",
        False,
        (x, 0.0, size[2] / 2),
        (0.0, 0.0, 0.5),
        (x, 0.0, 0.0, 0.0, 0.0, 0.5),
        size,
        scale,
    )


def test_programs_are_found_by_name_and_path(folder):
    below = folder / "more"
    below.mkdir()
    (below / "other_3d.scenic").write_text("", encoding="utf-8")
    programs = Programs([str(folder)])
    assert programs.names() == ["more/other_3d", "yard"]
    for name in ("yard", "yard.scenic", str(folder / "yard"), " yard "):
        assert programs.program(name) == (folder / "yard.scenic").resolve()
    assert programs.descriptor("", programs.program("yard")) == (folder / "yard.yaml").resolve()
    assert (
        mode_of(programs.program("more/other_3d"), "") == "3D"
        and mode_of(programs.program("yard"), "") == "2D"
    )
    assert mode_of(programs.program("yard"), "3D") == "3D"


def test_programs_outside_of_the_folders_are_refused(folder, tmp_path):
    outside = tmp_path / "secret.scenic"
    outside.write_text("", encoding="utf-8")
    (folder / "link.scenic").symlink_to(outside)
    programs = Programs([str(folder)])
    for name in (str(outside), "../secret", "link"):
        with pytest.raises(InputError, match="outside of scenario_path"):
            programs.program(name)
    with pytest.raises(InputError, match=r"file nowhere.scenic not found.*programs: link, yard"):
        programs.program("nowhere")
    with pytest.raises(InputError, match="names no program"):
        programs.program("")
    with pytest.raises(InputError, match="nowhere not found"):
        Programs([str(folder / "nowhere")])
    with pytest.raises(InputError, match="names no folder"):
        Programs([])
    with pytest.raises(InputError, match="4D"):
        mode_of(outside, "4D")


def test_a_manifest_gives_models_at_their_sizes(folder):
    scene = Scene("yard.scenic", 4, "2D", (crate(), crate("long", (2.0, 1.0, 0.5), -2.0)))
    loaded = sources(folder, prefix="left/").load(SceneRequest(manifest=manifest.dumps(scene)))
    assert loaded.scene == scene
    assert list(loaded.pieces) == ["left/crate", "left/long"]
    model = ElementTree.fromstring(loaded.pieces["left/long"].sdf()).find("model")
    assert model.get("name") == "left/long"
    np.testing.assert_allclose(
        [float(word) for word in model.find(".//collision//size").text.split()], (1.2, 0.6, 0.3)
    )
    np.testing.assert_allclose(loaded.pieces["left/crate"].pose[:3, 3], (2.0, 0.0, 0.0))


def test_a_manifest_of_models_known_by_name_needs_no_scenario(folder):
    scene = Scene("forgotten.scenic", 4, "2D", (crate(),))
    assert list(sources(folder).load(SceneRequest(manifest=manifest.dumps(scene))).pieces) == [
        "crate"
    ]
    with pytest.raises(InputError, match="sofa"):
        sources(folder).load(
            SceneRequest(
                manifest=manifest.dumps(replace(scene, objects=(replace(crate(), model="sofa"),))),
                models="yard.yaml",
            )
        )


def test_a_model_that_has_changed_since_is_refused(folder):
    scene = Scene("yard.scenic", 4, "2D", (crate(),), hashes={"model:crate": "0" * 64})
    with pytest.raises(InputError, match="not the 'crate' that the scene was sampled with"):
        sources(folder).load(SceneRequest(manifest=manifest.dumps(scene)))


def test_a_scenes_folder_gives_the_same_pieces_as_its_manifest(folder, tmp_path):
    models = load_models(read_descriptor(str(folder / "yard.yaml")))
    scene = Scene(
        "yard.scenic",
        4,
        "2D",
        (crate(), crate("long", (2.0, 1.0, 0.5), -2.0)),
        world="empty_world.world",
        hashes={"model:crate": models["crate"].content},
    )
    write_scene(scene, models, "", tmp_path / "scene_0000")
    of_folder = sources(folder).load(SceneRequest(scene=str(tmp_path / "scene_0000")))
    of_manifest = sources(folder).load(SceneRequest(manifest=manifest.dumps(scene)))
    assert of_folder.scene == of_manifest.scene
    for name, piece in of_manifest.pieces.items():
        other = of_folder.pieces[name]
        assert other.body == piece.body and other.info.static == piece.info.static
        sizes = [
            [word.text for word in ElementTree.fromstring(one.sdf()).iter("size")]
            for one in (piece, other)
        ]
        np.testing.assert_allclose(
            *[[float(number) for text in texts for number in text.split()] for texts in sizes]
        )


def test_a_request_names_one_source(folder):
    for request, message in (
        (SceneRequest(), "neither"),
        (SceneRequest(scenario="yard", manifest="{}"), "manifest and scenario"),
        (SceneRequest(scenario="yard", max_iterations=-1), "below 0"),
        (SceneRequest(scenario="yard", parameters="[1]"), "names and values"),
        (SceneRequest(scene="/nowhere/at/all"), "all not found"),
    ):
        with pytest.raises(InputError, match=message):
            sources(folder).load(request)
    assert parameters_of(" {a: 1, b: [x]} ") == {"a": 1, "b": ["x"]} and parameters_of("") == {}


@pytest.mark.not_quick
def test_seeds_count_on_from_the_first(folder):
    pytest.importorskip("scenic")
    of = sources(folder, seed=8)
    assert [
        of.load(SceneRequest(scenario="yard", seed=seed)).scene.seed for seed in (-1, 3, -1)
    ] == [
        8,
        3,
        9,
    ]


@pytest.mark.parametrize(
    "program, message, patience",
    [
        (
            "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)\n",
            "was killed .SIGKILL.",
            300.0,
        ),
        pytest.param(
            "import os\nos._exit(3)\n", "ended with code 3", 300.0, marks=pytest.mark.slow
        ),
        ("ego = new Crate at 0 @ 0\nnew Sofa at 3 @ 0\n", r"dies.scenic:3.*Sofa", 300.0),
        ("import time\ntime.sleep(600)\n", "no scene within 6 s", 6.0),
    ],
)
@pytest.mark.not_quick
def test_a_program_that_goes_wrong_is_an_error(folder, program, message, patience):
    pytest.importorskip("scenic")
    (folder / "dies.scenic").write_text(
        "from gzscenic.model import *\n" + program, encoding="utf-8"
    )
    with pytest.raises((InputError, SimulationError), match=message):
        Generator(patience).scene(
            SamplingInput(str(folder / "dies.scenic"), str(folder / "yard.yaml"), 0)
        )


def test_without_scenic_the_command_that_installs_it_is_told(folder, tmp_path, monkeypatch):
    hidden = tmp_path / "hidden"
    hidden.mkdir()
    (hidden / "scenic.py").write_text(
        "raise ModuleNotFoundError('No module named scenic', name='scenic')\n", encoding="utf-8"
    )
    monkeypatch.setenv("PYTHONPATH", f"{hidden}:{SCENARIOS.parent / 'src'}")
    with pytest.raises(
        SimulationError, match=f"{sys.executable} has no module scenic.*requirements/scenes.txt"
    ):
        Generator(300.0).scene(
            SamplingInput(str(folder / "yard.scenic"), str(folder / "yard.yaml"), 0)
        )


@pytest.mark.parametrize(
    "name, objects",
    [
        ("fetch_room_3d", 12),
        ("roadside", 19),
        pytest.param("fetch_room", 12, marks=pytest.mark.slow),
        pytest.param("patrol", 21, marks=pytest.mark.slow),
        pytest.param("hoop", 6, marks=pytest.mark.slow),
    ],
)
@pytest.mark.not_quick
def test_the_packages_scenarios_give_scenes(name, objects):
    pytest.importorskip("scenic")
    loaded = sources(SCENARIOS).load(SceneRequest(scenario=name, seed=2))
    assert len(loaded.pieces) == objects
    if name == "hoop":
        (ball,) = (one for one in loaded.scene.objects if one.model == "ball")
        assert np.hypot(*ball.position[:2]) + 0.11 <= 0.45 + 1e-6
    if name.startswith("fetch_room"):
        cube, *tables = (
            one
            for kind in ("demo_cube", "cafe_table")
            for one in loaded.scene.objects
            if one.model == kind
        )
        assert cube.origin[2] == pytest.approx(0.775, abs=1e-3)
        assert any(
            np.abs(np.subtract(cube.position[:2], table.position[:2])).max() < 0.46
            for table in tables
        )
        assert [one.model for one in loaded.scene.mission()] == ["fetch", "waypoint", "waypoint"]
