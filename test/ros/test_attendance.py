"""When a node under test counts as gone from the lockstep."""

from __future__ import annotations

from sim.ros.openscenario.attendance import Attendance


def lacking(boundaries: list) -> str:
    attendance = Attendance("acc")
    for now, names in boundaries:
        said = attendance.lacking(now, names)
        if said:
            return said
    return ""


BOTH = ["traffic", "acc"]
OTHERS = ["traffic"]


def test_who_has_all_its_boundaries_is_there():
    assert not lacking([(i / 10, BOTH if i % 3 == 0 else OTHERS) for i in range(40)])
    # After a reset of the simulator, too.
    assert not lacking([(0.0, BOTH), (0.1, BOTH), (7.0, BOTH), (0.0, OTHERS), (0.1, BOTH)])


def test_who_has_none_any_more_is_gone_and_since_when():
    said = lacking([(i / 10, BOTH if i <= 12 else OTHERS) for i in range(40)])
    assert said.startswith("the node under test, acc, takes no part in the lockstep after 1.20 s")


def test_who_hangs_at_its_first_boundary_is_gone():
    assert lacking([(0.0, BOTH), (5.1, OTHERS)])


def test_who_never_came_is_named():
    boundaries = [(0.0, OTHERS), (0.1, OTHERS)]
    assert lacking(boundaries) == "the node under test, acc, has not joined the lockstep"
