#!/usr/bin/env bash
# Asked:    netconvert 1.28.0: where is the second lane of an OpenDRIVE road whose first lane widens from 3 m to 5 m?
# Expected: Beside the first one all along: 1.75 m beyond its border, at y = -4.75 m at the begin and -6.75 m at the end.
# Happens:  At y = -4.75 m throughout: a lane has its first width, without a warning. Cut into lane sections, the same road is read rightly.
# Hurts:    Users who place vehicles by OpenDRIVE's lanes on a road network of the same file: they are up to 2 m beside SUMO's lane, on ramps and
#           turning lanes most of all. (sim.traffic.roads.opendrive_rewrite cuts sections before netconvert.)
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"${PYTHON:-/usr/bin/python3}" -m venv venv
venv/bin/python3 -m pip install -q --disable-pip-version-check eclipse-sumo==1.28.0
cat >widths.py <<'PY'
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
right = "<right>" + LANE.format(-1, "{}") + LANE.format(-2, WIDTH.format(0, 3.5, 0)) + "</right>"
whole = ROAD.format("", "", SECTION.format(0, "", right.format(WIDTH.format(0, 3, 0.02))))
pieces = "".join(
    SECTION.format(s, "", right.format(WIDTH.format(0, 3 + 0.02 * (s + 5), 0))) for s in range(0, 100, 10)
)
links = '<link><predecessor id="{0}"/><successor id="{0}"/></link>'
for number in (-1, -2):
    opening = f'<lane id="{number}" type="driving">'
    pieces = pieces.replace(opening, opening + links.format(number))
outer = [lane for lane in lanes(whole) if lane.get("width") == "3.50"]
print("one section: the second lane has y =", [start(lane)[1] for lane in outer])
places = sorted(start(lane) for lane in lanes(ROAD.format("", "", pieces)))
cut = [place for place in places if place[1] < -4.0]
print("ten sections: its pieces have x, y =", cut)
follows = abs(cut[0][1] + 4.85) < 0.02 and abs(cut[-1][1] + 6.65) < 0.02
if not follows or [start(lane)[1] for lane in outer] != [-4.75]:
    sys.exit("changed: a lane's width is no longer its first one all along")
PY
venv/bin/python3 widths.py
