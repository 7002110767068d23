"""Chains: reproducible results whatever was missed, delayed or faulty.

The same seed and messages give the same results.
"""

import numpy as np
import pytest

from sim.errors import InputError
from sim.noise.chain import ChainSpec, ChainStep, NoiseChain
from sim.noise.faults import MessageFault
from sim.noise.models.catalogue import MODELS

TOPIC = "/ego/imu/imu"
MESSAGE_PERIOD = 10**7  # ns


def spec(*steps: ChainStep, kind: str = "sensor_msgs/Imu", **more) -> ChainSpec:
    return ChainSpec("chain", (TOPIC,), kind, steps, **more)


GYRO = ChainStep("white", MODELS["gaussian"](sigma=0.1), "angular_velocity")
WALK = ChainStep("walk", MODELS["random_walk"](density=0.5), "linear_acceleration")
LATE = ChainStep("late", MODELS["latency"](mean=0.05, jitter=0.01))
LOSSY = ChainStep("lossy", MODELS["message_loss"](probability=0.3))


def run(chain: NoiseChain, numbers, values=None):
    """Return the degraded values of messages of these numbers, None if lost."""
    found = {}
    for number in numbers:
        degraded = chain(
            {"imu": np.zeros(6) if values is None else values}, number * MESSAGE_PERIOD
        )
        found[number] = None if degraded is None else degraded.reading["imu"]
    return found


def same(left, right) -> bool:
    return left.keys() == right.keys() and all(
        (left[key] is None) == (right[key] is None)
        and (left[key] is None or np.array_equal(left[key], right[key]))
        for key in left
    )


def test_twice_the_same_seed_is_twice_the_same() -> None:
    full = spec(GYRO, WALK, LATE, LOSSY)
    assert same(
        run(NoiseChain(full, TOPIC, 5), range(200)), run(NoiseChain(full, TOPIC, 5), range(200))
    )


@pytest.mark.parametrize(
    "other",
    [
        NoiseChain(spec(GYRO), TOPIC, 6),
        NoiseChain(spec(GYRO), "/other/imu/imu", 5),
        NoiseChain(spec(GYRO, seed=1), TOPIC, 5),
    ],
)
def test_another_seed_or_topic_draws_anew(other) -> None:
    a, b = (
        np.array([value[:3] for value in run(chain, range(500)).values()]).ravel()
        for chain in (NoiseChain(spec(GYRO), TOPIC, 5), other)
    )
    assert not (a == b).any() and abs(np.corrcoef(a, b)[0, 1]) < 4.0 / np.sqrt(len(a))


def test_a_chain_may_draw_as_another_topic_of_its_sensor() -> None:
    other = NoiseChain(spec(GYRO, draws_as="imu"), "/ego/imu/raw/data", 5)
    assert same(run(NoiseChain(spec(GYRO), TOPIC, 5), range(20)), run(other, range(20)))


def test_messages_that_are_missed_change_no_others() -> None:
    """Holds for models with memory too: their walks go on in time."""
    full = spec(GYRO, WALK, LOSSY)
    whole, some = (
        run(NoiseChain(full, TOPIC, 5), range(300)),
        run(NoiseChain(full, TOPIC, 5), range(0, 300, 7)),
    )
    assert same({key: whole[key] for key in some}, some)


@pytest.mark.not_quick
def test_neighbouring_messages_are_independent() -> None:
    values = np.array(
        [value[0] for value in run(NoiseChain(spec(GYRO), TOPIC, 1), range(20000)).values()]
    )
    assert abs(np.corrcoef(values[1:], values[:-1])[0, 1]) < 4.0 / np.sqrt(len(values))
    assert values.std() == pytest.approx(0.1, rel=0.02) and abs(values.mean()) < 4 * 0.1 / np.sqrt(
        len(values)
    )


def test_a_stamp_that_comes_again_draws_anew_but_reproducibly() -> None:
    def repeated() -> np.ndarray:
        chain = NoiseChain(spec(GYRO), TOPIC, 1)
        return np.array(
            [chain({"imu": np.zeros(6)}, 0, time).reading["imu"][:3] for time in (1.0, 1.1, 1.2)]
        )

    first = repeated()
    assert len(np.unique(first[:, 0])) == 3
    np.testing.assert_array_equal(first, repeated())


def test_a_step_touches_its_part_alone_and_not_the_truth() -> None:
    truth = np.arange(6.0)
    value = run(NoiseChain(spec(GYRO), TOPIC, 1), [1], truth)[1]
    np.testing.assert_array_equal(value[3:], truth[3:])
    assert (value[:3] != truth[:3]).all()
    np.testing.assert_array_equal(truth, np.arange(6.0))


def test_the_factor_scales_every_sigma() -> None:
    one, two, none = (
        np.array(list(run(NoiseChain(spec(GYRO), TOPIC, 1, factor), range(50)).values()))
        for factor in (1.0, 2.0, 0.0)
    )
    np.testing.assert_allclose(two, 2.0 * one)
    np.testing.assert_array_equal(none, 0.0)


def test_reports_come_at_the_chains_rate() -> None:
    chain = NoiseChain(spec(rate=30.0), TOPIC, 1)
    times = [k * 0.002 for k in range(1000) if chain.due(k * 0.002)]
    assert len(times) == 60
    expected = np.ceil(np.arange(60) / 30.0 / 0.002 - 1e-6) * 0.002
    np.testing.assert_allclose(times, expected, atol=1e-9)


def test_truth_at_the_chains_rate_is_all_reported_by_coarse_clock() -> None:
    chain = NoiseChain(spec(rate=30.0), TOPIC, 1)
    assert all(
        chain.due(np.floor(k / 30.0 * 100.0 + 1e-9) / 100.0, coarse=True) for k in range(1, 300)
    )


def test_delay_is_a_draw_of_each_message() -> None:
    chain = NoiseChain(spec(LATE), TOPIC, 1)
    delays = np.array([chain({}, number * MESSAGE_PERIOD).delay for number in range(2000)])
    assert delays.mean() == pytest.approx(0.05, abs=0.001) and delays.std() == pytest.approx(
        0.01, rel=0.1
    )


def test_a_blackout_lasts_from_its_start_to_its_end() -> None:
    chain = NoiseChain(spec(GYRO), TOPIC, 1)
    chain.inject(MessageFault("blackout", 0.5, 0.25))
    lost = [number for number, value in run(chain, range(100)).items() if value is None]
    assert lost == list(range(50, 75)) and chain.lost == 25


def test_other_messages_are_not_changed_by_a_fault() -> None:
    faulty = NoiseChain(spec(GYRO), TOPIC, 1)
    faulty.inject(MessageFault("blackout", 0.5, 0.25))
    whole = run(NoiseChain(spec(GYRO), TOPIC, 1), range(100))
    assert same({**whole, **dict.fromkeys(range(50, 75))}, run(faulty, range(100)))


def test_a_bias_is_added_for_its_time() -> None:
    chain = NoiseChain(spec(), TOPIC, 1)
    chain.inject(MessageFault("bias", 0.1, 0.2, "linear_acceleration", (0.0, 0.0, 3.0)))
    assert chain.bases == ["imu"]
    values = np.array(list(run(chain, range(50)).values()))
    expected = np.zeros((50, 6))
    expected[10:30, 5] = 3.0
    np.testing.assert_array_equal(values, expected)


def test_a_freeze_is_said_of_each_message_concerned() -> None:
    chain = NoiseChain(spec(), TOPIC, 1)
    chain.inject(MessageFault("freeze", 0.1, 0.1))
    frozen = [number for number in range(50) if chain({}, number * MESSAGE_PERIOD).frozen]
    assert frozen == list(range(10, 20))


def test_a_bias_of_an_image_stays_within_it() -> None:
    moved = MessageFault("bias", 0.0, 1.0, "image", (20.0,)).moved(np.array([[0, 250]], np.uint8))
    np.testing.assert_array_equal(moved, [[20, 255]])
    assert moved.dtype == np.uint8


def test_a_fault_outlives_a_change_of_the_chain() -> None:
    former, chain = NoiseChain(spec(GYRO), TOPIC, 1), NoiseChain(spec(GYRO), TOPIC, 1, 2.0)
    former.inject(MessageFault("blackout", 0.0, 1.0))
    chain.take_over(former)
    assert run(chain, [5])[5] is None


@pytest.mark.parametrize(
    "fault, said",
    [
        (("blackot", 0.0, 1.0), "did you mean 'blackout'"),
        (("freeze", 0.0, 0.0), "a duration above 0"),
        (("bias", 0.0, 1.0, "imu"), "finite number"),
        (
            ("bias", 0.0, 1.0, "orientation", (1.0,)),
            "no part 'orientation' to bias in sensor_msgs/Imu; parts: imu",
        ),
        (("freeze", 0.0, 1.0, "imu"), "whole messages"),
        (("bias", 0.0, 1.0, "imu", (1.0, 2.0)), "has 2 numbers; part 'imu' takes one, or 6"),
    ],
)
def test_bad_faults_are_refused(fault, said) -> None:
    with pytest.raises(InputError, match=said):
        NoiseChain(spec(), TOPIC, 1).inject(MessageFault(*fault))


def test_a_bias_of_depth_does_not_go_into_a_colour_image() -> None:
    chain = NoiseChain(
        spec(
            ChainStep("noise", MODELS["image_gaussian"](sigma=0.1), "image"),
            kind="sensor_msgs/Image",
        ),
        "/image",
        1,
    )
    with pytest.raises(InputError, match="works on image"):
        chain.inject(MessageFault("bias", 0.0, 1.0, "depth", (1.0,)))
