#include "joints/contact_stop.h"

#include <gazebo/physics/Collision.hh>
#include <gazebo/physics/ContactManager.hh>
#include <gazebo/physics/PhysicsEngine.hh>
#include <gazebo/physics/World.hh>

#include "joints/grip.h"

namespace sim::joints {
namespace {

using ignition::math::Vector3d;

// Simulated time in s: length of the past motion by which a model retreats, and longest loss of
// contact of fingers that still hold.
constexpr double RETREAT_TIME = 0.05;   // s
constexpr double MAX_TOUCH_GAP = 0.02;  // s

}  // namespace

ContactStop::ContactStop(const gazebo::physics::ModelPtr& model, const Mechanism& mechanism)
    : model_(model),
      sides_{Side{ContactGuard(mechanism.contact_stop->force)},
             Side{ContactGuard(mechanism.contact_stop->held, true)}} {
  look_for_fingers(model, mechanism);
  // Gazebo forgets contacts that were not requested, and what will be held is not known yet.
  model->GetWorld()->Physics()->GetContactManager()->SetNeverDropContacts(true);
}

void ContactStop::look_for_fingers(const gazebo::physics::ModelPtr& model,
                                   const Mechanism& mechanism) {
  if (!mechanism.parallel) return;
  std::vector<Axis> axes;
  for (const std::string& joint : mechanism.parallel->fingers)
    axes.emplace_back(model->GetJoint(joint));
  fingers_.emplace(model->GetName() + "_contact_stop", axes);
}

void ContactStop::fit(const gazebo::physics::ModelPtr& tool) {
  tool_ = tool;
  fingers_.reset();
  held_.clear();
  if (tool) look_for_fingers(tool, read_mechanism(tool->GetSDF()));
}

std::optional<Pressing> ContactStop::after_step(double time, double dt, bool moving,
                                                const std::vector<double>& places) {
  look_what_is_held(time);
  look_at_contacts();
  places_.emplace_back(time, places);
  while (places_.front().first < time - RETREAT_TIME || places_.front().first > time)
    places_.pop_front();
  std::optional<Pressing> found;
  for (Side& side : sides_) {
    const std::string name = side.guard.step(side.pushes, moving, dt);
    for (auto pair = side.pairs.begin(); pair != side.pairs.end();) {
      pair = side.guard.felt().count(pair->first) ? std::next(pair) : side.pairs.erase(pair);
    }
    // A held object that lies on something may be pressed on it by the fingers alone; an arm at
    // rest must bear that.
    if (!name.empty() && (moving || &side == &sides_[0]))
      found = Pressing{side.pairs[name].first, side.pairs[name].second, side.guard.felt().at(name)};
  }
  return found;
}

std::vector<Pressing> ContactStop::pressing() const {
  std::vector<Pressing> found;
  for (const Side& side : sides_) {
    for (const auto& [name, pair] : side.pairs)
      found.push_back({pair.first, pair.second, side.guard.felt().at(name)});
  }
  return found;
}

void ContactStop::reset() {
  for (Side& side : sides_) {
    side.guard.clear();
    side.pairs.clear();
  }
  places_.clear();
  held_.clear();
}

// Finger tips that stand on something static do not hold it.
void ContactStop::look_what_is_held(double time) {
  if (!fingers_) return;
  const std::vector<Touched> touched = fingers_->now();
  const std::string found = grasped(touched);
  const bool holds = !found.empty() && !whole_model(*touched.front().at(found).link)->IsStatic();
  if (holds) {
    held_ = found;
    held_at_ = time;
  } else if (!(time >= held_at_ && time <= held_at_ + MAX_TOUCH_GAP)) {
    held_.clear();
  }
}

std::optional<std::size_t> ContactStop::side_of(const gazebo::physics::Link& link) const {
  const auto model = whole_model(link);
  if (model == model_ || (tool_ && model == tool_)) return 0;
  if (!held_.empty() && model->GetName() == held_) return 1;
  return std::nullopt;
}

void ContactStop::look_at_contacts() {
  for (Side& side : sides_) {
    side.pushes.clear();
    side.strongest.clear();
  }
  const auto& manager = *model_->GetWorld()->Physics()->GetContactManager();
  for (unsigned k = 0; k < manager.GetContactCount(); ++k) {
    const auto* contact = manager.GetContact(k);
    const auto one = side_of(*contact->collision1->GetLink()),
               two = side_of(*contact->collision2->GetLink());
    if (one.has_value() == two.has_value()) continue;
    const bool first = one.has_value();
    const auto *ours = first ? contact->collision1 : contact->collision2,
               *other = first ? contact->collision2 : contact->collision1;
    const auto turn = ours->GetLink()->WorldPose().Rot();
    Vector3d push;
    for (int point = 0; point < contact->count; ++point) {
      push +=
          turn * (first ? contact->wrench[point].body1Force : contact->wrench[point].body2Force);
    }
    // ODE's solver gives up on some contacts.
    if (!push.IsFinite()) continue;
    Side& side = sides_[first ? *one : *two];
    const std::string name = other->GetLink()->GetScopedName();
    Force& sum = side.pushes[name];
    for (std::size_t axis = 0; axis < 3; ++axis) sum[axis] += push[axis];
    if (push.Length() >= side.strongest[name]) {
      side.strongest[name] = push.Length();
      side.pairs[name] = {ours->GetScopedName(), other->GetScopedName()};
    }
  }
}

}  // namespace sim::joints
