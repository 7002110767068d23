#!/usr/bin/env bash
# Asked:    libsumo 1.28.0: does a process with a loaded simulation go on alike after a child forked from it has simulated and ended?
# Expected: Yes: a fork copies the whole simulation, and neither process should see what the other does.
# Happens:  Only while the route file has been read to its end. It is read by 1 MiB as time goes on, and both processes share its offset: vehicles
#           that the child has read are missing in the parent, in silence where the cut is within texts of one kind, as here, or else by an XML
#           error in a valid file.
# Hurts:    Users who fork a warm simulation to branch futures or to reset fast: it works for months, until a route file exceeds 1 MiB.
#           (Read all routes first with --route-steps 0; src/sim/traffic/backend forks warm processes.)
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"${PYTHON:-/usr/bin/python3}" -m venv venv
venv/bin/python3 -m pip install -q --disable-pip-version-check eclipse-sumo==1.28.0 libsumo==1.28.0
cat >fork.py <<'PY'
import os
import subprocess
import sys

import libsumo
import sumo

BIN = f"{sumo.SUMO_HOME}/bin"
START, CHILD_END, HEADWAY = 10, 9000, 5  # s


def write_routes(name, count):
    """Write a route file of vehicles that are described at length; return its size, bytes."""
    note = f'<param key="note" value="{"x" * 1000}"/>'
    with open(name, "w", encoding="utf-8") as file:
        file.write('<routes><route id="r" edges="A0B0"/>\n')
        for number in range(count):
            file.write(f'<vehicle id="v{number}" route="r" depart="{HEADWAY * number}">{note}</vehicle>\n')
        file.write("</routes>\n")
    return os.path.getsize(name)


def departed(routes, forks, *more):
    """Return how many vehicles depart, and the error that ends the run, if any."""
    options = ["-n", "net.xml", "-r", routes, "--no-step-log", *more]
    libsumo.start([f"{BIN}/sumo", *options])
    libsumo.simulationStep(START)
    count, error = libsumo.simulation.getDepartedNumber(), None
    if forks:
        child = os.fork()
        if child == 0:
            libsumo.simulationStep(CHILD_END)
            os._exit(0)
        if os.waitpid(child, 0)[1] != 0:
            sys.exit("the child failed")
    try:
        while libsumo.simulation.getMinExpectedNumber() > 0:
            libsumo.simulationStep()
            count += libsumo.simulation.getDepartedNumber()
    except libsumo.TraCIException as one:
        error = str(one).splitlines()[0]
    libsumo.close()
    return count, error


grid = "--grid --grid.number=2 --grid.length=300 -o net.xml"
subprocess.run([f"{BIN}/netgenerate", *grid.split()], check=True, stdout=subprocess.DEVNULL)
said = subprocess.run([f"{BIN}/sumo", "--version"], stdout=subprocess.PIPE, text=True, check=True)
print(said.stdout.splitlines()[0])
found = {}
for routes, vehicles, more in (
    ("short.xml", 500, ()),
    ("long.xml", 4000, ()),
    ("long.xml", 4000, ("--route-steps", "0")),
):
    size = write_routes(routes, vehicles)
    for forks in (False, True):
        count, error = found[routes, more, forks] = departed(routes, forks, *more)
        label = "with a child" if forks else "alone"
        print(f"{routes}, {size} bytes, {' '.join(more)} {label}: {count} departed, {error}")
same = [
    found[routes, more, False] == found[routes, more, True] and found[routes, more, True][1] is None
    for routes, more in (("short.xml", ()), ("long.xml", ("--route-steps", "0")))
]
alone, forked = found["long.xml", (), False], found["long.xml", (), True]
if not all(same) or alone[1] is not None or not forked[0] < alone[0]:
    sys.exit("changed: a child no longer takes vehicles of a long route file from its parent")
PY
venv/bin/python3 fork.py
