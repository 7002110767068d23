// Publishes, for programs that compute ground truth beside Gazebo, the models with cameras or
// lidars (/gazebo/sensor_models), and serves the SDF of any model (/gazebo/model_sdf).
#pragma once

#include <map>
#include <string>

#include <gazebo/physics/PhysicsTypes.hh>
#include <ros/publisher.h>
#include <ros/service_server.h>

#include "core/simulator.h"

namespace sim {

class ModelDescriptions {
 public:
  ModelDescriptions();
  // The models with cameras or lidars, by name; with the world locked.
  void tell(const std::map<std::string, gazebo::physics::ModelPtr>& models);

 private:
  std::map<std::string, std::uint32_t> told_;
  ros::Publisher models_;
  ros::ServiceServer service_;
};

}  // namespace sim
