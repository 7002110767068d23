"""Detection of a missing lockstep participant under test."""

from __future__ import annotations

from sim.ros.openscenario.attendance import Attendance


def lacking(boundaries: list) -> str:
    attendance = Attendance("acc")
    for now, names in boundaries:
        said = attendance.lacking(now, names)
        if said:
            return said
    return ""


BOTH_NAMES = ["traffic", "acc"]
OTHER_NAMES = ["traffic"]


def test_a_participant_with_all_boundaries_is_present():
    assert not lacking([(i / 10, BOTH_NAMES if i % 3 == 0 else OTHER_NAMES) for i in range(40)])
    # After a reset of the simulator, too.
    assert not lacking(
        [
            (0.0, BOTH_NAMES),
            (0.1, BOTH_NAMES),
            (7.0, BOTH_NAMES),
            (0.0, OTHER_NAMES),
            (0.1, BOTH_NAMES),
        ]
    )


def test_a_silent_participant_is_gone_since_its_last_boundary():
    said = lacking([(i / 10, BOTH_NAMES if i <= 12 else OTHER_NAMES) for i in range(40)])
    assert said.startswith("the node under test, acc, takes no part in the lockstep after 1.20 s")


def test_a_participant_hanging_at_its_first_boundary_is_gone():
    assert lacking([(0.0, BOTH_NAMES), (5.1, OTHER_NAMES)])


def test_an_absent_participant_is_named():
    boundaries = [(0.0, OTHER_NAMES), (0.1, OTHER_NAMES)]
    assert lacking(boundaries) == "the node under test, acc, has not joined the lockstep"
