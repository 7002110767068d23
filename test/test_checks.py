"""Errors of number-like texts in YAML, and input errors between processes."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from sim.checks import number, number_hint
from sim.crcl.framing import Broken
from sim.errors import InputError
from sim.noise.models.image import ImageGaussian
from sim.scenes.descriptor import read_descriptor
from sim.vehicle.parameters import load_parameters


@pytest.mark.parametrize("error", [InputError("a.sdf:3", "no <mass>"), Broken("ends", b"<a>")])
def test_an_error_of_input_stays_whole_between_processes(error):
    there = pickle.loads(pickle.dumps(error))
    assert (type(there), str(there)) == (type(error), str(error))
    assert vars(there) == vars(error)


@pytest.mark.parametrize(
    "written, meant",
    [
        ("1e-3", "1.0e-3"),
        ("1E3", "1.0e+3"),
        ("-2.5e3", "-2.5e+3"),
        (".5e3", "0.5e+3"),
        ("'1500'", "1500"),
    ],
)
def test_errors_of_number_like_texts_explain_yaml(written, meant):
    value = yaml.safe_load(written)
    with pytest.raises(InputError, match="somewhere: a number is needed, not ") as raised:
        number(value, "somewhere")
    assert str(raised.value).endswith(f"; YAML reads this as text, write {meant}")


@given(
    st.from_regex(
        r"[-+]?([0-9]{1,6}\.?[0-9]{0,4}|\.[0-9]{1,4})([eE][-+]?[0-9]{1,2})?", fullmatch=True
    )
)
@pytest.mark.not_quick
def test_the_suggestion_is_the_same_number(text):
    suggested = number_hint(text).rpartition(" ")[2]
    # A whole number that begins with 0 is octal in YAML.
    if "." in suggested or not suggested.lstrip("+-").startswith("0"):
        assert yaml.safe_load(suggested) == pytest.approx(float(text))


@pytest.mark.parametrize("value", ["abc", "e3", "", ".", "1e", "1 kg", None, True, [1]])
def test_other_values_get_no_such_advice(value):
    assert number_hint(value) == ""


def test_profiles_vehicles_and_descriptors_say_it_too(tmp_path: Path):
    with pytest.raises(InputError, match=r"write 1.0e-3$"):
        ImageGaussian(sigma="1e-3")
    vehicle = tmp_path / "vehicle.yaml"
    vehicle.write_text("mass: 1e3")
    with pytest.raises(
        InputError,
        match=r"mass: must be a number, not '1e3'; YAML reads this as text, write 1.0e[+]3$",
    ):
        load_parameters(vehicle)
    descriptor = tmp_path / "models.yaml"
    descriptor.write_text("models:\n  - name: box\n    type: GAZEBO_MODEL\n    width: 1e-1\n")
    with pytest.raises(InputError, match=r"width is '1e-1'; .*write 1.0e-1$"):
        read_descriptor(str(descriptor))
