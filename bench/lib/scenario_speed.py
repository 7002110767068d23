"""Processor time of kinematic scenarios, also of another checkout and esmini.

Scenarios are six cars on a line, an arc or a clothoid, and public ALKS
scenarios if present. Each run is a separate process and measures itself.
"""

from __future__ import annotations

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Dict, List, Optional, Sequence, Tuple

from bench.lib.report import ROOT, Figure

TURNS = 5
CARS = 6
DURATION = 14.0  # s
LENGTH = 700.0  # m
RADIUS = 500.0  # m
SHAPES = {
    "line": "<line/>",
    "arc": f'<arc curvature="{1.0 / RADIUS}"/>',
    "spiral": f'<spiral curvStart="0" curvEnd="{1.0 / RADIUS}"/>',
}
ENTITY_SECOND_GOALS = {"line": 1.0, "arc": 1.0, "spiral": 2.0}  # ms
START_GOAL = 0.25  # s
ESMINI_GOALS = {"line": 1.5, "arc": 1.0, "spiral": 1.5}
ALKS = ("4_1_1", "4_4_1")
# Measures one run in its process. Arguments: scenario; prints JSON.
CHILD = """
import json, sys, time
from pathlib import Path
from sim.openscenario.play.player import PlayOptions, ScenarioPlayer
from sim.openscenario.reading.reader import read_scenario
path = Path(sys.argv[1])
start = time.process_time()
player = ScenarioPlayer(read_scenario(path), PlayOptions(ego=""))
times = player.play()
next(times)
next(times)
begun = time.process_time()
for _ in times:
    pass
print(json.dumps({"start": begun - start, "play": time.process_time() - begun,
                  "entity_seconds": player.time * len(player.entities)}))
"""
STEP = 'dynamicsShape="step" dynamicsDimension="time" value="0"'
LANE = '<lane id="{}" type="driving"><width sOffset="0" a="3.5" b="0" c="0" d="0"/></lane>'


def figures() -> List[Figure]:
    """Measure all scenarios in turns."""
    found: List[Figure] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for shape in SHAPES:
            alone = [_run(ROOT, written(folder, shape, DURATION, False)) for _ in range(TURNS)]
            values = [1e3 * each["play"] / each["entity_seconds"] for each in alone]
            title = f"{shape}: an entity-second of driving on"
            found.append(_figure(title, values, "ms", ENTITY_SECOND_GOALS[shape]))
            scenario = written(folder, shape, DURATION)
            found += _of(shape, scenario, written(folder, shape, 0.02))
    for key in ALKS:
        for path in _alks(key):
            found += _of(f"ALKS {key.replace('_', '.')}", path, None)
    return found


def _of(name: str, path: Path, instant: Optional[Path]) -> List[Figure]:
    """Measure one scenario; ``instant`` is the same one that ends at once."""
    before, esmini = os.environ.get("BEFORE"), os.environ.get("ESMINI")
    own: List[Dict[str, float]] = []
    old: List[float] = []
    peer: List[float] = []
    for _ in range(TURNS):
        own.append(_run(ROOT, path))
        if before:
            old.append(_run(Path(before), path)["play"])
        if esmini and instant is not None:
            peer.append(_esmini(esmini, path) - _esmini(esmini, instant))
    play = [each["play"] for each in own]
    found = [
        _figure(f"{name}: a run", [1e3 * each for each in play], "ms", None),
        _figure(f"{name}: start", [each["start"] for each in own], "s", START_GOAL),
    ]
    for title, others, goal in (
        ("the other checkout", old, None),
        ("esmini", peer, ESMINI_GOALS.get(name)),
    ):
        if others:
            ratio = statistics.median(play) / statistics.median(others)
            found.append(Figure(f"{name}: a run, over {title}", ratio, "", goal))
    return found


def _figure(name: str, values: Sequence[float], unit: str, goal: Optional[float]) -> Figure:
    return Figure(name, statistics.median(values), unit, goal, low=min(values), high=max(values))


def _run(checkout: Path, scenario: Path) -> Dict[str, float]:
    """Play a scenario with a checkout's library; return its measurements."""
    environment = {**os.environ, "PYTHONPATH": str(checkout / "src")}
    command = [sys.executable, "-c", CHILD, str(scenario)]
    said = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    found: Dict[str, float] = json.loads(said.stdout.splitlines()[-1])
    return found


def _esmini(binary: str, scenario: Path) -> float:
    """Play a scenario with esmini; return its processor time, s."""
    before = _children()
    options = ["--headless", "--fixed_timestep", "0.01", "--disable_stdout"]
    quiet = subprocess.DEVNULL
    command = [binary, "--osc", str(scenario), *options]
    subprocess.run(command, check=True, cwd=scenario.parent, stdout=quiet, stderr=quiet)
    return _children() - before


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _alks(key: str) -> List[Path]:
    data = Path(os.environ.get("SIM_TEST_DATA") or ROOT.parent / "shared" / "data")
    return sorted((data / "alks" / "concrete_scenarios").glob(f"alks_scenario_{key}_*.xosc"))


def written(folder: Path, shape: str, until: float, merging: bool = True) -> Path:
    """Write a scenario of six cars; they change lanes if ``merging``."""
    (folder / f"{shape}.xodr").write_text(_road(shape))
    names = [f"Car{i}" for i in range(CARS)]
    entities = "".join(_car(each) for each in names)
    init = "".join(_initial(each, i) for i, each in enumerate(names))
    stories = "".join(_lane_change(each, i) for i, each in enumerate(names) if merging)
    path = folder / f"{shape}_{until:g}_{merging}.xosc"
    path.write_text(
        '<OpenSCENARIO><FileHeader revMajor="1" revMinor="2" date="2026-01-01T00:00:00" '
        f'description="bench" author="sim"/><CatalogLocations/><RoadNetwork><LogicFile '
        f'filepath="{shape}.xodr"/></RoadNetwork><Entities>{entities}</Entities><Storyboard><Init>'
        f"<Actions>{init}</Actions></Init>{stories}<StopTrigger>{_at(until)}</StopTrigger>"
        "</Storyboard></OpenSCENARIO>"
    )
    return path


def _road(shape: str) -> str:
    """Return a road of one geometry with two lanes."""
    lanes = LANE.format(-1) + LANE.format(-2)
    return (
        f'<OpenDRIVE><header revMajor="1" revMinor="6"/><road id="1" length="{LENGTH}" '
        f'junction="-1"><planView><geometry s="0" x="0" y="0" hdg="0" length="{LENGTH}">'
        f'{SHAPES[shape]}</geometry></planView><lanes><laneSection s="0"><center>'
        f'<lane id="0" type="none"/></center><right>{lanes}</right></laneSection></lanes></road>'
        "</OpenDRIVE>"
    )


def _car(name: str) -> str:
    axle = 'wheelDiameter="0.6" trackWidth="1.6" positionZ="0.3"'
    return (
        f'<ScenarioObject name="{name}"><Vehicle name="car" vehicleCategory="car"><BoundingBox>'
        '<Center x="1.4" y="0" z="0.7"/><Dimensions width="1.8" length="4.5" height="1.4"/>'
        '</BoundingBox><Performance maxSpeed="70" maxAcceleration="5" maxDeceleration="9"/><Axles>'
        f'<FrontAxle maxSteering="0.5" positionX="2.8" {axle}/><RearAxle maxSteering="0" '
        f'positionX="0" {axle}/></Axles><Properties/></Vehicle></ScenarioObject>'
    )


def _initial(name: str, number: int) -> str:
    lane, s, speed = _start(number)
    return (
        f'<Private entityRef="{name}"><PrivateAction><TeleportAction><Position><LanePosition '
        f'roadId="1" laneId="{lane}" s="{s}"/></Position></TeleportAction></PrivateAction>'
        "<PrivateAction><LongitudinalAction><SpeedAction>"
        f'<SpeedActionDynamics {STEP}/><SpeedActionTarget><AbsoluteTargetSpeed value="{speed}"/>'
        "</SpeedActionTarget></SpeedAction></LongitudinalAction></PrivateAction></Private>"
    )


def _start(number: int) -> Tuple[int, float, float]:
    return -1 - number % 2, 10.0 + 40.0 * number, 25.0 + number


def _lane_change(name: str, number: int) -> str:
    """Return a story of a lane change in 4 s."""
    target = -2 if _start(number)[0] == -1 else -1
    return (
        f'<Story name="of {name}"><Act name="a{number}"><ManeuverGroup name="g{number}" '
        'maximumExecutionCount="1"><Actors selectTriggeringEntities="false"><EntityRef '
        f'entityRef="{name}"/></Actors><Maneuver name="m{number}"><Event name="e{number}" '
        f'priority="parallel" maximumExecutionCount="1"><Action name="c{number}"><PrivateAction>'
        '<LateralAction><LaneChangeAction><LaneChangeActionDynamics dynamicsShape="sinusoidal" '
        'dynamicsDimension="time" value="4"/><LaneChangeTarget><AbsoluteTargetLane '
        f'value="{target}"/></LaneChangeTarget></LaneChangeAction></LateralAction></PrivateAction>'
        f"</Action><StartTrigger>{_at(2.0 + number)}</StartTrigger></Event></Maneuver>"
        f"</ManeuverGroup><StartTrigger>{_at(0.0)}</StartTrigger></Act></Story>"
    )


def _at(time: float) -> str:
    return (
        '<ConditionGroup><Condition name="t" delay="0" conditionEdge="none"><ByValueCondition>'
        f'<SimulationTimeCondition value="{time}" rule="greaterOrEqual"/></ByValueCondition>'
        "</Condition></ConditionGroup>"
    )
