"""Run of one sampled scene of a dynamic scenario in a world.

One run has one stream of random numbers, that in ``random`` and ``numpy.random``, which Scenic
draws from: calling :func:`sim.scenes.seeds.seed_all` before sampling gives one scene and one course
of behaviours.
"""

from __future__ import annotations

import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import Any, List, Optional

from scenic.core.distributions import RejectionException
from scenic.core.dynamics import GuardViolation, RejectSimulationException
from scenic.core.errors import ScenicError
from scenic.core.simulators import SimulationCreationError

from sim.errors import InputError, SimError
from sim.scenes.dynamic.backend import Backend, SimulatorEnded
from sim.scenes.dynamic.result import COMPLETED, INTERRUPTED, VIOLATED, RunResult
from sim.scenes.dynamic.simulation import Describe, SceneSimulation, SceneSimulator

REJECTED = (RejectSimulationException, RejectionException, GuardViolation)


@dataclass(frozen=True)
class DynamicRunOptions:
    """Options of a run.

    ``scenario``: the program's file, for messages; ``duration``: simulated s after which the run
    ends, 0: when the scenario does.
    """

    scenario: str
    seed: int = 0
    duration: float = 0.0
    flat: bool = True
    clear: bool = True


def run(scene: Any, describe: Describe, backend: Backend, options: DynamicRunOptions) -> RunResult:
    """Run Scenic's ``scene`` and return its result.

    The world is released in any case, with the objects removed if ``clear``.
    """
    simulator = SceneSimulator(backend, describe, options.flat)
    most = max(1, round(options.duration / backend.period)) if options.duration > 0.0 else None
    try:
        simulation = _simulate(simulator, scene, most, options)
        return _result(simulation, options, COMPLETED, simulation.result.terminationReason)
    except REJECTED as error:
        return _violated(simulator.simulation, scene, options, error)
    except SimulatorEnded as error:
        if simulator.simulation is None:
            raise
        return _result(simulator.simulation, options, INTERRUPTED, str(error))
    finally:
        backend.end(options.clear)
        simulator.destroy()


def _simulate(
    simulator: SceneSimulator, scene: Any, most: Optional[int], options: DynamicRunOptions
) -> SceneSimulation:
    try:
        return simulator.createSimulation(
            scene, maxSteps=most, name=Path(options.scenario).stem, verbosity=0, enableReplay=False
        )
    except (*REJECTED, SimError):
        raise
    except SimulationCreationError as error:
        raise InputError(options.scenario, str(error)) from error
    except Exception as error:
        # An exception of a program's own code is a fault of the program: report file and line. All
        # else is a defect of ours.
        if not isinstance(error, ScenicError) and not _frames(error):
            raise
        raise InputError(
            _where(error, options.scenario),
            f"{type(error).__name__}: {error}" if str(error) else type(error).__name__,
        ) from error


def _where(error: BaseException, scenario: str) -> str:
    """Return a traceback's last file and line of a Scenic program."""
    if isinstance(error, ScenicError) and getattr(error, "lineno", None):
        return f"{getattr(error, 'filename', None) or scenario}:{error.lineno}"
    frames = _frames(error)
    return f"{frames[-1].filename}:{frames[-1].lineno}" if frames else scenario


def _frames(error: BaseException) -> List[traceback.FrameSummary]:
    """Return the frames of Scenic programs in a traceback, outermost first."""
    return [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename.endswith(".scenic")
    ]


def _violated(
    simulation: Optional[SceneSimulation],
    scene: Any,
    options: DynamicRunOptions,
    error: BaseException,
) -> RunResult:
    assert simulation is not None
    name = str(error) if str(error) else type(error).__name__
    known = [
        *scene.temporalRequirements,
        *getattr(scene.dynamicScenario, "_temporalRequirements", ()),
    ]
    line = next(
        (requirement.line for requirement in known if str(requirement) == name), 0
    ) or _line(name, error)
    at = f" (line {line})" if line and f"line {line}" not in name else ""
    when = simulation.currentTime * simulation.timestep
    return _result(
        simulation,
        options,
        VIOLATED,
        f"{name}{at} was violated {when:.3f} s after the beginning (step {simulation.currentTime})",
        name,
        line,
    )


def _line(name: str, error: BaseException) -> int:
    """Return the line of a requirement or of an exception.

    Scenic names it as ``requirement on line 7``.
    """
    words = name.rsplit("line ", 1)
    if len(words) == 2 and words[1].split()[0].strip(",.)").isdigit():
        return int(words[1].split()[0].strip(",.)"))
    place = _where(error, "").rpartition(":")[2]
    return int(place) if place.isdigit() else 0


def _result(
    simulation: SceneSimulation,
    options: DynamicRunOptions,
    status: str,
    reason: str,
    requirement: str = "",
    line: int = 0,
) -> RunResult:
    records = dict(simulation.records)
    series = tuple(name for name, value in records.items() if _is_series(value))
    return RunResult(
        options.scenario,
        options.seed,
        simulation.timestep,
        status,
        str(reason).strip(),
        requirement,
        line,
        simulation.began,
        simulation.currentTime,
        records,
        series,
        tuple(simulation.trajectory),
    )


def _is_series(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(pair, tuple) and len(pair) == 2 for pair in value
    )
