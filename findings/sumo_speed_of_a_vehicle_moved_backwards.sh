#!/usr/bin/env bash
# Asked:    SUMO 1.28.0: which speed has a vehicle that moveToXY moves 0.5 m backwards in each step of 0.1 s?
# Expected: 0 or -5 m/s; a vehicle that moveToXY moves forwards has the speed of its motion.
# Happens:  +5 m/s for ever: it keeps the speed that it had when it last moved forwards. Cars behind it rely on that.
# Hurts:    Users who couple a vehicle of their own to SUMO by moveToXY: once it reverses, traffic behind takes it for one that drives away.
#           (src/sim/traffic/ego/coupling.py sets its speed to 0 while it reverses.)
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"${PYTHON:-/usr/bin/python3}" -m venv venv
venv/bin/python3 -m pip install -q --disable-pip-version-check eclipse-sumo==1.28.0 libsumo==1.28.0
cat >backwards.py <<'PY'
import subprocess
import sys

import libsumo
import sumo

BIN = f"{sumo.SUMO_HOME}/bin"
EDGE, FORWARDS, BACKWARDS = "A0B0", 20, 50


def speeds(held):
    """Return the speeds in both phases; with ``held`` it is set to 0 while it reverses."""
    libsumo.start([f"{BIN}/sumo", "-n", "net.xml", "--step-length", "0.1", "--no-step-log"])
    libsumo.vehicle.add("own", "")
    x, y = libsumo.simulation.convert2D(EDGE, 100.0)
    found = []
    for step in range(FORWARDS + BACKWARDS):
        if held and step == FORWARDS:
            libsumo.vehicle.setSpeed("own", 0.0)
        x += 0.5 if step < FORWARDS else -0.5
        libsumo.vehicle.moveToXY("own", EDGE, 0, x, y, 90.0, 0)
        libsumo.simulationStep()
        found.append(libsumo.vehicle.getSpeed("own"))
    libsumo.close()
    return found[FORWARDS - 1], found[-1]


grid = "--grid --grid.number=2 --grid.length=300 -o net.xml"
subprocess.run([f"{BIN}/netgenerate", *grid.split()], check=True, stdout=subprocess.DEVNULL)
said = subprocess.run([f"{BIN}/sumo", "--version"], stdout=subprocess.PIPE, text=True, check=True)
print(said.stdout.splitlines()[0])
ahead, back = speeds(held=False)
print(f"speed of a vehicle moved by 5 m/s: forwards {ahead:.2f}, then backwards for 5 s {back:.2f} m/s")
print(f"with setSpeed(0) while it moves backwards: {speeds(held=True)[1]:.2f} m/s")
if not (abs(ahead - 5.0) < 0.1 and abs(back - 5.0) < 0.1 and speeds(held=True)[1] == 0.0):
    sys.exit("changed: a vehicle that is moved backwards no longer keeps its speed of before")
PY
venv/bin/python3 backwards.py
