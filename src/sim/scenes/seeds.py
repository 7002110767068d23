"""Seeds of a batch's scenes.

Each follows from the batch's seed and the scene's number alone, whatever process samples it and in
any order.
"""

from __future__ import annotations

import random

import numpy as np

from sim.errors import InputError

MOST = 2**63 - 1


def scene_seed(batch_seed: int, number: int) -> int:
    """Return the seed of scene ``number``.

    The batch's own for the first, so that a batch of one is that scene, else that in
    SeedSequence(seed, spawn_key=(number,)).
    """
    check_seed("seed", batch_seed)
    if number == 0:
        return batch_seed
    sequence = np.random.SeedSequence(batch_seed, spawn_key=(number,))
    return int(sequence.generate_state(1, np.uint64)[0] >> np.uint64(1))


def check_seed(where: object, seed: int) -> int:
    """Return a valid seed; raise InputError for any other value."""
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= MOST:
        raise InputError(where, f"{seed!r} must be a whole number from 0 to {MOST}")
    return seed


def seed_all(seed: int) -> np.random.Generator:
    """Seed Python's and numpy's global generators; return a new one.

    Scenic draws from the global ones.
    """
    check_seed("seed", seed)
    python, legacy, own = np.random.SeedSequence(seed).spawn(3)
    random.seed(int.from_bytes(python.generate_state(8).tobytes(), "little"))
    np.random.seed(legacy.generate_state(8))
    return np.random.default_rng(own)
