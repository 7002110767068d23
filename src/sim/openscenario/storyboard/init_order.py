"""Order of a storyboard's Init actions, which take effect at time 0.

The file's order is irrelevant: entities are placed first, each after the ones that its position
refers to, then speeds are set, each after the ones that it is relative to, then the other actions.
"""

from __future__ import annotations

from typing import Callable, Dict, Iterator, List, Sequence, Set, Tuple

from sim.errors import InputError
from sim.openscenario.model import private_actions as private
from sim.openscenario.model.appearance_actions import AnimationAction
from sim.openscenario.model.element import Element
from sim.openscenario.model.global_actions import AddEntityAction, EntityAction
from sim.openscenario.model.override_actions import OverrideControllerValueAction
from sim.openscenario.model.storyboard import AnyAction, InitActions
from sim.openscenario.reading.references import walk

Members = Callable[[str], Sequence[str]]
Initial = Tuple[AnyAction, Tuple[str, ...]]
SPEEDS = (private.SpeedAction, private.SpeedProfileAction, private.LongitudinalDistanceAction)
# They place an entity without another place.
PATHS = (private.FollowTrajectoryAction, private.AssignRouteAction)
PLACING = (private.TeleportAction, *PATHS)
# Actions of an entity that give it a place, or need none.
PLACELESS = (
    *PLACING,
    private.ActivateControllerAction,
    private.AssignControllerAction,
    private.VisibilityAction,
    private.LightStateAction,
    AnimationAction,
    OverrideControllerValueAction,
)


def without_place(action: Element, name: str) -> InputError:
    """Return the error of an action on an entity without a place."""
    return InputError(
        action.source,
        f"acts on {name}, which has no position; place it by a TeleportAction, a "
        "FollowTrajectoryAction or an AssignRouteAction",
    )


def initial_actions(init: InitActions, members: Members) -> List[Initial]:
    """Return actions with their actors in an order of effect.

    Raises InputError where an entity is placed twice, or actions depend on each other in a circle.
    """
    given: List[Initial] = [(action, ()) for action in init.actions]
    for own in init.private:
        given += [(action, tuple(members(own.entity_ref))) for action in own.actions]
    placed = _placements(given)
    places = [each for each in given if _is_placement(each[0])]
    for kind in PATHS:
        for each in given:
            if isinstance(each[0], kind) and not placed.issuperset(each[1]):
                places.append(each)
                placed.update(each[1])
    for action, names in given:
        for name in names:
            if name not in placed and not isinstance(action, PLACELESS):
                raise without_place(action, name)
    speeds = [each for each in given if isinstance(each[0], SPEEDS)]
    first = [*_sorted(places, members, "position"), *_sorted(speeds, members, "speed")]
    taken = {id(each[0]) for each in first}
    return [*first, *(each for each in given if id(each[0]) not in taken)]


def _is_placement(action: Element) -> bool:
    if isinstance(action, EntityAction):
        return isinstance(action.action, AddEntityAction)
    return isinstance(action, private.TeleportAction)


def _placed_by(action: Initial) -> Sequence[str]:
    body = action[0]
    return (body.entity_ref,) if isinstance(body, EntityAction) else action[1]


def _placements(given: Sequence[Initial]) -> Set[str]:
    """Return the entities that are teleported or added, each once."""
    placed: Dict[str, Element] = {}
    for each in given:
        if not _is_placement(each[0]):
            continue
        for name in _placed_by(each):
            if name in placed:
                raise InputError(
                    each[0].source,
                    f"Init places {name} twice, also in line {placed[name].source.line}; its "
                    "actions have no order",
                )
            placed[name] = each[0]
    return set(placed)


def _sorted(actions: Sequence[Initial], members: Members, what: str) -> Iterator[Initial]:
    """Yield actions in topological order of the entities that they refer to."""
    waiting = list(actions)
    while waiting:
        pending = {name for each in waiting for name in _placed_by(each)}
        ready = [each for each in waiting if not _needs(each, members) & pending]
        if not ready:
            names = " and ".join(sorted(pending))
            raise InputError(
                waiting[0][0].source,
                f"Init gives {names} a {what} relative to each other in a circle; one of them "
                "needs an absolute one",
            )
        yield from ready
        waiting = [each for each in waiting if each not in ready]


def _needs(action: Initial, members: Members) -> Set[str]:
    """Return the other entities that an action refers to."""
    own = set(_placed_by(action))
    body = action[0].action if isinstance(action[0], EntityAction) else action[0]
    names = {getattr(each, "entity_ref", "") for each in walk(body)} - {""}
    return {member for name in names for member in members(name)} - own
