// Sends the present look of visuals to renderers: gzserver's own scene, for cameras, and gzclients.
//
// A separate thread passes the messages to Gazebo's transport, which takes ten times as long as the
// work before. They are shared and not copied: memory that two cores write to alternately costs
// more than it saves.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include <gazebo/msgs/msgs.hh>
#include <gazebo/physics/PhysicsTypes.hh>
#include <gazebo/transport/TransportTypes.hh>

namespace sim {

using VisualPtr = std::shared_ptr<const gazebo::msgs::Visual>;

class VisualPublisher {
 public:
  explicit VisualPublisher(const gazebo::physics::WorldPtr& world);
  ~VisualPublisher();

  // Return whether there are subscribers; checks again only at intervals of simulated time.
  bool watched(double time);
  // Return whether a subscriber was added since the last call; it may have missed the messages
  // meanwhile.
  bool newcomer();
  // Takes a message for the next flush(); both belong to the physics thread.
  void publish(VisualPtr visual) { taken_.push_back(std::move(visual)); }
  // Send the collected messages.
  void flush();

 private:
  void send();

  gazebo::transport::NodePtr node_;
  gazebo::transport::PublisherPtr visuals_;
  double looked_ = -1.0;
  bool watched_ = false, newcomer_ = false;
  unsigned remote_ = 0;
  std::vector<VisualPtr> taken_;

  std::mutex mutex_;
  std::condition_variable news_;
  std::vector<VisualPtr> waiting_;
  bool ending_ = false;
  std::thread sender_;
};

}  // namespace sim
