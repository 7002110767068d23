// libsim_world_api.so: the gazebo_ros API (contract 4.1 of the design) on a gzserver without
// gazebo_ros.
#include <memory>

#include <gazebo/common/Events.hh>
#include <gazebo/common/Plugin.hh>
#include <gazebo/physics/physics.hh>
#include <ros/console.h>
#include <ros/service.h>

#include "core/simulator.h"
#include "world_api/divergence.h"
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
          "another simulator already answers /gazebo/...: libsim_world_api.so stays silent; load "
          "it without gazebo_ros only");
      return;
    }
    Simulator& simulator = Simulator::instance();
    topics_ = std::make_unique<StateTopics>();
    divergence_ = std::make_unique<Divergence>();
    states_ = std::make_unique<StateServices>();
    world_ = std::make_unique<WorldServices>();
    set_model_state_ = simulator.node().subscribe("/gazebo/set_model_state", 10,
                                                  &WorldApiPlugin::take_state, this);
  }

  void end() {
    set_model_state_.shutdown();
    world_.reset();
    states_.reset();
    divergence_.reset();
    topics_.reset();
  }

  void take_state(const gazebo_msgs::ModelState::ConstPtr& message) {
    const auto locked = Simulator::instance().lock_entities();
    try {
      StateServices::set_model_state(*message);
    } catch (const std::exception& error) {
      ROS_WARN_THROTTLE(1.0, "/gazebo/set_model_state: %s", error.what());
    }
  }

  std::unique_ptr<StateTopics> topics_;
  std::unique_ptr<Divergence> divergence_;
  std::unique_ptr<StateServices> states_;
  std::unique_ptr<WorldServices> world_;
  ros::Subscriber set_model_state_;
  std::vector<Connection> connections_;
};

GZ_REGISTER_SYSTEM_PLUGIN(WorldApiPlugin)

}  // namespace sim
