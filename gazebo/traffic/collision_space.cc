#include "traffic/collision_space.h"

#include <algorithm>

#include <gazebo/physics/Collision.hh>
#include <gazebo/physics/Inertial.hh>
#include <gazebo/physics/Link.hh>
#include <gazebo/physics/Model.hh>
#include <gazebo/physics/World.hh>
#include <gazebo/physics/ode/ODECollision.hh>
#include <gazebo/physics/ode/ODEPhysics.hh>

namespace sim {

using namespace gazebo::physics;
using ignition::math::Pose3d;

namespace {

dGeomID geom(dSpaceID space) { return reinterpret_cast<dGeomID>(space); }

// The bounding boxes of a sleeping body's geom and of something in traffic touch.
void meet(void* body, dGeomID one, dGeomID other) {
  if (dGeomIsSpace(one) || dGeomIsSpace(other)) {
    dSpaceCollide2(one, other, body, &meet);
  } else {
    dBodyEnable(static_cast<dBodyID>(body));
  }
}

}  // namespace

CollisionSpace::CollisionSpace(const WorldPtr& world) {
  const auto ode = boost::dynamic_pointer_cast<ODEPhysics>(world->Physics());
  if (!ode) return;
  world_ = ode->GetSpaceId();
  active_ = dSimpleSpaceCreate(world_);
  dGeomSetCategoryBits(geom(active_), GZ_FIXED_COLLIDE);
  dGeomSetCollideBits(geom(active_), ~GZ_FIXED_COLLIDE);
  // Above the others, so that ODE compares the boxes of models in it with a whole space of rays,
  // and not with each ray.
  dSpaceSetSublevel(active_, 1);
  parked_ = dSimpleSpaceCreate(nullptr);
}

CollisionSpace::~CollisionSpace() {
  if (!world_) return;
  move({adopted_.begin(), adopted_.end()}, world_);
  dSpaceDestroy(active_);
  dSpaceDestroy(parked_);
}

CollisionSpace::Shapes CollisionSpace::adopt(const Model& model) {
  Shapes shapes;
  if (!world_ || !model.NestedModels().empty()) return shapes;
  shapes.whole = true;
  for (const auto& link : model.GetLinks()) {
    for (const auto& collision : link->GetCollisions()) take_collision(model, collision, shapes);
  }
  adopted_.insert(shapes.spaces.begin(), shapes.spaces.end());
  park(shapes);
  return shapes;
}

void CollisionSpace::take_collision(const Model& model, const CollisionPtr& collision,
                                    Shapes& shapes) const {
  const auto shape = boost::dynamic_pointer_cast<ODECollision>(collision);
  const dGeomID id = shape ? shape->GetCollisionId() : nullptr;
  if (!id) {
    shapes.whole = false;
    return;
  }
  dSpaceID space = dGeomGetSpace(id);
  while (space && dGeomGetSpace(geom(space)) && dGeomGetSpace(geom(space)) != world_)
    space = dGeomGetSpace(geom(space));
  const bool ours = space && dGeomGetSpace(geom(space)) == world_;
  if (ours && std::find(shapes.spaces.begin(), shapes.spaces.end(), space) == shapes.spaces.end())
    shapes.spaces.push_back(space);
  // Gazebo shifts a static link's shapes by its centre of mass; leave links with one to it.
  if (collision->GetLink()->GetInertial()->CoG() != ignition::math::Vector3d::Zero)
    shapes.whole = false;
  if (shape->IsPlaceable())
    shapes.shapes.push_back({id, collision->WorldPose() - model.WorldPose()});
}

void CollisionSpace::place(const Shapes& shapes, const Pose3d& pose) {
  for (const Shape& shape : shapes.shapes) {
    const auto position = pose.Pos() + pose.Rot().RotateVector(shape.model_from_shape.Pos());
    const auto rotation = pose.Rot() * shape.model_from_shape.Rot();
    const dQuaternion quaternion = {rotation.W(), rotation.X(), rotation.Y(), rotation.Z()};
    dGeomSetPosition(shape.geom, position.X(), position.Y(), position.Z());
    dGeomSetQuaternion(shape.geom, quaternion);
  }
}

void CollisionSpace::wake() const {
  if (world_) wake(world_);
}

void CollisionSpace::wake(dSpaceID space) const {
  for (int k = 0; k < dSpaceGetNumGeoms(space); ++k) {
    const dGeomID child = dSpaceGetGeom(space, k);
    if (child == geom(active_)) continue;
    if (dGeomIsSpace(child)) {
      wake(reinterpret_cast<dSpaceID>(child));
    } else if (dBodyID body = dGeomGetBody(child); body && !dBodyIsEnabled(body)) {
      dSpaceCollide2(geom(active_), child, body, &meet);
    }
  }
}

void CollisionSpace::move(const std::vector<dSpaceID>& spaces, dSpaceID target) {
  for (dSpaceID space : spaces) {
    const dSpaceID parent = dGeomGetSpace(geom(space));
    if (parent == target) continue;
    if (parent) dSpaceRemove(parent, geom(space));
    dSpaceAdd(target, geom(space));
  }
}

}  // namespace sim
