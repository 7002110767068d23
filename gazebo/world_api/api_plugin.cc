// libsim_world_api.so: the gazebo_ros API on a gzserver without gazebo_ros.
#include <functional>
#include <memory>

#include <gazebo/common/Events.hh>
#include <gazebo/common/Plugin.hh>
#include <gazebo/physics/physics.hh>
#include <ros/console.h>
#include <ros/service.h>

#include "core/log_throttle.h"
#include "core/plugin_registry.h"
#include "core/simulator.h"
#include "world_api/divergence.h"
#include "world_api/performance_topic.h"
#include "world_api/services.h"
#include "world_api/state_topics.h"

namespace sim {

class WorldApiPlugin : public gazebo::SystemPlugin {
 public:
  void Load(int argc, char** argv) override {
    Simulator& simulator = Simulator::instance();
    connections_.push_back(simulator.on_ready([this] { begin(); }));
    connections_.push_back(simulator.on_stop([this] { end(); }));
    simulator.start(argc, argv);
  }

 private:
  void begin() {
    if (ros::service::exists("/gazebo/get_world_properties", false)) {
      ROS_ERROR(
          "another simulator already answers /gazebo/...: libsim_world_api.so does nothing; load "
          "it without gazebo_ros only");
      return;
    }
    Simulator& simulator = Simulator::instance();
    topics_ = std::make_unique<StateTopics>();
    divergence_ = std::make_unique<Divergence>();
    states_ = std::make_unique<StateServices>();
    world_ = std::make_unique<WorldServices>();
    forces_ = std::make_unique<ForceServices>();
    properties_ = std::make_unique<PropertyServices>();
    lights_ = std::make_unique<LightServices>();
    performance_ = std::make_unique<PerformanceTopic>();
    set_model_state_ = simulator.node().subscribe("/gazebo/set_model_state", 10,
                                                  &WorldApiPlugin::take_model_state, this);
    set_link_state_ = simulator.node().subscribe("/gazebo/set_link_state", 10,
                                                 &WorldApiPlugin::take_link_state, this);
  }

  void end() {
    set_model_state_.shutdown();
    set_link_state_.shutdown();
    performance_.reset();
    lights_.reset();
    properties_.reset();
    forces_.reset();
    world_.reset();
    states_.reset();
    divergence_.reset();
    topics_.reset();
  }

  void take_model_state(const gazebo_msgs::ModelState::ConstPtr& message) {
    take("/gazebo/set_model_state", [&] { StateServices::set_model_state(*message); });
  }
  void take_link_state(const gazebo_msgs::LinkState::ConstPtr& message) {
    take("/gazebo/set_link_state", [&] { StateServices::set_link_state(*message); });
  }

  // Run the action of a topic's message with the world locked.
  void take(const char* topic, const std::function<void()>& action) {
    const auto locked = Simulator::instance().lock_entities();
    try {
      action();
    } catch (const std::exception& error) {
      if (refused_.due()) ROS_WARN("%s: %s", topic, error.what());
    }
  }

  std::unique_ptr<StateTopics> topics_;
  std::unique_ptr<Divergence> divergence_;
  std::unique_ptr<StateServices> states_;
  std::unique_ptr<WorldServices> world_;
  std::unique_ptr<ForceServices> forces_;
  std::unique_ptr<PropertyServices> properties_;
  std::unique_ptr<LightServices> lights_;
  std::unique_ptr<PerformanceTopic> performance_;
  LogThrottle refused_{1.0};
  ros::Subscriber set_model_state_, set_link_state_;
  std::vector<Connection> connections_;
};

const PluginRegistration registered_world_api =
    registered<gazebo::SystemPlugin, WorldApiPlugin>("libsim_world_api.so");

}  // namespace sim
