#include "vehicle/ground_rays.h"

#include <algorithm>
#include <limits>

#include <boost/pointer_cast.hpp>
#include <boost/thread/recursive_mutex.hpp>
#include <gazebo/physics/Collision.hh>
#include <gazebo/physics/Link.hh>
#include <gazebo/physics/Model.hh>
#include <gazebo/physics/PhysicsEngine.hh>
#include <gazebo/physics/RayShape.hh>
#include <gazebo/physics/Shape.hh>
#include <gazebo/physics/SurfaceParams.hh>
#include <gazebo/physics/World.hh>

#include "core/input_error.h"

namespace sim::vehicle {
namespace {

using gazebo::physics::CollisionPtr;
using gazebo::physics::ModelPtr;
using ignition::math::Vector3d;

// Collisions of a model and the models nested in it.
void collect(const ModelPtr& model, std::vector<CollisionPtr>& found) {
  for (const auto& link : model->GetLinks()) {
    for (const auto& collision : link->GetCollisions()) found.push_back(collision);
  }
  for (const auto& nested : model->NestedModels()) collect(nested, found);
}

}  // namespace

GroundRays::GroundRays(const ModelPtr& model, double length)
    : world_(model->GetWorld()), physics_(world_->Physics()), length_(length) {
  ray_ = boost::dynamic_pointer_cast<gazebo::physics::RayShape>(
      physics_->CreateShape("ray", CollisionPtr()));
  if (!ray_)
    throw InputError(model->GetName(),
                     "the physics engine " + physics_->GetType() + " has no rays; use ode");
  collect(model, own_);
}

Ground GroundRays::cast(const ignition::math::Pose3d& world_from_base,
                        const std::vector<Vector>& starts) {
  // Lidars cast their rays in threads of their own and must not miss this vehicle.
  const boost::recursive_mutex::scoped_lock lock(*physics_->GetPhysicsUpdateMutex());
  const Vector3d ray = world_from_base.Rot() * Vector3d(0.0, 0.0, -length_);
  const Vector3d& place = world_from_base.Pos();
  Ground ground;
  ground.place = {place.X(), place.Y(), place.Z()};
  collide(GZ_NONE_COLLIDE);
  for (const auto& [x, y, z] : starts) {
    const Vector3d start = place + world_from_base.Rot() * Vector3d(x, y, z);
    double distance = 0.0;
    std::string hit;
    ray_->SetPoints(start, start + ray);
    ray_->GetIntersection(distance, hit);
    ground.touches.push_back(hit.empty() ? Touch{} : Touch{distance, friction(hit)});
  }
  collide(GZ_ALL_COLLIDE);
  return ground;
}

double GroundRays::friction(const std::string& collision) {
  auto found = met_[collision].lock();
  if (!found) {
    found =
        boost::dynamic_pointer_cast<gazebo::physics::Collision>(world_->EntityByName(collision));
    met_[collision] = found;
  }
  const auto pyramid = found ? found->GetSurface()->FrictionPyramid() : nullptr;
  return pyramid ? std::min(pyramid->MuPrimary(), pyramid->MuSecondary())
                 : std::numeric_limits<double>::infinity();
}

void GroundRays::collide(unsigned bits) {
  for (const auto& collision : own_) {
    collision->SetCategoryBits(bits);
    collision->SetCollideBits(bits);
  }
}

}  // namespace sim::vehicle
