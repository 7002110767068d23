// Forces on links and joints with a start time and a duration, set by a user (gazebo_ros
// apply_body_wrench, apply_joint_effort).
#pragma once

#include <functional>
#include <limits>
#include <vector>

#include <gazebo/physics/PhysicsTypes.hh>

#include "core/simulator.h"

namespace sim {

// From `begin` until `end`, s of simulated time.
struct Interval {
  double begin = 0.0, end = std::numeric_limits<double>::infinity();
};

// All functions want the world locked.
class TimedForces {
 public:
  TimedForces();
  // Add a force: before each step of the interval `act` applies it, as long as `link` is in the
  // world. `target` is the link or joint of the request; `act` must not hold it, or it would
  // outlive its model.
  void add(const gazebo::physics::LinkPtr& link, const gazebo::physics::Base& target,
           const Interval& interval, std::function<void()> act);
  // End all forces that were requested for a link or joint.
  void forget(const gazebo::physics::Base& target);

 private:
  struct Force {
    boost::weak_ptr<gazebo::physics::Link> link;
    // Compared, and nothing else.
    const gazebo::physics::Base* target;
    Interval interval;
    std::function<void()> act;
  };
  void apply(double now);

  std::vector<Force> forces_;
  Connection step_, reset_;
};

}  // namespace sim
