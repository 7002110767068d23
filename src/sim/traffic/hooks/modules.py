"""Driver modules of a session.

Shows each module its vehicles, runs it in parallel with other work, and sends its actions to SUMO
before the next step. A module that raises, returns invalid actions, or takes too long is reported
once, returns its vehicles to SUMO, and is not called again.
"""

from __future__ import annotations

import logging
import time
import traceback
from dataclasses import dataclass
from typing import Callable, Dict, Optional, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.traffic.control.names import suggestion
from sim.traffic.control.vehicles import VehicleControl
from sim.traffic.hooks.actions import commands
from sim.traffic.hooks.config import ModuleSpec, made
from sim.traffic.hooks.memory import Memory
from sim.traffic.hooks.perception import Crowd, Perception, VehicleSnapshot
from sim.traffic.hooks.pilot import Pilot
from sim.traffic.hooks.view import View
from sim.traffic.hooks.worker import CallThread, TooSlow
from sim.traffic.roads.network import Network
from sim.traffic.session import SumoSession

NO_MODULE = -1
log = logging.getLogger(__name__)


class Module:
    """Running module; ``failure`` is the reason why it stopped."""

    def __init__(self, spec: ModuleSpec, seed: int, control: VehicleControl) -> None:
        self.spec = spec
        self.driver = made(spec)
        self.rng = np.random.default_rng([seed, *spec.name.encode()])
        self.worker = CallThread(spec.name)
        self.pilot = Pilot(control)
        self.view: Optional[View] = None
        self.failure = ""
        self.vehicles = 0


@dataclass(frozen=True)
class _Owned:
    """The modules ``owners`` (n,) of a crowd, of whom some are ``hidden``."""

    crowd: Crowd
    hidden: Tuple[bytes, ...]
    owners: Array


class DriverModules:
    """All modules of one session.

    The first that wants a vehicle drives it. ``seconds`` is the time of the last step for
    perception and commands.
    """

    def __init__(
        self,
        specs: Sequence[ModuleSpec],
        session: SumoSession,
        network: Network,
        control: VehicleControl,
        say: Callable[[str], None] = lambda line: None,
    ) -> None:
        self._session, self._control, self._say, self._seed = (
            session,
            control,
            say,
            session.options.seed,
        )
        self.modules = [Module(spec, self._seed, control) for spec in specs]
        self._perception = Perception(session, network) if specs else None
        self._owners = Memory(1)
        self._owned: Optional[_Owned] = None
        self.seconds: Dict[str, float] = {"see": 0.0, "apply": 0.0}
        for spec in specs:
            which = (
                f"{spec.share:.0%} of the vehicles {spec.vehicles}"
                if spec.share < 1.0
                else f"the vehicles {spec.vehicles}"
            )
            self._say(
                f"driver module {spec.name}: {spec.driver.__module__}:{spec.driver.__name__} "
                f"drives {which}"
                + (f" of the types {', '.join(spec.types)}" if spec.types else "")
                + f", seed {self._seed}/{spec.name}"
            )
            self._check_types(spec)

    def before_step(self) -> None:
        """Collect the modules' actions and send them to SUMO."""
        started = time.perf_counter()
        for module in self.modules:
            if module.view is not None and not module.failure:
                self._take(module, module.view)
            module.view = None
        self.seconds["apply"] = time.perf_counter() - started

    def after_step(self) -> None:
        """Show each module its vehicles and start its computation."""
        perception = self._perception
        if perception is None or all(module.failure for module in self.modules):
            return
        started = time.perf_counter()
        snapshot = perception.snapshot()
        owners = self._owners_of(snapshot)
        for i, module in enumerate(self.modules):
            if not module.failure:
                self._show(perception, module, snapshot, np.flatnonzero(owners == i))
        self.seconds["see"] = time.perf_counter() - started

    def close(self) -> None:
        """End the modules' threads."""
        for module in self.modules:
            module.worker.end()

    def _check_types(self, spec: ModuleSpec) -> None:
        """Warn about types that this traffic does not have.

        They are allowed, since another demand may have them.
        """
        types = (
            self._session.ask(self._session.connection.vehicletype.getIDList) if spec.types else ()
        )
        for kind in spec.types:
            if kind not in types:
                log.warning(
                    "driver module %s: vehicle type '%s' not found in this traffic; %s",
                    spec.name,
                    kind,
                    suggestion(kind, types),
                )

    def _show(
        self,
        perception: Perception,
        module: Module,
        snapshot: VehicleSnapshot,
        rows: Array,
    ) -> None:
        gone = module.pilot.missing(snapshot.present)
        if gone:
            # With a radius, a vehicle that is not seen any more may still be driving.
            (module.pilot.release if self._session.view.limited else module.pilot.forget)(gone)
        module.vehicles = len(rows)
        if len(rows):
            view = module.view = perception.view(snapshot, rows, module.rng)
            module.worker.begin(lambda: commands(module.driver.control(view), view.speed, view.dt))

    def _take(self, module: Module, view: View) -> None:
        try:
            wanted = module.worker.result(module.spec.budget)
        except TooSlow:
            self._fail(
                module,
                f"took longer than its budget of {module.spec.budget:g} s for {len(view)} vehicles",
            )
        except InputError as error:
            self._fail(module, str(error))
        except (Exception, SystemExit) as error:  # noqa: BLE001 - the module is the user's
            self._fail(module, f"raised {type(error).__name__}: {error} ({_place(error)})")
        else:
            module.pilot.apply(view, wanted)

    def _fail(self, module: Module, reason: str) -> None:
        module.failure = f"at {self._session.time:.1f} s it {reason}"
        freed = module.pilot.commanded()
        module.pilot.release(freed)
        module.worker.end()
        module.vehicles = 0
        log.error(
            "driver module %s is stopped: %s; SUMO drives its vehicles again",
            module.spec.name,
            module.failure,
        )

    def _owners_of(self, snapshot: VehicleSnapshot) -> Array:
        """Return the module (n,) of each vehicle, -1 for none.

        Egos and vehicles off the lanes have none.
        """
        hidden = tuple(self._session.hidden)
        if (
            self._owned is None
            or self._owned.crowd is not snapshot.crowd
            or (self._owned.hidden != hidden)
        ):
            self._owned = _Owned(snapshot.crowd, hidden, self._chosen(snapshot))
        return np.where(snapshot.lane >= 0, self._owned.owners, NO_MODULE)

    def _chosen(self, snapshot: VehicleSnapshot) -> Array:
        """Return the module (n,) of each vehicle at any place. It is -1 for egos."""
        found = np.full(len(snapshot.names), float(NO_MODULE))
        shown = snapshot.numbers >= 0
        shown[[snapshot.rows[name] for name in self._session.hidden if name in snapshot.rows]] = (
            False
        )
        numbers = snapshot.numbers[shown]
        owners = self._owners.get(numbers, np.full((1, len(numbers)), np.nan))
        for row in np.flatnonzero(np.isnan(owners[0])).tolist():
            owners[0, row] = self._choose(int(numbers[row]))
        self._owners.put(numbers, owners)
        found[shown] = owners[0]
        return found

    def _choose(self, number: int) -> int:
        registry = self._session.registry
        text, kind = registry.names[number], registry.types[registry.type_of[number]].name
        return next(
            (
                i
                for i, module in enumerate(self.modules)
                if module.spec.wants(text, kind, self._seed)
            ),
            NO_MODULE,
        )


def _place(error: BaseException) -> str:
    """Return file and line that raised an error."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{frame.filename}:{frame.lineno}"
