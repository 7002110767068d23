// Whether the world is rendered: a sensor that needs pictures, or a gzclient.
#pragma once

#include <gazebo/physics/PhysicsTypes.hh>
#include <gazebo/transport/TransportTypes.hh>

namespace sim {

class Watchers {
 public:
  explicit Watchers(const gazebo::physics::WorldPtr& world);
  ~Watchers();

  // Looks again only every now and then of simulated time: who comes to watch asks for all poses
  // first.
  bool any(double time);

 private:
  bool look() const;

  gazebo::transport::NodePtr node_;
  gazebo::transport::PublisherPtr poses_;
  double looked_ = -1.0;
  bool found_ = false;
};

}  // namespace sim
