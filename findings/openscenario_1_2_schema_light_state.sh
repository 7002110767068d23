#!/usr/bin/env bash
# Asked:    ASAM's checker of OpenSCENARIO 1.0.0: is a file of revision 1.2 valid that switches a vehicle's brake lights?
# Expected: Yes: 1.2's model has either a LightStateAction or an AnimationAction, and either a VehicleLight or a UserDefinedLight.
# Happens:  No: 1.2.0's schema wants an AnimationAction behind every LightStateAction, and a UserDefinedLight behind every VehicleLight. The same
#           file is valid as one of revision 1.3.
# Hurts:    Users who have their files of 1.2 checked: a lamp can only be switched by a file that also animates something. Readers of 1.2 meet
#           files with both actions, which they have to carry out. (src/sim/openscenario/reading/actions.py reads one or both.)
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"${PYTHON:-/usr/bin/python3}" -m venv venv
venv/bin/python3 -m pip install -q --disable-pip-version-check asam-qc-openscenarioxml==1.0.0
cat >lights.py <<'PY'
import subprocess
import sys
from xml.etree import ElementTree

LAMP = '<VehicleLight vehicleLightType="brakeLights"/>'
SWITCH = '<LightStateAction><LightType>{}</LightType><LightState mode="on"/></LightStateAction>'
ANIMATION = (
    '<AnimationAction><AnimationType><UserDefinedAnimation userDefinedAnimationType="a"/>'
    "</AnimationType></AnimationAction>"
)
SCENARIO = """<OpenSCENARIO><FileHeader revMajor="1" revMinor="{}" date="2026-01-01T00:00:00" description="d" author="a"/>
<CatalogLocations/><RoadNetwork/><Entities><ScenarioObject name="A"><Vehicle name="v" vehicleCategory="car">
<BoundingBox><Center x="1" y="0" z="1"/><Dimensions width="2" length="4" height="2"/></BoundingBox>
<Performance maxSpeed="50" maxAcceleration="4" maxDeceleration="8"/>
<Axles><FrontAxle maxSteering="0.5" wheelDiameter="0.6" trackWidth="1.6" positionX="2.8" positionZ="0.3"/>
<RearAxle maxSteering="0" wheelDiameter="0.6" trackWidth="1.6" positionX="0" positionZ="0.3"/></Axles>
<Properties/></Vehicle></ScenarioObject></Entities><Storyboard><Init><Actions><Private entityRef="A"><PrivateAction>
<AppearanceAction>{}</AppearanceAction></PrivateAction></Private></Actions></Init>
<Story name="s"><Act name="a"><ManeuverGroup name="g" maximumExecutionCount="1">
<Actors selectTriggeringEntities="false"/></ManeuverGroup><StartTrigger/></Act></Story><StopTrigger/></Storyboard>
</OpenSCENARIO>"""
CONFIG = """<Config><Param name="InputFile" value="scenario.xosc"/>
<CheckerBundle application="xoscBundle"><Param name="resultFile" value="result.xqar"/></CheckerBundle></Config>"""


def issues(minor, actions):
    """Return what the checker's rule of the schema says of a file."""
    for name, text in (("scenario.xosc", SCENARIO.format(minor, actions)), ("config.xml", CONFIG)):
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)
    command = ["venv/bin/qc_openscenario", "-c", "config.xml"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    found = ElementTree.parse("result.xqar").iter("Checker")
    (schema,) = [each for each in found if "schema" in each.get("checkerId", "")]
    if schema.get("status") != "completed":
        sys.exit(f"changed: the rule of the schema is {schema.get('status')}")
    return [each.get("description") for each in schema.iter("XMLLocation")] + [
        each.get("description") for each in schema.iter("Issue")
    ]


from importlib.metadata import version

print("asam-qc-openscenarioxml", version("asam-qc-openscenarioxml"))
lamp = SWITCH.format(LAMP)
everything = SWITCH.format(LAMP + '<UserDefinedLight userDefinedLightType="l"/>') + ANIMATION
found = {
    "revision 1.2, brake lights": issues(2, lamp),
    "revision 1.3, brake lights": issues(3, lamp),
    "revision 1.2, brake lights, a light of the user's and an animation": issues(2, everything),
}
for name, said in found.items():
    print(f"{name}: {len(said)} issues", *said[:3], sep="\n  ")
if [bool(said) for said in found.values()] != [True, False, False]:
    sys.exit("changed: the schema of 1.2 takes a lamp alone, or refuses it with an animation")
PY
venv/bin/python3 lights.py
