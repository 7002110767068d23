"""Parts of one kind, such as grippers, of all driven models."""

from __future__ import annotations

from typing import Callable, Dict, Generic, Iterator, Mapping, Optional, TypeVar

from sim.embedded.joint_settings import Mechanism
from sim.embedded.subsystem import Subsystem, soonest_update

P = TypeVar("P", bound=Subsystem)


class ModelParts(Subsystem, Generic[P]):
    """Parts by model name; ``create`` returns None for a model without one."""

    def __init__(self, create: Callable[[str, Mechanism], Optional[P]]) -> None:
        self._create = create
        self._parts: Dict[str, P] = {}
        self._mechanisms: Mapping[str, Mechanism] = {}

    def __iter__(self) -> Iterator[P]:
        return iter(self._parts.values())

    def __contains__(self, model: str) -> bool:
        return model in self._parts

    def __getitem__(self, model: str) -> P:
        return self._parts[model]

    @property
    def used(self) -> bool:
        """Return whether a model has such a part."""
        return bool(self._parts)

    @property
    def models(self) -> Iterator[str]:
        """Names of the models with such a part."""
        return iter(self._parts)

    def follow(self, mechanisms: Mapping[str, Mechanism]) -> None:
        """Create the parts of new models and drop parts of deleted ones."""
        before, known = self._parts, self._mechanisms
        self._parts, self._mechanisms = {}, mechanisms
        for name, mechanism in mechanisms.items():
            part = (
                before.get(name) if known.get(name) is mechanism else self._create(name, mechanism)
            )
            if part is not None:
                self._parts[name] = part

    def before_step(self) -> None:
        for part in self._parts.values():
            part.before_step()

    def after_step(self) -> None:
        for part in self._parts.values():
            part.after_step()

    def reset(self) -> None:
        for part in self._parts.values():
            part.reset()

    def next_update(self, now: float) -> float:
        return soonest_update(self._parts.values(), now)
