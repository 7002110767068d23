// sim_traffic: shows SUMO's traffic and traffic lights in Gazebo, by itself or beside stock
// gazebo_ros.
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include <gazebo/common/Plugin.hh>
#include <gazebo/sensors/sensors.hh>
#include <ros/console.h>
#include <ros/node_handle.h>

#include "core/log_throttle.h"
#include "core/shown_limbs.h"
#include "core/plugin_registry.h"
#include "core/simulator.h"
#include "traffic/limbs.h"
#include "traffic/messages.h"
#include "traffic/traffic.h"
#include "traffic/vehicle_lamps.h"
#include "traffic/watchers.h"

namespace sim {
namespace {

constexpr char STATES[] = "/traffic/states";
constexpr char TYPES[] = "/traffic/types";
constexpr char LIGHTS[] = "/traffic/lights";
constexpr double DEFAULT_POSE_RATE = 50.0;
constexpr int TRAFFIC_QUEUE = 1000;
// Wall seconds between two log lines about the messages of one topic.
constexpr double QUIET = 5.0;

}  // namespace

class TrafficPlugin : public gazebo::SystemPlugin, public TrafficModels {
 public:
  void Load(int argc, char** argv) override {
    Simulator& simulator = Simulator::instance();
    ready_ = simulator.on_ready([this] { begin(); });
    stop_ = simulator.on_stop([this] { end(); });
    simulator.start(argc, argv);
  }

  std::vector<std::string> names() const override { return traffic_->names(); }
  bool is_pool(const std::string& model) const override { return is_pool_name(model); }
  std::string shown_by(const std::string& model) const override {
    return traffic_->shown_by(model);
  }
  bool state(const std::string& name, ignition::math::Pose3d& pose,
             ignition::math::Vector3d& linear, ignition::math::Vector3d& angular) const override {
    return traffic_->state(name, Simulator::instance().time(), pose, linear, angular);
  }
  std::vector<ShownVehicle> shown() const override {
    std::vector<ShownVehicle> found;
    traffic_->for_each_drawn(
        [&](const PoolModel& model, const TrafficState& state, std::size_t row) {
          found.push_back({state.id[row], model.type, model.pose, state.signals[row],
                           std::hypot(state.velocity[0][row], state.velocity[1][row]),
                           limbs_->swing(model)});
        });
    return found;
  }

 private:
  void begin() {
    Simulator& simulator = Simulator::instance();
    double rate = simulator.private_node().param("pose_rate", DEFAULT_POSE_RATE);
    if (!(rate > 0.0)) {
      ROS_ERROR("gazebo/pose_rate: must be above 0, got %g Hz; using %g Hz", rate,
                DEFAULT_POSE_RATE);
      rate = DEFAULT_POSE_RATE;
    }
    const auto world = simulator.world();
    traffic_ = std::make_unique<Traffic>(world, rate, [](const std::string& text) {
      ROS_WARN_THROTTLE(5.0, "traffic: %s", text.c_str());
    });
    watchers_ = std::make_unique<Watchers>(world);
    visuals_ = std::make_unique<VisualPublisher>(world);
    lights_ = std::make_unique<LightHeads>(world);
    vehicle_lamps_ = std::make_unique<VehicleLamps>();
    limbs_ = std::make_unique<Limbs>();
    simulator.set_traffic(this);
    step_ = simulator.before_step([this](double time, double dt) { step(time, dt); });
    reset_ = simulator.on_reset([this](bool with_time) {
      traffic_->reset(with_time, watchers_->any(0.0));
      if (with_time) lights_->reset();
    });
    const auto hints = ros::TransportHints().tcpNoDelay();
    subscribers_ = {
        simulator.node().subscribe(TYPES, TRAFFIC_QUEUE, &TrafficPlugin::take_types, this, hints),
        simulator.node().subscribe(LIGHTS, TRAFFIC_QUEUE, &TrafficPlugin::take_lights, this, hints),
        simulator.node().subscribe(STATES, TRAFFIC_QUEUE, &TrafficPlugin::take_states, this,
                                   hints)};
  }

  void end() {
    subscribers_.clear();
    step_.reset();
    reset_.reset();
    Simulator::instance().set_traffic(nullptr);
    watchers_.reset();
    limbs_.reset();
    vehicle_lamps_.reset();
    lights_.reset();
    visuals_.reset();
    traffic_.reset();
  }

  void step(double time, double dt) {
    traffic_->step(time, dt, watchers_->any(time));
    const double end = time + dt;
    const bool watched = visuals_->watched(time), again = visuals_->newcomer();
    lights_->step(end, traffic_->shown(), watched, again, *visuals_);
    const bool limbs = (watched || ShownLimbs::instance().wanted(end)) && limbs_->due(end);
    if (!watched && !limbs) return;
    traffic_->for_each_drawn([this, end, watched, again, limbs](const PoolModel& model,
                                                                const TrafficState& state,
                                                                std::size_t row) {
      if (watched) vehicle_lamps_->show(model, state.signals[row], end, again, *visuals_);
      if (limbs)
        limbs_->show(model, std::hypot(state.velocity[0][row], state.velocity[1][row]), *visuals_);
    });
    visuals_->flush();
  }

  void take_types(const TrafficTypes::ConstPtr& message) {
    try {
      traffic_->take(types_from_message(*message));
    } catch (const std::exception& error) {
      ROS_ERROR("%s; message ignored", error.what());
    }
  }

  void take_lights(const TrafficLights::ConstPtr& message) {
    try {
      lights_->take(lights_from_message(*message));
    } catch (const std::exception& error) {
      if (lights_log_.due()) ROS_ERROR("%s; message ignored", error.what());
    }
  }

  void take_states(const TrafficStates::ConstPtr& message) {
    try {
      traffic_->take(state_from_message(*message));
    } catch (const std::exception& error) {
      if (states_log_.due()) ROS_ERROR("%s; message ignored", error.what());
    }
    // Reported here and not in the step that uses it: physics may be waiting for this input before
    // that step.
    Simulator::instance().inputs().arrived(STATES, message->header.stamp.toSec());
  }

  std::unique_ptr<Traffic> traffic_;
  std::unique_ptr<Watchers> watchers_;
  std::unique_ptr<VisualPublisher> visuals_;
  std::unique_ptr<LightHeads> lights_;
  std::unique_ptr<VehicleLamps> vehicle_lamps_;
  std::unique_ptr<Limbs> limbs_;
  LogThrottle lights_log_{QUIET}, states_log_{QUIET};
  std::vector<ros::Subscriber> subscribers_;
  Connection ready_, stop_, step_, reset_;
};

const PluginRegistration registered_traffic =
    registered<gazebo::SystemPlugin, TrafficPlugin>("libsim_traffic.so");

}  // namespace sim
