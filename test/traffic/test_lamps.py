"""Lit lamps by SUMO's letters and signals."""

from __future__ import annotations

import numpy as np
import pytest

from sim.traffic.lamps import lit_head, lit_vehicles, vehicle_lamps


def lit_vehicle(signals: int, time: float) -> tuple:
    """Return the names of the lamps that shine on one vehicle."""
    (bits,) = lit_vehicles([signals], time)
    names = [name.rstrip("_") for name in vehicle_lamps()]
    return tuple(name for bit, name in enumerate(names) if bits >> bit & 1)


@pytest.mark.parametrize(
    "letter, lit",
    [
        ("r", ("red",)),
        ("y", ("yellow",)),
        ("u", ("red", "yellow")),
        ("g", ("green",)),
        ("G", ("green",)),
        ("O", ()),
        ("s", ()),
        ("", ()),
    ],
)
def test_a_head_shines_by_its_letter(letter, lit):
    assert {lit_head(letter, time) for time in np.arange(0.0, 3.0, 0.1)} == {lit}


@pytest.mark.parametrize(
    "shines, rate",
    [
        (lambda time: lit_head("o", time) == ("yellow",), 1.0),
        (lambda time: lit_vehicle(2, time) == ("blinker_left",), 1.5),
        (lambda time: lit_vehicle(2048, time) == ("blue",), 3.0),
    ],
)
def test_blinking_lamps_are_lit_in_the_first_half_of_each_period(shines, rate):
    seen = np.array([shines(0.005 * k) for k in range(4000)])
    assert seen[0] and seen.mean() == pytest.approx(0.5, abs=0.01)
    assert (np.diff(seen.astype(int)) == 1).sum() == pytest.approx(20.0 * rate, abs=1)


def test_signals_add_up():
    assert lit_vehicle(0, 0.0) == ()
    assert lit_vehicle(1 | 8, 0.0) == ("brake", "blinker_right")
    assert lit_vehicle(4, 0.0) == ("blinker_left", "blinker_right")
    assert lit_vehicle(8, 0.4) == ("brake",) and lit_vehicle(4, 0.4) == ()
    assert lit_vehicle(16 | 32, 0.0) == ()


def test_vehicles_of_one_call_shine_by_their_own_signals():
    signals = np.arange(2**12)
    lit = lit_vehicles(signals, 0.0)
    assert (lit & 1 > 0).tolist() == (signals & 8 > 0).tolist()
    assert (lit & 2 > 0).tolist() == (signals & (2 | 4) > 0).tolist()
    assert (lit & 4 > 0).tolist() == (signals & (1 | 4) > 0).tolist()
    assert (lit & 8 > 0).tolist() == (signals & 2048 > 0).tolist()
