"""Tests selected by a change, on a small made-up checkout and on this one."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Dict, Iterable, Set

import pytest
from support.changed import parts_of
from support.parts import ROOT
from support.reach import launch
from support.reach.changes import NoBase, all_files, base_of, changed_files
from support.reach.graph import Target
from support.reach.kept_facts import KeptFacts
from support.reach.python import Facts
from support.reach.selected import Selected, select, targets_of
from support.reach.tree import Tree
from support.selection import Machine

MACHINE = Machine("python3", None, ("embedded", "gazebo"), Path("results"))
PROGRAM = "#!/usr/bin/env python3\n"
FILES = {
    "src/sim/__init__.py": "",
    "src/sim/noise/__init__.py": "",
    "src/sim/noise/models/catalogue.py": (
        "from sim.noise.models import gps, values\n"
        "MODELS = {'gps': gps.Gps, 'bias': values.Bias, 'gain': values.Gain}\n"
    ),
    "src/sim/noise/models/gps.py": "class Gps: ...",
    "src/sim/noise/models/values.py": "class Bias: ...\nclass Gain: ...",
    "src/sim/noise/chain.py": "from sim.noise.models.catalogue import MODELS",
    "src/sim/lens/__init__.py": (
        "if TYPE_CHECKING:\n    from sim.lens.fit import fitted\n"
        "    from sim.lens.draw import drawn\n"
    ),
    "src/sim/lens/fit.py": "",
    "src/sim/lens/draw.py": "",
    "src/sim/lens/own.py": "",
    "test/lens/test_fit.py": "from sim.lens import fitted",
    "test/lens/test_own.py": "import sim.lens.own",
    "test/lens/test_draw.py": "import sim.lens.draw",
    "src/sim/crcl.py": "from . import units\nCONFIG = resource('config', 'crcl')",
    "src/sim/units.py": "",
    "src/sim/law.py": "LAWS = {'sim_law_force': 1}",
    "config/noise/car.yaml": "chains: [{model: gps}]",
    "config/noise/lab.yaml": "chains: [{model: bias}]",
    "config/crcl/cell.yaml": "",
    "laws/interface.cc": '#include "force.h"\nextern "C" double sim_law_force() {}',
    "laws/force.h": "double force();",
    "laws/force.cc": '#include "force.h"\n#include "table.h"',
    "laws/table.h": "",
    "laws/alone.cc": "",
    "gazebo/plugin.cc": '#include "../laws/force.h"',
    "nodes/noise_node": PROGRAM + "from sim.noise.chain import MODELS",
    "nodes/law_node": PROGRAM + "import sim.law",
    "launch/noise.launch": (
        '<launch><arg name="noise" default=""/>'
        '<node unless="$(eval arg(\'noise\') == \'\')" name="n" pkg="sim" type="noise_node">'
        '<param name="profile" value="$(find sim)/config/noise/$(arg noise).yaml"/></node></launch>'
    ),
    "launch/car.launch": (
        '<launch><arg name="noise" default=""/><arg name="simulator" default="embedded"/>'
        '<include file="$(find sim)/launch/noise.launch" pass_all_args="true"/>'
        '<node name="l" pkg="sim" type="law_node"/></launch>'
    ),
    "test/rostest/noisy.test": (
        '<launch><arg name="simulator" default="embedded"/>'
        '<include file="$(find sim)/launch/car.launch"><arg name="noise" value="car"/></include>'
        '<test test-name="noisy" pkg="sim" type="noisy_test.py"/></launch>'
    ),
    "test/rostest/noisy_test.py": PROGRAM,
    "test/rostest/quiet.test": (
        '<launch><include file="$(find sim)/launch/car.launch"/>'
        '<test test-name="quiet" pkg="sim" type="quiet_test.py"/></launch>'
    ),
    "test/rostest/quiet_test.py": PROGRAM,
    "test/rostest/real.test": (
        '<launch><test test-name="real" pkg="sim" type="real_test.py"/></launch>'
    ),
    "test/rostest/real_test.py": PROGRAM + "Launched('car.launch', {'noise': name})",
    "test/noise/test_chain.py": "from sim.noise.chain import MODELS\nCHAIN = 'gps'",
    "test/noise/test_values.py": "from sim.noise.models.values import Bias",
    "test/noise/helper.py": "import sim.units",
    "test/noise/test_helped.py": "from helper import x",
    "test/crcl/test_crcl.py": "import sim.crcl",
    "test/laws/test_law.py": "import sim.law",
    "test/test_docs.py": "ROOT = Path(__file__).parents[1]\nPAGES = (ROOT / 'docs').rglob('*.md')",
    "docs/bags.md": "",
    "README.md": "",
    "bench/speed.py": "",
}


@pytest.fixture
def tree(tmp_path) -> Tree:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return Tree(tmp_path, FILES)


def reaching(tree: Tree, *changed: str) -> Set[str]:
    """Return the tests that a change reaches, as noisy@gazebo or test_chain."""
    found = select(tree, changed, targets_of(tree, ("embedded", "gazebo")))
    assert not found.unclear
    return names(found.tests)


def names(tests: Iterable[Target]) -> Set[str]:
    return {"@".join(filter(None, (Path(test.file).stem, test.simulator))) for test in tests}


NOISY = {"noisy@embedded", "noisy@gazebo"}
LAUNCHES = {*NOISY, "quiet@embedded", "real@embedded"}


@pytest.mark.parametrize(
    "changed, tests",
    [
        ("src/sim/units.py", {"test_crcl", "test_helped"}),
        ("src/sim/noise/models/gps.py", {"test_chain", *NOISY, "real@embedded"}),
        ("src/sim/noise/models/values.py", {"test_values", "real@embedded"}),
        ("src/sim/noise/chain.py", {"test_chain", *NOISY, "real@embedded"}),
        ("src/sim/noise/__init__.py", {"test_chain", "test_values", *NOISY, "real@embedded"}),
        ("src/sim/lens/fit.py", {"test_fit"}),
        ("src/sim/lens/draw.py", {"test_draw"}),
        ("config/noise/car.yaml", {*NOISY, "real@embedded"}),
        ("config/noise/lab.yaml", {"real@embedded"}),
        ("config/crcl/cell.yaml", {"test_crcl"}),
        ("launch/noise.launch", LAUNCHES),
        ("nodes/noise_node", {*NOISY, "real@embedded"}),
        ("nodes/law_node", LAUNCHES),
        ("laws/table.h", {"test_law", *LAUNCHES}),
        ("gazebo/plugin.cc", {"noisy@gazebo"}),
        ("test/noise/helper.py", {"test_helped"}),
        ("test/rostest/noisy_test.py", NOISY),
        ("docs/bags.md", {"test_docs"}),
        ("README.md", set()),
    ],
)
def test_a_change_reaches_the_tests_that_use_the_file(tree, changed, tests) -> None:
    assert reaching(tree, changed) == tests


def test_what_a_removed_module_was_used_by_is_reached(tree) -> None:
    (tree.root / "src/sim/units.py").unlink()
    assert reaching(tree, "src/sim/units.py") == {"test_crcl", "test_helped"}


@pytest.mark.parametrize(
    "changed", ["run", "laws/CMakeLists.txt", "requirements/base.txt", "test/conftest.py"]
)
def test_a_change_of_the_build_runs_all_and_says_so(tree, changed) -> None:
    every = targets_of(tree, ("embedded", "gazebo"))
    found = select(tree, [changed], every)
    assert found.tests == every and changed in found.unclear
    assert f"all tests run: {changed}" in "\n".join(found.lines("0123456789ab", [changed]))


def test_a_file_that_nothing_names_runs_all(tree) -> None:
    assert "laws/alone.cc" in select(tree, ["laws/alone.cc"], targets_of(tree, ())).unclear


def test_the_lines_say_what_is_left_out(tree) -> None:
    changed = ["src/sim/units.py", "README.md"]
    text = "\n".join(select(tree, changed, targets_of(tree, ("embedded",))).lines("abc", changed))
    assert "2 files differ from abc: README.md, src/sim/units.py" in text
    assert "no test reads or runs README.md" in text
    assert "2 of 12 tests selected" in text and "test/noise/test_chain.py" in text


def test_an_open_argument_takes_both_ways_of_a_condition(tree) -> None:
    file = "launch/noise.launch"
    programs: Dict[str, set] = {
        name: launch.read(tree, file, given, open_arguments).programs
        for name, given, open_arguments in (
            ("default", {}, frozenset()),
            ("given", {"noise": "car"}, frozenset()),
            ("open", {}, frozenset({"noise"})),
        )
    }
    node = {("sim", "noise_node")}
    assert programs == {"default": set(), "given": node, "open": node}


def test_selected_tests_are_parts_by_folder_and_simulator() -> None:
    tests = [Target("test/test_style.py"), Target("test/crcl/test_crcl_codec.py")]
    tests += [Target("test/rostest/joints.test", "gazebo"), Target("test/noise/test_chain.py")]
    parts = {part.name: part for part in parts_of(Selected(tests), ["nodes/live"], MACHINE)}
    folders = {"pytest_lint", "pytest_crcl", "pytest_noise"}
    assert set(parts) == {"joints_gazebo", "launch_files", *folders}
    assert parts["pytest_crcl"].command[-1] == "test/crcl/test_crcl_codec.py"


def git(folder: Path, *words: str) -> None:
    identity = ("-c", "user.name=a", "-c", "user.email=a@b")
    subprocess.run(["git", *identity, *words], cwd=folder, check=True, capture_output=True)


def test_the_difference_has_commits_edits_and_new_files(tmp_path) -> None:
    git(tmp_path, "init", "-q", "-b", "main")
    for name in ("kept", "edited", "committed", "removed"):
        (tmp_path / name).write_text(name)
    (tmp_path / ".gitignore").write_text("ignored\n")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-q", "-m", "one")
    git(tmp_path, "checkout", "-q", "-b", "mine")
    (tmp_path / "committed").write_text("new")
    git(tmp_path, "commit", "-q", "-a", "-m", "two")
    (tmp_path / "edited").write_text("new")
    (tmp_path / "removed").unlink()
    for name in ("new", "ignored"):
        (tmp_path / name).write_text("")
    base = base_of(tmp_path)
    assert changed_files(tmp_path, base) == {"committed", "edited", "removed", "new"}
    assert changed_files(tmp_path, base_of(tmp_path, "mine")) == {"edited", "removed", "new"}
    with pytest.raises(NoBase, match="'nothing' is not a commit"):
        base_of(tmp_path, "nothing")


@pytest.mark.parametrize("every", [12, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.not_quick
def test_a_noise_model_of_this_checkout_reaches_what_has_noise(every: int) -> None:
    """Among all tests of two folders and each ``every``-th of the others."""
    tree = Tree(ROOT, all_files(ROOT))
    if "src/sim/noise/models/gps.py" not in tree.files:
        pytest.skip("no git here")
    of = ("test/noise/test_chain", "test/crcl/", "test/rostest/crcl", "test/rostest/noise.test")
    targets = targets_of(tree, ("embedded", "gazebo"))
    some = [test for n, test in enumerate(targets) if test.file.startswith(of) or n % every == 0]
    found = select(tree, ["src/sim/noise/models/gps.py"], some)
    assert not found.unclear
    files = {test.file for test in found.tests}
    assert {"test/noise/test_chain.py", "test/rostest/noise.test"} <= files
    assert not any(file.startswith(("test/crcl/", "test/rostest/crcl")) for file in files)
    assert len(found.tests) < len(found.left_out) / 5


def test_facts_are_kept_by_the_text_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "build").mkdir()
    calls: list = []

    def find(text: str) -> Facts:
        calls.append(text)
        return Facts(imports=frozenset({text}))

    first = KeptFacts(tmp_path, find)
    assert first.of("a") == first.of("a") == Facts(imports=frozenset({"a"}))
    first.keep()
    second = KeptFacts(tmp_path, find)
    assert (second.of("a"), second.of("b")) == (find("a"), find("b"))
    assert calls == ["a", "b", "a", "b"]


@pytest.mark.parametrize("content", [b"", b"no pickle", b"\x80\x04K\x01."])
def test_kept_facts_that_cannot_be_read_are_found_again(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "test_facts.pickle").write_bytes(content)
    assert KeptFacts(tmp_path, lambda text: Facts()).of("a") == Facts()
