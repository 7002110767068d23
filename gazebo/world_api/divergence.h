// Pauses a simulation after its physics has diverged, so that it can still be inspected and reset.
#pragma once

#include <vector>

#include <gazebo/common/CommonTypes.hh>
#include <gazebo/physics/PhysicsTypes.hh>

#include "core/simulator.h"

namespace sim {

class Divergence {
 public:
  Divergence();

 private:
  void look(double now);
  void list();

  std::vector<boost::weak_ptr<gazebo::physics::Model>> dynamic_;
  std::atomic<bool> changed_{true};
  Connection step_;
  gazebo::event::ConnectionPtr added_, deleted_;
};

}  // namespace sim
