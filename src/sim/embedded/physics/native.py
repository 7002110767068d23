"""What is done in each step of MuJoCo beside its own work, in C++ (``native/physics.cc``,
``native/boxes.cc``)."""

from __future__ import annotations

from sim.laws.library import COUNT, NUMBER, POINTER, Laws

NATIVE = Laws(
    "sim_physics",
    {
        "sim_drive": (None, [POINTER, POINTER, COUNT, COUNT, POINTER, NUMBER, NUMBER]),
        "sim_step2": (COUNT, [POINTER, POINTER]),
        "sim_boxes": (None, [COUNT, COUNT, POINTER, NUMBER, *[POINTER] * 6]),
    },
)
