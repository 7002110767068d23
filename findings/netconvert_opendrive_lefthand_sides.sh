#!/usr/bin/env bash
# Asked:    netconvert 1.28.0 with --lefthand: do the lanes of an OpenDRIVE road stay where the file has them?
# Expected: Yes: OpenDRIVE says where each lane lies, two on the left of this road and one on its right; --lefthand says which way they lead.
# Happens:  The road is turned over: two lanes lie on the right and one on the left, and each leads as in right-hand traffic of the file.
# Hurts:    Users with maps of left-hand traffic: --lefthand, which the manual names for it, puts lanes of unlike number or width on the wrong side of the road.
#           (docs/maps.md: netconvert reads the mirror image of such files without --lefthand, and the network is mirrored back.)
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
left = "".join(LANE.format(i, WIDTH.format(0, 3.5, 0)) for i in (2, 1))
right = LANE.format(-1, WIDTH.format(0, 3.5, 0))
road = ROAD.format(
    ' rule="LHT"', "", SECTION.format(0, f"<left>{left}</left>", f"<right>{right}</right>")
)
found = {}
for more in ((), ("--lefthand",)):
    found[more] = sorted(start(lane)[1] for lane in lanes(road, *more))
    print(f"{' '.join(more) or 'without --lefthand'}: lanes lie at y = {found[more]}")
if found[()] != [-1.75, 1.75, 5.25]:
    sys.exit("changed: without --lefthand lanes do not lie where the file has them")
if found["--lefthand",] != [-5.25, -1.75, 1.75]:
    sys.exit("changed: with --lefthand lanes stay where the file has them")
PY
venv/bin/python3 rule.py
