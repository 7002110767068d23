#!/usr/bin/env bash
# Asked:    SUMO 1.28.0: is a car that stands 1.5 m behind another one in a collision?
# Expected: No: nothing touches, and nothing moves.
# Happens:  Yes: a gap below minGap (2.5 m) counts, unless --collision.mingap-factor is 0.
# Hurts:    Users who count the collisions of a driver under test by SUMO's statistics: a driver who keeps less distance than SUMO's own fails without
#           a touch. (docs/measures.md: sumo_collisions are contacts.)
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"${PYTHON:-/usr/bin/python3}" -m venv venv
venv/bin/python3 -m pip install -q --disable-pip-version-check eclipse-sumo==1.28.0
cat >standing.py <<'PY'
import subprocess
import sys
from xml.etree import ElementTree

import sumo

BIN = f"{sumo.SUMO_HOME}/bin"
# Both cars are 5 m long, and stop where they are put down.
ROUTES = """<routes><vType id="car" length="5" minGap="2.5"/><route id="r" edges="A0B0"/>
  <vehicle id="front" type="car" route="r" depart="0" departPos="106.5" departSpeed="0" insertionChecks="none">
    <stop lane="A0B0_0" startPos="101" endPos="106.5" duration="100"/></vehicle>
  <vehicle id="rear" type="car" route="r" depart="0" departPos="100" departSpeed="0" insertionChecks="none">
    <stop lane="A0B0_0" startPos="95" endPos="100" duration="100"/></vehicle></routes>"""


def collisions(*more):
    """Return the collisions that SUMO writes in ten seconds."""
    words = "-n net.xml -r routes.xml --end 10 --no-step-log --collision.action warn"
    command = [f"{BIN}/sumo", *words.split(), "--collision-output", "out.xml", *more]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return ElementTree.parse("out.xml").findall("collision")


grid = "--grid --grid.number=2 --grid.length=200 -o net.xml"
subprocess.run([f"{BIN}/netgenerate", *grid.split()], check=True, stdout=subprocess.DEVNULL)
with open("routes.xml", "w", encoding="utf-8") as file:
    file.write(ROUTES)
said = subprocess.run([f"{BIN}/sumo", "--version"], stdout=subprocess.PIPE, text=True, check=True)
print(said.stdout.splitlines()[0])
usual, contacts = collisions(), collisions("--collision.mingap-factor", "0")
for one in usual[:2]:
    print("collision:", one.attrib)
print(f"collisions in 10 s: {len(usual)}, with --collision.mingap-factor 0: {len(contacts)}")
still = all(one.get("colliderSpeed") == one.get("victimSpeed") == "0.00" for one in usual)
if not usual or contacts or not still:
    sys.exit("changed: cars that stand 1.5 m apart no longer collide by default alone")
PY
venv/bin/python3 standing.py
