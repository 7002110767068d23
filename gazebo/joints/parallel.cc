#include "joints/parallel.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gazebo/physics/Inertial.hh>
#include <gazebo/physics/Model.hh>
#include <gazebo/physics/Collision.hh>
#include <gazebo/physics/World.hh>
#include <gazebo/physics/ode/ODESurfaceParams.hh>
#include <ros/console.h>

namespace sim::joints {
namespace {

// Of the drive; slower where the step is too long for that.
constexpr double BANDWIDTH = 150.0;         // 1/s
constexpr double MAX_BANDWIDTH_STEP = 0.3;  // of bandwidth times step
// Of the spring between blocked fingers, in (mass of a finger) / step^2.
constexpr double STIFFNESS = 0.3;
// Simulated s for which fingers may lose touch without letting go, and over which their force and
// speed are averaged.
constexpr double PATIENCE = 0.02;
// Of the width: a slower gripper stands, and an order must be wider than the fingers are to open
// them.
constexpr double RESTING_SPEED = 1e-3;      // m/s
constexpr double OPENING_TOLERANCE = 1e-4;  // m
// Time in s in which fingers reach their speed.
constexpr double RAMP = 0.025;
// Stiffness of a finger's pad. ODE's own contacts are so hard that a pressed object rattles.
constexpr double PAD_STIFFNESS = 1e5;  // N/m
constexpr double PAD_DAMPING = 100.0;  // N s/m
// SDF's default stiffness.
constexpr double GIVEN_NO_STIFFNESS = 1e12;
// m far above what rounding does when a model is moved as a whole.
constexpr double MOVED = 1e-6;

// Speed of the approach to a target at a distance: in proportion, limited by the braking distance.
struct Approach {
  double bandwidth, acceleration;  // 1/s, m/s^2

  double speed(double away) const {
    const double braked = std::sqrt(acceleration * std::abs(away));
    return std::clamp(bandwidth * away, -braked, braked);
  }
};

std::vector<Axis> axes_of(const gazebo::physics::ModelPtr& model,
                          const std::vector<std::string>& joints) {
  std::vector<Axis> found;
  found.reserve(joints.size());
  for (const std::string& joint : joints) found.emplace_back(model->GetJoint(joint));
  return found;
}

// Give a finger rubber pads, unless its SDF sets the contact parameters.
void pad(const gazebo::physics::LinkPtr& finger) {
  for (const auto& collision : finger->GetCollisions()) {
    const auto surface =
        boost::dynamic_pointer_cast<gazebo::physics::ODESurfaceParams>(collision->GetSurface());
    if (!surface || surface->kp < GIVEN_NO_STIFFNESS) continue;
    surface->kp = PAD_STIFFNESS;
    surface->kd = PAD_DAMPING;
    // Largest speed in m/s at which ODE corrects depth: the spring's force must not be clipped by
    // it.
    surface->maxVel = 10.0;
  }
}

}  // namespace

ParallelGripper::ParallelGripper(const gazebo::physics::ModelPtr& model, const Parallel& settings)
    : model_(model->GetName()),
      settings_(settings),
      touch_(model_, axes_of(model, settings.fingers)),
      grip_(model->GetJoint(settings.fingers.front())->GetParent()),
      lower_(-std::numeric_limits<double>::infinity()),
      upper_(std::numeric_limits<double>::infinity()),
      strongest_(settings.force),
      force_(settings.force) {
  for (const Axis& axis : axes_of(model, settings.fingers)) {
    fingers_.emplace_back(axis);
    pad(axis.joint().GetChild());
    seen_.push_back(std::numeric_limits<double>::quiet_NaN());
    lower_ = std::max(lower_, axis.lower());
    upper_ = std::min(upper_, axis.upper());
    strongest_ = force_ = std::min(strongest_, axis.effort_limit());
  }
}

void ParallelGripper::before_step(double time, double dt) {
  if (grip_.keep()) forget_object();
  seat();
  if (const auto order = orders_.due(time)) begin(*order);
  assist();
  drive(dt);
}

void ParallelGripper::after_step(double time, double dt) {
  double speed = 0.0, force = 0.0;
  for (std::size_t k = 0; k < fingers_.size(); ++k) {
    // ODE's velocity of a pressing finger is not its real speed.
    const double position = fingers_[k].axis().position();
    speed += std::isfinite(seen_[k]) ? (position - seen_[k]) / dt : 0.0;
    seen_[k] = position;
  }
  const std::vector<Touched> touched = touch_.now();
  const std::string object = grasped(touched);
  if (!object.empty()) {
    object_ = object;
    touched_ = touched.front().at(object).link;
    touched_at_ = time;
  } else if (!(time >= touched_at_ && time <= touched_at_ + PATIENCE)) {
    forget_object();
  }
  for (const Touched& finger : touched) {
    for (const auto& [model, pressed] : finger)
      force += pressed.force / static_cast<double>(touched.size());
  }
  const double share = std::min(1.0, dt / PATIENCE);
  pressed_ += (force - pressed_) * share;
  speed_ += (speed - speed_) * share;
  grip_.remember();
}

void ParallelGripper::reset() {
  orders_.clear();
  grip_.release();
  forget_object();
  pressed_ = 0.0;
  force_ = strongest_;
  std::fill(seen_.begin(), seen_.end(), std::numeric_limits<double>::quiet_NaN());
}

GripperReport ParallelGripper::report() const {
  GripperReport report;
  report.width = settings_.closed_width + mean() * static_cast<double>(fingers_.size());
  report.force = pressed_;
  report.moving = std::abs(speed_) > RESTING_SPEED;
  report.assisted = !grip_.object().empty();
  report.object = report.assisted ? grip_.object() : object_;
  report.holding = !report.object.empty();
  return report;
}

void ParallelGripper::begin(const GripperOrder& order) {
  const auto count = static_cast<double>(fingers_.size());
  const double wanted = (order.width - settings_.closed_width) / count;
  goal_ = std::clamp(wanted, lower_, upper_);
  force_ = std::min(order.force > 0.0 ? order.force : strongest_, strongest_);
  if ((std::abs(wanted - goal_) > 1e-6 || order.force > strongest_ * (1.0 + 1e-9)) &&
      quiet_.due()) {
    ROS_WARN("/%s: command %g m, %g N is out of range; allowed: %g to %g m, up to %g N",
             model_.c_str(), order.width, order.force, settings_.closed_width + count * lower_,
             settings_.closed_width + count * upper_, strongest_);
  }
  closing_ = goal_ <= mean() + OPENING_TOLERANCE;
  if (!closing_) grip_.release();
}

void ParallelGripper::forget_object() {
  object_.clear();
  touched_.reset();
}

// Fingers that were moved from outside hold there.
void ParallelGripper::seat() {
  for (std::size_t k = 0; k < fingers_.size(); ++k) {
    if (std::abs(fingers_[k].axis().position() - seen_[k]) <= MOVED) continue;
    goal_ = std::clamp(mean(), lower_, upper_);
    return;
  }
}

void ParallelGripper::assist() {
  if (!settings_.grasp_assist || object_.empty() || !closing_ || !grip_.object().empty()) return;
  if (touched_ && touched_->GetWorld() && can_be_carried(*touched_)) grip_.take(touched_);
}

// A motor with a target speed close to its finger's speed does not hammer on an obstacle, and
// presses as hard.
void ParallelGripper::drive(double dt) {
  const auto count = static_cast<double>(fingers_.size());
  const double fastest = settings_.speed / count, gain = fastest / RAMP * dt, average = mean();
  const Approach approach{std::min(BANDWIDTH, MAX_BANDWIDTH_STEP / dt), fastest / RAMP};
  double rate = 0.0;
  for (const Motor& finger : fingers_) rate += finger.axis().velocity() / count;
  const double together = std::clamp(approach.speed(goal_ - average), -fastest, fastest);
  for (const Motor& finger : fingers_) {
    gazebo::physics::Joint& joint = finger.axis().joint();
    const auto link = joint.GetChild();
    const double mass = link->GetInertial()->Mass(), apart = finger.axis().position() - average,
                 speed = finger.axis().velocity();
    joint.SetForce(0, -mass * joint.GlobalAxis(0).Dot(link->GetWorld()->Gravity()));
    // A finger that is further open than the others is held off by its contact, and presses back
    // with more force.
    const double more = mass * STIFFNESS / dt * (STIFFNESS / dt * apart + 2.0 * (speed - rate));
    // ODE's speed of a pressing finger points towards the contact, even when the finger is to leave
    // it.
    finger.run(std::clamp(together - approach.speed(apart), std::min(speed, 0.0) - gain,
                          std::max(speed, 0.0) + gain),
               std::clamp(force_ + (together < 0.0 ? more : -more), 0.0, 2.0 * force_));
  }
}

double ParallelGripper::mean() const {
  double sum = 0.0;
  for (const Motor& finger : fingers_) sum += finger.axis().position();
  return sum / static_cast<double>(fingers_.size());
}

}  // namespace sim::joints
