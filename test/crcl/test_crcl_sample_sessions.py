"""Sessions with the official CRCL samples and with random commands.

Samples end in Done or the required Error, with a robot that can execute any order.
"""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from crcl_controller import Controller
from crcl_things import things
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.public_data import CRCL_SAMPLES, absent

from sim.crcl import CRCLCommandInstance, InitCanon, MiddleCommand
from sim.crcl.codec import read_document, read_status, write_status
from sim.crcl.documents import CRCLProgram
from sim.crcl.session import SessionOptions, SessionState
from sim.crcl.status import CRCLStatus
from sim.robot_orders import Screw

SAMPLES = [path for path in sorted(CRCL_SAMPLES.glob("*.xml")) if "tatus" not in path.name]
# It uses CommandID 5 twice.
TWICE = "testForceSensorProgram.xml"


@pytest.mark.skipif(not SAMPLES, reason=absent(CRCL_SAMPLES))
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_a_sample_is_carried_out(path: Path) -> None:
    document = read_document(path.read_bytes(), path.name)
    controller = Controller(SessionOptions(strict_ids="always"))
    if isinstance(document, CRCLCommandInstance):
        assert controller.state == "0 Ready"
        controller.session.take(document)
        legal = type(document.crcl_command).__name__ in ("InitCanon", "EndCanon")
        assert ("Error" in controller.state) != legal, "nothing else is legal before InitCanon"
        controller.done(InitCanon(1))
    controller.session.take(document)
    controller.end()
    if path.name == TWICE:
        assert (
            controller.state
            == "1 Error CommandID of MoveTo: 5 was used before in this session; each command "
            "needs an id of its own"
        )
    else:
        last = document.end_canon if isinstance(document, CRCLProgram) else document.crcl_command
        assert controller.state == f"{last.command_id} Done"


@pytest.mark.skipif(not SAMPLES, reason=absent(CRCL_SAMPLES))
def test_the_sample_with_a_repeated_id_ends_at_an_unknown_sensor() -> None:
    document = read_document((CRCL_SAMPLES / TWICE).read_bytes())
    for options, end in (
        (SessionOptions(), "6 Error EnableSensor/SensorID: sensor 'ATINetFT' not found"),
        (SessionOptions(aliases={"ATINetFT": "wrench"}), "7 Done"),
    ):
        controller = Controller(options)
        controller.session.take(document)
        controller.end()
        assert controller.state.startswith(end)


COMMANDS = st.one_of(things(MiddleCommand), things(InitCanon))


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.lists(
        st.tuples(COMMANDS, st.sampled_from(list(SessionState)), st.integers(0, 3)), max_size=12
    )
)
@pytest.mark.not_quick
def test_a_session_survives_any_commands_and_any_controller(steps) -> None:
    """Statuses are readable, ids of orders rise, orders are free of NaN."""
    controller = Controller(SessionOptions(strict_ids="never"))
    controller.done(InitCanon(1))
    for command, state, reports in steps:
        controller.give(command)
        for _ in range(reports):
            controller.report(state, "said")
        status = read_status(write_status(controller.session.status()))
        assert (
            isinstance(status, CRCLStatus)
            and status.command_status.command_id == controller.session.standing.command_id
        )
    ids = [order.id for order in controller.orders]
    assert ids == sorted(set(ids))
    for order in controller.orders:
        assert math.isfinite(order.value)
        motion = order.motion
        waypoints = (
            (motion.waypoint,) if isinstance(motion, Screw) else getattr(motion, "waypoints", ())
        )
        for one in waypoints:
            assert all(map(math.isfinite, (*one.position, *one.orientation)))
