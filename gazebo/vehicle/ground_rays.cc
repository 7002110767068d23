#include "vehicle/ground_rays.h"

#include <algorithm>
#include <sstream>

#include <boost/pointer_cast.hpp>
#include <boost/thread/recursive_mutex.hpp>
#include <gazebo/common/Console.hh>
#include <gazebo/physics/Collision.hh>
#include <gazebo/physics/Link.hh>
#include <gazebo/physics/Model.hh>
#include <gazebo/physics/PhysicsEngine.hh>
#include <gazebo/physics/RayShape.hh>
#include <gazebo/physics/Shape.hh>
#include <gazebo/physics/SurfaceParams.hh>
#include <gazebo/physics/World.hh>

#include "laws/input_error.h"

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

// Return the value of <surface>'s element rolling_resistance, with a prefix, since SDF does not
// define it.
double rolling_resistance(gazebo::physics::Collision& collision) {
  const sdf::ElementPtr sdf = collision.GetSDF();
  if (!sdf || !sdf->HasElement("surface")) return 0.0;
  const std::string name = ":rolling_resistance";
  for (sdf::ElementPtr each = sdf->GetElement("surface")->GetFirstElement(); each;
       each = each->GetNextElement()) {
    const std::string& found = each->GetName();
    if (found.size() <= name.size() ||
        found.compare(found.size() - name.size(), name.size(), name) != 0)
      continue;
    double value = 0.0;
    std::istringstream(each->Get<std::string>()) >> value;
    if (0.0 <= value && value <= 1.0) return value;
    gzerr << collision.GetScopedName() << ": rolling resistance " << value
          << " must be a coefficient from 0 to 1\n";
  }
  return 0.0;
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
  // Lidars cast rays in separate threads and must not miss this vehicle.
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
    ground.touches.push_back(hit.empty() ? Touch{} : touch(distance, hit));
  }
  collide(GZ_ALL_COLLIDE);
  return ground;
}

Touch GroundRays::touch(double distance, const std::string& collision) {
  Met& met = met_[collision];
  auto found = met.collision.lock();
  if (!found) {
    found =
        boost::dynamic_pointer_cast<gazebo::physics::Collision>(world_->EntityByName(collision));
    met = {found, found ? rolling_resistance(*found) : 0.0};
  }
  const auto pyramid = found ? found->GetSurface()->FrictionPyramid() : nullptr;
  if (!pyramid) return {distance};
  return {distance, std::min(pyramid->MuPrimary(), pyramid->MuSecondary()), met.resistance};
}

void GroundRays::collide(unsigned bits) {
  for (const auto& collision : own_) {
    collision->SetCategoryBits(bits);
    collision->SetCollideBits(bits);
  }
}

}  // namespace sim::vehicle
