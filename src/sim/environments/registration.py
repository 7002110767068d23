"""Registers the environments with Gymnasium, without importing simulator or traffic.

Gymnasium 0.29 calls :func:`register` by its entry point; from 1.0 on Gymnasium has no entry points,
and ``gymnasium.make("sim.environments.gym:sim/MergeJam-v0")`` imports what calls it.
"""

from __future__ import annotations

from typing import Any

try:
    import gymnasium
except ImportError as error:
    raise ImportError(
        f"{error}; './run setup training' installs Gymnasium, or pip the extra [gym]"
    ) from error

IDS = {
    "sim/MergeJam-v0": "sim.environments.gym:merge_jam_env",
    "sim/Town-v0": "sim.environments.gym:town_env",
}


def register() -> None:
    """Register each environment that is not registered yet."""
    registry: Any = gymnasium.registry
    for name, entry_point in IDS.items():
        if name not in registry:
            gymnasium.register(name, entry_point=entry_point)
