"""A program about some commands, and where its robot begins."""

from __future__ import annotations

from crcl_controller import at

from sim.crcl import (
    ConfigureJointReport,
    CRCLProgram,
    EndCanon,
    InitCanon,
)

HOME = at(0.4, 0.0, 0.3)


def program(*middle) -> CRCLProgram:
    return CRCLProgram(init_canon=InitCanon(1), middle_command=middle, end_canon=EndCanon(99))


def force(z: float) -> tuple:
    return ((0.0, 0.0, z), (0.0, 0.0, 0.0))


def reports(*rows: tuple) -> tuple:
    return tuple(ConfigureJointReport(*row) for row in rows)
