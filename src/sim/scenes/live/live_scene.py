"""Current scene of a simulator, and its change into another.

The simulator's interface is :class:`Simulator`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import (
    Any,
    Callable,
    ContextManager,
    Dict,
    List,
    Mapping,
    Optional,
    Protocol,
    Sequence,
    Tuple,
)

from sim.arrays import Array
from sim.errors import SimError
from sim.scenes.live.changes import SceneChanges, changes, upwards
from sim.scenes.live.piece import Piece
from sim.scenes.scene import Scene
from sim.scenes.settling import unsettled


class Simulator(Protocol):
    """A running simulator. A refusal is a SimulationError with the simulator's message."""

    def names(self) -> Sequence[str]: ...

    def poses(self, names: Sequence[str]) -> Dict[str, Array]:
        """Return world_from_model (4, 4) of the existing names."""

    def spawn(self, name: str, sdf: str, pose: Array) -> None: ...

    def move(self, name: str, pose: Array) -> None:
        """Place a model, at rest."""

    def delete(self, name: str) -> None: ...

    def pass_time(self, seconds: float) -> None:
        """Wait ``seconds`` of simulated time; SimulationError if time stands."""

    def held(self) -> ContextManager[None]:
        """Pause time inside the block. A scene then changes in one instant."""


@dataclass
class UpdateOutcome:
    """Result for each object; ``failures`` by name."""

    added: List[str] = field(default_factory=list)
    removed: List[str] = field(default_factory=list)
    moved: List[str] = field(default_factory=list)
    replaced: List[str] = field(default_factory=list)
    unchanged: List[str] = field(default_factory=list)
    failures: Dict[str, str] = field(default_factory=dict)
    undone: bool = False


class LiveScene:
    """The current scene.

    ``pieces`` are the spawned objects, by name, ``wanted`` the required ones.
    """

    def __init__(self, simulator: Simulator) -> None:
        self._simulator = simulator
        self.scene: Optional[Scene] = None
        self.pieces: Dict[str, Piece] = {}
        self.wanted: Dict[str, Piece] = {}

    def show(
        self, scene: Optional[Scene], wanted: Mapping[str, Piece], all_or_nothing: bool = False
    ) -> UpdateOutcome:
        """Replace the scene; with ``all_or_nothing`` one failure restores the previous objects."""
        with self._simulator.held():
            there = set(self._simulator.names())
            actual = self._simulator.poses([name for name in self.pieces if name in there])
            work = _Work(self._simulator, dict(self.pieces), wanted, actual)
            work.do(changes(self.pieces, wanted, actual))
            if work.outcome.failures and all_or_nothing:
                return work.undo()
        self.pieces, self.wanted, self.scene = work.stands, dict(wanted), scene
        return work.outcome

    def clear(self) -> UpdateOutcome:
        """Remove all removable pieces; the others stay in the scene."""
        return self.show(None, {})

    def settle(self, seconds: float) -> Dict[str, str]:
        """Return the motions of objects within ``seconds``, by name.

        Simulated seconds; objects that stayed in place are left out.
        """
        pieces = dict(self.pieces)
        self._simulator.pass_time(seconds)
        there = set(self._simulator.names())
        return unsettled(
            {name: piece.pose for name, piece in pieces.items()},
            self._simulator.poses([name for name in pieces if name in there]),
        )

    def missing(self) -> List[str]:
        """Return the pieces that were removed externally."""
        there = set(self._simulator.names())
        return [name for name in self.pieces if name not in there]


class _Work:
    """One change, step by step, with an inverse of each step done."""

    def __init__(
        self,
        simulator: Simulator,
        before: Dict[str, Piece],
        wanted: Mapping[str, Piece],
        actual: Mapping[str, Array],
    ) -> None:
        self._simulator, self._before, self._wanted, self._actual = (
            simulator,
            before,
            wanted,
            actual,
        )
        self._undo: List[Tuple[str, Callable[[], None]]] = []
        self.outcome = UpdateOutcome()
        self.stands = {name: piece for name, piece in before.items() if name in actual}

    def do(self, plan: SceneChanges) -> None:
        self.outcome.unchanged = plan.unchanged
        for name in upwards(plan.replaced, self._before)[::-1]:
            self._try(name, self._remove, name)
        for name in plan.removed:
            if self._try(name, self._remove, name):
                self.outcome.removed.append(name)
        for name in plan.moved:
            if self._try(name, self._move, name):
                self.outcome.moved.append(name)
        for name in upwards([*plan.replaced, *plan.added], self._wanted):
            if name not in self.outcome.failures and self._try(name, self._add, name):
                (self.outcome.replaced if name in plan.replaced else self.outcome.added).append(
                    name
                )

    def undo(self) -> UpdateOutcome:
        """Undo the steps, the last first. A failed undo is reported with its original failure."""
        for name, step in reversed(self._undo):
            try:
                step()
            except SimError as error:
                before = self.outcome.failures.get(name)
                self.outcome.failures[name] = (
                    f"{before + '; ' if before else ''}could not be put back: {error}"
                )
        return UpdateOutcome(
            failures=self.outcome.failures, unchanged=list(self._before), undone=True
        )

    def _try(self, name: str, step: Callable[..., None], *values: Any) -> bool:
        try:
            step(*values)
            return True
        except SimError as error:
            self.outcome.failures[name] = str(error)
            return False

    def _remove(self, name: str) -> None:
        piece, pose = self.stands[name], self._actual[name]
        self._simulator.delete(name)
        del self.stands[name]
        self._undo.append((name, lambda: self._simulator.spawn(name, piece.sdf(), pose)))

    def _move(self, name: str) -> None:
        self._simulator.move(name, self._wanted[name].pose)
        self.stands[name] = self._wanted[name]
        self._undo.append((name, lambda: self._simulator.move(name, self._actual[name])))

    def _add(self, name: str) -> None:
        piece = self._wanted[name]
        self._simulator.spawn(name, piece.sdf(), piece.pose)
        self.stands[name] = piece
        self._undo.append((name, lambda: self._simulator.delete(name)))
