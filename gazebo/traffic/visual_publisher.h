// Tells those who render how visuals look now: gzserver's own scene, which cameras look at, and gzclients.
#pragma once

#include <gazebo/msgs/msgs.hh>
#include <gazebo/physics/PhysicsTypes.hh>
#include <gazebo/transport/TransportTypes.hh>

namespace sim {

class VisualPublisher {
 public:
  explicit VisualPublisher(const gazebo::physics::WorldPtr& world);
  ~VisualPublisher();

  // Whether anybody listens; looks anew only every now and then of simulated time.
  bool watched(double time);
  // Whether somebody has come to listen since the last call: one who may have missed what was said while he came.
  bool newcomer();
  void publish(const gazebo::msgs::Visual& visual);

 private:
  gazebo::transport::NodePtr node_;
  gazebo::transport::PublisherPtr visuals_;
  double looked_ = -1.0;
  bool watched_ = false, newcomer_ = false;
  unsigned remote_ = 0;
};

}  // namespace sim
