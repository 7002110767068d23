"""Messages of traffic are sorted, or refused with the wrong field."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest

messages = pytest.importorskip("sim.msg")

from sim.errors import InputError  # noqa: E402
from sim.ros.conversions import (  # noqa: E402
    NumpyTrafficStates,
    header,
    lights_from_message,
    state_from_message,
    states_message,
    types_from_message,
    types_message,
)
from sim.ros.states_text import StatesText  # noqa: E402

NUMBERS = ("x", "y", "z", "yaw", "pitch", "roll", "speed", "acceleration", "yaw_rate")


def states(**fields: Any) -> Any:
    """Return vehicles 4 and 7 as they arrive, with some fields changed."""
    return NumpyTrafficStates().deserialize(sent(**fields))


def sent(**fields: Any) -> bytes:
    """Return these fields as a serialized TrafficStates."""
    numbers = {name: [float(k), k + 0.5] for k, name in enumerate(NUMBERS)}
    message = messages.TrafficStates(
        **{
            **dict(header=header(2.5), step=0.1, id=[4, 7], type=[0, 3], signals=[8, 1], lights=1),
            **numbers,
            **fields,
        }
    )
    buffer = io.BytesIO()
    message.serialize(buffer)
    return buffer.getvalue()


def types(**fields: Any) -> Any:
    return messages.TrafficTypes(
        **{
            **dict(
                type=[0, 2],
                name=["a", "b"],
                model=["car", "bus"],
                length=[5.0, 12.0],
                width=[2.0, 2.5],
                height=[1.5, 3.0],
                color=["", "0.5 0 1"],
                peak=[1, 1],
            ),
            **fields,
        }
    )


def test_rows_in_any_order_are_sorted_by_id():
    swapped = {
        name: list(reversed(getattr(states(), name)))
        for name in (*NUMBERS, "id", "type", "signals")
    }
    for state in (
        state_from_message(states()),
        state_from_message(states(**swapped)),
        StatesText().deserialize(sent()).state(),
        StatesText().deserialize(sent(**swapped)).state(),
    ):
        assert (state.time, state.step) == (2.5, 0.1)
        np.testing.assert_array_equal(state.id, [4, 7])
        np.testing.assert_array_equal(state.type, [0, 3])
        np.testing.assert_array_equal(state.signals, [8, 1])
        np.testing.assert_array_equal(state.position, [[0.0, 1.0, 2.0], [0.5, 1.5, 2.5]])
        np.testing.assert_array_equal(
            np.stack(
                [
                    state.yaw,
                    state.pitch,
                    state.roll,
                    state.speed,
                    state.acceleration,
                    state.yaw_rate,
                ]
            )[:, 0],
            np.arange(3.0, 9.0),
        )


def test_types_come_back_with_their_colours():
    found = types_from_message(types())
    assert (found[0].color, found[2].color) == (None, (0.5, 0.0, 1.0))
    again = types_from_message(types_message(list(found.values()), {}, 0.0))
    assert list(again.values()) == list(found.values())
    assert types_from_message(types(color=[]))[2].color is None
    for text in ("red", "1 2 3", "0.5 0.5"):
        with pytest.raises(
            InputError, match=f"color of type b is '{text}'; write red, green and blue"
        ):
            types_from_message(types(color=["", text]))


def test_a_state_comes_back_as_it_was_sent():
    state = state_from_message(states())
    again = state_from_message(states_message(state, state.time))
    assert all(
        np.array_equal(getattr(again, name), getattr(state, name))
        for name in state.__dataclass_fields__
    )
    assert len(state_from_message(messages.TrafficStates(step=0.1))) == 0


@pytest.mark.parametrize(
    "fields, reason",
    [
        ({"yaw": [0.1]}, "yaw has 1 elements, and id 2; all must be of one length"),
        ({"x": []}, "x has 0 elements"),
        ({"type": [1, 2, 3]}, "type has 3"),
        ({"signals": [0]}, "signals has 1"),
        ({"id": [4]}, "type has 2 .* id 1"),
        ({"yaw_rate": []}, "yaw_rate has 0"),
        ({"y": [0.0, np.nan]}, "y of vehicle 7 is nan, not a finite number"),
        ({"speed": [np.inf, 0.0]}, "speed of vehicle 4 is inf"),
        ({"step": 0.0}, "step is 0 s, not above 0"),
        ({"step": np.nan}, "step is nan s"),
        ({"step": -0.1}, "step is -0.1 s"),
        ({"id": [7, 7]}, "vehicle 7 comes twice in one state"),
    ],
)
def test_a_state_that_is_none_is_refused(fields, reason):
    with pytest.raises(InputError, match=f"^/traffic/states: {reason}"):
        state_from_message(states(**fields))
    with pytest.raises(InputError, match=f"^/traffic/states: {reason}"):
        StatesText().deserialize(sent(**fields)).state()


@pytest.mark.parametrize("count", [0, 1, 300])
def test_a_state_read_at_once_is_what_is_read_field_by_field(count, monkeypatch):
    monkeypatch.delattr(StatesText, "_checked")
    random = np.random.default_rng(count)
    numbers = {name: random.normal(0.0, 50.0, count) for name in NUMBERS}
    numbers["yaw_rate"][: count // 2] = np.nan
    fields = dict(
        id=np.sort(random.choice(10**6, count, replace=False)).tolist(),
        type=random.integers(2**16, size=count).tolist(),
        signals=random.integers(2**32, size=count).tolist(),
        lights=2**32 - 7,
        **{name: values.tolist() for name, values in numbers.items()},
    )
    plain, text = states(**fields), StatesText().deserialize(sent(**fields))
    one, other = state_from_message(plain), text.state()
    assert (text.lights, text.time) == (plain.lights, plain.header.stamp.to_sec())
    assert (other.time, other.step) == (one.time, one.step)
    for name in list(one.__dataclass_fields__)[2:]:
        found, wanted = getattr(other, name), getattr(one, name)
        assert found.dtype == wanted.dtype
        np.testing.assert_array_equal(found, wanted)


def test_types_are_read():
    found = types_from_message(types())
    assert {
        number: (kind.name, kind.model, kind.length, kind.width, kind.height)
        for number, kind in found.items()
    } == {0: ("a", "car", 5.0, 2.0, 1.5), 2: ("b", "bus", 12.0, 2.5, 3.0)}


@pytest.mark.parametrize(
    "fields, reason",
    [
        ({"width": [2.0]}, "width has 1 elements, and type 2"),
        ({"name": ["a", "b", "c"]}, "name has 3"),
        (
            {"height": [1.5, 0.0]},
            r"length, width and height of type b are \[12.0, 2.5, 0.0\] m; each must be above 0 "
            r"and below 1000",
        ),
        ({"length": [np.nan, 12.0]}, "length, width and height of type a"),
        ({"length": [5.0, 1e6]}, "length, width and height of type b"),
    ],
)
def test_types_that_are_none_are_refused(fields, reason):
    with pytest.raises(InputError, match=f"^/traffic/types: {reason}"):
        types_from_message(types(**fields))


def test_lights_are_read_or_refused():
    message = messages.TrafficLights(light=["A", "A", "B/1"], link=[0, 1, 0], state=["r", "", "Gx"])
    assert lights_from_message(message) == {("A", 0): "r", ("A", 1): "O", ("B/1", 0): "G"}
    message.link.pop()
    with pytest.raises(InputError, match=r"^/traffic/lights: link has 2 elements, and light 3"):
        lights_from_message(message)
