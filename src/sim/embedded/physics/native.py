"""C++ parts of MuJoCo's steps.

Vehicles and boxes of traffic (``native/physics.cc``, ``boxes.cc``), driven joints, fingers and
wrists (``drives.cc``, ``fingers.cc``), motors of wheels (``motors.cc``) and their slip
(``wheel_slip.cc``), contacts (``contacts.cc``), and several steps in one call (``stretch.cc``).
"""

from __future__ import annotations

from sim.laws.library import COUNT, LONG, NUMBER, POINTER, Laws

NATIVE = Laws(
    "sim_physics",
    {
        "sim_drive": (None, [POINTER, POINTER, COUNT, COUNT, POINTER, NUMBER, NUMBER]),
        "sim_clear_wrenches": (None, [POINTER, POINTER]),
        "sim_step2": (COUNT, [POINTER, POINTER]),
        "sim_stretch": (COUNT, [*[POINTER] * 3, COUNT, LONG, COUNT, NUMBER, NUMBER, POINTER]),
        "sim_boxes": (None, [COUNT, COUNT, POINTER, NUMBER, *[POINTER] * 6]),
        "sim_motors_apply": (None, [POINTER, POINTER, COUNT, POINTER, POINTER]),
        "sim_wheel_slip_apply": (None, [POINTER, POINTER, COUNT, POINTER, POINTER, POINTER]),
        "sim_wheel_slip_settle": (None, [POINTER, POINTER, COUNT, POINTER, POINTER]),
        "sim_drives_moved": (COUNT, [POINTER, POINTER]),
        "sim_drives_apply": (COUNT, [POINTER, POINTER, POINTER, NUMBER, NUMBER]),
        "sim_drives_settle": (None, [POINTER, POINTER]),
        "sim_fingers_look": (NUMBER, [POINTER, POINTER]),
        "sim_fingers_apply": (None, [POINTER, POINTER, NUMBER]),
        "sim_fingers_settle": (None, [POINTER, POINTER, NUMBER, NUMBER]),
        "sim_wrist_settle": (None, [POINTER, POINTER, NUMBER]),
        "sim_touches": (COUNT, [POINTER, POINTER, POINTER, COUNT, COUNT, POINTER]),
        "sim_almost_upright": (
            COUNT,
            [POINTER, POINTER, COUNT, POINTER, COUNT, POINTER, NUMBER, NUMBER],
        ),
    },
)
