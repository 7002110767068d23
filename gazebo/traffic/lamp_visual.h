// A visual of a link as a lamp: its colours on and off, for present and future subscribers.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include <gazebo/msgs/msgs.hh>
#include <gazebo/physics/PhysicsTypes.hh>

#include "laws/traffic/lamp_law.h"

namespace sim {

class LampVisual {
 public:
  // `visual` is one of the link's own, as SDF made it: the lamp when it is off.
  LampVisual(gazebo::physics::LinkPtr link, const gazebo::msgs::Visual& visual,
             const LampColor& lit);

  // Switch the lamp in Gazebo's description of the world; return the message for subscribers.
  const std::shared_ptr<const gazebo::msgs::Visual>& set(bool on);

 private:
  gazebo::physics::LinkPtr link_;
  std::shared_ptr<const gazebo::msgs::Visual> on_, off_;
};

// Call a function for each visual of a model with its name, without the names of model and link.
using VisualFunction =
    std::function<void(const std::string& name, const gazebo::physics::LinkPtr& link,
                       const gazebo::msgs::Visual& visual)>;
void for_each_visual(const gazebo::physics::Model& model, const VisualFunction& function);

}  // namespace sim
