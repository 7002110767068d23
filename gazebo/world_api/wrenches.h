// Forces on bodies that a user asked for with a start time and a duration (gazebo_ros
// apply_body_wrench).
#pragma once

#include <limits>
#include <vector>

#include <gazebo/physics/PhysicsTypes.hh>
#include <ignition/math/Vector3.hh>

#include "core/simulator.h"

namespace sim {

// A force and a torque in the world frame at `point` in the link's frame, from `begin` until `end`
// (s).
struct Wrench {
  std::string link;
  ignition::math::Vector3d force, torque, point;
  double begin = 0.0, end = std::numeric_limits<double>::infinity();
};

class Wrenches {
 public:
  Wrenches();
  // With the world locked; a wrench ends with its duration or its link.
  void add(const Wrench& wrench) { wrenches_.push_back(wrench); }

 private:
  void apply(double now);

  std::vector<Wrench> wrenches_;
  Connection step_, reset_;
};

}  // namespace sim
