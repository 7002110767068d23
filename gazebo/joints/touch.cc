#include "joints/touch.h"

#include <algorithm>

#include <gazebo/physics/Collision.hh>
#include <gazebo/physics/Contact.hh>
#include <gazebo/physics/ContactManager.hh>
#include <gazebo/physics/Model.hh>
#include <gazebo/physics/PhysicsEngine.hh>
#include <gazebo/physics/World.hh>

#include "joints/grip.h"

namespace sim::joints {
namespace {

using ignition::math::Vector3d;

// N below which a touch holds nothing.
constexpr double LEAST = 0.1;

// Return the normal force in N of a contact on a finger along its axis, without friction.
double pressing(const gazebo::physics::Contact& contact, bool first, const Vector3d& axis) {
  const auto* own = first ? contact.collision1 : contact.collision2;
  const auto turn = own->GetLink()->WorldPose().Rot();
  double sum = 0.0;
  for (int point = 0; point < contact.count; ++point) {
    const Vector3d force =
        turn * (first ? contact.wrench[point].body1Force : contact.wrench[point].body2Force);
    sum += std::abs(force.Dot(contact.normals[point]) * contact.normals[point].Dot(axis));
  }
  return sum;
}

}  // namespace

Touch::Touch(const std::string& model, const std::vector<Axis>& fingers)
    : physics_(fingers.front().joint().GetWorld()->Physics()),
      filter_(model + "_fingers"),
      fingers_(fingers) {
  std::vector<std::string> names;
  for (const Axis& finger : fingers_) {
    for (const auto& collision : finger.joint().GetChild()->GetCollisions())
      names.push_back(collision->GetScopedName());
  }
  physics_->GetContactManager()->CreateFilter(filter_, names);
}

Touch::~Touch() { physics_->GetContactManager()->RemoveFilter(filter_); }

std::vector<Touched> Touch::now() const {
  std::vector<Touched> found(fingers_.size());
  const auto& manager = *physics_->GetContactManager();
  for (unsigned k = 0; k < manager.GetContactCount(); ++k) {
    const auto* contact = manager.GetContact(k);
    for (std::size_t finger = 0; finger < fingers_.size(); ++finger) {
      const auto link = fingers_[finger].joint().GetChild();
      const bool first = contact->collision1->GetLink() == link;
      if (!first && contact->collision2->GetLink() != link) continue;
      const auto other = (first ? contact->collision2 : contact->collision1)->GetLink();
      Pressed& pressed = found[finger][whole_model(*other)->GetName()];
      pressed.force += pressing(*contact, first, fingers_[finger].joint().GlobalAxis(0));
      pressed.link = other;
    }
  }
  return found;
}

std::string grasped(const std::vector<Touched>& touched) {
  std::string best;
  double most = LEAST;
  for (const auto& [model, pressed] : touched.front()) {
    double least = pressed.force;
    for (const Touched& finger : touched) {
      const auto found = finger.find(model);
      least = std::min(least, found == finger.end() ? 0.0 : found->second.force);
    }
    if (least > most) {
      most = least;
      best = model;
    }
  }
  return best;
}

}  // namespace sim::joints
