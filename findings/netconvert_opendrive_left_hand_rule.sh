#!/usr/bin/env bash
# Asked:    netconvert 1.28.0: which way do the lanes of an OpenDRIVE road with rule="LHT" (left-hand traffic) lead?
# Expected: Lanes with positive ids, on the left, lead along the road, as the rule says.
# Happens:  They lead against it, as with rule="RHT": the rule is not read, without a warning.
# Hurts:    Users with maps of the United Kingdom, Japan, India or Australia: all traffic drives on the wrong side, in the wrong direction of every
#           one-way lane. (docs/maps.md: netconvert reads the mirror image of such files, and the network is mirrored back.)
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"${PYTHON:-/usr/bin/python3}" -m venv venv
venv/bin/python3 -m pip install -q --disable-pip-version-check eclipse-sumo==1.28.0
cat >rule.py <<'PY'
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
left = "<left>" + LANE.format(1, WIDTH.format(0, 3.5, 0)) + "</left>"
found = {}
for rule in ("RHT", "LHT"):
    (lane,) = lanes(ROAD.format(f' rule="{rule}"', "", SECTION.format(0, left, "")))
    found[rule] = start(lane)
    print(f"rule={rule}: the lane on the left begins at x, y = {found[rule]}")
if found["RHT"] != (100.0, 1.75):
    sys.exit("changed: a lane on the left of a right-hand road does not begin at its end")
if found["LHT"] != found["RHT"]:
    sys.exit("changed: the rule of left-hand traffic is read")
PY
venv/bin/python3 rule.py
