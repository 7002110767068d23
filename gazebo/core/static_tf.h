// /tf_static of this gzserver: one latched message with all static transforms, since a later
// latched message replaces an earlier one.
#pragma once

#include <map>
#include <mutex>
#include <string>

#include <ignition/math/Pose3.hh>
#include <ros/node_handle.h>

namespace sim {

class StaticTf {
 public:
  explicit StaticTf(ros::NodeHandle& node);

  // Adds, or replaces, the one parent of `child`; callable from any thread.
  void add(const std::string& parent, const std::string& child,
           const ignition::math::Pose3d& parent_from_child);

 private:
  std::mutex mutex_;
  ros::Publisher publisher_;
  struct Frame {
    std::string parent;
    ignition::math::Pose3d pose;
  };
  std::map<std::string, Frame> frames_;
};

}  // namespace sim
