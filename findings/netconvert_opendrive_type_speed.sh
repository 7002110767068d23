#!/usr/bin/env bash
# Asked:    netconvert 1.28.0: how fast may one drive on an OpenDRIVE road of type town with a speed of 30 km/h?
# Expected: 8.33 m/s: lanes without a speed of their own have that of the road's type.
# Happens:  13.89 m/s: the speed in <type> is not read, without a warning; a speed in <lane> is.
# Hurts:    Users whose maps give limits by road type, as most exports do: SUMO's vehicles drive 50 km/h through zones of 30, and every figure of flow,
#           delay and gaps is of another road. (sim.traffic.roads.opendrive_rewrite gives lanes the speed.)
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"${PYTHON:-/usr/bin/python3}" -m venv venv
venv/bin/python3 -m pip install -q --disable-pip-version-check eclipse-sumo==1.28.0
cat >speed.py <<'PY'
import subprocess
import sys
from xml.etree import ElementTree

import sumo

NETCONVERT = f"{sumo.SUMO_HOME}/bin/netconvert"
LANE = '<lane id="{}" type="driving">{}</lane>'
WIDTH = '<width sOffset="{}" a="{}" b="{}" c="0" d="0"/>'
ROAD = """<OpenDRIVE><header revMajor="1" revMinor="6"/><road id="1" length="100" junction="-1"{}>{}<planView>
  <geometry s="0" x="0" y="0" hdg="0" length="100"><line/></geometry></planView><lanes>{}</lanes></road></OpenDRIVE>"""
SECTION = '<laneSection s="{}">{}<center><lane id="0" type="none"/></center>{}</laneSection>'


def lanes(text, *more):
    """Return the lanes of roads that netconvert makes of an OpenDRIVE text, by id."""
    with open("road.xodr", "w", encoding="utf-8") as file:
        file.write(text)
    words = "--opendrive-files road.xodr --offset.disable-normalization -o net.xml"
    subprocess.run([NETCONVERT, *words.split(), *more], check=True, stdout=subprocess.DEVNULL)
    edges = ElementTree.parse("net.xml").findall("edge")
    return [lane for edge in edges if edge.get("function") != "internal" for lane in edge]


def start(lane):
    """Return x and y of a lane's first point."""
    return tuple(map(float, lane.get("shape").split()[0].split(",")[:2]))


said = subprocess.run([NETCONVERT, "--version"], stdout=subprocess.PIPE, text=True, check=True)
print(said.stdout.splitlines()[0])
speed = '<speed {}max="30" unit="km/h"/>'
of_type = f'<type s="0" type="town">{speed.format("")}</type>'
found = {}
for name, road, lane in (("type", of_type, ""), ("lane", "", speed.format('sOffset="0" '))):
    right = LANE.format(-1, WIDTH.format(0, 3.5, 0) + lane)
    (made,) = lanes(ROAD.format("", road, SECTION.format(0, "", f"<right>{right}</right>")))
    found[name] = made.get("speed")
    print(f"30 km/h in <{name}>: {found[name]} m/s")
if found["lane"] != "8.33":
    sys.exit("changed: a lane's own speed is not read")
if found["type"] != "13.89":
    sys.exit("changed: the speed of a road's type is read")
PY
venv/bin/python3 speed.py
