// Detects whether the world is rendered: by a sensor that needs pictures, or by a gzclient.
#pragma once

#include <gazebo/physics/PhysicsTypes.hh>
#include <gazebo/transport/TransportTypes.hh>

namespace sim {

class Watchers {
 public:
  explicit Watchers(const gazebo::physics::WorldPtr& world);
  ~Watchers();

  // Checks again only at intervals of simulated time: a new renderer first requests all poses.
  bool any(double time);

 private:
  bool look() const;

  gazebo::transport::NodePtr node_;
  gazebo::transport::PublisherPtr poses_;
  double looked_ = -1.0;
  bool found_ = false;
};

}  // namespace sim
