"""Keys of a terminal become speed and steering within limits."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.drivers.teleop import Teleop, TeleopLimits, keys
from sim.errors import InputError

LIMITS = TeleopLimits(
    max_speed=5.0,
    max_reverse=2.0,
    max_steering=0.3,
    speed_step=0.5,
    steering_step=0.1,
    return_rate=0.5,
    hold=0.6,
)


def test_letters_and_arrows_mean_the_same() -> None:
    assert keys("wsad q") == (["faster", "slower", "left", "right", "brake", "quit"], "")
    assert keys("\x1b[A\x1b[B\x1b[D\x1b[C") == (["faster", "slower", "left", "right"], "")
    assert keys("\x1bOA\x1bOB") == (["faster", "slower"], "")


def test_keys_without_meaning_are_left_out() -> None:
    assert keys("x\x1b[Hy\n") == ([], "")


@pytest.mark.parametrize("cut", [1, 2])
def test_an_arrow_may_come_in_two_reads(cut: int) -> None:
    first, rest = keys("w" + "\x1b[D"[:cut])
    assert (first, rest) == (["faster"], "\x1b[D"[:cut])
    assert keys(rest + "\x1b[D"[cut:]) == (["left"], "")


@given(st.text(alphabet="wasd q\x1b[OABCDx", max_size=40), st.integers(0, 40))
def test_keys_may_be_split_between_reads(text: str, cut: int) -> None:
    first, rest = keys(text[:cut])
    second, end = keys(rest + text[cut:])
    assert (first + second, end) == keys(text)


def test_each_press_changes_the_speed_by_a_step_up_to_the_limit() -> None:
    teleop = Teleop(LIMITS)
    for count in range(1, 20):
        teleop.press("faster", 0.1 * count)
        assert teleop.speed == pytest.approx(min(0.5 * count, 5.0))


def test_holding_down_ends_in_a_stop_and_reverse_needs_another_press() -> None:
    teleop = Teleop(LIMITS)
    teleop.press("faster", 0.0)
    for count in range(30):
        teleop.press("slower", 1.0 + 0.03 * count)
    assert teleop.speed == 0.0
    teleop.press("slower", 3.0)
    assert teleop.speed == -0.5
    for count in range(30):
        teleop.press("slower", 3.1 + 0.03 * count)
    assert teleop.speed == -2.0
    for count in range(4):
        teleop.press("faster", 5.0 + 0.03 * count)
    assert teleop.speed == 0.0


def test_a_step_that_would_jump_over_standstill_stops() -> None:
    teleop = Teleop(TeleopLimits(speed_step=0.8, max_speed=1.0, max_reverse=1.0))
    teleop.press("faster", 0.0)
    teleop.press("faster", 0.1)
    teleop.press("slower", 1.0)
    teleop.press("slower", 1.1)
    assert teleop.speed == 0.0


def test_space_brakes_harder_than_letting_go() -> None:
    teleop = Teleop(LIMITS)
    teleop.press("faster", 0.0)
    assert teleop.acceleration == LIMITS.acceleration
    teleop.press("brake", 0.1)
    assert (teleop.speed, teleop.acceleration) == (0.0, LIMITS.braking)
    teleop.press("faster", 0.2)
    assert teleop.acceleration == LIMITS.acceleration


def test_steering_holds_while_keys_come_then_returns_to_the_middle() -> None:
    teleop = Teleop(LIMITS)
    teleop.press("left", 1.0)
    teleop.press("left", 1.1)
    for time in (1.2, 1.5, 1.7):
        teleop.advance(time)
        assert teleop.steering == pytest.approx(0.2)
    teleop.advance(1.9)
    assert teleop.steering == pytest.approx(0.2 - 0.5 * 0.2)
    teleop.advance(9.0)
    assert teleop.steering == 0.0


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["faster", "slower", "left", "right", "brake"]), st.floats(0.0, 1.0)
        ),
        max_size=60,
    )
)
def test_nothing_leaves_the_limits(presses: list) -> None:
    teleop, time = Teleop(LIMITS), 0.0
    for key, pause in presses:
        time += pause
        teleop.press(key, time)
        teleop.advance(time)
        assert -2.0 <= teleop.speed <= 5.0
        assert abs(teleop.steering) <= 0.3
        assert teleop.acceleration > 0.0


@pytest.mark.parametrize("value", [0.0, -1.0, math.nan, math.inf])
def test_a_limit_that_makes_no_sense_is_refused_by_name(value: float) -> None:
    with pytest.raises(InputError, match="max_speed"):
        TeleopLimits(max_speed=value)
