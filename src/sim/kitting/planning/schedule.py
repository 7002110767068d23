"""List scheduling [Graham] of a sequential plan on all robots.

Each robot keeps its order, and occupies a tray, a kit or the changing station exclusively during a
visit. At a space with added parts or changed end effectors, the plan's order of visits stays, since
one visit needs another's result; elsewhere the earliest possible robot goes first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, List, Mapping, Optional, Sequence, Set, Tuple

from sim.kitting.actions import ActionSchedule, GroundedAction, ScheduledAction

# s; assumed where nothing else is known.
DURATIONS: Mapping[str, float] = {
    "look-for-part": 0.5,
    "set-grasp": 0.5,
    "take-part": 6.0,
    "look-for-slot": 0.5,
    "place-part": 6.0,
    "put-part": 6.0,
    "attach-endEffector": 15.0,
    "detach-endEffector": 15.0,
}
DEFAULT_DURATION = 1.0  # s
LOOK_ACTION = "look-for-part"
TAKE_ACTION = "take-part"
Space = Tuple[str, str]


@dataclass(frozen=True)
class TimedStep:
    """An action with begin and end in s, and its predecessors. All by index in the plan."""

    index: int
    begin: float
    end: float
    after: Tuple[int, ...]


def space(action: GroundedAction) -> Optional[Space]:
    """Return the space that an action occupies exclusively, or None."""
    given = action.arguments
    if action.name in ("take-part", "put-part"):
        return "tray", given.get("tray", "")
    if action.name == "place-part":
        return "kit", given.get("kit", "")
    if action.name in ("attach-endEffector", "detach-endEffector"):
        return "station", given.get("station", "")
    return None


def timetable(actions: Sequence[GroundedAction], durations: Mapping[str, float]) -> List[TimedStep]:
    """Return the times of actions, in the order of their begin."""
    spaces = [space(action) for action in actions]
    queues = _queues(actions)
    before = _ordered(actions, spaces)
    free: Dict[object, float] = {}
    last: Dict[object, int] = {}
    done: Set[int] = set()
    ends: Dict[int, float] = {}
    times: List[TimedStep] = []
    while len(times) < len(actions):
        chosen, begin = -1, 0.0
        for robot, queue in queues.items():
            if not queue or not before.get(queue[-1], set()) <= done:
                continue
            index = queue[-1]
            at = max(
                free.get(robot, 0.0),
                free.get(spaces[index], 0.0) if spaces[index] else 0.0,
                *(ends[one] for one in before.get(index, ())),
            )
            if chosen < 0 or (at, index) < (begin, chosen):
                chosen, begin = index, at
        robot = _robot(actions[chosen])
        end = begin + durations.get(actions[chosen].name, DEFAULT_DURATION)
        held = [key for key in (robot, spaces[chosen]) if key is not None]
        after = {last[key] for key in held if key in last} | before.get(chosen, set())
        times.append(TimedStep(chosen, begin, end, tuple(sorted(after))))
        for key in held:
            free[key], last[key] = end, chosen
        done.add(chosen)
        ends[chosen] = end
        queues[robot].pop()
    return times


def makespan(times: Sequence[TimedStep]) -> float:
    """Return the end of the last action, in s."""
    return max((one.end for one in times), default=0.0)


def schedule(
    actions: Sequence[GroundedAction], durations: Mapping[str, float] = DURATIONS
) -> ActionSchedule:
    """Return steps with minimal dependencies that keep the timetable's order.

    ``durations`` in s by action.
    """
    times = timetable(actions, durations)
    number = {one.index: place for place, one in enumerate(times)}
    behind: List[Set[int]] = []
    steps = []
    for place, one in enumerate(times):
        direct = {number[index] for index in one.after}
        implied = {deep for step in direct for deep in behind[step]}
        behind.append(direct | implied)
        steps.append(ScheduledAction(place, actions[one.index], frozenset(direct - implied)))
    return ActionSchedule(tuple(steps), makespan(times))


def in_sequence(
    actions: Sequence[GroundedAction], durations: Mapping[str, float]
) -> ActionSchedule:
    """Return one step after the other, in the plan's order.

    For domains with dependencies of actions that list scheduling does not know.
    """
    steps = [
        ScheduledAction(number, action, frozenset({number - 1} if number else ()))
        for number, action in enumerate(actions)
    ]
    return ActionSchedule(
        tuple(steps), sum(durations.get(action.name, DEFAULT_DURATION) for action in actions)
    )


def _robot(action: GroundedAction) -> str:
    return action.arguments.get("robot", "")


def _queues(actions: Sequence[GroundedAction]) -> Dict[str, List[int]]:
    """Return indices of each robot's actions, its first one at the end."""
    queues: Dict[str, List[int]] = {}
    for index in reversed(range(len(actions))):
        queues.setdefault(_robot(actions[index]), []).append(index)
    return queues


def _ordered(
    actions: Sequence[GroundedAction], spaces: Sequence[Optional[Space]]
) -> Dict[int, Set[int]]:
    """Return, by action, the previous visit to its space, for spaces with ordered visits."""
    keeps = {
        place
        for place, action in zip(spaces, actions)
        if place is not None and action.name not in ("take-part", "place-part")
    }
    before: Dict[int, Set[int]] = {}
    last: Dict[Space, int] = {}
    for index, place in enumerate(spaces):
        if place is not None and place in keeps:
            if place in last:
                before[index] = {last[place]}
            last[place] = index
    for index, action in enumerate(actions):
        if action.name == LOOK_ACTION:
            # A part must be there before a robot looks for it.
            taken = _following(actions, index, TAKE_ACTION)
            before.setdefault(index, set()).update(before.get(taken, ()))
    return before


def _following(actions: Sequence[GroundedAction], index: int, name: str) -> int:
    """Return the same robot's next action of a name, or -1."""
    robot = _robot(actions[index])
    return next(
        (
            later
            for later in range(index + 1, len(actions))
            if actions[later].name == name and _robot(actions[later]) == robot
        ),
        -1,
    )
