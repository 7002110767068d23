"""A robot that is ready for commands."""

from __future__ import annotations

import pytest
from crcl_controller import Controller

from sim.crcl import (
    InitCanon,
)


@pytest.fixture()
def robot() -> Controller:
    controller = Controller()
    controller.done(InitCanon(1))
    return controller
