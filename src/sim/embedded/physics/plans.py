"""Plans of a world's models by name, in order of insertion."""

from __future__ import annotations

from typing import Collection, Dict

from sim.embedded.physics.spec import ModelPlan
from sim.errors import InputError


class ModelPlans(Dict[str, ModelPlan]):
    """Plans by model name; an unknown name raises InputError."""

    def __missing__(self, name: str) -> ModelPlan:
        raise InputError(name, f"no such model; models: {', '.join(self) or 'none'}")

    def check_new_name(self, name: str, others: Collection[str] = ()) -> None:
        """Raise InputError if a new model cannot have this name.

        Names of ``others`` are taken too.
        """
        if not name or "::" in name or name == "world":
            raise InputError(
                repr(name), "a model's name must not be empty, 'world' or contain '::'"
            )
        if name in self or name in others:
            raise InputError(
                name,
                "a model of this name is already there; delete it first or choose another name",
            )
