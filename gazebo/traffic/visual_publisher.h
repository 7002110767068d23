// Tells those who render how visuals look now: gzserver's own scene, which cameras look at, and gzclients.
//
// A thread of its own hands the messages to Gazebo's transport, which takes several times as long for each as a copy.
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

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
  // Takes a message for the next flush(); both belong to the physics thread.
  void publish(const gazebo::msgs::Visual& visual) { taken_.Add()->CopyFrom(visual); }
  // Sends what was taken.
  void flush();

 private:
  // Cleared messages are kept and used again.
  using Visuals = google::protobuf::RepeatedPtrField<gazebo::msgs::Visual>;

  void send();

  gazebo::transport::NodePtr node_;
  gazebo::transport::PublisherPtr visuals_;
  double looked_ = -1.0;
  bool watched_ = false, newcomer_ = false;
  unsigned remote_ = 0;
  Visuals taken_;

  std::mutex mutex_;
  std::condition_variable news_;
  Visuals waiting_;
  bool ending_ = false;
  std::thread sender_;
};

}  // namespace sim
