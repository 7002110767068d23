"""All checks in their order, and the cleanup that always follows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Callable, List, Tuple

from sim.ros.conformance.answers import (
    check_refusals,
    dangerous_requests,
    harmless_requests,
    refused_requests,
    strict_requests,
)
from sim.ros.conformance.extras import check_extras, check_resets
from sim.ros.conformance.interface import check_interface
from sim.ros.conformance.probe import HEIGHT, Probe
from sim.ros.conformance.report import ConformanceFailure, ConformanceReport, Differs, Gone
from sim.ros.conformance.round_trips import check_reading, check_round_trips, check_spawned
from sim.ros.conformance.running import Pause, check_running, check_watching
from sim.ros.conformance.server import GazeboServices

WORLD = "get_world_properties"


@dataclass(frozen=True)
class Choice:
    """Selection of checks.

    ``read_only``: only checks that change nothing; ``everything``: also checks that reset the world
    or may spoil its physics.
    """

    read_only: bool = False
    everything: bool = False

    def announcement(self, paused: bool) -> str:
        """Return a sentence about the changes the checks will make."""
        if self.read_only:
            return "only reads: nothing is spawned, moved or paused"
        text = (
            f"spawns two small models {HEIGHT:g} m above the origin and deletes them again, and "
            "pauses the simulation for some seconds; "
            + (
                "it is paused: it runs about one simulated second and is left paused"
                if paused
                else "it is left running"
            )
        )
        if self.everything:
            text += "; --all: RESETS the world and the time, and sends invalid numbers"
        return text


class Suite:
    """One run of the checks against one simulator."""

    def __init__(self, server: GazeboServices, report: ConformanceReport, choice: Choice) -> None:
        self._server, self._report, self._choice = server, report, choice
        self._pause, self._probe = Pause(server), Probe()

    @property
    def announcement(self) -> str:
        return self._choice.announcement(self._pause.found_paused)

    def run(self) -> None:
        """Run the selected checks; ends early if the simulator ends."""
        self._report.begin()
        try:
            self._run()
        except Gone:
            self._report.show(
                "check_simulator: the simulator is gone; the other checks are not made"
            )

    def _run(self) -> None:
        server, report = self._server, self._report
        check_interface(server, report)
        check_reading(server, report)
        check_refusals(server, report, harmless_requests())
        check_watching(server, report, self._pause.found_paused)
        if not self._choice.read_only:
            self._change()
        report.check("the simulator lives on", self._lives)

    def _change(self) -> None:
        try:
            self._with_probe()
        finally:
            self._tidy()

    def _with_probe(self) -> None:
        server, report, probe = self._server, self._report, self._probe
        spawned = report.check("spawn_sdf_model", probe.spawn_box, server)
        if not (report.check("spawn_urdf_model", probe.spawn_arm, server) and spawned):
            report.show("check_simulator: without these models, most checks are not made")
            return
        check_spawned(server, report, probe)
        check_running(server, report, probe, self._pause)
        check_round_trips(server, report, probe)
        check_refusals(server, report, refused_requests(probe))
        check_refusals(server, report, strict_requests(probe), required=False)
        check_extras(server, report, self._pause)
        if self._choice.everything:
            check_refusals(server, report, dangerous_requests(probe), required=False)
        check_resets(server, report, probe, self._choice.everything)
        report.check("delete_model", self._delete)

    def _delete(self) -> None:
        server = self._server
        for name in list(self._probe.spawned):
            server.done("delete_model", name)
            self._probe.spawned.remove(name)
            if name in server.done(WORLD).model_names:
                raise Differs(f"get_world_properties still lists {name}")
            if server.call("get_model_state", name, "").success:
                raise Differs(f"get_model_state still finds {name}")

    def _tidy(self) -> None:
        """Remove the probe and restore the pause. Logs failures, since models may remain."""
        steps: List[Tuple[str, Callable[[], None]]] = [
            (f"{name} may be left in the world", partial(self._take_out, name))
            for name in self._probe.spawned
        ]
        steps += [
            (
                f"the simulation may be left {'running' if self._pause.found_paused else 'paused'}",
                self._pause.restore,
            )
        ]
        for failure, step in steps:
            try:
                step()
            except Gone:
                return
            except ConformanceFailure as finding:
                self._report.show(f"check_simulator: {failure}: {finding}")

    def _take_out(self, name: str) -> None:
        if name in self._server.done(WORLD).model_names:
            self._server.done("delete_model", name)

    def _lives(self) -> None:
        left = [
            name
            for name in self._server.done(WORLD).model_names
            if name in (self._probe.box, self._probe.arm)
        ]
        if left:
            raise Differs(f"{', '.join(left)} left in the world")
        if bool(self._server.done("get_physics_properties").pause) != self._pause.found_paused:
            raise Differs(
                "it was found "
                + ("paused, and runs" if self._pause.found_paused else "running, and is paused")
            )
