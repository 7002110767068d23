"""Small OpenSCENARIO files on one straight road, for tests of single elements.

The road ``1`` runs along x from 0 to 1000 m with lanes 2, 1, -1, -2 of 3.5 m.
"""

from __future__ import annotations

from pathlib import Path
from typing import Sequence

from sim.openscenario.play.player import PlayOptions, ScenarioPlayer
from sim.openscenario.reading.reader import read_scenario

LANE_WIDTH = 3.5  # m
ROAD_LENGTH = 1000.0  # m
LANE = '<lane id="{}" type="driving"><width sOffset="0" a="3.5" b="0" c="0" d="0"/></lane>'
ROAD = (
    '<OpenDRIVE><road id="1" length="1000" junction="-1"{}><planView><geometry s="0" x="0" y="0" '
    'hdg="0" length="1000"><line/></geometry></planView><lanes><laneSection s="0"><left>'
    + LANE.format(2)
    + LANE.format(1)
    + '</left><center><lane id="0" type="none"/></center><right>'
    + LANE.format(-1)
    + LANE.format(-2)
    + "</right></laneSection></lanes></road></OpenDRIVE>"
)
CAR = (
    '<ScenarioObject name="{}"><Vehicle name="car" vehicleCategory="car"><BoundingBox>'
    '<Center x="1" y="0" z="0.7"/><Dimensions width="2" length="4" height="1.4"/></BoundingBox>'
    '<Performance maxSpeed="70" maxAcceleration="4" maxDeceleration="8"/><Axles>'
    '<FrontAxle maxSteering="0.5" wheelDiameter="0.6" trackWidth="1.6" positionX="2.8" '
    'positionZ="0.3"/><RearAxle maxSteering="0" wheelDiameter="0.6" trackWidth="1.6" '
    'positionX="0" positionZ="0.3"/></Axles></Vehicle></ScenarioObject>'
)
STEP = 'dynamicsShape="step" dynamicsDimension="time" value="0"'


def teleport(position: str) -> str:
    """Return a TeleportAction to a position."""
    return f"<TeleportAction><Position>{position}</Position></TeleportAction>"


def on_lane(lane: int, s: float, offset: float = 0.0, orientation: str = "") -> str:
    """Return a LanePosition."""
    tag = f'LanePosition roadId="1" laneId="{lane}" s="{s}" offset="{offset}"'
    return f"<{tag}>{orientation}</LanePosition>"


def turned(h: float, kind: str) -> str:
    """Return an Orientation with a heading in rad, absolute or relative."""
    return f'<Orientation type="{kind}" h="{h}"/>'


def drive(speed: object) -> str:
    """Return a SpeedAction that takes effect at once; m/s."""
    return (
        f"<LongitudinalAction><SpeedAction><SpeedActionDynamics {STEP}/><SpeedActionTarget>"
        f'<AbsoluteTargetSpeed value="{speed}"/></SpeedActionTarget></SpeedAction>'
        "</LongitudinalAction>"
    )


def time_condition(seconds: float) -> str:
    """Return the groups of a trigger that fires at a simulated time."""
    return (
        '<ConditionGroup><Condition name="t" delay="0" conditionEdge="none"><ByValueCondition>'
        f'<SimulationTimeCondition value="{seconds}" rule="greaterOrEqual"/></ByValueCondition>'
        "</Condition></ConditionGroup>"
    )


def event(actions: Sequence[str], start: str = "") -> str:
    """Return an Event of private actions; ``start``: groups of its start trigger."""
    bodies = "".join(
        f'<Action name="a{i}"><PrivateAction>{each}</PrivateAction></Action>'
        for i, each in enumerate(actions)
    )
    trigger = f"<StartTrigger>{start}</StartTrigger>"
    return f'<Event name="e" priority="parallel">{bodies}{trigger}</Event>'


def act(actor: str, events: str, start: str) -> str:
    """Return a Story with an Act of these events. ``start``: groups of its start trigger."""
    return (
        '<Story name="s"><Act name="act"><ManeuverGroup name="g" maximumExecutionCount="1">'
        f'<Actors selectTriggeringEntities="false"><EntityRef entityRef="{actor}"/></Actors>'
        f'<Maneuver name="m">{events}</Maneuver></ManeuverGroup><StartTrigger>{start}'
        "</StartTrigger></Act></Story>"
    )


def write(
    folder: Path,
    init: Sequence[tuple],
    stories: str = "",
    until: float = 5.0,
    rule: str = "",
    declared: str = "",
) -> Path:
    """Write a scenario that ends at a time, with its road. ``init``: entities and their actions."""
    (folder / "road.xodr").write_text(ROAD.format(f' rule="{rule}"' if rule else ""))
    names = sorted({name for name, _ in init})
    privates = "".join(
        f'<Private entityRef="{name}">'
        + "".join(f"<PrivateAction>{each}</PrivateAction>" for each in actions)
        + "</Private>"
        for name, actions in init
    )
    path = folder / "test.xosc"
    path.write_text(
        '<OpenSCENARIO><FileHeader revMajor="1" revMinor="3" date="2026-01-01T00:00:00" '
        f'description="d" author="a"/>\n<ParameterDeclarations>{declared}</ParameterDeclarations>\n'
        '<CatalogLocations/><RoadNetwork><LogicFile filepath="road.xodr"/></RoadNetwork>'
        f"<Entities>{''.join(CAR.format(name) for name in names)}</Entities>"
        f"<Storyboard><Init><Actions>\n{privates}\n</Actions></Init>\n{stories}\n"
        f"<StopTrigger>{time_condition(until)}</StopTrigger></Storyboard></OpenSCENARIO>"
    )
    return path


def played(path: Path, grammar: str = "lenient", **options: object) -> ScenarioPlayer:
    """Return the player of a scenario at its end."""
    player = ScenarioPlayer(read_scenario(path, grammar=grammar), PlayOptions(**options))
    for _ in player.play():
        pass
    return player
