#include "core/ros_side.h"

#include <iostream>

#include <ros/init.h>
#include <ros/master.h>
#include <ros/this_node.h>

namespace sim {
namespace {

constexpr int SERVICE_THREADS = 8;

}  // namespace

RosSide::RosSide(std::vector<std::string> arguments) {
  if (!ros::isInitialized()) {
    std::vector<char*> pointers;
    pointers.reserve(arguments.size() + 1);
    for (std::string& argument : arguments) pointers.push_back(&argument[0]);
    int count = static_cast<int>(pointers.size());
    pointers.push_back(nullptr);
    ros::init(count, pointers.data(), "gazebo", ros::init_options::NoSigintHandler);
    ours_ = true;
  }
  if (!ros::master::check()) {
    std::cerr << "sim: no ROS master at " << ros::master::getURI()
              << "; waiting for one (start roscore)\n"
              << std::flush;
  }
  node_ = std::make_unique<ros::NodeHandle>("/");
  node_->setCallbackQueue(&topics_);
  service_node_ = std::make_unique<ros::NodeHandle>("/");
  service_node_->setCallbackQueue(&services_);
  private_node_ = std::make_unique<ros::NodeHandle>("~");
  topic_spinner_ = std::make_unique<ros::AsyncSpinner>(1, &topics_);
  service_spinner_ = std::make_unique<ros::AsyncSpinner>(SERVICE_THREADS, &services_);
  topic_spinner_->start();
  service_spinner_->start();
}

RosSide::~RosSide() {
  topic_spinner_->stop();
  service_spinner_->stop();
  node_->shutdown();
  service_node_->shutdown();
  private_node_->shutdown();
  if (ours_) ros::shutdown();
}

}  // namespace sim
