"""Parts of ``./run test changed [BASE]``: the tests that a change can reach."""

from __future__ import annotations

from typing import List, Sequence, Tuple

from support.parts import ROOT, ROSTESTS, SIDE, Part, Pytest, by_folder, launch_files, rostest
from support.reach.changes import all_files, base_of, changed_files
from support.reach.selected import Selected, select, targets_of
from support.reach.tree import Tree
from support.selection import LINT, Machine, everything, is_slow


def changed(machine: Machine, base: str = "") -> Tuple[List[Part], List[str]]:
    """Return the parts reached by the difference from a commit, and lines about the others.

    The commit is the main branch's by default. Raises NoBase.
    """
    base = base_of(ROOT, base)
    files = sorted(changed_files(ROOT, base))
    tree = Tree(ROOT, all_files(ROOT) | set(files))
    found = select(tree, files, targets_of(tree, machine.simulators))
    parts = everything(machine) if found.unclear else parts_of(found, files, machine)
    return parts, found.lines(base, files)


def parts_of(found: Selected, files: Sequence[str], machine: Machine) -> List[Part]:
    """Return the parts with the selected tests.

    They are one of pytest for each folder, a .test file on each simulator on which it is not slow,
    and the launch files' check.
    """
    parts: List[Part] = []
    pytests = []
    for test in found.tests:
        if not test.simulator:
            pytests.append(test.file)
        elif not is_slow(ROOT / test.file, test.simulator):
            parts += rostest(ROSTESTS / (ROOT / test.file).name, [test.simulator], machine.results)
    if any(file.startswith(("launch/", "nodes/")) for file in files):
        launches = sorted((ROOT / "launch").glob("*.launch"))
        parts.append(launch_files(launches, machine.python, machine.results))
    daily = ("-m", "not slow")
    if LINT in pytests:
        lint = Pytest(machine.python, machine.results, daily, lane=SIDE)
        parts.append(lint.part("lint", [LINT]))
    folders = by_folder(file for file in pytests if file != LINT)
    runner = Pytest(machine.python, machine.results, daily)
    return parts + [runner.part(name, paths) for name, paths in sorted(folders.items())]
