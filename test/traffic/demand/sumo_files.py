"""Files of SUMO's for a crossing of streets."""

from __future__ import annotations

from pathlib import Path

TYPES = """<additional>
<vTypeDistribution id="mixed">
<vType id="suv" length="4.9" width="1.95" height="1.7" color="red" probability="0.7"/>
<vType id="semi" vClass="trailer" probability="0.3"/></vTypeDistribution>
<vType id="walker" vClass="pedestrian"/><vType id="van" guiShape="passenger/van" length="5.1"/>
<vType id="unused" vClass="bus"/>
<busStop id="stop" lane="ce_2" startPos="20" endPos="50"/>
<tlLogic id="c" type="static" programID="own" offset="0"><phase duration="30" state="{}"/>
<phase duration="30" state="{}"/></tlLogic>
<inductionLoop id="loop" lane="ce_2" pos="10" period="30" file="loops.xml"/></additional>"""
ROUTES = """<routes><route id="across" edges="wc ce"/>
<flow id="f" type="mixed" from="nc" to="cs" begin="0" period="exp(0.2)" departLane="best"/>
<vehicle id="bus" type="van" route="across" depart="1" departLane="best">
<stop busStop="stop" duration="10"/></vehicle>
<trip id="plain" from="wc" to="cs" depart="5" departLane="best"/>
<personFlow id="p" type="walker" begin="6" period="4" departPos="random"><walk from="wc" to="ce"/>
</personFlow></routes>"""


def config(folder: Path, net: Path, more: str = "") -> Path:
    path = folder / "d.sumocfg"
    path.write_text(
        f'<configuration><input><net-file value="{net.name}"/><route-files value="d.rou.xml"/>'
        f'<additional-files value="types.add.xml"/></input>{more}</configuration>'
    )
    return path
