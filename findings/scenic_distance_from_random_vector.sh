#!/usr/bin/env bash
# Asked:    Scenic 3.1.1: can a parameter be the distance from a vector with random coordinates, as it can be the distance to one?
# Expected: Yes: distance is symmetric, and values of vectors may be random everywhere but in control flow.
# Happens:  No: the program compiles "from 3 @ 4 to Range(0, 1) @ 0" alone. With the operands swapped it fails with "cannot iterate through a random
#           value", placed at the program's first line, whatever is there; where both are random, sampling fails by that error without a place.
# Hurts:    Users who record distances or place things by them: a program without a loop fails by an error about iteration, at a wrong line or none.
#           (A choice among vectors, Uniform(0 @ 0, 1 @ 0), is no trouble; angle and altitude have the same.)
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"${PYTHON:-/usr/bin/python3}" -m venv venv
venv/bin/python3 -m pip install -q --disable-pip-version-check scenic==3.1.1
cat >distance.py <<'PY'
import importlib.metadata
import re
import subprocess
import sys

FIXED, RANDOM, OTHER = "3 @ 4", "Range(0, 1) @ 0", "Range(5, 6) @ 0"
CHOICE = "Uniform(0 @ 0, 1 @ 0)"
ERROR = "RandomControlFlowError: cannot iterate through a random value"


def program(start, end):
    """Return a program that asks for a distance in its line 5."""
    return f"ego = new Object at 50 @ 50\na = {start}\nb = {end}\n\nparam d = distance from a to b\n"


def places(start, end):
    """Return the lines of the program that Scenic's error names; print its output."""
    with open("program.scenic", "w", encoding="utf-8") as file:
        file.write(program(start, end))
    command = [sys.executable, "-m", "scenic", "--gather-stats", "1", "program.scenic"]
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False
    )
    print(f"from {start} to {end}: exit status {done.returncode}")
    print(done.stderr)
    if done.returncode == 0 or ERROR not in done.stderr:
        sys.exit("changed: the distance from a random vector can be sampled, or fails otherwise")
    return [int(line) for line in re.findall(r"program\.scenic\", line (\d+)", done.stderr)]


print("Scenic", importlib.metadata.version("scenic"))
sampling = """
import scenic
for program in PROGRAMS:
    scene, _ = scenic.scenarioFromString(program).generate()
    print(program.splitlines()[1:3], "distance", scene.params["d"])
"""
works = [program(*ends) for ends in ((FIXED, FIXED), (FIXED, RANDOM), (CHOICE, RANDOM))]
subprocess.run([sys.executable, "-c", f"PROGRAMS = {works!r}{sampling}"], check=True)
if places(RANDOM, FIXED) != [1] or places(RANDOM, OTHER):
    sys.exit("changed: the error names other lines of the program than before")
PY
venv/bin/python3 distance.py
