// The gazebo_ros services of contract 4.1, advertised for as long as these objects live.
#pragma once

#include <memory>
#include <vector>

#include <gazebo_msgs/ModelState.h>
#include <ros/service_server.h>

#include "core/simulator.h"
#include "world_api/scene_light.h"
#include "world_api/wrenches.h"

namespace sim {

inline Simulator& simulator() { return Simulator::instance(); }

// Spawning, deleting, properties, physics, pausing and resetting.
class WorldServices {
 public:
  WorldServices();

 private:
  std::unique_ptr<SceneLight> light_;
  std::vector<ros::ServiceServer> services_;
};

// States of models, links and joints, and wrenches.
class StateServices {
 public:
  StateServices();
  // Serves the service and the topic of this name; with the world locked. Throws Refusal.
  static void set_model_state(const gazebo_msgs::ModelState& state);

 private:
  Wrenches wrenches_;
  std::vector<ros::ServiceServer> services_;
};

}  // namespace sim
