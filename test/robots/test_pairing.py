"""Pairing of joint measurements with reports, whichever is ahead."""

from __future__ import annotations

from sim.robots.pairing import MOST, Pairing

WRIST_KEY = "wrench"
GRIPPER_KEY = "gripper"


def test_before_a_first_report_measurements_go_on_at_once() -> None:
    pairing = Pairing({WRIST_KEY: 0.0})
    assert pairing.measured(1.0, "a") == [("a", {})]


def test_measurements_and_reports_of_one_time_are_paired() -> None:
    pairing = Pairing({WRIST_KEY: 0.0})
    assert pairing.reported(WRIST_KEY, 1.0, 1) == []
    assert pairing.measured(1.0, "a") == [("a", {WRIST_KEY: 1})]
    assert pairing.measured(1.004, "b") == [] and pairing.measured(1.008, "c") == []
    assert pairing.reported(WRIST_KEY, 1.004, 2) == [("b", {WRIST_KEY: 2})]
    assert pairing.reported(WRIST_KEY, 1.008, 3) == [("c", {WRIST_KEY: 3})]
    assert (
        pairing.reported(WRIST_KEY, 1.012, 4) == [] and pairing.reported(WRIST_KEY, 1.016, 5) == []
    )
    assert pairing.measured(1.012, "d") == [("d", {WRIST_KEY: 4})]


def test_a_slower_stream_gives_its_report_of_a_delay_ago() -> None:
    pairing = Pairing({GRIPPER_KEY: 0.02})
    pairing.reported(GRIPPER_KEY, 1.0, "open")
    assert pairing.measured(1.008, "a") == [("a", {})]
    assert pairing.measured(1.02, "b") == [("b", {GRIPPER_KEY: "open"})]
    assert pairing.measured(1.024, "c") == []
    assert pairing.reported(GRIPPER_KEY, 1.02, "closed") == [("c", {GRIPPER_KEY: "open"})]
    assert pairing.measured(1.04, "d") == [("d", {GRIPPER_KEY: "closed"})]


def test_the_order_of_streams_makes_no_difference() -> None:
    measurements = [(0.004 * k, k) for k in range(40)]
    reports = [(0.02 * k, f"report {k}") for k in range(9)]

    def all_of(events) -> list:
        pairing, found = Pairing({GRIPPER_KEY: 0.02}), []
        pairing.reported(GRIPPER_KEY, -0.02, "first")
        for time, event in events:
            found += (
                pairing.reported(GRIPPER_KEY, time, event)
                if isinstance(event, str)
                else pairing.measured(time, event)
            )
        return found

    together = all_of(sorted(measurements + reports, key=lambda event: event[0]))
    assert len(together) == len(measurements)
    assert all_of(measurements + reports) == together == all_of(reports + measurements)


def test_a_stream_that_falls_silent_holds_nothing_up_for_long() -> None:
    pairing = Pairing({WRIST_KEY: 0.0, GRIPPER_KEY: 0.02})
    pairing.reported(WRIST_KEY, 1.0, 1)
    found = [pairing.measured(1.0 + 0.004 * k, k) for k in range(MOST + 3)]
    assert [len(one) for one in found] == [1] + [0] * MOST + [MOST + 1, 1]
    assert found[-2][-1] == (MOST + 1, {})


def test_only_the_silent_stream_is_given_up() -> None:
    pairing, found = Pairing({WRIST_KEY: 0.0, GRIPPER_KEY: 0.02}), []
    pairing.reported(WRIST_KEY, 1.0, "felt")
    for k in range(MOST + 2):
        pairing.reported(GRIPPER_KEY, 1.0 + 0.004 * k, k)
        found += pairing.measured(1.0 + 0.004 * k, k)
    assert found[0] == (0, {WRIST_KEY: "felt"})
    assert found[-1] == (MOST + 1, {GRIPPER_KEY: MOST + 1 - 5})


def test_after_time_was_set_back_reports_of_before_count_no_more() -> None:
    pairing = Pairing({WRIST_KEY: 0.0})
    pairing.reported(WRIST_KEY, 5.0, 1)
    assert pairing.measured(0.004, "a") == [("a", {})]
    pairing.reported(WRIST_KEY, 0.008, 2)
    assert pairing.measured(0.008, "b") == [("b", {WRIST_KEY: 2})]
    pairing.clear()
    assert pairing.measured(0.0, "c") == [("c", {})]
