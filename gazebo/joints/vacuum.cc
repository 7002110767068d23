#include "joints/vacuum.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <gazebo/physics/Collision.hh>
#include <gazebo/physics/Inertial.hh>
#include <gazebo/physics/Model.hh>
#include <gazebo/physics/World.hh>
#include <ros/console.h>

#include "joints/collision_ray.h"

namespace sim::joints {
namespace {

using namespace gazebo::physics;
using ignition::math::Pose3d;
using ignition::math::Vector3d;

constexpr double MOUTH_RING_RADIUS = 0.004;  // m, of the ring of the mouth that must be closed
constexpr double RAY_START_DEPTH = 0.01;     // m inside the cup, from which its rays start
// Simulated s over which the force on the cup is averaged.
constexpr double AVERAGING_TIME = 0.01;
// Simulated s in which a taken object reaches the motion of the cup.
constexpr double TAKING = 0.05;
// A cup closes when it comes no nearer, or touches.
constexpr double APPROACH_SPEED = 1e-3;  // m/s
constexpr double TOUCH_DISTANCE = 5e-4;  // m

double mass_of(const Model& model) {
  double sum = 0.0;
  for (const auto& link : model.GetLinks()) sum += link->GetInertial()->Mass();
  for (const auto& nested : model.NestedModels()) sum += mass_of(*nested);
  return sum;
}

}  // namespace

VacuumGripper::VacuumGripper(const ModelPtr& model, const Vacuum& settings)
    : settings_(settings), cup_(model->GetLink(settings.cup)), grip_(cup_) {}

void VacuumGripper::before_step(double time, double) {
  grip_.keep();
  if (const auto order = orders_.due(time)) {
    on_ = searching_ = order->vacuum;
    if (!on_) grip_.release();
  }
  if (searching_ && grip_.object().empty()) search();
}

void VacuumGripper::after_step(double, double dt) {
  grip_.remember();
  held_for_ = grip_.object().empty() ? 0.0 : held_for_ + dt;
  if (held_for_ < TAKING) {
    force_ = Vector3d::Zero;
    return;
  }
  const Vector3d force = cup_->WorldPose().Rot().RotateVectorReverse(grip_.force());
  force_ += (force - force_) * std::min(1.0, dt / AVERAGING_TIME);
  if (pull() <= settings_.force) return;
  ROS_WARN("/%s: %s breaks loose from the cup at %.1f N", model()->GetName().c_str(),
           grip_.object().c_str(), pull());
  searching_ = false;
  grip_.release();
}

void VacuumGripper::reset() {
  orders_.clear();
  grip_.release();
  on_ = searching_ = false;
}

GripperReport VacuumGripper::report() const {
  GripperReport report;
  report.force = pull();
  report.vacuum = on_;
  report.object = grip_.object();
  report.holding = report.assisted = !report.object.empty();
  return report;
}

// Pressure on the cup does not open it.
double VacuumGripper::pull() const {
  return Vector3d(force_.X(), force_.Y(), std::max(force_.Z(), 0.0)).Length();
}

void VacuumGripper::search() {
  const LinkPtr link = closed_by();
  if (!link || !can_be_carried(*link)) return;
  const ModelPtr thing = whole_model(*link);
  const double mass = mass_of(*thing);
  if (mass <= settings_.payload) return grip_.take(link);
  searching_ = false;
  ROS_WARN("/%s: %s weighs %.3g kg; the cup lifts up to %.3g kg", model()->GetName().c_str(),
           thing->GetName().c_str(), mass, settings_.payload);
}

LinkPtr VacuumGripper::closed_by() const {
  const Pose3d mouth = cup_->WorldPose();
  const double furthest =
      settings_.reach + MOUTH_RING_RADIUS * std::tan(std::min(settings_.alignment, 1.0));
  const Collision* closing = nullptr;
  std::array<Vector3d, 3> corners;
  for (std::size_t k = 0; k < corners.size(); ++k) {
    const double turn = 2.0 * M_PI * static_cast<double>(k) / 3.0;
    const Vector3d start(MOUTH_RING_RADIUS * std::cos(turn), MOUTH_RING_RADIUS * std::sin(turn),
                         -RAY_START_DEPTH);
    const Vector3d from = mouth.Pos() + mouth.Rot() * start, along = mouth.Rot() * Vector3d::UnitZ;
    const CollisionHit hit =
        cast_at_collisions(*cup_->GetWorld(), from, along, RAY_START_DEPTH + furthest, *model());
    if (!hit.collision || hit.collision->GetModel()->GetId() == model()->GetId()) return nullptr;
    if (closing && closing->GetLink() != hit.collision->GetLink()) return nullptr;
    closing = hit.collision;
    corners[k] = start + Vector3d(0.0, 0.0, hit.range);
  }
  const Vector3d normal = (corners[1] - corners[0]).Cross(corners[2] - corners[0]).Normalized();
  const double tilt = std::acos(std::min(std::abs(normal.Z()), 1.0)),
               depth = (corners[0].Z() + corners[1].Z() + corners[2].Z()) / 3.0;
  if (depth > settings_.reach || tilt > settings_.alignment) return nullptr;
  const Vector3d nearing =
      cup_->WorldLinearVel(Vector3d::Zero) - closing->GetLink()->WorldLinearVel();
  return depth < TOUCH_DISTANCE || nearing.Dot(mouth.Rot() * Vector3d::UnitZ) < APPROACH_SPEED
             ? closing->GetLink()
             : nullptr;
}

}  // namespace sim::joints
