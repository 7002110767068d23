// The services of gazebo_ros, advertised for as long as these objects live.
#pragma once

#include <memory>
#include <vector>

#include <gazebo_msgs/LinkState.h>
#include <gazebo_msgs/ModelState.h>
#include <gazebo/transport/TransportTypes.hh>
#include <ros/service_server.h>

#include "core/simulator.h"
#include "world_api/scene_light.h"
#include "world_api/timed_forces.h"

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

// States of models, links and joints.
class StateServices {
 public:
  StateServices();
  // These serve the services and the topics of their names; with the world locked. They throw
  // Refusal.
  static void set_model_state(const gazebo_msgs::ModelState& state);
  static void set_link_state(const gazebo_msgs::LinkState& state);

 private:
  std::vector<ros::ServiceServer> services_;
};

// Wrenches on links and efforts on joints, and their ends.
class ForceServices {
 public:
  ForceServices();

 private:
  TimedForces forces_;
  std::vector<ros::ServiceServer> services_;
};

// Physical properties of links and joints.
class PropertyServices {
 public:
  PropertyServices();

 private:
  std::vector<ros::ServiceServer> services_;
};

// Lights of the world.
class LightServices {
 public:
  LightServices();
  ~LightServices();

 private:
  gazebo::transport::NodePtr node_;
  gazebo::transport::PublisherPtr changes_;
  std::vector<ros::ServiceServer> services_;
};

}  // namespace sim
