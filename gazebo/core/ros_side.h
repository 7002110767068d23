// The roscpp node inside gzserver: started once, beside stock gazebo_ros too; topics in one thread,
// services in several.
#pragma once

#include <memory>
#include <thread>
#include <vector>

#include <ros/callback_queue.h>
#include <ros/node_handle.h>
#include <ros/spinner.h>

namespace sim {

class RosSide {
 public:
  // Blocks, with a message, until there is a master; `arguments` are gzserver's.
  explicit RosSide(std::vector<std::string> arguments);
  ~RosSide();

  ros::NodeHandle& node() { return *node_; }
  ros::NodeHandle& service_node() { return *service_node_; }
  ros::NodeHandle& private_node() { return *private_node_; }

 private:
  bool ours_ = false;
  ros::CallbackQueue topics_, services_;
  std::unique_ptr<ros::NodeHandle> node_, service_node_, private_node_;
  std::unique_ptr<ros::AsyncSpinner> topic_spinner_, service_spinner_;
};

}  // namespace sim
