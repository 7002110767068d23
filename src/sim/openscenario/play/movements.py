"""Actions that move one entity, light its lamps or hide it."""

from __future__ import annotations

from typing import Callable, Dict, Mapping, Tuple, Type

from sim.errors import InputError
from sim.openscenario.model import private_actions as private
from sim.openscenario.model.element import Element
from sim.openscenario.play.entity import Entity, LanePlace
from sim.openscenario.play.lateral import lane_change, lane_offset, lateral_distance
from sim.openscenario.play.lights import switch
from sim.openscenario.play.longitudinal import distance_motion, profile_motion, speed_motion
from sim.openscenario.play.measures import EntityMeasures
from sim.openscenario.play.motion import EntityMotion, InstantAction, OffsetChange, SpeedMotion
from sim.openscenario.play.mover import EntityMover, TrajectoryMotion
from sim.openscenario.play.places import PositionResolver
from sim.openscenario.play.random_way import RandomWay
from sim.openscenario.play.roads import RoadPose, Roads
from sim.openscenario.play.routes import route_to
from sim.openscenario.play.synchronizing import synchronize_motion
from sim.openscenario.play.trajectories import trajectory_path
from sim.openscenario.play.way import Way


class Movements:
    """Starts actions by the entity's name. ``now`` gives the scenario's time, s."""

    def __init__(
        self,
        entities: Mapping[str, Entity],
        movers: Mapping[str, EntityMover],
        places: PositionResolver,
        roads: Roads,
        now: Callable[[], float],
        seed: int = 0,
    ) -> None:
        self._entities, self._movers, self._places = entities, movers, places
        self._roads, self._now, self._seed = roads, now, seed
        self._measures = EntityMeasures(roads)
        # True while the actions of Init begin.
        self.initial = True
        self.begin: Dict[Type[Element], Callable[..., EntityMotion]] = {
            private.SpeedAction: self._speed,
            private.SpeedProfileAction: self._profile,
            private.LongitudinalDistanceAction: self._keep_distance,
            private.LaneChangeAction: self._change_lane,
            private.LaneOffsetAction: self._offset,
            private.LateralDistanceAction: self._keep_aside,
            private.TeleportAction: self._teleport,
            private.FollowTrajectoryAction: self._follow,
            private.VisibilityAction: self._show,
            private.AssignRouteAction: self._route,
            private.AcquirePositionAction: self._acquire,
            private.RandomRouteAction: self._roam,
            private.SynchronizeAction: self._synchronize,
            private.LightStateAction: self._light,
        }

    def _entity(self, name: str) -> Entity:
        return self._entities[name]

    def _speed(self, action: private.SpeedAction, name: str) -> EntityMotion:
        motion = speed_motion(action, self._entities[name], self._entity, self._now())
        return self._driven(motion, name)

    def _profile(self, action: private.SpeedProfileAction, name: str) -> EntityMotion:
        motion = profile_motion(action, self._entities[name], self._entity, self._now())
        return self._driven(motion, name)

    def _keep_distance(self, action: private.LongitudinalDistanceAction, name: str) -> EntityMotion:
        own = self._entities[name]
        return self._driven(distance_motion(action, own, self._entity, self._measures), name)

    def _driven(self, motion: SpeedMotion, name: str) -> EntityMotion:
        self._movers[name].drive(motion, self._now(), self.initial)
        return motion

    def _change_lane(self, action: private.LaneChangeAction, name: str) -> EntityMotion:
        return self._steered(lane_change, action, name)

    def _offset(self, action: private.LaneOffsetAction, name: str) -> EntityMotion:
        return self._steered(lane_offset, action, name)

    def _keep_aside(self, action: private.LateralDistanceAction, name: str) -> EntityMotion:
        return self._steered(lateral_distance, action, name)

    def _steered(
        self, begin: Callable[..., Tuple[LanePlace, OffsetChange]], action: Element, name: str
    ) -> EntityMotion:
        own = self._entities[name]
        lane_place, motion = begin(action, own, self._entity, self._roads, self._now())
        self._movers[name].steer(motion, lane_place, self._now())
        return motion

    def _teleport(self, action: private.TeleportAction, name: str) -> EntityMotion:
        pose, lane_place = self._places.placed(action.position)
        self._movers[name].place(pose.x, pose.y, pose.z, pose.heading, lane_place)
        return InstantAction()

    def _follow(self, action: private.FollowTrajectoryAction, name: str) -> EntityMotion:
        mover, own = self._movers[name], self._entities[name]
        here = RoadPose(own.x, own.y, own.z, own.heading) if own.exists else None
        timed = isinstance(action.time_reference, private.Timing)
        path = trajectory_path(action.trajectory, self._places.pose, timed, here)
        motion = TrajectoryMotion(action, path, self._now())
        if not own.exists:
            x, y, heading = path.at(motion.way_at(self._now()) if motion.timed else motion.way)
            mover.place(x, y, *self._places.on_ground(x, y, heading))
        mover.follow(motion)
        return motion

    def _show(self, action: private.VisibilityAction, name: str) -> EntityMotion:
        self._entities[name].visible.update(
            graphics=action.graphics, sensors=action.sensors, traffic=action.traffic
        )
        return InstantAction()

    def _route(self, action: private.AssignRouteAction, name: str) -> EntityMotion:
        route = action.route
        return self._routed(action, name, lambda start: self._places.way(route, start))

    def _acquire(self, action: private.AcquirePositionAction, name: str) -> EntityMotion:
        return self._routed(
            action, name, lambda start: route_to(action, start, self._places, self._roads)
        )

    def _roam(self, action: private.RandomRouteAction, name: str) -> EntityMotion:
        self._movers[name].way = RandomWay(self._seed, name)
        return InstantAction()

    def _routed(self, action: Element, name: str, way: Callable[[LanePlace], Way]) -> EntityMotion:
        """Set the entity's way from its present place."""
        mover = self._movers[name]
        if not mover.entity.exists and isinstance(action, private.AssignRouteAction):
            pose, lane_place = self._places.placed(action.route.waypoints[0].position)
            mover.place(pose.x, pose.y, pose.z, pose.heading, lane_place)
        if mover.entity.lane_place is None:
            raise InputError(action.source, f"gives {name} a route; it is on no road")
        mover.way = way(mover.entity.lane_place)
        return InstantAction()

    def _synchronize(self, action: private.SynchronizeAction, name: str) -> EntityMotion:
        own, master = self._movers[name], self._movers[action.master_entity_ref]
        motion = synchronize_motion(action, own, master, self._places, self._roads, self._now())
        return self._driven(motion, name)

    def _light(self, action: private.LightStateAction, name: str) -> EntityMotion:
        switch(action, self._entities[name])
        return InstantAction()
