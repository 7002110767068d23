// Observes contacts of a driven model and of its held object, and decides when its motion has to
// stop, as sim.embedded.joints.contact_stop.
#pragma once

#include <array>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gazebo/physics/Contact.hh>
#include <gazebo/physics/Model.hh>

#include "laws/joints/contact_guard.h"
#include "joints/settings.h"
#include "joints/touch.h"

namespace sim::joints {

// Two collisions by their full names, `own` on the model or its held object, and the force on
// `own`.
struct Pressing {
  std::string own, other;
  Force force{};
};

class ContactStop {
 public:
  ContactStop(const gazebo::physics::ModelPtr& model, const Mechanism& mechanism);

  // Call it after each step, with the places of the driven joints; what stops the model, if
  // anything does.
  std::optional<Pressing> after_step(double time, double dt, bool moving,
                                     const std::vector<double>& places);
  // Return the joint positions a short time ago.
  const std::vector<double>& before() const { return places_.front().second; }
  std::vector<Pressing> pressing() const;
  void reset();
  // The model on the flange counts as a part of the robot; nullptr where none is.
  void fit(const gazebo::physics::ModelPtr& tool);

 private:
  void look_for_fingers(const gazebo::physics::ModelPtr& model, const Mechanism& mechanism);
  void look_what_is_held(double time);
  // Return the number of the side of a link; nothing for a link of another model.
  std::optional<std::size_t> side_of(const gazebo::physics::Link& link) const;
  void look_at_contacts();

  gazebo::physics::ModelPtr model_, tool_;
  // One side of contacts: the links, or the held object.
  struct Side {
    ContactGuard guard;
    std::map<std::string, Force> pushes{};
    std::map<std::string, double> strongest{};
    std::map<std::string, std::pair<std::string, std::string>> pairs{};
  };
  std::array<Side, 2> sides_;
  std::optional<Touch> fingers_;
  std::string held_;
  double held_at_ = 0.0;
  std::deque<std::pair<double, std::vector<double>>> places_;
};

}  // namespace sim::joints
