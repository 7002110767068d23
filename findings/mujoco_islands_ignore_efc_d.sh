#!/usr/bin/env bash
# Asked:    MuJoCo 3.3.7: does a contact get softer where a program lowers mjData.efc_D (and raises efc_R) between mj_step1 and mj_step2?
# Expected: Yes, as an edit of efc_aref at the same place moves the body: mj_step1 computes these arrays, and the solver in mj_step2 uses them.
# Happens:  Only with <flag island="disable"/>. By default the solver takes a copy by islands, iefc_D, which mj_step1 has made already: efc_D and
#           efc_R keep the new values and change nothing, without a warning. efc_aref is copied later, so that its edits count.
# Hurts:    Users with compliance of their own for single contacts or joints: after an update to a MuJoCo that finds islands by default the program
#           runs as before, and the stiffness is that of the model. (src/sim/embedded only reads these arrays.)
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"${PYTHON:-/usr/bin/python3}" -m venv venv
venv/bin/python3 -m pip install -q --disable-pip-version-check mujoco==3.3.7
cat >soften.py <<'PY'
import math
import sys

import mujoco

SOFTER = 100.0
GRAVITY = 9.81  # m/s^2
XML = """<mujoco><option gravity="0 0 -{gravity}"><flag island="{islands}"/></option><worldbody>
  <geom type="plane" size="5 5 1"/>
  <body pos="0 0 0.099"><freejoint/><geom type="sphere" size="0.1"/></body>
</worldbody></mujoco>"""


def soften(data):
    data.efc_D[:] /= SOFTER
    data.efc_R[:] *= SOFTER


def soften_copies(data):
    data.iefc_D[:] /= SOFTER
    data.iefc_R[:] *= SOFTER


def relax(data):
    data.efc_aref[:] = 0.0


def acceleration(islands, edit=None):
    """Return the upward acceleration of a ball that is 1 mm deep in a plane, m/s^2."""
    model = mujoco.MjModel.from_xml_string(XML.format(gravity=GRAVITY, islands=islands))
    data = mujoco.MjData(model)
    mujoco.mj_step1(model, data)
    if edit:
        edit(data)
    mujoco.mj_step2(model, data)
    return data.qacc[2]


print("MuJoCo", mujoco.__version__)
found = {}
for islands in ("enable", "disable"):
    for edit in (None, soften, relax):
        found[islands, edit] = acceleration(islands, edit)
        name = edit.__name__ if edit else "no edit"
        print(f"islands {islands}d, {name}: {found[islands, edit]:.4f} m/s^2")
copies = acceleration("enable", soften_copies)
print(f"islands enabled, {soften_copies.__name__}: {copies:.4f} m/s^2")
by_default, without = found["disable", None], found["disable", soften]
right = (
    math.isclose(found["enable", None], by_default, rel_tol=1e-6)
    and math.isclose(found["enable", relax], found["disable", relax], rel_tol=1e-6)
    and found["disable", relax] < by_default - 1.0
    and -GRAVITY < without < by_default - 1.0
    and math.isclose(copies, without, rel_tol=1e-6)
)
if not right or not math.isclose(found["enable", soften], found["enable", None], rel_tol=1e-6):
    sys.exit("changed: an edit of efc_D counts with islands, or no longer without them")
PY
venv/bin/python3 soften.py
